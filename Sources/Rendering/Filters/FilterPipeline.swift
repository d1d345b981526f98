import Lanes
import Model
import Raster
import Shading

/// The filters of one layer, group or canvas, planned in passes over tiles.
///
/// A pointwise filter, whose pixels follow from the same pixels, runs inside of a tile, in the same pass as what comes before
/// or after it. A neighbourhood filter, which reads pixels around each of its own, splits the work: all tiles of its input are
/// drawn and gathered in an earlier pass, its own passes follow, and its result is computed tile by tile in the pass after
/// them. So n neighbourhood filters cost n passes over all tiles besides their own passes, and the last one's result goes
/// straight onto the tile that it is composited with.
///
/// The gathered input is kept tile after tile (`tiles`), not row after row of the frame: of a frame's row each tile would read
/// a piece too short for the processor to fetch ahead. Stores that bypass the cache write it.
final class FilterPipeline: @unchecked Sendable {
  /// The tiles of the input: those of the output, and as many around them as the filters read.
  let grid: TileGrid
  /// At index n the pointwise filters between the neighbourhood filters n − 1 and n: one list more than `neighborhoods`, the
  /// last for those after all of them.
  private let pointwise: [[any PointwiseFilter]]
  private let neighborhoods: [any NeighborhoodFilter]
  /// The input of one neighbourhood filter at a time, tile after tile with left margins, `grid.tileFloats` Floats for each; nil
  /// where no filter reads its input again after gathering it.
  private let tiles: AlignedBuffer<Float>?

  /// Nil where the filters could change nothing at any time.
  ///
  /// - Parameter outputGrid: the tiles of the output that will be asked for.
  init?(_ applied: AppliedFilters, canvas: Canvas, outputGrid: TileGrid, makeFilter: FilterFactory) {
    let grid = outputGrid.widened(by: applied.marginPixels(canvas: canvas))
    var pointwise: [[any PointwiseFilter]] = [[]]
    var neighborhoods: [any NeighborhoodFilter] = []
    for filter in applied.filters {
      switch makeFilter(filter, canvas, grid.extent) {
      case let filter as any PointwiseFilter: pointwise[pointwise.count - 1].append(filter)
      case let filter as any NeighborhoodFilter:
        neighborhoods.append(filter)
        pointwise.append([])
      default: break
      }
    }
    if neighborhoods.isEmpty && pointwise[0].isEmpty { return nil }
    self.grid = grid
    self.pointwise = pointwise.map { fused($0, target: applied.target) }
    self.neighborhoods = neighborhoods
    tiles = neighborhoods.contains(where: \.readsInput) ? AlignedBuffer(count: grid.count * grid.tileFloats) : nil
  }

  /// Whether the input has to be drawn to a buffer in passes of its own.
  var hasPasses: Bool { !neighborhoods.isEmpty }

  /// Reads the animated values of all filters.
  func update(at clock: AnimationClock) {
    for filters in pointwise { for filter in filters { filter.update(at: clock) } }
    for filter in neighborhoods { filter.update(at: clock) }
  }

  /// Appends the content version of each filter: if all are equal to those of another frame, the filters do the same to the
  /// same input. False if one of them has none.
  func appendVersions(to versions: inout [Int]) -> Bool {
    for filters in pointwise {
      for filter in filters {
        guard let version = filter.contentVersion else { return false }
        versions.append(version)
      }
    }
    for filter in neighborhoods {
      guard let version = filter.contentVersion else { return false }
      versions.append(version)
    }
    return true
  }

  // MARK: The passes of a frame

  /// Does all passes before `apply` can be called: draws the input, gathers it, and does the filters' own passes.
  ///
  /// - Parameter writesAlpha: whether the alpha of `tiles` is read later.
  func render<Input: FilterInput>(
    _ input: Input, painters: [TilePainter], pool: WorkerPool, stageTimes: StageTimes?, writesAlpha: Bool = true
  ) {
    pool.run(
      jobs: grid.count,
      DrawAndGather(pipeline: self, input: input, painters: painters, stageTimes: stageTimes, writesAlpha: writesAlpha))
    for index in neighborhoods.indices {
      if index > 0 {
        pool.run(
          jobs: grid.count,
          FinishAndGather(
            pipeline: self, index: index, painters: painters, stageTimes: stageTimes, writesAlpha: writesAlpha))
      }
      for (pass, jobs) in neighborhoods[index].taskCounts.enumerated() {
        pool.run(
          jobs: jobs,
          FilterJob(filter: neighborhoods[index], pass: pass, painters: painters, stageTimes: stageTimes))
      }
    }
  }

  /// The first pass: draw a tile of the input, filter it pointwise, gather and store it.
  private struct DrawAndGather<Input: FilterInput>: PoolWork {
    let pipeline: FilterPipeline
    let input: Input
    let painters: [TilePainter]
    let stageTimes: StageTimes?
    let writesAlpha: Bool

    func perform(job: Int, worker: Int) {
      let (painter, timer) = (painters[worker], stageTimes?.timers[worker])
      timer?.start()
      let tile = input.draw(tile: job, of: pipeline.grid, with: painter)
      pipeline.gather(0, from: tile, tileIndex: job, writesAlpha: writesAlpha, scratch: painter.scratch)
      timer?.end(.filter)
    }
  }

