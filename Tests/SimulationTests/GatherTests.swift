import Lanes
import Model
import Simulation
import Testing

extension Stage {
  /// An emitter whose 200 particles gather on the outline of a shape.
  static func gathering(_ gather: Gather?, shape: Emitter.Shape, _ change: (inout Cell) -> Void) -> Emitter {
    var emitter = Stage.emitter([], shape: shape, mode: .outline)
    emitter.size = AnimatedPoint(200, 200)
    emitter.position = AnimatedPoint(1000, 1000)
    emitter.cells = [
      Stage.cell {
        $0.birthRate = 0
        $0.burst = 200
        $0.lifetime = 10
        $0.velocity = 50
        $0.yAcceleration = 30
        $0.gather = gather
        change(&$0)
      }
    ]
    return emitter
  }
}

/// Particles that begin scattered and come together on the emitter's shape.
@Suite struct GatherTests {
  private func program(
    _ gather: Gather?, shape: Emitter.Shape = .heart, seed: UInt64 = 7, _ change: (inout Cell) -> Void = { _ in }
  ) -> EmitterProgram {
    Stage.program(Stage.gathering(gather, shape: shape, change), canvas: Stage.canvas(seed: seed))
  }

  private func places(_ program: EmitterProgram, at time: Double) -> [SIMD2<Float>] {
    program.particles(at: time)[0].map { SIMD2($0.x, $0.y) }
  }

  @Test("Particles reach their places exactly and stay until they are released", arguments: Gather.Origin.allCases)
  func reachTheirPlaces(_ origin: Gather.Origin) {
    // Without a gather, the same particles are at their places from birth.
    let targets = places(program(nil), at: 0)
    for stagger in [0, 0.6] {
      for ease in [Easing.linear, .named(.easeInOutCubic), .named(.easeOutElastic)] {
        let gather = Gather(
          from: origin, radius: 300, seconds: 1.5, stagger: stagger, ease: ease, swirl: 200, hold: 0.5)
        let gathering = program(gather)
        #expect(places(gathering, at: 1.5) == targets)
        #expect(places(gathering, at: 1.75) == targets)
        let scattered = places(gathering, at: 0)
        #expect(zip(scattered, targets).allSatisfy { $0 != $1 })
        // After their release at 2 s particles move as if they were born at that moment.
        let ungathered = places(program(nil), at: 1)
        for (place, expected) in zip(places(gathering, at: 3), ungathered) {
          #expect(abs(place.x - expected.x) < 0.01 && abs(place.y - expected.y) < 0.01)
        }
      }
    }
    let staying = program(Gather(from: origin, radius: 300, seconds: 1.5))
    #expect(places(staying, at: 9.9) == targets)
  }

  @Test("Particles are scattered evenly") func scatteredEvenly() {
    func scatteredPlaces(_ gather: Gather) -> [SIMD2<Float>] {
      places(program(gather, shape: .point) { $0.burst = AnimatedNumber(Double(sampleCount)) }, at: 0)
    }
    for origin in [Gather.Origin.around, .center] {
      let disc = scatteredPlaces(Gather(from: origin, radius: 400))
      expectUniform(
        disc.map {
          let (x, y) = (Double($0.x) - 1000, Double($0.y) - 1000)
          return (x * x + y * y) / 160_000
        }, "radius")
    }
    let canvas = scatteredPlaces(Gather(from: .canvas))
    expectUniform(canvas.map { Double($0.x) / Double(Stage.side) }, "x")
    expectUniform(canvas.map { Double($0.y) / Double(Stage.side) }, "y")
  }

  @Test("Journeys follow their easing, begin at random times and swirl") func journeys() {
    // With a radius of 0 every journey is a straight line from the emitter's position.
    let targets = places(program(nil), at: 0)
    let straight = program(Gather(from: .center, radius: 0, seconds: 2, ease: .named(.easeInQuad)))
    for (place, target) in zip(places(straight, at: 1), targets) {
      #expect(abs(place.x - (1000 + (target.x - 1000) / 4)) < 0.05)
      #expect(abs(place.y - (1000 + (target.y - 1000) / 4)) < 0.05)
    }
    // With a stagger of half the time, halfway through some have just arrived and some have just set off.
    let staggered = program(Gather(from: .center, radius: 0, seconds: 2, stagger: 0.5, ease: .linear))
    let shares = zip(places(staggered, at: 1), targets).map { place, target -> Double in
      let (journey, travelled) = (target - SIMD2(1000, 1000), place - SIMD2(1000, 1000))
      return Double((journey * travelled).sum() / (journey * journey).sum())
    }
    #expect(shares.min().map { $0 < 0.05 } == true && shares.max().map { $0 > 0.95 } == true)
    // Halfway, a swirl of 180° has turned the remaining offset from the target by 90° clockwise.
    let swirling = program(Gather(from: .center, radius: 0, seconds: 2, ease: .linear, swirl: 180))
    for (place, target) in zip(places(swirling, at: 1), targets) {
      let remaining = (SIMD2(1000, 1000) - target) / 2
      #expect(abs(place.x - (target.x - remaining.y)) < 0.05 && abs(place.y - (target.y + remaining.x)) < 0.05)
    }
  }

