import Lanes
import Model
import Simulation
import Testing

/// Stepped particles in space; their depths are read from the column by which they are sorted for drawing.
enum DeepStage {
  static func program(
    _ cells: [Cell], shape: Emitter.Shape = .point, depth: Double = 0, canvas: Canvas = SmallStage.canvas(),
    chunkCapacity: Int = EmitterProgram.chunkCapacity
  ) -> EmitterProgram {
    var emitter = Emitter(
      shape: shape, position: AnimatedPoint(1_000, 1_000), size: AnimatedPoint(200, 200), cells: cells)
    emitter.depth = AnimatedNumber(depth)
    emitter.renderMode = .backToFront
    return Stage.program(emitter, canvas: canvas, chunkCapacity: chunkCapacity)
  }

  /// A cell whose particles set out at `speed` along a direction in space.
  static func thrown(
    _ speed: Double, _ longitude: Double, _ latitude: Double, _ forces: [Force],
    _ change: (inout Cell) -> Void = { _ in }
  ) -> Cell {
    Stage.cell {
      $0.velocity = AnimatedNumber(speed)
      $0.emissionLongitude = AnimatedNumber(longitude)
      $0.emissionLatitude = AnimatedNumber(latitude)
      $0.cone = .flat
      $0.forces = forces
      change(&$0)
    }
  }

  /// The unit vector of a direction in degrees.
  static func direction(_ longitude: Double, _ latitude: Double) -> (x: Double, y: Double, z: Double) {
    let (turn, up) = (Lanes.sincosTurns(longitude / 360), Lanes.sincosTurns(latitude / 360))
    return (up.cos * turn.cos, up.cos * turn.sin, up.sin)
  }

  /// The path of a particle from `thrown`, to be stepped finely.
  static func path(_ speed: Double, _ longitude: Double, _ latitude: Double) -> FineStepper {
    let direction = direction(longitude, latitude)
    return FineStepper(
      x: 1_000, y: 1_000, velocityX: speed * direction.x, velocityY: speed * direction.y, z: 0,
      velocityZ: speed * direction.z)
  }

  static func distance(_ particle: EvaluatedParticle, _ path: FineStepper) -> Double {
    let (x, y, z) = (
      Double(particle.x) - path.x, Double(particle.y) - path.y, Double(particle.order) - path.z
    )
    return (x * x + y * y + z * z).squareRoot()
  }

  /// Returns the largest distance of the particles of a cell from a finely stepped path, over ages up to two seconds;
  /// infinity where there are not 20 particles.
  static func worstDistance(
    of cell: Cell, from start: FineStepper, _ acceleration: FineStepper.AccelerationInSpace
  ) -> Double {
    let found = program([cell]).particles(at: 2.07)[0]
    var path = start
    var worst = 0.0
    // The youngest particle is the last one.
    for (index, particle) in found.reversed().enumerated() {
      path.advanceInSpace(to: 0.07 + Double(index) / 10, acceleration)
      worst = max(worst, distance(particle, path))
    }
    return found.count == 20 ? worst : .infinity
  }
}

/// Forces in space, compared with finely stepped paths in Double and with closed forms from physics.
@Suite struct SpatialForceTests {
  private typealias Vector = (x: Double, y: Double, z: Double)

