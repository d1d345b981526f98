import Lanes
import Model
import Raster
import Shading
import Testing

/// Pictures of made-up clips, shown in boxes.
@Suite struct PictureTests {
  /// A clip of 50 frames, 25 a second, without a file. A frame's random pixels follow from its number.
  final class MadeUpClip: ClipFrames, SceneFiles {
    let clip: Clip
    let isOpaque: Bool
    /// The value of every sample, or nil for random samples.
    let value: Float?

    init(width: Int, height: Int, isOpaque: Bool = true, value: Float? = nil, aspect: Double = 1) {
      clip = Clip(
        path: "made up", width: width, height: height, pixelAspect: aspect, hasAlpha: !isOpaque, frameCount: 50,
        duration: 2)
      self.isOpaque = isOpaque
      self.value = value
    }

    func frames(of clip: Clip) -> any ClipFrames { self }

    func number(at seconds: Double) -> Int { max(0, min(49, Int((seconds * 25).rounded(.down)))) }

    func picture(_ number: Int) -> LightPicture? {
      let picture = LightPicture(width: clip.width, height: clip.height, isOpaque: isOpaque)
      let stream = StreamKey(seed: 5, path: 1).key(index: UInt64(number))
      for y in 0..<clip.height {
        for x in 0..<picture.pixels.tile.width {
          for plane in 0..<4 {
            // Pixels beyond the picture, and the alpha of an opaque picture, must never be read.
            let isUndefined = x >= clip.width || plane == 3 && isOpaque
            let random = stream.uniform(channel: UInt32(4 * (y * 64 + x) + plane))
            picture.pixels.tile.row(y, plane: plane)[x] = isUndefined ? .nan : value ?? random
          }
        }
      }
      return picture
    }
  }

  private static let canvas = Canvas(
    widthPoints: 60, heightPoints: 40, widthPixels: 60, heightPixels: 40, frameRate: 25, duration: 2)

  private func shader(
    _ clip: MadeUpClip, _ box: (x: Double, y: Double, width: Double, height: Double), _ fit: Video.Fit = .stretch,
    at time: Double = 0, _ change: (inout Video) -> Void = { _ in }
  ) -> any LayerShader {
    var video = Video(
      clip.clip, center: AnimatedPoint(AnimatedNumber(box.x), AnimatedNumber(box.y)),
      size: AnimatedPoint(AnimatedNumber(box.width), AnimatedNumber(box.height)), fit: fit)
    change(&video)
    let shader = makeLayerShader(
      for: .video(video), in: ShaderContext(path: 1, canvas: Self.canvas, loopSeconds: nil, files: clip))!
    shader.update(at: AnimationClock(time))
    return shader
  }

  private func pixels(_ frame: TileBuffer) -> [Float] {
    (0..<40).flatMap { y in (0..<4).flatMap { plane in (0..<60).map { frame.tile.row(y, plane: plane)[$0] } } }
  }

  @Test(
    "A picture whose pixels fall on those of the canvas is copied, and all beyond its box is transparent",
    arguments: [true, false])
  func copies(isOpaque: Bool) throws {
    let clip = MadeUpClip(width: 23, height: 17, isOpaque: isOpaque)
    // The box begins at (9, 10).
    let frame = drawn(shader(clip, (20.5, 18.5, 23, 17)), Self.canvas)
    let source = try #require(clip.picture(0))
    let picture = source.pixels.tile
    defer { withExtendedLifetime(source) {} }
    for y in 0..<40 {
      for x in 0..<60 {
        let isInside = (9..<32).contains(x) && (10..<27).contains(y)
        for plane in 0..<4 {
          let value = frame.tile.row(y, plane: plane)[x]
          let expected = isInside ? (plane == 3 && isOpaque ? 1 : picture.row(y - 10, plane: plane)[x - 9]) : 0
          #expect(value == expected, "\(x), \(y), plane \(plane)")
        }
      }
    }
  }

