import Foundation
import Motes
import MotesTuning
import Testing

@Suite("Files are saved whole, in their folder, and never over another's work") struct PresetFileTests {
  private static let text =
    #"{ "format": 1, "name": "A", "canvas": { "width": 64, "height": 36, "frameRate": 10, "duration": 1, "seed": 1 }, "layers": [] }"#

  /// Makes a preset's file `a.json` in a fresh folder, and removes the folder afterwards.
  private func withFile(_ body: (_ path: String, _ folder: String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "tuning-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.json"
    try Data(Self.text.utf8).write(to: URL(fileURLWithPath: path))
    try body(path, folder)
  }

  private func content(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("A file that another program saved meanwhile is kept, unless it is to be replaced")
  func conflicts() throws {
    try withFile { path, _ in
      let file = try PresetFile(path, PresetSettings())
      let base = file.read()
      #expect(base == Array(Self.text.utf8))
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: path))
      guard case .changedMeanwhile(let theirs) = file.save(Array("mine".utf8), base: base, name: nil, replaces: false)
      else {
        Issue.record("The file was overwritten.")
        return
      }
      #expect(theirs == Array("theirs".utf8))
      #expect(content(path) == "theirs")
      guard case .saved = file.save(Array("mine".utf8), base: base, name: nil, replaces: true) else {
        Issue.record("The file was not replaced.")
        return
      }
      #expect(content(path) == "mine")
    }
  }

  @Test(
    "Names that lead out of the folder, or to hidden files, are refused",
    arguments: [
      "../b", "/tmp/b", "sub/b.json", ".b", "", ".json", "-b", "b\u{0}c", "motes.schema.json", "b\n",
    ])
  func names(name: String) throws {
    try withFile { path, folder in
      let file = try PresetFile(path, PresetSettings())
      guard case .refused(let sentence) = file.save(Array("x".utf8), base: nil, name: name, replaces: true) else {
        Issue.record("\(name) was written.")
        return
      }
      #expect(sentence.hasSuffix("."))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.json"])
    }
  }

  @Test("Another name is written beside it; an existing one only if it is to be replaced")
  func otherName() throws {
    try withFile { path, folder in
      let file = try PresetFile(path, PresetSettings())
      guard case .saved(let other) = file.save(Array("b".utf8), base: nil, name: "b", replaces: false) else {
        Issue.record("b.json was not written.")
        return
      }
      #expect(other.path == folder + "/b.json")
      guard case .refused = file.save(Array("c".utf8), base: nil, name: "b.json", replaces: false) else {
        Issue.record("b.json was overwritten.")
        return
      }
      #expect(content(folder + "/b.json") == "b")
    }
  }
}
