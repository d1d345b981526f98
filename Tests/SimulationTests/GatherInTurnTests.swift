import Lanes
import Model
import Simulation
import Testing

/// Particles that come together on several shapes, one after the other.
@Suite struct GatherInTurnTests {
  private static let circle = GatherTarget(
    shape: .circle, mode: .outline, position: PlanePoint(400, 300), size: PlanePoint(80, 0), seconds: 1, stagger: 0.5,
    swirl: 90, hold: 0.5)
  private static let box = GatherTarget(
    shape: .rectangle, mode: .outline, size: PlanePoint(300, 100), seconds: 2, ease: .linear, hold: 1)
  /// On the heart from 1 s to 1.5 s, on the circle from 2.5 s to 3 s, on the box from 5 s to 6 s.
  private static let turns = Gather(
    from: .around, radius: 300, seconds: 1, stagger: 0.3, swirl: 60, hold: 0.5, next: [circle, box])

  private func program(
    _ gather: Gather?, shape: Emitter.Shape = .heart, canvas: Canvas = Stage.canvas(),
    chunkCapacity: Int = EmitterProgram.chunkCapacity, _ change: (inout Cell) -> Void = { _ in },
    emitter changeEmitter: (inout Emitter) -> Void = { _ in }
  ) -> EmitterProgram {
    var emitter = Stage.gathering(gather, shape: shape, change)
    changeEmitter(&emitter)
    return Stage.program(emitter, canvas: canvas, chunkCapacity: chunkCapacity)
  }

  private func places(_ program: EmitterProgram, at time: Double) -> [SIMD2<Float>] {
    program.particles(at: time)[0].map { SIMD2($0.x, $0.y) }
  }

  private func length(_ vector: SIMD2<Float>) -> Float { (vector * vector).sum().squareRoot() }

  /// How far a place is from the outline of the box.
  private func distanceFromBox(_ place: SIMD2<Float>) -> Float {
    let (x, y) = (abs(place.x - 1000) - 150, abs(place.y - 1000) - 50)
    return abs(max(x, y))
  }

