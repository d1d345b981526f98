import AllocationCounter
import Model
import Simulation
import Testing

/// The cached state of stepped particles never changes a bit of a frame.
@Suite struct SteppedTests {
  static func forces() -> [Force] {
    [
      .attractor(
        Force.Attractor().with {
          ($0.position, $0.stiffness, $0.radius, $0.falloff) = (AnimatedPoint(1_080, 940), 6, 10, 1)
        }),
      .drag(coefficient: 0.002),
    ]
  }

  /// Stepped parents with children that are stepped or not, one kind of which has children of its own.
  static func tree(step: Double = 1.0 / 120) -> Cell {
    Stage.cell {
      $0.birthRate = 23.7
      $0.birthJitter = 0.8
      $0.bursts = [.init(time: 0.3, count: 5)]
      $0.lifetime = 2.3
      $0.lifetimeRange = 1
      $0.velocity = 120
      $0.velocityRange = 80
      $0.emissionRange = 360
      $0.yAcceleration = 90
      $0.forces = forces()
      $0.step = step
      $0.swayAmplitude = AnimatedPoint(3, 2)
      $0.swayFrequency = AnimatedPoint(1, 2)
      $0.cells = [
        Stage.cell("trail", path: 12) {
          $0.birthRate = 11
          $0.inheritVelocity = 0.4
          $0.emissionRange = 90
          $0.velocity = 40
        },
        Stage.cell("star", path: 13) {
          $0.when = .death
          $0.birthRate = 0
          $0.burst = 6
          $0.velocity = 90
          $0.emissionRange = 360
          $0.forces = forces()
          $0.cells = [Stage.cell("spark", path: 14) { $0.birthRate = 7 }]
        },
      ]
    }
  }

  @Test("Frames are the same in any order") func framesAreTheSameInAnyOrder() {
    for capacity in [4, 40, EmitterProgram.chunkCapacity] {
      let program = SmallStage.program([SteppedTests.tree()], shape: .rectangle, chunkCapacity: capacity)
      let cached = CachedEvaluator(program)
      // Forwards at 60 and at 23.976 frames a second, backwards, to and fro, and at distant times.
      var times = (0..<240).map { Double($0) / 60 }
      times += (0..<60).map { Double($0) * 1001 / 24_000 }
      times += (0..<60).map { 4 - Double($0) / 30 }
      times += (0..<90).map { Double($0 * 37 % 90) / 20 } + [9, 0.4, 8.99, 8.99]
      for time in times {
        #expect(cached.particles(at: time) == program.particles(at: time), "at \(time) in chunks of \(capacity)")
      }
    }
  }

  @Test("The size of chunks changes nothing") func chunkSizeChangesNothing() {
    let largeChunks = CachedEvaluator(SmallStage.program([SteppedTests.tree()], shape: .rectangle))
    let smallChunks = CachedEvaluator(SmallStage.program([SteppedTests.tree()], shape: .rectangle, chunkCapacity: 8))
    for frame in 0..<150 {
      let time = Double(frame) / 30
      #expect(largeChunks.particles(at: time) == smallChunks.particles(at: time))
    }
  }

  @Test("Loops repeat exactly") func loopsRepeatExactly() {
    let program = SmallStage.program([SteppedTests.tree()], canvas: SmallStage.canvas(loops: Rational(2)))
    let cached = CachedEvaluator(program)
    for cycle in 0..<3 {
      for frame in 0..<40 {
        let time = Double(frame) / 20
        #expect(cached.particles(at: time) == program.particles(at: time), "cycle \(cycle), frame \(frame)")
      }
    }
    #expect(program.particles(at: 0)[0].count > 20)
  }

