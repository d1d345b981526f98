import Lanes

/// An opaque picture, or a single colour, behind finished frames of one size.
///
/// A frame is tone-mapped first and then laid over its background, so the scene's exposure and tone map do not change the background.
/// Values are linear light in 0...1: red, green and blue of BT.709. On an `srgb` canvas, whose layers are blended as encoded values,
/// they are sRGB-encoded, and encoded values are mixed.
///
/// A renderer does not redraw what has not changed. To a renderer, the same background object means unchanged pixels. So the
/// pixels must be written before the object's first use, and never changed afterwards. For different pixels, such as the next
/// frame of a movie, make another background; it may reuse the `memory` of a background that is no longer used.
package final class Background: @unchecked Sendable {
  /// Width in pixels.
  package let width: Int
  /// Height in pixels.
  package let height: Int
  /// The values row by row: each row has `planeStride` reds, then as many greens and blues. Whole blocks of eight may be read
  /// up to `slack` floats before the first value and after the last.
  package let memory: AlignedBuffer<Float>
  /// Floats from a pixel's value to its value in the next plane.
  package let planeStride: Int
  /// Opacity, 0...1, of the foreground, the frame that is laid over the background: below 1, for example, while an effect fades in.
  package var foregroundOpacity: Float = 1
  /// Floats from one row to the next; 0 for a single colour, whose rows are all the same memory.
  private let rowStride: Int

  /// Floats that may be read before and after the values: a block of eight, rounded up to a cache line.
  private static let slack = 16

  /// Makes a picture that is black at first.
  ///
  /// - Parameter memory: memory to reuse; the picture's values are then undefined instead of black. Nil for new memory.
  package init(width: Int, height: Int, memory: AlignedBuffer<Float>? = nil) {
    precondition(width > 0 && height > 0, "A background needs at least one pixel.")
    self.width = width
    self.height = height
    planeStride = (width + 7) / 8 * 8
    rowStride = 3 * planeStride
    self.memory = memory ?? AlignedBuffer(count: 0)
    self.memory.resize(to: rowStride * height + 2 * Self.slack)
  }

  /// Makes a background of one colour: linear light, or sRGB-encoded values for an `srgb` canvas.
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
