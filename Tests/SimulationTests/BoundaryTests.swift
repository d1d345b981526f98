import Model
import Simulation
import Testing

/// Borders, compared with closed forms of bounces, reflections and slides. The stage is 2,000 × 2,000 points.
@Suite struct BoundaryTests {
  /// A program with a single particle, born at time 0 in the middle.
  private func singleParticle(_ change: (inout Cell) -> Void) -> EmitterProgram {
    let cell = Stage.cell {
      $0.birthRate = 0
      $0.burst = 1
      $0.lifetime = 20
      change(&$0)
    }
    return SmallStage.program([cell])
  }

  private func place(_ program: EmitterProgram, _ time: Double) -> (x: Double, y: Double) {
    let found = program.particles(at: time)[0]
    return found.count == 1 ? (Double(found[0].x), Double(found[0].y)) : (.nan, .nan)
  }

  /// A ball that falls 200 points at 400 points/s²: it first lands after 1 s, and keeps `restitution` of its speed at each
  /// bounce.
  @Test("Balls bounce", arguments: [0.0, 0.5, 0.8, 1])
  func ballsBounce(restitution: Double) {
    let program = singleParticle {
      $0.yAcceleration = 400
      $0.bounds = [Boundary(.floor(y: 1_200), .bounce, restitution: restitution)]
    }
    var worst = 0.0
    for step in 1...300 {
      let time = Double(step) / 100
      // Go on to the last bounce before `time`.
      var (speed, bounceStart) = (400 * restitution, 1.0)
      var height = 200 - 200 * time * time
      while time > bounceStart, speed > 1 {
        let bounceAge = time - bounceStart
        height = speed * bounceAge - 200 * bounceAge * bounceAge
        bounceStart += 2 * speed / 400
        speed *= restitution
      }
      if time > bounceStart || speed <= 1, time > 1 { height = 0 }
      worst = max(worst, abs(place(program, time).y - (1_200 - height)))
    }
    print("worst distance, ball with restitution \(restitution): \(Float(worst)) points")
    #expect(worst < 0.6)
    // Once at rest the ball stays on the floor.
    if restitution < 0.9 { #expect(abs(place(program, 19).y - 1_200) < 0.05) }
  }

  /// Between two walls 2,000 points apart and without losses, each coordinate is a triangle wave of time.
  @Test("Walls reflect") func wallsReflect() {
    let program = singleParticle {
      $0.velocity = 700
      $0.emissionLongitude = 30
      $0.bounds = [Boundary(.edges(.both, inset: 0), .bounce, restitution: 1)]
    }
    func reflected(_ coordinate: Double) -> Double {
      let remainder = coordinate - (coordinate / 4_000).rounded(.down) * 4_000
      return remainder < 2_000 ? remainder : 4_000 - remainder
    }
    for step in 0..<160 {
      let time = Double(step) / 8
      let found = place(program, time)
      #expect(abs(found.x - reflected(1_000 + 700 * 0.866_025_403_784_438_6 * time)) < 0.3)
      #expect(abs(found.y - reflected(1_000 + 350 * time)) < 0.3)
    }
  }

  /// A falling ball flies off sideways from a ramp of 45° without losing speed.
  @Test("Lines reflect on both sides") func linesReflectOnBothSides() {
    for (from, to) in [
      (PlanePoint(950, 1_050), PlanePoint(1_050, 1_150)), (PlanePoint(1_050, 1_150), PlanePoint(950, 1_050)),
    ] {
      let program = singleParticle {
        $0.velocity = 200
        $0.emissionLongitude = 90
        $0.bounds = [Boundary(.line(from: from, to: to), .bounce, restitution: 1)]
      }
      // The particle meets the line at (1000, 1100) after half a second.
      let found = place(program, 1)
      #expect(abs(found.x - 1_100) < 0.1 && abs(found.y - 1_100) < 0.1)
    }
    let missing = singleParticle {
      $0.velocity = 200
      $0.emissionLongitude = 90
      $0.bounds = [Boundary(.line(from: PlanePoint(1_010, 1_100), to: PlanePoint(1_050, 1_100)), .bounce)]
    }
    #expect(abs(place(missing, 1).y - 1_200) < 0.01)
  }

  /// A slide with friction μ ends after a distance of v² ÷ (2·μ·g).
  @Test("Friction stops slides") func frictionStopsSlides() {
    let program = singleParticle {
      $0.velocity = 200
      $0.yAcceleration = 500
      $0.bounds = [Boundary(.floor(y: 1_000.02), .bounce, restitution: 0, friction: 0.4)]
    }
    for step in 1...20 {
      let time = Double(step) / 10
      let slideSeconds = min(time, 1)
      #expect(abs(place(program, time).x - (1_000 + 200 * slideSeconds - 100 * slideSeconds * slideSeconds)) < 1.5)
    }
  }

  @Test("A wrapped particle comes in at the opposite edge") func wrappedParticlesComeInAtTheOppositeEdge() {
    let program = singleParticle {
      $0.velocity = 900
      $0.emissionLongitude = 180
      $0.bounds = [Boundary(.edges(.horizontal, inset: -50), .wrap)]
    }
    for step in 0..<100 {
      let time = Double(step) / 10
      // Relative to the left edge, which lies 50 points outside the frame; the edges are 2,100 points apart.
      let unwrapped = 1_050 - 900 * time
      let expected = unwrapped - (unwrapped / 2_100).rounded(.down) * 2_100 - 50
      // Particles outside the frame are dropped.
      if abs(expected - 1_000) < 1_000 { #expect(abs(place(program, time).x - expected) < 0.1) }
    }
  }

  /// Drops that end on a floor splash there when they reach it, in whatever order frames are evaluated.
  @Test("Parents that a border kills bear their children there") func killedParentsBearChildrenWhereTheyDie() {
    let drop = Stage.cell {
      $0.velocity = 40
      $0.emissionRange = 360
      $0.yAcceleration = 400
      $0.lifetime = 5
      $0.bounds = [Boundary(.floor(y: 1_200), .kill)]
      $0.cells = [
        Stage.cell("splash", path: 12) {
          $0.when = .death
          $0.birthRate = 0
          $0.burst = 3
          $0.lifetime = 0.5
        }
      ]
    }
    for capacity in [1, EmitterProgram.chunkCapacity] {
      let program = SmallStage.program([drop], chunkCapacity: capacity)
      let cached = CachedEvaluator(program)
      for frame in 0..<200 {
        let time = Double(frame * 61 % 200) / 40
        let found = cached.particles(at: time)
        #expect(found == program.particles(at: time))
        #expect(found[0].allSatisfy { $0.y < 1_200.01 })
        #expect(found[1].allSatisfy { abs($0.y - 1_200) < 0.05 })
      }
      // A drop falls for 0.9 to 1.1 s: about ten drops still fly, and the splashes of about five live for 0.5 s.
      let late = program.particles(at: 4.95)
      #expect((9...11).contains(late[0].count) && (12...18).contains(late[1].count))
    }
  }

  /// Without forces, places are those of the free trajectory modulo the distance between the edges.
  @Test("Wrapping alone needs no steps") func wrappingAloneNeedsNoSteps() {
    var cell = Stage.cell {
      $0.velocity = 700
      $0.velocityRange = 300
      $0.emissionRange = 360
      $0.drag = 0.3
      $0.yAcceleration = 200
    }
    let free = SmallStage.program([cell]).particles(at: 2.2)[0]
    cell.bounds = [Boundary(.edges(.both, inset: 800), .wrap)]
    #expect(!cell.isStepped)
    let program = SmallStage.program([cell])
    #expect(!program.isStepped)
    let found = program.particles(at: 2.2)[0]
    #expect(found.count >= free.count)
    #expect(found.allSatisfy { $0.x >= 800 && $0.x <= 1_200 && $0.y >= 800 && $0.y <= 1_200 })
    func wrapped(_ x: Float) -> Float { 800 + (x - 800) - ((x - 800) / 400).rounded(.down) * 400 }
    for particle in free {
      let isThere = found.contains { abs($0.x - wrapped(particle.x)) < 0.01 && abs($0.y - wrapped(particle.y)) < 0.01 }
      #expect(isThere)
    }
  }
}
