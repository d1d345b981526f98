import Model
import Simulation
import Testing

/// Borders, against what is known in closed form of balls, boxes and slides. The stage is 2,000 × 2,000 points.
@Suite struct BoundaryTests {
  private func one(_ change: (inout Cell) -> Void) -> EmitterProgram {
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

  /// A ball that falls 200 points at 400 points/s²: it first lands after 1 s, and each bounce takes `restitution` of the last.
  @Test("Balls bounce", arguments: [0.0, 0.5, 0.8, 1])
  func ballsBounce(restitution: Double) {
    let program = one {
      $0.yAcceleration = 400
      $0.bounds = [Boundary(.floor(y: 1_200), .bounce, restitution: restitution)]
    }
    var worst = 0.0
    for step in 1...300 {
      let time = Double(step) / 100
      var (speed, start) = (400 * restitution, 1.0)
      var height = 200 - 200 * time * time
      while time > start, speed > 1 {
        height = speed * (time - start) - 200 * (time - start) * (time - start)
        start += 2 * speed / 400
        speed *= restitution
      }
      if time > start || speed <= 1, time > 1 { height = 0 }
      worst = max(worst, abs(place(program, time).y - (1_200 - height)))
    }
    print("worst distance, ball with restitution \(restitution): \(Float(worst)) points")
    #expect(worst < 0.6)
    // At rest it stays where it is.
    if restitution < 0.9 { #expect(abs(place(program, 19).y - 1_200) < 0.05) }
  }

  /// Between two walls 2,000 apart and without losses the place is a triangle wave.
  @Test("Walls reflect") func wallsReflect() {
    let program = one {
      $0.velocity = 700
      $0.emissionLongitude = 30
      $0.bounds = [Boundary(.edges(.both, inset: 0), .bounce, restitution: 1)]
    }
    func folded(_ place: Double) -> Double {
      let turn = place - (place / 4_000).rounded(.down) * 4_000
      return turn < 2_000 ? turn : 4_000 - turn
    }
    for step in 0..<160 {
      let time = Double(step) / 8
      let found = place(program, time)
      #expect(abs(found.x - folded(1_000 + 700 * 0.866_025_403_784_438_6 * time)) < 0.3)
      #expect(abs(found.y - folded(1_000 + 350 * time)) < 0.3)
    }
  }

  /// A falling ball goes off sideways from a ramp of 45° without losing speed.
  @Test("Lines reflect on both sides") func linesReflectOnBothSides() {
    for (from, to) in [
      (PlanePoint(950, 1_050), PlanePoint(1_050, 1_150)), (PlanePoint(1_050, 1_150), PlanePoint(950, 1_050)),
    ] {
      let program = one {
        $0.velocity = 200
        $0.emissionLongitude = 90
        $0.bounds = [Boundary(.line(from: from, to: to), .bounce, restitution: 1)]
      }
      // It meets the line at (1000, 1100) after half a second.
      let found = place(program, 1)
      #expect(abs(found.x - 1_100) < 0.1 && abs(found.y - 1_100) < 0.1)
    }
    let beside = one {
      $0.velocity = 200
      $0.emissionLongitude = 90
      $0.bounds = [Boundary(.line(from: PlanePoint(1_010, 1_100), to: PlanePoint(1_050, 1_100)), .bounce)]
    }
    #expect(abs(place(beside, 1).y - 1_200) < 0.01)
  }

  /// A slide with friction μ ends after v² ÷ (2·μ·g).
  @Test("Friction stops slides") func frictionStopsSlides() {
    let program = one {
      $0.velocity = 200
      $0.yAcceleration = 500
      $0.bounds = [Boundary(.floor(y: 1_000.02), .bounce, restitution: 0, friction: 0.4)]
    }
    for step in 1...20 {
      let time = Double(step) / 10
      let slid = min(time, 1)
      #expect(abs(place(program, time).x - (1_000 + 200 * slid - 100 * slid * slid)) < 1.5)
    }
  }

  @Test("Wrapping comes in opposite") func wrappingComesInOpposite() {
    let program = one {
      $0.velocity = 900
      $0.emissionLongitude = 180
      $0.bounds = [Boundary(.edges(.horizontal, inset: -50), .wrap)]
    }
    for step in 0..<100 {
      let time = Double(step) / 10
      let along = 1_050 - 900 * time
      let expected = along - (along / 2_100).rounded(.down) * 2_100 - 50
      // Beyond the frame nothing is written.
      if abs(expected - 1_000) < 1_000 { #expect(abs(place(program, time).x - expected) < 0.1) }
    }
  }

  /// Drops that end on a floor splash there, at the moment when they reach it; frames may come in any order.
  @Test("Ended parents are mourned where they fell") func endedParentsAreMournedWhereTheyFell() {
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
      let sequence = Sequence(program)
      for frame in 0..<200 {
        let time = Double(frame * 61 % 200) / 40
        let found = sequence.particles(at: time)
        #expect(found == program.particles(at: time))
        #expect(found[0].allSatisfy { $0.y < 1_200.01 })
        #expect(found[1].allSatisfy { abs($0.y - 1_200) < 0.05 })
      }
      // In 0.9 to 1.1 s every drop has fallen: those of the last second fly, those of half a second before splash.
      let late = program.particles(at: 4.95)
      #expect((9...11).contains(late[0].count) && (12...18).contains(late[1].count))
    }
  }

  /// Without forces the places are those of the free way, modulo the sides.
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