  @Test("The same particles stand on each shape in turn, and fly from the last") func standInTurn() {
    let program = program(Self.turns)
    let heart = places(self.program(nil), at: 0)
    for time in [1, 1.25, 1.5] {
      for (place, expected) in zip(places(program, at: time), heart) { #expect(length(place - expected) < 0.001) }
    }
    for time in [2.5, 2.75, 3] {
      let ring = places(program, at: time)
      #expect(ring.count == 200)
      #expect(ring.allSatisfy { abs(length($0 - SIMD2(400, 300)) - 80) < 0.01 })
    }
    let border = places(program, at: 5)
    #expect(border.allSatisfy { distanceFromBox($0) < 0.01 })
    #expect(places(program, at: 6) == border)
    // From the release at 6 s on they move as if they were born on the box.
    for (place, start) in zip(places(program, at: 8), border) {
      #expect(abs(place.x - (start.x + 100)) < 0.01 && abs(place.y - (start.y + 60)) < 0.01)
    }
  }

  @Test("Places on a later shape are even, and say nothing about those before") func evenPlaces() {
    var gather = Self.turns
    gather.next = [Self.circle, Self.circle]
    let program = program(gather) { $0.burst = AnimatedNumber(Double(sampleCount)) }
    func turns(at time: Double) -> [Double] {
      places(program, at: time).map {
        let angle = Lanes.atan2(y: Double($0.y) - 300, x: Double($0.x) - 400) / 6.283_185_307_179_586
        return angle < 0 ? angle + 1 : angle
      }
    }
    let (first, second) = (turns(at: 2.75), turns(at: 4.5))
    expectUniform(first, "first")
    expectUniform(second, "second")
    expectUniform(zip(first, second).map { $1 >= $0 ? $1 - $0 : $1 - $0 + 1 }, "difference")
  }

  @Test("Nothing jumps where a journey begins or ends") func seams() {
    let program = program(Self.turns)
    for time in [1, 1.5, 2.5, 3, 5, 6] {
      for (before, after) in zip(places(program, at: time - 0.000_5), places(program, at: time + 0.000_5)) {
        #expect(length(after - before) < 2, "\(time)")
      }
    }
  }

  @Test("A journey follows its easing and begins and ends without swirl") func journeys() {
    let program = program(Self.turns)
    // The last journey, from 3 s to 5 s, is straight and even.
    let (from, to) = (places(program, at: 3), places(program, at: 5))
    for (place, (from, to)) in zip(places(program, at: 3.5), zip(from, to)) {
      #expect(length(place - (from + (to - from) * 0.25)) < 0.05)
    }
    // Halfway with a swirl of 180° the rest of the way has turned by 90° counter-clockwise.
    var swirling = Self.turns
    swirling.next = [
      GatherTarget(
        shape: .rectangle, mode: .outline, size: PlanePoint(300, 100), seconds: 2, ease: .linear, swirl: 180)
    ]
    let turning = self.program(swirling)
    let (start, end) = (places(turning, at: 1.5), places(turning, at: 3.5))
    for (place, (start, end)) in zip(places(turning, at: 2.5), zip(start, end)) {
      let half = (start - end) / 2
      #expect(length(place - (end + SIMD2(half.y, -half.x))) < 0.05)
    }
    // Without a hold, particles set off at once, and stay on the last shape.
    let hurried = self.program(
      Gather(seconds: 1, next: [GatherTarget(shape: .point, position: PlanePoint(50, 60), seconds: 1)]))
    #expect(places(hurried, at: 2).allSatisfy { $0 == SIMD2(50, 60) })
    #expect(places(hurried, at: 9.9).allSatisfy { $0 == SIMD2(50, 60) })
    #expect(places(hurried, at: 1.5).allSatisfy { length($0 - SIMD2(50, 60)) > 10 })
  }

  @Test("Velocities follow from the journeys") func velocities() {
    let program = program(Self.turns) {
      $0.alignToMotion = true
      $0.sprites = [Sprite(.square, width: 4, height: 2)]
    }
    for time in [2.0, 4.0] {
      let (before, after) = (places(program, at: time - 0.001), places(program, at: time + 0.001))
      var moving = 0
      for (particle, (from, to)) in zip(program.particles(at: time)[0], zip(before, after)) {
        guard length(to - from) > 0.2 else { continue }
        moving += 1
        let axis = SIMD2(particle.axisXx, particle.axisXy)
        #expect((axis * (to - from)).sum() / (length(to - from) * length(axis)) > 0.99)
      }
      #expect(moving > 50)
    }
  }

  @Test("Directions follow the last shape, and forces act from the release on") func release() {
    var gather = Self.turns
    gather.next = [Self.box, Self.circle]
    // On the circle at 5.5 s, released at 6 s.
    let radial = program(gather) {
      $0.emissionFrom = .normal
      $0.yAcceleration = 0
    }
    for (place, start) in zip(places(radial, at: 8), places(radial, at: 6)) {
      let outwards = (start - SIMD2(400, 300)) / 80
      #expect(length(place - (start + outwards * 100)) < 0.05)
    }
    func stepped(_ gather: Gather?) -> EmitterProgram {
      program(gather) {
        $0.forces = [.speedLimit(maximum: 1e6)]
        $0.bounds = [Boundary(.floor(y: 380), .bounce)]
      }
    }
    let bouncing = stepped(gather)
    #expect(places(bouncing, at: 6).allSatisfy { abs(length($0 - SIMD2(400, 300)) - 80) < 0.01 })
    #expect(places(bouncing, at: 9.9).allSatisfy { $0.y < 380.5 })
    let caches = StateCaches(program: bouncing)
    #expect(caches != nil)
    for time in [0.5, 2, 5.7, 6.5, 8] {
      #expect(bouncing.particles(at: time, caches: caches) == bouncing.particles(at: time))
    }
  }

  @Test("Children are born where their parents are on their way, and have their colour") func children() {
    let program = program(Self.turns) { parent in
      parent.colorByPlace = PlaceColors(along: .x, stops: [ColorStop(0, .black), ColorStop(1, .white)])
      parent.cells = [
        Stage.cell("child", path: 12) {
          $0.when = .birth
          $0.birthRate = 0
          $0.bursts = [0.7, 1.9, 2.7, 3.9].map { Cell.Burst(time: $0, count: 1) }
          $0.lifetime = 0.05
        }
      ]
    }
    for time in [0.7, 1.9, 2.7, 3.9] {
      let particles = program.particles(at: time + 1e-6)
      #expect(particles[1].count == 200)
      for (parent, child) in zip(particles[0], particles[1]) {
        #expect(abs(parent.x - child.x) < 0.02 && abs(parent.y - child.y) < 0.02)
        #expect(abs(parent.red - child.red) < 1e-4)
      }
    }
  }

  @Test("Frames alone, chunks of any size and the rounds of a loop give the same particles") func sameInAnyOrder() {
    let whole = program(Self.turns)
    let divided = program(Self.turns, chunkCapacity: 24)
    for time in [4.4, 0.3, 2.9, 1.2] { #expect(whole.particles(at: time) == divided.particles(at: time)) }
    let looping = program(Self.turns, canvas: Stage.canvas(loops: Rational(4))) { $0.lifetime = 7 }
    for time in [0.0, 1.3, 3.9] {
      let round = looping.particles(at: time)
      #expect(round[0].count == (time < 3 ? 400 : 200))
      #expect(looping.particles(at: time + 4) == round)
    }
  }

  @Test("Particles leave the plane for a solid, and clusters stay together") func solidsAndClusters() {
    let ball = GatherTarget(shape: .sphere, mode: .surface, size: PlanePoint(90, 0), seconds: 1)
    let program = program(Gather(seconds: 1, next: [ball]), emitter: { $0.renderMode = .backToFront })
    for particle in program.particles(at: 3)[0] {
      let (x, y, z) = (particle.x - 1000, particle.y - 1000, particle.order)
      #expect(abs((x * x + y * y + z * z).squareRoot() - 90) < 0.05)
    }
    #expect(program.particles(at: 1)[0].allSatisfy { abs($0.order) < 1e-3 })
    let clustered = self.program(Self.turns) { $0.cluster = Cluster(size: 10, spread: 6) }
    let ring = places(clustered, at: 2.75)
    for first in stride(from: 0, to: 200, by: 10) {
      let cluster = ring[first..<(first + 10)]
      #expect(cluster.allSatisfy { length($0 - cluster[first]) < 18 })
      #expect(abs(length(cluster[first] - SIMD2(400, 300)) - 80) < 9)
    }
    #expect(length(ring[0] - ring[10]) > 1)
  }

  @Test("A shape without a size of its own has the emitter's, words, paths and pictures have theirs") func sizes() {
    var square = VectorPath()
    square.move(to: PlanePoint(-10, -10))
    square.line(to: PlanePoint(10, -10))
    square.line(to: PlanePoint(10, 10))
    square.line(to: PlanePoint(-10, 10))
    square.close()
    let program = program(
      Gather(
        seconds: 1,
        next: [
          GatherTarget(shape: .path(square), seconds: 1, hold: 0.5), GatherTarget(shape: .ellipse, seconds: 1),
        ]))
    let small = places(program, at: 2.2).map { $0 - SIMD2(1000, 1000) }
    #expect(small.allSatisfy { abs(max(abs($0.x), abs($0.y)) - 10) < 0.01 })
    let round = places(program, at: 4).map { $0 - SIMD2(1000, 1000) }
    #expect(round.allSatisfy { abs(length($0) - 100) < 0.05 })
  }
}
