import Lanes
import Model
import Raster

/// A source that a `LayerShader` draws. A source's conformance is declared in the file of its shader.
protocol ShadedSource: LayerSource {
  func makeShader(in context: ShaderContext) -> any LayerShader

  /// What drawing the source takes. The numbers of a source's shader stand here and nowhere else.
  func cost(in frame: CostedFrame) -> SourceCost

  /// Whether the source's shader may be opaque (`LayerShader.isOpaque`). Only then is it made to find out, where costs are estimated.
  var mayBeOpaque: Bool { get }
}

extension ShadedSource {
  var mayBeOpaque: Bool { false }
}

/// The context in which a layer's shader is made.
package struct ShaderContext: Sendable {
  /// Hash of the names from the scene's root to the layer, from which its random numbers follow.
  let pathHash: UInt64
  let canvas: Canvas
  /// Length of the loop on the layer's own clock, after which everything repeats; nil where nothing loops.
  let loopSeconds: Double?
  /// The files that the scene's layers show; nil for a scene without such layers.
  let files: (any SceneFiles)?
  /// Memory that all shaders of a renderer share.
  let shapeScratch: ShapeScratch
  /// The layers that shine on others or cast shadows.
  let lightSources: [any LayerLightSource]

  package init(
    path: UInt64, canvas: Canvas, loopSeconds: Double?, files: (any SceneFiles)? = nil,
    shapeScratch: ShapeScratch = ShapeScratch(), lightSources: [any LayerLightSource] = []
  ) {
    pathHash = path
    self.lightSources = lightSources
    self.files = files
    self.shapeScratch = shapeScratch
    self.canvas = canvas
    self.loopSeconds = loopSeconds
  }

  /// The seed of a field of noise. Each `variant`, a number that the source states, gives a different field.
  func noiseSeed(variant: Int) -> UInt32 {
    let key = StreamKey(seed: canvas.seed, path: pathHash).key(index: UInt64(variant))
    return key.lowHalf ^ key.highHalf
  }
}

/// What drawing a layer's source takes; nothing for emitters, groups and transitions, which are more than a shader.
package func sourceCost(of source: Layer.Source, in frame: CostedFrame) -> SourceCost {
  if case .gradient(let gradient) = source { return gradient.cost(in: frame) }
  return (source.content as? any ShadedSource)?.cost(in: frame) ?? SourceCost()
}

/// Whether a layer's source hides whatever lies below it: at the start, in the middle and at the end of a movie its shader is opaque.
package func isOpaque(_ source: Layer.Source, in frame: CostedFrame) -> Bool {
  guard let content = source.content else { return false }
  let clocks = (content.isConstant ? [0] : [0, 0.5, 1]).map { AnimationClock($0 * frame.seconds) }
  if case .gradient(let gradient) = source {
    return clocks.allSatisfy { GradientShader(gradient: gradient, canvas: frame.canvas, clock: $0).isOpaque }
  }
  guard let shaded = content as? any ShadedSource, shaded.mayBeOpaque else { return false }
  let shader = shaded.makeShader(in: ShaderContext(path: 0, canvas: frame.canvas, loopSeconds: nil))
  return clocks.allSatisfy { clock in
    shader.update(at: clock)
    return shader.isOpaque
  }
}

/// Makes the shader of a layer's source; nil for emitters, gradients, groups and transitions, which the renderer draws itself.
package func makeLayerShader(for source: Layer.Source, in context: ShaderContext) -> (any LayerShader)? {
  switch source {
  case .emitter, .gradient, .group, .transition: return nil
  default:
    guard let shaded = source.content as? any ShadedSource else {
      preconditionFailure("A source needs a shader: extend its type to a ShadedSource, in the shader's file.")
    }
    return shaded.makeShader(in: context)
  }
}
