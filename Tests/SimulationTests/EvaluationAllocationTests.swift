import AllocationCounter
import Colorimetry
import Model
import Simulation
import Testing

/// Evaluating a frame like those before allocates nothing on the heap, however many particles are born and die.
@Suite(.enabled(if: allocation_tests_are_wanted())) struct EvaluationAllocationTests {
  @Test("This build can count allocations") func thisBuildCanCountAllocations() { #expect(allocation_counter_works()) }

  private let times = (0..<30).map { 4 + Double($0) / 60 }

  /// Returns the number of heap allocations while all `times` are evaluated for the second time, and the number of
  /// particles that were evaluated both times.
  private func countAllocations(of program: EmitterProgram) -> (allocations: Int64, particles: Int) {
    let scratch = EvaluationScratch()
    var chunks: [ParticleChunk] = []
    var outputs: [ChunkOutput] = []
    var particles = 0
    func evaluate(_ time: Double) {
      chunks.removeAll(keepingCapacity: true)
      program.chunks(at: time, into: &chunks)
      while outputs.count < chunks.count { outputs.append(program.makeOutput()) }
      for index in chunks.indices {
        program.evaluate(chunks[index], at: time, into: outputs[index], scratch: scratch)
        for cell in program.cells.indices { particles += outputs[index].columns[cell].count }
      }
    }
    for time in times { evaluate(time) }
    let before = allocation_count()
    for time in times { evaluate(time) }
    return (allocation_count() - before, particles)
  }

  @Test("The counter counts allocations") func theCounterCountsAllocations() {
    let before = allocation_count()
    let blocks = (1...100).map { [UInt8](repeating: 1, count: $0) }
    #expect(allocation_count() - before >= 100)
    #expect(blocks.count == 100)
  }

  @Test("Plain cells allocate nothing") func plainCellsAllocateNothing() {
    let cell = Stage.cell {
      $0.birthRate = 20_000
      $0.velocity = 100
      $0.velocityRange = 50
      $0.emissionRange = 360
      $0.yAcceleration = 60
      $0.scaleRange = 0.5
      $0.alphaSpeed = -0.2
    }
    let counts = countAllocations(of: Stage.program([cell]))
    #expect(counts.particles > 1_000_000)
    #expect(counts.allocations == 0)
  }

  @Test("Cells with many features allocate nothing") func cellsWithManyFeaturesAllocateNothing() {
    let cell = Stage.cell {
      $0.birthRate = 2_000
      $0.birthJitter = 1
      $0.bursts = [.init(time: 3, count: 500)]
      $0.lifetimeRange = 1
      $0.velocity = 100
      $0.drag = 0.4
      $0.wind = AnimatedPoint(20, 0)
      $0.swayAmplitude = AnimatedPoint(5, 3)
      $0.swayFrequency = AnimatedPoint(1, 2)
      $0.sprites = [Sprite(.square, width: 4, height: 6), Sprite(.streak(taper: 0.2), width: 9, height: 2)]
      $0.rotationRange = 360
      $0.tumbleSpeed = 200
      $0.stretch = 0.01
      $0.colors = [.white, LinearColor(red: 1, green: 0.2, blue: 0)]
      $0.alphaOverLife = [NumberStop(0, 0), NumberStop(0.2, 1), NumberStop(1, 0)]
      $0.colorOverLife = [ColorStop(0, .white), ColorStop(1, LinearColor(red: 0, green: 0, blue: 1))]
      $0.twinkle = 0.5
    }
    let counts = countAllocations(of: Stage.program(Stage.emitter([cell], shape: .ellipse, mode: .outline)))
    #expect(counts.particles > 100_000)
    #expect(counts.allocations == 0)
  }

  @Test("Children allocate nothing") func childrenAllocateNothing() {
    let rocket = Stage.cell("rocket", path: 21) {
      $0.lifetime = 1
      $0.lifetimeRange = 0.5
      $0.velocity = 300
      $0.cells = [
        Stage.cell("trail", path: 22) { $0.birthRate = 200 },
        Stage.cell("star", path: 23) {
          $0.when = .death
          $0.birthRate = 0
          $0.burst = 100
          $0.velocity = 80
          $0.emissionRange = 360
          $0.shared = [.velocity, .color]
          $0.cells = [Stage.cell("spark", path: 24) { $0.birthRate = 30 }]
        },
      ]
    }
    let counts = countAllocations(of: Stage.program([rocket]))
    #expect(counts.particles > 100_000)
    #expect(counts.allocations == 0)
  }

  @Test("Animated values allocate nothing") func animatedValuesAllocateNothing() {
    let keys = [NumberKey(time: 0, value: 20), NumberKey(time: 3, value: 200), NumberKey(time: 6, value: 90)]
    let cell = Stage.cell {
      $0.birthRate = AnimatedNumber(.keys(keys))
      $0.velocity = AnimatedNumber(.keys(keys))
    }
    let counts = countAllocations(of: Stage.program([cell]))
    #expect(counts.particles > 1_000)
    #expect(counts.allocations == 0)
  }
}
