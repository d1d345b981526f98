import Hashing
import Model
import Motes
import Raster
import Rendering

/// Frames of a preset's text, drawn without files and threads of their own.
struct PresetFrames {
  let scene: Scene

  /// - Parameter layers: the elements of `layers`.
  init(_ layers: String, width: Int = 96, height: Int = 64, canvas: String = "") throws {
    let more = canvas.isEmpty ? "" : ", " + canvas
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": \(width), \"height\": \(height), \"duration\": 2, \"frameRate\": 10, "
      + "\"seed\": 4\(more) }, \"layers\": [\(layers)] }"
    scene = try Preset.load(text: Array(text.utf8), named: "frames.json").scene
  }

  func renderer(
    _ format: PixelFormat = .floatPlanes, threads: Int = 1, tile: (Int, Int) = (240, 64)
  ) -> FrameRenderer {
    FrameRenderer(
      plan: RenderPlan(scene: scene), format: format, threadCount: threads, tileWidth: tile.0, tileHeight: tile.1)
  }

  /// Planes of premultiplied floats.
  func floats(at time: Rational = .zero) -> PixelBuffer {
    let renderer = renderer()
    let pixels = renderer.makeBuffer()
    renderer.render(at: time, into: pixels)
    return pixels
  }

  func hash(
    at time: Rational = .zero, _ format: PixelFormat = .rgba, threads: Int = 1, tile: (Int, Int) = (240, 64)
  ) -> String {
    let renderer = renderer(format, threads: threads, tile: tile)
    let pixels = renderer.makeBuffer()
    renderer.render(at: time, into: pixels)
    return FrameHasher().hash(pixels)
  }
}

extension PixelBuffer {
  /// A value of a float frame: plane 0 green, 1 blue, 2 red, 3 alpha.
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
