import Lanes
import Model

/// Flattens an emitter's tree of cells into kernels, depth first: each cell is followed by its children.
///
/// Times are local seconds of the layer.
struct TreeCompiler {
  let memory = EmitterProgramMemory()
  let clock: LayerClock
  private let timing: LayerTiming
  private let emitter: Emitter
  private let shape: ShapeSampler
  private let canvas: Canvas
  private let chunkCapacity: Int
  /// Seconds for which animated values are tabulated or searched for their maximum: rates from their emission's start on, all
  /// others from the layer's `timeOffset` on.
  private let horizon: Double
  private let tabulation: Tabulation

  // One element for each cell.
  private(set) var cells: [ProgramCell] = []
  private(set) var kernels: [CellKernel] = []
  private(set) var animatedParameters: [[AnimatedBirthParameter]] = []
  private(set) var initialBursts: [AnimatedNumber] = []
  /// One for each root cell.
  private(set) var roots: [RootEmission] = []
  /// Levels of the tree.
  private(set) var levelCount = 1
  /// Largest `CellKernel.halfShutter` of the cells, in seconds.
  private(set) var maximumHalfShutter = 0.0

  /// Position of a cell in the tree.
  private struct TreePosition {
    /// 0 for root cells.
    var level = 0
    /// Index of the parent cell; −1 for root cells.
    var parent = -1
    /// Whether the cell's particles have a z.
    var isThreeDimensional: Bool

    var isRoot: Bool { parent < 0 }
  }

  static func compile(
    timing: LayerTiming, emitter: Emitter, canvas: Canvas, chunkCapacity: Int, tabulation: Tabulation
  ) -> TreeCompiler {
    var compiler = TreeCompiler(
      timing: timing, emitter: emitter, canvas: canvas, chunkCapacity: chunkCapacity, tabulation: tabulation)
    for cell in emitter.cells { compiler.addRoot(cell) }
    compiler.addShutterTime()
    return compiler
  }

  private init(
    timing: LayerTiming, emitter: Emitter, canvas: Canvas, chunkCapacity: Int, tabulation: Tabulation
  ) {
    self.tabulation = tabulation
    clock = LayerClock(timing, canvas: canvas)
    self.timing = timing
    self.emitter = emitter
    self.canvas = canvas
    shape = ShapeCompiler(emitter: emitter, canvas: canvas, memory: memory).sampler
    self.chunkCapacity = chunkCapacity
    // A loop's values repeat after its period. Without a loop, frames after the canvas's end may be asked for: values are tabulated
    // for twice the local seconds from the layer's start to the canvas's end, plus a minute.
    let secondsToCanvasEnd = timing.localTime(at: canvas.duration.double) - timing.timeOffset
    horizon = clock.period > 0 ? clock.period : tabulation.horizon ?? max(0, 2 * secondsToCanvasEnd) + 60
  }

  /// Lengthens `visibleSeconds` of all cells by the time for which the program's longest shutter is open: half of it before a
  /// particle's birth, half after its death. Marks the cells that need `CellFeature.shutter`.
  private mutating func addShutterTime() {
    for index in kernels.indices {
      kernels[index].maximumHalfShutter = Float(maximumHalfShutter)
      kernels[index].visibleSeconds += 2 * maximumHalfShutter
      // Children may be born until their shutter closes, after the frame's time. Whether a boundary kills their parent must be
      // known up to then, even where the parent itself has no motion blur.
      let isFollowedForChildren =
        maximumHalfShutter > 0 && kernels[index].has(.killBoundary) && kernels[index].has(.children)
      if kernels[index].shutterMode != .closed || isFollowedForChildren {
        kernels[index].features.insert(.shutter)
        kernels[index].specialization = .general
      }
    }
  }

