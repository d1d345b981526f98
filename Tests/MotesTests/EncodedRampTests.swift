import Motes
import TestSupport
import Testing

/// A dark ramp is still smooth after encoding.
@Suite struct EncodedRampTests {
  /// At the default quality each mean of columns is greater than the one before: the encoder keeps enough of the dither.
  @Test("Dark ramps rise without plateaus") func darkRampsRiseWithoutPlateaus() async throws {
    let text = """
      { "canvas": { "width": 1920, "height": 1080, "frameRate": 30, "duration": 0.2 },
        "layers": [ { "gradient": { "angle": 90, "stops": ["#050505", "#131313"] } } ] }
      """
    let scene = try Preset.load(text: Array(text.utf8), named: "ramp.json").scene
    let folder = try TemporaryFolder()
    let path = folder.file("ramp.mp4")
    try await Renderer(scene: scene, format: .yuv420p, threads: 2).writeMovie(to: path)
    let decoded = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-i", path, "-vf", "extractplanes=y", "-f", "rawvideo", "-pix_fmt", "gray", "-"])
    try #require(decoded.output.count == 6 * 1920 * 1080)
    let samples = [UInt8](decoded.output)
    let exact = try Renderer(scene: scene, format: .yuv420p, threads: 2).frame(at: Rational(0))
    for frame in [0, 5] {
      let found = means { x, y in samples[(frame * 1080 + y) * 1920 + x] }
      let drawn = means { x, y in exact.plane(0)[y * exact.stride(ofPlane: 0) + x] }
      for column in 1..<found.count {
        let share = (found[column] - found[column - 1]) / (drawn[column] - drawn[column - 1])
        #expect(share > 0.15, "frame \(frame), column \(48 * column): rises by \(share) of what was drawn")
      }
    }
  }

  /// The means of stripes 48 pixels wide, in which the ramp rises by about a third of a code.
  private func means(_ sample: (_ x: Int, _ y: Int) -> UInt8) -> [Double] {
    var sums = [Int](repeating: 0, count: 40)
    for y in 0..<1080 {
      for x in 0..<1920 { sums[x / 48] += Int(sample(x, y)) }
    }
    return sums.map { Double($0) / Double(48 * 1080) }
  }
}
