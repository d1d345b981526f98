import Lanes
import Model
import Simulation
import Testing

/// The times of births, found from the places of particles that fly along x at 100 points a second.
@Suite struct BirthTests {
  private func ages(_ particles: [EvaluatedParticle]) -> [Double] {
    particles.map { (Double($0.x) - Stage.center) / 100 }
  }

  private func runner(_ change: (inout Cell) -> Void = { _ in }) -> Cell {
    Stage.cell {
      $0.velocity = 100
      change(&$0)
    }
  }

  /// Expects `ages` to be those of the particles born at the times `births` that are alive at `time`.
  private func expect(_ ages: [Double], _ births: [Double], at time: Double, lifetime: Double, within tolerance: Double)
  {
    let expected = births.filter { $0 <= time && time - $0 < lifetime }.map { time - $0 }
    #expect(ages.count == expected.count)
    for (age, other) in zip(ages, expected) { #expect(abs(age - other) <= tolerance) }
  }

  @Test("The first birth comes after a whole interval") func firstBirthComesAfterAWholeInterval() {
    let program = Stage.program([runner()])
    #expect(program.particles(at: 0.0999)[0].isEmpty)
    #expect(program.particles(at: 0.1001)[0].count == 1)
    #expect(program.particles(at: 1.05)[0].count == 10)
    #expect(program.particles(at: 1000.05)[0].count == 20)
  }

  @Test("Births under a rate with linear keys agree with counted births") func linearKeysAgreeWithCountedBirths() {
    let keys = [
      NumberKey(time: 0.5, value: 4), NumberKey(time: 2, value: 40), NumberKey(time: 3, value: -20),
      NumberKey(time: 4, value: 30, easing: .hold), NumberKey(time: 5, value: 7),
    ]
    let rate = AnimatedNumber(.keys(keys))
    let program = Stage.program([runner { $0.birthRate = rate }])
    let births = countedBirths(until: 8) { rate.value(at: AnimationClock($0)) }
    for time in [0.4, 1.3, 2.2, 2.9, 3.7, 4.5, 5.5, 7.9] {
      expect(ages(program.particles(at: time)[0]), births, at: time, lifetime: 2, within: 2e-3)
    }
  }

  @Test("Births under eased keys and the emitter's rate agree with counted births")
  func easedKeysAndTheEmittersRateAgreeWithCountedBirths() {
    let keys = [NumberKey(time: 0, value: 2, easing: .easeInOut), NumberKey(time: 3, value: 60)]
    let rate = AnimatedNumber(.keys(keys))
    let tween = AnimatedNumber(
      .tween(NumberTween(from: 0, to: 1, duration: 1, motion: .easing(.easeOut), repeatCount: 4, autoreverses: true)))
    var emitter = Stage.emitter([runner { $0.birthRate = rate }])
    emitter.birthRate = tween
    let program = Stage.program(emitter)
    let births = countedBirths(until: 6) { rate.value(at: AnimationClock($0)) * tween.value(at: AnimationClock($0)) }
    for time in [0.4, 1.3, 2.2, 2.9, 3.7, 4.5, 5.9] {
      expect(ages(program.particles(at: time)[0]), births, at: time, lifetime: 2, within: 4e-3)
    }
  }

  @Test("Jitter moves each birth inside its interval") func jitterMovesEachBirthInsideItsInterval() {
    let program = Stage.program([
      runner {
        $0.birthJitter = 1
        $0.lifetime = 100
      }
    ])
    let found = ages(program.particles(at: 50)[0])
    #expect(abs(found.count - 500) <= 1)
    var offsets: [Double] = []
    for (index, age) in found.enumerated() {
      let place = (50 - age) * 10 - Double(index)
      #expect(place > -0.002 && place < 1.002)
      offsets.append(place)
    }
    let mean = offsets.reduce(0, +) / Double(offsets.count)
    #expect(abs(mean - 0.5) < 0.05)
    #expect(Set(offsets.map { Int($0 * 8) }).count >= 8)
  }

  @Test("Bursts fire once at their times") func burstsFireOnceAtTheirTimes() {
    let program = Stage.program([
      runner {
        $0.birthRate = 0
        $0.burst = 5
        $0.bursts = [.init(time: 1, count: 3), .init(time: 4, count: 2)]
        $0.velocityRange = 50
      }
    ])
    #expect(program.particles(at: 0)[0].count == 5)
    #expect(program.particles(at: 0.99)[0].count == 5)
    #expect(program.particles(at: 1)[0].count == 8)
    #expect(program.particles(at: 2.5)[0].count == 3)
    #expect(program.particles(at: 5)[0].count == 2)
    // No two births have the same random numbers.
    let places = program.particles(at: 1.5)[0].map(\.x)
    #expect(Set(places).count == 8)
  }

  @Test("The begin time and duration of a cell limit its emission") func beginTimeAndDurationLimitTheEmission() {
    let program = Stage.program([
      runner {
        $0.beginTime = 1
        $0.duration = 0.55
      }
    ])
    #expect(program.particles(at: 1.05)[0].isEmpty)
    #expect(program.particles(at: 1.31)[0].count == 3)
    #expect(program.particles(at: 2.9)[0].count == 5)
    #expect(program.particles(at: 3.6)[0].isEmpty)
  }

  @Test("Layer duration and time offset move the emission") func layerDurationAndTimeOffsetMoveTheEmission() {
    let emitter = Stage.emitter([runner()])
    let program = Stage.program(emitter, duration: 0.5, speed: 2, timeOffset: 3)
    #expect(program.particles(at: 3.05)[0].isEmpty)
    #expect(program.particles(at: 3.45)[0].count == 4)
    #expect(program.particles(at: 4.9)[0].count == 10)
  }

  @Test("Evaluating a huge time costs no more than the living particles")
  func hugeTimesCostNoMoreThanTheLivingParticles() {
    let program = Stage.program([runner { $0.birthRate = 1000 }])
    var chunks: [ParticleChunk] = []
    program.chunks(at: 1e9, into: &chunks)
    #expect(chunks.reduce(0) { $0 + $1.count } < 2010)
    #expect(abs(program.particles(at: 1e9)[0].count - 2000) <= 1)
  }

  @Test("Lifetimes are random within their range") func lifetimeIsRandomWithinItsRange() {
    let program = Stage.program([
      runner {
        $0.birthRate = 1000
        $0.lifetimeRange = 2
      }
    ])
    // Lifetimes are 1 to 3 s: all particles younger than 1 s are alive, half of those aged 2 s, and none older than 3 s.
    let found = ages(program.particles(at: 10)[0])
    #expect(abs(found.filter { $0 < 1 }.count - 1000) <= 2)
    #expect(found.allSatisfy { $0 <= 3 })
    #expect(abs(found.filter { $0 > 1.5 && $0 < 2.5 }.count - 500) < 60)
  }
}
