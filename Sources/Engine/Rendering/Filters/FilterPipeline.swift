import Lanes
import Model
import Raster
import Shading

/// The filters of one layer, group or canvas, planned in passes over tiles.
///
/// A pointwise filter, each of whose pixels depends only on the same pixel of the input, runs inside of a tile, in the same pass
/// as the work before or after it. A neighbourhood filter, which reads pixels around each of its own, splits the work: all tiles
/// of its input are drawn and gathered in an earlier pass, its own passes follow, and its result is computed tile by tile in the
/// pass after them. So n neighbourhood filters cost n passes over all tiles besides their own passes, and the last filter's
/// result goes straight onto the tile that it is composited with.
///
/// The gathered input is stored tile after tile (`tiles`). If it were stored row after row of the frame, each tile would read short
/// pieces of many rows, which the processor cannot fetch ahead. Stores that bypass the cache write the tiles.
final class FilterPipeline: @unchecked Sendable {
  /// The tiles of the input: those of the output, and as many around them as the filters read.
  let grid: TileGrid
  /// List n has the pointwise filters between the neighbourhood filters n − 1 and n. There is one list more than `neighborhoods`,
  /// for the pointwise filters after all neighbourhood filters.
  private let pointwise: [[any PointwiseFilter]]
  /// The neighbourhood filters, in the order in which they are applied.
  private let neighborhoods: [any NeighborhoodFilter]
  /// For each of them, whether its last step reads its input (`FilterDefinition.readsInputInFinish`).
  private let readsInputInFinish: [Bool]
  /// The input of one neighbourhood filter at a time, tile after tile with left margins, `grid.tileFloats` Floats for each tile;
  /// nil if no filter reads its input again after gathering it.
  private let tiles: AlignedBuffer<Float>?
  /// For each tile of the input, 1 if it is drawn again when it is needed, which takes less time than storing and loading it;
  /// else 0. The task that draws a tile writes the tile's element.
  private let isDrawnTwice: AlignedBuffer<UInt8>
  /// The greatest number of pixels by which the filters spread a layer's content; nil if they may colour transparent pixels or
  /// spread light without a limit.
  private let spreadPixels: Int?
  /// The neighbourhood filter, if there is only one and its work is limited to a box around the content of its input; else nil.
  private let boundedFilter: (any BoundedFilter)?
  /// A box outside of which the input is transparent in the current frame.
  private var contentBox: PixelRect
  /// A box outside of which input and result were transparent when the passes were last done (`resultBox` of that frame, inside the
  /// grid). Not used with `boundedFilter`, which has such a box itself.
  private var lastResultBox = PixelRect(x: 0, y: 0, width: 0, height: 0)
  /// The version of what the last neighbourhood filter gathered when the passes were last done.
  private var gatheredVersion = ContentVersion()
  /// The box in which the last neighbourhood filter gathered its input when the passes were last done.
  private var lastGatheredBox = PixelRect(x: 0, y: 0, width: 0, height: 0)
  /// For each neighbourhood filter, the layer that it reads besides its input, if any.
  private let maps: [FilterMap?]
  /// How many pixels around a layer the filters of what lies below it read; nil without a bound, or for other filters.
  private let readPixels: Int?
  /// Whether the result takes the place of the layer through which it is seen (`FilterDefinition.drawsLayer`), and whether it is that layer's body.
  let drawsLayer: Bool
  let isBody: Bool

