import Lanes
import Model
import Simulation
import Testing

/// The cached state of stepped particles in space never changes a bit of a frame, and children and borders use the depth.
@Suite struct SpatialSteppedTests {
  /// A value that goes from `first` at 0 s to `last` at 4 s linearly.
  private func linearKeys(_ first: Double, _ last: Double) -> AnimatedNumber {
    AnimatedNumber(.keys([NumberKey(time: 0, value: first), NumberKey(time: 4, value: last)]))
  }

  /// `SteppedTests.tree` in space, with forces that move along the depth.
  private var tree: Cell {
    var cell = SteppedTests.tree()
    cell.birthRate = 5
    cell.emissionLatitude = 20
    cell.cone = .solid
    cell.zAcceleration = -30
    cell.forces = [
      .attractor(
        Force.Attractor().with {
          ($0.position, $0.stiffness, $0.falloff, $0.zPosition) = (
            AnimatedPoint(1_080, 940), 6, 1, linearKeys(-100, 200)
          )
        }),
      .vortex(
        Force.Vortex().with {
          ($0.position, $0.angle, $0.latitude) = (AnimatedPoint(1_000, 1_000), -90, linearKeys(0, 180))
        }),
      .turbulence(Force.Turbulence().with { ($0.strength, $0.scale) = (60, 70) }),
      .wave(Force.Wave().with { $0.zForce = linearKeys(0, 300) }), .drag(coefficient: 0.002),
    ]
    cell.bounds = [Boundary(.floor(y: 1_080), .bounce, restitution: 0.6, friction: 0.2)]
    cell.cells.append(
      Stage.cell("splash", path: 15) {
        $0.when = .bounce
        $0.birthRate = 0
        $0.burst = 2
        $0.velocity = 50
        $0.emissionRange = 360
      })
    return cell
  }

  @Test("Frames are the same in any order") func framesAreTheSameInAnyOrder() {
    for capacity in [2, EmitterProgram.chunkCapacity] {
      let program = DeepStage.program([tree], shape: .cuboid, depth: 90, chunkCapacity: capacity)
      let cached = CachedEvaluator(program)
      var times = (0..<60).map { Double($0) / 30 }
      times += (0..<20).map { 4 - Double($0) / 10 }
      times += (0..<20).map { Double($0 * 37 % 90) / 20 } + [9, 0.4, 8.99, 8.99]
      var counts = [Int](repeating: 0, count: program.cells.count)
      for time in times {
        let found = program.particles(at: time)
        #expect(cached.particles(at: time) == found, "at \(time) in chunks of \(capacity)")
        for (cell, particles) in found.enumerated() { counts[cell] += particles.count }
      }
      #expect(counts.allSatisfy { $0 > 0 }, "\(counts)")
    }
  }

  @Test("The size of chunks changes nothing") func chunkSizeChangesNothing() {
    let singleChunk = CachedEvaluator(DeepStage.program([tree], shape: .cuboid, depth: 90))
    let manyChunks = CachedEvaluator(DeepStage.program([tree], shape: .cuboid, depth: 90, chunkCapacity: 2))
    for frame in 0..<60 {
      let time = Double(frame) / 20
      #expect(singleChunk.particles(at: time) == manyChunks.particles(at: time))
    }
  }

  @Test("Loops repeat exactly") func loopsRepeatExactly() {
    let program = DeepStage.program([tree], shape: .cuboid, depth: 90, canvas: SmallStage.canvas(loops: Rational(2)))
    let cached = CachedEvaluator(program)
    for cycle in 0..<2 {
      for frame in 0..<20 {
        let time = Double(frame) / 10
        #expect(cached.particles(at: time) == program.particles(at: time), "cycle \(cycle), frame \(frame)")
      }
    }
    #expect(program.particles(at: 0)[0].count > 8)
  }

  /// On a spring of stiffness 1, a particle's depth follows the cosine of its age, from any depth of birth.
  @Test("Springs swing along the depth", arguments: [10.0, -40])
  func springsSwingAlongTheDepth(birth: Double) {
    let cell = DeepStage.thrown(
      0, 0, 90, [.attractor(Force.Attractor().with { ($0.position, $0.zPosition) = (AnimatedPoint(1_000, 1_000), 50) })]
    )
    var emitter = Emitter(position: AnimatedPoint(1_000, 1_000), cells: [cell])
    emitter.zPosition = AnimatedNumber(birth)
    emitter.renderMode = .backToFront
    let found = Stage.program(emitter).particles(at: 2.05)[0]
    #expect(found.count == 20)
    for (index, particle) in found.enumerated() {
      let age = 2.05 - Double(index + 1) / 10
      #expect(abs(Double(particle.order) - (50 + (birth - 50) * Lanes.sincos(age).cos)) < 0.01)
    }
  }

