import Colorimetry
import Model
import Raster
import Shading
import Simulation

/// A scene made ready for drawing: emitters compiled, sprites prepared, layers numbered. Immutable; one plan serves any number
/// of frames and threads.
package final class RenderPlan: Sendable {
  package let scene: Scene
  package let layers: [PlannedLayer]
  /// The emitters of the whole stack, groups included, in drawing order.
  package let emitters: [PlannedEmitter]
  /// The layers that shine on others, by the order of the lights that name them, then those that cast shadows.
  package let lightSources: [PlannedLightSource]
  /// The names of all layers as "group/layer", by `PlannedLayer.planIndex`.
  package let layerNames: [String]
  /// The files that the scene's layers show; nil where they show none.
  package let files: (any SceneFiles)?

  package init(scene given: Scene, files: (any SceneFiles)? = nil) {
    var scene = given
    // A name that no layer has leaves the plane at z = `focus` in focus.
    _ = scene.findFocusLayer()
    scene.findShadowCasters()
    self.scene = scene
    self.files = files
    var emitters: [PlannedEmitter] = []
    var names: [String] = []
    var layers = RenderPlan.plan(
      scene.layers, in: Surroundings(scene, SpriteTextures(files: files, blending: scene.canvas.blending)),
      canvas: scene.canvas, emitters: &emitters,
      names: &names)
    // Layers above the last one whose blend mode reads alpha may leave alpha as it is: no blend mode above them reads it.
    let firstAboveReaders = (layers.lastIndex { $0.blend.readsBackdropAlpha } ?? -1) + 1
    for index in layers.indices[firstAboveReaders...] {
      layers[index].givesLightOnly = layers[index].blend == .add || layers[index].blend == .screen
    }
    self.layers = layers
    lightSources = RenderPlan.planLightSources(of: scene, files: files, emitters: &emitters, names: &names)
    self.emitters = emitters
    layerNames = names
  }

  /// What surrounds a layer: the groups that it is in, and the filters that are applied after its own.
  fileprivate struct Surroundings {
    /// The names of the groups, each with a slash after it.
    var namePrefix = ""
    /// The timings of the groups, the outermost first.
    var timings: [LayerTiming] = []
    /// The filters that are applied after the layer's own, from the last to the first: the canvas's, then those of the groups,
    /// the outermost group first.
    var filters: [AppliedFilters]
    var canvas: Canvas
    let textures: SpriteTextures
    /// Pixels around the frame in which particles are needed even without filters.
    var viewMarginPixels = 0
    /// The number of the light source, or of the caster of shadows, that the layers make; nil for layers of the picture.
    var lightSource: Int?

    /// The surroundings of the canvas's own layers.
    init(_ scene: Scene, _ textures: SpriteTextures) {
      self.textures = textures
      filters = [scene.post.appliedFilters(canvas: scene.canvas)]
      canvas = scene.canvas
    }

    /// The surroundings of the layers inside of `layer`.
    ///
    /// - Parameter appliesFilters: whether the filters of `layer` are applied to the inner layers, too.
    func inside(_ layer: Layer, name: String, appliesFilters: Bool = true) -> Surroundings {
      var inner = self
      inner.namePrefix = name + "/"
      inner.timings.append(layer.timing)
      if appliesFilters { inner.filters.append(filters(of: layer)) }
      return inner
    }

    /// The filters of a layer in these surroundings.
    func filters(of layer: Layer) -> AppliedFilters { layer.appliedFilters(inside: timings, on: canvas) }
  }

  /// Plans the layers that shine on others, once more and smaller than the picture.
  private static func planLightSources(
    of scene: Scene, files: (any SceneFiles)?, emitters: inout [PlannedEmitter], names: inout [String]
  ) -> [PlannedLightSource] {
    var sources: [PlannedLightSource] = []
    func add(_ named: Scene.NamedLayer, _ role: PlannedLightSource.Role) {
      var canvas = scene.canvas.rasterized(scale: PlannedLightSource.rasterScale)
      (canvas.camera, canvas.lights) = (nil, [])
      var surroundings = Surroundings(scene, SpriteTextures(files: files, blending: canvas.blending))
      surroundings.canvas = canvas
      surroundings.filters = []
      surroundings.namePrefix = "light of "
      surroundings.viewMarginPixels = PlannedLightSource.marginPixels(on: canvas)
      surroundings.lightSource = sources.count
      // Groups around the layer keep their clocks.
      let layer = named.groupTimings.reversed().reduce(named.layer.asLightSource) { inner, timing in
        Layer(named.layer.name, .group([inner]), timing: timing)
      }
      let isInSpace = if case .fixed = named.layer.placeInDepth { false } else { true }
      let planned = plan(
        layer, named: named.layer.name, in: surroundings, canvas: canvas, emitters: &emitters, names: &names)
      sources.append(
        PlannedLightSource(
          number: sources.count, role: role, layer: planned, canvas: canvas, isInSpace: isInSpace,
          z: named.layer.zPositionAsLight,
          timings: named.groupTimings + [named.layer.timing]))
    }
    for (index, light) in scene.canvas.lights.enumerated() {
      guard case .layer(let light) = light, let named = scene.layer(named: light.layer) else { continue }
      add(named, .light(index))
    }
    if scene.canvas.lights.contains(where: { $0.shadow != nil }) || scene.hasShafts {
      for caster in scene.shadowCasters { add(caster, .caster(caster.layer.path)) }
    }
    return sources
  }

  /// Plans the layers of a stack, and appends their emitters and names to those of the whole plan.
  private static func plan(
    _ layers: [Layer], in surroundings: Surroundings, canvas: Canvas, emitters: inout [PlannedEmitter],
    names: inout [String]
  ) -> [PlannedLayer] {
    layers.flatMap(\.passedThrough).enumerated().map { index, layer in
      plan(
        layer, named: layer.name.isEmpty ? "layer \(index + 1)" : layer.name, in: surroundings, canvas: canvas,
        emitters: &emitters, names: &names)
    }
  }

  /// Plans a layer, then the layers in it, then its mask, then the maps of its filters.
  ///
  /// - Parameter cards: the layers between which an emitter's particles are drawn (`DepthOrder`).
  private static func plan(
    _ given: Layer, named ownName: String, in surroundings: Surroundings, canvas: Canvas,
    between cards: DepthCards? = nil,
    emitters: inout [PlannedEmitter], names: inout [String]
  ) -> PlannedLayer {
    let layer = given.asDrawn(inside: surroundings.timings, on: canvas)
    if let transform = layer.transform, !layer.isPlacedBeforeDrawing {
      if let defocus = transform.defocus(on: canvas, timings: surroundings.timings + [layer.timing]) {
        return plan(
          layer.blurred(by: defocus), named: ownName, in: surroundings, canvas: canvas, emitters: &emitters,
          names: &names)
      }
      let margin = surroundings.filters.reduce(0) { $0 + $1.marginPixels(canvas: canvas) }
      let placement = transform.placement(
        on: canvas, timings: surroundings.timings + [layer.timing],
        outputMarginPoints: Double(margin) / canvas.pixelsPerPoint, mayScale: layer.mayBeRasterizedAtAnyScale)
      return plan(
        layer.transformedAfterDrawing(placement, on: canvas), named: ownName, in: surroundings, canvas: canvas,
        emitters: &emitters, names: &names)
    }
    let planIndex = names.count
    let name = surroundings.namePrefix + ownName
    names.append(name)
    let work: PlannedLayer.Work
    var depthOrder: DepthOrder?
    switch layer.source {
    case .emitter(let emitter):
      emitters.append(
        PlannedEmitter(layer: layer, in: surroundings, emitter: emitter, canvas: canvas, cards: cards))
      work = .emitter(emitters.count - 1, slice: 0)
    case .gradient(let gradient):
      work = .gradient(gradient, GradientShader.constantCurve(of: gradient, canvas: canvas))
    case .group(let children) where layer.order == .depth:
      let byDepth = planByDepth(
        children, in: surroundings.inside(layer, name: name), canvas: canvas, emitters: &emitters, names: &names)
      (work, depthOrder) = (.group(byDepth.layers), byDepth.order)
    case .group(let children):
      work = .group(
        plan(children, in: surroundings.inside(layer, name: name), canvas: canvas, emitters: &emitters, names: &names))
    case .transition(let transition):
      let sides = transition.sides(on: canvas).map { side in
        [
          plan(
            side, named: side.name, in: surroundings.inside(layer, name: name), canvas: canvas, emitters: &emitters,
            names: &names)
        ]
      }
      work = .transition(transition, from: sides[0], to: sides[1])
    default: work = .shader
    }
    var mask: [PlannedLayer] = []
    if let layerMask = layer.mask {
      // The mask is applied to the filtered layer, so the layer's filters are not applied to it.
      mask.append(
        plan(
          layerMask.layer, named: "mask", in: surroundings.inside(layer, name: name, appliesFilters: false),
          canvas: canvas, emitters: &emitters, names: &names))
    }
    /// For each filter, a list with its map, the layer that it reads besides its input; an empty list for a filter without a map.
    func maps(_ filters: [Filter], _ surroundings: Surroundings) -> [[PlannedLayer]] {
      filters.map { filter in
        guard let map = filter.kind.map else { return [] }
        return [plan(map, named: "map", in: surroundings, canvas: canvas, emitters: &emitters, names: &names)]
      }
    }
    return PlannedLayer(
      layer: layer, planIndex: planIndex, work: work, depthOrder: depthOrder, filters: surroundings.filters(of: layer),
      backdropFilters: layer.appliedBackdropFilters(inside: surroundings.timings, on: canvas), mask: mask,
      // Maps cover the same pixels as the input of the filters that read them.
      filterMaps: maps(layer.filters, surroundings.inside(layer, name: name)),
      backdropFilterMaps: maps(layer.backdropFilters, surroundings.inside(layer, name: name, appliesFilters: false)))
  }

  /// Plans the layers of a group that is ordered by depth. An emitter that is drawn between other layers becomes several planned layers,
  /// which share its particles: those behind all others, those behind all but the farthest, and so on.
  private static func planByDepth(
    _ layers: [Layer], in surroundings: Surroundings, canvas: Canvas, emitters: inout [PlannedEmitter],
    names: inout [String]
  ) -> (layers: [PlannedLayer], order: DepthOrder) {
    var order = DepthOrder()
    var planned: [PlannedLayer] = []
    let places = layers.map(\.placeInDepth)
    for (index, layer) in layers.enumerated() {
      let name = layer.name.isEmpty ? "layer \(index + 1)" : layer.name
      let place = places[index]
      guard case .particles = place else {
        order.append(place, timings: surroundings.timings + [layer.timing], canvas: canvas)
        planned.append(
          plan(layer, named: name, in: surroundings, canvas: canvas, emitters: &emitters, names: &names))
        continue
      }
      let cards = DepthCards(
        around: index, of: layers, places, timings: surroundings.timings, canvas: canvas)
      let first = plan(
        layer.sortedByDepth, named: name, in: surroundings, canvas: canvas, between: cards, emitters: &emitters,
        names: &names)
      for slice in 0...cards.count {
        order.appendSlice(slice)
        planned.append(slice == 0 ? first : first.slice(slice, planIndex: names.count))
        if slice > 0 { names.append(names[first.planIndex]) }
      }
    }
    order.end()
    return (planned, order)
  }

  /// Whether any layer has particles whose shutter samples have to be gathered before they are composited. Only the blend mode
  /// `add` needs no gathering.
  var gathersShutterSamples: Bool {
    emitters.contains { $0.layer.blend != .add && $0.program.cells.contains(where: \.layout.hasShutterSamples) }
  }

  /// Whether a layer of the canvas's own stack reads the alpha of the pixels below it, by its blend mode or its backdrop filters.
  var stackReadsAlpha: Bool {
    layers.contains { $0.blend.readsBackdropAlpha || !$0.layer.backdropFilters.isEmpty }
  }

  /// Whether any layer or group has filters or backdrop filters of its own; the canvas's filters do not count.
  var hasLayerFilters: Bool {
    func anyFilters(_ layers: [PlannedLayer]) -> Bool {
      layers.contains { layer in
        layer.innerStacks.contains(where: anyFilters) || !layer.layer.allFilters.isEmpty
          || !layer.layer.backdropFilters.isEmpty
      }
    }
    return anyFilters(layers)
  }

  /// Whether any layer has backdrop filters.
  var hasBackdropFilters: Bool {
    func anyFilters(_ layers: [PlannedLayer]) -> Bool {
      layers.contains { layer in
        layer.innerStacks.contains(where: anyFilters) || !layer.layer.backdropFilters.isEmpty
      }
    }
    return anyFilters(layers)
  }

  /// The deepest level of nesting at which a tile is needed (`TilePainter.Position`), at least 1. Where a layer has backdrop
  /// filters, the layers below it are drawn once more, one level deeper. So are layers that shine (`LightSourceFrame`).
  var deepestLevel: Int {
    let ofPicture = layers.reduce(1) { max($0, $1.deepestLevel(at: 0)) } + (hasBackdropFilters ? 1 : 0)
    return lightSources.reduce(ofPicture) { max($0, $1.layer.deepestLevel(at: 1)) }
  }
}

