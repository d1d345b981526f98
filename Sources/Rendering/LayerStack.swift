import Lanes
import Scenes
import Shading

/// The layers of a stack or group that are shown at one time. The memory is kept from frame to frame.
final class LayerStack: @unchecked Sendable {
  private let planned: [PlannedLayer]
  /// For each planned layer, its own stack if it is a group.
  private let groups: [LayerStack?]
  /// For each planned layer, its picture if it has one.
  private let pictures: [(any Picture)?]
  /// Back to front, as of the last `update`.
  private(set) var shown: [LayerFrame] = []

  init(planned: [PlannedLayer], canvas: Canvas) {
    self.planned = planned
    groups = planned.map {
      if case .group(let children) = $0.work { LayerStack(planned: children, canvas: canvas) } else { nil }
    }
    pictures = planned.map {
      // A turn of the loop in the layer's own seconds.
      let period = canvas.loops ? canvas.duration.double * $0.layer.timing.speed : nil
      return makePicture(of: $0.layer.source, path: $0.layer.path, canvas: canvas, period: period)
    }
    shown.reserveCapacity(planned.count)
  }

  /// Reads every animated value at canvas time `time`, compiles every shader, and leaves hidden layers out.
  func update(at time: Double, canvas: Canvas, emitters: [EmitterFrame]) {
    shown.removeAll(keepingCapacity: true)
    for index in planned.indices where planned[index].layer.timing.isShown(at: time) {
      let layer = planned[index].layer
      let clock = Clock(local: layer.timing.localTime(at: time), canvas: time)
      let opacity = Float(layer.opacity.value(at: clock))
      if opacity <= 0 { continue }
      let work: LayerFrame.Work
      let version: Int?
      switch planned[index].work {
      case .emitter(let number):
        work = .emitter(emitters[number])
        version = emitters[number].version
      case .gradient(let gradient, let curve):
        work = .gradient(GradientShader(gradient: gradient, canvas: canvas, clock: clock, curve: curve))
        version = planned[index].isConstant ? 0 : nil
      case .picture:
        guard let picture = pictures[index] else { continue }
        picture.update(at: clock)
        if picture.isEmpty { continue }
        work = .picture(picture)
        version = picture.version
      case .group:
        guard let group = groups[index] else { continue }
        // A group has a clock of its own, which its layers live by.
        group.update(at: clock.local, canvas: canvas, emitters: emitters)
        work = .group(group)
        version = 0
      }
      shown.append(
        LayerFrame(
          work: work, number: planned[index].number, blend: planned[index].blend, opacity: opacity, version: version))
    }
  }
}
