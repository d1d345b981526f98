import Colorimetry
import Motes
import Raster
import Testing

/// Dark ramps have no steps that anybody could see.
@Suite struct BandingTests {
  private func scene(_ colors: (start: String, end: String), angle: Double) throws -> Scene {
    let text = """
      { "canvas": { "width": 1920, "height": 1080 },
        "layers": [ { "gradient": { "angle": \(angle), "stops": ["\(colors.start)", "\(colors.end)"] } } ] }
      """
    return try Preset.load(text: Array(text.utf8), named: "ramp.json").scene
  }

  /// The mean of every block of 16 × 16 eight-bit samples differs from the float frame's by at most 0.06 of a step.
  @Test("Blocks have the float frame's mean", arguments: [("#050505", "#131313"), ("#0f0f0f", "#3a3a3a")], [90.0, 37])
  func blocksHaveTheFloatFramesMean(_ colors: (String, String), _ angle: Double) throws {
    let scene = try scene(colors, angle: angle)
    func frame(_ format: PixelFormat) throws -> PixelBuffer {
      try Renderer(scene: scene, format: format, threads: 2).frame(at: Rational(0))
    }
    let (light, codes, luma) = (try frame(.floatPlanes), try frame(.rgb24), try frame(.yuv420p))
    var worst = (rgb: 0.0, luma: 0.0)
    for top in stride(from: 0, through: 1080 - 16, by: 16) {
      for left in stride(from: 0, through: 1920 - 16, by: 16) {
        var (exact, rgb, y) = (0.0, [0.0, 0, 0], 0.0)
        for row in top..<top + 16 {
          let green = (light.plane(0) + row * light.stride(ofPlane: 0)).withMemoryRebound(
            to: Float.self, capacity: 1920
          ) { $0 }
          let bytes = codes.plane(0) + row * codes.stride(ofPlane: 0)
          let lumas = luma.plane(0) + row * luma.stride(ofPlane: 0)
          for x in left..<left + 16 {
            exact += TransferFunction.srgb.encode(Double(green[x]))
            for channel in 0..<3 { rgb[channel] += Double(bytes[3 * x + channel]) }
            y += Double(lumas[x])
          }
        }
        for channel in 0..<3 { worst.rgb = max(worst.rgb, ((rgb[channel] - 255 * exact) / 256).magnitude) }
        worst.luma = max(worst.luma, ((y - (16 * 256 + 219 * exact)) / 256).magnitude)
      }
    }
    #expect(worst.rgb <= 0.06 && worst.luma <= 0.06, "\(worst) of a step")
  }

  /// The frame is dithered: without dither, the blocks of the test above would be off by up to half a step.
  @Test("A ramp is no staircase") func aRampIsNoStaircase() throws {
    let pixels = try Renderer(scene: scene(("#050505", "#131313"), angle: 90), format: .rgb24).frame(at: Rational(0))
    let row = pixels.plane(0) + 500 * pixels.stride(ofPlane: 0)
    var (run, longest) = (1, 1)
    for x in 1..<1920 {
      run = row[3 * x] == row[3 * x - 3] ? run + 1 : 1
      longest = max(longest, run)
    }
    // Undithered, each code would fill about 1920 / 14 = 137 pixels; dither makes two codes alternate.
    #expect(longest < 60, "\(longest) pixels alike")
  }
}
