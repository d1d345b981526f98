import Model
import Simulation
import Testing

/// Drift and flutter.
@Suite struct AirTests {
  private func drifting(_ change: (inout Cell) -> Void = { _ in }) -> Cell {
    Stage.cell {
      $0.velocity = 90
      $0.emissionRange = 360
      $0.driftAmplitude = 20
      $0.driftScale = 90
      $0.driftFrequency = 0.7
      change(&$0)
    }
  }

  @Test("Drift begins at zero and stays within bounds") func driftBeginsAtZeroAndStaysWithinBounds() {
    let withoutDrift = SmallStage.program([drifting { $0.driftAmplitude = 0 }])
    let withDrift = SmallStage.program([drifting()])
    var (largest, sum, count): (Float, Float, Float) = (0, 0, 0)
    for frame in 0..<60 {
      let time = 2 + Double(frame) / 10 + 0.0001
      let (undrifted, drifted) = (withoutDrift.particles(at: time)[0], withDrift.particles(at: time)[0])
      // The youngest particle is the last one.
      #expect(abs(undrifted[undrifted.count - 1].x - drifted[drifted.count - 1].x) < 1e-3)
      for (a, b) in zip(undrifted.dropLast(10), drifted.dropLast(10)) {
        let distance = ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
        largest = max(largest, distance)
        sum += distance
        count += 1
      }
    }
    #expect(largest < 70)
    #expect(abs(sum / count - 20) < 8, "\(sum / count) on average")
  }

  /// Sprites aligned to their motion point along the line between their places a moment before and a moment after.
  @Test("Drift contributes to the velocity") func driftContributesToTheVelocity() {
    let program = SmallStage.program([
      drifting {
        $0.alignToMotion = true
        $0.flutter = 12
        $0.tumbleSpeed = 200
        $0.sprites = [Sprite(.square, width: 2, height: 2)]
      }
    ])
    let now = program.particles(at: 1.951)[0]
    let (before, after) = (program.particles(at: 1.95)[0], program.particles(at: 1.952)[0])
    #expect(now.count == 19)
    for index in now.indices {
      let (x, y) = (after[index].x - before[index].x, after[index].y - before[index].y)
      let length = (x * x + y * y).squareRoot()
      #expect(abs(now[index].axisXx - x / length) < 0.05)
      #expect(abs(now[index].axisXy - y / length) < 0.05)
    }
  }

  @Test("Children are born at the places to which drift and flutter have moved their parents")
  func childrenBeginAtTheirDriftingParents() {
    var parent = drifting {
      $0.flutter = 15
      $0.tumbleRange = 360
      $0.tumbleSpeed = 300
    }
    parent.birthRate = 0
    parent.burst = 5
    parent.cells = [Stage.cell("mark", path: 12) { $0.birthRate = 5 }]
    let program = SmallStage.program([parent])
    // Each parent has five births a second: seven until 1.55 s, of which the third is at 0.6 s.
    let parents = program.particles(at: 0.6)[0]
    let marks = program.particles(at: 1.55)[1]
    for (index, parent) in parents.enumerated() {
      let mark = marks[index * 7 + 2]
      #expect(abs(mark.x - parent.x) < 0.01)
      #expect(abs(mark.y - parent.y) < 0.01)
    }
  }

  @Test(
    "Children are born where their parents are drawn, whatever number moves these",
    arguments: CellParameter.all.filter { (BirthParameter.velocity ..< .rotation).contains($0.parameter) })
  func childrenBeginWhereParentsAreDrawn(row: CellParameter) {
    var parent = Stage.cell {
      $0.birthRate = 0
      $0.burst = 5
      ($0.velocity, $0.emissionRange) = (90, 360)
      ($0.drag, $0.tumbleSpeed, $0.flutter) = (0.5, 300, 3)
      ($0.swayAmplitude, $0.swayFrequency) = (AnimatedPoint(4, 3), AnimatedPoint(0.7, 0.4))
    }
    let number = AnimatedNumber(min(7, row.limits.upperBound))
    switch row.property {
    case .number(let path, _): parent[keyPath: path] = number
    case .point(let path, _, _): parent[keyPath: path] = AnimatedPoint(number, number)
    }
    parent.cells = [Stage.cell("mark", path: 12) { $0.birthRate = 5 }]
    let program = SmallStage.program([parent])
    let (parents, marks) = (program.particles(at: 0.6)[0], program.particles(at: 1.55)[1])
    #expect(parents.count == 5 && marks.count == 35)
    for (index, parent) in parents.enumerated() {
      let mark = marks[index * 7 + 2]
      #expect(abs(mark.x - parent.x) < 0.01 && abs(mark.y - parent.y) < 0.01, "\(row.name)")
    }
  }

  @Test("Drift loops") func driftLoops() {
    let program = SmallStage.program([drifting()], canvas: SmallStage.canvas(loops: Rational(3)))
    // Particles from the end of one loop go on into the next without a jump.
    let (end, start) = (program.particles(at: 2.999)[0], program.particles(at: 0)[0])
    var matched = 0
    for particle in end {
      let nearest = start.map { abs($0.x - particle.x) + abs($0.y - particle.y) }.min() ?? .infinity
      if nearest < 0.5 { matched += 1 }
    }
    #expect(matched >= end.count - 1)
    #expect(end.count > 15)
  }

  /// A particle swings to each side once per turn of its tumbling, sinks through the middle and rises where it reverses.
  @Test("Flutter swoops") func flutterSwoops() {
    let cell = Stage.cell {
      $0.birthRate = 0
      $0.burst = 1
      $0.lifetime = 9
      $0.tumbleSpeed = 180
      $0.flutter = 10
      $0.flutterLift = 0.3
      $0.sprites = [Sprite(.square, width: 2, height: 2)]
    }
    let program = SmallStage.program([cell])
    func place(_ time: Double) -> (x: Float, y: Float) {
      let found = program.particles(at: time)[0][0]
      return (found.x - 1_000, found.y - 1_000)
    }
    #expect(place(0) == (0, 0))
    #expect(abs(place(0.5).x - 10) < 0.01)
    #expect(abs(place(1.5).x + 10) < 0.01)
    #expect(abs(place(2).x) < 0.01)
    #expect(place(0.05).y > 0.5)
    #expect(place(0.55).y < place(0.45).y)
  }
}
