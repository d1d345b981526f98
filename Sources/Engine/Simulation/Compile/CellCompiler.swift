import Colorimetry
import Lanes
import Model

/// Compiles a cell of a scene into a kernel. The kernel's indices of cells, and what depends on other cells, are left to
/// `TreeCompiler`.
struct CellCompiler {
  let canvas: Canvas
  let emitter: Emitter
  /// The emitter's shape, which all of its cells share.
  let shape: ShapeSampler
  let clock: LayerClock
  let memory: EmitterProgramMemory
  /// Local seconds, from the layer's `timeOffset` on, for which animated values are tabulated; afterwards each keeps its last
  /// value.
  let horizon: Double
  let tabulation: Tabulation
  let cell: Cell
  let isRoot: Bool
  /// Whether the cell's particles have a z.
  let isThreeDimensional: Bool

  /// Whether the canvas blends sRGB-encoded values in place of linear light.
  private var blendsEncodedValues: Bool { canvas.blending == .srgb }

  /// Kernel of the cell, without what is left to `TreeCompiler`.
  ///
  /// - Parameters:
  ///   - segments: the cell's birth rate, from its emission's start on.
  ///   - maximumLifetime: upper limit of the particles' lifetimes, in seconds.
  func kernel(
    parameters: BirthParameterCompiler, segments: [RateSegment], maximumLifetime: Double
  ) -> CellKernel {
    let forces = ForceProgramCompiler(
      canvas: canvas, clock: clock, memory: memory, horizon: horizon,
      maximumTableRows: tabulation.maximumForceRows, isThreeDimensional: isThreeDimensional)
    let noCurve: UnsafePointer<Float> = memory.keep([])
    let bursts = self.bursts
    let gather =
      isRoot ? cell.gather.map { GatherParameters($0, emitter: emitter, canvas: canvas, memory: memory) } : nil
    var kernel = CellKernel(
      schedule: BirthSchedule(segments: memory.keep(segments), count: segments.count),
      bursts: memory.keep(bursts), stream: StreamKey(seed: canvas.seed, path: cell.cellPath),
      randomVariables: memory.keep(randomVariables), randomSprite: randomVariable(.sprite, .sprite),
      randomPaletteColor: randomVariable(.color, .color), randomConeAngle: randomConeAngle,
      parameters: memory.keep(parameters.constants), inheritedIndices: memory.keep([]),
      shape: isRoot ? shape : ShapeSampler(in: memory), gather: memory.keep(gather.map { [$0] } ?? []),
      forces: forces.program(of: cell, secondsBeforeRelease: Double(gather?.releaseSeconds ?? 0)),
      trail: TrailParameters.compile(cell, canvas: canvas, memory: memory),
      drift: DriftField(cell, canvas: canvas, clock: clock), velocityIntegral: noCurve, spinIntegral: noCurve,
      travelEase: memory.keep(CurveTable.easing(cell.travelEase)), offsetX: noCurve, offsetY: noCurve,
      depthCurve: noCurve, rotationCurve: noCurve, scaleCurve: noCurve, alphaCurve: noCurve, intensityCurve: noCurve,
      ramp: memory.keep([]), palette: memory.keep([]), sprites: memory.keep(sprites), flipBooks: memory.keep(flipBooks),
      sheets: memory.keep(cell.sprites.flatMap { SheetBend.tableEntries(of: $0.shape.sheet) }))
    kernel.burstCount = bursts.count
    kernel.features = CellFeatures(
      of: cell, components: parameters.components, isRoot: isRoot, isThreeDimensional: isThreeDimensional,
      emitter: emitter, canvas: canvas)
    kernel.features.insert(.animatedParameters, if: !parameters.animated.isEmpty)
    kernel.features.insert(.shape, if: isRoot && kernel.shape.kind != .center)
    kernel.emissionFrom = cell.emissionFrom
    kernel.colorFrom = cell.colorFrom
    kernel.colorByPlace = cell.colorByPlace.map {
      memory.keep([PlaceColorParameters($0, canvas: canvas, memory: memory)])
    }
    if isRoot, let cluster = cell.cluster {
      kernel.clusterSize = UInt64(max(cluster.size, 1))
      kernel.clusterSpread = Float(cluster.spread * canvas.pixelsPerPoint)
    }
    kernel.maximumLifetime = Float(maximumLifetime)
    kernel.maximumVisibleAge = kernel.maximumLifetime + Float(cell.lingerSeconds)
    kernel.spriteCount = max(cell.sprites.count, 1)
    kernel.frameWidth = Float(canvas.widthPixels)
    kernel.frameHeight = Float(canvas.heightPixels)
    if let links = cell.links { kernel.cullMargin += Float((links.distance + links.width) * canvas.pixelsPerPoint) }
    setEmission(of: &kernel)
    setCurves(of: &kernel)
    setColors(of: &kernel)
    setShutter(of: &kernel)
    kernel.order =
      switch emitter.renderMode {
      case .unordered, .additive: .unordered
      case .oldestFirst: .oldestFirst
      case .oldestLast: .oldestLast
      case .backToFront: .backToFront
      }
    let inheritedIndices = SpawnState.inheritedIndices(from: kernel)
    kernel.inheritedIndices = memory.keep(inheritedIndices)
    kernel.inheritedIndexCount = inheritedIndices.count
    return kernel
  }

