import Lanes
import Model

/// A sparse sample of a cell's particles, each with random numbers of its own, from which the estimates of cost extrapolate.
///
/// Motion in closed form is followed exactly, motion by forces and boundaries roughly (`SampledForces`). Where positions are not
/// known (for example because of boundaries or animated values), particles count as lying inside of the frame.
struct CellSample {
  let particles: [SampledParticle]
  /// What all particles of the sample have in common.
  let motion: SampledMotion
  /// Whether the sampled positions are right; otherwise only sizes, speeds and lifetimes are.
  let hasKnownPositions: Bool
  /// Whether each particle's motion follows from its numbers at birth, be these animated or not, so that its bounces can be counted.
  let hasKnownMotion: Bool
  /// Points by which sway, drift and flutter may displace a particle.
  let wanderPoints: Double

  /// What a sample is made from: the sample of the parents, and what the cells of an emitter share.
  struct Origin {
    var emitter: Emitter
    var canvas: Canvas
    var parent: CellSample?
    var isThreeDimensional: Bool
    /// The number of particles to sample.
    var count: Int
    /// Whether no formula or other animated number is read at a birth, so that the numbers need to be read only once for all
    /// particles.
    var isSteady: Bool
    /// Largest magnitude of a number at any time.
    var largest: (AnimatedNumber) -> Double
    /// When the particles are born.
    var birthTimes: BirthTimes
  }

  /// Purposes of a sampled particle's random numbers.
  private enum Channel: UInt32 {
    case lifetime, speed, longitude, coneAngle, positionA, positionB, positionZ, scale, sprite, drag, travel
    case tumble, tumbleSpeed, tilt, tiltSpeed, parentShare
  }

  init(_ cell: Cell, from origin: Origin) {
    let (emitter, largest) = (origin.emitter, origin.largest)
    var numbers = [
      cell.velocity, cell.velocityRange, cell.emissionLongitude, cell.emissionRange, cell.emissionLatitude, cell.drag,
      cell.dragRange, cell.xAcceleration, cell.yAcceleration, cell.zAcceleration, cell.wind.x, cell.wind.y, cell.travel,
      cell.travelRange, cell.inheritVelocity,
    ]
    if origin.parent == nil {
      numbers += [emitter.position.x, emitter.position.y, emitter.size.x, emitter.size.y]
      numbers += [emitter.zPosition, emitter.depth, emitter.velocity]
    }
    hasKnownPositions =
      numbers.allSatisfy(\.isConstant) && cell.forces.allSatisfy(\.isStill) && cell.bounds.isEmpty
      && cell.when != .bounce && cell.gather == nil && cell.emissionFrom == .canvas
      && origin.parent?.hasKnownPositions ?? true && !emitter.shape.isPathOrPicture
    let accelerations = [cell.xAcceleration, cell.yAcceleration, cell.zAcceleration, cell.wind.x, cell.wind.y]
    hasKnownMotion =
      accelerations.allSatisfy(\.isConstant) && cell.forces.allSatisfy(\.isStill) && cell.gather == nil
      && cell.emissionFrom == .canvas && origin.parent?.hasKnownMotion ?? true && !emitter.shape.isPathOrPicture
    wanderPoints =
      max(largest(cell.swayAmplitude.x), largest(cell.swayAmplitude.y))
      + max(largest(cell.swayAmplitudeRange.x), largest(cell.swayAmplitudeRange.y)) / 2 + largest(cell.driftAmplitude)
      + (largest(cell.flutter) + largest(cell.flutterRange) / 2) * (1 + 2 * largest(cell.flutterLift))
      + (origin.parent?.wanderPoints ?? 0)
    var motion = SampledMotion(cell)
    motion.gravity = SIMD3(
      Self.valueAtStart(cell.xAcceleration), Self.valueAtStart(cell.yAcceleration),
      Self.valueAtStart(cell.zAcceleration))
    motion.wind = SIMD3(Self.valueAtStart(cell.wind.x), Self.valueAtStart(cell.wind.y), 0)
    self.motion = motion
    let stream = StreamKey(seed: 0, path: cell.cellPath)
    let steadyNumbers = Numbers(cell, origin, at: origin.birthTimes[0])
    let forces =
      cell.forces.isEmpty && cell.bounds.isEmpty
      ? nil
      : SampledForces(
        cell, origin.canvas, wind: motion.wind, isThreeDimensional: origin.isThreeDimensional, largest: largest)
    particles = (0..<origin.count).map { index in
      let numbers = origin.isSteady ? steadyNumbers : Numbers(cell, origin, at: origin.birthTimes[index])
      var particle = Self.particle(cell, stream.key(index: UInt64(index)), index, origin, numbers)
      if let forces, particle.lifetime > 0 {
        forces.follow(&particle, gravity: motion.gravity, seed: index)
      }
      return particle
    }
  }

