import Lanes
import Model
import Simulation
import Testing

/// Vortices, waves, turbulence, gusts and speed limits, compared with finely stepped paths in Double.
@Suite struct ForceFieldTests {
  private func thrown(_ speed: Double, _ longitude: Double, _ forces: [Force]) -> Cell {
    Stage.cell {
      $0.velocity = AnimatedNumber(speed)
      $0.emissionLongitude = AnimatedNumber(longitude)
      $0.forces = forces
    }
  }

  private func expect(_ worstDistance: Double, below limit: Double, _ subject: String) {
    print("worst distance, \(subject): \(Float(worstDistance)) points")
    #expect(worstDistance < limit)
  }

  @Test("Vortices follow a finely stepped path", arguments: [0, 1, 3])
  func vorticesFollowAFinelySteppedPath(falloff: Int) {
    let vortex = Force.Vortex().with {
      ($0.position, $0.strength, $0.pull, $0.radius, $0.falloff, $0.falloffDistance) = (
        AnimatedPoint(1_060, 1_000), 90, 400, 25, falloff, 80
      )
    }
    let worst = worstDistance(of: thrown(140, -90, [.vortex(vortex)]), velocity: (0, -140)) { path in
      let (x, y) = (1_060 - path.x, 1_000 - path.y)
      let distance = (x * x + y * y).squareRoot()
      var weight = 1 / max(distance, 25)
      for _ in 0..<falloff { weight /= 1 + max(0, distance - 25) / 80 }
      return (weight * (400 * x + 90 * y), weight * (400 * y - 90 * x))
    }
    expect(worst, below: 0.05, "vortex, falloff \(falloff)")
  }

  /// A pull of strength p at radius r holds a particle of speed √(p·r) on a circle; its period is 2π·√(r ÷ p).
  @Test("Circles close after their period") func circlesCloseAfterTheirPeriod() {
    let (radius, pull) = (80.0, 320.0)
    var cell = thrown(
      (radius * pull).squareRoot(), 90,
      [
        .vortex(
          Force.Vortex().with {
            $0.position = AnimatedPoint(AnimatedNumber(1_000 - radius), 1_000)
            ($0.strength, $0.pull) = (0, AnimatedNumber(pull))
          })
      ])
    cell.birthRate = 0
    cell.burst = 1
    cell.lifetime = 100
    let period = 2 * 3.141_592_653_589_793 * (radius / pull).squareRoot()
    let program = SmallStage.program([cell])
    let (home, half) = (program.particles(at: 10 * period)[0][0], program.particles(at: 10.5 * period)[0][0])
    print("after 10 circles: \(home.x - 1_000), \(home.y - 1_000) points from home")
    #expect(abs(home.x - 1_000) < 0.1 && abs(home.y - 1_000) < 0.4)
    #expect(abs(half.x - Float(1_000 - 2 * radius)) < 0.1 && abs(half.y - 1_000) < 0.4)
  }

  @Test("Waves follow a finely stepped path") func wavesFollowAFinelySteppedPath() {
    // Births come every tenth of a second and the wave has ten periods a second, so all particles see the same phase. A
    // period has only twelve steps: the integrator's own error is about a hundredth of the distance.
    let wave = Force.Wave().with { ($0.force, $0.frequency, $0.phase) = (AnimatedPoint(900, -300), 10, 36) }
    let worst = worstDistance(of: thrown(50, 0, [.wave(wave)]), velocity: (50, 0)) { path in
      // A sine approximated by a parabola for each half of its period.
      let phase = path.age * 10 + 0.1
      let halfPeriods = 2 * (phase - phase.rounded(.down))
      let share = halfPeriods - halfPeriods.rounded(.down)
      let swing = (halfPeriods < 1 ? 4 : -4) * share * (1 - share)
      return (900 * swing, -300 * swing)
    }
    expect(worst, below: 0.4, "wave")
  }

