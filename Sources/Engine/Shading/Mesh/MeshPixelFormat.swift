import Lanes
import Raster

/// The format of a mesh's pixels in a tile, and the clamping of its colours.
protocol MeshPixelFormat {
  /// Whether the mesh has colours with an alpha below 1.
  static var hasAlpha: Bool { get }
  /// Whether the alpha is written, because something reads it.
  static var writesAlpha: Bool { get }
  /// Whether `clamped` changes anything.
  static var clamps: Bool { get }
  /// Clamps a colour to what tiles may hold.
  static func clamped(red: Float8, green: Float8, blue: Float8, alpha: Float8) -> LaneColor
}

/// Opaque linear light. Alpha is not written.
enum OpaqueRGBFormat: MeshPixelFormat {
  @inline(__always) static var clamps: Bool { false }
  @inline(__always) static var hasAlpha: Bool { false }
  @inline(__always) static var writesAlpha: Bool { false }
  @inline(__always) static func clamped(red: Float8, green: Float8, blue: Float8, alpha: Float8) -> LaneColor {
    LaneColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}

/// Opaque linear light, with an alpha of 1.
enum OpaqueRGBAFormat: MeshPixelFormat {
  @inline(__always) static var clamps: Bool { false }
  @inline(__always) static var hasAlpha: Bool { false }
  @inline(__always) static func clamped(red: Float8, green: Float8, blue: Float8, alpha: Float8) -> LaneColor {
    LaneColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}

/// Opaque encoded colours within 0...1, with an alpha of 1.
enum OpaqueEncodedFormat: MeshPixelFormat {
  @inline(__always) static var hasAlpha: Bool { false }
  @inline(__always) static func clamped(red: Float8, green: Float8, blue: Float8, alpha: Float8) -> LaneColor {
    LaneColor(
      red: Lanes.clamp(red, 0, 1), green: Lanes.clamp(green, 0, 1), blue: Lanes.clamp(blue, 0, 1), alpha: alpha)
  }
}

/// Translucent linear light.
enum TranslucentFormat: MeshPixelFormat {
  @inline(__always) static var hasAlpha: Bool { true }
  @inline(__always) static func clamped(red: Float8, green: Float8, blue: Float8, alpha: Float8) -> LaneColor {
    LaneColor(red: red, green: green, blue: blue, alpha: Lanes.clamp(alpha, 0, 1))
  }
}

/// Translucent encoded colours, within 0...alpha.
enum TranslucentEncodedFormat: MeshPixelFormat {
  @inline(__always) static var hasAlpha: Bool { true }
  @inline(__always) static func clamped(red: Float8, green: Float8, blue: Float8, alpha: Float8) -> LaneColor {
    LaneColor(red: red, green: green, blue: blue, alpha: Lanes.clamp(alpha, 0, 1)).clampedToAlpha()
  }
}

extension MeshPixelFormat {
  @inline(__always) static var writesAlpha: Bool { true }
  @inline(__always) static var clamps: Bool { true }
}