  /// Returns nil if the filters never change anything.
  ///
  /// - Parameters:
  ///   - outputGrid: the tiles of the output.
  ///   - makeMap: makes the stack of a filter's map (`FilterMap`), by the filter's index, for the tiles of the input; returns nil
  ///     for a filter without a map.
  init?(
    _ applied: AppliedFilters, canvas: Canvas, outputGrid: TileGrid, makeFilter: FilterFactory,
    makeMap: (_ index: Int, _ grid: TileGrid) -> LayerStack? = { _, _ in nil }
  ) {
    let scale = applied.rasterScale
    let grid = outputGrid.rasterized(
      scale: scale, widenedBy: applied.marginPixels(canvas: canvas.rasterized(scale: scale)))
    var pointwise: [[any PointwiseFilter]] = [[]]
    var neighborhoods: [any NeighborhoodFilter] = []
    var readsInputInFinish: [Bool] = []
    var maps: [FilterMap?] = []
    for (index, filter) in applied.filters.enumerated() {
      switch makeFilter(filter, canvas, grid.extent) {
      case let filter as any PointwiseFilter: pointwise[pointwise.count - 1].append(filter)
      case let filter as any NeighborhoodFilter:
        neighborhoods.append(filter)
        readsInputInFinish.append(applied.filters[index].kind.readsInputInFinish)
        if applied.filters[index].kind.readsLayer {
          maps.append(FilterMap(stack: nil))
        } else {
          maps.append(filter is any MappedFilter ? makeMap(index, grid).map { FilterMap(stack: $0) } : nil)
        }
        pointwise.append([])
      default: break
      }
    }
    if neighborhoods.isEmpty && pointwise[0].isEmpty { return nil }
    self.grid = grid
    self.pointwise = pointwise.map { fused($0, target: applied.target) }
    self.neighborhoods = neighborhoods
    self.readsInputInFinish = readsInputInFinish
    self.maps = maps
    boundedFilter = neighborhoods.count == 1 ? neighborhoods[0] as? any BoundedFilter : nil
    contentBox = grid.extent
    spreadPixels = applied.spreadPixels(canvas: canvas)
    readPixels = applied.readPixels(canvas: canvas)
    drawsLayer = applied.filters.contains(where: \.kind.drawsLayer)
    isBody = applied.filters.contains(where: \.kind.readsLayer)
    tiles =
      readsInputInFinish.contains(true) ? AlignedBuffer(count: grid.count * grid.tileFloats) : nil
    isDrawnTwice = AlignedBuffer(count: grid.count)
  }

  /// Whether the input has to be drawn to a buffer in passes of its own.
  var hasPasses: Bool { !neighborhoods.isEmpty }

  /// Brings the maps that filters read up to date; called in each frame before `update`.
  ///
  /// - Parameter clock: the clock of the layer that has the filters. A map is timed by that layer's local time, like a layer in a
  ///   group.
  func updateMaps(
    at clock: AnimationClock, canvas: Canvas, emitters: [EmitterFrame], layersWithPasses: inout [any LayerPasses]
  ) {
    for map in maps { map?.update(at: clock, canvas: canvas, emitters: emitters, layersWithPasses: &layersWithPasses) }
  }

  /// Reads the animated values of all filters.
  ///
  /// - Parameters:
  ///   - input: the layer before its filters; nil for the canvas, and for what lies below a layer, all of whose pixels count as content.
  ///   - layer: the layer through which the result is seen, for filters of what lies below it.
  func update(at clock: AnimationClock, input: PreparedLayer? = nil, seenThrough layer: [PreparedLayer] = []) {
    contentBox = input?.box ?? grid.extent
    if let layer = layer.first {
      for map in maps { map?.update(layer: [layer]) }
      if let readPixels { contentBox = layer.box.widened(by: readPixels).intersection(grid.extent) }
    }
    boundedFilter?.setContent(contentBox)
    for filters in pointwise { for filter in filters { filter.update(at: clock) } }
    for filter in neighborhoods { filter.update(at: clock) }
  }

  /// Adds the versions of all filters and maps. In frames with equal versions, equal inputs have equal results.
  func addVersions(to version: inout ContentVersion) {
    addVersions(before: neighborhoods.count, to: &version)
    for filter in pointwise[neighborhoods.count] { version.add(filter.contentVersion) }
  }

  /// Adds the versions of all filters and maps that come before the pointwise filters `pointwise[index]`.
  private func addVersions(before index: Int, to version: inout ContentVersion) {
    for stage in 0..<index {
      for filter in pointwise[stage] { version.add(filter.contentVersion) }
      version.add(neighborhoods[stage].contentVersion)
      if let map = maps[stage] { version.add(map.contentVersion) }
    }
  }

  // MARK: The passes of a frame

