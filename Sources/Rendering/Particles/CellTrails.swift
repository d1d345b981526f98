import Lanes
import Raster
import Simulation

/// The trails of one cell in one group of chunks, and which tiles each of them touches.
///
/// A worker's ribbons are taken over, not copied. They are sorted into tiles by the boxes of whole ribbons (`TileBuckets`); a
/// ribbon finds its own segments that touch a tile when it is drawn there. The memory is kept from frame to frame.
final class CellTrails {
  private let rule: TrailStyle
  private let ribbons: Ribbons
  private var buckets = TileBuckets()
  private let indices = AlignedBuffer<UInt32>(count: 0)
  var pairCount: Int { buckets.pairCount }
  /// Whether there are trails now, or were in the frame before.
  private(set) var hasChanged = false

  init(rule: TrailStyle) {
    self.rule = rule
    ribbons = Ribbons(style: rule)
  }

  func fill(from source: Ribbons, grid: TileGrid) {
    hasChanged = ribbons.count > 0 || source.count > 0
    ribbons.swap(with: source)
    buckets.begin(tileCount: grid.count)
    let (list, offsets) = (list, buckets.counts)
    for ribbon in 0..<ribbons.count { forEachTile(of: ribbon, list, grid) { offsets[$0] &+= 1 } }
    buckets.makeOffsets(tileCount: grid.count)
    indices.reserve(pairCount)
    for ribbon in 0..<ribbons.count {
      forEachTile(of: ribbon, list, grid) { tile in
        indices.base[TileBuckets.nextOffset(in: offsets, tile: tile)] = UInt32(truncatingIfNeeded: ribbon)
      }
    }
  }

  @inline(__always)
  private func forEachTile(of ribbon: Int, _ list: RibbonList, _ grid: TileGrid, _ body: (Int) -> Void) {
    let box = list.box(ribbon)
    // A pixel for the ramp of sharp sides.
    let extent = grid.extent
    func whole(_ coordinate: Float, _ origin: Int, _ length: Int) -> Int {
      origin + Lanes.wholeInRange(min(max(coordinate - Float(origin), 0), Float(length)))
    }
    guard
      let tiles = grid.tiles(
        left: whole(box.left - 1, extent.x, extent.width), top: whole(box.top - 1, extent.y, extent.height),
        right: whole(box.right + 2, extent.x, extent.width), bottom: whole(box.bottom + 2, extent.y, extent.height))
    else { return }
    for row in tiles.firstRow...tiles.lastRow {
      for column in tiles.firstColumn...tiles.lastColumn { body(row * grid.columns + column) }
    }
  }

  private var list: RibbonList {
    RibbonList(
      base: ribbons.floats.base, layout: rule.layout, isSoft: rule.isSoft)
  }

  /// The trails that may touch `tile`, in drawing order; nil for none.
  func run(inTile tile: Int) -> RibbonBatch? {
    guard pairCount > 0 else { return nil }
    let pairs = buckets.pairs(ofTile: tile)
    guard !pairs.isEmpty else { return nil }
    return RibbonBatch(
      list: list, indices: UnsafeBufferPointer(start: indices.base + pairs.lowerBound, count: pairs.count))
  }
}
