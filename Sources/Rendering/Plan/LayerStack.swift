import Lanes
import Model
import Shading

/// The layers of a stack or group that are shown at one time. The memory is kept from frame to frame.
final class LayerStack: @unchecked Sendable {
  private let planned: [PlannedLayer]
  /// For each planned layer, its own stack if it is a group.
  private let groups: [LayerStack?]
  /// For each planned layer, its picture if it has one.
  private let pictures: [(any LayerShader)?]
  /// For each planned layer that has been shown, what is told of it.
  private var frames: [LayerFrame?]
  /// Back to front, as of the last `update`.
  private(set) var shown: [LayerFrame] = []

  /// - Parameter turn: seconds after which everything repeats by the clock that the stack lives by, if it does.
  init(planned: [PlannedLayer], canvas: Canvas, turn: Double?) {
    self.planned = planned
    groups = planned.map {
      guard case .group(let children) = $0.work else { return nil }
      return LayerStack(planned: children, canvas: canvas, turn: $0.layer.timing.turn(within: turn))
    }
    pictures = planned.map {
      let context = ShaderContext(path: $0.layer.path, canvas: canvas, period: $0.layer.timing.turn(within: turn))
      return makeLayerShader(for: $0.layer.source, in: context)
    }
    frames = Array(repeating: nil, count: planned.count)
    shown.reserveCapacity(planned.count)
  }

  /// Reads every animated value at canvas time `now`, compiles every shader, and leaves hidden layers out.
  ///
  /// - Parameter time: the same by the clock that the stack lives by, its group's.
  func update(at time: Double, now: Double, canvas: Canvas, emitters: [EmitterFrame]) {
    shown.removeAll(keepingCapacity: true)
    for index in planned.indices where planned[index].layer.timing.isShown(at: time) {
      let layer = planned[index].layer
      let clock = AnimationClock(local: layer.timing.localTime(at: time), canvas: now)
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
        version = picture.contentVersion
      case .group:
        guard let group = groups[index] else { continue }
        // A group has a clock of its own, which its layers live by.
        group.update(at: clock.local, now: now, canvas: canvas, emitters: emitters)
        work = .group(group)
        version = 0
      }
      let frame = frames[index] ?? LayerFrame(work, number: planned[index].number, blend: planned[index].blend)
      frames[index] = frame
      frame.set(work, opacity: opacity, version: version)
      shown.append(frame)
    }
  }
}

extension LayerTiming {
  /// Local seconds after which everything in the layer repeats: a run of it, or a turn of what is around it. Where it runs there
  /// and back nothing has to fit.
  fileprivate func turn(within outer: Double?) -> Double? {
    if let iterationSeconds { return autoreverses ? nil : iterationSeconds * speed }
    return outer.map { $0 * speed }
  }
}
