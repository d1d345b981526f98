import Colorimetry
import Hashing
import Lanes
import Model
import Raster
import Rendering
import Shading
import Testing

/// Backdrop filters, through which a layer shows the layers below it. They act only where the layer is.
@Suite struct BackdropFilterTests {
  private static func square(_ x: Double, _ y: Double, side: Double, light: Double = 0.5) -> VectorShape {
    VectorShape(
      .rectangle(
        center: AnimatedPoint(AnimatedNumber(x), AnimatedNumber(y)),
        size: AnimatedPoint(AnimatedNumber(side), AnimatedNumber(side)), corners: Figure.Corners()),
      fill: .color(.constant(LinearColor(red: light, green: light, blue: light))))
  }

  private static func disc(_ x: AnimatedNumber, _ y: Double, radius: Double) -> VectorShape {
    VectorShape(
      .ellipse(
        center: AnimatedPoint(x, AnimatedNumber(y)),
        radius: AnimatedPoint(AnimatedNumber(radius), AnimatedNumber(radius))),
      fill: .color(.constant(LinearColor(red: 0.9, green: 0.4, blue: 0.1))))
  }

  private static let ground = Layer(
    name: "ground", path: 1,
    source: .gradient(
      Gradient(
        shape: .angle(40),
        stops: [
          Gradient.Stop(color: .constant(LinearColor(red: 0.1, green: 0.2, blue: 0.8)), location: nil),
          Gradient.Stop(color: .constant(LinearColor(red: 0.8, green: 0.9, blue: 0.2)), location: nil),
        ])))

  private static let moving = AnimatedNumber(.keys([NumberKey(time: 0, value: 40), NumberKey(time: 2, value: 140)]))

  /// A gradient and a disc, over which tests lay the glass.
  private static func layersBelow(isStill: Bool = false) -> [Layer] {
    [ground, Layer(name: "disc", path: 2, source: .shape(disc(isStill ? 80 : moving, 60, radius: 24)))]
  }

  /// A square with backdrop filters. By default its own light is too faint to count.
  private static func glass(_ filters: [Filter], opacity: AnimatedNumber = 1e-7) -> Layer {
    var layer = Layer(name: "glass", path: 3, source: .shape(square(90, 60, side: 60)), opacity: opacity)
    layer.backdropFilters = filters
    return layer
  }

  private static func scene(_ layers: [Layer], post: Post = Post()) -> Scene {
    Scene(canvas: NeighborhoodFilterRun.canvas(180, 120), layers: layers, post: post)
  }

  private static func renderer(
    _ scene: Scene, _ format: PixelFormat = .floatPlanes, threads: Int = 1, tile: (width: Int, height: Int) = (64, 32)
  ) -> FrameRenderer {
    FrameRenderer(
      plan: RenderPlan(scene: scene), format: format, threadCount: threads, tileWidth: tile.width,
      tileHeight: tile.height)
  }

  private static func frame(_ scene: Scene, at time: Rational = Rational(1, 2)) -> PixelBuffer {
    let renderer = renderer(scene)
    let pixels = renderer.makeBuffer()
    renderer.render(at: time, into: pixels)
    return pixels
  }

  /// One sample of a float frame, whose planes are 0 green, 1 blue, 2 red and 3 alpha.
  private static func value(_ pixels: PixelBuffer, _ x: Int, _ y: Int, plane: Int) -> Float {
    UnsafeRawPointer(pixels.plane(plane) + y * pixels.stride(ofPlane: plane) + 4 * x).load(as: Float.self)
  }

