import Colorimetry
import Encoding
import Hashing
import Lanes
import Model
import Raster
import Rendering
import Shading
import Testing

/// Filters that compute each pixel from the same pixel alone: they do what CSS says and change nothing at their identity settings,
/// and neither tiles nor threads change the frame.
@Suite struct ColorFilterTests {
  private static func canvas(_ blending: Canvas.Blending, width: Int = 96, height: Int = 96) -> Canvas {
    Canvas(
      widthPoints: Double(width), heightPoints: Double(height), widthPixels: width, heightPixels: height,
      duration: Rational(2), seed: 3, blending: blending)
  }

  /// Applies filters to a tile. If `isFused`, those that can be fused are applied as one filter.
  private static func apply(
    _ filters: [Filter], _ canvas: Canvas, to tile: Tile, time: Double = 0, isFused: Bool = true
  ) {
    let pointwiseFilters = filters.compactMap {
      $0.makeFilter(canvas: canvas, input: tile.rect) as? any PointwiseFilter
    }
    for filter in isFused ? fused(pointwiseFilters, target: .layer) : pointwiseFilters {
      filter.update(at: AnimationClock(time))
      Shading.apply([filter], to: tile, scratch: AlignedBuffer(count: 0))
    }
  }

  /// A tile whose colours and alphas differ from pixel to pixel. Straight colours reach up to `brightest`, where 1 is white.
  private static func colorful(brightest: Float) -> TileBuffer {
    let buffer = TileBuffer(width: 96, height: 96)
    for y in 0..<96 {
      for x in 0..<96 {
        let alpha = Float((x * 7 + y * 3) % 17) / 16
        for plane in 0..<3 {
          let share = Float((x * (3 + plane) + y * (11 - plane * 4)) % 101) / 100
          buffer.tile.row(y, plane: plane)[x] = share * alpha * brightest
        }
        buffer.tile.row(y, plane: 3)[x] = alpha
      }
    }
    return buffer
  }

  private static func floats(_ tile: Tile) -> [Float] {
    Array(UnsafeBufferPointer(start: tile.base, count: 4 * tile.width * tile.height))
  }

  /// What a filter keeps from row to row of a tile changes no bit: rows that are tiles of their own have the same pixels.
  @Test(
    "Rows that are filtered alone are those of the whole tile",
    arguments: [
      [0.3, 1, 1.5, 2.6].map { size in Filter.Grain().with { $0.size = AnimatedNumber(size) }.filter },
      [
        Filter.Grain().with { ($0.chroma, $0.size) = (0, 1.6) }.filter, Filter.Posterize().filter,
        Filter.Grain().filter,
      ],
      [Filter.Sinebow().filter], [Filter.LightGrid().filter], [Filter.Vignette().filter, Filter.Sinebow().filter],
    ], [Canvas.Blending.linear, .srgb])
  func rowsAlone(filters: [Filter], blending: Canvas.Blending) {
    let (whole, alone) = (Self.colorful(brightest: 1.5), Self.colorful(brightest: 1.5))
    let canvas = Self.canvas(blending)
    Self.apply(filters, canvas, to: whole.tile, time: 0.7)
    for row in 0..<alone.tile.height {
      let tile = Tile(base: alone.tile.row(row, plane: 0), x: 0, y: row, width: alone.tile.width, height: 1)
      Self.apply(filters, canvas, to: tile, time: 0.7)
    }
    #expect(Self.floats(whole.tile).map(\.bitPattern) == Self.floats(alone.tile).map(\.bitPattern))
  }

  // MARK: Against a browser