  /// Adds a root cell, its descendants and its emission.
  private mutating func addRoot(_ cell: Cell) {
    let emissionStart = timing.timeOffset + cell.beginTime
    // Local seconds for which the layer lasts. In a loop a layer that begins late ends with the loop's period.
    var layerSeconds = timing.duration.map { $0 * timing.speed } ?? .infinity
    if clock.period > 0, timing.begin > 0 {
      layerSeconds = min(layerSeconds, clock.period - timing.begin * timing.speed)
    }
    // An emission that begins after the layer's end emits nothing; its duration is then negative, and any negative number means the same.
    let durationWithoutLoop = max(-1, min(cell.duration ?? .infinity, layerSeconds - cell.beginTime))
    let emissionDuration = clock.period > 0 ? min(durationWithoutLoop, clock.period) : durationWithoutLoop

    let clock = clock
    let loopEnd = clock.loopStart + clock.period
    let clockRestarts =
      clock.period > 0 && (emissionStart < clock.loopStart || emissionStart + emissionDuration > loopEnd)
    var segments = RateCompiler.segments(
      rate: cell.birthRate, multiplier: emitter.birthRate, start: emissionStart,
      horizon: min(max(emissionDuration, 0), horizon),
      maximumSteps: tabulation.maximumRateSteps, clockRestarts: clockRestarts
    ) { clock.animationClock(at: emissionStart + $0) }
    var loopBirths: UInt64 = 0
    if clock.period > 0, emissionDuration > 0 {
      // Scale the rate so that one period has a whole number of births, at least one: births can then repeat in every period.
      let births = segments.births(until: emissionDuration)
      if births > 0 {
        let wholeBirths = max(1, births.rounded())
        loopBirths = UInt64(min(wholeBirths, maximumBirths))
        for index in segments.indices {
          segments[index].birthsBefore *= wholeBirths / births
          segments[index].rate *= wholeBirths / births
          segments[index].slope *= wholeBirths / births
        }
      }
    }
    let maximumLifetime = lifetimeLimit(of: cell, multiplier: emitter.lifetime)
    let index = add(
      cell, at: TreePosition(isThreeDimensional: emitter.isThreeDimensional(cell)), segments: segments,
      maximumLifetime: maximumLifetime)
    let particlesPerBirth = particleEstimate(of: index, lifetime: maximumLifetime)
    roots.append(
      RootEmission(
        cell: index, emissionStart: emissionStart, emissionDuration: emissionDuration, loopPeriod: clock.period,
        loopBirths: loopBirths, burstDelayLimit: durationWithoutLoop,
        chunkSize: max(1, min(chunkCapacity, Int(Double(chunkCapacity) / particlesPerBirth)))))
  }

  /// Adds a cell and its descendants; returns its index.
  ///
  /// - Parameters:
  ///   - segments: the cell's birth rate, from its emission's start on.
  ///   - maximumLifetime: upper limit of its particles' lifetimes in seconds.
  private mutating func add(
    _ cell: Cell, at position: TreePosition, segments: [RateSegment], maximumLifetime: Double
  ) -> Int {
    let parameters = BirthParameterCompiler(cell, emitter: position.isRoot ? emitter : nil, canvas: canvas)
    let compiler = CellCompiler(
      canvas: canvas, emitter: emitter, shape: shape, clock: clock, memory: memory, horizon: horizon,
      tabulation: tabulation, cell: cell,
      isRoot: position.isRoot, isThreeDimensional: position.isThreeDimensional)
    var kernel = compiler.kernel(parameters: parameters, segments: segments, maximumLifetime: maximumLifetime)
    let index = kernels.count
    kernel.cellIndex = index
    kernel.parent = position.parent
    kernel.visibleSeconds = maximumLifetime + cell.lingerSeconds
    kernels.append(kernel)
    maximumHalfShutter = max(maximumHalfShutter, Double(kernel.halfShutter))
    cells.append(programCell(of: cell, kernel))
    animatedParameters.append(parameters.animated)
    initialBursts.append(cell.burst)
    levelCount = max(levelCount, position.level + 1)

    var previousChild = -1
    for child in cell.cells {
      let childIndex = add(
        child,
        at: TreePosition(
          level: position.level + 1, parent: index,
          isThreeDimensional: child.isThreeDimensional(spawnedIn3D: position.isThreeDimensional)),
        segments: childSegments(child, maximumParentLifetime: maximumLifetime),
        maximumLifetime: lifetimeLimit(of: child, multiplier: 1))
      if previousChild < 0 {
        kernels[index].firstChild = childIndex
      } else {
        kernels[previousChild].nextSibling = childIndex
      }
      previousChild = childIndex
      extendVisibleSeconds(of: index, maximumParentLifetime: maximumLifetime, by: kernels[childIndex])
    }
    kernels[index].features.finish(hasChildren: kernels[index].firstChild >= 0)
    let isSimple = position.isRoot && kernels[index].features.isSubset(of: SimpleRoot.possible)
    kernels[index].specialization = isSimple ? .simpleRoot : .general
    // Ages are rounded to Float (24 bits, 6·10⁻⁸) before they are compared with lifetimes: leave room for that.
    kernels[index].visibleSeconds *= 1 + 1e-6
    return index
  }

