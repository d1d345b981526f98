import Lanes
import Model
import Raster
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
  private let bloom: BloomPass?
  private let backdrop: StaticTileCache?
  /// Where the time goes, when that was asked for.
  package let stages: StageTimes?

  /// - Parameters:
  ///   - threadCount: threads that draw, the caller's included.
  ///   - clock: asked at every stage of every tile when there is one; without one no time is taken.
  ///   - tileWidth, tileHeight: for the tests that prove that tiles never show.
  package init(
    plan: RenderPlan, format: PixelFormat, threadCount: Int, clock: StageClock? = nil,
    tileWidth: Int = TileGrid.defaultTileWidth, tileHeight: Int = TileGrid.defaultTileHeight
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
    bloom = plan.scene.post.bloom.flatMap { BloomPass(bloom: $0, canvas: canvas, grid: grid) }
    let keepsAlpha = format.hasAlpha || plan.readsOwnAlpha
    let backdrop = StaticTileCache(
      grid: grid, layerCount: plan.layerNames.count, keepsAlpha: keepsAlpha,
      output: bloom == nil ? StaticOutputCache(format: format, grid: grid) : nil)
    self.backdrop = backdrop
    painters = (0..<pool.threadCount).map { _ in
      TilePainter(
        grid: grid, plan: plan, clampsToUnit: canvas.blending == .srgb, keepsAlpha: keepsAlpha)
    }
    stack = LayerStack(planned: plan.layers, canvas: canvas, turn: canvas.loops ? canvas.duration.double : nil)
    emitters = plan.emitters.map { EmitterFrame(planned: $0, workerCount: pool.threadCount) }
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

    emitterPass.prepare(at: seconds, grid: grid, pool: pool, stages: stages)
    for emitter in emitters { emitter.count(into: &statistics) }
    let layers = shownLayers(at: seconds)
    let transform = outputTransform(at: seconds)
    backdrop?.begin(layers, transform: transform)

    if let bloom {
      bloom.render(
        layers: layers, backdrop: backdrop, clock: AnimationClock(seconds), grid: grid, painters: painters, pool: pool,
        transform: transform,
        stages: stages, into: output)
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
      let (tile, touched) = painter.paint(layers, backdrop: renderer.backdrop, tileIndex: job, grid: grid)
      if touched != nil { renderer.backdrop?.output?.copy(tile: job, into: output) }
      quantise(
        tile, region: grid.region(job), transform: transform, touched: touched, into: output, scratch: painter.scratch)
      laps?.lap(.convert)
    }
  }

  /// Tiles whose lowest layers the last frame kept or took from an earlier one: for the tests.
  package var keptTileCount: Int { backdrop?.keptTileCount ?? 0 }

  /// Layers of the stack that the last frame knew to rest: for the tests.
  package var restingLayerCount: Int { backdrop?.restingLayerCount ?? 0 }

  func shownLayers(at seconds: Double) -> [LayerFrame] {
    stack.update(at: seconds, now: seconds, canvas: plan.scene.canvas, emitters: emitters)
    return stack.shown
  }

  private func outputTransform(at seconds: Double) -> OutputTransform {
    let post = plan.scene.post
    let exposure = post.exposure.value(at: AnimationClock(seconds))
    return OutputTransform(
      exposureScale: Float(Lanes.exp2(exposure)), toneMap: post.toneMap,
      inputIsEncoded: plan.scene.canvas.blending == .srgb)
  }
}
