import Model
import Presets
import Testing

/// What presets read of a sound, which a fake loader makes: a level that rises from 0 to 1 in two seconds, bands of which band k is k / 15 at all
/// times, beats every half second.
@Suite("Words, births and knobs that follow a sound") struct SoundKeyTests {
  private static func curve(_ name: String, _ numbers: [UInt16]) -> SoundCurve {
    SoundCurve(name: name, unit: 1, low: 0, high: 1, bits: 8, rowsPerSecond: 1, numbers: numbers)
  }

  private static let sound = SoundCurves(
    song: nil, duration: 2,
    curves: [curve("level", [0, 51, 255])]
      + (0..<16).map { curve("band\($0)", Array(repeating: UInt16($0 * 17), count: 3)) },
    beats: SoundEvents(times: [0, 0.5, 1, 1.5], strengths: [1, 0.2, 0.8, 0.4]),
    onsets: [("all", SoundEvents(times: [0.25], strengths: [1])), ("claps", SoundEvents(times: [1], strengths: [1]))],
    tempo: 120, loudness: nil)

  private var settings: PresetSettings {
    var settings = PresetSettings()
    settings.assetLoader = AssetLoader(
      clip: { (_) throws(AssetLoader.Failure) in throw AssetLoader.Failure("is no clip") },
      soundCurves: { (path) throws(AssetLoader.Failure) in
        if path.hasSuffix("bad.json") { throw AssetLoader.Failure("bad.json:1:1: this is no file of curves") }
        return Self.sound
      })
    settings.curves = "music/song.curves.json"
    return settings
  }

  private func opacity(
    _ formula: String, at seconds: Double, _ keys: String = "", settings: PresetSettings? = nil
  ) throws -> Double {
    let preset = try load(
      #"{ \#(keys) "layers": [{ "gradient": { "stops": ["red", "blue"] }, "begin": 0, "transform": { "rotation": "\#(formula)" } }] }"#,
      settings ?? self.settings)
    let rotation = try #require(preset.scene.layers[0].transform).rotation
    return rotation.value(at: AnimationClock(local: seconds - 77, canvas: seconds))
  }

  @Test("A word is the sound's value at the canvas's time, and with seconds in brackets that of another time")
  func words() throws {
    #expect(try opacity("= level", at: 1) == 0.2)
    #expect(abs(try opacity("= 10 * level", at: 1.5) - 6) < 1e-12)
    #expect(try opacity("= level(-0.5)", at: 1.5) == 0.2)
    #expect(try opacity("= level(2)", at: 1) == 0, "after the end")
    #expect(try opacity("= bass + waveLow", at: 1) == 0, "what the file does not have")
    #expect(try opacity("= beat", at: 0.625) == 0.25)
    #expect(try opacity("= beats", at: 1.2) == 3)
    #expect(try opacity("= onset('beats')", at: 1.25) == 0.25)
    #expect(abs(try opacity("= onset('beats', -1)", at: 1.6) - 0.1) < 1e-12)
    #expect(try opacity("= onset()", at: 1) == 0.75)
    #expect(try opacity("= onset('beats', 0, 2)", at: 1.25) == 1.25)
    #expect(try opacity("= onset('beats', 0, 3)", at: 1.25) == 1e6)
    #expect(try opacity("= onsets('beats', 0.3) + onsets('claps')", at: 1.25) == 5)
    #expect(try opacity("= onset('claps')", at: 1.5) == 0.5)
    #expect(try opacity("= onset('bass')", at: 1.5) == 1e6)
  }

  @Test("Bands are interpolated, also where their number depends on time") func bands() throws {
    #expect(abs(try opacity("= band(3)", at: 1) - 0.2) < 1e-12)
    #expect(abs(try opacity("= band(4.5)", at: 1) - 0.3) < 1e-12)
    #expect(abs(try opacity("= band(99) + band(-5)", at: 1) - 1) < 1e-12)
    for place in [0.0, 0.3, 7.5, 14.9, 15, 40] {
      #expect(abs(try opacity("= band(T * \(place))", at: 1) - min(place, 15) / 15) < 1e-12, "\(place)")
    }
    #expect(abs(try opacity("= sum(k, 0, 15, band(k))", at: 1) - 8) < 1e-12)
  }