  private func programCell(of cell: Cell, _ kernel: CellKernel) -> ProgramCell {
    ProgramCell(
      name: cell.name, cellPath: cell.cellPath, sprites: cell.sprites.isEmpty ? [Sprite(.softDisc)] : cell.sprites,
      layout: ParticleLayout(
        isRound: kernel.has(.roundSprites), hasBlur: kernel.has(.defocus), hasFrames: kernel.has(.flipBooks),
        hasOrder: kernel.has(.order),
        hasShutterSamples: kernel.shutterMode != .closed, hasSheets: cell.hasSheets),
      isSwept: kernel.shutterMode == .swept, links: cell.links.map { LinkStyle($0, canvas: canvas) },
      trail: TrailStyle(cell))
  }

  /// Makes a parent's `visibleSeconds` cover all children in one child cell: the time from the parent's birth to the trigger, from
  /// there to the end of the emission, and from there the children's own `visibleSeconds`. Marks the parent if its bounces must be
  /// recorded for these children.
  private mutating func extendVisibleSeconds(of parent: Int, maximumParentLifetime: Double, by child: CellKernel) {
    var end = child.visibleSeconds + child.beginTime
    switch child.trigger {
    case .life: end = child.visibleSeconds + min(child.beginTime + child.duration, maximumParentLifetime)
    case .birth: end += child.duration
    case .death: end += child.duration + maximumParentLifetime
    case .age: end += child.duration + child.triggerAgeSeconds + child.triggerAgeShare * maximumParentLifetime
    case .bounce:
      end += child.duration + maximumParentLifetime
      kernels[parent].features.insert(.bounceLog)
    }
    kernels[parent].visibleSeconds = max(kernels[parent].visibleSeconds, end)
  }

  /// Birth rate of a child, read on its emission's own clock: both times of a formula, t and T, are the seconds after the emission's start.
  private func childSegments(_ cell: Cell, maximumParentLifetime: Double) -> [RateSegment] {
    let seconds = cell.maximumEmissionSeconds(parentLifetime: maximumParentLifetime)
    return RateCompiler.segments(
      rate: cell.birthRate, multiplier: 1, start: 0, horizon: seconds, maximumSteps: tabulation.maximumRateSteps,
      clockRestarts: false
    ) { AnimationClock($0) }
  }

  /// Upper limit of a cell's lifetimes in seconds, with their random part. At birth lifetimes are clamped to this limit, since
  /// an animated lifetime may be longer between the samples or after the horizon.
  private func lifetimeLimit(of cell: Cell, multiplier: AnimatedNumber) -> Double {
    let start = timing.timeOffset
    func largest(_ number: AnimatedNumber) -> Double {
      number.sampledMaximum(seconds: horizon, maximumSamples: tabulation.maximumSamples) {
        clock.animationClock(at: start + $0)
      }
    }
    let lifetime = largest(cell.lifetime)
    let range = max(largest(cell.lifetimeRange), 0)
    return max(0, (lifetime + range / 2) * max(0, largest(multiplier)))
  }

  /// Rough number of live particles for each live particle of a cell: the particle itself and its live descendants. Chunks of a
  /// cell with many descendants hold fewer births.
  private func particleEstimate(of index: Int, lifetime: Double) -> Double {
    var sum = 1.0
    var childIndex = kernels[index].firstChild
    while childIndex >= 0 {
      let child = kernels[childIndex]
      let childLifetime = Double(child.maximumLifetime)
      // Children of one emission that are alive at the same time were born within one lifetime of a child.
      var births = child.schedule.births(until: min(child.duration, lifetime, childLifetime))
      for burst in 0..<child.burstCount { births += Double(child.bursts[burst].count) }
      if child.trigger == .bounce { births *= Double(child.maximumBounces) }
      sum += births * particleEstimate(of: childIndex, lifetime: childLifetime)
      childIndex = child.nextSibling
    }
    return sum
  }
}

extension [RateSegment] {
  /// Births in the first `seconds` of the emission (`BirthSchedule.births`).
  func births(until seconds: Double) -> Double {
    withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return BirthSchedule(segments: base, count: buffer.count).births(until: seconds)
    }
  }
}
