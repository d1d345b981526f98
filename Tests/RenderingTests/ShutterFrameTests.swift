import Colorimetry
import Hashing
import Model
import Raster
import Rendering
import Testing

/// Compares motion blur with the mean of many frames without it, and checks what every frame promises.
@Suite struct ShutterFrameTests {
  /// A cell of fast particles, to which `change` is applied.
  private static func cell(_ shape: Sprite.Shape, _ size: Double, _ change: (inout Cell) -> Void) -> Cell {
    var cell = Cell(name: "c", cellPath: 11, sprites: [Sprite(shape, width: size, height: size)])
    cell.birthRate = 40
    cell.birthJitter = 1
    cell.lifetime = 0.8
    cell.velocity = 500
    cell.velocityRange = 400
    cell.emissionRange = 360
    cell.color = .constant(LinearColor(red: 0.8, green: 0.4, blue: 0.2))
    change(&cell)
    return cell
  }

  /// Particles over a dark ramp. The shutter is open for a whole frame, 1/30 s.
  private static func scene(_ cell: Cell, blend: BlendMode = .add) -> Scene {
    let ramp = Gradient(
      shape: .angle(90),
      stops: [
        .init(color: .constant(LinearColor(red: 0.02, green: 0.1, blue: 0.3)), location: 0),
        .init(color: .constant(LinearColor(red: 0.2, green: 0.1, blue: 0)), location: 1),
      ])
    let emitter = Emitter(shape: .point, position: AnimatedPoint(160, 90), cells: [cell])
    return Scene(
      canvas: Canvas(
        widthPoints: 320, heightPoints: 180, widthPixels: 320, heightPixels: 180,
        presetFrameRate: Rational(30), duration: Rational(4), seed: 5, shutter: 360),
      layers: [
        Layer(name: "ramp", path: 1, source: .gradient(ramp)),
        Layer(name: "particles", path: 2, source: .emitter(emitter), blend: blend, begin: -3),
      ])
  }