  @Test(
    "A filter agrees with a browser's picture",
    arguments: [
      ("brightness-1.4", Filter.Brightness().with { $0.amount = 1.4 }.filter),
      ("contrast-0.6", Filter.Contrast().with { $0.amount = 0.6 }.filter),
      ("saturate-2.2", Filter.Saturate().with { $0.amount = 2.2 }.filter),
      ("grayscale-1", Filter.Grayscale().with { $0.amount = 1 }.filter),
      ("sepia-0.7", Filter.Sepia().with { $0.amount = 0.7 }.filter),
      ("hue-rotate-75", Filter.HueRotate().with { $0.angle = 75 }.filter),
      ("invert-0.8", Filter.Invert().with { $0.amount = 0.8 }.filter),
    ])
  func browser(name: String, filter: Filter) throws {
    let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/References/filters/"
    let input = try PictureReader.read(folder + "picture-filter.png")
    let expected = try PictureReader.read(folder + "filter-\(name).png")
    let buffer = TileBuffer(width: 96, height: 96)
    for y in 0..<96 {
      let codes = input.plane(0) + y * input.stride(ofPlane: 0)
      for x in 0..<96 {
        for plane in 0..<3 { buffer.tile.row(y, plane: plane)[x] = Float(codes[3 * x + plane]) / 255 }
        buffer.tile.row(y, plane: 3)[x] = 1
      }
    }
    Self.apply([filter], Self.canvas(.srgb), to: buffer.tile)
    var (sum, largest) = (0.0, 0.0)
    for y in 0..<96 {
      let codes = expected.plane(0) + y * expected.stride(ofPlane: 0)
      for x in 0..<96 {
        for plane in 0..<3 {
          let error = abs(Double(buffer.tile.row(y, plane: plane)[x]) * 255 - Double(codes[3 * x + plane]))
          sum += error
          largest = max(largest, error)
        }
      }
    }
    #expect(sum / (96 * 96 * 3) <= 0.5)
    #expect(largest <= 1.5)
  }

  // MARK: Identity

  private static let moving = AnimatedNumber(.keys([NumberKey(time: 0, value: 0), NumberKey(time: 1, value: 1)]))
  private static let fading = AnimatedNumber(.keys([NumberKey(time: 0, value: 1), NumberKey(time: 1, value: 0)]))

  @Test("A filter that never changes anything is not made")
  func identities() {
    let filters: [Filter] = [
      Filter.Brightness().with { $0.amount = 1 }.filter, Filter.Contrast().with { $0.amount = 1 }.filter,
      Filter.Saturate().with { $0.amount = 1 }.filter, Filter.Grayscale().with { $0.amount = 0 }.filter,
      Filter.Sepia().with { $0.amount = 0 }.filter, Filter.HueRotate().with { $0.angle = 0 }.filter,
      Filter.Invert().with { $0.amount = 0 }.filter, Filter.Opacity().with { $0.amount = 1 }.filter,
      Filter.Exposure().with { $0.stops = 0 }.filter, Filter.ColorMatrix().filter, Filter.Levels().filter,
      Filter.Curves().filter,
      Filter.Duotone().with { $0.amount = 0 }.filter, Filter.Vignette().with { $0.amount = 0 }.filter,
      Filter.Scanlines().with { $0.amount = 0 }.filter, Filter.Interlace().with { $0.amount = 0 }.filter,
      Filter.Grain().with { $0.amount = 0 }.filter,
      Filter.Blur(radius: 0).filter, Filter.Glow().with { $0.strength = 0 }.filter,
      Filter.DropShadow().with { $0.color = .constant(.clear) }.filter,
      Filter.InnerShadow().with { $0.color = .constant(.clear) }.filter,
    ]
    let area = PixelRect(x: 0, y: 0, width: 96, height: 96)
    for filter in filters {
      #expect(filter.makeFilter(canvas: Self.canvas(.linear), input: area) == nil, "\(filter)")
    }
  }

  @Test(
    "A filter that changes nothing at some time leaves every bit as it was", arguments: [Canvas.Blending.linear, .srgb])
  func identityAtATime(blending: Canvas.Blending) {
    let filters: [Filter] = [
      Filter.Brightness().with { $0.amount = Self.fading }.filter,
      Filter.Contrast().with { $0.amount = Self.fading }.filter,
      Filter.Saturate().with { $0.amount = Self.fading }.filter,
      Filter.Grayscale().with { $0.amount = Self.moving }.filter,
      Filter.Sepia().with { $0.amount = Self.moving }.filter, Filter.HueRotate().with { $0.angle = Self.moving }.filter,
      Filter.Invert().with { $0.amount = Self.moving }.filter, Filter.Opacity().with { $0.amount = Self.fading }.filter,
      Filter.Exposure().with { $0.stops = Self.moving }.filter,
      Filter.Duotone().with { $0.amount = Self.moving }.filter,
      Filter.Levels().with { $0.inputBlack = Self.moving }.filter,
      Filter.Vignette().with { $0.amount = Self.moving }.filter,
      Filter.Scanlines().with { $0.amount = Self.moving }.filter,
      Filter.Interlace().with { $0.amount = Self.moving }.filter,
      Filter.Grain().with { $0.amount = Self.moving }.filter,
    ]
    for filter in filters {
      let (before, same, other) = (
        Self.colorful(brightest: 1), Self.colorful(brightest: 1), Self.colorful(brightest: 1)
      )
      Self.apply([filter], Self.canvas(blending), to: same.tile)
      #expect(Self.floats(same.tile).map(\.bitPattern) == Self.floats(before.tile).map(\.bitPattern), "\(filter)")
      Self.apply([filter], Self.canvas(blending), to: other.tile, time: 0.5)
      #expect(Self.floats(other.tile) != Self.floats(before.tile), "\(filter)")
    }
  }

