import Model
import Simulation
import Testing

/// How many shutter samples particles are drawn as while the shutter is open, and with how much light.
@Suite struct ShutterTests {
  /// A canvas whose shutter is open for 1/30 s: the whole interval of a frame.
  private func canvas(loops: Rational? = nil) -> Canvas {
    var canvas = Stage.canvas(loops: loops)
    canvas.presetFrameRate = Rational(30)
    canvas.shutter = 360
    return canvas
  }

  private func burst(_ change: (inout Cell) -> Void) -> Cell {
    Stage.cell {
      $0.birthRate = 0
      $0.burst = 1
      $0.sprites = [Sprite(.softDisc, width: 20, height: 20)]
      change(&$0)
    }
  }

  @Test("A particle at rest is drawn once; one that flies straight is drawn once, stretched along its motion")
  func straight() {
    let resting = Stage.program([burst { _ in }], canvas: canvas()).particles(at: 1)[0]
    #expect(resting.count == 1)
    #expect(resting[0].axisXx == 10 && resting[0].axisYy == 10 && resting[0].alpha == 1)
    let flying = Stage.program([burst { $0.velocity = 300 }], canvas: canvas()).particles(at: 1)[0]
    #expect(flying.count == 1)
    #expect(abs(flying[0].x - 100_300) < 0.02 && flying[0].alpha == 1)
    #expect(abs(flying[0].axisXx - 15) < 0.02 && abs(flying[0].axisYy - 10) < 1e-4, "\(flying[0])")
  }

  @Test("A curved trajectory is drawn in as many straight parts as it needs, and they share all of the light")
  func bent() {
    let cell = burst {
      $0.velocity = 900
      $0.swayAmplitude = AnimatedPoint(40, 40)
      $0.swayFrequency = AnimatedPoint(5, 5)
    }
    let parts = Stage.program([cell], canvas: canvas()).particles(at: 1)[0]
    #expect(parts.count > 2 && parts.count <= 64 && parts.count.nonzeroBitCount == 1)
    #expect(abs(parts.reduce(0) { $0 + $1.alpha } - 1) < 1e-5)
  }

  @Test("Sprites that cannot be swept in closed form are drawn as unmoving samples, more of them the farther they move")
  func samples() {
    func count(_ velocity: Double, spin: Double = 0) -> Int {
      let cell = burst {
        $0.sprites = [Sprite(.star(points: 5, ratio: 0.5), width: 20, height: 20)]
        $0.velocity = AnimatedNumber(velocity)
        $0.spin = AnimatedNumber(spin)
      }
      return Stage.program([cell], canvas: canvas()).particles(at: 1)[0].count
    }
    #expect(count(0) == 1)
    #expect(count(0.5) == 1)
    #expect(count(10) == 2)
    #expect(count(300) == 16)
    #expect(count(30_000) == 64)
    #expect(count(0, spin: 300) == 4)
    #expect(count(0, spin: 900) == 8)
  }

  @Test(
    "A particle that is born or dies while the shutter is open shines for part of that time", arguments: [0.0, 300])
  func birthAndDeath(_ velocity: Double) {
    let cell = burst {
      $0.lifetime = 1
      $0.velocity = AnimatedNumber(velocity)
    }
    let program = Stage.program([cell], canvas: canvas())
    func light(_ time: Double) -> Float { program.particles(at: time)[0].reduce(0) { $0 + $1.alpha } }
    #expect(light(-1.0 / 50) == 0 && light(1 + 1.0 / 50) == 0)
    for (time, share) in [(-1.0 / 120, 0.25), (0, 0.5), (1.0 / 120, 0.75), (0.5, 1), (1, 0.5), (1 + 1.0 / 120, 0.25)] {
      #expect(abs(Double(light(time)) - share) < 1e-4, "\(time): \(light(time))")
    }
    // It is drawn at its place in the middle of its visible time.
    let first = program.particles(at: -1.0 / 120)[0]
    #expect(abs(Double(first[0].x) - 100_000 - velocity / 240) < 0.02)
  }

  @Test("A cell's shutter overrides the emitter's, which overrides the canvas's")
  func overrides() {
    func halfLength(cellShutter: Double?, emitterShutter: Double?) -> Float {
      let cell = burst {
        $0.velocity = 3000
        $0.shutter = cellShutter
      }
      var emitter = Stage.emitter([cell])
      emitter.shutter = emitterShutter
      return Stage.program(emitter, canvas: canvas()).particles(at: 0.5)[0][0].axisXx
    }
    #expect(abs(halfLength(cellShutter: nil, emitterShutter: nil) - 60) < 0.1)
    #expect(abs(halfLength(cellShutter: nil, emitterShutter: 180) - 35) < 0.1)
    #expect(abs(halfLength(cellShutter: 90, emitterShutter: 180) - 22.5) < 0.1)
    #expect(halfLength(cellShutter: 0, emitterShutter: 180) == 10)
  }

  @Test("Neither the size of chunks nor the state that earlier frames left changes a frame")
  func chunks() {
    let cell = Stage.cell {
      $0.birthRate = 200
      $0.birthJitter = 1
      $0.velocity = 900
      $0.emissionRange = 360
      $0.forces = [
        .vortex(
          Force.Vortex().with { ($0.position, $0.strength, $0.radius) = (AnimatedPoint(100_000, 100_000), 2000, 10) })
      ]
      var child = Cell(name: "child", cellPath: 12, sprites: [Sprite(.square, width: 4, height: 4)])
      child.birthRate = 30
      child.lifetime = 0.2
      child.velocity = 100
      $0.cells = [child]
    }
    let emitter = Stage.emitter([cell])
    let program = Stage.program(emitter, canvas: canvas())
    let programWithSmallChunks = Stage.program(emitter, canvas: canvas(), chunkCapacity: 16)
    let caches = StateCaches(program: program)
    for frame in 0..<30 {
      let time = 1 + Double(frame) / 60
      let expected = program.particles(at: time)
      #expect(expected[0].count > 390)
      #expect(programWithSmallChunks.particles(at: time) == expected)
      #expect(program.particles(at: time, caches: caches) == expected)
    }
  }
}
