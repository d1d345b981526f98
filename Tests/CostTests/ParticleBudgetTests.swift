import Cost
import Model
import Testing

@Suite struct ParticleBudgetTests {
  private func budgets(of cell: Cell, duration: Int64 = 100, loops: Bool = false, begin: Double = 0) -> [ParticleBudget]
  {
    let emitter = Emitter(position: AnimatedPoint(960, 540), cells: [cell])
    let layer = Layer(name: "l", path: 1, source: .emitter(emitter), begin: begin)
    let scene = Scene(canvas: Canvas(duration: Rational(duration), loops: loops), layers: [layer])
    return scene.particleBudgets()
  }

  /// A cell of discs, 8 points wide; `life` and `range` are the lifetime and its range in seconds.
  private func cell(rate: Double, life: Double, range: Double = 0) -> Cell {
    var cell = Cell(name: "c", cellPath: 2, sprites: [Sprite(.disc, width: 8, height: 8)])
    cell.birthRate = AnimatedNumber(rate)
    cell.lifetime = AnimatedNumber(life)
    cell.lifetimeRange = AnimatedNumber(range)
    return cell
  }

  /// Whether a number of particles is as expected, a birth or two at the ends of a movie or a life aside.
  private func isNear(_ found: Double, _ expected: Double) -> Bool { abs(found - expected) <= 2 }

  @Test("The number of living particles at a steady birth rate follows Little's law")
  func aSteadyCellFollowsLittlesLaw() {
    let found = budgets(of: cell(rate: 50, life: 2, range: 1))
    #expect(found.map(\.name) == ["l.c"])
    // Of the 50 that were born between 1.5 and 2.5 s ago each is alive with a probability that falls from 1 to 0, so that the number's
    // standard deviation is √(50 ÷ 6) = 2.9, and the most of some moments may be two or three of these more.
    #expect(abs(found[0].liveCount - 100) < 8)
    // 50 births a second, each visible for 2 s on average as a disc of 8 pixels' diameter.
    #expect(abs(found[0].coveredPixels / (50 * 2 * 16 * .pi) - 1) < 0.1)
  }

  @Test(
    "A loop's burst is counted once for every cycle that its particles' lives reach into",
    arguments: [(2.0, 100.0), (4, 100), (6, 200), (8, 200)])
  func burstsOfLoopsCountForEveryCycle(life: Double, expected: Double) {
    var cell = cell(rate: 0, life: life)
    cell.burst = 100
    #expect(budgets(of: cell, duration: 4, loops: true)[0].liveCount == expected)
  }

  @Test("Births repeat with the loop's period on the emitter's own clock")
  func loopsCountOnTheEmittersClock() {
    func live(_ cell: Cell, _ timing: LayerTiming) -> Double {
      var layer = Layer(name: "l", path: 1, source: .emitter(Emitter(position: AnimatedPoint(960, 540), cells: [cell])))
      layer.timing = timing
      return Scene(canvas: Canvas(duration: Rational(4), loops: true), layers: [layer]).particleBudgets()[0].liveCount
    }
    // A loop of 0.4 s on the layer's clock: lives of 2 s reach into five of its periods, with a burst in each.
    var burst = cell(rate: 0, life: 2)
    burst.burst = 100
    #expect(isNear(live(burst, LayerTiming(speed: 0.1)), 500))
    // At least one is born in each period of 4·10⁻⁶ s.
    #expect((499_990...500_010).contains(live(cell(rate: 20, life: 2), LayerTiming(speed: 1e-6))))
    // A layer that is shown for a quarter of each period.
    #expect(isNear(live(cell(rate: 10, life: 39), LayerTiming(duration: 1)), 100))
  }

  @Test("Only particles that are born before the movie ends are counted") func onlyBirthsBeforeTheEndCount() {
    #expect(isNear(budgets(of: cell(rate: 50, life: 1_000), duration: 4)[0].liveCount, 200))
    #expect(isNear(budgets(of: cell(rate: 50, life: 1_000), duration: 4, begin: -6)[0].liveCount, 500))
    // In a loop those born in earlier cycles are alive too.
    // Of the 251 cycles 64 are looked at, the last of which may be only partly alive.
    let looping = budgets(of: cell(rate: 50, life: 1_000), duration: 4, loops: true)[0].liveCount
    #expect(abs(looping / 50_000 - 1) < 1.0 / 64)
  }

