import Colorimetry
import Lanes
import Model

/// Turns the cells of a scene into kernels.
struct CellCompiler {
  let canvas: Canvas
  let emitter: Emitter
  let clock: LayerClock
  let memory: ProgramMemory
  /// Local seconds from the layer's first moment on that can matter.
  let horizon: Double

  /// - Parameters:
  ///   - isInSpace: whether its particles have a depth.
  ///   - segments: the cell's birth rate, for its own clock.
  func kernel(
    of cell: Cell, isRoot: Bool, isInSpace: Bool, slots: BirthParameterCompiler, segments: [RateSegment],
    longestLifetime: Double
  ) -> CellKernel {
    var kernel = CellKernel(
      schedule: BirthSchedule(segments: memory.keep(segments), count: segments.count),
      bursts: memory.keep(bursts(of: cell, isRoot: isRoot)),
      stream: StreamKey(seed: canvas.seed, path: cell.path),
      inheritedFields: memory.keep([]),
      slots: memory.keep(slots.constants),
      shape: isRoot ? shape() : ShapeSampler(points: memory.keep([]), shares: memory.keep([])),
      law: ForceProgramCompiler(canvas: canvas, clock: clock, memory: memory, horizon: horizon, isInSpace: isInSpace)
        .law(of: cell),
      trail: TrailParameters.law(of: cell, canvas: canvas, memory: memory),
      drift: DriftField(cell, canvas: canvas, clock: clock),
      travelEase: memory.keep(CurveTable.easing(cell.travelEase)),
      offsetX: memory.keep([]), offsetY: memory.keep([]), velocityCurve: memory.keep([]), spinCurve: memory.keep([]),
      intensityCurve: memory.keep([]), rotationCurve: memory.keep([]), depthCurve: memory.keep([]),
      scaleCurve: memory.keep([]), alphaCurve: memory.keep([]),
      ramp: memory.keep([]), palette: memory.keep([]), sprites: memory.keep(sprites(of: cell)))
    kernel.birthJitter = cell.birthJitter
    kernel.wraps = cell.bounds.contains { $0.action == .wrap }
    kernel.beginTime = cell.beginTime
    kernel.duration = cell.duration ?? .infinity
    kernel.burstCount = cell.bursts.count + 1
    kernel.longestLifetime = Float(longestLifetime)
    kernel.longestSight = kernel.longestLifetime + Float(cell.lingerSeconds)
    kernel.occasion =
      switch cell.when {
      case .life: .life
      case .birth: .birth
      case .death: .death
      case .age: .age
      case .bounce: .bounce
      }
    kernel.occasionAge = cell.age ?? 0
    kernel.occasionShare = cell.ageShare ?? 0
    kernel.mostBounces = min(cell.mostBounces, BounceLog.capacity)
    // An occasion after which nothing ends the emission needs an end for its schedule.
    if cell.when != .life, cell.duration == nil { kernel.duration = isRoot ? .infinity : lastBurst(of: cell) }
    kernel.shared = isRoot ? [] : shared(cell.shared)
    kernel.spriteCount = max(cell.sprites.count, 1)
    kernel.frameWidth = Float(canvas.widthPixels)
    kernel.frameHeight = Float(canvas.heightPixels)
    if let links = cell.links { kernel.sightMargin += Float((links.distance + links.width) * canvas.pixelsPerPoint) }
    // Tabulate curves.
    if !cell.offsetOverLife.isEmpty {
      let curves = CurveTable.curve(cell.offsetOverLife, scale: canvas.pixelsPerPoint)
      kernel.offsetX = memory.keep(curves.x)
      kernel.offsetY = memory.keep(curves.y)
    }
    if !cell.velocityOverLife.isEmpty {
      kernel.lifeFactors.insert(.velocity)
      kernel.velocityCurve = memory.keep(CurveTable.integral(cell.velocityOverLife))
    }
    if !cell.spinOverLife.isEmpty {
      kernel.lifeFactors.insert(.spin)
      kernel.spinCurve = memory.keep(CurveTable.integral(cell.spinOverLife))
    }
    if !cell.rotationOverLife.isEmpty {
      kernel.lifeFactors.insert(.rotation)
      kernel.rotationCurve = memory.keep(CurveTable.curve(cell.rotationOverLife, scale: 1.0 / 360))
    }
    if !cell.depthOverLife.isEmpty {
      kernel.lifeFactors.insert(.depth)
      kernel.depthCurve = memory.keep(CurveTable.curve(cell.depthOverLife, scale: canvas.pixelsPerPoint))
    }
    if !cell.intensityOverLife.isEmpty {
      kernel.lifeFactors.insert(.intensity)
      kernel.intensityCurve = memory.keep(CurveTable.curve(cell.intensityOverLife))
    }
    if !cell.scaleOverLife.isEmpty { kernel.scaleCurve = memory.keep(CurveTable.curve(cell.scaleOverLife)) }
    if !cell.alphaOverLife.isEmpty { kernel.alphaCurve = memory.keep(CurveTable.curve(cell.alphaOverLife)) }
    let encoded = canvas.blending == .srgb
    if !cell.colorOverLife.isEmpty {
      kernel.ramp = memory.keep(
        ColorTable.entries(cell.colorOverLife, interpolation: cell.interpolation, encoded: encoded))
    }
    kernel.palette = memory.keep(
      cell.colors.map { SIMD4<Float>(ColorTable.components(of: $0, encoded: encoded)) })
    kernel.paletteCount = cell.colors.count
    kernel.features = features(of: cell, isRoot: isRoot, slots: slots, shape: kernel.shape)
    addSpace(to: &kernel, of: cell, isInSpace: isInSpace)
    openShutter(of: &kernel, for: cell)
    let inherited = inheritedFields(of: kernel)
    kernel.inheritedFields = memory.keep(inherited)
    kernel.inheritedFieldCount = inherited.count
    return kernel
  }

