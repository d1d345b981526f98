import Lanes
import Model

/// Flattens an emitter's tree of cells into kernels.
struct TreeCompiler {
  let memory = ProgramMemory()
  let clock: LayerClock
  private let timing: LayerTiming
  private let emitter: Emitter
  private let canvas: Canvas
  private let chunkCapacity: Int
  private let horizon: Double

  private(set) var cells: [ProgramCell] = []
  private(set) var kernels: [CellKernel] = []
  private(set) var animatedParameters: [[AnimatedBirthParameter]] = []
  private(set) var bursts: [AnimatedNumber] = []
  private(set) var roots: [RootEmission] = []
  private(set) var depth = 1
  private(set) var halfShutter = 0.0

  /// Place of a cell in the tree.
  private struct Position {
    var level = 0
    var parent = -1
    /// Whether its particles have a depth.
    var isInSpace: Bool

    var isRoot: Bool { parent < 0 }
  }

  static func compile(timing: LayerTiming, emitter: Emitter, canvas: Canvas, chunkCapacity: Int) -> TreeCompiler {
    var compiler = TreeCompiler(timing: timing, emitter: emitter, canvas: canvas, chunkCapacity: chunkCapacity)
    for cell in emitter.cells { compiler.addRoot(cell) }
    compiler.openShutters()
    return compiler
  }

  private init(timing: LayerTiming, emitter: Emitter, canvas: Canvas, chunkCapacity: Int) {
    clock = LayerClock(timing, canvas: canvas)
    self.timing = timing
    self.emitter = emitter
    self.canvas = canvas
    self.chunkCapacity = chunkCapacity
    // Frames may lie past the canvas's end; beyond this, rates without an end of their own hold their last value.
    let end = timing.localTime(at: canvas.duration.double) - timing.timeOffset
    horizon = clock.period > 0 ? clock.period : max(0, 2 * end) + 60
  }

  /// Makes every particle visible from before its birth till after its death, as far as a shutter is open.
  private mutating func openShutters() {
    for index in kernels.indices {
      kernels[index].longestHalfShutter = Float(halfShutter)
      kernels[index].visibility += 2 * halfShutter
      let isParentOfUnborn = halfShutter > 0 && kernels[index].uses(.mortal) && kernels[index].uses(.hasChildren)
      if kernels[index].shutterMode != .closed || isParentOfUnborn {
        kernels[index].features.insert(.shutter)
        kernels[index].specialization = .general
      }
    }
  }

  private mutating func addRoot(_ cell: Cell) {
    let start = timing.timeOffset + cell.beginTime
    // Local seconds for which the layer lasts.
    var span = timing.duration.map { $0 * timing.speed } ?? .infinity
    if clock.period > 0, timing.begin > 0 { span = min(span, clock.period - timing.begin * timing.speed) }
    let natural = max(-1, min(cell.duration ?? .infinity, span - cell.beginTime))
    let limit = clock.period > 0 ? min(natural, clock.period) : natural

    let clock = clock
    var segments = RateCompiler.segments(
      rate: cell.birthRate, multiplier: emitter.birthRate, start: start, horizon: min(max(limit, 0), horizon),
      readsFoldedClock: clock.period > 0 && (start < clock.zero || start + limit > clock.zero + clock.period)
    ) { clock.clock(at: start + $0) }
    var loopBirths: UInt64 = 0
    if clock.period > 0, limit > 0 {
      // Make the births of one period a whole number.
      let births = segments.births(until: limit)
      if births > 0 {
        let whole = max(1, births.rounded())
        loopBirths = UInt64(min(whole, 0x1p47))
        for index in segments.indices {
          segments[index].births *= whole / births
          segments[index].rate *= whole / births
          segments[index].slope *= whole / births
        }
      }
    }
    let lifetime = lifetimeBound(of: cell, multiplier: emitter.lifetime)
    let index = add(
      cell, at: Position(isInSpace: emitter.isThreeDimensional(cell)), segments: segments, longestLifetime: lifetime)
    let load = offspring(of: index, lifetime: lifetime)
    roots.append(
      RootEmission(
        cell: index, start: start, limit: limit, period: clock.period, loopBirths: loopBirths, burstLimit: natural,
        chunkSize: max(1, min(chunkCapacity, Int(Double(chunkCapacity) / load)))))
  }

