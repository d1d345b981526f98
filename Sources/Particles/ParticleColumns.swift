import Lanes

/// Live particles of one cell at one time, in drawing order, as columns of Floats ready for the rasteriser.
///
/// Places and extents are frame pixels (origin top left, y down, pixel centres at .5). Colours are premultiplied, linear
/// or sRGB-encoded after the canvas's blending. Columns are padded so that whole lanes of eight can be read and written.
package final class ParticleColumns: @unchecked Sendable {
  /// The columns in memory order.
  package enum Column: Int, CaseIterable, Sendable {
    /// Centre of the sprite.
    case x, y
    /// Half of the sprite along its own +x axis, as a vector. In a round layout `axisXx` is the radius and the other
    /// three are not filled.
    case axisXx, axisXy
    /// Half of the sprite along its own +y axis.
    case axisYx, axisYy
    case red, green, blue, alpha
  }

  /// Whether only a radius is stored: every sprite of the cell is round and never stretched, tilted or turned.
  package let isRound: Bool
  package private(set) var count = 0
  private let floats: AlignedBuffer<Float>
  private let spriteIndices: AlignedBuffer<UInt8>
  private var columnStride = 0

  package init(isRound: Bool) {
    self.isRound = isRound
    floats = AlignedBuffer(count: 0)
    spriteIndices = AlignedBuffer(count: 0)
  }

  /// Empties the columns and makes room for `count` particles (contents undefined).
  package func reset(count: Int) {
    columnStride = (count + 15) / 16 * 16
    floats.reserve(columnStride * Column.allCases.count)
    spriteIndices.reserve(columnStride)
    self.count = count
  }

  /// Drops all behind the first `count`; no column moves.
  package func truncate(to count: Int) {
    precondition(count <= self.count, "Truncating cannot add particles.")
    self.count = count
  }

  @inline(__always)
  package func column(_ column: Column) -> UnsafeMutablePointer<Float> {
    floats.base + column.rawValue * columnStride
  }

  /// Index into the cell's `sprites` for each particle.
  package var sprites: UnsafeMutablePointer<UInt8> { spriteIndices.base }
}