  /// While the shutter is open, particles that have just died or are about to be born are visible too.
  @Test("An open shutter shows more particles") func anOpenShutterShowsMore() {
    var cell = cell(rate: 50, life: 2)
    // 360 degrees of the shutter are one frame of the canvas: these are two of 60 a second.
    cell.shutter = 720
    #expect(abs(budgets(of: cell)[0].liveCount - 50 * (2 + 1.0 / 30)) <= 1)
    #expect(budgets(of: cell)[0].liveCount > 100)
  }

  @Test("Bursts within one lifetime are added") func burstsWithinALifetimeAreAdded() {
    var burst = cell(rate: 0, life: 1)
    burst.bursts = [.init(time: 0, count: 10), .init(time: 0.5, count: 20), .init(time: 5, count: 25)]
    #expect(budgets(of: burst)[0].liveCount == 30)
  }

  @Test("Every bounce up to maximumBounces triggers births") func everyBounceUpToTheMaximumTriggersBirths() {
    var ball = cell(rate: 0, life: 3)
    ball.burst = 2
    // From rest the ball falls 60 points to the floor, within 0.35 s, and comes back to it every 0.69 s.
    ball.yAcceleration = 1000
    ball.bounds = [Boundary(.floor(y: 600), .bounce, restitution: 1)]
    var spark = cell(rate: 0, life: 3)
    (spark.when, spark.maximumBounces, spark.burst) = (.bounce, 3, 10)
    ball.cells = [spark]
    #expect(budgets(of: ball, duration: 4).map(\.liveCount) == [2, 2.0 * 3 * 10])
    ball.cells[0].maximumBounces = 2
    #expect(budgets(of: ball, duration: 4).map(\.liveCount) == [2, 2.0 * 2 * 10])
    ball.cells[0].maximumBounces = 3
    // The ball bounces off a wall at either side, and then also off a slope on its way back.
    ball.yAcceleration = 0
    ball.velocity = 1000
    ball.bounds = [Boundary(.edges(.horizontal, inset: 60), .bounce, restitution: 1)]
    #expect(budgets(of: ball, duration: 4).map(\.liveCount) == [2, 2.0 * 2 * 10])
    ball.bounds.append(Boundary(.line(from: PlanePoint(1200, 400), to: PlanePoint(1210, 700)), .bounce, restitution: 1))
    #expect(budgets(of: ball, duration: 4).map(\.liveCount) == [2, 2.0 * 3 * 10])
    // A ball that never reaches the floor does not bounce, even where its acceleration changes.
    (ball.velocity, ball.yAcceleration) = (0, 1000)
    ball.bounds = [Boundary(.floor(y: 9000), .bounce)]
    #expect(budgets(of: ball, duration: 4).map(\.liveCount) == [2, 0])
    ball.yAcceleration = AnimatedNumber(.keys([NumberKey(time: 0, value: 0), NumberKey(time: 1, value: 1)]))
    #expect(budgets(of: ball, duration: 4).map(\.liveCount) == [2, 0])
    ball.cells[0].when = .age
    ball.cells[0].age = 1
    #expect(budgets(of: ball, duration: 4).map(\.liveCount) == [2, 2.0 * 10])
  }

  @Test("A ball that comes to rest on the floor bounces once") func fadingBounces() {
    var ball = cell(rate: 0, life: 3)
    ball.burst = 2
    ball.yAcceleration = 1000
    ball.bounds = [Boundary(.floor(y: 600), .bounce, restitution: 0.1)]
    var spark = cell(rate: 0, life: 3)
    (spark.when, spark.maximumBounces, spark.burst) = (.bounce, 3, 10)
    ball.cells = [spark]
    #expect(budgets(of: ball, duration: 4).map(\.liveCount) == [2, 2.0 * 10])
  }

