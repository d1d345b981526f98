import Colorimetry
import Model
import Simulation
import Testing

/// Forces whose values move by the layer's clock, against fine paths in Double.
@Suite struct MovingForceTests {
  /// From `first` at 0 s to `last` at 4 s, straight.
  private func line(_ first: Double, _ last: Double) -> AnimatedNumber {
    AnimatedNumber(.keys([NumberKey(time: 0, value: first), NumberKey(time: 4, value: last)]))
  }

  private func at(_ time: Double, _ first: Double, _ last: Double) -> Double {
    first + (last - first) * min(time, 4) / 4
  }

  private func thrown(_ forces: [Force]) -> Cell {
    Stage.cell {
      $0.velocity = 90
      $0.emissionLongitude = 0
      $0.forces = forces
    }
  }

  /// Particles born at different times, each followed from its own birth on.
  private func expect(
    _ forces: [Force], below limit: Double, _ what: String, drag: Double = 0,
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
    print("worst distance, \(what): \(Float(worst)) points")
    #expect(worst < limit)
  }

  @Test("Attractors move") func attractorsMove() {
    let attractor = Force.Attractor(
      position: AnimatedPoint(line(900, 1_150), line(1_000, 850)), stiffness: line(2, 14), radius: line(30, 5),
      falloff: 1, falloffDistance: line(40, 120))
    expect([.attractor(attractor)], below: 0.06, "moving attractor") { path, time in
      let (x, y) = (at(time, 900, 1_150) - path.x, at(time, 1_000, 850) - path.y)
      let distance = (x * x + y * y).squareRoot()
      let beyond = max(0, distance - at(time, 30, 5))
      let pull = at(time, 2, 14) * beyond / (1 + beyond / at(time, 40, 120))
      return (x / distance * pull, y / distance * pull)
    }
  }

  @Test("Vortices move") func vorticesMove() {
    let vortex = Force.Vortex(
      position: AnimatedPoint(line(1_000, 1_100), 1_000), strength: line(-200, 300), pull: line(0, 150),
      radius: line(20, 60))
    expect([.vortex(vortex)], below: 0.06, "moving vortex") { path, time in
      let (x, y) = (at(time, 1_000, 1_100) - path.x, 1_000 - path.y)
      let weight = 1 / max((x * x + y * y).squareRoot(), at(time, 20, 60))
      let (around, inwards) = (weight * at(time, -200, 300), weight * at(time, 0, 150))
      return (y * around + x * inwards, y * inwards - x * around)
    }
  }

  /// The wave swings ten times a second: all particles are born at the same phase.
  @Test("Waves swell") func wavesSwell() {
    let wave = Force.Wave(force: AnimatedPoint(line(0, 800), line(200, -600)), frequency: 10)
    expect([.wave(wave)], below: 0.4, "swelling wave") { _, time in
      let place = 2 * (time * 10 - (time * 10).rounded(.down))
      let half = place - place.rounded(.down)
      let swing = (place < 1 ? 4 : -4) * half * (1 - half)
      return (at(time, 0, 800) * swing, at(time, 200, -600) * swing)
    }
  }

  @Test("The air thickens") func theAirThickens() {
    expect([.drag(coefficient: line(0, 0.02)), .drag(coefficient: 0.001)], below: 0.05, "thickening air", drag: 0.3) {
      path, time in
      let speed = (path.velocityX * path.velocityX + path.velocityY * path.velocityY).squareRoot()
      let loss = (at(time, 0, 0.02) + 0.001) * speed
      return (-loss * path.velocityX, -loss * path.velocityY)
    }
  }

  @Test("Speed limits sink") func speedLimitsSink() {
    var cell = thrown([.speedLimit(maximum: line(400, 0)), .speedLimit(maximum: 300)])
    cell.velocity = 1_000
    let program = SmallStage.program([cell])
    for time in [0.55, 1.55, 2.55, 3.55, 5] {
      let (before, after) = (program.particles(at: time - 0.001)[0], program.particles(at: time)[0])
      for (a, b) in zip(before, after) {
        let limit = min(at(time - 0.02, 400, 0), 300)
        #expect(abs(Double(b.x - a.x)) < 0.001 * limit + 0.01)
      }
    }
  }

