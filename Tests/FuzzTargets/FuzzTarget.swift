import Colorimetry
import Foundation
import Glibc
import Hashing
import Importing
import JSON
import Listening
import Motes
import MotesTuning
import Presets

/// Code that reads bytes from outside, and must end for any of them: with a result or with an error of its own. `Scripts/fuzz` looks for bytes at which one
/// crashes or hangs; those that were found are kept in Tests/Corpora and tried with every run of the tests.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A preset's text, of which three frames are drawn.
  case preset
  /// A formula, as a number, as a colour of a field and as a text.
  case formula
  /// SVG path data.
  case path
  /// A colour of CSS.
  case color
  /// A file of frame hashes.
  case framehash
  /// The plan of a job, and a list of its parts.
  case plan
  /// A file of curves, or a list of times.
  case curves
  /// A file of another system.
  case importing
  /// A font, with which a few letters are drawn.
  case font
  /// A picture.
  case picture
  /// A clip of video.
  case clip
  /// What a browser sends to the tuning page: the head of a request, and frames of a WebSocket.
  case page

  /// The most bytes that are of interest: more cost time and find nothing else.
  public var maximumBytes: Int {
    switch self {
    case .formula, .path: 512
    case .color: 96
    case .preset, .framehash, .plan, .page: 4_096
    case .curves, .importing: 8_192
    case .font, .picture, .clip: 65_536
    }
  }

  /// Reads some bytes. Errors of ours are results; anything else ends the process.
  public func read(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .preset: draw(text)
    case .formula:
      let quoted = JSONWriter.quoted("= " + text)
      draw(#"{ "layers": [{ "gradient": { "stops": ["red", "blue"] }, "opacity": \#(quoted) }] }"#)
      draw(#"{ "layers": [{ "field": { "color": \#(quoted) } }] }"#)
      draw(#"{ "layers": [{ "text": { "words": \#(quoted), "size": 10 } }] }"#)
    case .path: _ = try? PathDataParser.path(text)
    case .color: _ = try? CSSColorParser.parse(text)
    case .framehash: _ = try? FrameHashFile(parsing: bytes, path: "fuzz.framehash")
    case .plan: _ = try? JobPlan(text: bytes, path: "plan.json")
    case .curves:
      for name in ["fuzz.curves.json", "fuzz.txt"] { _ = try? SoundCurvesFile.read(bytes, named: name) }
    case .importing:
      for name in ["fuzz.json", "fuzz.js", "fuzz.html", "fuzz.plist"] {
        guard let sources = try? Importer.sources(bytes, name: name) else { continue }
        for source in sources.prefix(4) {
          if let result = try? Importer.run(source) { draw(result.preset) }
        }
      }
    case .font:
      draw(
        #"{ "layers": [{ "text": { "words": "ABHOabcdefg é山 😀⭐🍎🌅🎡🎈", "fontFile": "bytes", "size": 12 } }] }"#,
        beside: bytes)
    case .picture: draw(#"{ "layers": [{ "image": { "file": "bytes" } }] }"#, beside: bytes)
    case .clip: draw(#"{ "layers": [{ "video": { "file": "bytes" } }] }"#, beside: bytes)
    case .page: readMessages(bytes)
    }
  }

  /// Draws three frames of a preset's text, if it is one.
  private func draw(_ text: String, named name: String = "preset.json") {
    var settings = PresetSettings(size: PresetSettings.Size("32x18"))
    settings.assetLoader = .files
    guard let preset = try? Preset(json: text, named: name, settings: settings),
      let renderer = try? Renderer(preset)
    else { return }
    for number in [0, 1, 29] { _ = renderer.frame(number: number) }
  }

  /// Draws a preset beside which a file of the name "bytes" lies, which it shows.
  private func draw(_ text: String, beside bytes: [UInt8]) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("motes-fuzz-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(bytes).write(to: folder.appendingPathComponent("bytes"))
    } catch { fatal("\(error)") }
    draw(text, named: folder.appendingPathComponent("preset.json").path)
  }

  /// Ends the process: a folder for temporary files is part of what the tests need.
  private func fatal(_ sentence: String) -> Never {
    print(sentence)
    exit(1)
  }

  private func readMessages(_ bytes: [UInt8]) {
    var head = RequestHeadReader()
    _ = try? head.take(bytes)
    var messages = MessageReader()
    var rest = bytes[...]
    // The end of the bytes is the connection's end.
    while let event = try? messages.next({ count in
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }) {
      if case .text(let message) = event { _ = try? JSONDecoder().decode(TuningRequest.self, from: message) }
    }
  }
}
