import Hashing
import Model
import Motes
import Raster
import Rendering
import Testing

/// Draws frames of a preset that a test gives as text.
struct PresetFrames {
  let scene: Scene

  /// - Parameters:
  ///   - layers: the JSON elements of `layers`.
  ///   - canvas: further JSON keys of `canvas`.
  init(_ layers: String, width: Int = 96, height: Int = 64, canvas: String = "") throws {
    let canvasKeys = canvas.isEmpty ? "" : ", " + canvas
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": \(width), \"height\": \(height), \"duration\": 2, \"frameRate\": 10, "
      + "\"seed\": 4\(canvasKeys) }, \"layers\": [\(layers)] }"
    scene = try Preset.load(text: Array(text.utf8), named: "frames.json").scene
  }

  func renderer(
    _ format: PixelFormat = .floatPlanes, threads: Int = 1, tile: (width: Int, height: Int) = (240, 64)
  ) -> FrameRenderer {
    FrameRenderer(
      plan: RenderPlan(scene: scene), format: format, threadCount: threads, tileWidth: tile.width,
      tileHeight: tile.height)
  }

  /// Draws a frame as planes of premultiplied floats.
  func floats(at time: Rational = .zero) -> PixelBuffer {
    let renderer = renderer()
    let pixels = renderer.makeBuffer()
    renderer.render(at: time, into: pixels)
    return pixels
  }

  /// Draws five frames one after another and expects each to equal that of a renderer that draws only it.
  ///
  /// - Returns: whether some layer was drawn again in the last of them; if not, all that is seen was kept.
  func isDrawnAgain() -> Bool {
    let work = LayerWork(scene, .rgb24)
    let pixels = work.renderer.makeBuffer()
    var drawn: [String: Int] = [:]
    for frame in 0..<5 {
      let time = scene.canvas.time(ofFrame: frame)
      drawn = work.draw(at: time, into: pixels)
      #expect(FrameHasher().hash(pixels) == hash(at: time, .rgb24), "frame \(frame)")
    }
    return drawn.values.contains { $0 > 0 }
  }

  func hash(
    at time: Rational = .zero, _ format: PixelFormat = .rgba, threads: Int = 1,
    tile: (width: Int, height: Int) = (240, 64)
  ) -> String {
    let renderer = renderer(format, threads: threads, tile: tile)
    let pixels = renderer.makeBuffer()
    renderer.render(at: time, into: pixels)
    return FrameHasher().hash(pixels)
  }
}

extension PixelBuffer {
  /// One sample of a float frame, whose planes are 0 green, 1 blue, 2 red and 3 alpha.
  func float(_ x: Int, _ y: Int, plane: Int) -> Float {
    UnsafeRawPointer(self.plane(plane) + y * stride(ofPlane: plane) + 4 * x).load(as: Float.self)
  }

  /// The largest difference between two float frames, over all values.
  func largestDifference(to other: PixelBuffer) -> Float {
    var largest: Float = 0
    for plane in 0..<4 {
      for y in 0..<height {
        for x in 0..<width {
          largest = max(largest, abs(float(x, y, plane: plane) - other.float(x, y, plane: plane)))
        }
      }
    }
    return largest
  }
}