  /// Keys between equal values are the value itself, to the bit.
  @Test("What stays is as if it were constant") func whatStaysIsAsIfItWereConstant() {
    func program(_ number: (Double) -> AnimatedNumber) -> EmitterProgram {
      SmallStage.program(
        [
          thrown([
            .attractor(
              .init(
                kind: .axial, position: AnimatedPoint(number(950), number(1_040)), stiffness: number(7),
                radius: number(10), falloff: 2, falloffDistance: number(70), angle: number(33))),
            .vortex(.init(position: AnimatedPoint(1_100, 1_000), strength: number(90), pull: number(30))),
            .turbulence(.init(strength: number(80))), .gust(.init(strength: number(120), angle: number(70))),
            .wave(.init(force: AnimatedPoint(number(50), number(-70)))), .drag(coefficient: number(0.002)),
            .speedLimit(maximum: number(250)),
          ])
        ], shape: .rectangle)
    }
    let (constant, moving) = (program { AnimatedNumber($0) }, program { line($0, $0) })
    for time in [0.31, 1.7, 3.9, 12] { #expect(constant.particles(at: time) == moving.particles(at: time)) }
  }

  private var restless: Cell {
    var cell = SteppedTests.tree()
    cell.forces = [
      .attractor(.init(position: AnimatedPoint(line(900, 1_200), 1_000), stiffness: line(20, -5))),
      .drag(coefficient: line(0, 0.01)),
      .gust(
        .init(
          strength: AnimatedNumber(
            .tween(NumberTween(from: 0, to: 300, duration: 0.7, repeatCount: .infinity, autoreverses: true))),
          angle: line(0, 360))),
    ]
    return cell
  }

  @Test("Any order of frames is the same") func anyOrderOfFramesIsTheSame() {
    for capacity in [4, EmitterProgram.chunkCapacity] {
      let program = SmallStage.program([restless], shape: .rectangle, chunkCapacity: capacity)
      let sequence = Sequence(program)
      var times = (0..<120).map { Double($0) / 60 }
      times += (0..<40).map { 4 - Double($0) / 20 }
      times += [9, 0.4, 8.99, 8.99]
      for time in times { #expect(sequence.particles(at: time) == program.particles(at: time), "at \(time)") }
    }
  }

  @Test("Loops come back exactly") func loopsComeBackExactly() {
    let program = SmallStage.program([restless], canvas: SmallStage.canvas(loops: Rational(2)))
    let sequence = Sequence(program)
    for turn in 0..<3 {
      for frame in 0..<40 {
        let time = Double(frame) / 20
        #expect(sequence.particles(at: time) == program.particles(at: time), "turn \(turn), frame \(frame)")
      }
    }
    #expect(program.particles(at: 0)[0].count > 20)
  }

  /// A push that is only there for a while of the layer's time moves nobody who is born later.
  @Test("Pushes end") func pushesEnd() {
    let blow = Force.Wave(
      force: AnimatedPoint(
        0,
        AnimatedNumber(
          .keys([
            NumberKey(time: 0, value: 0, easing: .hold), NumberKey(time: 0.5, value: 600, easing: .hold),
            NumberKey(time: 1, value: 0, easing: .hold),
          ]))), frequency: 0, phase: 90)
    var cell = thrown([.wave(blow)])
    cell.lifetime = 5
    let found = SmallStage.program([cell]).particles(at: 3.05)[0]
    #expect(found.count == 30)
    for (index, particle) in found.enumerated() {
      let birth = Double(index + 1) / 10
      let seconds = max(0, min(0.5, 1 - birth))
      // 600 for so long, then straight on.
      let expected = 1_000 + 600 * seconds * (seconds / 2 + 3.05 - max(1, birth))
      #expect(abs(Double(particle.y) - expected) < 0.01 * (expected - 1_000) + 0.02, "born at \(birth)")
    }
  }
}
