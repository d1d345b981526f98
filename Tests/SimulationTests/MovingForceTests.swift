import Colorimetry
import Model
import Simulation
import Testing

/// Forces whose values are animated by the layer's clock, compared with finely stepped paths in Double.
@Suite struct MovingForceTests {
  /// A value that goes from `first` at 0 s to `last` at 4 s linearly.
  private func linearKeys(_ first: Double, _ last: Double) -> AnimatedNumber {
    AnimatedNumber(.keys([NumberKey(time: 0, value: first), NumberKey(time: 4, value: last)]))
  }

  /// The value of `linearKeys` at a time.
  private func value(at time: Double, _ first: Double, _ last: Double) -> Double {
    first + (last - first) * min(time, 4) / 4
  }

  private func thrown(_ forces: [Force]) -> Cell {
    Stage.cell {
      $0.velocity = 90
      $0.emissionLongitude = 0
      $0.forces = forces
    }
  }

  /// Expects particles born at different times, each compared with a path stepped from its own birth, to be closer to it than
  /// `limit`.
  private func expect(
    _ forces: [Force], below limit: Double, _ subject: String, drag: Double = 0,
    _ acceleration: (_ path: FineStepper, _ time: Double) -> (x: Double, y: Double)
  ) {
    var cell = thrown(forces)
    cell.drag = AnimatedNumber(drag)
    let now = 3.05
    let found = SmallStage.program([cell]).particles(at: now)[0]
    #expect(found.count == 20)
    var worst = 0.0
    for (index, particle) in found.enumerated() {
      // The oldest comes first.
      let birth = 1.1 + Double(index) / 10
      var path = FineStepper(x: 1_000, y: 1_000, velocityX: 90, velocityY: 0)
      path.advance(to: now - birth) { path in
        let push = acceleration(path, birth + path.age)
        return (push.x - drag * path.velocityX, push.y - drag * path.velocityY)
      }
      let (x, y) = (Double(particle.x) - path.x, Double(particle.y) - path.y)
      worst = max(worst, (x * x + y * y).squareRoot())
    }
    print("worst distance, \(subject): \(Float(worst)) points")
    #expect(worst < limit)
  }

  @Test("Attractors move") func attractorsMove() {
    let attractor = Force.Attractor().with {
      ($0.position, $0.stiffness, $0.radius, $0.falloff, $0.falloffDistance) = (
        AnimatedPoint(linearKeys(900, 1_150), linearKeys(1_000, 850)), linearKeys(2, 14), linearKeys(30, 5), 1,
        linearKeys(40, 120)
      )
    }
    expect([.attractor(attractor)], below: 0.06, "moving attractor") { path, time in
      let (x, y) = (value(at: time, 900, 1_150) - path.x, value(at: time, 1_000, 850) - path.y)
      let distance = (x * x + y * y).squareRoot()
      let beyond = max(0, distance - value(at: time, 30, 5))
      let pull = value(at: time, 2, 14) * beyond / (1 + beyond / value(at: time, 40, 120))
      return (x / distance * pull, y / distance * pull)
    }
  }

  @Test("Vortices move") func vorticesMove() {
    let vortex = Force.Vortex().with {
      ($0.position, $0.strength, $0.pull, $0.radius) = (
        AnimatedPoint(linearKeys(1_000, 1_100), 1_000), linearKeys(-200, 300), linearKeys(0, 150), linearKeys(20, 60)
      )
    }
    expect([.vortex(vortex)], below: 0.06, "moving vortex") { path, time in
      let (x, y) = (value(at: time, 1_000, 1_100) - path.x, 1_000 - path.y)
      let weight = 1 / max((x * x + y * y).squareRoot(), value(at: time, 20, 60))
      let (around, inwards) = (weight * value(at: time, -200, 300), weight * value(at: time, 0, 150))
      return (y * around + x * inwards, y * inwards - x * around)
    }
  }

  /// The wave swings ten times a second: all particles are born at the same phase.
  @Test("Waves swell") func wavesSwell() {
    let wave = Force.Wave().with {
      ($0.force, $0.frequency) = (AnimatedPoint(linearKeys(0, 800), linearKeys(200, -600)), 10)
    }
    expect([.wave(wave)], below: 0.4, "swelling wave") { _, time in
      // A sine approximated by a parabola for each half of its period.
      let halfPeriods = 2 * (time * 10 - (time * 10).rounded(.down))
      let share = halfPeriods - halfPeriods.rounded(.down)
      let swing = (halfPeriods < 1 ? 4 : -4) * share * (1 - share)
      return (value(at: time, 0, 800) * swing, value(at: time, 200, -600) * swing)
    }
  }

  @Test("The coefficient of quadratic drag may grow") func quadraticDragMayGrow() {
    let forces: [Force] = [.drag(coefficient: linearKeys(0, 0.02)), .drag(coefficient: 0.001)]
    expect(forces, below: 0.05, "thickening air", drag: 0.3) { path, time in
      let speed = (path.velocityX * path.velocityX + path.velocityY * path.velocityY).squareRoot()
      let loss = (value(at: time, 0, 0.02) + 0.001) * speed
      return (-loss * path.velocityX, -loss * path.velocityY)
    }
  }