  @Test("Velocities follow from the journey") func velocities() {
    // A sprite that is aligned to its motion points from its place a moment before to its place a moment after.
    let gather = Gather(from: .around, radius: 300, seconds: 2, ease: .named(.easeInOutSine), swirl: 120, hold: 1)
    let program = program(gather) {
      $0.alignToMotion = true
      $0.sprites = [Sprite(.square, width: 4, height: 2)]
    }
    let (before, after) = (places(program, at: 0.999), places(program, at: 1.001))
    for (particle, (from, to)) in zip(program.particles(at: 1)[0], zip(before, after)) {
      let displacement = to - from
      let length = (displacement * displacement).sum().squareRoot()
      guard length > 0.05 else { continue }
      let axis = SIMD2(particle.axisXx, particle.axisXy)
      #expect(((axis * displacement).sum() / (length * (axis * axis).sum().squareRoot())) > 0.99)
    }
  }

  @Test("Sprites are as long as their speed on the journey says") func speeds() {
    let gather = Gather(from: .around, radius: 300, seconds: 2, ease: .named(.easeInOutSine), swirl: 120, hold: 1)
    func axisLengths(stretch: AnimatedNumber) -> [Float] {
      let aligned = program(gather) {
        $0.alignToMotion = true
        $0.stretch = stretch
        $0.sprites = [Sprite(.square, width: 4, height: 2)]
      }
      return aligned.particles(at: 1)[0].map { ($0.axisXx * $0.axisXx + $0.axisXy * $0.axisXy).squareRoot() }
    }
    let plain = program(gather)
    let (before, after) = (places(plain, at: 0.99), places(plain, at: 1.01))
    let (short, long) = (axisLengths(stretch: 0), axisLengths(stretch: 1))
    for index in short.indices {
      let displacement = after[index] - before[index]
      let speed = (displacement * displacement).sum().squareRoot() / 0.02
      // An axis reaches from the middle to the edge: half of the length.
      #expect(abs(2 * (long[index] - short[index]) - speed) < 0.02 * speed + 1, "\(index)")
    }
  }

  @Test("Forces and borders act from the release on") func forcesAfterTheRelease() {
    func stepped(_ gather: Gather?) -> EmitterProgram {
      program(gather) {
        $0.forces = [.speedLimit(maximum: 1e6)]
        $0.bounds = [Boundary(.floor(y: 1100), .bounce)]
      }
    }
    let targets = places(stepped(nil), at: 0)
    // The release at 0.75 s falls on a whole step.
    let gathering = stepped(Gather(from: .around, radius: 50, seconds: 0.5, hold: 0.25))
    #expect(places(gathering, at: 0.5) == targets)
    #expect(places(gathering, at: 0.75) == targets)
    for (place, expected) in zip(places(gathering, at: 2.25), places(stepped(nil), at: 1.5)) {
      #expect(abs(place.x - expected.x) < 0.05 && abs(place.y - expected.y) < 0.05)
    }
  }

  @Test("Children are born where their parents are on their way") func children() {
    let gather = Gather(from: .canvas, seconds: 2, ease: .linear)
    let program = program(gather) { parent in
      parent.cells = [
        Stage.cell("child", path: 12) {
          $0.when = .birth
          $0.birthRate = 0
          $0.bursts = [Cell.Burst(time: 1, count: 1)]
          $0.lifetime = 0.5
        }
      ]
    }
    let particles = program.particles(at: 1)
    #expect(particles[1].count == 200)
    for (parent, child) in zip(particles[0], particles[1]) {
      #expect(abs(parent.x - child.x) < 0.02 && abs(parent.y - child.y) < 0.02)
    }
  }

  @Test("A frame evaluated alone is the same as after others") func frameAlone() {
    let gather = Gather(from: .canvas, seconds: 1, stagger: 0.5, swirl: 90, hold: 0.2)
    let program = program(gather)
    let alone = program.particles(at: 1.4)
    _ = program.particles(at: 0.3)
    #expect(program.particles(at: 1.4) == alone)
  }
}