  private func dot(_ a: Vector, _ b: Vector) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }

  private func length(_ a: Vector) -> Double { dot(a, a).squareRoot() }

  private func expect(_ worstDistance: Double, below limit: Double, _ subject: String) {
    print("worst distance in space, \(subject): \(Float(worstDistance)) points")
    #expect(worstDistance < limit)
  }

  @Test("Radial attractors pull in space", arguments: [0, 1, 3], [0.0, 35])
  func radialAttractorsPullInSpace(falloff: Int, radius: Double) {
    let attractor = Force.Attractor().with {
      ($0.position, $0.stiffness, $0.radius, $0.falloff, $0.falloffDistance, $0.zPosition) = (
        AnimatedPoint(1_090, 960), 9, AnimatedNumber(radius), falloff, 60, 70
      )
    }
    let cell = DeepStage.thrown(150, 80, -40, [.attractor(attractor)])
    let worst = DeepStage.worstDistance(of: cell, from: DeepStage.path(150, 80, -40)) { path in
      let toCenter = (1_090 - path.x, 960 - path.y, 70 - path.z)
      let beyond = max(0, length(toCenter) - radius)
      var pull = 9 * beyond / length(toCenter)
      for _ in 0..<falloff { pull /= 1 + beyond / 60 }
      return (toCenter.0 * pull, toCenter.1 * pull, toCenter.2 * pull)
    }
    expect(worst, below: 0.05, "radial attractor, falloff \(falloff), radius \(radius)")
  }

  /// An axis pulls at right angles to itself, a plane along its normal.
  @Test("Axes and planes attract", arguments: [Force.Attractor.Kind.axial, .planar], [0.0, 50])
  func axesAndPlanesAttract(kind: Force.Attractor.Kind, latitude: Double) {
    let attractor = Force.Attractor().with {
      ($0.kind, $0.position, $0.stiffness, $0.radius, $0.angle, $0.zPosition, $0.latitude) = (
        kind, AnimatedPoint(1_050, 900), 12, 10, 30, -60, AnimatedNumber(latitude)
      )
    }
    let axis = DeepStage.direction(30, latitude)
    let cell = DeepStage.thrown(120, 10, 50, [.attractor(attractor)])
    let worst = DeepStage.worstDistance(of: cell, from: DeepStage.path(120, 10, 50)) { path in
      let toCenter = (1_050 - path.x, 900 - path.y, -60 - path.z)
      let along = dot(toCenter, axis)
      let toAttractor =
        kind == .planar
        ? (along * axis.x, along * axis.y, along * axis.z)
        : (toCenter.0 - along * axis.x, toCenter.1 - along * axis.y, toCenter.2 - along * axis.z)
      let pull = 12 * max(0, length(toAttractor) - 10) / length(toAttractor)
      return (toAttractor.0 * pull, toAttractor.1 * pull, toAttractor.2 * pull)
    }
    expect(worst, below: 0.05, "\(kind.rawValue) attractor at latitude \(latitude)")
  }

  @Test("Vortices turn about axes", arguments: [90.0, 0, 35])
  func vorticesTurnAboutAxes(latitude: Double) {
    let vortex = Force.Vortex().with {
      (
        $0.position, $0.strength, $0.pull, $0.radius, $0.falloff, $0.falloffDistance, $0.zPosition, $0.angle,
        $0.latitude
      ) = (AnimatedPoint(1_060, 1_000), 90, 400, 25, 1, 80, 40, -70, AnimatedNumber(latitude))
    }
    let axis = DeepStage.direction(-70, latitude)
    let cell = DeepStage.thrown(140, -90, 20, [.vortex(vortex)])
    let worst = DeepStage.worstDistance(of: cell, from: DeepStage.path(140, -90, 20)) { path in
      let toCenter = (1_060 - path.x, 1_000 - path.y, 40 - path.z)
      let along = dot(toCenter, axis)
      let inwards = (
        x: toCenter.0 - along * axis.x, y: toCenter.1 - along * axis.y, z: toCenter.2 - along * axis.z
      )
      let distance = length(inwards)
      let weight = 1 / max(distance, 25) / (1 + max(0, distance - 25) / 80)
      // Clockwise: the cross product of the axis and the vector outwards, with x to the right, y down and z to the eye.
      let around = (
        axis.z * inwards.y - axis.y * inwards.z, axis.x * inwards.z - axis.z * inwards.x,
        axis.y * inwards.x - axis.x * inwards.y
      )
      return (
        weight * (400 * inwards.x + 90 * around.0), weight * (400 * inwards.y + 90 * around.1),
        weight * (400 * inwards.z + 90 * around.2)
      )
    }
    expect(worst, below: 0.05, "vortex at latitude \(latitude)")
  }

  /// Around a vertical axis, particles in front of it and behind it move in opposite directions: clockwise seen from above
  /// where the axis points up.
  @Test("Whirlwinds turn clockwise seen from above") func whirlwindsTurnClockwiseFromAbove() {
    let vortex = Force.Vortex().with {
      ($0.position, $0.strength, $0.angle, $0.latitude) = (AnimatedPoint(1_000, 1_000), 100, -90, 0)
    }
    for (depth, sign) in [(60.0, 1.0), (-60, -1)] {
      var emitter = Emitter(
        position: AnimatedPoint(1_000, 1_000), cells: [DeepStage.thrown(0, 0, 0, [.vortex(vortex)])])
      emitter.zPosition = AnimatedNumber(depth)
      let found = Stage.program(emitter).particles(at: 0.55)[0]
      #expect(found.count == 5)
      // Clockwise from above is to the left in front of the axis.
      for particle in found { #expect((1_000 - Double(particle.x)) * sign > 0) }
    }
  }

  /// A pull of strength p at radius r holds a particle of speed √(p·r) on a circle in any plane; its period is 2π·√(r ÷ p).
  @Test("Circles in space close after their period") func circlesInSpaceCloseAfterTheirPeriod() {
    let (radius, pull) = (80.0, 320.0)
    let cell = DeepStage.thrown(
      (radius * pull).squareRoot(), 90, 60,
      [
        .attractor(
          Force.Attractor().with {
            ($0.position, $0.stiffness) = (AnimatedPoint(AnimatedNumber(1_000 - radius), 1_000), 4)
          })
      ]
    ) {
      $0.birthRate = 0
      $0.burst = 1
      $0.lifetime = 100
    }
    let period = 2 * 3.141_592_653_589_793 * (radius / pull).squareRoot()
    let program = DeepStage.program([cell])
    let (home, half) = (program.particles(at: 10 * period)[0][0], program.particles(at: 10.5 * period)[0][0])
    print("after 10 circles in space: \(home.x - 1_000), \(home.y - 1_000), \(home.order) points from home")
    #expect(abs(home.x - 1_000) < 0.1 && abs(home.y - 1_000) < 0.3 && abs(home.order) < 0.4)
    #expect(abs(half.x - Float(1_000 - 2 * radius)) < 0.1 && abs(half.y - 1_000) < 0.3 && abs(half.order) < 0.4)
  }

  @Test("Drag depends on the speed in space", arguments: [0.0005, 0.004, 0.05])
  func dragDependsOnTheSpeedInSpace(coefficient: Double) {
    let cell = DeepStage.thrown(600, -60, 35, [.drag(coefficient: AnimatedNumber(coefficient))]) {
      $0.yAcceleration = 300
      $0.zAcceleration = -120
      $0.drag = 0.2
      $0.wind = AnimatedPoint(-80, 10)
    }
    let worst = DeepStage.worstDistance(of: cell, from: DeepStage.path(600, -60, 35)) { path in
      let relative = (path.velocityX + 80, path.velocityY - 10, path.velocityZ)
      let loss = 0.2 + coefficient * length(relative)
      return (-loss * relative.0, 300 - loss * relative.1, -120 - loss * relative.2)
    }
    expect(worst, below: 0.25, "quadratic drag of \(coefficient)")
  }

  @Test("Waves swing along the depth") func wavesSwingAlongTheDepth() {
    let wave = Force.Wave().with {
      ($0.force, $0.frequency, $0.phase, $0.zForce) = (AnimatedPoint(200, -300), 10, 36, 900)
    }
    let cell = DeepStage.thrown(50, 0, 30, [.wave(wave)])
    let worst = DeepStage.worstDistance(of: cell, from: DeepStage.path(50, 0, 30)) { path in
      // A sine approximated by a parabola for each half of its period.
      let phase = path.age * 10 + 0.1
      let halfPeriods = 2 * (phase - phase.rounded(.down))
      let share = halfPeriods - halfPeriods.rounded(.down)
      let swing = (halfPeriods < 1 ? 4 : -4) * share * (1 - share)
      return (200 * swing, -300 * swing, 900 * swing)
    }
    expect(worst, below: 0.4, "wave")
  }

  /// A particle thrown too fast flies straight on at the limit; one that falls towards the eye reaches the limit and no more.
  @Test("Speeds in space are limited") func speedsInSpaceAreLimited() {
    let program = DeepStage.program([DeepStage.thrown(500, 20, 50, [.speedLimit(maximum: 120)])])
    let direction = DeepStage.direction(20, 50)
    for (index, particle) in program.particles(at: 2.05)[0].enumerated() {
      let age = 2.05 - Double(index + 1) / 10
      // The first half of the first step of 1/120 s is at the full speed.
      let maximumDistance = 120 * age + (500 - 120) / 240.0 + 0.01
      let (x, y, z) = (Double(particle.x) - 1_000, Double(particle.y) - 1_000, Double(particle.order))
      #expect(length((x, y, z)) < maximumDistance && length((x, y, z)) > 120 * age - 0.01)
      #expect(abs(z - direction.z * length((x, y, z))) < 0.01)
    }
    let falling = DeepStage.program([
      DeepStage.thrown(60, 0, 0, [.speedLimit(maximum: 120)]) { $0.zAcceleration = 900 }
    ])
    let (before, after) = (falling.particles(at: 2.05)[0], falling.particles(at: 2.06)[0])
    for (a, b) in zip(before.dropLast(5), after.dropLast(5)) {
      #expect(abs(length((Double(b.x - a.x), Double(b.y - a.y), Double(b.order - a.order))) - 1.2) < 0.002)
      #expect(b.order - a.order > 1)
    }
  }

  /// The expected force comes from finite differences of the three potentials, and so shares no derivative with the product.
  @Test("Turbulence is the curl of three noises", arguments: [0.0, 0.8])
  func turbulenceIsTheCurlOfThreeNoises(frequency: Double) {
    let cell = DeepStage.thrown(
      40, 20, 30,
      [
        .turbulence(
          Force.Turbulence().with { ($0.strength, $0.scale, $0.frequency, $0.seed) = (300, 60, frequency, 3) })
      ]
    ) {
      $0.birthRate = 0
      $0.burst = 1
      $0.drag = 1.5
    }
    let seed = StreamKey(seed: 7, path: 3 << 8 | 1).lowHalf
    func potential(_ axis: Int, _ x: Double, _ y: Double, _ z: Double, _ time: Double) -> Double {
      let (a, b, c) = axis == 0 ? (y, z, x) : axis == 1 ? (z, x, y) : (x, y, z)
      let axisSeed = axis == 2 ? seed : NoiseLattice.hash(seed &+ UInt32(axis + 1))
      func lane(_ value: Double) -> Float8 { Float8(repeating: Float(value / 60)) }
      return Double(GradientNoise.at(lane(a), lane(b), lane(c) + Float(time * frequency), seed: axisSeed).value[0])
    }
    let program = DeepStage.program([cell])
    var path = DeepStage.path(40, 20, 30)
    let step = 1.0 / 500
    var worst = 0.0
    var largestDepthChange = 0.0
    // The potentials are Floats, so slopes from differences are accurate to a few thousandths; steps of 1/500 s are enough.
    for index in 0..<750 {
      func slope(_ potential: (Double) -> Double) -> Double { (potential(0.75) - potential(-0.75)) / 1.5 * 60 }
      let (x, y, z, time) = (
        path.x + path.velocityX * step / 2, path.y + path.velocityY * step / 2, path.z + path.velocityZ * step / 2,
        path.age + step / 2
      )
      let strength = 300 / 3.0.squareRoot()
      let pushX =
        slope { potential(2, x, y + $0, z, time) } - slope { potential(1, x, y, z + $0, time) }
      let pushY =
        slope { potential(0, x, y, z + $0, time) } - slope { potential(2, x + $0, y, z, time) }
      let pushZ =
        slope { potential(1, x + $0, y, z, time) } - slope { potential(0, x, y + $0, z, time) }
      // The drag of 1.5 by the trapezoidal rule.
      path.velocityX = (path.velocityX * (1 - 0.75 * step) + strength * pushX * step) / (1 + 0.75 * step)
      path.velocityY = (path.velocityY * (1 - 0.75 * step) + strength * pushY * step) / (1 + 0.75 * step)
      path.velocityZ = (path.velocityZ * (1 - 0.75 * step) + strength * pushZ * step) / (1 + 0.75 * step)
      path.x = x + path.velocityX * step / 2
      path.y = y + path.velocityY * step / 2
      path.z = z + path.velocityZ * step / 2
      path.age += step
      guard index % 25 == 24 else { continue }
      worst = max(worst, DeepStage.distance(program.particles(at: path.age)[0][0], path))
      // Against about the depth without turbulence: 1 / (1 + x) stands for exp(−x).
      largestDepthChange = max(largestDepthChange, abs(path.z - 20 * (1 - 1 / (1 + 1.5 * path.age)) / 1.5))
    }
    expect(worst, below: 0.2, "turbulence at \(frequency) Hz")
    #expect(largestDepthChange > 3)
  }

  /// Under forces without a component along z, the depth follows the closed form of particles without forces.
  @Test("The depth agrees with the closed form") func depthAgreesWithTheClosedForm() {
    for (drag, limit) in [(0.0, 2e-3), (1.3, 0.02)] {
      let change: (inout Cell) -> Void = {
        $0.zAcceleration = -220
        $0.drag = AnimatedNumber(drag)
      }
      let plain = DeepStage.program([DeepStage.thrown(300, 10, 35, [], change)])
      let stepped = DeepStage.program([
        DeepStage.thrown(
          300, 10, 35,
          [
            .vortex(Force.Vortex().with { ($0.position, $0.pull) = (AnimatedPoint(1_050, 1_000), 90) }), .gust(.init()),
            .wave(Force.Wave().with { $0.force = AnimatedPoint(90, 0) }),
            .attractor(Force.Attractor().with { ($0.kind, $0.position) = (.planar, AnimatedPoint(900, 1_000)) }),
          ], change)
      ])
      var worst = 0.0
      for time in [1.07, 2.05, 3.333] {
        for (a, b) in zip(plain.particles(at: time)[0], stepped.particles(at: time)[0]) {
          worst = max(worst, Double(abs(a.order - b.order)))
        }
      }
      expect(worst, below: limit, "z under gravity and drag \(drag), against the closed form")
    }
  }

  @Test("Particles of a cell in space that stay in the plane move as those of a flat cell")
  func spatialParticlesInThePlaneMoveAsFlatOnes() {
    var flat = Stage.cell {
      $0.velocity = 90
      $0.emissionLongitude = 40
      $0.drag = 0.4
      $0.yAcceleration = 60
      $0.wind = AnimatedPoint(30, 0)
      $0.cone = .flat
      $0.forces = [
        .attractor(
          Force.Attractor().with {
            ($0.position, $0.stiffness, $0.radius, $0.falloff) = (AnimatedPoint(1_080, 960), 7, 10, 2)
          }),
        .attractor(
          Force.Attractor().with {
            ($0.kind, $0.position, $0.stiffness, $0.angle) = (.axial, AnimatedPoint(980, 1_040), 3, 33)
          }),
        .attractor(
          Force.Attractor().with {
            ($0.kind, $0.position, $0.stiffness, $0.angle) = (.planar, AnimatedPoint(980, 1_040), 2, 70)
          }),
        .vortex(Force.Vortex().with { ($0.position, $0.strength, $0.pull) = (AnimatedPoint(1_100, 1_000), 90, 30) }),
        .gust(.init()),
        .wave(Force.Wave().with { $0.force = AnimatedPoint(50, -70) }), .drag(coefficient: 0.002),
        .speedLimit(maximum: 140),
      ]
      $0.bounds = [Boundary(.floor(y: 1_090), .bounce, restitution: 0.6, friction: 0.2)]
    }
    let plain = SmallStage.program([flat], shape: .rectangle)
    // A depth over life, even one that is 0 throughout, makes the cell three-dimensional.
    flat.depthOverLife = [NumberStop(0, 0), NumberStop(1, 0)]
    let deep = DeepStage.program([flat], shape: .rectangle)
    var worst: Float = 0
    for time in [0.7, 1.9, 3.3] {
      let (a, b) = (plain.particles(at: time)[0], deep.particles(at: time)[0])
      #expect(a.count == b.count)
      for (a, b) in zip(a, b) {
        worst = max(worst, abs(a.x - b.x), abs(a.y - b.y))
        #expect(b.order == 0)
      }
    }
    expect(Double(worst), below: 1e-3, "in the plane against without space")
  }

  /// A force that acts along the depth makes its cell three-dimensional; other forces do not.
  @Test("Forces along the depth make cells three-dimensional") func forcesAlongTheDepthMakeCellsThreeDimensional() {
    let emitter = Emitter()
    func isInSpace(_ force: Force) -> Bool { emitter.isThreeDimensional(Stage.cell { $0.forces = [force] }) }
    let flat: [Force] = [
      .attractor(.init()), .attractor(Force.Attractor().with { ($0.kind, $0.angle) = (.axial, 40) }), .vortex(.init()),
      .turbulence(.init()),
      .wave(Force.Wave().with { $0.force = AnimatedPoint(1, 1) }), .gust(.init()), .drag(coefficient: 1),
      .speedLimit(maximum: 1),
    ]
    #expect(flat.allSatisfy { !isInSpace($0) })
    let deep: [Force] = [
      .attractor(Force.Attractor().with { $0.zPosition = 10 }),
      .attractor(Force.Attractor().with { ($0.kind, $0.zPosition) = (.axial, 10) }),
      .attractor(Force.Attractor().with { ($0.kind, $0.latitude) = (.planar, 20) }),
      .vortex(Force.Vortex().with { $0.latitude = 0 }), .wave(Force.Wave().with { $0.zForce = 5 }),
    ]
    #expect(deep.allSatisfy { isInSpace($0) })
    let found = DeepStage.program([Stage.cell { $0.forces = [deep[0]] }]).particles(at: 2.05)[0]
    #expect(found[0].order > 5)
  }
}
