import Colorimetry
import Glibc
import Hashing
import Lanes
import Model
import Raster
import Rendering
import Synchronization
import Testing

/// Frames that are laid over a background as they are converted.
@Suite struct BackgroundTests {
  /// The scene that takes all code paths of the renderer, without its opaque ground, so that a background shows through.
  private static func scene(bloom: Bool, blending: Canvas.Blending = .linear) -> Scene {
    var scene = SameFrameTests.scene(bloom: bloom, blending: blending)
    scene.layers.removeFirst()
    return scene
  }

  /// A picture that differs in every pixel and channel.
  private static func picture(_ canvas: Canvas, seed: UInt64 = 5) -> Background {
    let stream = StreamKey(seed: seed, path: 1)
    let background = Background(width: canvas.widthPixels, height: canvas.heightPixels)
    for y in 0..<canvas.heightPixels {
      for plane in 0..<3 {
        let row = background.row(y, plane: plane)
        for x in 0..<canvas.widthPixels {
          row[x] = stream.key(index: UInt64(y * canvas.widthPixels + x)).uniform(channel: UInt32(plane))
        }
      }
    }
    return background
  }

  private static func gray(_ value: Float, _ canvas: Canvas) -> Background {
    Background(red: value, green: value, blue: value, width: canvas.widthPixels, height: canvas.heightPixels)
  }

  private func draw(
    _ scene: Scene, _ format: PixelFormat, over background: Background?, threads: Int = 1,
    tile: (width: Int, height: Int) = (128, 64),
    at time: Rational = Rational(7, 5)
  ) -> PixelBuffer {
    let renderer = FrameRenderer(
      plan: RenderPlan(scene: scene), format: format, threadCount: threads, takesBackground: background != nil,
      tileWidth: tile.width, tileHeight: tile.height)
    let pixels = renderer.makeBuffer()
    renderer.render(at: time, into: pixels, background: background)
    return pixels
  }

  /// The four samples of one pixel of an `rgba64` frame, as 0...1.
  private func samples(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> [Double] {
    let row = UnsafeRawPointer(pixels.plane(0) + y * pixels.stride(ofPlane: 0) + 8 * x)
    return (0..<4).map { Double(row.load(fromByteOffset: 2 * $0, as: UInt16.self)) / 65535 }
  }

  /// Returns the linear light of an sRGB-encoded value.
  private func decode(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }

  @Test(
    "A frame over a picture equals the overlay with straight alpha, composited in the canvas's own encoding",
    arguments: [(true, Canvas.Blending.linear), (false, .linear), (false, .srgb)])
  func equalsStraightOverlay(bloom: Bool, blending: Canvas.Blending) {
    let scene = Self.scene(bloom: bloom, blending: blending)
    let canvas = scene.canvas
    let background = Self.picture(canvas)
    let overlay = draw(scene, .rgba64, over: nil)
    let result = draw(scene, .rgba64, over: background)
    /// The value as the canvas blends it.
    func blendValue(_ encoded: Double) -> Double { blending == .linear ? decode(encoded) : encoded }
    var worst = 0.0
    var (translucent, partial) = (0, 0)
    for y in 0..<canvas.heightPixels {
      for x in 0..<canvas.widthPixels {
        let (over, finished) = (samples(overlay, x, y), samples(result, x, y))
        if finished[3] != 1 { translucent += 1 }
        if over[3] > 0 && over[3] < 1 { partial += 1 }
        for plane in 0..<3 {
          let expected =
            blendValue(over[plane]) * over[3] + Double(background.row(y, plane: plane)[x]) * (1 - over[3])
          worst = max(worst, abs(blendValue(finished[plane]) - expected))
        }
      }
    }
    #expect(translucent == 0, "A frame over a picture is opaque.")
    // Colour, alpha and result are each rounded by up to one code; the sRGB curve is at most 2.3 times as steep as the diagonal.
    #expect(worst < 4.5 / 65535, "\(worst * 65535) codes")
    #expect(partial > 5000, "The scene must have partly covered pixels.")
  }

  @Test(
    "Over black a frame is the frame without a background",
    arguments: [PixelFormat.rgb24, .yuv420p, .yuv444p, .yuv420p10, .yuv444p10])
  func overBlack(format: PixelFormat) {
    for (bloom, blending) in [(true, Canvas.Blending.linear), (false, .linear), (false, .srgb)] {
      let scene = Self.scene(bloom: bloom, blending: blending)
      let black = Self.gray(0, scene.canvas)
      #expect(
        draw(scene, format, over: black).packedBytes == draw(scene, format, over: nil).packedBytes,
        "bloom \(bloom), \(blending)")
    }
  }