  /// Does all passes that come before `apply`: draws the input, gathers it, and does the filters' own passes.
  ///
  /// - Parameters:
  ///   - inputVersion: the input's content version; nil if it may have changed.
  ///   - writesAlpha: whether alpha is stored in `tiles`, too, because it is read later.
  func render<Input: FilterInput>(
    _ input: Input, inputVersion: Int?, painters: [TilePainter], pool: WorkerPool, stageTimes: StageTimes?,
    writesAlpha: Bool = true
  ) {
    let workBox = nextWorkBox()
    for filter in neighborhoods { filter.limitWork(to: workBox) }
    let last = neighborhoods.count - 1
    let isGathered = lastFilterHasGathered(inputVersion, workBox)
    for index in (isGathered ? last : 0)...last {
      if !isGathered { neighborhoods[index].beginGathering() }
      if isGathered {
        // Nothing has to be drawn or gathered: only the last filter's own passes and `finish` are left to do.
      } else if index == 0 {
        pool.run(
          tasks: grid.count,
          DrawAndGather(
            pipeline: self, input: input, painters: painters, stageTimes: stageTimes, writesAlpha: writesAlpha,
            workBox: workBox))
      } else {
        pool.run(
          tasks: grid.count,
          FinishAndGather(
            pipeline: self, index: index, painters: painters, stageTimes: stageTimes, writesAlpha: writesAlpha,
            workBox: workBox))
      }
      if let map = maps[index], let filter = neighborhoods[index] as? any MappedFilter, map.needsDrawing {
        let box = map.beginDrawing()
        filter.beginGatheringMap(within: box)
        pool.run(
          tasks: grid.count,
          DrawMap(filter: filter, map: map, box: box, grid: grid, painters: painters, stageTimes: stageTimes))
      }
      for (pass, taskCount) in neighborhoods[index].taskCounts.enumerated() {
        pool.run(
          tasks: taskCount,
          FilterPass(filter: neighborhoods[index], pass: pass, painters: painters, stageTimes: stageTimes))
      }
      neighborhoods[index].endPasses()
    }
  }

  /// Whether the last neighbourhood filter still holds the input that it would gather now; called once a frame, since it records the
  /// version and the box for the next frame. So a layer that stands still is drawn once, even if its transform moves.
  private func lastFilterHasGathered(_ inputVersion: Int?, _ workBox: PixelRect) -> Bool {
    let last = neighborhoods.count - 1
    gatheredVersion.begin()
    gatheredVersion.add(neighborhoods[last].canReuseGatheredInput ? inputVersion : nil)
    addVersions(before: last, to: &gatheredVersion)
    for filter in pointwise[last] { gatheredVersion.add(filter.contentVersion) }
    let hasChanged = gatheredVersion.end() || workBox != lastGatheredBox
    lastGatheredBox = workBox
    return !hasChanged
  }

  /// The box in which the input is drawn and gathered in this frame; called once a frame. With `boundedFilter`, that filter chooses the
  /// box. Otherwise, outside of the box, input and result are transparent now and were so when the passes were last done: the memory
  /// of the pipeline and of its filters is zero there.
  private func nextWorkBox() -> PixelRect {
    if let boundedFilter { return boundedFilter.gatheredBox }
    let box = resultBox?.intersection(grid.extent) ?? grid.extent
    defer { lastResultBox = box }
    return box.union(lastResultBox)
  }