  /// A number and the width of the random range around it.
  private struct Spread {
    var middle: Double
    var width: Double

    func value(_ random: Double) -> Double { middle + width * (random - 0.5) }
  }

  /// The numbers that a particle reads at its birth; angles are in turns.
  private struct Numbers {
    var lifetime, speed, drag, travel, scale, tumble, tumbleSpeed, tilt, tiltSpeed: Spread
    var longitude: Spread
    /// Sine and cosine of the emission latitude.
    var latitude: (sin: Double, cos: Double)
    var inheritVelocity, scaleSpeed, emitterScale, emitterLifetime, emitterSpeed: Double
    var emitterPosition, emitterSize: SIMD3<Double>
    var sprites: [Sprite]

    init(_ cell: Cell, _ origin: Origin, at clock: AnimationClock) {
      let (emitter, largest) = (origin.emitter, origin.largest)
      let hasOnlyBursts = origin.parent == nil && cell.birthRate.isZero
      func value(_ number: AnimatedNumber) -> Double { number.value(at: clock) }
      /// The value of a factor of size. A factor that changes with time, but not at random, counts with its largest magnitude,
      /// because some frame shows many particles that were born when it was largest; not so in a cell that has only bursts.
      func scaleValue(_ number: AnimatedNumber) -> Double {
        hasOnlyBursts || number.isConstant || number.source.isRandom ? value(number) : largest(number)
      }
      func scaleSpread(_ middle: AnimatedNumber, _ width: AnimatedNumber) -> Spread {
        Spread(middle: scaleValue(middle), width: scaleValue(width))
      }
      func spread(_ middle: AnimatedNumber, _ width: AnimatedNumber, per unit: Double = 1) -> Spread {
        Spread(middle: value(middle) / unit, width: value(width) / unit)
      }
      lifetime = spread(cell.lifetime, cell.lifetimeRange)
      speed = spread(cell.velocity, cell.velocityRange)
      drag = spread(cell.drag, cell.dragRange)
      travel = spread(cell.travel, cell.travelRange)
      scale = scaleSpread(cell.scale, cell.scaleRange)
      tumble = spread(cell.tumble, cell.tumbleRange, per: 360)
      tumbleSpeed = spread(cell.tumbleSpeed, cell.tumbleSpeedRange, per: 360)
      tilt = spread(cell.tilt, cell.tiltRange, per: 360)
      tiltSpeed = spread(cell.tiltSpeed, cell.tiltSpeedRange, per: 360)
      longitude = spread(cell.emissionLongitude, cell.emissionRange, per: 360)
      latitude = Lanes.sincosTurns(value(cell.emissionLatitude) / 360)
      inheritVelocity = value(cell.inheritVelocity)
      scaleSpeed = value(cell.scaleSpeed)
      emitterScale = scaleValue(emitter.scale)
      emitterLifetime = value(emitter.lifetime)
      emitterSpeed = value(emitter.velocity)
      emitterPosition = SIMD3(value(emitter.position.x), value(emitter.position.y), value(emitter.zPosition))
      emitterSize = SIMD3(value(emitter.size.x), value(emitter.size.y), value(emitter.depth))
      sprites = cell.sprites.isEmpty ? [Sprite(.softDisc)] : cell.sprites
    }
  }

  /// The value of a constant, or the value of an animated number at time 0.
  private static func valueAtStart(_ number: AnimatedNumber) -> Double { number.value(at: AnimationClock(0)) }