  // MARK: Motion blur

  private func openShutter(of kernel: inout CellKernel, for cell: Cell) {
    let seconds = canvas.shutterSeconds(of: cell, in: emitter) * abs(clock.speed)
    guard seconds > 0 else { return }
    kernel.halfShutter = Float(seconds / 2)
    // What leaves at one edge and comes back at the other has no line from here to there.
    let leaps = cell.bounds.contains { $0.action == .wrap }
    kernel.exposure = cell.isSwept && !leaps ? .swept : .sampled
    kernel.features.remove(.isRound)
  }

  // MARK: Emission

  /// `burst` first, at 0 seconds, then the bursts as written.
  private func bursts(of cell: Cell, isRoot: Bool) -> [CellKernel.BurstRecord] {
    let start = isRoot ? clock.timeOffset + cell.beginTime : 0
    let first = wholeCount(cell.burst.value(at: clock.clock(at: start)))
    return [CellKernel.BurstRecord(time: 0, count: first)]
      + cell.bursts.map { CellKernel.BurstRecord(time: max(0, $0.time), count: wholeCount($0.count)) }
  }

  private func lastBurst(of cell: Cell) -> Double { cell.bursts.reduce(0) { max($0, $1.time) } }

  // MARK: Tables

  private func sprites(of cell: Cell) -> [SIMD4<Float>] {
    let point = canvas.pixelsPerPoint
    return (cell.sprites.isEmpty ? [Sprite(.softDisc)] : cell.sprites).map { sprite in
      var shift: Float = 0
      if case .streak = sprite.shape { shift = 1 }
      return SIMD4(Float(sprite.width * 0.5 * point), Float(sprite.height * 0.5 * point), shift, 0)
    }
  }

