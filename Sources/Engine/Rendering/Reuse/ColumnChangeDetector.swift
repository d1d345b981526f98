import Glibc
import Lanes
import Model
import Raster

/// Keeps copies of the columns of one cell in one group, and tells whether the columns are the same as in the frame before.
///
/// Particles that do not change (hills, lamps, a starry sky) need not be sorted again, and the pixels that they are part of can
/// be kept (`StaticTileCache`). Most particles move, so at first only their column x is kept. If x is the same in two
/// frames, the particles are likely to stay the same: only then are all columns copied.
struct ColumnChangeDetector {
  /// The greatest number of particles whose columns are kept. More particles than that always count as changed.
  private static let maximumParticles = 16_384

  /// The kept columns, `columnStride` Floats apart, in the order of `ParticleLayout.Column`.
  private let floats = AlignedBuffer<Float>(count: 0)
  /// The kept sprite indices.
  private let spriteIndices = AlignedBuffer<UInt8>(count: 0)
  /// Number of particles whose columns are kept; nil if no columns of the frame before are kept.
  private var count: Int?
  /// Whether all columns are kept, not only x.
  private var keepsAllColumns = false

  /// Whether the first `count` particles of `columns` equal those of the last call bit by bit; false also if the last call did
  /// not keep all columns. If the result is false, the new columns are kept for the next call.
  mutating func areSame(as columns: SpriteColumns, count: Int) -> Bool {
    if count > Self.maximumParticles {
      self.count = nil
      return false
    }
    let hasSameX = self.count == count && isSame(.x, columns, count)
    if hasSameX && (count == 0 || keepsAllColumns && keptAreSame(as: columns, count)) { return true }
    self.count = count
    keepsAllColumns = hasSameX
    if count > 0 { keep(columns, count) }
    return false
  }

  /// Whether a column equals the kept one, bit by bit.
  private func isSame(_ column: ParticleLayout.Column, _ columns: SpriteColumns, _ count: Int) -> Bool {
    memcmp(kept(column, count), columns[column], count * MemoryLayout<Float>.stride) == 0
  }

  /// The kept values of a column.
  private func kept(_ column: ParticleLayout.Column, _ count: Int) -> UnsafeMutablePointer<Float> {
    floats.base + column.rawValue * columnStride(count)
  }

  /// Floats from the start of a kept column to the start of the next.
  private func columnStride(_ count: Int) -> Int { (count + 15) / 16 * 16 }

  /// Whether pixels depend on the column's values. They do not depend on `order`: the records are already in that order.
  private func isDrawn(_ column: ParticleLayout.Column, _ layout: ParticleLayout) -> Bool {
    column != .order && layout.contains(column)
  }

  /// Whether all columns equal the kept ones, bit by bit.
  private func keptAreSame(as columns: SpriteColumns, _ count: Int) -> Bool {
    for column in ParticleLayout.columns where isDrawn(column, columns.layout) {
      if !isSame(column, columns, count) { return false }
    }
    return memcmp(spriteIndices.base, columns.spriteIndices, count) == 0
  }

  /// Keeps the column x or, if `keepsAllColumns`, all columns on which pixels depend.
  private func keep(_ columns: SpriteColumns, _ count: Int) {
    if !keepsAllColumns {
      floats.resize(to: columnStride(count))
      kept(.x, count).update(from: columns[.x], count: count)
      return
    }
    floats.resize(to: columns.layout.columnCount * columnStride(count))
    spriteIndices.resize(to: count)
    for column in ParticleLayout.columns where isDrawn(column, columns.layout) {
      kept(column, count).update(from: columns[column], count: count)
    }
    spriteIndices.base.update(from: columns.spriteIndices, count: count)
  }
}
