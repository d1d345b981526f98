import Lanes
import Raster
import Simulation

/// The trails of one cell in one group of chunks, sorted into tiles.
///
/// A worker's ribbons are exchanged with those of the frame before, not copied. They are sorted into tiles by the boxes of whole
/// ribbons (`TileBuckets`). Which of a ribbon's segments touch a tile is found when the ribbon is drawn on that tile. The memory
/// is kept from frame to frame.
final class CellTrails {
  private let style: TrailStyle
  private let ribbons: Ribbons
  private var buckets = TileBuckets()
  /// Indices of the ribbons that touch each tile, tile by tile.
  private let ribbonIndices = AlignedBuffer<UInt32>(count: 0)
  /// Number of pairs of a ribbon and a tile that it touches.
  var pairCount: Int { buckets.pairCount }
  /// Whether the trails may differ from those of the frame before: true if either frame has any.
  private(set) var hasChanged = false

  init(style: TrailStyle) {
    self.style = style
    ribbons = Ribbons(style: style)
  }

  /// Takes over the ribbons of `source` and sorts them into tiles; `source` gets the ribbons of the frame before, as memory.
  func fill(from source: Ribbons, grid: TileGrid) {
    hasChanged = ribbons.count > 0 || source.count > 0
    ribbons.swap(with: source)
    buckets.begin(tileCount: grid.count)
    let (list, counts) = (list, buckets.counts)
    for ribbon in 0..<ribbons.count { forEachTile(of: ribbon, list, grid) { counts[$0] &+= 1 } }
    buckets.turnCountsIntoStarts(tileCount: grid.count)
    ribbonIndices.resize(to: pairCount)
    let starts = buckets.starts
    for ribbon in 0..<ribbons.count {
      forEachTile(of: ribbon, list, grid) { tile in
        ribbonIndices.base[TileBuckets.nextPosition(in: starts, tile: tile)] = UInt32(truncatingIfNeeded: ribbon)
      }
    }
  }

  /// Calls `body` with the index of each tile that a ribbon's box touches.
  @inline(__always)
  private func forEachTile(of ribbon: Int, _ list: RibbonList, _ grid: TileGrid, _ body: (Int) -> Void) {
    let box = list.box(ribbon)
    let extent = grid.extent
    /// A coordinate as a whole number, clamped to the `length` pixels from `origin` on.
    func wholePixel(_ coordinate: Float, _ origin: Int, _ length: Int) -> Int {
      origin + Lanes.wholeInRange(min(max(coordinate - Float(origin), 0), Float(length)))
    }
    // One pixel more on each side for the anti-aliasing of sharp sides, and one more at the right and bottom, where the end of
    // the box is rounded down.
    guard
      let tiles = grid.tiles(
        left: wholePixel(box.left - 1, extent.x, extent.width),
        top: wholePixel(box.top - 1, extent.y, extent.height),
        right: wholePixel(box.right + 2, extent.x, extent.width),
        bottom: wholePixel(box.bottom + 2, extent.y, extent.height))
    else { return }
    for tileRow in tiles.firstTileRow...tiles.lastTileRow {
      for tileColumn in tiles.firstTileColumn...tiles.lastTileColumn {
        body(tileRow * grid.tileColumnCount + tileColumn)
      }
    }
  }

  /// The ribbons as `drawRibbons` takes them.
  private var list: RibbonList {
    RibbonList(base: ribbons.floats.base, layout: style.layout, isSoft: style.isSoft, core: style.core)
  }

  /// The trails that may touch a tile, in drawing order; nil if there are none.
  func batch(inTile tileIndex: Int) -> RibbonBatch? {
    guard pairCount > 0 else { return nil }
    let pairs = buckets.pairs(ofTile: tileIndex)
    guard !pairs.isEmpty else { return nil }
    return RibbonBatch(
      list: list, indices: UnsafeBufferPointer(start: ribbonIndices.base + pairs.lowerBound, count: pairs.count))
  }
}
