import Lanes
import Model
import Raster
import Shading

/// The filters of one layer, group or canvas, planned in passes over tiles.
///
/// Pointwise filters run inside of a tile, fused with the pass before or behind them. A filter that needs neighbours splits the
/// work: all tiles of its input are drawn and gathered in an earlier pass, its own passes follow, and its result is asked for
/// tile by tile in the pass behind. So n filters with neighbours cost n passes over tiles of the buffer besides their own, and
/// the last one's result goes straight onto the tile that it is composited with.
///
/// The buffer has a place of its own for each tile, its left margin included, to which a tile is streamed past the cache. Rows
/// of whole frames would be read in pieces too short for the processor to fetch ahead.
final class FilterPipeline: @unchecked Sendable {
  /// The tiles of the input: those of the wanted picture, and as many around it as the filters reach.
  let grid: TileGrid
  /// For each filter with neighbours, the pointwise ones before it; then the pointwise ones behind the last of them.
  private let pointwise: [[any PointwiseFilter]]
  private let neighborhoods: [any NeighborhoodFilter]
  /// The input of the filters, tile by tile, where one of them reads it.
  private let tiles: AlignedBuffer<Float>?

  /// Nil where the filters could change nothing at any time.
  ///
  /// - Parameter wanted: the tiles that will be asked for.
  init?(_ applied: AppliedFilters, canvas: Canvas, wanted: TileGrid, makeFilter: FilterFactory) {
    let grid = wanted.widened(by: applied.marginPixels(canvas: canvas))
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
    self.pointwise = pointwise
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

  /// Content version of all filters together, appended number by number; false if one of them has none.
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

  /// Draws the input and does everything up to the last filter's result.
  ///
  /// - Parameter keepsAlpha: whether the input's alpha is stored.
  func render<Input: FilterInput>(
    _ input: Input, painters: [TilePainter], pool: WorkerPool, stages: StageTimes?, keepsAlpha: Bool = true
  ) {
    pool.run(
      jobs: grid.count,
      DrawAndGather(pipeline: self, input: input, painters: painters, stages: stages, keepsAlpha: keepsAlpha))
    for index in neighborhoods.indices {
      if index > 0 {
        pool.run(
          jobs: grid.count,
          FinishAndGather(
            pipeline: self, index: index, painters: painters, stages: stages, keepsAlpha: keepsAlpha))
      }
      for (pass, jobs) in neighborhoods[index].jobCounts.enumerated() {
        pool.run(
          jobs: jobs,
          FilterJob(filter: neighborhoods[index], pass: pass, painters: painters, stages: stages))
      }
    }
  }

  /// The first pass: draw, filter pointwise, gather and store.
  private struct DrawAndGather<Input: FilterInput>: PoolWork {
    let pipeline: FilterPipeline
    let input: Input
    let painters: [TilePainter]
    let stages: StageTimes?
    let keepsAlpha: Bool

    func perform(job: Int, worker: Int) {
      let (painter, laps) = (painters[worker], stages?.workers[worker])
      laps?.start()
      let tile = input.draw(tile: job, of: pipeline.grid, with: painter)
      pipeline.gather(0, from: tile, number: job, keepsAlpha: keepsAlpha, scratch: painter.scratch)
      laps?.lap(.filter)
    }
  }

  /// The pass between two filters with neighbours.
  private struct FinishAndGather: PoolWork {
    let pipeline: FilterPipeline
    let index: Int
    let painters: [TilePainter]
    let stages: StageTimes?
    let keepsAlpha: Bool

    func perform(job: Int, worker: Int) {
      let (painter, laps) = (painters[worker], stages?.workers[worker])
      laps?.start()
      let tile = painter.filterTile(at: pipeline.grid.drawnRect(job))
      pipeline.finish(index - 1, onto: tile, number: job, scratch: painter.scratch)
      pipeline.gather(index, from: tile, number: job, keepsAlpha: keepsAlpha, scratch: painter.scratch)
      laps?.lap(.filter)
    }
  }

  /// A job of a filter's own passes.
  private struct FilterJob: PoolWork {
    let filter: any NeighborhoodFilter
    let pass: Int
    let painters: [TilePainter]
    let stages: StageTimes?

    func perform(job: Int, worker: Int) {
      let laps = stages?.workers[worker]
      laps?.start()
      filter.perform(pass: pass, job: job, scratch: painters[worker].scratch)
      laps?.lap(.filter)
    }
  }

  private func gather(_ index: Int, from tile: Tile, number: Int, keepsAlpha: Bool, scratch: AlignedBuffer<Float>) {
    applyPointwise(index, to: tile)
    neighborhoods[index].gather(from: tile, region: grid.region(number), scratch: scratch)
    if let stored = stored(number) { stream(tile, to: stored, keepsAlpha: keepsAlpha) }
  }

  private func finish(_ index: Int, onto tile: Tile, number: Int, scratch: AlignedBuffer<Float>) {
    if neighborhoods[index].readsInput, let stored = stored(number) { copyOverlap(of: stored, to: tile) }
    neighborhoods[index].finish(tile, scratch: scratch)
  }

  // MARK: The result

  /// Applies all filters to a tile that holds their input, where no filter needs neighbours; else writes the result of `render`
  /// to the tile, which lies within the wanted picture.
  func apply(to tile: Tile, rect: PixelRect, scratch: AlignedBuffer<Float>) {
    if hasPasses {
      finish(neighborhoods.count - 1, onto: tile, number: grid.index(ofTileAt: rect), scratch: scratch)
    }
    applyPointwise(neighborhoods.count, to: tile)
  }

  /// The input of the last filter where its result is nothing but light to be added; nil where tiles have to be asked for.
  func litTile(_ number: Int) -> (tile: Tile, glow: Glow)? {
    guard neighborhoods.count == 1, pointwise[1].isEmpty, let glow = neighborhoods[0].glow, let tile = stored(number)
    else { return nil }
    return (tile, glow)
  }

  private func applyPointwise(_ index: Int, to tile: Tile) {
    let filters = pointwise[index]
    if filters.isEmpty { return }
    for row in 0..<tile.height {
      // All filters pass over a row while it is in the first-level cache.
      for filter in filters { filter.apply(to: TileRow(tile, row: row), x: tile.x, y: tile.y + row) }
    }
  }

  private func stored(_ number: Int) -> Tile? {
    guard let tiles else { return nil }
    let rect = grid.drawnRect(number)
    return Tile(
      base: tiles.base + number * grid.tileFloats, x: rect.x, y: rect.y, width: (rect.width + 7) / 8 * 8,
      height: rect.height)
  }
}

/// What a pipeline's first filter works on.
protocol FilterInput {
  /// Draws a tile of the pipeline's grid; valid until the painter draws the next one.
  func draw(tile: Int, of grid: TileGrid, with painter: TilePainter) -> Tile
}

/// Makes the filters of a pipeline. The product's is Shading's `makeFilter`; tests bring filters of their own.
package typealias FilterFactory = @Sendable (Filter, Canvas, PixelRect) -> (any LayerFilter)?

/// Copies the rows and columns that two tiles share, whole lanes of them.
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
