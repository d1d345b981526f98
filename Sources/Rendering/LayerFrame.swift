import Lanes
import Raster
import Scenes
import Shading

/// The stack at one time: every animated value read, every shader compiled, hidden layers left out.
struct LayerFrame {
  enum Work {
    case emitter(EmitterFrame)
    case gradient(GradientShader)
    case ripples(RipplesShader)
    case group([LayerFrame])
  }

  let work: Work
  /// Place in the plan's `layerNames`.
  let number: Int
  let blend: BlendKind
  let opacity: Float

  /// The shown layers of `layers` at canvas time `time`.
  static func frames(
    of layers: [PlannedLayer], at time: Double, canvas: Canvas, emitters: [EmitterFrame]
  ) -> [LayerFrame] {
    var shown: [LayerFrame] = []
    for planned in layers where planned.layer.isShown(at: time) {
      let layer = planned.layer
      let clock = Clock(local: layer.localTime(at: time), canvas: time)
      let opacity = Float(layer.opacity.value(at: clock))
      if opacity <= 0 { continue }
      let work: Work
      switch planned.work {
      case .emitter(let index): work = .emitter(emitters[index])
      case .gradient(let gradient, let curve):
        work = .gradient(GradientShader(gradient: gradient, canvas: canvas, clock: clock, curve: curve))
      case .ripples(let ripples):
        // A turn of the loop in the layer's own seconds.
        let period = canvas.loops ? canvas.duration.double * layer.speed : nil
        let shader = RipplesShader(ripples: ripples, path: layer.path, canvas: canvas, clock: clock, period: period)
        if shader.isEmpty { continue }
        work = .ripples(shader)
      case .group(let children):
        // A group has a clock of its own, which its layers live by.
        work = .group(frames(of: children, at: clock.local, canvas: canvas, emitters: emitters))
      }
      shown.append(LayerFrame(work: work, number: planned.number, blend: planned.blend, opacity: opacity))
    }
    return shown
  }
}