  /// Adds a cell and its children; returns its index.
  private mutating func add(
    _ cell: Cell, at position: Position, segments: [RateSegment], longestLifetime: Double
  ) -> Int {
    let parameters = BirthParameterCompiler(cell, emitter: position.isRoot ? emitter : nil, canvas: canvas)
    let compiler = CellCompiler(
      canvas: canvas, emitter: emitter, clock: clock, memory: memory, horizon: horizon, cell: cell,
      isRoot: position.isRoot, isInSpace: position.isInSpace)
    var kernel = compiler.kernel(parameters: parameters, segments: segments, longestLifetime: longestLifetime)
    let index = kernels.count
    kernel.flatIndex = index
    kernel.parent = position.parent
    kernel.visibility = longestLifetime + cell.lingerSeconds
    kernels.append(kernel)
    halfShutter = max(halfShutter, Double(kernel.halfShutter))
    cells.append(programCell(of: cell, kernel))
    animatedParameters.append(parameters.animated)
    bursts.append(cell.burst)
    depth = max(depth, position.level + 1)

    var previous = -1
    for child in cell.cells {
      let childIndex = add(
        child,
        at: Position(
          level: position.level + 1, parent: index,
          isInSpace: child.isThreeDimensional(spawnedIn3D: position.isInSpace)),
        segments: childSegments(child, parent: longestLifetime),
        longestLifetime: lifetimeBound(of: child, multiplier: 1))
      if previous < 0 { kernels[index].firstChild = childIndex } else { kernels[previous].nextSibling = childIndex }
      previous = childIndex
      extendVisibility(of: index, longestLifetime: longestLifetime, by: kernels[childIndex])
    }
    kernels[index].features.finish(hasChildren: kernels[index].firstChild >= 0)
    let isSimple = position.isRoot && kernels[index].features.isSubset(of: SimpleRoot.possible)
    kernels[index].specialization = isSimple ? .simpleRoot : .general
    // Ages are rounded to Float before they are compared with lifetimes.
    kernels[index].visibility *= 1 + 1e-6
    return index
  }

  private func programCell(of cell: Cell, _ kernel: CellKernel) -> ProgramCell {
    ProgramCell(
      name: cell.name, path: cell.path, sprites: cell.sprites.isEmpty ? [Sprite(.softDisc)] : cell.sprites,
      layout: ParticleLayout(
        isRound: kernel.uses(.isRound), hasBlur: kernel.uses(.defocus), hasOrder: kernel.uses(.order),
        hasShutterSamples: kernel.shutterMode != .closed),
      isSwept: kernel.shutterMode == .swept, links: cell.links.map { LinkStyle($0, canvas: canvas) },
      trail: TrailStyle(cell))
  }

  /// Visits a parent as long as the child, or what descends from it, is visible.
  private mutating func extendVisibility(of parent: Int, longestLifetime: Double, by child: CellKernel) {
    var end = child.visibility + child.beginTime
    switch child.trigger {
    case .life: end = child.visibility + min(child.beginTime + child.duration, longestLifetime)
    case .birth: end += child.duration
    case .death: end += child.duration + longestLifetime
    case .age: end += child.duration + child.triggerAgeSeconds + child.triggerAgeShare * longestLifetime
    case .bounce:
      end += child.duration + longestLifetime
      kernels[parent].features.insert(.bounceLog)
    }
    kernels[parent].visibility = max(kernels[parent].visibility, end)
  }

  /// Birth rate of a child, read on its emission's own clock: both t and T are the seconds since the emission began.
  private func childSegments(_ cell: Cell, parent longestLifetime: Double) -> [RateSegment] {
    let span = cell.when == .life ? min(cell.duration ?? .infinity, longestLifetime) : cell.duration ?? 0
    return RateCompiler.segments(
      rate: cell.birthRate, multiplier: 1, start: 0, horizon: span, readsFoldedClock: false
    ) { AnimationClock($0) }
  }

  /// Longest lifetime that is drawn. Animated lifetimes are held to the values found over the horizon.
  private func lifetimeBound(of cell: Cell, multiplier: AnimatedNumber) -> Double {
    let start = timing.timeOffset
    func largest(_ number: AnimatedNumber) -> Double {
      number.sampledMaximum(seconds: horizon) { clock.clock(at: start + $0) }
    }
    let lifetime = largest(cell.lifetime)
    let range = max(largest(cell.lifetimeRange), 0)
    return max(0, (lifetime + range / 2) * max(0, largest(multiplier)))
  }

  /// Live particles that one root birth accounts for, roughly; chunks are made the smaller for it.
  private func offspring(of index: Int, lifetime: Double) -> Double {
    let kernel = kernels[index]
    var sum = 1.0
    var child = kernel.firstChild
    while child >= 0 {
      let descendant = kernels[child]
      let span = min(descendant.duration, lifetime, Double(descendant.longestLifetime))
      var births = descendant.schedule.births(until: span)
      for burst in 0..<descendant.burstCount { births += Double(descendant.bursts[burst].count) }
      if descendant.trigger == .bounce { births *= Double(descendant.maximumBounces) }
      sum += births * offspring(of: child, lifetime: Double(descendant.longestLifetime))
      child = descendant.nextSibling
    }
    return sum
  }
}

extension [RateSegment] {
  func births(until seconds: Double) -> Double {
    withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return BirthSchedule(segments: base, count: buffer.count).births(until: seconds)
    }
  }
}
