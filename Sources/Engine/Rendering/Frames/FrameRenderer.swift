import Lanes
import Model
import Raster
import Shading
import Simulation

/// Draws frames of a plan, one at a time, on all threads of its pool.
///
/// A frame is a pure function of the plan and the time: any frame may be drawn first, alone or twice. From frame to frame the
/// renderer keeps only scratch memory, and results that the next frame would compute again in the same way (folder `Reuse`). Two
/// renderers of one plan may work side by side; one renderer serves one caller at a time.
package final class FrameRenderer: @unchecked Sendable {
  package let plan: RenderPlan
  package let format: PixelFormat
  /// How light is encoded in the samples of frames.
  private let colorEncoding: ColorEncoding
  let pool: WorkerPool
  /// The tiles of the frame.
  let grid: TileGrid
  /// One for each worker.
  let painters: [TilePainter]
  /// The emitters of the plan, in the order of `RenderPlan.emitters`.
  let emitters: [EmitterFrame]
  let emitterPass: EmitterPass
  /// The layers that shine on others.
  private let lightSources: [LightSourceFrame]
  /// The canvas's own stack of layers.
  let stack: LayerStack
  /// What frames are laid over, as backdrop filters see it; nil before a frame has been laid over anything.
  private var seenBackground: SeenBackground?
  /// The canvas's filters; nil if none of them changes anything.
  private let canvasFilters: CanvasFilters?
  /// Pixels and samples of layers that do not change; nil if they would take too much memory.
  private let cache: StaticTileCache?
  /// The filtered layers and backdrops of the current frame, whose passes come before the tiles are painted; inner ones first.
  private var layersWithPasses: [any LayerPasses] = []
  /// Whether frames may be laid over a background.
  private let takesBackground: Bool
  /// Whether frames have a matte.
  private let drawsMatte: Bool
  /// Whether alpha is read after the canvas's filters: by the pixel format, a background or a matte.
  private let readsAlphaAfterFilters: Bool
  /// Whether the canvas's filters read the alpha of their input.
  private let filtersReadAlpha: Bool
  /// Seconds spent in each stage; nil unless they are measured.
  package let stageTimes: StageTimes?

  /// - Parameters:
  ///   - threadCount: threads that draw, the caller's included.
  ///   - takesBackground: whether frames may be laid over a background. Alpha is then kept, which takes a little longer.
  ///   - drawsMatte: whether frames have a matte (`PixelBuffer.matteSource`), for which alpha is kept too.
  ///   - clock: read at every stage of every tile; nil: no time is measured.
  ///   - tileWidth, tileHeight: for tests, which check that frames do not depend on the size of tiles.
  ///   - makeFilter: for tests with filters of their own.
  package init(
    plan: RenderPlan, format: PixelFormat, colorEncoding: ColorEncoding = ColorEncoding(), threadCount: Int,
    takesBackground: Bool = false, drawsMatte: Bool = false, clock: StageClock? = nil,
    tileWidth: Int = TileGrid.defaultTileWidth, tileHeight: Int = TileGrid.defaultTileHeight,
    makeFilter: @escaping FilterFactory = { $0.makeFilter(canvas: $1, input: $2) }
  ) {
    self.plan = plan
    self.format = format
    self.colorEncoding = colorEncoding
    self.takesBackground = takesBackground
    self.drawsMatte = drawsMatte
    let canvas = plan.scene.canvas
    let pool = WorkerPool(threadCount: threadCount)
    self.pool = pool
    grid = TileGrid(
      frameWidth: canvas.widthPixels, frameHeight: canvas.heightPixels, tileWidth: tileWidth, tileHeight: tileHeight,
      leftMargin: format.halvesChromaWidth ? Self.chromaMargin : 0)
    let grid = grid
    let pipeline = FilterPipeline(
      plan.scene.post.appliedFilters(canvas: canvas), canvas: canvas, outputGrid: grid, makeFilter: makeFilter)
    canvasFilters = pipeline.map { CanvasFilters(pipeline: $0) }
    // The layers are also drawn outside of the frame, as far as the canvas's filters read there.
    let drawnGrid = pipeline?.grid ?? grid
    readsAlphaAfterFilters = format.hasAlpha || takesBackground || drawsMatte
    filtersReadAlpha = plan.scene.post.filtersAndBloom.contains(where: \.kind.readsAlpha)
    let readsAlpha = readsAlphaAfterFilters || filtersReadAlpha || plan.stackReadsAlpha
    cache = StaticTileCache(
      grid: drawnGrid, plannedLayerCount: plan.layerNames.count, keepsAlpha: readsAlpha,
      outputCache: pipeline == nil ? StaticOutputCache(format: format, hasMatteSource: drawsMatte, grid: grid) : nil)
    painters = (0..<pool.threadCount).map { _ in
      TilePainter(
        grid: grid, plan: plan, clampsToUnit: canvas.blending == .srgb, readsAlpha: readsAlpha)
    }
    let keptPixelBudget = KeptShader.Budget(
      bytes: Int(PixelMemory.maximumStaticLayerBytes) - (cache?.maximumBytes ?? 0))
    let loopSeconds = canvas.loops ? canvas.duration.double : nil
    let context = LayerStack.Context(
      canvas: canvas, files: plan.files, makeFilter: makeFilter, keptPixelBudget: keptPixelBudget)
    let lightSources = plan.lightSources.map { source in
      LightSourceFrame(
        source, context: context,
        grid: LightSourceFrame.grid(of: source, tileWidth: tileWidth, tileHeight: tileHeight), loopSeconds: loopSeconds)
    }
    self.lightSources = lightSources
    var litContext = context
    litContext.lightSources = lightSources
    litContext.makeFilter = { filter, canvas, input in
      let made = makeFilter(filter, canvas, input)
      (made as? any LayerLitFilter)?.receive(lightSources)
      (made as? any WaterImpactFilter)?.receiveImpacts(from: plan.emitters)
      return made
    }
    stack = LayerStack(
      planned: plan.layers, context: litContext,
      grid: drawnGrid, loopSeconds: loopSeconds)
    emitters = plan.emitters.map { planned in
      // A layer that shines may have filters, too, which read around its light's tiles.
      let ofLight = planned.lightSource.flatMap { number in lightSources.first { $0.planned.number == number } }
      let tiles =
        ofLight.map { planned.tiles(of: $0.grid, canvas: $0.planned.canvas) } ?? planned.tiles(of: grid, canvas: canvas)
      return EmitterFrame(planned: planned, grid: tiles, lightSources: lightSources, workerCount: pool.threadCount)
    }
    emitterPass = EmitterPass(emitters: emitters, workerCount: pool.threadCount)
    stageTimes = clock.map { StageTimes(clock: $0, threadCount: pool.threadCount, layerNames: plan.layerNames) }
    if let stageTimes {
      for (painter, timer) in zip(painters, stageTimes.timers) { painter.timer = timer }
    }
  }

  /// Number of pixels that are drawn to the left of a tile for the chroma filter. The filter reads only one of them, but pixels
  /// are drawn eight at a time.
  private static let chromaMargin = 8

  /// A frame buffer of the renderer's format and the canvas's size.
  package func makeBuffer() -> PixelBuffer {
    PixelBuffer(
      format: format, width: plan.scene.canvas.widthPixels, height: plan.scene.canvas.heightPixels,
      hasMatteSource: drawsMatte)
  }

  /// Draws the frame at canvas time `time` in seconds, modulo the duration where the canvas loops.
  ///
  /// - Parameter background: what the finished frame is laid over, of the canvas's size; nil for nothing.
  @discardableResult
  package func render(at time: Rational, into output: PixelBuffer, background: Background? = nil) -> FrameStatistics {
    precondition(output.format == format, "The buffer has another pixel format than the renderer.")
    precondition((output.matteSource != nil) == drawsMatte, "The buffer and the renderer differ in having a matte.")
    precondition(background == nil || takesBackground, "The renderer was made for frames without a background.")
    let canvas = plan.scene.canvas
    let seconds = canvas.timeInLoop(time).double
    var statistics = FrameStatistics()
    stageTimes?.beginFrame()
    defer { stageTimes?.endFrame() }
    if let background, background.foregroundOpacity == 0 {
      // The scene is invisible: only the background is converted.
      let transform = OutputTransform(inputIsEncoded: canvas.blending == .srgb)
      pool.run(
        tasks: grid.count,
        DrawAndConvert(
          renderer: self, layers: [], cache: nil, transform: transform, background: background, output: output))
      return statistics
    }

    updateParticlesAndLights(at: seconds)
    for emitter in emitters { emitter.count(into: &statistics) }
    if background != nil { seenBackground = seenBackground ?? SeenBackground() }
    seenBackground?.set(background)
    let layers = updateLayers(at: seconds)
    let transform = OutputTransform(plan.scene, atSeconds: seconds, colorEncoding)
    renderFilters()
    cache?.begin(layers, transform: transform, background: background)

    if let canvasFilters {
      canvasFilters.render(
        CanvasFrame(
          layers: layers, cache: cache, grid: grid, painters: painters, pool: pool, stageTimes: stageTimes,
          transform: transform, background: background, writesAlpha: readsAlphaAfterFilters || filtersReadAlpha,
          output: output),
        clock: AnimationClock(seconds))
    } else {
      pool.run(
        tasks: grid.count,
        DrawAndConvert(
          renderer: self, layers: layers, cache: cache, transform: transform, background: background, output: output))
    }
    return statistics
  }

  /// The pass of a canvas without filters: draws and converts the tiles.
  private struct DrawAndConvert: PoolWork {
    let renderer: FrameRenderer
    let layers: [PreparedLayer]
    let cache: StaticTileCache?
    let transform: OutputTransform
    let background: Background?
    let output: PixelBuffer

    func perform(task: Int, worker: Int) {
      let (grid, painter, timer) = (renderer.grid, renderer.painters[worker], renderer.stageTimes?.timers[worker])
      timer?.start()
      let (tile, dirty) = painter.paint(layers, cache: cache, tileIndex: task, grid: grid)
      if dirty != nil { cache?.outputCache?.copy(tileIndex: task, into: output) }
      convertTile(
        tile, region: grid.region(task), transform: transform, background: background, dirty: dirty, into: output,
        scratch: painter.scratch)
      timer?.end(.convert)
    }
  }

  /// Evaluates and sorts all particles, and draws the layers that shine on others or cast shadows: before them their own particles, after them the
  /// particles that they light.
  func updateParticlesAndLights(at seconds: Double) {
    emitterPass.evaluateAndBin(at: seconds, litByLayers: false, pool: pool, stageTimes: stageTimes)
    for light in lightSources {
      light.render(at: seconds, emitters: emitters, painters: painters, pool: pool, stageTimes: stageTimes)
    }
    emitterPass.evaluateAndBin(at: seconds, litByLayers: true, pool: pool, stageTimes: stageTimes)
  }

  /// Updates all layers for canvas time `seconds` and returns those of the canvas's own stack that are shown.
  func updateLayers(at seconds: Double) -> [PreparedLayer] {
    layersWithPasses.removeAll(keepingCapacity: true)
    stack.update(
      at: seconds, canvasTime: seconds, canvas: plan.scene.canvas, emitters: emitters,
      background: seenBackground, layersWithPasses: &layersWithPasses)
    return stack.shownLayers
  }

  /// Does the passes of all filtered layers and backdrops, inner ones first.
  func renderFilters() {
    for layer in layersWithPasses { layer.render(painters: painters, pool: pool, stageTimes: stageTimes) }
  }
}
