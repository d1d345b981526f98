import Glibc
import Lanes
import Raster

/// A copy of the columns that a chunk's bins were filled from, to tell whether those of the next frame are the same.
///
/// Particles that rest (hills, lamps, haze) need not be sorted again, and the picture that they are part of can be kept
/// (`BackdropCache`). Only few particles are compared: many seldom rest, and are quickly sorted beside being drawn.
struct KeptColumns {
  private static let mostParticles = 512

  private let floats = AlignedBuffer<Float>(count: 0)
  private let sprites = AlignedBuffer<UInt8>(count: 0)
  /// Particles that are kept; nil if nothing is known of the frame before.
  private var count: Int?

  /// Whether the first `count` particles of `columns` are, bit by bit, those of the last call. They are kept for the next.
  mutating func areSame(as columns: SpriteColumns, count: Int) -> Bool {
    if count > Self.mostParticles {
      self.count = nil
      return false
    }
    if self.count == count && (count == 0 || holdSame(columns, count)) { return true }
    self.count = count
    if count > 0 { keep(columns, count) }
    return false
  }

  private func holdSame(_ columns: SpriteColumns, _ count: Int) -> Bool {
    func isSame(_ place: Int, _ column: UnsafePointer<Float>) -> Bool {
      memcmp(floats.base + place * Self.mostParticles, column, count * MemoryLayout<Float>.stride) == 0
    }
    return isSame(0, columns.x) && isSame(1, columns.y) && isSame(2, columns.axisXx) && isSame(3, columns.alpha)
      && isSame(4, columns.red) && isSame(5, columns.green) && isSame(6, columns.blue)
      && memcmp(sprites.base, columns.sprites, count) == 0
      && (columns.isRound
        || isSame(7, columns.axisXy) && isSame(8, columns.axisYx) && isSame(9, columns.axisYy))
  }

  private func keep(_ columns: SpriteColumns, _ count: Int) {
    func keep(_ place: Int, _ column: UnsafePointer<Float>) {
      (floats.base + place * Self.mostParticles).update(from: column, count: count)
    }
    floats.reserve(10 * Self.mostParticles)
    sprites.reserve(Self.mostParticles)
    keep(0, columns.x)
    keep(1, columns.y)
    keep(2, columns.axisXx)
    keep(3, columns.alpha)
    keep(4, columns.red)
    keep(5, columns.green)
    keep(6, columns.blue)
    if !columns.isRound {
      keep(7, columns.axisXy)
      keep(8, columns.axisYx)
      keep(9, columns.axisYy)
    }
    sprites.base.update(from: columns.sprites, count: count)
  }
}