  @Test("Speed limits may fall over time") func speedLimitsMayFall() {
    var cell = thrown([.speedLimit(maximum: linearKeys(400, 0)), .speedLimit(maximum: 300)])
    cell.velocity = 1_000
    let program = SmallStage.program([cell])
    for time in [0.55, 1.55, 2.55, 3.55, 5] {
      let (before, after) = (program.particles(at: time - 0.001)[0], program.particles(at: time)[0])
      for (a, b) in zip(before, after) {
        let limit = min(value(at: time - 0.02, 400, 0), 300)
        #expect(abs(Double(b.x - a.x)) < 0.001 * limit + 0.01)
      }
    }
  }

  /// Keys between equal values give the same bits as a constant value.
  @Test("A value animated between equal keys acts as a constant") func equalKeysActAsAConstant() {
    func program(_ number: (Double) -> AnimatedNumber) -> EmitterProgram {
      SmallStage.program(
        [
          thrown([
            .attractor(
              Force.Attractor().with {
                ($0.kind, $0.position, $0.stiffness, $0.radius, $0.falloff, $0.falloffDistance, $0.angle) = (
                  .axial, AnimatedPoint(number(950), number(1_040)), number(7), number(10), 2, number(70), number(33)
                )
              }),
            .vortex(
              Force.Vortex().with {
                ($0.position, $0.strength, $0.pull) = (AnimatedPoint(1_100, 1_000), number(90), number(30))
              }),
            .turbulence(Force.Turbulence().with { $0.strength = number(80) }),
            .gust(Force.Gust().with { ($0.strength, $0.angle) = (number(120), number(70)) }),
            .wave(Force.Wave().with { $0.force = AnimatedPoint(number(50), number(-70)) }),
            .drag(coefficient: number(0.002)),
            .speedLimit(maximum: number(250)),
          ])
        ], shape: .rectangle)
    }
    let (constant, moving) = (program { AnimatedNumber($0) }, program { linearKeys($0, $0) })
    for time in [0.31, 1.7, 3.9, 12] { #expect(constant.particles(at: time) == moving.particles(at: time)) }
  }

  private var treeWithMovingForces: Cell {
    var cell = SteppedTests.tree()
    cell.forces = [
      .attractor(
        Force.Attractor().with {
          ($0.position, $0.stiffness) = (AnimatedPoint(linearKeys(900, 1_200), 1_000), linearKeys(20, -5))
        }),
      .drag(coefficient: linearKeys(0, 0.01)),
      .gust(
        Force.Gust().with {
          $0.strength = AnimatedNumber(
            .tween(NumberTween(from: 0, to: 300, duration: 0.7, repeatCount: .infinity, autoreverses: true)))
          $0.angle = linearKeys(0, 360)
        }),
    ]
    return cell
  }

  @Test("Frames are the same in any order") func framesAreTheSameInAnyOrder() {
    for capacity in [4, EmitterProgram.chunkCapacity] {
      let program = SmallStage.program([treeWithMovingForces], shape: .rectangle, chunkCapacity: capacity)
      let cached = CachedEvaluator(program)
      var times = (0..<120).map { Double($0) / 60 }
      times += (0..<40).map { 4 - Double($0) / 20 }
      times += [9, 0.4, 8.99, 8.99]
      for time in times { #expect(cached.particles(at: time) == program.particles(at: time), "at \(time)") }
    }
  }

  @Test("Loops repeat exactly") func loopsRepeatExactly() {
    let program = SmallStage.program([treeWithMovingForces], canvas: SmallStage.canvas(loops: Rational(2)))
    let cached = CachedEvaluator(program)
    for cycle in 0..<3 {
      for frame in 0..<40 {
        let time = Double(frame) / 20
        #expect(cached.particles(at: time) == program.particles(at: time), "cycle \(cycle), frame \(frame)")
      }
    }
    #expect(program.particles(at: 0)[0].count > 20)
  }

  /// A push that ends at 1 s of the layer's time does not move particles that are born later.
  @Test("Pushes end") func pushesEnd() {
    let blow = Force.Wave().with {
      ($0.force, $0.frequency, $0.phase) = (
        AnimatedPoint(
          0,
          AnimatedNumber(
            .keys([
              NumberKey(time: 0, value: 0, easing: .hold), NumberKey(time: 0.5, value: 600, easing: .hold),
              NumberKey(time: 1, value: 0, easing: .hold),
            ]))), 0, 90
      )
    }
    var cell = thrown([.wave(blow)])
    cell.lifetime = 5
    let found = SmallStage.program([cell]).particles(at: 3.05)[0]
    #expect(found.count == 30)
    for (index, particle) in found.enumerated() {
      let birth = Double(index + 1) / 10
      let seconds = max(0, min(0.5, 1 - birth))
      // Accelerated by 600 points/s² for these seconds, then straight on at constant speed.
      let expected = 1_000 + 600 * seconds * (seconds / 2 + 3.05 - max(1, birth))
      #expect(abs(Double(particle.y) - expected) < 0.01 * (expected - 1_000) + 0.02, "born at \(birth)")
    }
  }
}
