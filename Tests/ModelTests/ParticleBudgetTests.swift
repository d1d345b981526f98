import Model
import Testing

@Suite struct ParticleBudgetTests {
  private func estimate(_ cell: Cell, duration: Int64 = 100, loops: Bool = false, begin: Double = 0) -> [ParticleBudget]
  {
    let emitter = Emitter(position: AnimatedPoint(960, 540), cells: [cell])
    let layer = Layer(name: "l", path: 1, source: .emitter(emitter), begin: begin)
    let scene = Scene(canvas: Canvas(duration: Rational(duration), loops: loops), layers: [layer])
    return scene.particleBudgets()
  }

  private func cell(rate: Double, life: Double, range: Double = 0) -> Cell {
    var cell = Cell(name: "c", cellPath: 2, sprites: [Sprite(.disc, width: 8, height: 8)])
    cell.birthRate = AnimatedNumber(rate)
    cell.lifetime = AnimatedNumber(life)
    cell.lifetimeRange = AnimatedNumber(range)
    return cell
  }

  @Test("A steady cell lives by littles law") func aSteadyCellLivesByLittlesLaw() {
    let estimates = estimate(cell(rate: 50, life: 2, range: 1))
    #expect(estimates.map(\.name) == ["l.c"])
    #expect(estimates[0].live == 125)
    // 50 a second, each for 2 s in the mean, on a disc of 8 pixels.
    #expect(abs(estimates[0].coveredPixels / (50 * 2 * 16 * .pi) - 1) < 0.1)
  }

  @Test(
    "A burst of a loop is there as often as its particles' lives reach over periods",
    arguments: [(2.0, 100.0), (4, 100), (6, 200), (8, 200)])
  func burstsOfLoopsComeAgain(life: Double, expected: Double) {
    var cell = cell(rate: 0, life: life)
    cell.burst = 100
    #expect(estimate(cell, duration: 4, loops: true)[0].live == expected)
  }

  @Test("A short run holds fewer") func aShortRunHoldsFewer() {
    #expect(estimate(cell(rate: 50, life: 1_000), duration: 4)[0].live == 200)
    #expect(estimate(cell(rate: 50, life: 1_000), duration: 4, begin: -6)[0].live == 500)
    // In a loop those born in earlier turns are there too.
    #expect(estimate(cell(rate: 50, life: 1_000), duration: 4, loops: true)[0].live >= 50_000)
  }

  /// While the shutter is open those are seen too who have just died or are about to be born.
  @Test("An open shutter sees more") func anOpenShutterSeesMore() {
    var cell = cell(rate: 50, life: 2)
    // A whole turn is a frame of the canvas: two of 60 a second.
    cell.shutter = 720
    #expect(abs(estimate(cell)[0].live - 50 * (2 + 1.0 / 30)) <= 1)
    #expect(estimate(cell)[0].live > 100)
  }

  @Test("Bursts count within a lifetime") func burstsCountWithinALifetime() {
    var burst = cell(rate: 0, life: 1)
    burst.bursts = [.init(time: 0, count: 10), .init(time: 0.5, count: 20), .init(time: 5, count: 25)]
    #expect(estimate(burst)[0].live == 30)
  }