  @Test(
    "No pixel depends on tiles",
    arguments: [(60.0, 40.0), (23, 17), (7.3, 5.1), (100.7, 90.2), (19, 17.5)])
  func tilesDoNotShow(width: Double, height: Double) {
    for isOpaque in [true, false] {
      let clip = MadeUpClip(width: 23, height: 17, isOpaque: isOpaque)
      let shader = shader(clip, (28.25, 21.6, width, height), .fill)
      let whole = pixels(drawn(shader, Self.canvas))
      #expect(whole.allSatisfy { $0 >= 0 && $0 <= 1.000_001 })
      for tile in [(16, 8), (24, 40), (8, 3)] { #expect(pixels(drawn(shader, Self.canvas, tile: tile)) == whole) }
    }
  }

  @Test("A plain picture stays plain at any size, and its edges cover their share", arguments: [0.2, 0.6, 1, 1.7, 4])
  func weightsAddUp(scale: Double) {
    let clip = MadeUpClip(width: 9, height: 11, isOpaque: false, value: 0.75)
    let (width, height) = (9 * scale, 11 * scale)
    let frame = drawn(shader(clip, (30.3, 19.8, width, height)), Self.canvas)
    /// The share of a pixel that the box covers along one axis.
    func share(_ pixel: Int, _ middle: Double, _ side: Double) -> Double {
      max(0, min(Double(pixel + 1), middle + side / 2) - max(Double(pixel), middle - side / 2))
    }
    for y in 0..<40 {
      for x in 0..<60 {
        let expected = 0.75 * share(x, 30.3, width) * share(y, 19.8, height)
        #expect(abs(Double(frame.tile.row(y, plane: 1)[x]) - expected) < 1e-6, "\(x), \(y)")
      }
    }
  }

  @Test("Reduced to a whole fraction, a pixel is the mean of those that it covers")
  func meansAreExact() throws {
    let clip = MadeUpClip(width: 40, height: 30)
    let frame = drawn(shader(clip, (30, 20, 20, 10)), Self.canvas)
    let source = try #require(clip.picture(0))
    let picture = source.pixels.tile
    defer { withExtendedLifetime(source) {} }
    for y in 0..<10 {
      for x in 0..<20 {
        var sum = 0.0
        for row in 0..<3 {
          for column in 0..<2 { sum += Double(picture.row(3 * y + row, plane: 2)[2 * x + column]) }
        }
        #expect(abs(Double(frame.tile.row(15 + y, plane: 2)[20 + x]) - sum / 6) < 1e-6)
      }
    }
  }

  @Test("The fit `fill` covers the box, `fit` lies within it, and pixels that are not square become square")
  func fits() {
    func visibleSize(_ fit: Video.Fit, aspect: Double = 1) -> (x: Int, y: Int) {
      let clip = MadeUpClip(width: 20, height: 10, value: 1, aspect: aspect)
      let frame = drawn(shader(clip, (30, 20, 20, 20), fit), Self.canvas)
      let columns = (0..<60).filter { frame.tile.row(20, plane: 3)[$0] > 0 }
      let rows = (0..<40).filter { frame.tile.row($0, plane: 3)[30] > 0 }
      return (columns.count, rows.count)
    }
    #expect(visibleSize(.fill) == (20, 20) && visibleSize(.fit) == (20, 10) && visibleSize(.stretch) == (20, 20))
    #expect(visibleSize(.fit, aspect: 0.5) == (20, 20) && visibleSize(.fit, aspect: 0.25) == (10, 20))
  }

  @Test("A time shows the frame that covers it, whatever was shown before")
  func moments() {
    let clip = MadeUpClip(width: 23, height: 17)
    let box = (x: 30.0, y: 20.0, width: 60.0, height: 40.0)
    let moving = shader(clip, box)
    for time in [0.3, 0.04, 1.99, 0, 0.08, 0.079] {
      moving.update(at: AnimationClock(time))
      #expect(pixels(drawn(moving, Self.canvas)) == pixels(drawn(shader(clip, box, at: time), Self.canvas)))
    }
    let versions = [0.0, 0.039, 0.04].map { time in
      moving.update(at: AnimationClock(time))
      return moving.contentVersion
    }
    #expect(versions[0] == versions[1] && versions[1] != versions[2])
  }
}

/// Which second of its clip a video shows.
@Suite struct VideoTimeTests {
  private func video(_ change: (inout Video) -> Void = { _ in }) -> Video {
    let clip = Clip(
      path: "", width: 1, height: 1, pixelAspect: 1, hasAlpha: false, frameCount: 60, duration: 60 * 1001 / 30_000)
    var video = Video(clip, center: AnimatedPoint(0, 0), size: AnimatedPoint(1, 1))
    change(&video)
    return video
  }

  /// The clip's frame at a second of the layer's time, or nil if nothing is shown.
  private func frame(_ video: Video, _ seconds: Double) -> Int? {
    video.clipSeconds(at: seconds).map { Int(($0 * 30_000 / 1001).rounded(.down)) }
  }

  @Test("At the clip's own rate each frame is shown at its time, in every round of a loop")
  func framesMeet() {
    let (once, looped) = (video(), video { $0.loops = true })
    for number in 0..<600 {
      let seconds = Double(number * 1001) / 30_000
      #expect(frame(once, seconds) == min(number, 59) && frame(looped, seconds) == number % 60, "\(number)")
    }
  }

  @Test("Before and after a clip its first and last frame are held, or nothing is shown")
  func ends() {
    let holding = video { $0.before = .hold }
    #expect(frame(holding, -5) == 0 && frame(holding, 2.002) == 59 && frame(holding, 1e5) == 59)
    let ending = video { $0.after = .nothing }
    #expect(frame(ending, -0.01) == nil && frame(ending, 2) == 59 && frame(ending, 2.002) == nil)
    #expect(frame(video { $0.loops = true }, -0.5) == nil)
  }

  /// The second at which a frame of the clip begins.
  private func seconds(_ number: Int) -> Double { Double(number * 1001) / 30_000 }

  @Test("A clip may be trimmed and shown at another speed")
  func trimAndSpeed() {
    var trimmed = video { $0.loops = true }
    trimmed.start = seconds(15)
    trimmed.end = seconds(30)
    let fast = video { $0.speed = 2.5 }
    for number in 0..<40 {
      let (inTrimmed, inFast) = (frame(trimmed, seconds(number)), frame(fast, seconds(number)))
      #expect(inTrimmed == 15 + number % 15, "\(number)")
      #expect(inFast == min(number * 5 / 2, 59), "\(number)")
    }
    var still = video { $0.speed = 0 }
    still.start = 0.49
    #expect(frame(still, 0) == 14)
    #expect(frame(still, 1e4) == 14)
  }
}
