import Lanes
import Model
import Raster
import Shading

/// A stack of layers, such as the canvas's or a group's: which of them are shown in the current frame, and what draws each. The
/// memory is kept from frame to frame.
final class LayerStack: @unchecked Sendable {
  /// All layers of the stack, back to front.
  private let planned: [PlannedLayer]
  /// The order in which they are composited; nil for that of `planned`.
  private let depthOrder: DepthOrder?
  /// The indices of `planned`.
  private let listedOrder: [Int]
  /// The canvas in the stack's pixels.
  private let canvas: Canvas
  /// The pixels that all tiles cover.
  private let extent: PixelRect
  /// For each planned layer, the stack of its layers if it is a group, or the stack of the outgoing side if it is a transition.
  private let innerStacks: [LayerStack?]
  /// For each planned layer, its shader if it has one.
  private let shaders: [(any LayerShader)?]
  /// For each planned layer, what its shader computes before tiles are shaded, if there is anything.
  private let shaderPasses: [ShaderPasses?]
  /// For each planned layer, the layer with its filters if it has any.
  private let filteredLayers: [FilteredLayer?]
  /// For each planned layer, both sides if it is a transition; the stack of the outgoing side is also in `innerStacks`.
  private let transitions: [LayerPair?]
  /// For each planned layer, the layer with its mask if it has one.
  private let maskedLayers: [LayerPair?]
  /// For each planned layer, the layer with its backdrop filters if it has any.
  private let backdrops: [FilteredBackdrop?]
  /// For each planned layer with filters that has been shown, the layer before its filters.
  private var unfiltered: [PreparedLayer?]
  /// For each planned layer with a mask that has been shown, the layer before its mask.
  private var unmasked: [PreparedLayer?]
  /// For each planned layer with backdrop filters that has been shown, the layer itself, drawn alone.
  private var alone: [PreparedLayer?]
  /// For each planned layer that has been shown, the layer as it is composited.
  private var composited: [PreparedLayer?]
  /// The layers that the last `update` found to be shown, back to front.
  private(set) var shownLayers: [PreparedLayer] = []

  /// Everything that the stacks of a renderer share.
  struct Context {
    var canvas: Canvas
    let files: (any SceneFiles)?
    var makeFilter: FilterFactory
    let keptPixelBudget: KeptShader.Budget
    let shapeScratch = ShapeScratch()
    /// The layers that shine on others or cast shadows; none while they are drawn themselves.
    var lightSources: [any LayerLightSource] = []
  }

