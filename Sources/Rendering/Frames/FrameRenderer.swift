import Lanes
import Model
import Raster
import Shading
import Simulation

/// Draws frames of a plan, one at a time, on all threads of its pool.
///
/// A frame is a pure function of the plan and the time: any frame may be drawn first, alone or twice. What the renderer
/// keeps from one to the next is scratch memory, and pixels that the next frame would have again (`StaticTileCache`). Two
/// renderers of one plan may work side by side, one renderer serves one caller at a time.
package final class FrameRenderer: @unchecked Sendable {
  package let plan: RenderPlan
  package let format: PixelFormat
  let pool: WorkerPool
  let grid: TileGrid
  let painters: [TilePainter]
  let emitters: [EmitterFrame]
  let emitterPass: EmitterPass
  let stack: LayerStack
  private let canvasFilters: CanvasFilters?
  private let cache: StaticTileCache?
  /// The layers with filters of the frame at hand, inner ones first.
  private var filtered: [FilteredLayer] = []
  /// Where the time goes, when that was asked for.
  package let stages: StageTimes?

  /// - Parameters:
  ///   - threadCount: threads that draw, the caller's included.
  ///   - clock: asked at every stage of every tile when there is one; without one no time is taken.
  ///   - tileWidth, tileHeight: for the tests that prove that tiles never show.
  ///   - makeFilter: for tests that bring filters of their own.
  package init(
    plan: RenderPlan, format: PixelFormat, threadCount: Int, clock: StageClock? = nil,
    tileWidth: Int = TileGrid.defaultTileWidth, tileHeight: Int = TileGrid.defaultTileHeight,
    makeFilter: @escaping FilterFactory = { Shading.makeFilter($0, canvas: $1, input: $2) }
  ) {
    self.plan = plan
    self.format = format
    let canvas = plan.scene.canvas
    let pool = WorkerPool(threadCount: threadCount)
    self.pool = pool
    grid = TileGrid(
      frameWidth: canvas.widthPixels, frameHeight: canvas.heightPixels, tileWidth: tileWidth, tileHeight: tileHeight,
      leftMargin: format.halvesChroma ? 8 : 0)
    let grid = grid
    let pipeline = FilterPipeline(
      plan.scene.post.appliedFilters, canvas: canvas, wanted: grid, makeFilter: makeFilter)
    canvasFilters = pipeline.map { CanvasFilters(pipeline: $0) }
    // What the canvas's filters read around the frame is drawn too.
    let drawnGrid = pipeline?.grid ?? grid
    let readsAlpha = format.hasAlpha || plan.readsOwnAlpha
    cache = StaticTileCache(
      grid: drawnGrid, layerCount: plan.layerNames.count, keepsAlpha: readsAlpha,
      output: pipeline == nil ? StaticOutputCache(format: format, grid: grid) : nil)
    painters = (0..<pool.threadCount).map { _ in
      TilePainter(
        grid: grid, plan: plan, clampsToUnit: canvas.blending == .srgb, readsAlpha: readsAlpha)
    }
    stack = LayerStack(
      planned: plan.layers, context: .init(canvas: canvas, makeFilter: makeFilter), grid: drawnGrid,
      loopSeconds: canvas.loops ? canvas.duration.double : nil)
    emitters = plan.emitters.map {
      EmitterFrame(planned: $0, grid: $0.tiles(of: grid, canvas: canvas), workerCount: pool.threadCount)
    }
    emitterPass = EmitterPass(emitters: emitters, workerCount: pool.threadCount)
    stages = clock.map { StageTimes(clock: $0, threadCount: pool.threadCount, layerNames: plan.layerNames) }
    if let stages {
      for (painter, laps) in zip(painters, stages.workers) { painter.laps = laps }
    }
  }

  /// A frame buffer of the right format and size.
  package func makeBuffer() -> PixelBuffer {
    PixelBuffer(format: format, width: plan.scene.canvas.widthPixels, height: plan.scene.canvas.heightPixels)
  }

  /// Draws the picture at canvas time `time` (reduced to one turn when the canvas loops).
  @discardableResult
  package func render(at time: Rational, into output: PixelBuffer) -> FrameStatistics {
    precondition(output.format == format, "The buffer has another pixel format than the renderer.")
    let canvas = plan.scene.canvas
    let seconds = canvas.reduced(time).double
    var statistics = FrameStatistics()
    stages?.beginFrame()
    defer { stages?.endFrame() }

    emitterPass.prepare(at: seconds, pool: pool, stages: stages)
    for emitter in emitters { emitter.count(into: &statistics) }
    let layers = shownLayers(at: seconds)
    let transform = outputTransform(at: seconds)
    renderFilters()
    cache?.begin(layers, transform: transform)

    if let canvasFilters {
      canvasFilters.render(
        CanvasFrame(
          layers: layers, cache: cache, grid: grid, painters: painters, pool: pool, stages: stages,
          transform: transform, output: output), clock: AnimationClock(seconds))
    } else {
      pool.run(jobs: grid.count, DrawAndConvert(renderer: self, layers: layers, transform: transform, output: output))
    }
    return statistics
  }

  private struct DrawAndConvert: PoolWork {
    let renderer: FrameRenderer
    let layers: [LayerFrame]
    let transform: OutputTransform
    let output: PixelBuffer

    func perform(job: Int, worker: Int) {
      let (grid, painter, laps) = (renderer.grid, renderer.painters[worker], renderer.stages?.workers[worker])
      laps?.start()
      let (tile, dirty) = painter.paint(layers, cache: renderer.cache, tileIndex: job, grid: grid)
      if dirty != nil { renderer.cache?.output?.copy(tile: job, into: output) }
      quantise(
        tile, region: grid.region(job), transform: transform, touched: dirty, into: output, scratch: painter.scratch)
      laps?.lap(.convert)
    }
  }

  /// Tiles whose lowest layers the last frame kept or took from an earlier one: for the tests.
  package var keptTileCount: Int { cache?.keptTileCount ?? 0 }

  /// Layers of the stack that the last frame knew to be static: for the tests.
  package var staticLayerCount: Int { cache?.staticLayerCount ?? 0 }

  func shownLayers(at seconds: Double) -> [LayerFrame] {
    filtered.removeAll(keepingCapacity: true)
    stack.update(at: seconds, now: seconds, canvas: plan.scene.canvas, emitters: emitters, filtered: &filtered)
    return stack.shown
  }

  /// Does the passes of all layers with filters, inner ones first.
  func renderFilters() {
    for layer in filtered { layer.render(painters: painters, pool: pool, stages: stages) }
  }

  private func outputTransform(at seconds: Double) -> OutputTransform {
    let post = plan.scene.post
    let exposure = post.exposure.value(at: AnimationClock(seconds))
    return OutputTransform(
      exposureScale: Float(Lanes.exp2(exposure)), toneMap: post.toneMap,
      inputIsEncoded: plan.scene.canvas.blending == .srgb)
  }
}