  // MARK: Formulas

  @Test("Fused filters do what they do one after the other", arguments: [Canvas.Blending.linear, .srgb])
  func fusedIsSeparate(blending: Canvas.Blending) {
    let stack: [Filter] = [
      Filter.Brightness().with { $0.amount = 0.8 }.filter, Filter.Invert().with { $0.amount = 1 }.filter,
      Filter.Grayscale().with { $0.amount = 0.3 }.filter, Filter.HueRotate().with { $0.angle = 40 }.filter,
      Filter.Opacity().with { $0.amount = 0.7 }.filter, Filter.Contrast().with { $0.amount = 1.5 }.filter,
      Filter.Saturate().with { $0.amount = 1.8 }.filter,
      Filter.Exposure().with { $0.stops = 0.5 }.filter,
      Filter.Levels().with {
        $0.inputBlack = 0.1
        $0.gamma = 1.4
      }.filter, Filter.Sepia().with { $0.amount = 0.4 }.filter,
      Filter.Curves().with { $0.all = [AnimatedPoint(0, 0.1), AnimatedPoint(0.5, 0.7), AnimatedPoint(1, 1)] }.filter,
      Filter.Vignette().filter, Filter.ColorMatrix([0, 1, 0, 0, 0, 1, 0, 0, 0, 0.1]).filter,
      Filter.Interlace().with { $0.amount = 0.5 }.filter,
    ]
    let (one, many) = (Self.colorful(brightest: 1), Self.colorful(brightest: 1))
    Self.apply(stack, Self.canvas(blending), to: one.tile)
    Self.apply(stack, Self.canvas(blending), to: many.tile, isFused: false)
    let worst = zip(Self.floats(one.tile), Self.floats(many.tile)).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 2e-5)
  }

  /// Returns a premultiplied colour after some filters.
  private static func filtered(_ filters: [Filter], _ color: SIMD4<Float>, _ blending: Canvas.Blending = .linear)
    -> SIMD4<Float>
  {
    let buffer = TileBuffer(width: 8, height: 1)
    for plane in 0..<4 { buffer.tile.row(0, plane: plane)[3] = color[plane] }
    apply(filters, canvas(blending), to: buffer.tile)
    return SIMD4((0..<4).map { buffer.tile.row(0, plane: $0)[3] })
  }

  private static func isNear(_ a: SIMD4<Float>, _ b: SIMD4<Float>, within limit: Float = 2e-6) -> Bool {
    (0..<4).allSatisfy { abs(a[$0] - b[$0]) <= limit * max(1, abs(b[$0])) }
  }

  @Test("Light above white is kept on a linear canvas and clipped on an sRGB one; light below 0 is always clipped")
  func lightAboveWhite() {
    let bright = SIMD4<Float>(3, 0.5, 0.25, 1)
    #expect(
      Self.isNear(Self.filtered([Filter.Brightness().with { $0.amount = 2 }.filter], bright), SIMD4(6, 1, 0.5, 1)))
    #expect(
      Self.isNear(
        Self.filtered([Filter.Brightness().with { $0.amount = 2 }.filter], SIMD4(0.75, 0.25, 0, 1), .srgb),
        SIMD4(1, 0.5, 0, 1)))
    #expect(
      Self.isNear(Self.filtered([Filter.Contrast().with { $0.amount = 2 }.filter], bright), SIMD4(5.5, 0.5, 0, 1)))
    #expect(Self.isNear(Self.filtered([Filter.Invert().with { $0.amount = 1 }.filter], bright), SIMD4(0, 0.5, 0.75, 1)))
    #expect(Self.isNear(Self.filtered([Filter.Exposure().with { $0.stops = 1 }.filter], bright), SIMD4(6, 1, 0.5, 1)))
    // Curves act on light up to white; light above white stays above it.
    let identityCurve = Filter.Curves().with { $0.all = [AnimatedPoint(0, 0), AnimatedPoint(1, 1)] }.filter
    #expect(Self.isNear(Self.filtered([identityCurve], bright), bright, within: 1e-4))
  }

  @Test("Filters act on colours as if these were not multiplied by alpha")
  func transparent() {
    let solid = SIMD4<Float>(0.8, 0.4, 0.1, 1)
    let filters: [Filter] = [
      Filter.Contrast().with { $0.amount = 1.4 }.filter, Filter.Invert().with { $0.amount = 0.7 }.filter,
      Filter.Sepia().with { $0.amount = 0.6 }.filter, Filter.Levels().with { $0.outputBlack = 0.2 }.filter,
      Filter.Posterize().with { $0.steps = 4 }.filter,
      Filter.Duotone().with { $0.colors = ColorMap(.white, LinearColor(red: 1, green: 0, blue: 0)) }.filter,
      Filter.Interlace().with {
        $0.amount = 0.5
        $0.color = .constant(.white)
      }.filter,
      Filter.ColorMatrix([0.5, 0.5]).filter,
    ]
    for filter in filters {
      for blending in [Canvas.Blending.linear, .srgb] {
        let whole = Self.filtered([filter], solid, blending)
        let quarter = Self.filtered([filter], solid / 4, blending)
        #expect(Self.isNear(quarter * 4, whole, within: 1e-4), "\(filter) \(quarter * 4) \(whole)")
        #expect(Self.filtered([filter], SIMD4(), blending) == SIMD4(), "\(filter) on nothing")
      }
    }
  }

  @Test("Curves pass through their points and rise where the points rise")
  func curves() {
    let points = [AnimatedPoint(0, 0.2), AnimatedPoint(0.25, 0.25), AnimatedPoint(0.5, 0.9), AnimatedPoint(1, 0.95)]
    let filter = Filter.Curves().with { $0.all = points }.filter
    for point in points {
      let (input, output) = (Float(point.x.constant ?? 0), Float(point.y.constant ?? 0))
      #expect(abs(Self.filtered([filter], SIMD4(input, input, input, 1), .srgb).x - output) < 1e-5)
    }
    var last: Float = 0
    for step in 0...200 {
      let value = Self.filtered([filter], SIMD4(Float(step) / 200, 0, 0, 1), .srgb).x
      #expect(value >= last - 1e-6)
      last = value
    }
  }

  @Test("Posterizing leaves as many values as are asked for, black and white among them")
  func posterize() {
    let values = Set(
      (0...1000).map {
        Self.filtered([Filter.Posterize().with { $0.steps = 5 }.filter], SIMD4(Float($0) / 1000, 0, 0, 1), .srgb).x
      })
    #expect(values.sorted() == [0, 0.25, 0.5, 0.75, 1])
  }

  // MARK: Tiles, threads and reuse

  private static func scene(blending: Canvas.Blending = .linear) -> Scene {
    let disc = VectorShape(
      .ellipse(center: AnimatedPoint(90, 60), radius: AnimatedPoint(40, 30)),
      fill: .color(.constant(LinearColor(red: 0.9, green: 0.5, blue: 0.2))))
    var spark = Cell(name: "spark", cellPath: 7)
    spark.sprites = [Sprite(.softDisc, width: 9, height: 9)]
    spark.birthRate = 80
    spark.lifetime = 1
    spark.velocity = 90
    spark.emissionRange = 360
    spark.intensity = 3
    let sparks = Emitter(shape: .point, position: AnimatedPoint(70, 50), cells: [spark])
    let layers = [
      Layer(
        name: "disc", path: 1, source: .shape(disc),
        filters: [
          Filter.Contrast().with { $0.amount = 1.3 }.filter, Filter.Vignette().filter,
          Filter.Grain().with {
            $0.amount = 0.3
            $0.size = 3
          }.filter,
          Filter.Blur(radius: AnimatedPoint(2, 7)).filter,
          Filter.InnerShadow().with { $0.shift = AnimatedPoint(3.3, 2) }.filter,
        ]),
      Layer(
        name: "group", path: 2,
        source: .group([
          Layer(
            name: "sparks", path: 3, source: .emitter(sparks), blend: .add,
            filters: [Filter.Glow().with { $0.radius = 4 }.filter, Filter.HueRotate().with { $0.angle = 50 }.filter],
            begin: -1)
        ]),
        filters: [
          Filter.DropShadow().with {
            $0.shift = AnimatedPoint(5, -8.5)
            $0.radius = 12
          }.filter, Filter.Sepia().with { $0.amount = 0.3 }.filter,
        ]),
    ]
    return Scene(
      canvas: canvas(blending, width: 180, height: 120), layers: layers,
      post: Post(
        bloom: Filter.Bloom(threshold: 0.5, radius: 6),
        filters: [
          Filter.Blur(radius: 4).filter, Filter.Scanlines().filter,
          Filter.Interlace().with { $0.thickness = 3.7 }.filter,
          Filter.Levels().with {
            $0.inputBlack = 0.05
            $0.gamma = 1.2
          }.filter, Filter.Grain().filter,
        ]))
  }

  private static func hash(
    _ scene: Scene, frame: Int, threads: Int = 1, tile: (width: Int, height: Int) = (240, 64),
    format: PixelFormat = .rgba
  ) -> String {
    let renderer = FrameRenderer(
      plan: RenderPlan(scene: scene), format: format, threadCount: threads, tileWidth: tile.width,
      tileHeight: tile.height)
    let pixels = renderer.makeBuffer()
    renderer.render(at: scene.canvas.time(ofFrame: frame), into: pixels)
    return FrameHasher().hash(pixels)
  }

  @Test(
    "Tiles and threads do not show", arguments: [Canvas.Blending.linear, .srgb],
    [PixelFormat.floatPlanes, .yuv420p, .rgba])
  func tilesAndThreads(blending: Canvas.Blending, format: PixelFormat) {
    let scene = Self.scene(blending: blending)
    let expected = Self.hash(scene, frame: 30, format: format)
    for (threads, tile) in [(1, (8, 4)), (2, (64, 32)), (7, (184, 124)), (3, (24, 120))] {
      #expect(Self.hash(scene, frame: 30, threads: threads, tile: tile, format: format) == expected, "tile \(tile)")
    }
  }

  @Test("Frames in any order equal those of renderers that drew nothing before; each frame has new grain")
  func anyOrder() {
    let scene = Self.scene()
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .rgba, threadCount: 2)
    let pixels = renderer.makeBuffer()
    var hashes: [Int: String] = [:]
    for frame in [0, 1, 2, 2, 40, 1, 0] {
      renderer.render(at: scene.canvas.time(ofFrame: frame), into: pixels)
      let hash = FrameHasher().hash(pixels)
      #expect(hash == Self.hash(scene, frame: frame), "frame \(frame)")
      hashes[frame] = hash
    }
    #expect(Set(hashes.values).count == hashes.count)
  }

  @Test("Light without alpha on the canvas is filtered, not lost", arguments: [Canvas.Blending.linear, .srgb])
  func bareLight(blending: Canvas.Blending) {
    let disc = VectorShape(
      .ellipse(center: AnimatedPoint(48, 48), radius: AnimatedPoint(30, 30)),
      fill: .color(.constant(LinearColor(red: 0.5, green: 0.5, blue: 0.5))))
    let added = Layer(name: "a", path: 1, source: .shape(disc), blend: .add)
    /// Returns the red light in the middle of the canvas.
    func center(_ filters: [Filter]) -> Float {
      let scene = Scene(canvas: Self.canvas(blending), layers: [added], post: Post(filters: filters))
      let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .floatPlanes, threadCount: 1)
      let pixels = renderer.makeBuffer()
      renderer.render(at: .zero, into: pixels)
      return UnsafeRawPointer(pixels.plane(2) + 48 * pixels.stride(ofPlane: 2) + 4 * 48).load(as: Float.self)
    }
    let plain = center([])
    #expect(plain > 0.4)
    #expect(abs(center([Filter.Saturate().with { $0.amount = 0.5 }.filter]) - plain) < 1e-5)
    #expect(abs(center([Filter.Contrast().with { $0.amount = 1.0001 }.filter]) - plain) < 1e-3)
    let identityCurve = Filter.Curves().with { $0.all = [AnimatedPoint(0, 0), AnimatedPoint(1, 1)] }.filter
    #expect(abs(center([identityCurve]) - plain) < 1e-4)
  }
}
