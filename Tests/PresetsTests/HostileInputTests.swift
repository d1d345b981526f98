import Glibc
import Model
import Presets
import Testing

/// No input may crash the reader, hang it or leave an error without a position.
@Suite(.serialized) struct HostileInputTests {
  /// Returns the processor time that loading takes: other tests may run on the same cores.
  private func secondsToLoad(_ bytes: [UInt8]) -> Double {
    func seconds() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = seconds()
    _ = try? Preset.load(text: bytes, named: "x.json")
    return seconds() - start
  }

  /// Returns `prefix`, as many repetitions of `piece` as reach `byteCount`, and `suffix`.
  private func repeated(
    _ piece: String, prefix: String = "", suffix: String = "", byteCount: Int = 8_300_000
  ) -> [UInt8] {
    let count = (byteCount - prefix.utf8.count + piece.utf8.count - 1) / piece.utf8.count
    return Array((prefix + String(repeating: piece, count: count) + suffix).utf8)
  }

  @Test("Thousands of combining marks in a key, a text or --set are refused quickly; thirty are accepted")
  func combiningMarksAreBounded() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 40_000)
    let texts = [
      "{\"format\":1,\"layers\":[],\"e\(marks)\":1}", "{\"format\":1,\"name\":\"e\(marks)\",\"layers\":[]}",
      "{\"format\":1,\"layers\":[{\"gradient\":{\"type\":\"e\(marks)\",\"stops\":[\"red\"]}}]}",
    ]
    for text in texts {
      #expect(secondsToLoad(Array(text.utf8)) < 2)
      let error = #expect(throws: PresetError.self) { try Preset.load(text: Array(text.utf8), named: "x.json") }
      #expect(error?.description.contains("combining marks") == true)
      #expect(error?.count == 1)
    }
    let settings = PresetSettings(overrides: [
      .init(key: "a\(marks)", value: "1"), .init(key: "name", value: "e\(marks)"),
    ])
    let empty = Array("{\"format\":1,\"layers\":[]}".utf8)
    let error = #expect(throws: PresetError.self) { try Preset.load(text: empty, named: "x.json", settings) }
    #expect(error?.count == 2)
    let few = "{\"format\":1,\"name\":\"e\(String(repeating: "\u{301}", count: 30))\",\"layers\":[]}"
    #expect(throws: Never.self) { try Preset.load(text: Array(few.utf8), named: "x.json") }
  }

  @Test("A key of more than 256 bytes is refused") func longKeysAreRefused() {
    let text = "{\"format\":1,\"layers\":[],\"\(String(repeating: "k", count: 257))\":1}"
    let error = #expect(throws: PresetError.self) { try Preset.load(text: Array(text.utf8), named: "x.json") }
    #expect(error?.description.contains("a key of 257 bytes") == true)
    #expect(error?.count == 1)
  }

  @Test("Eight megabytes of any input are read or refused quickly") func eightMegabytesAreReadOrRefusedQuickly() {
    let cell = "{\"layers\":[{\"emitter\":{\"cells\":["
    let inputs: [(String, [UInt8])] = [
      ("brackets", repeated("[")), ("braces", repeated("{\"a\":")), ("pairs", repeated("[],", prefix: "{\"layers\":[")),
      ("quotes", repeated("a", prefix: "{\"name\":\"", suffix: "\"}")), ("open", repeated("a", prefix: "\"")),
      ("keys", repeated("\"key\":0,", prefix: "{", suffix: "}")), ("numbers", repeated("1,", prefix: "[")),
      ("digits", repeated("1")), ("zeroes", repeated("\u{0}")), ("comment", repeated("/*")), ("slashes", repeated("/")),
      ("commas", repeated(",", prefix: "[")), ("colons", repeated(":", prefix: "{")), ("words", repeated("a ")),
      ("cells", repeated("{},", prefix: cell)), ("named", repeated("{\"name\":\"a\"},", prefix: cell)),
      ("formula", repeated("1+", prefix: "{\"layers\":[{\"opacity\":\"=", suffix: "1\"}]}")),
      ("percent", repeated("1", prefix: "{\"layers\":[{\"opacity\":\"", suffix: "%\"}]}")),
      ("color", repeated("a", prefix: "{\"layers\":[{\"gradient\":{\"stops\":[\"", suffix: "\"]}}]}")),
      (
        "stops",
        repeated("\"red\",", prefix: "{\"layers\":[{\"gradient\":{\"stops\":[", suffix: "]}}]}", byteCount: 3_000_000)
      ),
      ("equals", repeated(" ", prefix: "{\"layers\":[{\"blend\":\"=", suffix: "\"}]}")),
      ("umlauts", repeated("ä", prefix: "{")), ("newlines", repeated("\n?", prefix: "[")),
    ]
    for (name, bytes) in inputs {
      let time = secondsToLoad(Array(bytes.prefix(Limits.fileBytes)))
      #expect(time < 2, "\(name) took \(time) s")
    }
    #expect(secondsToLoad(repeated("[", byteCount: 9_000_000)) < 0.5)
  }

  @Test("Presets that multiply long lists or formulas are read quickly") func amplifiedPresetsAreReadQuickly() {
    // A list of the greatest length that thousands of values refer to, and formulas of the greatest length.
    let colors = Array(repeating: "\"red\"", count: 1_000).joined(separator: ",")
    let cells = Array(repeating: "{\"burst\":1,\"lifetime\":1,\"colors\":\"= p\"}", count: 4_000).joined(separator: ",")
    let knob = "{\"knobs\":{\"p\":{\"default\":[\(colors)]}},\"layers\":[{\"emitter\":{\"cells\":[\(cells)]}}]}"
    #expect(secondsToLoad(Array(knob.utf8)) < 2)
    let formula = "\"= sin(" + String(repeating: "t+", count: 900) + "t)\""
    let moving = Array(
      repeating: "{\"burst\":\(formula),\"lifetime\":\(formula),\"scale\":\(formula)}", count: 1_000
    ).joined(separator: ",")
    #expect(secondsToLoad(Array("{\"layers\":[{\"emitter\":{\"cells\":[\(moving)]}}]}".utf8.prefix(8_000_000))) < 2)
  }

  @Test("Mutated presets never crash, and all their issues have positions")
  func mutatedPresetsNeverCrashAndIssuesHavePositions() throws {
    let seed = Array(Preset.template(name: "seed").utf8)
    let rich = Array(
      """
      { "canvas": { "width": 640, "height": 360, "duration": 4, "frameRate": "30000/1001", "loop": false, "blending": "srgb" },
        "knobs": { "a": { "default": 1 }, "p": { "default": ["red", "lime"] } },
        "layers": [ { "name": "g", "group": [ { "gradient": { "type": "conic", "from": "= t * a", "stops": [[0, "red"], "blue"] } } ] },
          { "name": "w", "begin": -2, "ripples": { "drops": [ { "time": 1, "position": ["50%", 3] } ] } },
          { "name": "e", "emitter": { "shape": { "type": "polygon", "points": [[0, 0], [1, 0], [0, "1%"]] }, "cells": [
            { "name": "c", "birthRate": { "keys": [[0, 1], [1, 2, "ease"]] }, "lifetime": 1, "colors": "= p", "cells": [
              { "when": "death", "burst": 5, "lifetime": 1, "shared": ["color"], "scaleOverLife": [1, [0.5, 2], 0] } ] } ] } } ],
        "post": { "bloom": {}, "exposure": { "from": 0, "to": 1, "duration": 2, "spring": { "response": 0.5 } } } }
      """.utf8)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "null", "true", "-", "1e308", "1e-320", "99999999999999999999", "NaN",
      "\"=\"", "\"= t\"",
      "\"= 1/0\"", "\"50%\"", "//", "/*", "\\", "\u{0}", "é", "[]", "{}", "-0", "\"red\"", "0.0000001",
      "\"extends\": \"x\",",
    ].map { Array($0.utf8) }
    var state: UInt64 = 2026
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    var failures = 0
    for round in 0..<4_000 {
      var bytes = round % 2 == 0 ? seed : rich
      for _ in 0...next(3) {
        let offset = next(bytes.count)
        switch next(6) {
        case 0: bytes.removeSubrange(offset..<min(bytes.count, offset + 1 + next(12)))
        case 1: bytes.insert(contentsOf: pieces[next(pieces.count)], at: offset)
        case 2: bytes[offset] = UInt8(next(256))
        case 3: bytes.removeLast(bytes.count - offset)
        case 4: bytes.replaceSubrange(offset..<min(bytes.count, offset + 1 + next(6)), with: pieces[next(pieces.count)])
        default:
          // Insert a copy of another part of the text.
          let from = next(bytes.count)
          bytes.insert(contentsOf: Array(bytes[from..<min(bytes.count, from + 1 + next(40))]), at: offset)
        }
        if bytes.isEmpty { bytes = [0x7B] }
      }
      do throws(PresetError) {
        let preset = try Preset.load(text: bytes, named: "x.json")
        #expect(preset.scene.canvas.frameCount > 0)
      } catch {
        failures += 1
        #expect(!error.issues.isEmpty && error.count >= error.issues.count)
        for issue in error.issues { #expect(issue.line != nil && issue.column != nil && !issue.message.isEmpty) }
      }
    }
    #expect(failures > 2_000 && failures < 4_000)
  }
}
