import Colorimetry
import Model
import Raster
import Shading
import Simulation

/// A scene made ready for drawing: emitters compiled, sprites prepared, the stack flattened into steps. Immutable; one
/// plan serves any number of frames and threads.
package final class RenderPlan: Sendable {
  package let scene: Scene
  package let layers: [PlannedLayer]
  /// The emitters of the whole stack, groups included, in drawing order.
  package let emitters: [PlannedEmitter]
  /// The names of all layers, groups included, as `PlannedLayer.number` counts them: "group/layer".
  package let layerNames: [String]

  package init(scene: Scene) {
    self.scene = scene
    var emitters: [PlannedEmitter] = []
    var names: [String] = []
    layers = RenderPlan.plan(
      scene.layers, in: Surroundings(filters: [scene.post.appliedFilters]), canvas: scene.canvas, emitters: &emitters,
      names: &names)
    self.emitters = emitters
    layerNames = names
  }

  /// What the groups around a layer mean for it, the outermost first.
  fileprivate struct Surroundings {
    /// The names of the groups, each with a slash behind it.
    var name = ""
    var timings: [LayerTiming] = []
    /// The filters that its pixels go through, the canvas's first.
    var filters: [AppliedFilters]

    func with(_ layer: Layer, name: String) -> Surroundings {
      Surroundings(name: name + "/", timings: timings + [layer.timing], filters: filters + [layer.appliedFilters])
    }
  }

  private static func plan(
    _ layers: [Layer], in surroundings: Surroundings, canvas: Canvas, emitters: inout [PlannedEmitter],
    names: inout [String]
  ) -> [PlannedLayer] {
    layers.enumerated().map { index, layer in
      let number = names.count
      let name = surroundings.name + (layer.name.isEmpty ? "layer \(index + 1)" : layer.name)
      names.append(name)
      let work: PlannedLayer.Work
      switch layer.source {
      case .emitter(let emitter):
        emitters.append(PlannedEmitter(layer: layer, in: surroundings, emitter: emitter, canvas: canvas))
        work = .emitter(emitters.count - 1)
      case .gradient(let gradient):
        work = .gradient(gradient, GradientShader.constantCurve(of: gradient, canvas: canvas))
      case .group(let children):
        work = .group(
          plan(
            children, in: surroundings.with(layer, name: name), canvas: canvas, emitters: &emitters, names: &names))
      default: work = .shader
      }
      return PlannedLayer(layer: layer, number: number, work: work)
    }
  }

  /// Whether shutter samples of a particle have to be gathered before they are composited: all but those that add up.
  var gathersShutterSamples: Bool {
    emitters.contains { $0.layer.blend != .add && $0.program.cells.contains(where: \.layout.hasShutterSamples) }
  }

  /// Whether a layer's light depends on the alpha of the picture below it.
  var readsOwnAlpha: Bool { layers.contains { $0.blend.readsBackdropAlpha } }

  /// Whether the canvas or any layer has filters.
  var hasFilters: Bool {
    func anyFilters(_ layers: [PlannedLayer]) -> Bool {
      layers.contains { layer in
        if case .group(let children) = layer.work, anyFilters(children) { return true }
        return !layer.layer.filters.isEmpty
      }
    }
    return !scene.post.filters.isEmpty || anyFilters(layers)
  }
}

package struct PlannedLayer: Sendable {
  package let layer: Layer
  /// Index into the plan's `layerNames`.
  package let number: Int
  package let work: Work
  /// Whether the source's own values never move.
  let isConstant: Bool

  init(layer: Layer, number: Int, work: Work) {
    self.layer = layer
    self.number = number
    self.work = work
    isConstant = layer.source.animatedValues.areConstant
  }

  package indirect enum Work: Sendable {
    /// Index into the plan's emitters.
    case emitter(Int)
    /// With its colours where they never move.
    case gradient(Gradient, ColorCurve?)
    /// A `LayerShader` of each renderer's own.
    case shader
    case group([PlannedLayer])
  }

  /// Core Animation's way of asking for `add`.
  private var isAdditive: Bool {
    if case .emitter(let emitter) = layer.source { return emitter.renderMode == .additive }
    return false
  }

  package var blend: BlendMode { layer.blend == .normal && isAdditive ? .add : layer.blend }
}

/// A compiled emitter layer and the sprites of its cells.
package struct PlannedEmitter: Sendable {
  package let layer: Layer
  package let program: EmitterProgram
  /// One for each flattened cell of the program.
  package let sprites: [SpriteSet]
  /// Clocks of the groups that it lies in, the outermost first, and its own.
  private let timings: [LayerTiming]
  /// The filters that its pixels go through: the canvas's, those of its groups, its own.
  private let filters: [AppliedFilters]

  fileprivate init(
    layer: Layer, in surroundings: RenderPlan.Surroundings, emitter: Emitter, canvas: Canvas
  ) {
    self.layer = layer
    timings = surroundings.timings + [layer.timing]
    filters = surroundings.filters + [layer.appliedFilters]
    // Births belong to the first run; later ones show them again.
    let timing = surroundings.timings.reversed().reduce(layer.timing.firstIteration) { $0.firstIteration(inside: $1) }
    let margin = filters.reduce(0) { $0 + $1.marginPixels(canvas: canvas) }
    program = EmitterProgram(
      timing: timing, emitter: emitter, canvas: canvas, viewMarginPixels: margin)
    sprites = program.cells.map { cell in
      SpriteSet(shapes: cell.sprites.map(\.shape), isSwept: cell.isSwept, defocuses: cell.layout.hasBlur)
    }
  }
}

extension PlannedEmitter {
  /// The tiles that it is drawn on: those of `grid`, and as many around them as the filters reach.
  func tiles(of grid: TileGrid, canvas: Canvas) -> TileGrid {
    filters.reduce(grid) { $0.widened(by: $1.marginPixels(canvas: canvas)) }
  }

  /// Its own seconds at canvas time `time`; nil while it is hidden.
  func localTime(at time: Double) -> Double? { timings.localTime(at: time) }
}
