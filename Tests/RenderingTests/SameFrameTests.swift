import Colorimetry
import Hashing
import Model
import Raster
import Rendering
import Testing

/// Frames must not depend on threads, tile size or what was drawn before.
@Suite struct SameFrameTests {
  /// Sparks with children, every blend, a group, bloom and a tone map: one scene for all code paths of the renderer.
  static func scene(bloom: Bool, blending: Canvas.Blending = .linear) -> Scene {
    var spark = Cell(name: "spark", cellPath: 11)
    spark.sprites = [
      Sprite(.softDisc, width: 14, height: 14), Sprite(.star(points: 5, ratio: 0.4), width: 22, height: 22),
    ]
    spark.birthRate = 260
    spark.birthJitter = 1
    spark.lifetime = 1.4
    spark.lifetimeRange = 0.6
    spark.velocity = 160
    spark.velocityRange = 120
    spark.emissionRange = 360
    spark.yAcceleration = 90
    spark.drag = 0.7
    spark.spinRange = 300
    spark.redRange = 1
    spark.greenRange = 1
    spark.intensity = 2
    spark.alphaOverLife = [NumberStop(0, 1), NumberStop(1, 0)]
    var child = Cell(name: "child", cellPath: 12)
    child.sprites = [Sprite(.disc, width: 5, height: 5)]
    child.when = .death
    child.burst = 6
    child.lifetime = 0.5
    child.velocity = 60
    child.emissionRange = 360
    spark.cells = [child]
    let emitter = Emitter(
      shape: .ellipse, mode: .surface, position: AnimatedPoint(170, 100), size: AnimatedPoint(220, 120), cells: [spark])
    let gradient = Gradient(
      shape: .angle(130),
      stops: [
        .init(color: .constant(LinearColor(red: 0.01, green: 0.02, blue: 0.08)), location: 0),
        .init(color: .constant(LinearColor(red: 0.2, green: 0.05, blue: 0.1)), location: 1),
      ])
    let veil = Gradient(
      shape: .radial(center: AnimatedPoint(120, 80), radius: AnimatedPoint(140, 90)),
      stops: [
        .init(color: .constant(LinearColor(red: 1, green: 0.9, blue: 0.5, alpha: 0.4)), location: 0),
        .init(color: .constant(.clear), location: 1),
      ])
    let layers =
      [Layer(name: "ground", path: 1, source: .gradient(gradient))]
      + BlendMode.allCases.enumerated().map { index, blend in
        Layer(
          name: "\(blend)", path: UInt64(20 + index), source: .emitter(emitter), blend: blend, opacity: 0.8, begin: -1)
      } + [
        Layer(
          name: "group", path: 3,
          source: .group([
            Layer(name: "veil", path: 4, source: .gradient(veil)),
            Layer(name: "motes", path: 5, source: .emitter(emitter), blend: .add, begin: -1),
          ]), blend: .screen, opacity: 0.5),
        Layer(name: "water", path: 6, source: .ripples(Ripples().with { $0.rate = 4 }), opacity: 0.7, begin: -2),
      ]
    return Scene(
      canvas: Canvas(
        widthPoints: 346, heightPoints: 202, widthPixels: 346, heightPixels: 202, duration: Rational(4), seed: 5,
        blending: blending),
      layers: layers,
      post: Post(bloom: bloom ? Filter.Bloom(threshold: 0.8, radius: 20, strength: 0.5) : nil, toneMap: .filmic))
  }

  private func hash(
    _ scene: Scene, _ format: PixelFormat, threads: Int = 1, tile: (width: Int, height: Int) = (128, 64),
    at time: Rational
  ) -> String {
    let renderer = FrameRenderer(
      plan: RenderPlan(scene: scene), format: format, threadCount: threads, tileWidth: tile.width,
      tileHeight: tile.height)
    let pixels = renderer.makeBuffer()
    renderer.render(at: time, into: pixels)
    return FrameHasher().hash(pixels)
  }

  @Test(
    "Tiles and threads never show",
    arguments: [PixelFormat.floatPlanes, .rgb24, .yuv420p, .rgba], [true, false])
  func tilesAndThreads(format: PixelFormat, bloom: Bool) {
    let scene = SameFrameTests.scene(bloom: bloom)
    let time = Rational(7, 5)
    let expected = hash(scene, format, at: time)
    for threads in [2, 7] { #expect(hash(scene, format, threads: threads, at: time) == expected) }
    for tile in [(8, 4), (64, 64), (256, 32), (352, 204)] {
      #expect(hash(scene, format, threads: 2, tile: tile, at: time) == expected, "tile \(tile)")
    }
  }

  @Test("Tiles and threads do not show on an sRGB canvas either")
  func encodedCanvas() {
    let scene = SameFrameTests.scene(bloom: false, blending: .srgb)
    let expected = hash(scene, .rgb24, at: Rational(1))
    #expect(hash(scene, .rgb24, threads: 3, tile: (64, 16), at: Rational(1)) == expected)
  }

  @Test("A frame drawn alone equals the same frame of a run")
  func randomAccess() {
    let scene = SameFrameTests.scene(bloom: true)
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .rgb24, threadCount: 2)
    let pixels = renderer.makeBuffer()
    let hasher = FrameHasher()
    var run: [String] = []
    for frame in 0..<20 {
      renderer.render(at: scene.canvas.time(ofFrame: frame), into: pixels)
      run.append(hasher.hash(pixels))
    }
    for frame in [19, 3, 11, 0] {
      #expect(hash(scene, .rgb24, at: scene.canvas.time(ofFrame: frame)) == run[frame])
    }
    #expect(Set(run).count == run.count, "Frames of a moving scene differ.")
  }

  @Test("The end of a loop is its beginning")
  func loops() {
    var scene = SameFrameTests.scene(bloom: true)
    scene.canvas.loops = true
    let first = hash(scene, .floatPlanes, at: .zero)
    #expect(hash(scene, .floatPlanes, at: scene.canvas.duration) == first)
    #expect(hash(scene, .floatPlanes, at: scene.canvas.duration * Rational(3)) == first)
  }
}
