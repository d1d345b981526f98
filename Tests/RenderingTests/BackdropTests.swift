import Colorimetry
import Hashing
import Model
import Raster
import Rendering
import Testing

/// What a renderer keeps from frame to frame must never show: each frame equals that of a renderer that has drawn nothing yet.
@Suite struct BackdropTests {
  private static let frameCount = 30

  /// Layers at rest that appear, disappear, change opacity and are joined by others, below particles that move.
  static func scene(blending: Canvas.Blending, bloom: Bool) -> Scene {
    func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> AnimatedColor {
      .constant(LinearColor(red: red, green: green, blue: blue, alpha: alpha))
    }
    func radial(_ x: Double, _ from: AnimatedColor, _ to: AnimatedColor) -> Layer.Source {
      .gradient(
        Gradient(
          shape: .radial(center: AnimatedPoint(AnimatedNumber(x), 70), radius: AnimatedPoint(90, 60)),
          stops: [.init(color: from, location: 0), .init(color: to, location: 1)]))
    }
    /// Holds each of `values` for a sixth of a second; the step to the next value takes a hundredth of a second.
    func steps(_ values: [Double]) -> AnimatedNumber {
      AnimatedNumber(
        .keys(
          values.enumerated().flatMap { index, value in
            [
              NumberKey(time: Double(index) / 6 + 0.01, value: value),
              NumberKey(time: Double(index + 1) / 6, value: value),
            ]
          }))
    }
    func emitter(_ cell: Cell) -> Layer.Source {
      .emitter(
        Emitter(
          shape: .rectangle, mode: .surface, position: AnimatedPoint(135, 80), size: AnimatedPoint(270, 160),
          cells: [cell]))
    }
    // 40 particles at once and 5 more after half a second. They do not move.
    var lamp = Cell(name: "lamp", cellPath: 31)
    lamp.sprites = [Sprite(.softDisc, width: 60, height: 60), Sprite(.square, width: 40, height: 20)]
    lamp.bursts = [.init(time: 0, count: 40), .init(time: 0.5, count: 5)]
    lamp.lifetime = 9
    lamp.rotationRange = 90
    lamp.redRange = 1
    lamp.alphaRange = 0.5
    var spark = Cell(name: "spark", cellPath: 32)
    spark.sprites = [Sprite(.softDisc, width: 9, height: 9)]
    spark.birthRate = 60
    spark.velocity = 90
    spark.emissionRange = 360
    let layers = [
      Layer(name: "ground", path: 1, source: radial(40, color(0.4, 0.1, 0.2), color(0.02, 0.05, 0.2))),
      Layer(name: "veil", path: 2, source: radial(200, color(1, 0.8, 0.3, 0.4), color(0, 0, 0, 0)), blend: .screen),
      Layer(
        name: "lamps", path: 3, source: emitter(lamp), blend: .add, opacity: steps([0.5, 0.5, 0.25, 0.5, 0.5, 0.5])),
      Layer(
        name: "group", path: 4,
        source: .group([
          Layer(name: "a", path: 5, source: radial(120, color(0, 0.5, 0.2, 0.5), color(0.3, 0, 0, 0.2))),
          Layer(name: "b", path: 6, source: emitter(lamp), blend: .multiply, duration: 0.3),
          Layer(name: "c", path: 7, source: radial(60, color(0.5, 0.5, 0.2, 0.5), color(0, 0, 0, 0)), begin: 0.6),
        ]), opacity: 0.6),
      Layer(name: "guest", path: 8, source: emitter(lamp), begin: 0.4, duration: 0.2),
      Layer(name: "sparks", path: 9, source: emitter(spark), blend: .add, begin: -1),
      Layer(name: "front", path: 10, source: radial(20, color(0, 0, 0.3, 0.5), color(0, 0, 0, 0))),
      Layer(
        name: "curtain", path: 11, source: radial(20, color(0, 0, 0.3), color(1, 0, 0)), begin: 0.8, duration: 0.05),
    ]
    return Scene(
      canvas: Canvas(
        widthPoints: 270, heightPoints: 160, widthPixels: 270, heightPixels: 160, frameRate: Rational(30),
        duration: Rational(1), seed: 5, blending: blending),
      layers: layers,
      post: Post(bloom: bloom ? Filter.Bloom(threshold: 0.5, radius: 12, strength: 0.5) : nil))
  }

  /// Frames in order, backwards, with jumps, three times each, and shuffled.
  static let orders: [[Int]] = [
    Array(0..<frameCount), Array((0..<frameCount).reversed()), (0..<frameCount).map { $0 * 7 % frameCount },
    (0..<frameCount).flatMap { [$0, $0, $0] }, (0..<frameCount).map { ($0 * 11 + $0 / 3 * 5) % frameCount },
  ]

