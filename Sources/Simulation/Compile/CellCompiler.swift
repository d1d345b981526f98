import Colorimetry
import Lanes
import Model

/// Compiles a cell of a scene into a kernel.
struct CellCompiler {
  let canvas: Canvas
  let emitter: Emitter
  let clock: LayerClock
  let memory: ProgramMemory
  /// Local seconds from the layer's first moment on that can matter.
  let horizon: Double
  let cell: Cell
  let isRoot: Bool
  /// Whether its particles have a depth.
  let isInSpace: Bool

  private var isEncoded: Bool { canvas.blending == .srgb }

  /// - Parameter segments: the cell's birth rate, for its own clock.
  func kernel(
    parameters: BirthParameterCompiler, segments: [RateSegment], longestLifetime: Double
  ) -> CellKernel {
    let forces = ForceProgramCompiler(
      canvas: canvas, clock: clock, memory: memory, horizon: horizon, isInSpace: isInSpace)
    let none: UnsafePointer<Float> = memory.keep([])
    var kernel = CellKernel(
      schedule: BirthSchedule(segments: memory.keep(segments), count: segments.count),
      bursts: memory.keep(bursts), stream: StreamKey(seed: canvas.seed, path: cell.path),
      draws: memory.keep(draws), spriteDraw: draw(.sprite, .sprite), paletteDraw: draw(.color, .color),
      coneDraw: draw(.cone, .direction), parameters: memory.keep(parameters.constants),
      inheritedFields: memory.keep([]),
      shape: isRoot
        ? ShapeCompiler(emitter: emitter, canvas: canvas, memory: memory).sampler
        : ShapeSampler(points: memory.keep([]), shares: memory.keep([])),
      forces: forces.program(of: cell), trail: TrailParameters.compile(cell, canvas: canvas, memory: memory),
      drift: DriftField(cell, canvas: canvas, clock: clock), velocityCurve: none, spinCurve: none,
      travelEase: memory.keep(CurveTable.easing(cell.travelEase)), offsetX: none, offsetY: none, depthCurve: none,
      rotationCurve: none, scaleCurve: none, alphaCurve: none, intensityCurve: none, ramp: memory.keep([]),
      palette: memory.keep([]), sprites: memory.keep(sprites))
    kernel.features = CellFeatures(
      of: cell, isRoot: isRoot, isInSpace: isInSpace, emitter: emitter, canvas: canvas)
    kernel.features.insert(.animatedParameters, if: !parameters.animated.isEmpty)
    kernel.features.insert(.shape, if: isRoot && kernel.shape.kind != .center)
    kernel.longestLifetime = Float(longestLifetime)
    kernel.longestVisibleAge = kernel.longestLifetime + Float(cell.lingerSeconds)
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
    let inherited = InheritedField.fields(of: kernel)
    kernel.inheritedFields = memory.keep(inherited.map { UInt8(truncatingIfNeeded: $0.rawValue) })
    kernel.inheritedFieldCount = inherited.count
    return kernel
  }

  // MARK: Emission

  private func setEmission(of kernel: inout CellKernel) {
    kernel.birthJitter = cell.birthJitter
    kernel.beginTime = cell.beginTime
    kernel.duration = cell.duration ?? .infinity
    kernel.burstCount = cell.bursts.count + 1
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
    // An emission that neither the layer nor the parent's life ends needs an end for its schedule.
    if cell.when != .life, cell.duration == nil { kernel.duration = isRoot ? .infinity : lastBurst }
  }

  /// `burst` first, at 0 seconds, then the bursts as written.
  private var bursts: [CellKernel.BurstRecord] {
    let start = isRoot ? clock.timeOffset + cell.beginTime : 0
    let first = wholeCount(cell.burst.value(at: clock.clock(at: start)))
    return [CellKernel.BurstRecord(time: 0, count: first)]
      + cell.bursts.map { CellKernel.BurstRecord(time: max(0, $0.time), count: wholeCount($0.count)) }
  }

  private var lastBurst: Double { cell.bursts.reduce(0) { max($0, $1.time) } }

  // MARK: Draws

  /// By `BirthParameter.rawValue`: what each range multiplies.
  private var draws: [RandomDraw] {
    var draws = [RandomDraw](repeating: RandomDraw(channel: 0, isShared: false), count: BirthParameter.allCases.count)
    for row in CellParameter.all {
      for component in row.components(of: cell) {
        guard let channel = component.channel, let group = row.randomSource?.group else { continue }
        draws[component.parameter.rawValue] = RandomDraw(channel: channel, isShared: shares(group))
      }
    }
    return draws
  }

  private func draw(_ channel: DrawChannel, _ group: Cell.DrawGroup) -> RandomDraw {
    RandomDraw(channel: channel.rawValue, isShared: shares(group))
  }

  private func shares(_ group: Cell.DrawGroup) -> Bool { !isRoot && cell.shared.contains(group) }

  // MARK: Tables

  private var sprites: [SIMD4<Float>] {
    let pixelsPerPoint = canvas.pixelsPerPoint
    return (cell.sprites.isEmpty ? [Sprite(.softDisc)] : cell.sprites).map { sprite in
      SIMD4(
        Float(sprite.width * 0.5 * pixelsPerPoint), Float(sprite.height * 0.5 * pixelsPerPoint),
        sprite.shape.isHeadAtPosition ? 1 : 0, 0)
    }
  }

  /// Tabulates the curves that there are; no other is ever sampled.
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
    kernel.velocityCurve = integral(cell.velocityOverLife)
    kernel.spinCurve = integral(cell.spinOverLife)
    kernel.rotationCurve = table(cell.rotationOverLife, scale: 1.0 / 360)
    kernel.depthCurve = table(cell.depthOverLife, scale: pixelsPerPoint)
    kernel.intensityCurve = table(cell.intensityOverLife)
    kernel.scaleCurve = table(cell.scaleOverLife)
    kernel.alphaCurve = table(cell.alphaOverLife)
  }

  private func setColors(of kernel: inout CellKernel) {
    if !cell.colorOverLife.isEmpty {
      kernel.ramp = memory.keep(
        ColorTable.entries(cell.colorOverLife, interpolation: cell.interpolation, encoded: isEncoded))
    }
    kernel.palette = memory.keep(
      cell.colors.map { SIMD4<Float>(ColorTable.components(of: $0, encoded: isEncoded)) })
    kernel.paletteCount = cell.colors.count
    if let color = cell.backColor {
      kernel.backColor = SIMD4<Float>(ColorTable.components(of: color, encoded: isEncoded))
    }
  }

  // MARK: Motion blur

  private func setShutter(of kernel: inout CellKernel) {
    if kernel.uses(.defocus) { kernel.features.remove(.isRound) }
    let seconds = canvas.shutterSeconds(of: cell, in: emitter) * abs(clock.speed)
    guard seconds > 0 else { return }
    kernel.halfShutter = Float(seconds / 2)
    // What leaves at one edge and comes back at the other has no line from here to there.
    kernel.shutterMode = cell.isSwept && !kernel.uses(.wrap) ? .swept : .sampled
    kernel.features.remove(.isRound)
  }
}

/// Number of births: rounded to the nearest, none below ½.
func wholeCount(_ number: Double) -> UInt64 {
  number >= 0.5 ? UInt64(min((number + 0.5).rounded(.down), 0x1p47)) : 0
}
