import Colorimetry
import Motes
import TestSupport
import Testing

/// Conversion to linear light on canvases that blend encoded values.
@Suite struct LinearLightTests {
  @Test("Encoded values become light by the exact curve, also above white and in the last columns of a row")
  func exactCurve() {
    let buffer = PixelBuffer(format: .floatPlanes, width: 21, height: 3)
    var expected: [Double] = []
    var state: UInt64 = 5
    for row in 0..<3 {
      let planes = (0..<4).map {
        UnsafeMutableRawPointer(buffer.plane($0) + row * buffer.stride(ofPlane: $0)).assumingMemoryBound(to: Float.self)
      }
      for column in 0..<21 {
        // Pseudo-random numbers by Knuth's MMIX generator.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let alpha = column % 5 == 0 ? 0 : Float(state >> 40) / Float(1 << 24)
        planes[3][column] = alpha
        for plane in 0..<3 {
          let value = Float((state >> (8 * UInt64(plane))) & 255) / 255
          planes[plane][column] = value
          let curve = TransferFunction.srgb
          expected.append(
            alpha > 0 ? curve.decode(Double(value / alpha)) * Double(alpha) : curve.decode(Double(value)))
        }
      }
    }
    buffer.decodeSRGB()
    var index = 0
    for row in 0..<3 {
      for column in 0..<21 {
        for plane in 0..<3 {
          let values = UnsafeMutableRawPointer(buffer.plane(plane) + row * buffer.stride(ofPlane: plane))
            .assumingMemoryBound(to: Float.self)
          let error = abs(Double(values[column]) - expected[index])
          #expect(error <= 2e-6 * max(1, expected[index]), "\(column), \(row): \(values[column]), \(expected[index])")
          index += 1
        }
      }
    }
  }

  @Test("An OpenEXR picture of an srgb canvas holds linear light")
  func pictures() throws {
    let text = """
      { "canvas": { "width": 32, "height": 16, "duration": 1, "blending": "srgb" },
        "layers": [ { "gradient": { "stops": ["#4080c0", "#4080c0"] } } ] }
      """
    let scene = try Preset.load(text: Array(text.utf8), named: "plain.json").scene
    let folder = try TemporaryFolder()
    let settings = try PictureSettings(
      #require(PictureFormat(forFile: "a.exr")), hasAlpha: true, bitDepth: 32, quality: nil)
    let pixels = try Renderer(scene: scene, format: settings.pixelFormat).picture(at: 0, for: settings)
    try PictureWriter.write(pixels, to: folder["a.exr"], settings: settings)
    let decoded = try Tool.run(
      "ffmpeg", ["-v", "error", "-i", folder["a.exr"], "-f", "rawvideo", "-pix_fmt", "gbrpf32le", "-"])
    let bytes = [UInt8](decoded.output)
    try #require(bytes.count == 3 * 4 * 32 * 16, "\(decoded.errorText)")
    let floats = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    for (plane, code) in [(0, 0x80), (1, 0xC0), (2, 0x40)] {
      let light = TransferFunction.srgb.decode(Double(code) / 255)
      // Gradients keep their colours to a tenth of a code.
      #expect(abs(Double(floats[plane * 512 + 100]) - light) < 3e-4, "\(floats[plane * 512 + 100]), \(light)")
    }
  }
}