  @Test("A field reads the spectrum across its pixels") func fields() throws {
    let preset = try load(#"{ "layers": [{ "field": { "color": "= band(15 * u)" } }] }"#, settings)
    guard case .field(let field) = preset.scene.layers[0].source else { return #expect(Bool(false)) }
    #expect(field.values.count == 16)
    for (index, value) in field.values.enumerated() {
      #expect(abs(value.number.value(at: AnimationClock(local: 0, canvas: 1)) - Double(index) / 15) < 1e-12)
    }
  }

  @Test("Names of one's own come before the words") func ownNames() throws {
    #expect(
      try opacity("= level + beat", at: 1, #""knobs": { "level": { "default": 7 } }, "signals": { "beat": "= T" },"#)
        == 8)
  }

  @Test("Without a sound the words are 0, and the preset says what it reads") func silence() throws {
    let plain = PresetSettings()
    for word in ["level", "band(3)", "beat", "beats", "treble(-1)"] {
      #expect(try opacity("= \(word)", at: 1, settings: plain) == 0, "\(word)")
    }
    #expect(try opacity("= exp(-onset('bass'))", at: 1, settings: plain) == 0)
    let text = #"""
      { "layers": [{ "gradient": { "stops": ["red", "blue"] }, "opacity": "= clamp(level + onset('mid'), 0, 1)" },
        { "emitter": { "cells": [{ "lifetime": 1, "bursts": [{ "at": "beats", "count": 3 }] }] } }] }
      """#
    let silent = try load(text, plain)
    #expect(silent.soundWords == ["level", "onset", "beats"] && !silent.hasSound && silent.warnings.isEmpty)
    #expect(try load(text, settings).hasSound)
  }

  @Test("Births come at the moments that are strong enough, every so many of them") func births() throws {
    func times(_ keys: String) throws -> [Double] {
      let preset = try load(
        #"{ "layers": [{ "emitter": { "cells": [{ "lifetime": 1, "bursts": [[2, 5], { "at": "beats", "count": 3\#(keys) }] }] } }] }"#,
        settings)
      guard case .emitter(let emitter) = preset.scene.layers[0].source else { return [] }
      #expect(emitter.cells[0].bursts == [Cell.Burst(time: 2, count: 5)])
      #expect(emitter.cells[0].soundBirths.map(\.count) == [3])
      return emitter.cells[0].soundBirths[0].times
    }
    #expect(try times("") == [0, 0.5, 1, 1.5])
    #expect(try times(#", "every": 2"#) == [0, 1])
    #expect(try times(#", "leastStrength": 0.4"#) == [0, 1, 1.5])
    #expect(try times(#", "leastStrength": 0.4, "every": 2, "ahead": 0.25"#) == [-0.25, 1.25])
  }

  @Test("A knob that listens is its value and the envelope, within its range") func knobs() throws {
    let knob =
      #""knobs": { "glow": { "default": 2, "min": 0, "max": 2.5, "listen": { "to": "level", "amount": 1, "attack": 0, "release": 0 } } },"#
    #expect(abs(try opacity("= glow", at: 1, knob) - 2.2) < 1e-4)
    #expect(try opacity("= glow", at: 2, knob) == 2.5)
    #expect(try opacity("= glow", at: 1, knob, settings: PresetSettings()) == 2)
    #expect(
      abs(try opacity("= glow", at: 0.5, knob.replacing("\"amount\": 1", with: "\"amount\": 1, \"ahead\": 0.5")) - 2.2)
        < 1e-4)
  }

  @Test("What cannot be is told where it stands") func mistakes() {
    func messages(_ text: String, loops: Bool = false, curves: String? = "song.curves.json") -> String {
      var settings = settings
      settings.curves = curves
      if loops { settings.loops = true }
      return issues(text, settings).joined(separator: "\n")
    }
    func layer(_ formula: String) -> String {
      #"{ "layers": [{ "gradient": { "stops": ["red", "blue"] }, "opacity": "\#(formula)" }] }"#
    }
    for (text, words) in [
      (layer("= onset('drums')"), "the sound has no onsets called \"drums\": it has beats, all and claps"),
      (layer("= onset(bass)"), "onset takes a part of the spectrum in quotes: onset('bass')"),
      (layer("= onset('beats', 0, 1, 2)"), "onset takes no further value: onset(['bass', seconds, back])"),
      (layer("= level(t)"), "seconds of level is a number that is known when the preset is read"),
      (layer("= band()"), "band takes 1 to 2 values, not 0: band(k [, seconds])"),
      (
        #"{ "knobs": { "a": { "default": "x", "listen": { } } }, "layers": [] }"#,
        "knobs.a.listen: only numbers can follow a sound"
      ),
      (
        #"{ "knobs": { "a": { "default": 1, "listen": { "to": "bas" } } }, "layers": [] }"#, "Did you mean bass?"
      ),
      (
        #"{ "layers": [{ "emitter": { "cells": [{ "lifetime": 1, "bursts": [{ "at": "drums", "count": 3 }] }] } }] }"#,
        "bursts[0].at: the sound has no onsets called"
      ),
      (
        #"{ "layers": [{ "emitter": { "cells": [{ "lifetime": 1, "burst": 1, "cells": [{ "lifetime": 1, "bursts": [{ "at": "beats", "count": 3 }] }] }] } }] }"#,
        "a cell within a cell is born with its parent"
      ),
    ] { #expect(messages(text).contains(words), "\(text): \(messages(text))") }
    let looping = messages(
      #"{ "canvas": { "duration": 4 }, "layers": [{ "gradient": { "stops": ["red", "blue"] }, "opacity": "= level" }] }"#,
      loops: true)
    #expect(looping.contains("the preset loops every 4 s, and this sound lasts 2 s"), "\(looping)")
    let bad = messages(layer("= level"), curves: "bad.json")
    #expect(bad.contains("bad.json:1:1: this is no file of curves"), "\(bad)")
  }

  @Test("A sound as long as the loop repeats with it") func loops() throws {
    var settings = settings
    settings.loops = true
    let keys = #""canvas": { "duration": 2 },"#
    #expect(try opacity("= level", at: 3, keys, settings: settings) == 0.2)
    #expect(try opacity("= level(-1)", at: 0, keys, settings: settings) == 0.2)
  }

  @Test("The preset's own file of curves is one of its files, and --curves wins over it") func files() throws {
    let text =
      #"{ "curves": "own.json", "layers": [{ "gradient": { "stops": ["red", "blue"] }, "opacity": "= level" }] }"#
    let preset = try load(text, settings)
    #expect(preset.assetPathsByName == ["song.curves.json": "music/song.curves.json"])
    #expect(String(decoding: preset.resolvedJSON, as: UTF8.self).contains(#""curves":"song.curves.json""#))
    var own = settings
    own.curves = nil
    #expect(issues(text, own).contains { $0.contains("no file \"own.json\" was found") })
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