  /// - Parameters:
  ///   - grid: the tiles on which the stack is drawn.
  ///   - loopSeconds: the time after which everything in the stack repeats, by the clock of whatever contains the stack
  ///     (`update`); nil if nothing repeats.
  init(
    planned: [PlannedLayer], depthOrder: DepthOrder? = nil, context: Context, grid: TileGrid, loopSeconds: Double?
  ) {
    self.planned = planned
    self.depthOrder = depthOrder
    listedOrder = Array(planned.indices)
    extent = grid.extent
    let canvas = context.canvas
    self.canvas = canvas
    func pipeline(_ filters: AppliedFilters, _ maps: [[PlannedLayer]], of layer: PlannedLayer) -> FilterPipeline? {
      FilterPipeline(filters, canvas: canvas, outputGrid: grid, makeFilter: context.makeFilter) { index, inputGrid in
        guard index < maps.count, !maps[index].isEmpty else { return nil }
        return LayerStack(
          planned: maps[index], context: context, grid: inputGrid,
          loopSeconds: layer.layer.timing.loopSeconds(within: loopSeconds))
      }
    }
    let filteredLayers = planned.map { layer in
      pipeline(layer.filters, layer.filterMaps, of: layer).map { FilteredLayer(pipeline: $0) }
    }
    self.filteredLayers = filteredLayers
    backdrops = planned.map { layer in
      pipeline(layer.backdropFilters, layer.backdropFilterMaps, of: layer).map { FilteredBackdrop(pipeline: $0) }
    }
    innerStacks = planned.enumerated().map { index, layer in
      let children: [PlannedLayer]
      switch layer.work {
      case .group(let layers), .transition(_, from: let layers, to: _): children = layers
      default: return nil
      }
      var innerContext = context
      innerContext.canvas = canvas.rasterized(scale: layer.filters.rasterScale)
      return LayerStack(
        planned: children, depthOrder: layer.depthOrder, context: innerContext,
        grid: filteredLayers[index]?.pipeline.grid ?? grid,
        loopSeconds: layer.layer.timing.loopSeconds(within: loopSeconds))
    }
    maskedLayers = planned.map { layer in
      guard let mask = layer.layer.mask else { return nil }
      let stack = LayerStack(
        planned: layer.mask, context: context, grid: grid,
        loopSeconds: layer.layer.timing.loopSeconds(within: loopSeconds))
      return LayerPair(MaskCombiner(mask), second: stack)
    }
    transitions = planned.enumerated().map { index, layer in
      guard case .transition(let transition, from: _, let to) = layer.work else { return nil }
      let stack = LayerStack(
        planned: to, context: context, grid: filteredLayers[index]?.pipeline.grid ?? grid,
        loopSeconds: layer.layer.timing.loopSeconds(within: loopSeconds))
      return LayerPair(
        TransitionCombiner(transition, canvas: canvas, path: layer.layer.path), second: stack)
    }
    let made = planned.map { layer in
      makeLayerShader(
        for: layer.layer.source,
        in: ShaderContext(
          path: layer.layer.path, canvas: canvas, loopSeconds: layer.layer.timing.loopSeconds(within: loopSeconds),
          files: context.files, shapeScratch: context.shapeScratch, lightSources: context.lightSources))
    }
    shaderPasses = made.map { ($0 as? any PassedShader).map { ShaderPasses($0) } }
    shaders = made.enumerated().map { index, shader in
      // The pixels of a placed shader are not kept: they change as soon as a layer around it moves.
      guard let shader, !(shader is any PlacedShader) else { return shader }
      return KeptShader(shader, grid: filteredLayers[index]?.pipeline.grid ?? grid, budget: context.keptPixelBudget)
    }
    composited = Array(repeating: nil, count: planned.count)
    unfiltered = composited
    unmasked = composited
    alone = composited
    shownLayers.reserveCapacity(planned.count)
  }

