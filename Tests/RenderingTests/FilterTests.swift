import Colorimetry
import Hashing
import Lanes
import Model
import Raster
import Rendering
import Shading
import Synchronization
import Testing

/// Filters of layers, groups and the canvas: what they change, and that neither tiles, threads nor reused results change the frame.
@Suite struct FilterTests {
  // MARK: Scenes

  private static let bloom = Filter.Bloom(threshold: 0.3, radius: 9, strength: 0.7)

  private static func disc(_ x: Double, _ y: Double, radius: Double, light: Double) -> VectorShape {
    VectorShape(
      .ellipse(
        center: AnimatedPoint(AnimatedNumber(x), AnimatedNumber(y)),
        radius: AnimatedPoint(AnimatedNumber(radius), AnimatedNumber(radius))),
      fill: .color(.constant(LinearColor(red: light, green: light * 0.5, blue: light * 0.25))))
  }

  private static func sparks(path: UInt64) -> Layer.Source {
    var spark = Cell(name: "spark", cellPath: path)
    spark.sprites = [Sprite(.softDisc, width: 9, height: 9)]
    spark.birthRate = 80
    spark.lifetime = 1
    spark.velocity = 90
    spark.emissionRange = 360
    spark.intensity = 3
    return .emitter(Emitter(shape: .point, position: AnimatedPoint(70, 50), cells: [spark]))
  }

  private static func scene(_ layers: [Layer], width: Int = 180, height: Int = 120, post: Post = Post()) -> Scene {
    Scene(
      canvas: Canvas(
        widthPoints: Double(width), heightPoints: Double(height), widthPixels: width, heightPixels: height,
        duration: Rational(2), seed: 3),
      layers: layers, post: post)
  }

  /// A filtered emitter in a filtered group, with a layer below and a layer above it.
  private static var nested: Scene {
    let ground = Layer(name: "ground", path: 1, source: .shape(disc(90, 60, radius: 500, light: 0.05)))
    let inner = Layer(
      name: "sparks", path: 2, source: sparks(path: 21), blend: .add, filters: [bloom.filter], begin: -1)
    let still = Layer(name: "still", path: 3, source: .shape(disc(120, 80, radius: 14, light: 2)), opacity: 0.6)
    let group = Layer(
      name: "group", path: 4, source: .group([still, inner]), blend: .screen, opacity: 0.8,
      filters: [Filter.Bloom(threshold: 0.5, radius: 5, strength: 0.4).filter, bloom.filter])
    let front = Layer(name: "front", path: 5, source: .shape(disc(40, 30, radius: 10, light: 0.4)))
    return scene([ground, group, front], post: Post(bloom: bloom))
  }

  private func floats(_ scene: Scene, at time: Rational = .zero, makeFilter: FilterFactory? = nil) -> PixelBuffer {
    let renderer = renderer(scene, .floatPlanes, makeFilter: makeFilter)
    let pixels = renderer.makeBuffer()
    renderer.render(at: time, into: pixels)
    return pixels
  }

  private func renderer(
    _ scene: Scene, _ format: PixelFormat, threads: Int = 1, tile: (width: Int, height: Int) = (64, 32),
    makeFilter: FilterFactory? = nil
  ) -> FrameRenderer {
    let plan = RenderPlan(scene: scene)
    guard let makeFilter else {
      return FrameRenderer(
        plan: plan, format: format, threadCount: threads, tileWidth: tile.width, tileHeight: tile.height)
    }
    return FrameRenderer(
      plan: plan, format: format, threadCount: threads, tileWidth: tile.width, tileHeight: tile.height,
      makeFilter: makeFilter)
  }

  /// One sample of a float frame, whose planes are 0 green, 1 blue, 2 red and 3 alpha.
  private func value(_ pixels: PixelBuffer, _ x: Int, _ y: Int, plane: Int) -> Float {
    UnsafeRawPointer(pixels.plane(plane) + y * pixels.stride(ofPlane: plane) + 4 * x).load(as: Float.self)
  }

  // MARK: Bloom of layers

  @Test("A layer's bloom glows like the bloom of a canvas with only this layer")
  func bloomOfLayerIsBloomOfCanvas() {
    // The disc is far from the edges, so mirrored light plays no role. An offset of whole blocks leaves the two pyramids alike.
    let shape = Layer.Source.shape(Self.disc(128, 128, radius: 20, light: 3))
    let bloom = Filter.Bloom(threshold: 0.3, radius: 8, strength: 0.7)
    let layer = floats(
      Self.scene([Layer(name: "a", path: 1, source: shape, filters: [bloom.filter])], width: 256, height: 256))
    let canvas = floats(
      Self.scene([Layer(name: "a", path: 1, source: shape)], width: 256, height: 256, post: Post(bloom: bloom)))
    var brightest: Float = 0
    for y in stride(from: 0, to: 256, by: 3) {
      for x in stride(from: 0, to: 256, by: 3) {
        for plane in 0..<3 {
          #expect(abs(value(layer, x, y, plane: plane) - value(canvas, x, y, plane: plane)) < 1e-5)
          brightest = max(brightest, value(canvas, x, y, plane: plane))
        }
      }
    }
    #expect(brightest > 3, "The glow adds to the disc's own light.")
  }