  /// The first pass: draws a tile of the input, applies pointwise filters, gathers the tile and stores it.
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
      let tile = input.draw(tileIndex: task, of: pipeline.grid, with: painter)
      let isDrawnTwice =
        pipeline.addedBloom != nil && input.isCheaperToRedraw(tileIndex: task, of: pipeline.grid)
      pipeline.isDrawnTwice[task] = isDrawnTwice ? 1 : 0
      pipeline.gather(
        0, from: tile, tileIndex: task, stores: !isDrawnTwice, writesAlpha: writesAlpha, scratch: painter.scratch)
      timer?.end(.filter)
    }
  }

  /// The pass that draws the tiles of a filter's map and hands them to the filter.
  private struct DrawMap: PoolWork {
    let filter: any MappedFilter
    let map: FilterMap
    let box: PixelRect
    let grid: TileGrid
    let painters: [TilePainter]
    let stageTimes: StageTimes?

    func perform(task: Int, worker: Int) {
      let rect = grid.drawnRect(task)
      if rect.intersection(box).isEmpty { return }
      let (painter, timer) = (painters[worker], stageTimes?.timers[worker])
      timer?.start()
      let tile = painter.spareTile(at: rect)
      painter.paintStack(map.layers, onto: tile, .init(level: 0, rect: rect, tileIndex: task))
      filter.gatherMap(from: tile, region: grid.region(task))
      timer?.end(.filter)
    }
  }

  /// The pass between two neighbourhood filters: computes a tile of the first filter's result and gathers it for the second
  /// filter.
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
      if pipeline.readsInputInFinish[index - 1], pipeline.readsInputInFinish[index],
        let stored = pipeline.storedTile(task)
      {
        // The result takes the input's place: neither is copied.
        pipeline.neighborhoods[index - 1].finish(stored, scratch: painter.scratch)
        pipeline.gather(
          index, from: stored, tileIndex: task, stores: false, writesAlpha: writesAlpha, scratch: painter.scratch)
      } else {
        let tile = painter.spareTile(at: pipeline.grid.drawnRect(task))
        pipeline.finish(index - 1, onto: tile, tileIndex: task, scratch: painter.scratch)
        pipeline.gather(
          index, from: tile, tileIndex: task, stores: true, writesAlpha: writesAlpha, scratch: painter.scratch)
      }
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

  /// Applies the pointwise filters before the neighbourhood filter `index` to a tile, hands the tile to that filter and, if
  /// `stores` and the filter reads its input again, stores it in `tiles`.
  private func gather(
    _ index: Int, from tile: Tile, tileIndex: Int, stores: Bool, writesAlpha: Bool, scratch: AlignedBuffer<Float>
  ) {
    Shading.apply(pointwise[index], to: tile, scratch: scratch)
    neighborhoods[index].gather(from: tile, region: grid.region(tileIndex), scratch: scratch)
    if stores, readsInputInFinish[index], let stored = storedTile(tileIndex) {
      stream(tile, to: stored, writesAlpha: writesAlpha)
    }
  }

  /// Writes the result of the neighbourhood filter `index` to a tile.
  private func finish(_ index: Int, onto tile: Tile, tileIndex: Int, scratch: AlignedBuffer<Float>) {
    if readsInputInFinish[index], let stored = storedTile(tileIndex) { copyOverlap(of: stored, to: tile) }
    neighborhoods[index].finish(tile, scratch: scratch)
  }

  // MARK: The result

  /// A box outside of which the result is transparent in the current frame; nil if none is known.
  var resultBox: PixelRect? {
    if let boundedFilter { return pointwise[1].isEmpty ? boundedFilter.resultBox : nil }
    // Of what lies below a layer only the pixels are asked for that the layer's own read.
    if readPixels != nil { return contentBox }
    return spreadPixels.map { contentBox.widened(by: $0) }
  }

  /// Finishes a tile of the output. If no filter reads neighbouring pixels, the tile must hold the input, to which the filters
  /// are applied. Otherwise its pixels are overwritten by the result of the passes of `render`.
  func apply(to tile: Tile, rect: PixelRect, scratch: AlignedBuffer<Float>) {
    if hasPasses {
      finish(neighborhoods.count - 1, onto: tile, tileIndex: grid.index(ofTileAt: rect), scratch: scratch)
    }
    Shading.apply(pointwise[neighborhoods.count], to: tile, scratch: scratch)
  }

  /// The light that the filters add to their input, if their result is just that sum; nil if `apply` has to compute the result.
  var addedBloom: AddedBloom? { neighborhoods.count == 1 && pointwise[1].isEmpty ? neighborhoods[0].addedBloom : nil }

  /// The tile to which `addedBloom` has to be added: the input, to which the pointwise filters have been applied.
  func tileBeforeBloom<Input: FilterInput>(
    _ tileIndex: Int, _ input: Input, with painter: TilePainter
  ) -> Tile {
    if isDrawnTwice[tileIndex] == 0, let stored = storedTile(tileIndex) { return stored }
    let tile = input.draw(tileIndex: tileIndex, of: grid, with: painter)
    Shading.apply(pointwise[0], to: tile, scratch: painter.scratch)
    return tile
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

/// The input of a pipeline: a layer, a group, the layers below a layer, or the canvas, before the filters.
protocol FilterInput {
  /// Draws a tile of the pipeline's grid. The result is valid until the painter draws the next tile.
  func draw(tileIndex: Int, of grid: TileGrid, with painter: TilePainter) -> Tile

  /// Whether drawing a tile again takes less time than storing it in memory and loading it.
  func isCheaperToRedraw(tileIndex: Int, of grid: TileGrid) -> Bool
}

extension FilterInput {
  func isCheaperToRedraw(tileIndex: Int, of grid: TileGrid) -> Bool { false }
}

/// Makes a filter of a pipeline for an input of the given pixels; returns nil if the filter never changes anything. Renderers use
/// Shading's `makeFilter`; tests pass filters of their own.
package typealias FilterFactory =
  @Sendable (_ filter: Filter, _ canvas: Canvas, _ input: PixelRect) -> (any LayerFilter)?

/// Copies all four planes of the pixels that two tiles share.
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