  private func shape() -> ShapeSampler {
    var sampler = ShapeSampler(points: memory.keep([]), shares: memory.keep([]))
    let isOutline = emitter.mode == .outline
    let isPoints = emitter.mode == .points
    switch emitter.shape {
    case .point: sampler.kind = .center
    case .line: sampler.kind = isPoints ? .lineEnds : .line
    case .rectangle: sampler.kind = isPoints ? .rectangleCorners : (isOutline ? .rectangleOutline : .rectangle)
    case .circle: sampler.kind = isPoints ? .center : (isOutline ? .circleOutline : .circle)
    case .ellipse: sampler.kind = isPoints ? .center : (isOutline ? .ellipseOutline : .ellipse)
    case .ring: sampler.kind = isPoints ? .center : (isOutline ? .ringOutlines : .ring)
    case .cuboid:
      switch emitter.mode {
      case .points: sampler.kind = .cuboidCorners
      case .outline: sampler.kind = .cuboidEdges
      case .surface: sampler.kind = .cuboidFaces
      case .volume: sampler.kind = .rectangle
      }
    case .sphere:
      switch emitter.mode {
      case .points: sampler.kind = .center
      case .outline: sampler.kind = .circleOutline
      case .surface: sampler.kind = .sphereSurface
      case .volume: sampler.kind = .sphere
      }
    case .polygon(let corners):
      guard corners.count >= 3 else { break }
      sampler.kind = isPoints ? .polygonCorners : (isOutline ? .polygonOutline : .polygon)
      let scaled = corners.map { PlanePoint($0.x * canvas.pixelsPerPoint, $0.y * canvas.pixelsPerPoint) }
      let pieces = isPoints ? PolygonPieces.corners(scaled) : (isOutline ? .outline(scaled) : .surface(scaled))
      sampler.points = memory.keep(pieces.points)
      sampler.shares = memory.keep(pieces.shares)
      sampler.count = pieces.shares.count
    }
    return sampler
  }

  // MARK: Flags

  private func shared(_ draws: Set<Cell.Draw>) -> SharedDraws {
    var shared: SharedDraws = []
    for draw in Cell.Draw.allCases where draws.contains(draw) {
      switch draw {
      case .color: shared.insert(.color)
      case .velocity: shared.insert(.velocity)
      case .lifetime: shared.insert(.lifetime)
      case .scale: shared.insert(.scale)
      case .direction: shared.insert(.direction)
      case .rotation: shared.insert(.rotation)
      case .spin: shared.insert(.spin)
      case .sprite: shared.insert(.sprite)
      case .intensity: shared.insert(.intensity)
      case .drag: shared.insert(.drag)
      case .travel: shared.insert(.travel)
      case .sway: shared.insert(.sway)
      }
    }
    return shared
  }

