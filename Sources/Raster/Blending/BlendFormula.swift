import Lanes
import Model

/// The formulas of one blend mode for premultiplied light, channel by channel: s and b are the values of the source and
/// of the backdrop (what the tile holds already), αs and αb their alphas.
protocol BlendFormula {
  /// Whether an opaque source leaves nothing of the backdrop, so that it can be stored without reading the backdrop.
  static var opaqueReplaces: Bool { get }
  /// Whether `color` depends on αs.
  static var readsSourceAlpha: Bool { get }
  /// Whether `color` depends on αb.
  static var readsBackdropAlpha: Bool { get }

  /// The blended value of one colour channel.
  static func color(_ s: Float8, _ b: Float8, _ sourceAlpha: Float8, _ backdropAlpha: Float8) -> Float8
  /// The blended alpha; `s` and `b` are the alphas of source and backdrop.
  static func alpha(_ s: Float8, _ b: Float8) -> Float8

  /// Blends colour and alpha of eight pixels as `Blender.blend` does. Never inlined, so that all loops share one copy of the
  /// code.
  static func blendOutOfLine(
    _ red: Float8, _ green: Float8, _ blue: Float8, _ alpha: Float8, onto pixel: UnsafeMutablePointer<Float>,
    width: Int,
    clampsToUnit: Bool)
}

extension BlendMode {
  /// The formulas of the mode. Only this switch lists the modes in this module.
  var formula: any BlendFormula.Type {
    switch self {
    case .normal: NormalFormula.self
    case .add: AddFormula.self
    case .screen: ScreenFormula.self
    case .multiply: MultiplyFormula.self
    }
  }

  /// Whether the blended colour depends on the alpha of the backdrop.
  package var readsBackdropAlpha: Bool { formula.readsBackdropAlpha }
}

extension BlendFormula {
  static var opaqueReplaces: Bool { false }
  static var readsSourceAlpha: Bool { true }
  static var readsBackdropAlpha: Bool { false }

  /// Blends eight pixels of a row.
  ///
  /// - Parameters:
  ///   - pixel: the first of the eight values in the tile's red plane; the other planes follow `width` floats apart.
  ///   - writesAlpha: without it alpha is neither read nor written.
  ///   - clampsToUnit: whether results are held inside 0...1.
  @inline(__always)
  static func blend(
    _ red: Float8, _ green: Float8, _ blue: Float8, _ alpha: Float8, onto pixel: UnsafeMutablePointer<Float>,
    width: Int,
    writesAlpha: Bool, clampsToUnit: Bool
  ) {
    let redPlane = pixel
    let greenPlane = pixel + width
    let bluePlane = greenPlane + width
    let alphaPlane = bluePlane + width
    let backdropAlpha = writesAlpha ? Lanes.load(alphaPlane) : Float8(repeating: 1)
    @inline(__always) func limited(_ x: Float8) -> Float8 { clampsToUnit ? saturate(x) : x }
    Lanes.store(limited(color(red, Lanes.load(redPlane), alpha, backdropAlpha)), to: redPlane)
    Lanes.store(limited(color(green, Lanes.load(greenPlane), alpha, backdropAlpha)), to: greenPlane)
    Lanes.store(limited(color(blue, Lanes.load(bluePlane), alpha, backdropAlpha)), to: bluePlane)
    if writesAlpha { Lanes.store(limited(self.alpha(alpha, backdropAlpha)), to: alphaPlane) }
  }

  @inline(never)
  static func blendOutOfLine(
    _ red: Float8, _ green: Float8, _ blue: Float8, _ alpha: Float8, onto pixel: UnsafeMutablePointer<Float>,
    width: Int,
    clampsToUnit: Bool
  ) {
    if clampsToUnit {
      blend(red, green, blue, alpha, onto: pixel, width: width, writesAlpha: true, clampsToUnit: true)
    } else {
      blend(red, green, blue, alpha, onto: pixel, width: width, writesAlpha: true, clampsToUnit: false)
    }
  }
}

/// s + b(1 − αs).
enum NormalFormula: BlendFormula {
  static var opaqueReplaces: Bool { true }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 {
    s + b * (1 - sa)
  }
  @inline(__always) static func alpha(_ s: Float8, _ b: Float8) -> Float8 { s + b * (1 - s) }
}

/// s + b, α = min(1, αs + αb).
enum AddFormula: BlendFormula {
  static var readsSourceAlpha: Bool { false }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 { s + b }
  @inline(__always) static func alpha(_ s: Float8, _ b: Float8) -> Float8 { Lanes.min(s + b, 1) }
}

/// s + b − min(s, 1)·min(b, 1): what is already above 1 is not darkened.
enum ScreenFormula: BlendFormula {
  static var readsSourceAlpha: Bool { false }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 {
    s + b - Lanes.min(s, 1) * Lanes.min(b, 1)
  }
  @inline(__always) static func alpha(_ s: Float8, _ b: Float8) -> Float8 { s + b - s * b }
}

/// s′b′ + s(1 − αb) + b(1 − αs), where s′ = s clamped to 0...αs and b′ = b clamped to 0...αb, so that neither colour
/// counts as lighter than white.
enum MultiplyFormula: BlendFormula {
  static var readsBackdropAlpha: Bool { true }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 {
    Lanes.min(Lanes.max(s, 0), sa) * Lanes.min(Lanes.max(b, 0), ba) + s * (1 - ba) + b * (1 - sa)
  }
  @inline(__always) static func alpha(_ s: Float8, _ b: Float8) -> Float8 { s + b - s * b }
}