  /// Draws the frames of all orders with one renderer for each thread count, and expects each frame to equal that of a renderer that draws only it.
  ///
  /// - Parameters:
  ///   - ground: the lowest layer, which rests.
  ///   - moving: a layer that moves.
  /// - Returns: the largest number of tiles on which one thread drew what moves but not the ground below, which was kept.
  private func expectSameFrames(
    _ scene: Scene, _ format: PixelFormat, orders: ArraySlice<[Int]>, firstFrame: Int = 0, ground: String,
    moving: String
  ) -> Int {
    let hasher = FrameHasher()
    let plan = RenderPlan(scene: scene)
    func time(_ frame: Int) -> Rational { scene.canvas.time(ofFrame: firstFrame + frame) }
    let expected = (0..<Self.frameCount).map { frame in
      let fresh = FrameRenderer(plan: plan, format: format, threadCount: 1)
      let pixels = fresh.makeBuffer()
      fresh.render(at: time(frame), into: pixels)
      return hasher.hash(pixels)
    }
    var largestSparedCount = 0
    for threads in 1...3 {
      let work = LayerWork(scene, format, threads: threads)
      let pixels = work.renderer.makeBuffer()
      for (number, order) in orders.enumerated() {
        for (place, frame) in order.enumerated() {
          let drawn = work.draw(at: time(frame), into: pixels)
          #expect(
            hasher.hash(pixels) == expected[frame],
            "frame \(frame), \(threads) threads, order \(number), place \(place)")
          // With several threads the counts are no numbers of tiles.
          let sparedCount = (drawn[moving] ?? 0) - (drawn[ground] ?? 0)
          if threads == 1 { largestSparedCount = max(largestSparedCount, sparedCount) }
        }
      }
    }
    return largestSparedCount
  }

  @Test("Layers that come, go and change are drawn anew", arguments: [PixelFormat.floatPlanes, .rgba, .yuv420p])
  func changingLayers(format: PixelFormat) {
    for (blending, bloom) in [(Canvas.Blending.linear, false), (.linear, true), (.srgb, false)] {
      let sparedCount = expectSameFrames(
        Self.scene(blending: blending, bloom: bloom), format, orders: Self.orders[...], ground: "ground",
        moving: "sparks")
      #expect(sparedCount == 9, "Three by three tiles are worth keeping.")
    }
  }

  @Test(
    "Presets are drawn as if nothing were kept",
    arguments: [("snow", "sky", "near snow"), ("fireflies", "sky", "flies")])
  func presets(name: String, ground: String, moving: String) throws {
    let scene = try shippedScene(name)
    #expect(
      expectSameFrames(
        scene, .yuv420p, orders: Self.orders[..<3], firstFrame: 100, ground: ground, moving: moving) > 0)
  }

  @Test(
    "What rests is drawn once, also in a group and of particles; above something that moves, once but where that is")
  func restingLayers() throws {
    let ramp = "\"gradient\": { \"stops\": [\"#124\", \"#8a48\"], \"angle\": 70 }"
    let lamps =
      "\"emitter\": { \"shape\": \"rectangle\", \"position\": \"center\", \"size\": [260, 150], \"cells\": [LAMP] }"
      .replacing("LAMP", with: "{ \"burst\": 40, \"lifetime\": 9, \"sprite\": { \"size\": 60 } }")
    // They stay within the tile at the upper left.
    let sparks = "\"begin\": -1, \"emitter\": { \"position\": [40, 30], \"cells\": [SPARK] }".replacing(
      "SPARK",
      with:
        "{ \"birthRate\": 30, \"lifetime\": 1, \"velocity\": 12, \"emissionRange\": 360, \"sprite\": { \"size\": 5 } }")
    let frames = try PresetFrames(
      """
      { "name": "ground", "gradient": { "stops": ["#321", "#124"] } }, { "name": "lamps", \(lamps) },
      { "name": "group", "opacity": 0.6, "group": [{ \(ramp) }, { "blend": "multiply", \(lamps) }] },
      { "name": "veil", "opacity": 0.5, \(ramp) }, { "name": "sparks", \(sparks) },
      { "name": "front", \(ramp) }, { "name": "glints", "blend": "add", \(lamps) }
      """, width: 270, height: 160)
    let work = LayerWork(frames.scene, .yuv420p)
    let pixels = work.renderer.makeBuffer()
    for frame in 0..<8 {
      let time = frames.scene.canvas.time(ofFrame: frame)
      let drawn = work.draw(at: time, into: pixels)
      #expect(FrameHasher().hash(pixels) == frames.hash(at: time, .yuv420p), "frame \(frame)")
      let resting = ["ground", "lamps", "group", "front", "glints"].map { drawn[$0] }
      // Three by three tiles.
      if frame == 0 { #expect(resting == [9, 9, 9, 9, 9]) }
      // The fifth frame draws what is kept.
      if frame > 4 { #expect(resting == [0, 0, 0, 1, 1] && drawn["sparks"] == 1, "frame \(frame): \(drawn)") }
    }
  }

  @Test(
    "What rests below and above moving layers is drawn as if nothing were kept",
    arguments: [("fireflies", "sky", "flies"), ("snow", "sky", "snow")])
  func presetsWithForegrounds(name: String, ground: String, moving: String) throws {
    #expect(
      expectSameFrames(
        try shippedScene(name), .yuv420p, orders: Self.orders[..<2], firstFrame: 100, ground: ground, moving: moving)
        > 0)
  }
}