  private func features(of cell: Cell, isRoot: Bool, slots: BirthParameterCompiler, shape: ShapeSampler) -> Features {
    var features: Features = []
    func flag(_ feature: Features, _ numbers: AnimatedNumber...) {
      if numbers.contains(where: { !$0.isZero }) { features.insert(feature) }
    }
    func set(_ feature: Features, _ condition: Bool) {
      if condition { features.insert(feature) }
    }
    flag(.lifetimeRange, cell.lifetimeRange)
    flag(.velocity, cell.velocity, cell.velocityRange)
    flag(.velocityRange, cell.velocityRange)
    flag(.cone, cell.emissionRange)
    flag(.gravity, cell.xAcceleration, cell.yAcceleration)
    flag(.drag, cell.drag, cell.dragRange)
    flag(.dragRange, cell.dragRange)
    flag(.wind, cell.wind.x, cell.wind.y)
    set(.stepped, cell.isStepped)
    set(.mortal, cell.bounds.contains { $0.action == .kill })
    flag(.travel, cell.travel, cell.travelRange)
    flag(.travelRange, cell.travelRange)
    set(.offset, !cell.offsetOverLife.isEmpty)
    flag(.sway, cell.swayAmplitude.x, cell.swayAmplitude.y, cell.swayAmplitudeRange.x, cell.swayAmplitudeRange.y)
    flag(.swayAmplitudeRange, cell.swayAmplitudeRange.x, cell.swayAmplitudeRange.y)
    flag(.swayFrequencyRange, cell.swayFrequencyRange.x, cell.swayFrequencyRange.y)
    flag(.swayPhaseRange, cell.swayPhaseRange)
    flag(.drift, cell.driftAmplitude)
    flag(.flutter, cell.flutter, cell.flutterRange)
    // Turn
    flag(
      .rotation, cell.rotation, cell.rotationRange, cell.spin, cell.spinRange, cell.turn, cell.turnRange)
    if !cell.rotationOverLife.isEmpty { features.insert(.rotation) }
    flag(.rotationRange, cell.rotationRange)
    flag(.spinRange, cell.spinRange)
    flag(.turn, cell.turn, cell.turnRange)
    flag(.turnRange, cell.turnRange)
    // A sprite can only be lengthened along its way if it lies along it.
    set(.align, cell.alignToMotion || !cell.stretch.isZero)
    flag(.stretch, cell.stretch)
    set(.tumble, cell.isFlatInSpace)
    flag(.tumbleRange, cell.tumbleRange)
    flag(.tumbleSpeedRange, cell.tumbleSpeedRange)
    flag(.glint, cell.glint)
    // Size
    flag(.scaleRange, cell.scaleRange)
    flag(.scaleSpeed, cell.scaleSpeed)
    set(.scaleCurve, !cell.scaleOverLife.isEmpty)
    set(.manySprites, cell.sprites.count > 1)
    set(.streaks, cell.sprites.contains { if case .streak = $0.shape { true } else { false } })
    set(.isRound, CellCompiler.isRound(cell))
    // Colour
    set(.palette, !cell.colors.isEmpty)
    flag(.redRange, cell.redRange)
    flag(.greenRange, cell.greenRange)
    flag(.blueRange, cell.blueRange)
    flag(.alphaRange, cell.alphaRange)
    flag(.colorSpeed, cell.redSpeed, cell.greenSpeed, cell.blueSpeed)
    flag(.colorClamp, cell.redRange, cell.greenRange, cell.blueRange, cell.redSpeed, cell.greenSpeed, cell.blueSpeed)
    flag(.alphaSpeed, cell.alphaSpeed)
    set(.alphaCurve, !cell.alphaOverLife.isEmpty)
    set(.ramp, !cell.colorOverLife.isEmpty)
    set(
      .intensity,
      cell.intensity.constant != 1 || !cell.intensityRange.isZero || !cell.intensityOverLife.isEmpty)
    flag(.intensityRange, cell.intensityRange)
    flag(.twinkle, cell.twinkle)
    set(.encodedLight, canvas.blending == .srgb)
    // Birth
    set(.birthJitter, cell.birthJitter != 0)
    set(.animated, !slots.moving.isEmpty)
    set(.shape, isRoot && shape.kind != .center)
    if !isRoot {
      features.insert(.isChild)
      flag(.inheritVelocity, cell.inheritVelocity)
      if features.contains(.inheritVelocity) { features.insert(.velocity) }
      set(.inheritColor, cell.inherit.contains(.color))
      set(.inheritScale, cell.inherit.contains(.scale))
      set(.animatedBurst, !cell.burst.isConstant)
    }
    return features
  }

  /// What the cell needs of space: depth, flat sprites, the order of drawing.
  private func addSpace(to kernel: inout CellKernel, of cell: Cell, isInSpace: Bool) {
    if isInSpace { kernel.features.formUnion([.space, .direction]) }
    if isInSpace, canvas.blurs {
      kernel.traits.insert(.blurs)
      kernel.features.remove(.isRound)
    }
    if cell.cone(inSpace: isInSpace) == .solid { kernel.traits.insert(.solidCone) }
    let isSphere = if case .sphere = emitter.shape { true } else { false }
    if !isSphere, !emitter.depth.isZero { kernel.traits.insert(.deepShape) }
    let tilts = [cell.tilt, cell.tiltRange, cell.tiltSpeed, cell.tiltSpeedRange]
    if !tilts.allSatisfy(\.isZero) { kernel.traits.insert(.tilt) }
    if !cell.shading.isZero { kernel.traits.insert(.shading) }
    if let color = cell.backColor {
      kernel.traits.insert(.backColor)
      kernel.backColor = SIMD4<Float>(ColorTable.components(of: color, encoded: canvas.blending == .srgb))
    }
    kernel.order =
      switch emitter.renderMode {
      case .unordered, .additive: .none
      case .oldestFirst: .age
      case .oldestLast: .youth
      case .backToFront: .depth
      }
  }

