import Foundation
import Motes
import MotesTuning
import Testing

@Suite("The page's frames are the product's own") struct FrameTests {
  private static let settings = PresetSettings(folders: PresetLibrary.shipped.folders)

  /// A preset's frame as the tuning page gets it, and the preset.
  private func paint(_ name: String, number: Int, alpha: Bool) throws -> (
    painting: FramePainter.Painting, preset: Preset
  ) {
    var settings = Self.settings
    settings.size = .pixels(width: 160, height: 90)
    let preset = try Preset(named: name, settings: settings)
    var painter = FramePainter(threads: 2, clock: { 0 })
    let key = FramePainter.Key(revision: 1, drawsSavedText: false, width: 160, height: 90, keepsAlpha: alpha)
    let frame = TuningRequest.Frame(number: number, width: 160, height: 90, alpha: alpha, hash: true)
    // What was painted before must not change the frame.
    _ = try painter.paint(key, TuningRequest.Frame(number: 3, width: 160, height: 90)) { preset }
    return (try painter.paint(key, frame) { preset }, preset)
  }

  @Test(
    "Pixels and hash are those of a renderer that draws nothing else",
    arguments: ["fireworks", "snow", "aurora", "confetti"])
  func equalBytes(name: String) throws {
    let (painting, preset) = try paint(name, number: 40, alpha: false)
    let frame = try Renderer(preset, format: .rgb24).frame(number: 40)
    #expect(painting.picture.hash == frame.sha256)
    let colors = painting.pixels.indices.filter { $0 % 4 != 3 }.map { painting.pixels[$0] }
    #expect(colors == frame.packedBytes)
    #expect(painting.pixels.indices.filter { $0 % 4 == 3 }.allSatisfy { painting.pixels[$0] == 255 })
  }

  @Test("With transparency they are those of --alpha")
  func alpha() throws {
    let (painting, preset) = try paint("snow", number: 40, alpha: true)
    let frame = try Renderer(preset, format: .rgba, backdrop: .nothing).frame(number: 40)
    #expect(painting.pixels == frame.packedBytes)
    #expect(painting.picture.hash == frame.sha256)
  }

  @Test("An answer with pixels is the JSON's length, the JSON and the pixels")
  func answer() throws {
    var reply = TuningReply()
    reply.id = 7
    let answer = TuningAnswer(reply, pixels: [1, 2, 3, 4])
    let bytes = Array(answer.bytes)
    #expect(answer.isBinary)
    #expect(bytes.prefix(4) == [8, 0, 0, 0])
    #expect(String(decoding: bytes[4..<12], as: UTF8.self) == #"{"id":7}"#)
    #expect(bytes.suffix(4) == [1, 2, 3, 4])
    #expect(!TuningAnswer(reply).isBinary)
  }
}