  /// The sampled particle number `index`, whose random numbers follow from `key`.
  private static func particle(
    _ cell: Cell, _ key: ParticleKey, _ index: Int, _ origin: Origin, _ numbers: Numbers
  ) -> SampledParticle {
    func uniform(_ channel: Channel) -> Double { Double(key.uniform(channel: channel.rawValue)) }
    var particle = SampledParticle()
    particle.lifetime = max(0, numbers.lifetime.value(uniform(.lifetime)))
    var parentScale = 1.0
    var speedFactor = 1.0
    var inherited = SIMD3<Double>()
    var parentState: SampledParticle.State?
    if let parents = origin.parent, !parents.particles.isEmpty {
      let parent = Self.parent(index, of: cell, among: parents.particles)
      let share = shareAtBirth(of: cell, from: parent, uniform(.parentShare))
      particle.delay = parent.delay + share * parent.lifetime
      let state = parents.motion.state(of: parent, share: share)
      parentState = state
      particle.position = state.position
      inherited = state.velocity * numbers.inheritVelocity
      if cell.inherit.contains(.scale) {
        parentScale = parent.scale(at: share) * parents.motion.scaleFactor(at: share)
      }
    } else {
      particle.lifetime *= numbers.emitterLifetime
      parentScale = numbers.emitterScale
      speedFactor = numbers.emitterSpeed
      particle.position =
        numbers.emitterPosition
        + offset(origin.emitter, numbers.emitterSize, uniform(.positionA), uniform(.positionB), uniform(.positionZ))
    }
    particle.direction = direction(cell, origin, numbers, uniform, parentState)
    particle.velocity = particle.direction * (numbers.speed.value(uniform(.speed)) * speedFactor) + inherited
    if !origin.isThreeDimensional { particle.velocity.z = 0 }
    particle.drag = max(0, numbers.drag.value(uniform(.drag)))
    particle.travel = numbers.travel.value(uniform(.travel))
    particle.scale = numbers.scale.value(uniform(.scale)) * parentScale
    particle.scaleSpeed = numbers.scaleSpeed * parentScale
    let count = numbers.sprites.count
    let sprite = numbers.sprites[min(Int(uniform(.sprite) * Double(count)), count - 1)]
    (particle.width, particle.height) = (sprite.width, sprite.height)
    particle.tumble = numbers.tumble.value(uniform(.tumble))
    particle.tumbleSpeed = numbers.tumbleSpeed.value(uniform(.tumbleSpeed))
    particle.tilt = numbers.tilt.value(uniform(.tilt))
    particle.tiltSpeed = numbers.tiltSpeed.value(uniform(.tiltSpeed))
    return particle
  }

  /// The direction at birth, by the rules of `CellEvaluator.aim` in Simulation, except that only the part of a parent's direction
  /// in the canvas's plane counts.
  private static func direction(
    _ cell: Cell, _ origin: Origin, _ numbers: Numbers, _ uniform: (Channel) -> Double,
    _ parentState: SampledParticle.State?
  ) -> SIMD3<Double> {
    var aim = SIMD3<Double>(1, 0, 0)
    var longitude = numbers.longitude.middle
    let range = numbers.longitude.width
    if origin.isThreeDimensional, cell.cone(in3D: true) == .solid {
      let leastCosine = Lanes.sincosTurns(min(max(range / 2, 0), 0.5)).cos
      let cosine = 1 - uniform(.coneAngle) * (1 - leastCosine)
      let sine = max(1 - cosine * cosine, 0).squareRoot()
      let turn = Lanes.sincosTurns(uniform(.longitude))
      aim = SIMD3(cosine, sine * turn.cos, sine * turn.sin)
    } else {
      longitude += range * (uniform(.longitude) - 0.5)
    }
    let latitude = numbers.latitude
    aim = SIMD3(
      latitude.cos * aim.x - latitude.sin * aim.z, aim.y, latitude.sin * aim.x + latitude.cos * aim.z)
    let turn = Lanes.sincosTurns(longitude)
    aim = SIMD3(turn.cos * aim.x - turn.sin * aim.y, turn.sin * aim.x + turn.cos * aim.y, aim.z)
    guard let velocity = parentState?.velocity else { return aim }
    let length = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
    guard length > 0 else { return aim }
    let (cosine, sine) = (velocity.x / length, velocity.y / length)
    return SIMD3(cosine * aim.x - sine * aim.y, sine * aim.x + cosine * aim.y, aim.z)
  }

  /// The parent of the sampled child number `index`. The parents take turns; a child of bounces skips parents that do not bounce.
  private static func parent(_ index: Int, of cell: Cell, among parents: [SampledParticle]) -> SampledParticle {
    let first = parents[index % parents.count]
    guard cell.when == .bounce, first.bounces.isEmpty else { return first }
    let next = (1..<parents.count).lazy.map { parents[(index + $0) % parents.count] }.first { !$0.bounces.isEmpty }
    return next ?? first
  }

