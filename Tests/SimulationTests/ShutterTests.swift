import Model
import Simulation
import Testing

/// In how many parts particles are drawn while a shutter is open, and with how much light.
@Suite struct ShutterTests {
  /// Open for 1/30 s.
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

  @Test("What rests is one whole particle; what flies straight is one that is swept")
  func straight() {
    let resting = Stage.program([burst { _ in }], canvas: canvas()).particles(at: 1)[0]
    #expect(resting.count == 1)
    #expect(resting[0].axisXx == 10 && resting[0].axisYy == 10 && resting[0].alpha == 1)
    let flying = Stage.program([burst { $0.velocity = 300 }], canvas: canvas()).particles(at: 1)[0]
    #expect(flying.count == 1)
    #expect(abs(flying[0].x - 100_300) < 0.02 && flying[0].alpha == 1)
    #expect(abs(flying[0].axisXx - 15) < 0.02 && abs(flying[0].axisYy - 10) < 1e-4, "\(flying[0])")
  }

  @Test("A way that bends has as many straight parts as it needs, with all of the light")
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

  @Test("Sprites without a closed form come in parts at rest, one for each pixel that they move")
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

  @Test("Who is born or dies inside the shutter shines for a part of it", arguments: [0.0, 300])
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
    // Its place is the middle of what is seen.
    let first = program.particles(at: -1.0 / 120)[0]
    #expect(abs(Double(first[0].x) - 100_000 - velocity / 240) < 0.02)
  }

  @Test("A cell's own shutter goes before the emitter's, and that before the canvas's")
  func overrides() {
    func length(_ cell: Double?, _ emitter: Double?) -> Float {
      let cell = burst {
        $0.velocity = 3000
        $0.shutter = cell
      }
      var stage = Stage.emitter([cell])
      stage.shutter = emitter
      return Stage.program(stage, canvas: canvas()).particles(at: 0.5)[0][0].axisXx
    }
    #expect(abs(length(nil, nil) - 60) < 0.1)
    #expect(abs(length(nil, 180) - 35) < 0.1)
    #expect(abs(length(90, 180) - 22.5) < 0.1)
    #expect(length(0, 180) == 10)
  }

  @Test("Neither chunks nor what earlier frames left show")
  func chunks() {
    let cell = Stage.cell {
      $0.birthRate = 200
      $0.birthJitter = 1
      $0.velocity = 900
      $0.emissionRange = 360
      $0.forces = [.vortex(.init(position: AnimatedPoint(100_000, 100_000), strength: 2000, radius: 10))]
      var child = Cell(name: "child", cellPath: 12, sprites: [Sprite(.square, width: 4, height: 4)])
      child.birthRate = 30
      child.lifetime = 0.2
      child.velocity = 100
      $0.cells = [child]
    }
    let emitter = Stage.emitter([cell])
    let program = Stage.program(emitter, canvas: canvas())
    let small = Stage.program(emitter, canvas: canvas(), chunkCapacity: 16)
    let memory = StateCaches(program: program)
    for frame in 0..<30 {
      let time = 1 + Double(frame) / 60
      let expected = program.particles(at: time)
      #expect(expected[0].count > 390)
      #expect(small.particles(at: time) == expected)
      #expect(program.particles(at: time, caches: memory) == expected)
    }
  }
}