  /// Checks that the first columns of a row have the same light as on a wider canvas, on which all lies in full view.
  ///
  /// - Parameters:
  ///   - columns: how many columns are compared.
  ///   - minimum: the glow at `column` must exceed it.
  ///   - layers: the layers, moved to the right by so many pixels.
  private func expectSameGlow(
    columns: Int, brighterThan minimum: Float, atColumn column: Int = 0, _ layers: (Double) -> [Layer]
  ) {
    let cropped = floats(Self.scene(layers(0), width: 128, height: 128))
    let whole = floats(Self.scene(layers(64), width: 256, height: 128))
    let glow = value(whole, 64 + column, 64, plane: 2)
    #expect(glow > minimum)
    for x in 0..<columns {
      let (actual, expected) = (value(cropped, x, 64, plane: 2), value(whole, 64 + x, 64, plane: 2))
      #expect(abs(actual - expected) < 0.03 * glow, "column \(x): \(actual) for \(expected)")
    }
  }

  @Test("Light just outside of the frame glows into it through a layer's filter")
  func marginOfLayerFilter() {
    let bloom = Filter.Bloom(threshold: 0.3, radius: 12, strength: 1)
    // The same disc on a wider canvas, 64 px further right, where it lies in full view.
    func layers(_ shift: Double) -> [Layer] {
      [
        Layer(
          name: "a", path: 1, source: .shape(Self.disc(-12 + shift, 64, radius: 8, light: 4)), filters: [bloom.filter])
      ]
    }
    expectSameGlow(columns: 24, brighterThan: 0.05, atColumn: 2, layers)
  }