  @Test("The areas of layers that are never visible at the same time are not added")
  func layersNeverVisibleTogetherAreNotAdded() {
    /// The largest area covered at one time, as a share of the sum of the layers' largest areas.
    func shareAtOnce(_ first: Layer, _ second: Layer, loops: Bool = false) -> Double {
      let scene = Scene(canvas: Canvas(duration: 8, loops: loops), layers: [first, second])
      let budgets = scene.particleBudgets()
      return budgets.maximumAtOnce { $1.coveredPixels } / budgets.reduce(0) { $0 + $1.coveredPixels }
    }
    func layer(begin: Double = 0, duration: Double? = nil, life: Double = 1, wave phase: Double? = nil) -> Layer {
      var cell = cell(rate: 50, life: life)
      if let phase {
        // A triangle wave of the scale from 0 to 2 and back in the eight seconds.
        let keys = [0.0, 2, 4, 6, 8].map { time in
          let halfPeriods = (time / 4 + phase).truncatingRemainder(dividingBy: 2)
          return NumberKey(time: time, value: 2 * (halfPeriods > 1 ? 2 - halfPeriods : halfPeriods))
        }
        cell.scale = AnimatedNumber(.keys(keys))
      }
      let emitter = Emitter(position: AnimatedPoint(960, 540), cells: [cell])
      return Layer(name: "l", path: 1, source: .emitter(emitter), begin: begin, duration: duration)
    }
    #expect(abs(shareAtOnce(layer(), layer()) - 1) < 1e-9)
    #expect(abs(shareAtOnce(layer(duration: 3), layer(begin: 4)) - 0.5) < 0.02)
    #expect(abs(shareAtOnce(layer(duration: 5), layer(begin: 4)) - 1) < 0.02)
    #expect(abs(shareAtOnce(layer(wave: 0), layer(wave: 0)) - 1) < 0.05)
    #expect(abs(shareAtOnce(layer(life: 0.1, wave: 0), layer(life: 0.1, wave: 1)) - 0.5) < 0.05)
    // Of particles that live for half of a wave, those born around its crest are seen together: their mean squared scale is 7/3, and 1/3
    // where the other layer's are.
    #expect(abs(shareAtOnce(layer(life: 4, wave: 0), layer(life: 4, wave: 1), loops: true) - 8.0 / 14) < 0.05)
  }

  /// A trail is 20 pixels long, 19 on average over a life, and 4 pixels wide on average: half of the width at its head. There
  /// are a hundred trails, and ten more of particles that died in the last tenth of a second where trails linger.
  @Test("The area of trails is counted") func theAreaOfTrailsIsCounted() {
    var comet = cell(rate: 100, life: 1)
    comet.velocity = 200
    let plain = budgets(of: comet)[0].coveredPixels
    comet.trail = Trail(duration: 0.1, width: 8, lingers: true)
    #expect(abs((budgets(of: comet)[0].coveredPixels - plain) / (110 * 19 * 4) - 1) < 0.05)
    comet.trail?.lingers = false
    #expect(abs((budgets(of: comet)[0].coveredPixels - plain) / (100 * 19 * 4) - 1) < 0.05)
  }

  @Test("The numbers of children are products of their births and their parents' numbers") func childrenAreProducts() {
    var rocket = cell(rate: 2, life: 1.5)
    var star = cell(rate: 0, life: 2)
    star.when = .death
    star.burst = 100
    var trail = cell(rate: 60, life: 0.5)
    trail.name = "t"
    rocket.cells = [star, trail]
    for (found, expected) in zip(budgets(of: rocket), [3, 400, 90.0]) { #expect(isNear(found.liveCount, expected)) }
  }

  @Test("An emission from an event of the parent's life lasts until its last burst") func emissionsFromEventsLast() {
    var rocket = cell(rate: 2, life: 1.5)
    var star = cell(rate: 50, life: 2)
    star.when = .death
    star.bursts = [Cell.Burst(time: 3, count: 10)]
    rocket.cells = [star]
    // 150 by rate and 10 by the burst for each of two rockets a second; each star lives for two seconds. Of so many not all are looked at.
    func isNear(_ found: Double, _ expected: Double) -> Bool { abs(found / expected - 1) < 0.025 }
    #expect(isNear(budgets(of: rocket)[1].liveCount, 2 * 160 * 2))
    rocket.cells[0].bursts = []
    #expect(budgets(of: rocket)[1].liveCount == 0)
    rocket.cells[0].duration = 1
    #expect(isNear(budgets(of: rocket)[1].liveCount, 2 * 50 * 2))
  }
}