  /// Upper estimate of the mean number of bounces of a particle.
  ///
  /// - Parameters:
  ///   - maximum: the most bounces of a particle that count.
  ///   - alive: how many particles are alive together; the more there are, the nearer their mean is to the sample's.
  func typicalBounces(maximum: Int, alive: Double) -> Double {
    guard hasKnownMotion, !particles.isEmpty else { return Double(maximum) }
    let counts = particles.map { Double(min($0.bounces.count, maximum)) }
    let mean = counts.reduce(0, +) / Double(counts.count)
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(counts.count)
    return min(Double(maximum), mean + 2 * (variance / max(min(alive, Double(counts.count)), 1)).squareRoot())
  }

  /// The share of the parent's life at which a particle of the child cell `cell` is born; `random` is uniform in 0 ..< 1.
  private static func shareAtBirth(of cell: Cell, from parent: SampledParticle, _ random: Double) -> Double {
    switch cell.when {
    case .birth: return 0
    case .death: return 1
    case .age:
      if let share = cell.ageShare { return share }
      return parent.lifetime > 0 ? min(1, (cell.age ?? 0) / parent.lifetime) : 0
    case .life:
      // A cell without a birth rate has only bursts, which count as if they came at the parent's birth.
      let emission = parent.lifetime > 0 ? min(1, (cell.duration ?? .infinity) / parent.lifetime) : 0
      return cell.birthRate.isZero ? 0 : random * emission
    case .bounce:
      let count = min(parent.bounces.count, cell.maximumBounces)
      return count > 0 ? parent.bounces[Int(random * Double(count))] : random
    }
  }

  /// A random position on or in the emitter's shape, relative to its centre. Except for circles and spheres, an outline counts as
  /// the area that it encloses.
  private static func offset(
    _ emitter: Emitter, _ size: SIMD3<Double>, _ a: Double, _ b: Double, _ c: Double
  ) -> SIMD3<Double> {
    let (width, height, depth) = (size.x, size.y, size.z * (c - 0.5))
    let turn = Lanes.sincosTurns(a)
    let isOutline = emitter.mode == .outline
    switch emitter.shape {
    case .point: return SIMD3(0, 0, depth)
    case .line: return SIMD3(width * (a - 0.5), 0, depth)
    case .circle:
      let radius = width * (isOutline ? 1 : b.squareRoot())
      return SIMD3(radius * turn.cos, radius * turn.sin, depth)
    case .ring:
      let radius = (height * height + (width * width - height * height) * b).squareRoot()
      return SIMD3(radius * turn.cos, radius * turn.sin, depth)
    case .sphere:
      // The volume inside of a radius grows as its cube.
      let isSurface = emitter.mode != .volume
      let radius = width * (isSurface ? 1 : Lanes.pow(max(c, 1e-9), 1.0 / 3))
      let z = 2 * b - 1
      let across = radius * max(1 - z * z, 0).squareRoot()
      return SIMD3(across * turn.cos, across * turn.sin, radius * z)
    case .polygon(let points) where !points.isEmpty:
      // Between a corner and the corners' mean.
      let corner = points[min(Int(a * Double(points.count)), points.count - 1)]
      let mean = points.reduce(SIMD2<Double>()) { $0 + SIMD2($1.x, $1.y) } / Double(points.count)
      let share = b.squareRoot()
      return SIMD3(mean.x + (corner.x - mean.x) * share, mean.y + (corner.y - mean.y) * share, depth)
    // Inside of the box of width and height. Positions on a path are not known (`hasKnownPositions`).
    case .rectangle, .cuboid, .ellipse, .regularPolygon, .star, .heart, .path, .picture, .polygon:
      return SIMD3(width * (a - 0.5), height * (b - 0.5), depth)
    }
  }
}

extension Force {
  /// Whether the place from which the force acts never changes.
  fileprivate var isStill: Bool {
    switch self {
    case .attractor(let attractor): attractor.position.x.isConstant && attractor.position.y.isConstant
    case .vortex(let vortex): vortex.position.x.isConstant && vortex.position.y.isConstant
    case .drag, .turbulence, .wave, .gust, .speedLimit: true
    }
  }
}

extension Emitter.Shape {
  /// Whether particles are born on a path or a picture, where the sample does not know their positions.
  fileprivate var isPathOrPicture: Bool {
    switch self {
    case .path, .picture: true
    default: false
    }
  }
}

extension SampledParticle {
  /// Factor of the sprite's size at a share of the life, without `Cell.scaleOverLife`.
  func scale(at share: Double) -> Double { max(0, scale + scaleSpeed * share * lifetime) }
}