  // MARK: Emission

  private func setEmission(of kernel: inout CellKernel) {
    kernel.birthJitter = cell.birthJitter
    kernel.beginTime = cell.beginTime
    kernel.duration = cell.duration ?? .infinity
    kernel.trigger =
      switch cell.when {
      case .life: .life
      case .birth: .birth
      case .death: .death
      case .age: .age
      case .bounce: .bounce
      }
    kernel.triggerAgeSeconds = cell.age ?? 0
    kernel.triggerAgeShare = cell.ageShare ?? 0
    kernel.maximumBounces = min(cell.maximumBounces, BounceLog.capacity)
    // An emission that begins at an event of the parent's life does not end with that life. A root cell has no parent, so its `when`
    // has no effect.
    if cell.when != .life, !isRoot { kernel.duration = cell.secondsOfEventEmission }
  }

  /// The cell's bursts: first `burst`, at the emission's start, then `bursts` in their order, then those at moments of a sound.
  ///
  /// An animated `burst` is read at the start of a root cell's emission; for a child `EmitterProgram.initialBurstBirths` reads it at
  /// the start of each emission, and the value here is only an estimate (`TreeCompiler.particleEstimate`).
  private var bursts: [CellKernel.BurstRecord] {
    let emissionStart = isRoot ? clock.timeOffset + cell.beginTime : 0
    let firstCount = wholeCount(cell.burst.value(at: clock.animationClock(at: emissionStart)))
    return [CellKernel.BurstRecord(delaySeconds: 0, count: firstCount)]
      + cell.bursts.map { CellKernel.BurstRecord(delaySeconds: max(0, $0.time), count: wholeCount($0.count)) }
      + (isRoot ? soundBursts(emissionStart: emissionStart) : [])
  }

  /// Bursts at moments of a sound. Those before the emission's start have no births, but keep their indices; lists of moments take turns, so
  /// that neither a longer sound nor another list changes the random numbers of what was born before.
  ///
  /// - Parameter emissionStart: local seconds.
  private func soundBursts(emissionStart: Double) -> [CellKernel.BurstRecord] {
    guard clock.speed > 0 else { return [] }
    let canvasStart = clock.begin + (emissionStart - clock.timeOffset) / clock.speed
    var records: [CellKernel.BurstRecord] = []
    for index in 0..<(cell.soundBirths.map(\.times.count).max() ?? 0) {
      for births in cell.soundBirths {
        let delay = index < births.times.count ? (births.times[index] - canvasStart) * clock.speed : -1
        records.append(
          CellKernel.BurstRecord(delaySeconds: max(0, delay), count: delay >= 0 ? wholeCount(births.count) : 0))
      }
    }
    return records
  }

  // MARK: Random numbers

  /// By `BirthParameter.rawValue`: the random variable that each range multiplies; unused for parameters that are no range.
  private var randomVariables: [RandomVariable] {
    var variables = [RandomVariable](
      repeating: RandomVariable(channel: 0, isShared: false), count: BirthParameter.allCases.count)
    for row in CellParameter.all {
      guard let source = row.randomSource else { continue }
      for (parameter, channel) in zip(row.parameters, source.channels) {
        variables[parameter.rawValue] = RandomVariable(
          channel: channel, isShared: shares(source.group), distribution: cell.distribution[row])
      }
    }
    return variables
  }

  private var randomConeAngle: RandomVariable {
    RandomVariable(
      channel: RandomChannel.cone.rawValue, isShared: shares(.direction), distribution: cell.distribution["emission"])
  }

  private func randomVariable(_ channel: RandomChannel, _ group: Cell.RandomGroup) -> RandomVariable {
    RandomVariable(channel: channel.rawValue, isShared: shares(group))
  }

