import Hashing
import Lanes
import Model
import Raster
import Rendering
import Testing

/// Particles in space with children, sorted and blurred: each frame is the same however it is drawn.
@Suite struct SpaceFrameTests: DrawsScenes {
  static func scene(_ mode: Emitter.RenderMode, loops: Bool = false, shutter: Double = 0) -> Scene {
    var paper = Cell(name: "paper", cellPath: 11)
    paper.sprites = [
      Sprite(.square, width: 26, height: 16), Sprite(.heart, width: 20, height: 20), Sprite(.disc, width: 9, height: 9),
    ]
    paper.birthRate = 90
    paper.birthJitter = 1
    paper.lifetime = 2
    paper.velocity = 60
    paper.emissionRange = 360
    paper.drag = 0.6
    paper.zAcceleration = 40
    paper.rotationRange = 360
    paper.tumbleRange = 360
    paper.tumbleSpeedRange = 300
    paper.tiltRange = 360
    paper.tiltSpeedRange = 300
    paper.shading = 0.5
    paper.redRange = 1
    paper.backColor = .white
    var spark = Cell(name: "spark", cellPath: 12)
    spark.sprites = [Sprite(.softDisc, width: 8, height: 8)]
    spark.birthRate = 12
    spark.lifetime = 0.6
    spark.velocity = 30
    spark.emissionRange = 90
    spark.greenRange = 1
    paper.cells = [spark]
    var emitter = Emitter(
      shape: .cuboid, position: AnimatedPoint(160, 90), size: AnimatedPoint(300, 160), cells: [paper])
    emitter.depth = 500
    emitter.renderMode = mode
    var canvas = Canvas(
      widthPoints: 320, heightPoints: 180, widthPixels: 320, heightPixels: 180, duration: Rational(3), seed: 5,
      loops: loops)
    canvas.shutter = shutter
    canvas.camera = Camera(distance: 400, center: AnimatedPoint(160, 90), focus: -20, aperture: 24)
    return Scene(
      canvas: canvas, layers: [Layer(name: "paper", path: 1, source: .emitter(emitter), begin: loops ? 0 : -1)])
  }

  private func hash(
    _ scene: Scene, threads: Int = 1, tile: (width: Int, height: Int) = (128, 64), at time: Rational,
    after earlierTimes: [Rational] = []
  ) -> String {
    FrameHasher().hash(draw(scene, at: time, threads: threads, tile: tile, after: earlierTimes))
  }

  @Test("Tiles, threads and earlier frames never show", arguments: Emitter.RenderMode.allCases)
  func sameFrame(_ mode: Emitter.RenderMode) {
    let scene = SpaceFrameTests.scene(mode)
    let time = Rational(7, 5)
    let expected = hash(scene, at: time)
    for threads in [2, 7] { #expect(hash(scene, threads: threads, at: time) == expected) }
    for tile in [(8, 4), (64, 64), (240, 64), (328, 180)] {
      #expect(hash(scene, threads: 2, tile: tile, at: time) == expected, "tile \(tile)")
    }
    #expect(hash(scene, at: time, after: [Rational(2), Rational(1, 3), time]) == expected)
  }

  @Test(
    "Tiles and threads never show with an open shutter",
    arguments: [Emitter.RenderMode.unordered, .oldestLast, .backToFront])
  func sameBlurredFrame(_ mode: Emitter.RenderMode) {
    let scene = SpaceFrameTests.scene(mode, shutter: 720)
    let time = Rational(7, 5)
    let expected = hash(scene, at: time)
    #expect(expected != hash(SpaceFrameTests.scene(mode), at: time))
    for threads in [2, 7] { #expect(hash(scene, threads: threads, at: time) == expected) }
    for tile in [(8, 4), (64, 64), (240, 64), (328, 180)] {
      #expect(hash(scene, threads: 2, tile: tile, at: time) == expected, "tile \(tile)")
    }
  }

  @Test("A loop closes", arguments: [0.0, 360]) func loop(_ shutter: Double) {
    let scene = SpaceFrameTests.scene(.backToFront, loops: true, shutter: shutter)
    #expect(hash(scene, at: Rational(0)) == hash(scene, at: Rational(3)))
    #expect(hash(scene, at: Rational(1, 2)) == hash(scene, threads: 2, at: Rational(13, 2)))
    #expect(hash(scene, at: Rational(0)) != hash(scene, at: Rational(1, 2)))
  }

  @Test("A first frame without particles is empty", arguments: [Emitter.RenderMode.oldestFirst, .backToFront])
  func emptyFirstFrame(_ mode: Emitter.RenderMode) {
    var scene = SpaceFrameTests.scene(mode)
    guard case .emitter(var emitter) = scene.layers[0].source else { return }
    // The first birth comes after three seconds.
    emitter.cells[0].birthRate = AnimatedNumber(1.0 / 3)
    emitter.cells[0].birthJitter = 0
    scene.layers[0].source = .emitter(emitter)
    scene.layers[0].timing.begin = 0
    let first = hash(scene, at: Rational(1))
    #expect(hash(scene, at: Rational(1), after: [Rational(7, 2)]) == first)
    #expect(hash(scene, at: Rational(7, 2), after: [Rational(1)]) == hash(scene, at: Rational(7, 2)))
  }

  @Test("The order of drawing is what was asked for")
  func order() {
    // Opaque squares in one place: the one that is drawn last is seen.
    func top(_ mode: Emitter.RenderMode) -> (red: Float, green: Float) {
      var cell = Cell(name: "first", cellPath: 21)
      cell.sprites = [Sprite(.square, width: 40, height: 40)]
      cell.burst = 1
      cell.lifetime = 5
      cell.color = .constant(.init(red: 1, green: 0, blue: 0))
      cell.cone = .solid
      cell.zAcceleration = -4
      var second = cell
      second.name = "second"
      second.cellPath = 22
      second.beginTime = 0.5
      second.color = .constant(.init(red: 0, green: 1, blue: 0))
      // The second cell is written first; its square is born last, and nearer to the eye since it is younger.
      var emitter = Emitter(position: AnimatedPoint(40, 40), cells: [second, cell])
      emitter.renderMode = mode
      let canvas = Canvas(
        widthPoints: 80, heightPoints: 80, widthPixels: 80, heightPixels: 80, duration: Rational(3), seed: 5)
      let scene = Scene(canvas: canvas, layers: [Layer(name: "squares", path: 1, source: .emitter(emitter))])
      let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .floatPlanes, threadCount: 1)
      let pixels = renderer.makeBuffer()
      renderer.render(at: Rational(2), into: pixels)
      // The middle pixel; planes are green, blue, red.
      func value(_ plane: Int) -> Float {
        UnsafeRawPointer(pixels.plane(plane) + 40 * pixels.stride(ofPlane: plane)).load(
          fromByteOffset: 160, as: Float.self)
      }
      return (value(2), value(0))
    }
    #expect(top(.unordered) == (1, 0))
    #expect(top(.oldestFirst) == (0, 1))
    #expect(top(.oldestLast) == (1, 0))
    #expect(top(.backToFront) == (0, 1))
    #expect(top(.additive) == (1, 1))
  }
}