  @Test("A colour of eight bits is exact where nothing covers it, and nothing is brighter than white")
  func exactColors() {
    var scene = Self.scene(bloom: true)
    let canvas = scene.canvas
    let white = draw(scene, .rgb24, over: Self.gray(1, canvas))
    #expect(white.packedBytes.allSatisfy { $0 == 255 } == false, "What covers white can be seen.")
    scene.layers = []
    for code in stride(from: 0, through: 255, by: 5) {
      let value = Float(decode(Double(code) / 255))
      let pixels = draw(scene, .rgb24, over: Self.gray(value, canvas))
      #expect(pixels.packedBytes.allSatisfy { $0 == UInt8(code) }, "\(code)")
    }
  }

  @Test("Tiles and threads never show over a background", arguments: PixelFormat.allCases)
  func tilesAndThreads(format: PixelFormat) {
    for bloom in [false, true] {
      let scene = Self.scene(bloom: bloom)
      let background = Self.picture(scene.canvas)
      let expected = FrameHasher().hash(draw(scene, format, over: background))
      for (threads, tile) in [(7, (128, 64)), (2, (8, 4)), (2, (256, 32)), (1, (352, 204))] {
        let pixels = draw(scene, format, over: background, threads: threads, tile: tile)
        #expect(FrameHasher().hash(pixels) == expected, "\(tile), bloom \(bloom)")
      }
    }
  }

  @Test(
    "What is kept from frame to frame never shows over backgrounds that change or stay",
    arguments: [PixelFormat.rgba, .yuv420p])
  func reuse(format: PixelFormat) {
    var scene = BackdropTests.scene(blending: .linear, bloom: false)
    scene.layers.removeFirst()
    let plan = RenderPlan(scene: scene)
    let pictures = (0..<3).map { Self.picture(scene.canvas, seed: $0) }
    let backgrounds = (0..<60).map { frame -> Background? in
      // The background stays for a while, changes with each frame, is missing, and stays again.
      switch frame {
      case 0..<12: return pictures[0]
      case 12..<24: return pictures[frame % 3]
      case 24..<34: return nil
      default: return pictures[1]
      }
    }
    let renderer = FrameRenderer(
      plan: plan, format: format, threadCount: 2, takesBackground: true, tileWidth: 96, tileHeight: 64)
    let pixels = renderer.makeBuffer()
    for (frame, background) in backgrounds.enumerated() {
      let time = scene.canvas.time(ofFrame: frame / 2)
      renderer.render(at: time, into: pixels, background: background)
      let expected = draw(scene, format, over: background, at: time)
      #expect(pixels.packedBytes == expected.packedBytes, "frame \(frame)")
    }
  }