  /// Sets what follows from all else that is known of a kernel once its children are.
  static func finish(_ kernel: inout CellKernel) {
    func set(_ feature: Features, _ condition: Bool) {
      if condition { kernel.features.insert(feature) }
    }
    func uses(_ feature: Features) -> Bool { kernel.uses(feature) }
    // A range of something that is not there draws nothing.
    if !uses(.sway) {
      kernel.features.subtract([.swayAmplitudeRange, .swayFrequencyRange, .swayPhaseRange])
    }
    // What never turns over does not swoop.
    if !uses(.tumble) { kernel.features.remove(.flutter) }
    if !uses([.intensity, .twinkle]) { kernel.features.remove(.encodedLight) }
    set(.hasChildren, kernel.firstChild >= 0)
    set(
      .lifeCurve,
      uses([.travel, .offset, .turn, .scaleCurve, .alphaCurve, .ramp]) || !kernel.lifeFactors.isEmpty)
    set(.direction, uses([.velocity, .drag, .travel, .align, .stretch, .hasChildren]))
    set(.sharing, !kernel.shared.isEmpty)
    kernel.variant = !uses(.isChild) && SimpleRoot.suits(kernel) ? .plainRoot : .any
  }

  /// Whether a radius says all of the cell's sprites.
  static func isRound(_ cell: Cell) -> Bool {
    guard cell.stretch.isZero, !cell.isFlatInSpace else { return false }
    return cell.sprites.allSatisfy { sprite in
      guard sprite.width == sprite.height else { return false }
      switch sprite.shape {
      case .disc, .softDisc, .ring: return true
      case .square, .capsule, .streak, .star, .polygon, .heart, .spark, .flake, .petal, .leaf, .paper, .ribbon,
        .triangle, .sector,
        .path:
        return false
      }
    }
  }

  private func inheritedFields(of kernel: CellKernel) -> [UInt8] {
    var fields: [InheritedField] = [
      .lifetime, .x, .y, .velocityX, .velocityY, .directionX, .directionY, .scale, .scaleSpeed, .red,
      .green, .blue,
    ]
    if kernel.uses(.gravity) { fields += [.gravityX, .gravityY] }
    if kernel.uses(.drag) { fields += [.drag] }
    if kernel.uses(.drag) || kernel.uses(.stepped), kernel.uses(.wind) { fields += [.windX, .windY] }
    if kernel.uses(.mortal) { fields += [.end] }
    if kernel.uses(.space) { fields += [.z, .velocityZ, .directionZ, .gravityZ] }
    if kernel.uses(.travel) { fields += [.travel] }
    if kernel.uses(.sway) {
      fields += [.swayAmplitudeX, .swayAmplitudeY, .swayFrequencyX, .swayFrequencyY, .swayPhase]
    }
    if kernel.uses(.drift) { fields += [.drift, .driftPhase] }
    if kernel.uses(.flutter) { fields += [.flutter, .flutterLift, .tumble, .tumbleSpeed] }
    if kernel.uses(.colorSpeed) { fields += [.redSpeed, .greenSpeed, .blueSpeed] }
    return fields.map { UInt8(truncatingIfNeeded: $0.rawValue) }
  }
}

/// A number of births: rounded to the nearest, none below ½.
func wholeCount(_ number: Double) -> UInt64 {
  number >= 0.5 ? UInt64(min((number + 0.5).rounded(.down), 0x1p47)) : 0
}