  /// A child begins where its parent is at that moment, and flies on with the parent's velocity.
  @Test("Children begin at their parent's place") func childrenBeginAtTheirParentsPlace() {
    let attractor = Force.attractor(
      Force.Attractor().with { ($0.position, $0.stiffness) = (AnimatedPoint(1_100, 1_000), 20) })
    var parent = Stage.cell {
      $0.birthRate = 0
      $0.burst = 1
      $0.velocity = 200
      $0.emissionLongitude = -90
      $0.forces = [attractor]
      $0.lifetime = 4
    }
    parent.cells = [
      Stage.cell("child", path: 12) {
        $0.lifetime = 4
        $0.inheritVelocity = 1
      }
    ]
    let found = SmallStage.program([parent]).particles(at: 2.05)[1]
    #expect(found.count == 20)
    var path = FineStepper(x: 1_000, y: 1_000, velocityX: 0, velocityY: -200)
    for (index, particle) in found.enumerated() {
      path.advance(to: Double(index + 1) / 10) { (20 * (1_100 - $0.x), 20 * (1_000 - $0.y)) }
      let age = 2.05 - path.age
      #expect(abs(Double(particle.x) - path.x - path.velocityX * age) < 0.25)
      #expect(abs(Double(particle.y) - path.y - path.velocityY * age) < 0.25)
    }
  }

  /// A cell and its children move as they do alone: they take over neither acceleration nor drag from another cell and its
  /// children, whatever was evaluated before.
  @Test("Families do not influence each other", arguments: [Cell.SpawnTrigger.life, .birth, .age, .death])
  func familiesDoNotInfluenceEachOther(when: Cell.SpawnTrigger) {
    func family(_ path: UInt64, _ change: (inout Cell) -> Void) -> Cell {
      Stage.cell("parent", path: path) {
        $0.birthRate = 3
        $0.velocity = 60
        $0.cells = [
          Stage.cell("child", path: path + 1) {
            $0.when = when
            $0.birthRate = 0
            $0.burst = 1
            $0.velocity = 20
            if when == .age { $0.age = 0.5 }
          }
        ]
        change(&$0)
      }
    }
    let stepped = family(20) { $0.forces = [.wave(.init())] }
    let heavy = family(30) {
      $0.yAcceleration = 100
      $0.drag = 5
      $0.wind = AnimatedPoint(50, 70)
    }
    let alone = SmallStage.program([stepped])
    for cells in [[heavy, stepped], [stepped, heavy]] {
      let both = SmallStage.program(cells)
      let parentIndex = cells[0] == stepped ? 0 : 2
      let cached = CachedEvaluator(both)
      for time in [0.9, 2.3, 3.7] {
        let expected = alone.particles(at: time)
        #expect(!expected[1].isEmpty || time < 3)
        for found in [both.particles(at: time), cached.particles(at: time), cached.particles(at: time)] {
          #expect(found[parentIndex] == expected[0] && found[parentIndex + 1] == expected[1], "at \(time)")
        }
      }
    }
  }

  /// A particle's place is continuous in its age, also between and across whole steps.
  @Test("Paths are smooth") func pathsAreSmooth() {
    var cell = SteppedTests.tree()
    cell.cells = []
    cell.birthRate = 0
    cell.bursts = []
    cell.burst = 1
    let program = SmallStage.program([cell])
    var last = program.particles(at: 0.5)[0][0]
    for index in 1...4_000 {
      let next = program.particles(at: 0.5 + Double(index) * 1e-4)[0][0]
      #expect(abs(next.x - last.x) < 0.05 && abs(next.y - last.y) < 0.05)
      last = next
    }
  }

  @Test(.enabled(if: allocation_tests_are_wanted())) func aSteadyFrameAllocatesNothing() {
    #expect(allocation_counter_works())
    let program = SmallStage.program([SteppedTests.tree()], shape: .rectangle)
    let scratch = EvaluationScratch()
    let caches = StateCaches(program: program)
    var chunks: [ParticleChunk] = []
    let output = program.makeOutput()
    func evaluate(_ time: Double) {
      chunks.removeAll(keepingCapacity: true)
      program.chunks(at: time, into: &chunks)
      caches?.begin(chunks)
      for index in chunks.indices {
        program.evaluate(
          chunks[index], at: time, into: output, scratch: scratch, stateCache: caches?.handle(ofChunk: index))
      }
    }
    // First let every cache hold a whole chunk once.
    for frame in 0..<3_000 { evaluate(2 + Double(frame) / 10) }
    let before = allocation_count()
    for frame in 30_000..<30_060 { evaluate(Double(frame) / 100 + 2) }
    #expect(allocation_count() == before)
  }
}
