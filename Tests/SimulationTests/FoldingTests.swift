import Model
import Simulation
import Testing

/// Loops repeat exactly, and a frame depends on nothing but its time.
@Suite struct FoldingTests {
  /// A long-lived, jittered and animated cell with children during its life and at its death.
  private func tree() -> Cell {
    var cell = Stage.cell {
      $0.birthRate = 23.7
      $0.birthJitter = 0.8
      $0.lifetime = 3.3
      $0.lifetimeRange = 1
      $0.velocity = 100
      $0.velocityRange = 50
      $0.emissionRange = 360
      $0.drag = 0.4
      $0.yAcceleration = AnimatedNumber(.keys([NumberKey(time: 0, value: 10), NumberKey(time: 2, value: 60)]))
      $0.bursts = [.init(time: 0.3, count: 5)]
      $0.twinkle = 0.5
    }
    cell.cells = [
      Stage.cell("trail", path: 12) {
        $0.birthRate = 7
        $0.birthJitter = 0.5
        $0.lifetime = 0.9
        $0.velocity = 10
        $0.emissionRange = 90
      },
      Stage.cell("star", path: 13) {
        $0.when = .death
        $0.birthRate = 0
        $0.burst = 9
        $0.velocity = 50
        $0.emissionRange = 360
      },
    ]
    return cell
  }

  @Test("Loops begin where they end") func loopsBeginWhereTheyEnd() {
    let canvas = Stage.canvas(loops: Rational(2))
    let program = Stage.program([tree()], canvas: canvas)
    let timing = LayerTiming()
    for frame in [0, 7, 59] {
      let now = timing.localTime(at: canvas.time(ofFrame: frame).double)
      let later = timing.localTime(at: canvas.time(ofFrame: frame + 120).double)
      #expect(program.particles(at: now) == program.particles(at: later))
    }
    // Particles move on across the loop's seam: all stay but the few that are born or die within that millisecond.
    let before = program.particles(at: 1.9995)
    let after = program.particles(at: 0.0005)
    for (old, new) in zip(before, after) {
      #expect(abs(old.count - new.count) <= 20)
      #expect(old.count > 30)
    }
    let distances = zip(before[0].prefix(10), after[0].prefix(10)).map { abs($0.x - $1.x) + abs($0.y - $1.y) }
    #expect(distances.allSatisfy { $0 < 1 } || before[0].count != after[0].count)
  }

  @Test("A loop has a whole number of births") func loopsHoldAWholeNumberOfBirths() {
    let cell = Stage.cell {
      $0.birthRate = 3.3
      $0.lifetime = 20
    }
    // 3.3 births a second are 6.6 in a loop of 2 s, rounded to 7; a lifetime of 20 s spans ten loops.
    let program = Stage.program([cell], canvas: Stage.canvas(loops: Rational(2)))
    for time in [0, 0.3, 1, 1.7] { #expect(abs(program.particles(at: time)[0].count - 70) <= 1) }
    var rare = cell
    rare.birthRate = 0.01
    let once = Stage.program([rare], canvas: Stage.canvas(loops: Rational(2)))
    #expect(abs(once.particles(at: 1)[0].count - 10) <= 1)
  }

  @Test("Loops prewarm themselves", arguments: [-3.0, 0.0])
  func loopsPrewarmThemselves(begin: Double) {
    let emitter = Stage.emitter([tree()])
    let program = Stage.program(emitter, canvas: Stage.canvas(loops: Rational(2)), begin: begin)
    for time in [0, 0.5, 1.9] {
      let count = program.particles(at: time - begin)[0].count
      // A loop of 2 s has 47 births of the rate and 5 of the burst, and a lifetime is 3.3 s on average: 52 / 2 · 3.3 ≈ 86.
      #expect(abs(count - 86) < 20)
    }
  }

  @Test("The size of chunks changes nothing") func chunksDoNotMatter() {
    let emitter = Stage.emitter([tree(), Stage.cell("other", path: 20) { $0.velocityRange = 30 }])
    let whole = Stage.program(emitter).particles(at: 7.3)
    #expect(whole[1].count > 100 && whole[2].count > 100)
    for capacity in [1, 3, 8, 50, 1000] {
      #expect(Stage.program(emitter, chunkCapacity: capacity).particles(at: 7.3) == whole)
    }
  }

  @Test("A time evaluated alone is the same as after others") func aTimeAloneIsTheSameAsAfterOthers() {
    let emitter = Stage.emitter([tree()])
    let program = Stage.program(emitter)
    for time in stride(from: 0.0, to: 5, by: 0.37) { _ = program.particles(at: time) }
    #expect(program.particles(at: 4.1) == Stage.program(emitter).particles(at: 4.1))
    #expect(program.particles(at: 4.1) != program.particles(at: 4.1001))
  }

  @Test("Another seed gives other particles, another cell before it does not") func seedsAndPathsDiffer() {
    let emitter = Stage.emitter([tree()])
    let ofSeed1 = Stage.program(emitter, canvas: Stage.canvas(seed: 1)).particles(at: 4)[0]
    let ofSeed2 = Stage.program(emitter, canvas: Stage.canvas(seed: 2)).particles(at: 4)[0]
    #expect(ofSeed1 != ofSeed2)
    // A further cell before it changes nothing.
    let both = Stage.program(Stage.emitter([Stage.cell("first", path: 5), tree()]), canvas: Stage.canvas(seed: 1))
    #expect(both.particles(at: 4)[1] == ofSeed1)
  }
}
