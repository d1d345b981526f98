import Lanes

/// What lies behind finished frames of one size: an opaque picture, or one colour everywhere.
///
/// A frame is tone-mapped alone and then laid over its background, which no exposure or tone map of the scene changes. Values are
/// linear light in 0...1, red, green and blue of BT.709; on an `srgb` canvas, whose layers are blended as encoded values, they are
/// sRGB-encoded and so is the mixture.
///
/// Renderers that draw frame after frame recognise a background by its identity: its pixels are written before it is first
/// drawn with, and never after. For other pixels, such as the next frame of a movie, make another background; `memory` may be that
/// of one which is no longer used.
package final class Background: @unchecked Sendable {
  /// Width in pixels.
  package let width: Int
  /// Height in pixels.
  package let height: Int
  /// The values row by row: of each row `planeStride` reds, then as many greens and blues. Whole blocks of eight may be read
  /// up to `slack` floats before the first and after the last of them.
  package let memory: AlignedBuffer<Float>
  /// Floats from a value to that of the next colour in the same pixel.
  package let planeStride: Int
  /// Opacity, 0...1, of everything together that is laid over it, as when an effect fades in.
  package var overlayOpacity: Float = 1
  /// Floats from one row to the next; 0 where all rows are the same.
  private let rowStride: Int

  /// Floats that may be read before and after the values: a block of eight, and a cache line for alignment.
  private static let slack = 16

  /// A picture, black at first.
  ///
  /// - Parameter memory: memory to be used anew, whose values are undefined then; nil for memory of its own.
  package init(width: Int, height: Int, memory: AlignedBuffer<Float>? = nil) {
    precondition(width > 0 && height > 0, "A background needs at least one pixel.")
    self.width = width
    self.height = height
    planeStride = (width + 7) / 8 * 8
    rowStride = 3 * planeStride
    self.memory = memory ?? AlignedBuffer(count: 0)
    self.memory.reserve(rowStride * height + 2 * Self.slack)
  }

  /// One colour everywhere: linear light, or sRGB-encoded values for an `srgb` canvas.
  package init(red: Float, green: Float, blue: Float, width: Int, height: Int) {
    precondition(width > 0 && height > 0, "A background needs at least one pixel.")
    self.width = width
    self.height = height
    planeStride = (width + 7) / 8 * 8
    rowStride = 0
    memory = AlignedBuffer(count: 3 * planeStride + 2 * Self.slack)
    for (plane, value) in [red, green, blue].enumerated() {
      row(0, plane: plane).update(repeating: value, count: planeStride)
    }
  }

  /// The first value of a row of a plane: 0 red, 1 green, 2 blue.
  @inline(__always)
  package func row(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    memory.base + (Self.slack &+ y &* rowStride &+ plane &* planeStride)
  }
}