  /// Reads every animated value, compiles every shader, and leaves hidden layers out.
  ///
  /// - Parameters:
  ///   - time: seconds by the clock of what contains the stack: canvas time, or the local time of a group or another layer.
  ///   - canvasTime: the canvas time of the frame, in seconds.
  ///   - background: what finished frames are laid over, for the canvas's own stack; nil for nothing.
  ///   - placing: the combined transforms of the layers that contain the stack.
  ///   - layersWithPasses: receives all layers and backdrops that need passes of their own: inner layers before the layers that
  ///     contain them, lower layers before upper ones.
  func update(
    at time: Double, canvasTime: Double, canvas: Canvas, emitters: [EmitterFrame], background: SeenBackground? = nil,
    placing: Placing = Placing(),
    layersWithPasses: inout [any LayerPasses]
  ) {
    shownLayers.removeAll(keepingCapacity: true)
    for index in depthOrder?.indices(at: canvasTime) ?? listedOrder where planned[index].layer.timing.isShown(at: time)
    {
      let layer = planned[index].layer
      let clock = AnimationClock(local: layer.timing.localTime(at: time), canvas: canvasTime)
      let opacity = Float(layer.opacity.value(at: clock))
      // A filtered backdrop is seen at any opacity of the layer.
      if opacity <= 0, backdrops[index] == nil { continue }
      // Only layers that are placed before drawing still have a transform here: a plan replaces all other transforms by filters.
      let placing = layer.transform.map { placing.inside($0, at: clock, on: canvas) } ?? placing
      if placing.isFlat { continue }
      var work: PreparedLayer.Work
      var contentVersion: Int?
      switch planned[index].work {
      case .emitter(let emitterIndex, let slice):
        work = .emitter(emitters[emitterIndex], slice: slice)
        contentVersion = emitters[emitterIndex].contentVersion
      case .gradient(let gradient, let curve):
        work = .gradient(
          GradientShader(
            gradient: gradient, canvas: canvas, clock: clock, curve: curve, projection: placing.projection))
        contentVersion = planned[index].isConstant && placing.isConstant ? 0 : nil
      case .shader:
        guard let shader = shaders[index] else { continue }
        (shader as? any PlacedShader)?.place(by: placing.projection)
        shader.update(at: clock)
        if shader.isEmpty { continue }
        if let passes = shaderPasses[index] { layersWithPasses.append(passes) }
        work = .shader(shader)
        contentVersion = shader.contentVersion
      case .transition:
        guard let from = innerStacks[index], let transition = transitions[index] else { continue }
        from.update(
          at: clock.local, canvasTime: canvasTime, canvas: canvas, emitters: emitters,
          layersWithPasses: &layersWithPasses)
        transition.second.update(
          at: clock.local, canvasTime: canvasTime, canvas: canvas, emitters: emitters,
          layersWithPasses: &layersWithPasses)
        transition.update(first: from, at: clock)
        work = .pair(transition)
        contentVersion = transition.contentVersion
      case .group:
        guard let group = innerStacks[index] else { continue }
        // The layers in a group are timed by the group's local time.
        group.update(
          at: clock.local, canvasTime: canvasTime, canvas: group.canvas, emitters: emitters, placing: placing,
          layersWithPasses: &layersWithPasses)
        work = .group(group)
        // The group's layers have versions of their own, by which changes are found (`PreparedLayer.appendSignatures`).
        contentVersion = 0
      }
      if let filtered = filteredLayers[index] {
        filtered.pipeline.updateMaps(at: clock, canvas: canvas, emitters: emitters, layersWithPasses: &layersWithPasses)
        let input = preparedInput(index, work, contentVersion, in: &unfiltered, within: filtered.pipeline.grid.extent)
        filtered.update(input, at: clock)
        layersWithPasses.append(filtered)
        work = .filtered(filtered)
        contentVersion = filtered.contentVersion
      }
      if let pair = maskedLayers[index] {
        // The mask is timed by the layer's local time, like a layer in a group.
        pair.second.update(
          at: clock.local, canvasTime: canvasTime, canvas: canvas, emitters: emitters, placing: placing,
          layersWithPasses: &layersWithPasses)
        pair.update(first: preparedInput(index, work, contentVersion, in: &unmasked, within: extent), at: clock)
        work = .pair(pair)
        contentVersion = pair.contentVersion
      }
      if let backdrop = backdrops[index] {
        backdrop.pipeline.updateMaps(at: clock, canvas: canvas, emitters: emitters, layersWithPasses: &layersWithPasses)
        let input = preparedInput(index, work, contentVersion, in: &alone, within: extent)
        backdrop.update(input, below: layersBelow(backdrop), over: background, at: clock)
        layersWithPasses.append(backdrop)
        work = .overBackdrop(backdrop)
        contentVersion = backdrop.contentVersion
      }
      let prepared =
        composited[index]
        ?? PreparedLayer(
          work, planIndex: planned[index].planIndex, blend: planned[index].blend,
          givesLightOnly: planned[index].givesLightOnly)
      composited[index] = prepared
      prepared.set(work, opacity: opacity, contentVersion: contentVersion, within: extent)
      shownLayers.append(prepared)
    }
  }

  /// What is seen through a backdrop that is about to be shown: all shown layers, but bodies do not see bodies directly below them.
  private func layersBelow(_ backdrop: FilteredBackdrop) -> ArraySlice<PreparedLayer> {
    var below = shownLayers[...]
    guard backdrop.pipeline.isBody else { return below }
    while case .overBackdrop(let last)? = below.last?.work, last.pipeline.isBody { below.removeLast() }
    return below
  }

  /// The layer at `index` of `planned` as the input of its filters, mask or backdrop filters, drawn alone on a transparent tile.
  /// Particles keep their blend mode, since it also blends them with each other. Any other layer is drawn with the blend mode
  /// `normal`; its own blend mode is applied when the result is composited.
  ///
  /// - Parameters:
  ///   - work: what draws the input: the layer's source, or its result so far, such as the filtered layer before its mask.
  ///   - inputs: `unfiltered`, `unmasked` or `alone`: the inputs that were prepared before, by index. Receives the returned input.
  ///   - extent: the pixels that all tiles of the input cover.
  private func preparedInput(
    _ index: Int, _ work: PreparedLayer.Work, _ contentVersion: Int?, in inputs: inout [PreparedLayer?],
    within extent: PixelRect
  ) -> PreparedLayer {
    let isEmitter = if case .emitter = work { true } else { false }
    let input =
      inputs[index]
      ?? PreparedLayer(
        work, planIndex: planned[index].planIndex, blend: isEmitter ? planned[index].blend : .normal)
    inputs[index] = input
    input.set(work, opacity: 1, contentVersion: contentVersion, within: extent)
    return input
  }
}
