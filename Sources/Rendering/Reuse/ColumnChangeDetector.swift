import Glibc
import Lanes
import Raster

/// A copy of the columns that a chunk's bins were filled from, to tell whether those of the next frame are the same.
///
/// Particles that rest (hills, lamps, a starry sky) need not be sorted again, and the picture that they are part of can be kept
/// (`StaticTileCache`). Most particles move, so at first only their x are kept: what has the same x twice is likely to rest, and
/// only then is worth a copy of all its columns.
struct ColumnChangeDetector {
  private static let mostParticles = 16_384

  private let floats = AlignedBuffer<Float>(count: 0)
  private let sprites = AlignedBuffer<UInt8>(count: 0)
  /// Particles that are kept; nil if nothing is known of the frame before.
  private var count: Int?
  /// Whether all columns are kept, or only x.
  private var isWhole = false

  /// Whether the first `count` particles of `columns` are, bit by bit, those of the last call and of the one before it. They
  /// are kept for the next.
  mutating func areSame(as columns: SpriteColumns, count: Int) -> Bool {
    if count > Self.mostParticles {
      self.count = nil
      return false
    }
    let hasSameX = self.count == count && isSame(0, columns.x, count)
    if hasSameX && (count == 0 || isWhole && holdSame(columns, count)) { return true }
    self.count = count
    isWhole = hasSameX
    if count > 0 { keep(columns, count) }
    return false
  }

  private func isSame(_ place: Int, _ column: UnsafePointer<Float>, _ count: Int) -> Bool {
    memcmp(floats.base + place * stride(count), column, count * MemoryLayout<Float>.stride) == 0
  }

  /// Floats from a kept column to the next.
  private func stride(_ count: Int) -> Int { (count + 15) / 16 * 16 }

  private func holdSame(_ columns: SpriteColumns, _ count: Int) -> Bool {
    isSame(1, columns.y, count) && isSame(2, columns.axisXx, count) && isSame(3, columns.alpha, count)
      && isSame(4, columns.red, count) && isSame(5, columns.green, count) && isSame(6, columns.blue, count)
      && memcmp(sprites.base, columns.sprites, count) == 0
      && (columns.isRound
        || isSame(7, columns.axisXy, count) && isSame(8, columns.axisYx, count) && isSame(9, columns.axisYy, count)
          && (columns.blur.map { isSame(10, $0, count) } ?? true))
      && (columns.particleIDs.map { isSame(11, $0, count) } ?? true)
  }

  private func keep(_ columns: SpriteColumns, _ count: Int) {
    func keep(_ place: Int, _ column: UnsafePointer<Float>) {
      (floats.base + place * stride(count)).update(from: column, count: count)
    }
    if !isWhole {
      floats.reserve(stride(count))
      return keep(0, columns.x)
    }
    floats.reserve(12 * stride(count))
    sprites.reserve(count)
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
      if let blur = columns.blur { keep(10, blur) }
    }
    if let particleIDs = columns.particleIDs { keep(11, particleIDs) }
    sprites.base.update(from: columns.sprites, count: count)
  }
}
