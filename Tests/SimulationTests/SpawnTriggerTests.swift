import Model
import Simulation
import Testing

/// Children that are born at an age or at the bounces of their parents.
@Suite struct SpawnTriggerTests {
  /// A ball that falls onto a floor 100 points below, again and again.
  private func ball(_ children: [Cell]) -> Cell {
    Stage.cell {
      $0.birthRate = 0
      $0.burst = 1
      $0.lifetime = 6
      $0.velocity = 30
      $0.yAcceleration = 800
      $0.bounds = [Boundary(.floor(y: 1_100), .bounce, restitution: 0.5)]
      $0.cells = children
    }
  }

  private func spark(_ when: Cell.SpawnTrigger, _ change: (inout Cell) -> Void = { _ in }) -> Cell {
    Stage.cell("spark", path: 12) {
      $0.when = when
      $0.birthRate = 0
      $0.burst = 3
      $0.lifetime = 6
      change(&$0)
    }
  }

  @Test("Children of a bounce are born where it happens") func childrenOfABounceAreBornWhereItHappens() {
    let program = SmallStage.program([ball([spark(.bounce)])])
    // The ball falls for 0.5 s; the first bounce lasts as long, and each later one half as long as the one before.
    let first = 0.5
    let bounces = [first, first + 0.5, first + 0.75, first + 0.875]
    #expect(program.particles(at: first - 0.002)[1].isEmpty)
    for (number, time) in bounces.enumerated() {
      let found = program.particles(at: time + 0.004)[1]
      #expect(found.count == 3 * (number + 1))
      guard let last = found.last else { continue }
      #expect(abs(Double(last.x) - 1_000 - 30 * time) < 0.5)
      #expect(abs(Double(last.y) - 1_100) < 0.5)
    }
  }

  /// Children inherit the velocity after the rebound, so they fly away from the floor.
  @Test("Children of a bounce go with the rebounding parent") func childrenOfABounceGoWithTheReboundingParent() {
    let program = SmallStage.program([
      ball([
        spark(.bounce) {
          $0.inheritVelocity = 1
          $0.maximumBounces = 1
        }
      ])
    ])
    let found = program.particles(at: 0.6)[1]
    #expect(found.count == 3)
    #expect(found.allSatisfy { abs($0.y - (1_100 - 200 * 0.1)) < 1 })
    #expect(program.particles(at: 3)[1].count == 3)
  }

  @Test("A particle at rest does not bounce") func aParticleAtRestDoesNotBounce() {
    let found = SmallStage.program([ball([spark(.bounce)])]).particles(at: 5.9)[1]
    // The ball lands at 400, 200, 100, 50, 25 and 12.5 points a second; the next time would be slower than 10.
    #expect(found.count == 6 * 3)
  }

  @Test("Bounces do not depend on what was drawn before") func bouncesDoNotDependOnWhatWasDrawnBefore() {
    var tree = SteppedTests.tree()
    tree.velocity = 500
    tree.yAcceleration = 900
    tree.bounds = [
      Boundary(.floor(y: 1_100), .bounce, restitution: 0.7, friction: 0.1), Boundary(.edges(.both, inset: 700), .kill),
    ]
    tree.cells[0].when = .bounce
    tree.cells[0].birthJitter = 0.6
    tree.cells[0].duration = 0.4
    tree.cells[1].yAcceleration = 900
    tree.cells[1].bounds = [Boundary(.floor(y: 1_100), .bounce, restitution: 0.6)]
    tree.cells[1].cells = [spark(.bounce)]
    for capacity in [4, 40, EmitterProgram.chunkCapacity] {
      let program = SmallStage.program([tree], shape: .rectangle, chunkCapacity: capacity)
      let cached = CachedEvaluator(program)
      var times = (0..<120).map { Double($0) / 30 }
      times += (0..<60).map { 4 - Double($0) / 15 }
      times += (0..<60).map { Double($0 * 37 % 60) / 15 } + [9, 0.4, 8.99, 8.99]
      for time in times {
        #expect(cached.particles(at: time) == program.particles(at: time), "at \(time) in chunks of \(capacity)")
      }
      let counts = times.map { program.particles(at: $0).map(\.count) }
      for cell in program.cells.indices { #expect(counts.reduce(0) { $0 + $1[cell] } > 100, "cell \(cell)") }
    }
  }

  /// In long steps many balls reach the floor and a deadly edge within one step.
  @Test("A bounce in the step of a death does not depend on what was drawn before") func bouncesBeforeDeaths() {
    var tree = ball([spark(.bounce) { $0.lifetime = 0.2 }])
    tree.burst = 0
    tree.birthRate = 40
    tree.lifetime = 2
    tree.velocity = 600
    tree.velocityRange = 300
    tree.emissionRange = 360
    tree.step = 0.1
    tree.bounds.append(Boundary(.edges(.horizontal, inset: 900), .kill))
    let program = SmallStage.program([tree])
    let cached = CachedEvaluator(program)
    for frame in 0..<60 {
      let time = 2 + Double(frame) / 60
      #expect(cached.particles(at: time) == program.particles(at: time), "at \(time)")
    }
  }

  @Test("Bounces loop") func bouncesLoop() {
    var tree = ball([spark(.bounce)])
    tree.burst = 0
    tree.birthRate = 3
    tree.velocityRange = 50
    let program = SmallStage.program([tree], canvas: SmallStage.canvas(loops: Rational(2)))
    let cached = CachedEvaluator(program)
    for frame in 0..<60 {
      let time = Double(frame % 20) / 10
      #expect(cached.particles(at: time) == program.particles(at: time))
    }
  }

  @Test("Children at an age are born at that age of their parent") func childrenAreBornAtAnAgeOfTheirParent() {
    let parent = Stage.cell {
      $0.birthRate = 0
      $0.burst = 1
      $0.lifetime = 2
      $0.velocity = 100
      $0.cells = [
        spark(.age) { $0.age = 0.75 },
        spark(.age) {
          $0.cellPath = 13
          $0.ageShare = 0.5
        },
        spark(.age) {
          $0.cellPath = 14
          $0.age = 2.5
        },
      ]
    }
    let program = SmallStage.program([parent])
    #expect(program.particles(at: 0.74)[1].isEmpty)
    #expect(program.particles(at: 0.76)[1].map(\.x) == [1_075, 1_075, 1_075])
    #expect(program.particles(at: 0.99)[2].isEmpty)
    #expect(program.particles(at: 1.01)[2].map(\.x) == [1_100, 1_100, 1_100])
    // The parent dies before the third cell's age of 2.5 s.
    #expect(program.particles(at: 3)[3].isEmpty)
    #expect(program.particles(at: 3)[1].count == 3)
  }
}
