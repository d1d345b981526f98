import Glibc
import Lanes
import Model
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
    let hasSameX = self.count == count && isSame(.x, columns, count)
    if hasSameX && (count == 0 || isWhole && holdSame(columns, count)) { return true }
    self.count = count
    isWhole = hasSameX
    if count > 0 { keep(columns, count) }
    return false
  }

  private func isSame(_ column: ParticleLayout.Column, _ columns: SpriteColumns, _ count: Int) -> Bool {
    memcmp(kept(column, count), columns[column], count * MemoryLayout<Float>.stride) == 0
  }

  private func kept(_ column: ParticleLayout.Column, _ count: Int) -> UnsafeMutablePointer<Float> {
    floats.base + column.rawValue * stride(count)
  }

  /// Floats from a kept column to the next.
  private func stride(_ count: Int) -> Int { (count + 15) / 16 * 16 }

  /// Columns that a picture follows from; `order` has done its work by the order of the records.
  private func isDrawn(_ column: ParticleLayout.Column, _ layout: ParticleLayout) -> Bool {
    column != .order && layout.contains(column)
  }

  private func holdSame(_ columns: SpriteColumns, _ count: Int) -> Bool {
    for column in ParticleLayout.columns where isDrawn(column, columns.layout) {
      if !isSame(column, columns, count) { return false }
    }
    return memcmp(sprites.base, columns.sprites, count) == 0
  }

  private func keep(_ columns: SpriteColumns, _ count: Int) {
    if !isWhole {
      floats.reserve(stride(count))
      kept(.x, count).update(from: columns[.x], count: count)
      return
    }
    floats.reserve(columns.layout.columnCount * stride(count))
    sprites.reserve(count)
    for column in ParticleLayout.columns where isDrawn(column, columns.layout) {
      kept(column, count).update(from: columns[column], count: count)
    }
    sprites.base.update(from: columns.sprites, count: count)
  }
}