  /// A constant value gives the same bits as keys between equal values.
  @Test("A value animated between equal keys acts as a constant") func equalKeysActAsAConstant() {
    func program(_ number: (Double) -> AnimatedNumber) -> EmitterProgram {
      var cell = tree
      cell.forces = [
        .attractor(
          Force.Attractor().with {
            ($0.kind, $0.position, $0.angle, $0.zPosition, $0.latitude) = (
              .axial, AnimatedPoint(980, 1_000), 20, number(40), number(30)
            )
          }),
        .vortex(
          Force.Vortex().with {
            ($0.position, $0.zPosition, $0.angle, $0.latitude) = (
              AnimatedPoint(980, 1_000), number(10), number(5), number(15)
            )
          }),
        .wave(Force.Wave().with { $0.zForce = number(40) }),
      ]
      return DeepStage.program([cell], shape: .cuboid, depth: 90)
    }
    let (constant, moving) = (program { AnimatedNumber($0) }, program { linearKeys($0, $0) })
    for time in [0.31, 1.9] { #expect(constant.particles(at: time) == moving.particles(at: time)) }
  }

  /// An attractor whose z moves; each particle is followed from its own birth.
  @Test("Attractors move along the depth") func attractorsMoveAlongTheDepth() {
    let cell = DeepStage.thrown(
      90, 0, 20,
      [
        .attractor(
          Force.Attractor().with {
            ($0.position, $0.stiffness, $0.zPosition) = (AnimatedPoint(1_100, 1_000), 6, linearKeys(-100, 250))
          })
      ])
    let now = 3.05
    let found = DeepStage.program([cell]).particles(at: now)[0]
    #expect(found.count == 20)
    var worst = 0.0
    for (index, particle) in found.enumerated() {
      let birth = 1.1 + Double(index) / 10
      var path = DeepStage.path(90, 0, 20)
      path.advanceInSpace(to: now - birth) {
        let time = birth + $0.age
        return (6 * (1_100 - $0.x), 6 * (1_000 - $0.y), 6 * (-100 + 350 * time / 4 - $0.z))
      }
      worst = max(worst, DeepStage.distance(particle, path))
    }
    print("worst distance in space, moving attractor: \(Float(worst)) points")
    #expect(worst < 0.06)
  }

  /// A child begins where its parent is at that moment, and flies on with the parent's velocity.
  @Test("Children begin at their parent's place in space") func childrenBeginAtTheirParentsPlaceInSpace() {
    var parent = DeepStage.thrown(
      200, -90, 40,
      [
        .attractor(
          Force.Attractor().with { ($0.position, $0.stiffness, $0.zPosition) = (AnimatedPoint(1_100, 1_000), 20, 60) })
      ]
    ) {
      $0.birthRate = 0
      $0.burst = 1
      $0.lifetime = 4
    }
    parent.cells = [
      Stage.cell("child", path: 12) {
        $0.lifetime = 4
        $0.inheritVelocity = 1
      }
    ]
    let found = DeepStage.program([parent]).particles(at: 2.05)[1]
    #expect(found.count == 20)
    var path = DeepStage.path(200, -90, 40)
    var worst = 0.0
    for (index, particle) in found.enumerated() {
      path.advanceInSpace(to: Double(index + 1) / 10) { (20 * (1_100 - $0.x), 20 * (1_000 - $0.y), 20 * (60 - $0.z)) }
      let age = 2.05 - path.age
      var child = path
      child.x += path.velocityX * age
      child.y += path.velocityY * age
      child.z += path.velocityZ * age
      worst = max(worst, DeepStage.distance(particle, child))
    }
    print("worst distance in space, children: \(Float(worst)) points")
    #expect(worst < 0.3)
  }

  /// A floor extends along the depth: a bounce reverses the velocity across it, and friction slows x and z alike.
  @Test("Friction takes from the depth") func frictionTakesFromTheDepth() {
    let cell = Stage.cell {
      $0.birthRate = 0
      $0.burst = 1
      $0.lifetime = 9
      $0.velocity = 100
      // 60 to the right, 80 towards the eye.
      $0.emissionLatitude = 53.130_102_354_155_98
      $0.cone = .flat
      $0.yAcceleration = 400
      $0.bounds = [Boundary(.floor(y: 1_200), .bounce, restitution: 0.5, friction: 0.1)]
    }
    let program = DeepStage.program([cell])
    // It lands at 400 points a second after 1 s and leaves at 200. Friction takes 0.1 × (400 + 200) of the 100 along the
    // floor: x goes on at 24 instead of 60, and z at 32 instead of 80.
    for time in [0.5, 1, 1.3, 1.8] {
      let particle = program.particles(at: time)[0][0]
      let (before, after) = (min(time, 1), max(time - 1, 0))
      #expect(abs(Double(particle.x) - 1_000 - 60 * before - 24 * after) < 0.3, "at \(time)")
      #expect(abs(Double(particle.order) - 80 * before - 32 * after) < 0.3, "at \(time)")
    }
  }

  /// All shutter samples of a particle are sorted by its depth at the middle of the time for which the shutter is open.
  @Test("Exposed particles are sorted by their depth") func exposedParticlesAreSortedByTheirDepth() {
    var canvas = SmallStage.canvas()
    let cell = DeepStage.thrown(
      80, 0, 60, [.attractor(Force.Attractor().with { ($0.position, $0.stiffness) = (AnimatedPoint(1_000, 1_000), 9) })]
    )
    let sharp = DeepStage.program([cell], canvas: canvas)
    canvas.shutter = 180
    let open = DeepStage.program([cell], canvas: canvas)
    // The first and the last particle may be born or die while the shutter is open.
    let depths = sharp.particles(at: 2.05)[0].map(\.order).dropFirst().dropLast()
    let sampleDepths = Set(open.particles(at: 2.05)[0].map(\.order))
    for depth in depths { #expect(sampleDepths.contains { abs($0 - depth) < 0.01 }) }
  }
}
