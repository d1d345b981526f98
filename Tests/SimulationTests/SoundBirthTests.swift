import Model
import Simulation
import Testing

/// Births at moments of a sound, found from the places of particles that fly along x at 100 points a second.
@Suite("Births at moments of the canvas") struct SoundBirthTests {
  private func cell(_ births: [SoundBirths], _ change: (inout Cell) -> Void = { _ in }) -> Cell {
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
    let program = Stage.program([cell([SoundBirths(times: [0.3333, 1.5, 4], count: 2)])])
    #expect(ages(program, at: 0.3332).isEmpty)
    #expect(ages(program, at: 0.3334).count == 2)
    let later = ages(program, at: 2)
    #expect(later.count == 4)
    for (age, expected) in zip(later, [1.6667, 1.6667, 0.5, 0.5]) { #expect(abs(age - expected) < 1e-3) }
    #expect(ages(program, at: 4.1).count == 2)
  }

  @Test("They are the canvas's, whatever the layer's clock and the emission's beginning") func clocks() {
    let births = [SoundBirths(times: [0.5, 2, 2.5], count: 1)]
    let program = Stage.program(
      Stage.emitter([cell(births) { $0.beginTime = 1 }]), begin: 1, speed: 2)
    // The emission begins at 1.5 s of the canvas; half a second of it is one second of the layer.
    #expect(ages(program, at: (2.25 - 1) * 2).map { ($0 * 100).rounded() } == [50])
    #expect(ages(program, at: (2.75 - 1) * 2).map { ($0 * 100).rounded() } == [150, 50])
  }

  @Test("A longer sound and another list change nothing before") func longerSound() {
    func places(_ births: [SoundBirths], at seconds: Double) -> [Float] {
      let program = Stage.program([cell(births) { $0.emissionRange = 360 }])
      return program.particles(at: seconds)[0].map(\.y)
    }
    let short = SoundBirths(times: [0.2, 0.7], count: 3)
    let long = SoundBirths(times: [0.2, 0.7, 1.2, 1.4], count: 3)
    #expect(places([short], at: 1) == places([long], at: 1))
    let other = SoundBirths(times: [0.1], count: 1)
    let both = places([short, other], at: 1)
    #expect(both.count == 7 && both == places([long, other], at: 1))
    #expect(Set(both).count == 7, "each has random numbers of its own")
  }
}
