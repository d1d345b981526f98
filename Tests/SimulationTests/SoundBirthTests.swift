import Model
import Simulation
import Testing

/// Births at moments of a sound, found from the places of particles that fly along x at 100 points a second.
@Suite("Births at moments of the canvas") struct SoundBirthTests {
  private func cell(_ births: [Cell.SoundBirths], _ change: (inout Cell) -> Void = { _ in }) -> Cell {
    Stage.cell {
      $0.birthRate = 0
      $0.velocity = 100
      $0.soundBirths = births
      change(&$0)
    }
  }

  private func ages(_ program: EmitterProgram, at seconds: Double) -> [Double] {
    program.particles(at: seconds)[0].map { (Double($0.x) - Stage.center) / 100 }
  }

  @Test("Each moment has its births, exactly, wherever frames lie") func moments() {
    let program = Stage.program([cell([Cell.SoundBirths(times: [0.3333, 1.5, 4], count: 2)])])
    #expect(ages(program, at: 0.3332).isEmpty)
    #expect(ages(program, at: 0.3334).count == 2)
    let later = ages(program, at: 2)
    #expect(later.count == 4)
    for (age, expected) in zip(later, [1.6667, 1.6667, 0.5, 0.5]) { #expect(abs(age - expected) < 1e-3) }
    #expect(ages(program, at: 4.1).count == 2)
  }

  @Test("They are the canvas's, whatever the layer's clock and the emission's beginning") func clocks() {
    let births = [Cell.SoundBirths(times: [0.5, 2, 2.5], count: 1)]
    let program = Stage.program(
      Stage.emitter([cell(births) { $0.beginTime = 1 }]), begin: 1, speed: 2)
    // The emission begins at 1.5 s of the canvas; half a second of it is one second of the layer.
    #expect(ages(program, at: (2.25 - 1) * 2).map { ($0 * 100).rounded() } == [50])
    #expect(ages(program, at: (2.75 - 1) * 2).map { ($0 * 100).rounded() } == [150, 50])
  }

  @Test("A longer sound and another list change nothing before") func longerSound() {
    func places(_ births: [Cell.SoundBirths], at seconds: Double) -> [Float] {
      let program = Stage.program([cell(births) { $0.emissionRange = 360 }])
      return program.particles(at: seconds)[0].map(\.y)
    }
    let short = Cell.SoundBirths(times: [0.2, 0.7], count: 3)
    let long = Cell.SoundBirths(times: [0.2, 0.7, 1.2, 1.4], count: 3)
    #expect(places([short], at: 1) == places([long], at: 1))
    let other = Cell.SoundBirths(times: [0.1], count: 1)
    let both = places([short, other], at: 1)
    #expect(both.count == 7 && both == places([long, other], at: 1))
    #expect(Set(both).count == 7, "each has random numbers of its own")
  }

  @Test("A rate that follows a curve has each birth where its integral is whole, exactly", arguments: [0.0, -0.3333])
  func followingRates(begin: Double) {
    // 0 at the whole seconds, 1 between them: each second has the integral of a triangle.
    let curve = SoundCurve(
      name: "bass", unit: 1, low: 0, high: 1, bits: 8, rowsPerSecond: 2, numbers: [0, 255, 0, 255, 0, 255, 0, 255, 0])
    let rate = AnimatedNumber(
      .sum([.constant(3), .product(.constant(40), .sound(SoundReading(.curve(curve))))]))
    var births: [Double] = []
    // The integral in closed form, from the layer's begin on; before 0 s the curve is 0.
    func integral(_ time: Double) -> Double {
      let seconds = max(time, 0)
      let whole = seconds.rounded(.down)
      let rest = seconds - whole
      let triangle = rest < 0.5 ? rest * rest : 0.5 - (1 - rest) * (1 - rest)
      return 3 * (time - begin) + 40 * (whole * 0.5 + triangle)
    }
    var number = 1.0
    let now = 2.9
    while number < integral(now) {
      var (low, high) = (begin, now)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if integral(middle) < number { low = middle } else { high = middle }
      }
      births.append(high)
      number += 1
    }
    let program = Stage.program(Stage.emitter([cell([]) { $0.birthRate = rate }]), begin: begin)
    let seen = ages(program, at: now - begin)
    let expected = births.filter { now - $0 < 2 }.map { now - $0 }
    #expect(seen.count == expected.count)
    for (age, other) in zip(seen, expected) { #expect(abs(age - other) < 2e-4, "\(age) \(other)") }
  }
}