  @Test("Every bounce that counts triggers births") func everyBounceThatCountsTriggersBirths() {
    var ball = cell(rate: 0, life: 3)
    ball.burst = 2
    // From rest it falls on the floor within a third of a second.
    ball.yAcceleration = 1000
    ball.bounds = [Boundary(.floor(y: 600), .bounce, restitution: 1)]
    var spark = cell(rate: 10, life: 2)
    spark.when = .bounce
    spark.maximumBounces = 3
    spark.burst = 5
    spark.duration = 0.5
    ball.cells = [spark]
    #expect(estimate(ball).map(\.live) == [2, 2.0 * 3 * 10])
    // One that stays on the floor bounces once, one that never meets it not at all.
    ball.bounds[0].restitution = 0.1
    #expect(estimate(ball).map(\.live) == [2, 2.0 * 10])
    ball.bounds = [Boundary(.floor(y: 9000), .bounce)]
    #expect(estimate(ball).map(\.live) == [2, 0])
    // Walls at both sides, and a slope that it meets on its way back.
    ball.yAcceleration = 0
    ball.velocity = 1000
    ball.bounds = [Boundary(.edges(.horizontal, inset: 60), .bounce, restitution: 1)]
    #expect(estimate(ball).map(\.live) == [2, 2.0 * 2 * 10])
    ball.bounds.append(Boundary(.line(from: PlanePoint(1200, 400), to: PlanePoint(1210, 700)), .bounce, restitution: 1))
    #expect(estimate(ball).map(\.live) == [2, 2.0 * 3 * 10])
    // Where its way is not known, it bounces as often as it may.
    ball.yAcceleration = AnimatedNumber(.keys([NumberKey(time: 0, value: 0), NumberKey(time: 1, value: 1)]))
    ball.bounds = [Boundary(.floor(y: 9000), .bounce)]
    #expect(estimate(ball).map(\.live) == [2, 2.0 * 3 * 10])
    ball.cells[0].when = .age
    ball.cells[0].age = 1
    #expect(estimate(ball).map(\.live) == [2, 2.0 * 10])
  }

  @Test("What is never seen together is not added up")
  func neverTogether() {
    func together(_ first: Layer, _ second: Layer, loops: Bool = false) -> Double {
      let scene = Scene(canvas: Canvas(duration: 8, loops: loops), layers: [first, second])
      let budgets = scene.particleBudgets()
      return budgets.maximumAtOnce(\.coveredPixels) / budgets.reduce(0) { $0 + $1.coveredPixels }
    }
    func layer(begin: Double = 0, duration: Double? = nil, life: Double = 1, wave phase: Double? = nil) -> Layer {
      var cell = cell(rate: 50, life: life)
      if let phase {
        // From 0 to 2 and back in the eight seconds.
        let keys = [0.0, 2, 4, 6, 8].map { time in
          let place = (time / 4 + phase).truncatingRemainder(dividingBy: 2)
          return NumberKey(time: time, value: 2 * (place > 1 ? 2 - place : place))
        }
        cell.scale = AnimatedNumber(.keys(keys))
      }
      let emitter = Emitter(position: AnimatedPoint(960, 540), cells: [cell])
      return Layer(name: "l", path: 1, source: .emitter(emitter), begin: begin, duration: duration)
    }
    #expect(abs(together(layer(), layer()) - 1) < 1e-9)
    #expect(abs(together(layer(duration: 3), layer(begin: 4)) - 0.5) < 1e-9)
    #expect(abs(together(layer(duration: 5), layer(begin: 4)) - 1) < 1e-9)
    #expect(abs(together(layer(wave: 0), layer(wave: 0)) - 1) < 0.05)
    #expect(abs(together(layer(life: 0.1, wave: 0), layer(life: 0.1, wave: 1)) - 0.5) < 0.05)
    // What lives for long is as large later.
    #expect(together(layer(life: 4, wave: 0), layer(life: 4, wave: 1), loops: true) > 0.9)
  }

  /// 20 pixels of trail, 19 in the mean over a life, behind each of a hundred, and behind those that died in the last tenth of a
  /// second; it is half as wide in the mean as at the head.
  @Test("Trails cover") func trailsCover() {
    var comet = cell(rate: 100, life: 1)
    comet.velocity = 200
    let plain = estimate(comet)[0].coveredPixels
    comet.trail = Trail(duration: 0.1, width: 8, linger: true)
    #expect(abs((estimate(comet)[0].coveredPixels - plain) / (110 * 19 * 4) - 1) < 0.05)
    comet.trail?.linger = false
    #expect(abs((estimate(comet)[0].coveredPixels - plain) / (100 * 19 * 4) - 1) < 0.05)
  }

  @Test("Children multiply") func childrenMultiply() {
    var rocket = cell(rate: 2, life: 1.5)
    var star = cell(rate: 0, life: 2)
    star.when = .death
    star.burst = 100
    var trail = cell(rate: 60, life: 0.5)
    trail.name = "t"
    rocket.cells = [star, trail]
    let estimates = estimate(rocket)
    #expect(estimates.map(\.live) == [3, 400, 90])
    #expect(estimates.map(\.birthsPerSecond) == [2, 200, 180])
  }
}