  @Test("The layers below are filtered where the layer is, and nowhere else")
  func inside() {
    let plain = Self.frame(Self.scene(Self.layersBelow()))
    // A pointwise filter alone, which needs no pass, and the same filter after one that needs a pass.
    for filters in [
      [Filter.Invert().with { $0.amount = 1 }.filter],
      [
        Filter.Mirror().with { $0.center = AnimatedPoint(0, 500) }.filter,
        Filter.Invert().with { $0.amount = 1 }.filter,
      ],
    ] {
      let withGlass = Self.frame(Self.scene(Self.layersBelow() + [Self.glass(filters)]))
      for y in stride(from: 1, to: 120, by: 6) {
        for x in stride(from: 1, to: 180, by: 5) {
          let isInside = abs(x - 90) < 29 && abs(y - 60) < 29
          let isOutside = abs(x - 90) > 31 || abs(y - 60) > 31
          for plane in 0..<3 {
            let before = Self.value(plain, x, y, plane: plane)
            if isInside { #expect(abs(Self.value(withGlass, x, y, plane: plane) - (1 - before)) < 1e-5, "\(x), \(y)") }
            if isOutside { #expect(Self.value(withGlass, x, y, plane: plane) == before) }
          }
        }
      }
    }
  }

  @Test("A blurred backdrop equals the blurred canvas of the layers below, and the layer lies over it by its opacity")
  func blurred() {
    let blur = Filter.Blur(radius: 7).filter
    let whole = Self.frame(Self.scene(Self.layersBelow(), post: Post(filters: [blur])))
    let withGlass = Self.frame(Self.scene(Self.layersBelow() + [Self.glass([blur])]))
    let tinted = Self.frame(Self.scene(Self.layersBelow() + [Self.glass([blur], opacity: 0.25)]))
    let clear = Self.frame(Self.scene(Self.layersBelow() + [Self.glass([blur], opacity: 0)]))
    for y in stride(from: 32, to: 88, by: 4) {
      for x in stride(from: 62, to: 118, by: 4) {
        for plane in 0..<3 {
          let expected = Self.value(whole, x, y, plane: plane)
          #expect(abs(Self.value(withGlass, x, y, plane: plane) - expected) < 1e-5)
          #expect(abs(Self.value(clear, x, y, plane: plane) - expected) < 1e-5)
          #expect(abs(Self.value(tinted, x, y, plane: plane) - (expected * 0.75 + 0.5 * 0.25)) < 1e-5)
        }
      }
    }
  }

  /// Glass over glass, in a group with filters of its own, over particles.
  private static var nested: Scene {
    var spark = Cell(name: "spark", cellPath: 31)
    spark.sprites = [Sprite(.softDisc, width: 14, height: 14)]
    spark.birthRate = 60
    spark.lifetime = 1
    spark.velocity = 60
    spark.emissionRange = 360
    spark.intensity = 2
    let sparks = Layer(
      name: "sparks", path: 5,
      source: .emitter(Emitter(shape: .point, position: AnimatedPoint(80, 60), cells: [spark])), blend: .add, begin: -1)
    var inner = Layer(name: "inner", path: 6, source: .shape(square(60, 50, side: 44)), opacity: 0.2)
    inner.backdropFilters = [
      Filter.Bubble().with {
        $0.center = AnimatedPoint(60, 50)
        $0.radius = 30
      }.filter
    ]
    let group = Layer(
      name: "group", path: 7, source: .group([ground, sparks, inner]), opacity: 0.9,
      filters: [Filter.Blur(radius: 1.5).filter])
    var outer = Layer(
      name: "outer", path: 8, source: .group([Layer(name: "a", path: 9, source: .shape(square(110, 70, side: 70)))]),
      opacity: 0.3)
    outer.backdropFilters = [Filter.Blur(radius: 5).filter, Filter.Saturate().with { $0.amount = 1.8 }.filter]
    var last = Layer(name: "last", path: 10, source: .shape(disc(100, 60, radius: 30)), blend: .multiply, opacity: 0.4)
    last.backdropFilters = [
      Filter.Swirl().with {
        $0.center = AnimatedPoint(100, 60)
        $0.radius = 40
      }.filter
    ]
    return scene(
      [group, outer, last], post: Post(bloom: Filter.Bloom(threshold: 0.5, radius: 9, strength: 0.5)))
  }

  @Test("Tiles and threads do not show through backdrops", arguments: [PixelFormat.floatPlanes, .yuv420p, .rgba])
  func tilesAndThreads(format: PixelFormat) {
    func hash(_ threads: Int, _ tile: (width: Int, height: Int)) -> String {
      let renderer = Self.renderer(Self.nested, format, threads: threads, tile: tile)
      let pixels = renderer.makeBuffer()
      renderer.render(at: Rational(1, 2), into: pixels)
      return FrameHasher().hash(pixels)
    }
    let expected = hash(1, (240, 64))
    for tile in [(8, 4), (64, 32), (184, 124)] { #expect(hash(3, tile) == expected, "tile \(tile)") }
  }

  @Test("Frames with backdrops, drawn in any order, equal those of renderers that drew nothing before")
  func anyOrder() {
    let still = Self.scene(
      Self.layersBelow(isStill: true) + [Self.glass([Filter.Blur(radius: 4).filter], opacity: 0.2)])
    for scene in [
      Self.nested, still,
      Self.scene(Self.layersBelow() + [Self.glass([Filter.Invert().with { $0.amount = 1 }.filter], opacity: 0.2)]),
    ] {
      let reused = Self.renderer(scene, .yuv420p, threads: 2)
      let pixels = reused.makeBuffer()
      for frame in [0, 1, 2, 3, 3, 3, 11, 4, 0, 60] {
        reused.render(at: scene.canvas.time(ofFrame: frame), into: pixels)
        let fresh = Self.renderer(scene, .yuv420p)
        let freshPixels = fresh.makeBuffer()
        fresh.render(at: scene.canvas.time(ofFrame: frame), into: freshPixels)
        #expect(FrameHasher().hash(pixels) == FrameHasher().hash(freshPixels), "frame \(frame)")
      }
    }
  }
}