  /// Whether all children of one parent, or all particles of a cluster, have the same values of the group's random variables.
  private func shares(_ group: Cell.RandomGroup) -> Bool {
    (!isRoot || cell.cluster != nil) && cell.shared.contains(group)
  }

  // MARK: Tables

  /// Entries of `CellKernel.sprites`.
  private var sprites: [SIMD4<Float>] {
    let pixelsPerPoint = canvas.pixelsPerPoint
    return (cell.sprites.isEmpty ? [Sprite(.softDisc)] : cell.sprites).map { sprite in
      SIMD4(
        Float(sprite.width * 0.5 * pixelsPerPoint), Float(sprite.height * 0.5 * pixelsPerPoint),
        sprite.shape.isHeadAtPosition ? 1 : 0, 0)
    }
  }

  /// Entries of `CellKernel.flipBooks`.
  private var flipBooks: [SIMD4<Float>] { cell.sprites.map { FlipBook.tableEntry(of: $0.shape.picture) } }

  /// Tabulates the curves over life that the cell has; the pointers to the tables of other curves are never read.
  private func setCurves(of kernel: inout CellKernel) {
    let pixelsPerPoint = canvas.pixelsPerPoint
    func table(_ stops: [NumberStop], scale: Double = 1) -> UnsafePointer<Float> {
      memory.keep(stops.isEmpty ? [] : CurveTable.curve(stops, scale: scale))
    }
    func integral(_ stops: [NumberStop]) -> UnsafePointer<Float> {
      memory.keep(stops.isEmpty ? [] : CurveTable.integral(stops))
    }
    if !cell.offsetOverLife.isEmpty {
      let curves = CurveTable.curve(cell.offsetOverLife, scale: pixelsPerPoint)
      kernel.offsetX = memory.keep(curves.x)
      kernel.offsetY = memory.keep(curves.y)
    }
    kernel.velocityIntegral = integral(cell.velocityOverLife)
    kernel.spinIntegral = integral(cell.spinOverLife)
    // The factor converts degrees to turns.
    kernel.rotationCurve = table(cell.rotationOverLife, scale: 1.0 / 360)
    kernel.depthCurve = table(cell.depthOverLife, scale: pixelsPerPoint)
    kernel.intensityCurve = table(cell.intensityOverLife)
    kernel.scaleCurve = table(cell.scaleOverLife)
    kernel.alphaCurve = table(cell.alphaOverLife)
  }

  private func setColors(of kernel: inout CellKernel) {
    if !cell.colorOverLife.isEmpty {
      kernel.ramp = memory.keep(
        ColorTable.entries(cell.colorOverLife, interpolation: cell.interpolation, encoded: blendsEncodedValues))
    }
    kernel.palette = memory.keep(
      cell.colors.map { SIMD4<Float>(ColorTable.components(of: $0, encoded: blendsEncodedValues)) })
    kernel.paletteCount = cell.colors.count
    if let color = cell.backColor {
      kernel.backColor = SIMD4<Float>(ColorTable.components(of: color, encoded: blendsEncodedValues))
    }
  }

  // MARK: Motion blur

  private func setShutter(of kernel: inout CellKernel) {
    kernel.isBall = cell.hasRoundSprites
    if cell.hasPuffs, let puff = cell.sprites[0].shape.puff { kernel.puffOpacity = Float(1 - Lanes.exp(-puff.density)) }
    // Sprites that a lens or a shutter may blur are written with both half axes, even if they are round.
    if kernel.has(.defocus) { kernel.features.remove(.roundSprites) }
    // Canvas seconds × speed are local seconds.
    let seconds = canvas.shutterSeconds(of: cell, in: emitter) * abs(clock.speed)
    guard seconds > 0 else { return }
    kernel.halfShutter = Float(seconds / 2)
    // A particle that wraps from one side of the frame to the other must not be swept along the line between these sides.
    kernel.shutterMode = cell.isSwept && !kernel.has(.wrap) ? .swept : .sampled
    kernel.features.remove(.roundSprites)
  }
}

/// The greatest number of births of one `BirthSource` in an emission: half of what the lower 48 bits of a `BirthIndex` can number, so that
/// sums of two numbers fit, too. Births at bounces have only 40 of these bits for their number.
let maximumBirths = 0x1p47

/// Number of births of a burst: rounded to the nearest, at most `maximumBirths`.
func wholeCount(_ number: Double) -> UInt64 {
  number >= 0.5 ? UInt64(min((number + 0.5).rounded(.down), maximumBirths)) : 0
}