/// A layer of a plan, and how it is drawn.
package struct PlannedLayer: Sendable {
  package let layer: Layer
  /// Index of the layer among all layers of the plan, including groups and the layers in them; a group comes before its layers.
  package let planIndex: Int
  /// What is drawn for the layer.
  package let work: Work
  /// The order of a group's layers; nil for that of the list.
  let depthOrder: DepthOrder?
  /// The layer's own filters.
  let filters: AppliedFilters
  /// A list with the mask's layer; empty without a mask.
  package let mask: [PlannedLayer]
  /// The filters through which the layer shows the layers below it.
  let backdropFilters: AppliedFilters
  /// For each of the layer's own filters, a list with its map (`FilterDefinition.map`), or an empty list.
  let filterMaps: [[PlannedLayer]]
  /// For each of the backdrop filters, a list with its map, or an empty list.
  let backdropFilterMaps: [[PlannedLayer]]
  /// Whether all values of the layer's source are constant.
  let isConstant: Bool
  /// Whether the layer only adds light to the canvas and leaves alpha as it is, so that an overlay with a glow does not darken
  /// what it is laid over. Never true in groups, whose alpha covers what is below them, nor below layers whose blend mode reads alpha.
  fileprivate(set) var givesLightOnly = false

  init(
    layer: Layer, planIndex: Int, work: Work, depthOrder: DepthOrder?, filters: AppliedFilters,
    backdropFilters: AppliedFilters,
    mask: [PlannedLayer] = [], filterMaps: [[PlannedLayer]] = [], backdropFilterMaps: [[PlannedLayer]] = []
  ) {
    self.filterMaps = filterMaps
    self.backdropFilterMaps = backdropFilterMaps
    self.layer = layer
    self.filters = filters
    self.backdropFilters = backdropFilters
    self.planIndex = planIndex
    self.work = work
    self.depthOrder = depthOrder
    self.mask = mask
    isConstant = layer.source.animatedValues.areConstant
  }

  /// What is drawn for a layer.
  package indirect enum Work: Sendable {
    /// An emitter, by its index among the plan's emitters, and which of its parts between other layers is drawn (`DepthCards`).
    case emitter(Int, slice: Int)
    /// A gradient; the colour curve is nil if the gradient's colours are animated.
    case gradient(Gradient, ColorCurve?)
    /// A source that a `LayerShader` draws; each renderer makes shaders of its own.
    case shader
    /// The layers of a group.
    case group([PlannedLayer])
    /// The two sides of a transition.
    case transition(Transition, from: [PlannedLayer], to: [PlannedLayer])
  }

  /// Another part of the emitter that the layer is.
  fileprivate func slice(_ slice: Int, planIndex: Int) -> PlannedLayer {
    guard case .emitter(let index, slice: _) = work else { return self }
    return PlannedLayer(
      layer: layer, planIndex: planIndex, work: .emitter(index, slice: slice), depthOrder: nil, filters: filters,
      backdropFilters: backdropFilters)
  }

  /// The stacks that lie in the layer: those of a group or of a transition's sides, its mask, and the maps of its filters.
  fileprivate var innerStacks: [[PlannedLayer]] {
    let others = [mask] + filterMaps + backdropFilterMaps
    return switch work {
    case .group(let children): [children] + others
    case .transition(_, let from, let to): [from, to] + others
    default: others
    }
  }

  /// The deepest level at which a tile is needed to draw the layer, if the layer is composited onto the tile of `level`.
  fileprivate func deepestLevel(at level: Int) -> Int {
    // The level at which the source is composited: a filtered backdrop, a mask and filters each take one level more.
    var sourceLevel = level
    var deepest = level + 1
    if !layer.backdropFilters.isEmpty { sourceLevel += 1 }
    if let mask = mask.first {
      // The masked layer is drawn at `sourceLevel` + 1, its mask at `sourceLevel` + 2.
      deepest = max(deepest, sourceLevel + 2, mask.deepestLevel(at: sourceLevel + 2))
      sourceLevel += 1
    }
    if !layer.allFilters.isEmpty { sourceLevel += 1 }
    let contentLevel = sourceLevel + 1
    deepest = max(deepest, contentLevel)
    for map in (filterMaps + backdropFilterMaps).joined() { deepest = max(deepest, map.deepestLevel(at: contentLevel)) }
    switch work {
    case .group(let children):
      for child in children { deepest = max(deepest, child.deepestLevel(at: contentLevel)) }
    case .transition(_, let from, let to):
      for side in from { deepest = max(deepest, side.deepestLevel(at: contentLevel)) }
      for side in to { deepest = max(deepest, side.deepestLevel(at: contentLevel + 1)) }
    default: break
    }
    return deepest
  }

  /// The blend mode with which the layer is composited.
  package var blend: BlendMode { layer.drawnBlend }
}