  /// The expected force is `CurlNoise` of Lanes, with one particle's place in all eight lanes.
  @Test("Turbulence follows a finely stepped path", arguments: [0.0, 0.8])
  func turbulenceFollowsAFinelySteppedPath(frequency: Double) {
    var cell = thrown(
      40, 20,
      [
        .turbulence(
          Force.Turbulence().with { ($0.strength, $0.scale, $0.frequency, $0.seed) = (300, 60, frequency, 3) })
      ])
    cell.birthRate = 0
    cell.burst = 1
    cell.drag = 1.5
    let seed = StreamKey(seed: 7, path: 3 << 8 | 1).lowHalf
    let program = SmallStage.program([cell])
    let turn = Lanes.sincosTurns(20.0 / 360)
    var path = FineStepper(x: 1_000, y: 1_000, velocityX: 40 * turn.cos, velocityY: 40 * turn.sin)
    var worst = 0.0
    for tenth in 1...15 {
      path.advance(to: Double(tenth) / 10) { path in
        let (x, y) = (Float8(repeating: Float(path.x / 60)), Float8(repeating: Float(path.y / 60)))
        let swirl =
          frequency > 0
          ? CurlNoise.velocity(x, y, Float8(repeating: Float(path.age * frequency)), seed: seed)
          : CurlNoise.velocity(x, y, seed: seed)
        return (
          300 * Double(swirl.x[0]) - 1.5 * path.velocityX, 300 * Double(swirl.y[0]) - 1.5 * path.velocityY
        )
      }
      let particle = program.particles(at: Double(tenth) / 10)[0][0]
      worst = max(worst, abs(Double(particle.x) - path.x), abs(Double(particle.y) - path.y))
    }
    expect(worst, below: 0.1, "turbulence at \(frequency) Hz")
  }

  @Test("Gusts blow in one direction and travel along it") func gustsBlowInOneDirectionAndTravel() {
    var cell = thrown(
      0, 0, [.gust(Force.Gust().with { ($0.strength, $0.angle, $0.frequency, $0.length) = (400, 90, 1, 50) })])
    cell.birthRate = 200
    cell.drag = 2
    let found = SmallStage.program([cell], shape: .rectangle).particles(at: 5)[0]
    #expect(found.allSatisfy { abs($0.x - 1_000) < 101 })
    // Particles are born evenly within ± 100 points of the middle, and gusts can only blow them down.
    #expect(found.allSatisfy { $0.y > 899 })
    #expect(found.contains { $0.y > 1_110 })
    #expect(Set(found.map(\.y)).count > found.count / 2)
  }

  @Test("Speeds are limited") func speedsAreLimited() {
    var cell = thrown(500, 0, [.speedLimit(maximum: 120)])
    cell.yAcceleration = 900
    let program = SmallStage.program([cell])
    for time in [2.05, 2.055, 2.06] {
      let (before, after) = (program.particles(at: time - 0.001)[0], program.particles(at: time)[0])
      for (a, b) in zip(before, after) {
        let (x, y) = (Double(b.x - a.x), Double(b.y - a.y))
        #expect((x * x + y * y).squareRoot() < 0.001 * 120 + 0.01)
      }
    }
    let oldest = program.particles(at: 2.05)[0][0]
    #expect(abs(Double(oldest.y) - 1_000 - 120 * 1.95) < 20)
  }

  /// Noises and waves have a whole number of periods in a loop, and frames may be evaluated in any order.
  @Test("Fields loop") func fieldsLoop() {
    var cell = thrown(
      60, 0,
      [
        .turbulence(Force.Turbulence().with { ($0.strength, $0.scale, $0.frequency) = (200, 40, 0.7) }),
        .gust(Force.Gust().with { ($0.frequency, $0.length) = (0.4, 100) }),
        .wave(Force.Wave().with { ($0.force, $0.frequency) = (AnimatedPoint(100, 0), 0.3) }), .speedLimit(maximum: 90),
      ])
    cell.lifetime = 3
    let program = SmallStage.program([cell], shape: .rectangle, canvas: SmallStage.canvas(loops: Rational(2)))
    let cached = CachedEvaluator(program)
    for time in [0, 0.5, 1, 1.9, 0, 1.2, 0.01, 0.02, 1.99] {
      #expect(cached.particles(at: time) == program.particles(at: time))
    }
    // Particles do not jump at the seam of the loop.
    let (last, first) = (program.particles(at: 1.9999)[0], program.particles(at: 0)[0])
    #expect(last.count == first.count)
    // One particle is born exactly at the seam.
    let continuing = first.filter { particle in
      last.contains { abs($0.x - particle.x) < 0.1 && abs($0.y - particle.y) < 0.1 }
    }
    #expect(continuing.count >= first.count - 1)
  }
}