  /// Draws float frames at some times and returns the mean of each of their values.
  private func meanValues(_ scene: Scene, at times: [Rational]) -> [Double] {
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .floatPlanes, threadCount: 1)
    let pixels = renderer.makeBuffer()
    var means: [Double] = []
    for time in times {
      renderer.render(at: time, into: pixels)
      var values: [Double] = []
      pixels.forEachRow { row in values += row.bindMemory(to: Float.self).map { Double($0) / Double(times.count) } }
      if means.isEmpty { means = [Double](repeating: 0, count: values.count) }
      for index in values.indices { means[index] += values[index] }
    }
    return means
  }

  /// Times that divide the 1/30 s around `time` evenly.
  private func sampleTimes(_ count: Int64, around time: Rational) -> [Rational] {
    (0..<count).map { time + Rational(2 * $0 + 1 - count, 60 * count) }
  }

  /// Expects a blurred frame to be near the mean of 512 sharp ones: `worst` and `mean` limit the differences of values, `light` that of all
  /// particles' light, relative to this light.
  private func compare(_ name: String, _ scene: Scene, worst: Double, mean: Double, light: Double) {
    var sharp = scene
    sharp.canvas.shutter = 0
    let time = Rational(7, 5)
    let reference = meanValues(sharp, at: sampleTimes(512, around: time))
    func errors(_ values: [Double]) -> (worst: Double, mean: Double, light: Double) {
      let differences = zip(values, reference).map { abs($0 - $1) }
      let (sum, expected) = (values.reduce(0, +), reference.reduce(0, +))
      let rampLight = meanValues(Scene(canvas: sharp.canvas, layers: [sharp.layers[0]]), at: [time]).reduce(0, +)
      return (
        differences.max() ?? 0, differences.reduce(0, +) / Double(differences.count),
        abs(sum - expected) / max(abs(expected - rampLight), 1e-9)
      )
    }
    let blurred = errors(meanValues(scene, at: [time]))
    let sixtyFour = errors(meanValues(sharp, at: sampleTimes(64, around: time)))
    print("\(name): blurred \(blurred), 64 samples \(sixtyFour)")
    #expect(blurred.worst < worst && blurred.mean < mean && blurred.light < light, "\(name)")
  }

  @Test("Soft discs on straight paths equal the mean of all moments")
  func straight() {
    compare("straight", Self.scene(Self.cell(.softDisc, 16) { _ in }), worst: 0.01, mean: 2e-4, light: 0.005)
  }

  @Test("A turned disc has all of its light", arguments: [Sprite.Shape.disc, .softDisc])
  func turned(_ shape: Sprite.Shape) {
    let cell = Self.cell(shape, 20) {
      $0.rotation = 40
      $0.rotationRange = 360
      $0.spin = 500
    }
    compare("turned \(shape)", Self.scene(cell), worst: 0.05, mean: 4e-4, light: 0.005)
    let aligned = Self.cell(shape, 20) {
      $0.emissionLongitude = 90
      $0.emissionRange = 20
      $0.alignToMotion = true
    }
    compare("aligned \(shape)", Self.scene(aligned), worst: 0.05, mean: 4e-4, light: 0.005)
  }

  @Test("Discs that grow and fade inside the shutter", arguments: [Sprite.Shape.disc, .softDisc])
  func changing(_ shape: Sprite.Shape) {
    let cell = Self.cell(shape, 16) {
      $0.lifetime = 0.3
      $0.velocity = 60
      $0.scaleOverLife = [NumberStop(0, 0), NumberStop(1, 4)]
      $0.alphaOverLife = [NumberStop(0, 0), NumberStop(0.2, 1), NumberStop(1, 0)]
    }
    compare("growing \(shape)", Self.scene(cell), worst: 0.12, mean: 1.2e-3, light: 0.005)
  }

  @Test("Drag, gravity and wind inside the shutter")
  func drag() {
    let cell = Self.cell(.softDisc, 16) {
      $0.velocity = 1500
      $0.drag = 6
      $0.yAcceleration = 900
      $0.wind = AnimatedPoint(200, 0)
    }
    compare("drag", Self.scene(cell), worst: 0.02, mean: 4e-4, light: 0.005)
  }

  @Test("Sway inside the shutter")
  func sway() {
    let cell = Self.cell(.softDisc, 16) {
      $0.swayAmplitude = AnimatedPoint(30, 30)
      $0.swayFrequency = AnimatedPoint(6, 6)
    }
    compare("sway", Self.scene(cell), worst: 0.03, mean: 4e-4, light: 0.005)
  }

  @Test("Births and deaths inside the shutter")
  func births() {
    let cell = Self.cell(.softDisc, 20) {
      $0.birthRate = 150
      $0.lifetime = 0.06
    }
    compare("births", Self.scene(cell), worst: 0.05, mean: 1e-3, light: 0.01)
  }

  @Test("Discs, and what they hide")
  func discs() {
    let cell = Self.cell(.disc, 24) {
      $0.birthRate = 0
      $0.burst = 6
      $0.birthJitter = 0
      $0.lifetime = 5
      $0.velocity = 25
      $0.velocityRange = 40
    }
    var scene = Self.scene(cell, blend: .normal)
    scene.canvas.presetFrameRate = Rational(30)
    compare("discs", scene, worst: 0.08, mean: 5e-4, light: 0.005)
  }

  @Test("Turning stars, added and laid over", arguments: [BlendMode.add, .normal, .screen])
  func stars(_ blend: BlendMode) {
    let cell = Self.cell(.star(points: 5, ratio: 0.4), 40) {
      $0.birthRate = 3
      $0.spin = 1500
    }
    compare("stars \(blend)", Self.scene(cell, blend: blend), worst: 0.04, mean: 5e-4, light: 0.01)
  }

  @Test("Stepped trajectories that borders bend", arguments: [Sprite.Shape.softDisc, .square])
  func stepped(_ shape: Sprite.Shape) {
    let cell = Self.cell(shape, 14) {
      $0.velocity = 900
      $0.forces = [
        .vortex(
          Force.Vortex().with {
            ($0.position, $0.strength, $0.pull, $0.radius) = (AnimatedPoint(160, 90), 4000, 300, 20)
          })
      ]
      $0.bounds = [Boundary(.edges(.both, inset: 10), .bounce)]
    }
    compare("stepped", Self.scene(cell), worst: 0.06, mean: 1e-3, light: 0.01)
  }

  @Test("Children of moving particles")
  func children() {
    let cell = Self.cell(.softDisc, 14) {
      $0.birthRate = 10
      var child = Cell(name: "child", cellPath: 12, sprites: [Sprite(.softDisc, width: 10, height: 10)])
      child.birthRate = 120
      child.lifetime = 0.3
      child.velocity = 80
      child.emissionRange = 360
      $0.cells = [child]
    }
    compare("children", Self.scene(cell), worst: 0.05, mean: 1e-3, light: 0.01)
  }

  @Test("Particles at rest are drawn as without a shutter, except for the edges of discs")
  func rest() {
    let cell = Self.cell(.star(points: 6, ratio: 0.5), 20) {
      $0.velocity = 0
      $0.velocityRange = 0
      $0.birthRate = 0
      $0.burst = 1
      $0.lifetime = 60
      $0.rotation = 20
    }
    let scene = Self.scene(cell)
    var sharp = scene
    sharp.canvas.shutter = 0
    #expect(meanValues(scene, at: [Rational(1)]) == meanValues(sharp, at: [Rational(1)]))
  }

  // MARK: What every frame promises

  private func hash(
    _ scene: Scene, threads: Int = 1, tile: (width: Int, height: Int) = (128, 64), format: PixelFormat = .floatPlanes,
    at time: Rational
  ) -> String {
    let renderer = FrameRenderer(
      plan: RenderPlan(scene: scene), format: format, threadCount: threads, tileWidth: tile.width,
      tileHeight: tile.height)
    let pixels = renderer.makeBuffer()
    renderer.render(at: time, into: pixels)
    return FrameHasher().hash(pixels)
  }

  /// The scene that takes all code paths of the renderer, with an open shutter.
  private static func everything(_ blending: Canvas.Blending = .linear) -> Scene {
    var scene = SameFrameTests.scene(bloom: false, blending: blending)
    scene.canvas.presetFrameRate = Rational(24)
    scene.canvas.shutter = 300
    return scene
  }

  @Test("Tiles and threads never show in blurred frames", arguments: [Canvas.Blending.linear, .srgb])
  func tilesAndThreads(_ blending: Canvas.Blending) {
    let scene = Self.everything(blending)
    let time = Rational(7, 5)
    let expected = hash(scene, at: time)
    #expect(hash(scene, threads: 3, at: time) == expected)
    for tile in [(8, 4), (64, 64), (256, 32), (352, 204)] {
      #expect(hash(scene, threads: 2, tile: tile, at: time) == expected, "tile \(tile)")
    }
  }

  @Test("A blurred frame drawn alone equals the same frame of a run, stepped or not", arguments: [false, true])
  func randomAccess(_ isStepped: Bool) {
    var scene = Self.everything()
    if isStepped {
      let cell = Self.cell(.softDisc, 14) {
        $0.forces = [
          .vortex(
            Force.Vortex().with {
              ($0.position, $0.strength, $0.pull, $0.radius) = (AnimatedPoint(160, 90), 4000, 300, 20)
            })
        ]
        $0.bounds = [Boundary(.edges(.both, inset: 10), .kill)]
        var child = Cell(name: "child", cellPath: 12, sprites: [Sprite(.square, width: 6, height: 6)])
        child.when = .death
        child.burst = 4
        child.lifetime = 0.4
        child.velocity = 80
        child.emissionRange = 360
        $0.cells = [child]
      }
      scene = Self.scene(cell)
    }
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .floatPlanes, threadCount: 2)
    let pixels = renderer.makeBuffer()
    let hasher = FrameHasher()
    var run: [String] = []
    for frame in 0..<20 {
      renderer.render(at: scene.canvas.time(ofFrame: frame), into: pixels)
      run.append(hasher.hash(pixels))
    }
    for frame in [19, 3, 11, 0] {
      #expect(hash(scene, at: scene.canvas.time(ofFrame: frame)) == run[frame])
    }
  }

  @Test("A blurred loop closes")
  func loops() {
    var scene = Self.everything()
    scene.canvas.loops = true
    let first = hash(scene, at: .zero)
    #expect(hash(scene, at: scene.canvas.duration) == first)
    #expect(hash(scene, at: scene.canvas.duration * Rational(3)) == first)
  }

  @Test("In a loop the shutter reaches over the seam")
  func seam() {
    var scene = Self.scene(Self.cell(.softDisc, 16) { _ in })
    scene.canvas.loops = true
    var sharp = scene
    sharp.canvas.shutter = 0
    let blurred = meanValues(scene, at: [.zero])
    let reference = meanValues(
      sharp, at: sampleTimes(256, around: scene.canvas.duration))
    let worst = zip(blurred, reference).map { abs($0 - $1) }.max() ?? 0
    #expect(worst < 0.01, "\(worst)")
  }

  @Test("The output's frame rate does not move the shutter")
  func frameRate() {
    var scene = Self.everything()
    let expected = hash(scene, at: Rational(1))
    scene.canvas.frameRate = Rational(12)
    #expect(hash(scene, at: Rational(1)) == expected)
    scene.canvas.presetFrameRate = Rational(12)
    #expect(hash(scene, at: Rational(1)) != expected)
  }
}
