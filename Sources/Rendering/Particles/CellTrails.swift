import Lanes
import Raster
import Simulation

/// The trails of one cell in one group of chunks, and which tiles each of them touches.
///
/// What a worker has evaluated is taken over, not copied. A counting sort by the boxes of whole ribbons: a ribbon looks for
/// its own pieces that touch a tile when it is drawn there. The memory is kept from frame to frame.
final class CellTrails {
  private let rule: TrailStyle
  private let ribbons: Ribbons
  private let starts = AlignedBuffer<UInt32>(count: 0)
  private let indices = AlignedBuffer<UInt32>(count: 0)
  private(set) var pairCount = 0
  /// Whether there are trails now, or were in the frame before.
  private(set) var hasChanged = false

  init(rule: TrailStyle) {
    self.rule = rule
    ribbons = Ribbons(style: rule)
  }

  func fill(from source: Ribbons, grid: TileGrid) {
    hasChanged = ribbons.count > 0 || source.count > 0
    ribbons.swap(with: source)
    starts.reserve(grid.count + 1)
    starts.fill(with: 0)
    let list = list
    for ribbon in 0..<ribbons.count { forEachTile(of: ribbon, list, grid) { starts.base[$0] &+= 1 } }
    var sum: UInt32 = 0
    for tile in 0...grid.count {
      let here = starts.base[tile]
      starts.base[tile] = sum
      sum &+= here
    }
    pairCount = Int(sum)
    indices.reserve(pairCount)
    // Filling moves each start to its end, which is the next one's start.
    for ribbon in 0..<ribbons.count {
      forEachTile(of: ribbon, list, grid) { tile in
        indices.base[Int(starts.base[tile])] = UInt32(truncatingIfNeeded: ribbon)
        starts.base[tile] &+= 1
      }
    }
  }

  @inline(__always)
  private func forEachTile(of ribbon: Int, _ list: RibbonList, _ grid: TileGrid, _ body: (Int) -> Void) {
    let box = list.box(ribbon)
    // A pixel for the ramp of sharp sides.
    func whole(_ x: Float, _ limit: Int) -> Int { Lanes.wholeInRange(min(max(x, 0), Float(limit))) }
    let (x0, x1) = (whole(box.left - 1, grid.frameWidth), whole(box.right + 2, grid.frameWidth))
    let (y0, y1) = (whole(box.top - 1, grid.frameHeight), whole(box.bottom + 2, grid.frameHeight))
    guard x0 < x1, y0 < y1 else { return }
    let column1 = min((x1 - 1 + grid.leftMargin) / grid.tileWidth, grid.columns - 1)
    for row in y0 / grid.tileHeight...(y1 - 1) / grid.tileHeight {
      for column in x0 / grid.tileWidth...column1 { body(row * grid.columns + column) }
    }
  }

  private var list: RibbonList {
    RibbonList(
      base: ribbons.floats.base, recordStride: rule.recordStride, planeStride: rule.planeStride, isSoft: rule.isSoft,
      isColored: rule.isColored)
  }

  /// The trails that may touch `tile`, in drawing order; nil for none.
  func run(inTile tile: Int) -> RibbonRun? {
    guard pairCount > 0 else { return nil }
    let start = tile == 0 ? 0 : Int(starts.base[tile - 1])
    let end = Int(starts.base[tile])
    guard start < end else { return nil }
    return RibbonRun(list: list, indices: UnsafeBufferPointer(start: indices.base + start, count: end - start))
  }
}