  /// The pass between two neighbourhood filters: compute a tile of the first one's result, and gather it for the second.
  private struct FinishAndGather: PoolWork {
    let pipeline: FilterPipeline
    /// Index of the second filter in `neighborhoods`.
    let index: Int
    let painters: [TilePainter]
    let stageTimes: StageTimes?
    let writesAlpha: Bool

    func perform(job: Int, worker: Int) {
      let (painter, timer) = (painters[worker], stageTimes?.timers[worker])
      timer?.start()
      let tile = painter.spareTile(at: pipeline.grid.drawnRect(job))
      pipeline.finish(index - 1, onto: tile, tileIndex: job, scratch: painter.scratch)
      pipeline.gather(index, from: tile, tileIndex: job, writesAlpha: writesAlpha, scratch: painter.scratch)
      timer?.end(.filter)
    }
  }

  /// A job of a filter's own passes.
  private struct FilterJob: PoolWork {
    let filter: any NeighborhoodFilter
    let pass: Int
    let painters: [TilePainter]
    let stageTimes: StageTimes?

    func perform(job: Int, worker: Int) {
      let timer = stageTimes?.timers[worker]
      timer?.start()
      filter.perform(pass: pass, task: job, scratch: painters[worker].scratch)
      timer?.end(.filter)
    }
  }

  /// Applies the pointwise filters before the neighbourhood filter `index` to a tile, hands it to that filter and stores it.
  private func gather(_ index: Int, from tile: Tile, tileIndex: Int, writesAlpha: Bool, scratch: AlignedBuffer<Float>) {
    applyPointwise(index, to: tile)
    neighborhoods[index].gather(from: tile, region: grid.region(tileIndex), scratch: scratch)
    if let stored = storedTile(tileIndex) { stream(tile, to: stored, writesAlpha: writesAlpha) }
  }

  /// Writes the result of the neighbourhood filter `index` to a tile.
  private func finish(_ index: Int, onto tile: Tile, tileIndex: Int, scratch: AlignedBuffer<Float>) {
    if neighborhoods[index].readsInput, let stored = storedTile(tileIndex) { copyOverlap(of: stored, to: tile) }
    neighborhoods[index].finish(tile, scratch: scratch)
  }

  // MARK: The result

  /// Applies all filters to a tile of their input where none reads neighbouring pixels; otherwise writes the result that follows from
  /// `render` to a tile of the output, whatever pixels the tile had before.
  func apply(to tile: Tile, rect: PixelRect, scratch: AlignedBuffer<Float>) {
    if hasPasses {
      finish(neighborhoods.count - 1, onto: tile, tileIndex: grid.index(ofTileAt: rect), scratch: scratch)
    }
    applyPointwise(neighborhoods.count, to: tile)
  }

  /// A tile of the last filter's input, and the light that the filter adds to it, where the result is just their sum; nil
  /// where `apply` has to compute the result.
  func inputAndGlow(ofTile tileIndex: Int) -> (tile: Tile, glow: Glow)? {
    guard neighborhoods.count == 1, pointwise[1].isEmpty, let glow = neighborhoods[0].glow,
      let tile = storedTile(tileIndex)
    else { return nil }
    return (tile, glow)
  }

  /// Applies the pointwise filters `pointwise[index]`.
  private func applyPointwise(_ index: Int, to tile: Tile) {
    let filters = pointwise[index]
    if filters.isEmpty { return }
    for row in 0..<tile.height {
      // All filters pass over a row while it is in the first-level cache.
      for filter in filters { filter.apply(to: TileRow(tile, row: row), x: tile.x, y: tile.y + row) }
    }
  }

  /// The memory of a tile in `tiles`.
  private func storedTile(_ tileIndex: Int) -> Tile? {
    guard let tiles else { return nil }
    let rect = grid.drawnRect(tileIndex)
    return Tile(
      base: tiles.base + tileIndex * grid.tileFloats, x: rect.x, y: rect.y, width: (rect.width + 7) / 8 * 8,
      height: rect.height)
  }
}

/// The input of a pipeline: a layer, a group or the canvas before its filters.
protocol FilterInput {
  /// Draws a tile of the pipeline's grid; valid until the painter draws the next one.
  func draw(tile: Int, of grid: TileGrid, with painter: TilePainter) -> Tile
}

/// Makes a filter of a pipeline for an input of the given pixels; nil where it could change nothing at any time. The product's
/// factory is Shading's `makeFilter`; tests bring filters of their own.
package typealias FilterFactory =
  @Sendable (_ filter: Filter, _ canvas: Canvas, _ input: PixelRect) -> (any LayerFilter)?

/// Copies the pixels that two tiles share, all four planes; their x coordinates and widths are whole lanes.
private func copyOverlap(of source: Tile, to target: Tile) {
  let (x, endX) = (max(source.x, target.x), min(source.x + source.width, target.x + target.width))
  let (y, endY) = (max(source.y, target.y), min(source.y + source.height, target.y + target.height))
  for row in y..<max(y, endY) {
    for plane in 0..<4 {
      (target.row(row - target.y, plane: plane) + (x - target.x))
        .update(from: source.row(row - source.y, plane: plane) + (x - source.x), count: endX - x)
    }
  }
}
