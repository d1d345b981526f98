import Lanes
import Model
import Shading

/// The layers of a stack or group that are shown at one time. The memory is kept from frame to frame.
final class LayerStack: @unchecked Sendable {
  private let planned: [PlannedLayer]
  /// For each planned layer, its own stack if it is a group.
  private let groups: [LayerStack?]
  /// For each planned layer, its shader if it has one.
  private let shaders: [(any LayerShader)?]
  /// For each planned layer, its filters if it has any, and the layer before them.
  private let filters: [FilteredLayer?]
  private var unfiltered: [LayerFrame?]
  /// For each planned layer that has been shown, what is told of it.
  private var frames: [LayerFrame?]
  /// Back to front, as of the last `update`.
  private(set) var shown: [LayerFrame] = []

  /// Everything that the stacks of a renderer share.
  struct Context {
    let canvas: Canvas
    let makeFilter: FilterFactory
  }

  /// - Parameters:
  ///   - grid: the tiles that will be asked for.
  ///   - loopSeconds: seconds of the stack's own clock after which everything repeats, if it does.
  init(planned: [PlannedLayer], context: Context, grid: TileGrid, loopSeconds: Double?) {
    self.planned = planned
    let canvas = context.canvas
    let filters = planned.map { layer in
      FilterPipeline(layer.layer.appliedFilters, canvas: canvas, wanted: grid, makeFilter: context.makeFilter)
        .map { FilteredLayer(pipeline: $0) }
    }
    self.filters = filters
    groups = planned.enumerated().map { index, layer in
      guard case .group(let children) = layer.work else { return nil }
      return LayerStack(
        planned: children, context: context, grid: filters[index]?.pipeline.grid ?? grid,
        loopSeconds: layer.layer.timing.loopSeconds(within: loopSeconds))
    }
    shaders = planned.map {
      let context = ShaderContext(
        path: $0.layer.path, canvas: canvas, loopSeconds: $0.layer.timing.loopSeconds(within: loopSeconds))
      return makeLayerShader(for: $0.layer.source, in: context)
    }
    frames = Array(repeating: nil, count: planned.count)
    unfiltered = frames
    shown.reserveCapacity(planned.count)
  }

  /// Reads every animated value at canvas time `now`, compiles every shader, and leaves hidden layers out.
  ///
  /// - Parameters:
  ///   - time: `now` by the clock of the stack's group.
  ///   - filtered: receives the layers with filters, inner ones before those that they lie in.
  func update(
    at time: Double, now: Double, canvas: Canvas, emitters: [EmitterFrame], filtered: inout [FilteredLayer]
  ) {
    shown.removeAll(keepingCapacity: true)
    for index in planned.indices where planned[index].layer.timing.isShown(at: time) {
      let layer = planned[index].layer
      let clock = AnimationClock(local: layer.timing.localTime(at: time), canvas: now)
      let opacity = Float(layer.opacity.value(at: clock))
      if opacity <= 0 { continue }
      var work: LayerFrame.Work
      var contentVersion: Int?
      switch planned[index].work {
      case .emitter(let number):
        work = .emitter(emitters[number])
        contentVersion = emitters[number].contentVersion
      case .gradient(let gradient, let curve):
        work = .gradient(GradientShader(gradient: gradient, canvas: canvas, clock: clock, curve: curve))
        contentVersion = planned[index].isConstant ? 0 : nil
      case .shader:
        guard let shader = shaders[index] else { continue }
        shader.update(at: clock)
        if shader.isEmpty { continue }
        work = .shader(shader)
        contentVersion = shader.contentVersion
      case .group:
        guard let group = groups[index] else { continue }
        // A group has a clock of its own, by which its layers' times count.
        group.update(at: clock.local, now: now, canvas: canvas, emitters: emitters, filtered: &filtered)
        work = .group(group)
        contentVersion = 0
      }
      if let filter = filters[index] {
        filter.update(inputFrame(index, work, contentVersion), at: clock)
        filtered.append(filter)
        work = .filtered(filter)
        contentVersion = filter.contentVersion
      }
      let frame = frames[index] ?? LayerFrame(work, number: planned[index].number, blend: planned[index].blend)
      frames[index] = frame
      frame.set(work, opacity: opacity, contentVersion: contentVersion)
      shown.append(frame)
    }
  }

  /// The layer before its filters. Particles blend with each other as they would with what is below; all else is opaque to it.
  private func inputFrame(_ index: Int, _ work: LayerFrame.Work, _ contentVersion: Int?) -> LayerFrame {
    let isEmitter = if case .emitter = work { true } else { false }
    let frame =
      unfiltered[index]
      ?? LayerFrame(
        work, number: planned[index].number, blend: isEmitter ? planned[index].blend : .normal)
    unfiltered[index] = frame
    frame.set(work, opacity: 1, contentVersion: contentVersion)
    return frame
  }
}

extension LayerTiming {
  /// Local seconds after which everything in the layer repeats: one of its repetitions, or the loop of what is around it. Where
  /// it goes there and back nothing has to fit.
  fileprivate func loopSeconds(within outer: Double?) -> Double? {
    if let iterationSeconds { return autoreverses ? nil : iterationSeconds * speed }
    return outer.map { $0 * speed }
  }
}