/// A compiled emitter layer and the sprites of its cells.
package struct PlannedEmitter: Sendable {
  package let layer: Layer
  package let program: EmitterProgram
  /// The sprites of each of `program.cells`, in the same order.
  package let sprites: [SpriteSet]
  /// Timings of the groups that the layer lies in, the outermost first, and then the layer's own.
  let timings: [LayerTiming]
  /// The filters that are applied to the layer, from the last to the first: the canvas's, those of its groups, its own.
  private let filters: [AppliedFilters]
  /// The layers between which the particles are drawn; nil where all are drawn together.
  let cards: DepthCards?
  /// The number of the light source that the emitter's layer is; nil for an emitter of the picture.
  let lightSource: Int?
  /// The light of the scene on the particles; nil where they keep their own colours.
  let lighting: Filter.Lighting?

  fileprivate init(
    layer: Layer, in surroundings: RenderPlan.Surroundings, emitter: Emitter, canvas: Canvas, cards: DepthCards?
  ) {
    self.layer = layer
    self.cards = cards
    timings = surroundings.timings + [layer.timing]
    filters = surroundings.filters + [surroundings.filters(of: layer)]
    // Particles are born in the first iteration of each timing that repeats; later iterations show the same particles again.
    lightSource = surroundings.lightSource
    lighting = layer.lighting(on: canvas)
    let margin = filters.reduce(surroundings.viewMarginPixels) { $0 + $1.marginPixels(canvas: canvas) }
    program = EmitterProgram(
      timing: timings.firstIteration, emitter: emitter, canvas: canvas, material: layer.material,
      viewMarginPixels: margin,
      addsLight: layer.drawnBlend == .add)
    sprites = program.cells.map { cell in
      SpriteSet(
        shapes: cell.sprites.map(\.shape), isSwept: cell.isSwept, defocuses: cell.layout.hasBlur,
        texture: surroundings.textures.texture)
    }
  }
}

extension PlannedEmitter {
  /// The tiles that the emitter is drawn on: those of the frame (`grid`), and as many around them as the filters read.
  func tiles(of grid: TileGrid, canvas: Canvas) -> TileGrid {
    filters.reduce(grid) { $0.widened(by: $1.marginPixels(canvas: canvas)) }
  }

  /// The emitter's local seconds at canvas time `time`; nil while it is hidden.
  func localTime(at time: Double) -> Double? { timings.localTime(at: time) }
}
