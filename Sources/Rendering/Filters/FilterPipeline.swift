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
  /// 1 for each tile of the input that is drawn once more when it is asked for, because that takes less time than memory does. Each is
  /// written by the task that draws the tile.
  private let isDrawnTwice: AlignedBuffer<UInt8>
  /// Pixels around the content of a layer beyond which its filters leave nothing; nil where they may colour what was transparent, or spread
  /// light without end.
  private let spreadPixels: Int?
  /// The one neighbourhood filter, if it works in the content of its input alone.
  private let bounded: (any BoundedFilter)?
  /// The pixels outside of which the input is transparent in the frame at hand, for `bounded`.
  private var content: PixelRect
  /// The pixels outside of which input and results were transparent when the passes were last done.
  private var lastWorkBox = PixelRect(x: 0, y: 0, width: 0, height: 0)
  /// For each neighbourhood filter the layer that it reads besides its input, if it has one.
  private let maps: [FilterMap?]

  /// Nil where the filters could change nothing at any time.
  ///
  /// - Parameters:
  ///   - outputGrid: the tiles of the output that will be asked for.
  ///   - makeMap: makes the stack of the map of one of the filters, by its index, on the tiles of the input.
  init?(
    _ applied: AppliedFilters, canvas: Canvas, outputGrid: TileGrid, makeFilter: FilterFactory,
    makeMap: (_ index: Int, _ grid: TileGrid) -> LayerStack? = { _, _ in nil }
  ) {
    let grid = outputGrid.widened(by: applied.marginPixels(canvas: canvas))
    var pointwise: [[any PointwiseFilter]] = [[]]
    var neighborhoods: [any NeighborhoodFilter] = []
    var maps: [FilterMap?] = []
    for (index, filter) in applied.filters.enumerated() {
      switch makeFilter(filter, canvas, grid.extent) {
      case let filter as any PointwiseFilter: pointwise[pointwise.count - 1].append(filter)
      case let filter as any NeighborhoodFilter:
        neighborhoods.append(filter)
        maps.append(filter is any MappedFilter ? makeMap(index, grid).map { FilterMap(stack: $0) } : nil)
        pointwise.append([])
      default: break
      }
    }
    if neighborhoods.isEmpty && pointwise[0].isEmpty { return nil }
    self.grid = grid
    self.pointwise = pointwise.map { fused($0, target: applied.target) }
    self.neighborhoods = neighborhoods
    self.maps = maps
    bounded = neighborhoods.count == 1 ? neighborhoods[0] as? any BoundedFilter : nil
    content = grid.extent
    spreadPixels = applied.spreadPixels(canvas: canvas)
    tiles = neighborhoods.contains(where: \.readsInput) ? AlignedBuffer(count: grid.count * grid.tileFloats) : nil
    isDrawnTwice = AlignedBuffer(count: grid.count)
  }

  /// Whether the input has to be drawn to a buffer in passes of its own.
  var hasPasses: Bool { !neighborhoods.isEmpty }

  /// Begins a frame of the maps that filters read, before `update`: as those of a layer in this one, their clock is the layer's local time.
  func updateMaps(
    at clock: AnimationClock, canvas: Canvas, emitters: [EmitterFrame], filtered: inout [any LayerPasses]
  ) {
    for map in maps { map?.update(at: clock, canvas: canvas, emitters: emitters, filtered: &filtered) }
  }

  /// Reads the animated values of all filters.
  ///
  /// - Parameter input: the layer before its filters, if it is one; of a canvas all pixels count.
  func update(at clock: AnimationClock, input: PreparedLayer? = nil) {
    content = input?.box ?? grid.extent
    bounded?.setContent(content)
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
    for map in maps {
      guard let map else { continue }
      guard let version = map.contentVersion else { return false }
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
    let workBox = nextWorkBox()
    for filter in neighborhoods { filter.limitWork(to: workBox) }
    pool.run(
      tasks: grid.count,
      DrawAndGather(
        pipeline: self, input: input, painters: painters, stageTimes: stageTimes, writesAlpha: writesAlpha,
        workBox: workBox))
    for index in neighborhoods.indices {
      if index > 0 {
        pool.run(
          tasks: grid.count,
          FinishAndGather(
            pipeline: self, index: index, painters: painters, stageTimes: stageTimes, writesAlpha: writesAlpha,
            workBox: workBox))
      }
      if let map = maps[index], let filter = neighborhoods[index] as? any MappedFilter, map.isToBeDrawn {
        map.isToBeDrawn = false
        pool.run(
          tasks: grid.count,
          DrawMap(filter: filter, map: map, grid: grid, painters: painters, stageTimes: stageTimes))
      }
      for (pass, taskCount) in neighborhoods[index].taskCounts.enumerated() {
        pool.run(
          tasks: taskCount,
          FilterPass(filter: neighborhoods[index], pass: pass, painters: painters, stageTimes: stageTimes))
      }
    }
  }

  /// The pixels outside of which input and results are transparent now and were so when the passes were last done: there the memory of the
  /// pipeline and of its filters is zero.
  private func nextWorkBox() -> PixelRect {
    if let bounded { return bounded.gatheredBox }
    let box = resultBox?.intersection(grid.extent) ?? grid.extent
    defer { lastWorkBox = box }
    return box.union(lastWorkBox)
  }

  /// The first pass: draw a tile of the input, filter it pointwise, gather and store it.
  private struct DrawAndGather<Input: FilterInput>: PoolWork {
    let pipeline: FilterPipeline
    let input: Input
    let painters: [TilePainter]
    let stageTimes: StageTimes?
    let writesAlpha: Bool
    let workBox: PixelRect

    func perform(task: Int, worker: Int) {
      if pipeline.grid.drawnRect(task).intersection(workBox).isEmpty { return }
      let (painter, timer) = (painters[worker], stageTimes?.timers[worker])
      timer?.start()
      let tile = input.draw(tile: task, of: pipeline.grid, with: painter)
      let isDrawnTwice =
        pipeline.addedGlow != nil && input.isCheaplyDrawn(tile: task, of: pipeline.grid)
      pipeline.isDrawnTwice[task] = isDrawnTwice ? 1 : 0
      pipeline.gather(
        0, from: tile, tileIndex: task, stores: !isDrawnTwice, writesAlpha: writesAlpha, scratch: painter.scratch)
      timer?.end(.filter)
    }
  }

  /// The pass in which a filter takes the tiles of its map.
  private struct DrawMap: PoolWork {
    let filter: any MappedFilter
    let map: FilterMap
    let grid: TileGrid
    let painters: [TilePainter]
    let stageTimes: StageTimes?

    func perform(task: Int, worker: Int) {
      let (painter, timer) = (painters[worker], stageTimes?.timers[worker])
      timer?.start()
      let rect = grid.drawnRect(task)
      let tile = painter.spareTile(at: rect)
      painter.paintStack(map.stack.shownLayers, onto: tile, .init(level: 0, rect: rect, tileIndex: task))
      filter.gatherMap(from: tile, region: grid.region(task))
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
    let workBox: PixelRect

    func perform(task: Int, worker: Int) {
      if pipeline.grid.drawnRect(task).intersection(workBox).isEmpty { return }
      let (painter, timer) = (painters[worker], stageTimes?.timers[worker])
      timer?.start()
      let tile = painter.spareTile(at: pipeline.grid.drawnRect(task))
      pipeline.finish(index - 1, onto: tile, tileIndex: task, scratch: painter.scratch)
      pipeline.gather(
        index, from: tile, tileIndex: task, stores: true, writesAlpha: writesAlpha, scratch: painter.scratch)
      timer?.end(.filter)
    }
  }

  /// One of a filter's own passes.
  private struct FilterPass: PoolWork {
    let filter: any NeighborhoodFilter
    let pass: Int
    let painters: [TilePainter]
    let stageTimes: StageTimes?

    func perform(task: Int, worker: Int) {
      let timer = stageTimes?.timers[worker]
      timer?.start()
      filter.perform(pass: pass, task: task, scratch: painters[worker].scratch)
      timer?.end(.filter)
    }
  }

  /// Applies the pointwise filters before the neighbourhood filter `index` to a tile, hands it to that filter and, if asked to,
  /// stores it.
  private func gather(
    _ index: Int, from tile: Tile, tileIndex: Int, stores: Bool, writesAlpha: Bool, scratch: AlignedBuffer<Float>
  ) {
    applyPointwise(index, to: tile)
    neighborhoods[index].gather(from: tile, region: grid.region(tileIndex), scratch: scratch)
    if stores, let stored = storedTile(tileIndex) { stream(tile, to: stored, writesAlpha: writesAlpha) }
  }

  /// Writes the result of the neighbourhood filter `index` to a tile.
  private func finish(_ index: Int, onto tile: Tile, tileIndex: Int, scratch: AlignedBuffer<Float>) {
    if neighborhoods[index].readsInput, let stored = storedTile(tileIndex) { copyOverlap(of: stored, to: tile) }
    neighborhoods[index].finish(tile, scratch: scratch)
  }

  // MARK: The result

  /// The pixels of the frame outside of which the result is transparent, since the last `update`; nil: none is known to be.
  var resultBox: PixelRect? {
    if let bounded { return pointwise[1].isEmpty ? bounded.resultBox : nil }
    guard let spread = spreadPixels else { return nil }
    return content.isEmpty
      ? content
      : PixelRect(
        x: content.x - spread, y: content.y - spread, width: content.width + 2 * spread,
        height: content.height + 2 * spread)
  }

  /// Applies all filters to a tile of their input where none reads neighbouring pixels; otherwise writes the result that follows from
  /// `render` to a tile of the output, whatever pixels the tile had before.
  func apply(to tile: Tile, rect: PixelRect, scratch: AlignedBuffer<Float>) {
    if hasPasses {
      finish(neighborhoods.count - 1, onto: tile, tileIndex: grid.index(ofTileAt: rect), scratch: scratch)
    }
    applyPointwise(neighborhoods.count, to: tile)
  }

  /// The light that the filters add to their input, where the result is just that sum; nil where `apply` has to compute it.
  var addedGlow: Glow? { neighborhoods.count == 1 && pointwise[1].isEmpty ? neighborhoods[0].glow : nil }

  /// A tile to which `addedGlow` is to be added: the input after the pointwise filters that precede it.
  func glowInput<Input: FilterInput>(
    ofTile tileIndex: Int, _ input: Input, with painter: TilePainter
  ) -> Tile {
    if isDrawnTwice[tileIndex] == 0, let stored = storedTile(tileIndex) { return stored }
    let tile = input.draw(tile: tileIndex, of: grid, with: painter)
    applyPointwise(0, to: tile)
    return tile
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

  /// Whether drawing a tile again takes less time than writing it to memory and reading it.
  func isCheaplyDrawn(tile: Int, of grid: TileGrid) -> Bool
}

extension FilterInput {
  func isCheaplyDrawn(tile: Int, of grid: TileGrid) -> Bool { false }
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