  @Test("A background in reused memory is not mistaken for the one that was there before")
  func recycledMemory() {
    var scene = BackdropTests.scene(blending: .linear, bloom: false)
    scene.layers = scene.layers.filter { $0.name == "front" }  // One layer at rest, so that all is kept.
    let canvas = scene.canvas
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .rgb24, threadCount: 1, takesBackground: true)
    let pixels = renderer.makeBuffer()
    let memory = AlignedBuffer<Float>(count: 0)
    for frame in 0..<24 {
      let background = Background(width: canvas.widthPixels, height: canvas.heightPixels, memory: memory)
      let value = Float(frame) / 24
      for y in 0..<canvas.heightPixels {
        for plane in 0..<3 { background.row(y, plane: plane).update(repeating: value, count: canvas.widthPixels) }
      }
      renderer.render(at: .zero, into: pixels, background: background)
      let expected = draw(scene, .rgb24, over: Self.gray(value, canvas), at: .zero)
      #expect(pixels.packedBytes == expected.packedBytes, "frame \(frame)")
    }
  }

  @Test("Each of several frames that are drawn at once gets its own background, asked for in order", arguments: [1, 3])
  func providers(count: Int) {
    let plan = RenderPlan(scene: Self.scene(bloom: false))
    let canvas = plan.scene.canvas
    let asked = Mutex<[Int]>([])
    let renderers = (0..<count).map { _ in
      FrameRenderer(plan: plan, format: .rgb24, threadCount: 1, takesBackground: true)
    }
    let producer = FrameProducer(
      renderers: renderers, frames: FrameSequence(3...20),
      backgrounds: { frame in
        asked.withLock { $0.append(frame) }
        return frame == 7 ? nil : Self.gray(Float(frame) / 20, canvas)
      })
    while let item = producer.queue.takeFinishedFrame() {
      let background = item.frame == 7 ? nil : Self.gray(Float(item.frame) / 20, canvas)
      let expected = draw(plan.scene, .rgb24, over: background, at: canvas.time(ofFrame: item.frame))
      #expect(item.pixels.packedBytes == expected.packedBytes, "frame \(item.frame)")
      producer.queue.giveBack(item.pixels)
    }
    #expect(asked.withLock { $0 } == Array(3...20))
  }

  // MARK: Light without coverage

  /// A disc around the middle of the canvas that `middle` draws.
  private static func disc(_ path: UInt64, _ blend: BlendMode, alpha: Double = 0.5, radius: Double = 60) -> Layer {
    let color = AnimatedColor.constant(LinearColor(red: 0.5, green: 0.25, blue: 0, alpha: alpha))
    return Layer(
      name: "\(path)", path: path,
      source: .shape(
        VectorShape(
          .ellipse(
            center: AnimatedPoint(24, 24), radius: AnimatedPoint(AnimatedNumber(radius), AnimatedNumber(radius))),
          fill: .color(color))), blend: blend)
  }

  /// Draws some layers as a float frame and returns green, blue, red and alpha of its middle pixel.
  private func middle(_ layers: [Layer]) -> [Float] {
    let canvas = Canvas(
      widthPoints: 48, heightPoints: 48, widthPixels: 48, heightPixels: 48, duration: Rational(1), seed: 1)
    let pixels = draw(Scene(canvas: canvas, layers: layers), .floatPlanes, over: nil, at: .zero)
    return (0..<4).map { plane in
      UnsafeRawPointer(pixels.plane(plane) + 24 * pixels.stride(ofPlane: plane) + 4 * 24).load(as: Float.self)
    }
  }

  @Test("Added light covers nothing of an overlay; groups and darkening layers cover it by their alpha")
  func lightWithoutCoverage() {
    #expect(middle([Self.disc(1, .normal)]) == [0.125, 0, 0.25, 0.5])
    for blend in [BlendMode.add, .screen] {
      #expect(middle([Self.disc(1, blend)]) == [0.125, 0, 0.25, 0], "\(blend)")
      #expect(middle([Self.disc(1, .normal), Self.disc(2, blend)])[3] == 0.5, "\(blend)")
      let group = Layer(name: "g", path: 3, source: .group([Self.disc(4, blend)]))
      #expect(middle([group]) == [0.125, 0, 0.25, 0.5], "\(blend)")
      // Below a layer that multiplies, coverage decides what is darkened, in pictures without alpha, too.
      #expect(middle([Self.disc(1, blend), Self.disc(2, .multiply)])[3] == 0.75, "\(blend)")
      #expect(middle([Self.disc(1, .multiply), Self.disc(2, blend)])[3] == 0.5, "\(blend)")
    }
  }
}