  @Test("Particles just outside of the frame glow into it through a layer's filter")
  func marginOfEmitterFilter() {
    func layers(_ shift: Double, _ filters: [Filter]) -> [Layer] {
      var lamp = Cell(name: "lamp", cellPath: 11)
      lamp.sprites = [Sprite(.disc, width: 16, height: 16)]
      lamp.burst = 1
      lamp.lifetime = 9
      lamp.intensity = 4
      let emitter = Emitter(shape: .point, position: AnimatedPoint(AnimatedNumber(-14 + shift), 64), cells: [lamp])
      return [Layer(name: "a", path: 1, source: .emitter(emitter), filters: filters, begin: -1)]
    }
    let bloom = Filter.Bloom(threshold: 0.3, radius: 12, strength: 1).filter
    expectSameGlow(columns: 16, brighterThan: 0.02) { layers($0, [bloom]) }
    let bare = floats(Self.scene(layers(0, []), width: 128, height: 128))
    for x in 0..<16 { #expect(value(bare, x, 64, plane: 2) == 0) }
  }

  @Test("Trails just outside of the frame glow into it through a layer's filter")
  func marginOfTrails() {
    func layers(_ shift: Double) -> [Layer] {
      // A ribbon of 10 pixels' width on a line 12 pixels to the left of the frame; its particle, a speck, gives hardly any light.
      var comet = Cell(name: "comet", cellPath: 11, sprites: [Sprite(.disc, width: 1, height: 1)])
      comet.burst = 1
      comet.lifetime = 9
      comet.velocity = 20
      comet.emissionLongitude = 90
      comet.intensity = 4
      comet.trail = Trail(duration: 4, width: 10, taper: 1)
      let emitter = Emitter(shape: .point, position: AnimatedPoint(AnimatedNumber(-12 + shift), 20), cells: [comet])
      let bloom = Filter.Bloom(threshold: 0.3, radius: 12, strength: 1).filter
      return [Layer(name: "a", path: 1, source: .emitter(emitter), filters: [bloom], begin: -4)]
    }
    expectSameGlow(columns: 16, brighterThan: 0.05, layers)
  }

  // MARK: Tiles, threads and reuse

  @Test("Tiles and threads do not show through filters", arguments: [PixelFormat.floatPlanes, .yuv420p, .rgba])
  func tilesAndThreads(format: PixelFormat) {
    func hash(threads: Int, tile: (width: Int, height: Int)) -> String {
      let renderer = renderer(Self.nested, format, threads: threads, tile: tile)
      let pixels = renderer.makeBuffer()
      renderer.render(at: Rational(1, 2), into: pixels)
      return FrameHasher().hash(pixels)
    }
    let expected = hash(threads: 1, tile: (240, 64))
    for tile in [(8, 4), (64, 32), (184, 124), (24, 120)] {
      #expect(hash(threads: 3, tile: tile) == expected, "tile \(tile)")
    }
  }

  @Test("Frames with filters, drawn in any order, equal those of renderers that drew nothing before")
  func anyOrder() {
    let scene = Self.nested
    func hash(_ frame: Int, _ renderer: FrameRenderer, _ pixels: PixelBuffer) -> String {
      renderer.render(at: scene.canvas.time(ofFrame: frame), into: pixels)
      return FrameHasher().hash(pixels)
    }
    let reused = renderer(scene, .yuv420p, threads: 2)
    let pixels = reused.makeBuffer()
    for frame in [0, 1, 2, 3, 3, 3, 11, 4, 0, 60] {
      let fresh = renderer(scene, .yuv420p)
      #expect(hash(frame, reused, pixels) == hash(frame, fresh, fresh.makeBuffer()), "frame \(frame)")
    }
  }

  @Test("A layer that does not change is filtered once, and again as soon as its filter changes")
  func unchangedInput() {
    func gathers(_ strength: AnimatedNumber, frames: Range<Int>) -> [Int] {
      let filter = Filter.Bloom(threshold: 0.3, radius: 6, strength: strength).filter
      let still = Layer(
        name: "still", path: 1, source: .shape(Self.disc(90, 60, radius: 30, light: 2)), filters: [filter])
      let scene = Self.scene([still])
      let count = Counter()
      let renderer = renderer(scene, .rgb24, makeFilter: { CountingFilter($0, $1, $2, count) })
      let pixels = renderer.makeBuffer()
      return frames.map { frame in
        let before = count.gathers.load(ordering: .relaxed)
        renderer.render(at: scene.canvas.time(ofFrame: frame), into: pixels)
        return count.gathers.load(ordering: .relaxed) - before
      }
    }
    let still = gathers(0.5, frames: 0..<4)
    #expect(still[0] > 0)
    #expect(still.dropFirst() == [0, 0, 0])
    let moving = AnimatedNumber(.keys([NumberKey(time: 0, value: 0), NumberKey(time: 1, value: 1)]))
    #expect(gathers(moving, frames: 0..<4).allSatisfy { $0 > 0 })
  }

  @Test("Glow that is added while the canvas is converted equals the glow of the filter's own pass")
  func fusedGlow() {
    let scene = SameFrameTests.scene(bloom: true)
    for format in [PixelFormat.floatPlanes, .yuv420p, .rgba] {
      let hashes = [nil, { CountingFilter($0, $1, $2, Counter()) } as FilterFactory].map { factory in
        let renderer = renderer(scene, format, makeFilter: factory)
        let pixels = renderer.makeBuffer()
        renderer.render(at: Rational(7, 5), into: pixels)
        return FrameHasher().hash(pixels)
      }
      #expect(hashes[0] == hashes[1])
    }
  }

  // MARK: Pointwise filters

  @Test("A pointwise filter acts on each pixel of a layer, a group and the canvas, and needs no pass")
  func pointwise() {
    // With a radius of 0 the filter asks for no margin, like a pointwise one. `RedBlueSwap` takes its place.
    let replacedBloom = Filter.Bloom(radius: 0)
    let filter = replacedBloom.filter
    let shape = Layer.Source.shape(Self.disc(90, 60, radius: 30, light: 0.8))
    let particles = Self.sparks(path: 9)
    let plain = [
      Layer(name: "a", path: 1, source: shape), Layer(name: "b", path: 2, source: particles, blend: .add, begin: -1),
    ]
    let expected = floats(Self.scene(plain), at: Rational(1, 2))
    let filtered = [
      Layer(name: "a", path: 1, source: shape, filters: [filter]),
      Layer(name: "b", path: 2, source: particles, blend: .add, filters: [filter], begin: -1),
    ]
    let group = Layer(name: "g", path: 7, source: .group(plain), filters: [filter])
    for scene in [
      Self.scene(filtered), Self.scene([group]), Self.scene(plain, post: Post(bloom: replacedBloom)),
      Self.scene([Layer(name: "g", path: 7, source: .group(filtered), filters: [filter, filter])]),
    ] {
      let swapped = floats(scene, at: Rational(1, 2), makeFilter: { _, _, _ in RedBlueSwap() })
      for y in stride(from: 0, to: 120, by: 7) {
        for x in stride(from: 0, to: 180, by: 5) {
          #expect(abs(value(swapped, x, y, plane: 1) - value(expected, x, y, plane: 2)) < 1e-6)
          #expect(abs(value(swapped, x, y, plane: 2) - value(expected, x, y, plane: 1)) < 1e-6)
          #expect(abs(value(swapped, x, y, plane: 0) - value(expected, x, y, plane: 0)) < 1e-6)
        }
      }
    }
  }
}

/// Exchanges red and blue of each pixel.
private final class RedBlueSwap: PointwiseFilter {
  var contentVersion: Int? { 0 }

  func update(at clock: AnimationClock) {}

  func apply(to row: TileRow, x: Int, y: Int, memory: RowMemory) {
    for column in 0..<row.width {
      swap(&row.plane(0)[column], &row.plane(2)[column])
    }
  }
}
