import Presets
import Testing

/// The topics of `motes help` about the preset language.
@Suite struct ReferenceTopicTests {
  private func text(_ name: String, width: Int = 80) throws -> String {
    try #require(ReferenceTopic.named(name), "\(name)").lines(width: width).joined(separator: "\n")
  }

  @Test("The topic of an object lists all of its keys", arguments: Declarations.all)
  func topicsOfObjectsListTheirKeys(object: ObjectSchema) throws {
    let lines = try #require(ReferenceTopic.named(object.name)).lines(width: 80)
    for kind in object.kinds {
      #expect(
        lines.contains { $0.hasPrefix("  \(kind.name) ") || $0 == "  \(kind.name)" }, "\(object.name).\(kind.name)")
      let kindLines = try #require(ReferenceTopic.named("\(object.name).\(kind.name)")).lines(width: 80)
      for key in kind.keys {
        #expect(kindLines.contains { $0.hasPrefix("  \(key.name)") }, "\(object.name).\(kind.name).\(key.name)")
      }
    }
    for key in object.keys where object.kinds.isEmpty {
      let isTold = lines.contains { $0 == "  \(key.name)" || $0.hasPrefix("  \(key.name) ") }
      #expect(isTold, "\(object.name).\(key.name)")
    }
  }

  @Test("The keys of a cell are grouped under headings, the most used first") func keysOfACellAreGrouped() throws {
    let cell = try #require(Declarations.all.first { $0.name == "cell" })
    let groups = cell.groupedKeys
    #expect(groups.allSatisfy { $0.heading != nil } && groups.count == KeyGroup.allCases.count)
    #expect(groups.flatMap { $0.keys.map(\.name) }.sorted() == cell.keys.map(\.name).sorted())
    let lines = try text("cell").split(separator: "\n").map(String.init)
    let places = try [
      "Births and lives", "  birthRate", "Sprite and size", "  sprite", "Colour and light", "  color", "Children",
    ]
    .map { start in try #require(lines.firstIndex { $0.hasPrefix(start) }, "\(start)") }
    #expect(places == places.sorted())
    #expect(Reference.markdown().contains("\n### Births and lives\n\n| key |"))
    // Objects with few keys have one list.
    #expect(Declarations.all.filter { $0.name != "cell" }.allSatisfy { $0.groupedKeys.map(\.heading) == [nil] })
  }

  @Test("The topic of a key has its range, unit, default and sentence") func topicsOfKeysAreComplete() throws {
    let text = try text("cell.intensity")
    for part in ["cell.intensity:", "0 to", "default  1", "intensityRange", "motes help expressions"] {
      #expect(text.contains(part), "\(part) is not in: \(text)")
    }
    #expect(try self.text("emitter.cells.intensity") == text, "by the key path from its layer")
    #expect(try self.text("Cell.Intensity") == text, "in any letter case")
  }

  @Test("A key's name alone finds it in every object that has it") func keysOfSeveralObjects() throws {
    let text = try text("intensity")
    for name in ["cell.intensity:", "aurora.intensity:", "stars.intensity:"] { #expect(text.contains(name)) }
    #expect(try self.text("$schema").contains("preset.$schema:"))
  }

  @Test(
    "Topics that are lists have every name",
    arguments: [
      ("easings", ["ease-in-out", "easeOutBack", "cubic-bezier("]), ("sprites", ["softDisc", "flake", "variants"]),
      ("functions", ["smoothstep(from, to, x)", "noise("]), ("colors", ["rebeccapurple", "oklch", "transparent"]),
      ("blends", ["multiply", "screen"]), ("fields", ["noise", "aurora", "ripples", "octaves"]),
      ("forces", ["attractor", "turbulence", "stiffness"]), ("points", ["bottom right", "100%"]),
      ("expressions", ["a ? b : c", "tau", "duration"]), ("animations", ["keyframes", "motionPath"]),
      ("sources", ["emitter", "metaballs"]), ("bounds", ["floor", "restitution"]),
      ("topics", ["easings", "motionPath", "cell.intensity"]),
    ])
  func listsAreComplete(name: String, expected: [String]) throws {
    let text = try text(name)
    for word in expected { #expect(text.contains(word), "\(word) is not in: \(text)") }
    #expect(try self.text("topics").contains("  \(name) "))
  }

  @Test("The singular of a list's name finds the list, unless an object has that name") func singulars() throws {
    #expect(try text("easing") == text("easings"))
    #expect(try text("force") != text("forces"))
  }

  @Test("Every topic fits the width") func linesFit() throws {
    for name in ReferenceTopic.names {
      for width in [60, 80, 100] {
        for line in try #require(ReferenceTopic.named(name)).lines(width: width) {
          // A single word, such as the names of a type, may be longer.
          let words = line.split(separator: " ").count
          #expect(line.count <= width || words == 1, "\(name): \(line)")
        }
      }
    }
  }

  private func found(_ word: String) throws -> String {
    #expect(ReferenceTopic.named(word) == nil)
    let lines = try #require(ReferenceTopic.search(word), "\(word)").lines(width: 80)
    #expect(lines.allSatisfy { $0.count <= 80 })
    // Sentences are broken into lines.
    return lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  @Test(
    "Searching for the name of a value finds its sentence and the list that it is in",
    arguments: [
      ("add", ["layer.blend", "motes help blends"]),
      ("oklab", ["A space in which colours are mixed", "motes help colors"]),
      ("easeinback", ["easeInBack", "motes help easings"]),
      ("sin", ["sin(x)", "Sine of an angle", "motes help functions"]),
      ("tau", ["pi, tau", "motes help expressions"]),
      ("tomato", ["A colour of CSS"]), ("top left", ["[\"0%\", \"0%\"]", "motes help points"]),
    ])
  func valuesAreFound(word: String, expected: [String]) throws {
    let text = try found(word)
    for part in expected { #expect(text.contains(part), "\(part) is not in: \(text)") }
  }

  @Test("The name of a kind of object finds its keys; a key of several kinds is told for each") func kindsAreTopics()
    throws
  {
    #expect(try text("vortex").contains("vortex: a force"))
    #expect(try text("vortex").contains("A swirl"))
    #expect(try text("softDisc").contains("A disc whose light falls off"))
    #expect(try text("filter.blur").contains("default: 8"))
    let star = try text("star")
    for object in ["a sprite", "an emitterShape", "a shape"] { #expect(star.contains("star: \(object)"), "\(star)") }
    let floor = try text("floor")
    for part in ["floor: a bound", "below which is out of bounds", "motes help functions", "floor(x)"] {
      #expect(floor.contains(part), "\(part) is not in: \(floor)")
    }
    #expect(!floor.contains("motes help bounds"))
    let radius = try text("filter.radius")
    #expect(radius.contains("filter.blur.radius:") && radius.contains("filter.glow.radius:"), "\(radius)")
  }

  @Test("Searching for a word finds it in the names and sentences of keys") func wordsOfKeysAreFound() throws {
    let gravity = try found("gravity")
    #expect(gravity.hasPrefix("Keys that have to do with gravity: cell.yAcceleration"), "\(gravity)")
    #expect(try found("acceleration").contains("cell.zAcceleration"), "a capital begins a word")
    #expect(try found("Downwards").contains("bound.y"), "by its sentence")
    // Only the beginning of a word is matched: "cceleration" inside "acceleration" is not.
    #expect(ReferenceTopic.search("cceleration") == nil && ReferenceTopic.search("xylophone") == nil)
    #expect(ReferenceTopic.search("of") == nil && ReferenceTopic.search("") == nil)
    let many = try found("particle")
    #expect(many.contains("… and "), "\(many)")
  }

  @Test("A key's name alone also lists the other keys that mention it") func mentions() throws {
    let lines = try #require(ReferenceTopic.named("bounce")).lines(width: 80)
    let heading = try #require(lines.firstIndex(of: "Other keys that mention it:"))
    #expect(lines[..<heading].contains("spring.bounce:"))
    #expect(lines[heading...].contains { $0.hasPrefix("  bound.action") })
    #expect(!lines[heading...].contains { $0.hasPrefix("  spring.bounce ") })
    #expect(try !text("spring.bounce").contains("Other keys"))
  }

  // MARK: Questions

  private static let options = [
    CommandOption(
      name: "audio", usage: "--audio <track>", about: "A file whose sound is copied.", commands: ["render"]),
    CommandOption(name: "max-bytes", usage: "--max-bytes <size>", about: "The greatest size.", commands: ["render"]),
  ]

  private func answer(_ question: String) throws -> [String] {
    try #require(ReferenceTopic.answer(to: question, options: Self.options), "\(question)").lines(width: 80)
  }

  @Test(
    "A question of any words is answered by jobs, options and topics",
    arguments: [
      ("audio", ["--audio <track>", "[motes render]"]), ("gif", [".gif, .webp, .apng"]), ("mp4", ["motes formats"]),
      ("title", ["title-reveal"]), ("slide", ["\"transform\": {"]), ("csv", ["motes batch names.csv"]),
      ("blur a layer", [#""filters": [{ "type": "blur", "radius": 8 }]"#]), ("letter by letter", ["\"units\""]),
      ("size limits", ["--max-bytes"]), ("file size", ["--max-bytes"]), ("drop shadow", ["dropShadow: a filter"]),
      ("how to make a loop", ["canvas.loop:"]), ("gravity", ["cell.yAcceleration"]), ("overlay", ["--alpha"]),
      ("restitution sepia", ["motes help restitution, motes help sepia"]),
    ])
  func questions(question: String, expected: [String]) throws {
    let text = try answer(question).joined(separator: " ").split(separator: " ").joined(separator: " ")
    for part in expected { #expect(text.contains(part), "\(part) is not in: \(text)") }
  }

  @Test("A filter of the name comes first, with how it is written, then keys of the name") func filtersComeFirst()
    throws
  {
    let lines = try answer("blur")
    #expect(lines.first == #"blur: a filter, which has "type": "blur"."#)
    let copied = try #require(lines.firstIndex(of: #"  "filters": [{ "type": "blur", "radius": 8 }]"#))
    let key = try #require(lines.firstIndex { $0.hasPrefix("  units.blur") })
    #expect(copied < key)
    #expect(ReferenceTopic.answer(to: "xylophone") == nil && ReferenceTopic.answer(to: "") == nil)
    #expect(ReferenceTopic.answer(to: "sprits", options: Self.options) == nil)
  }

  @Test(
    "Each kind of object, filter, sprite, force, bound, light and source has a line to copy, which a preset can have")
  func linesToCopy() throws {
    func object(_ name: String) throws -> ObjectSchema { try #require(Declarations.all.first { $0.name == name }) }
    func kinds(_ name: String, ofKinds check: (String, String) -> Void) throws {
      for kind in try object(name).kinds {
        check(kind.name, try #require(ReferenceExample.line(ofKind: kind.name, of: name), "\(name) \(kind.name)"))
      }
    }
    let gradient = #""gradient": { "stops": ["red", "blue"] }"#
    func expectReadable(_ line: String, inPreset other: String = "", layer: String? = nil) {
      // Files and fonts are not looked for here.
      if ["\"file\"", "\"words\"", "\"text\"", "\"number\""].contains(where: { line.contains($0) }) { return }
      let canvas = line.hasPrefix("\"canvas\"") ? "" : #""canvas": { "width": 320, "height": 180, "duration": 2 }, "#
      let text = "{ \(canvas)\(other)\"layers\": [ \(layer ?? "{ \(gradient) }") ] }"
      #expect(issues(text).isEmpty, "\(line): \(issues(text))")
    }
    func inLayer(_ line: String, _ others: String = "") {
      let lit = #""lights": [ { "type": "point", "position": ["50%", "20%"] } ], "#
      expectReadable(line, inPreset: lit, layer: "{ \(others)\(line) }")
    }
    func inCell(_ line: String, _ others: String = "") {
      inLayer(#""emitter": { "cells": [ { "birthRate": 5, "lifetime": 1, \#(line) } ] }"#, others)
    }
    try kinds("filter") { inLayer($1, gradient + ", ") }
    try kinds("sprite") { inCell($1, $0 == "puff" ? "\"material\": {}, " : "") }
    try kinds("force") { inCell($1) }
    try kinds("bound") { inCell($1) }
    try kinds("light") { kind, line in
      expectReadable(
        line, inPreset: line + ", ", layer: #"{ "name": "fire", "blob": {} }, { "blob": {}, "material": {} }"#)
    }
    try kinds("emitterShape") {
      inLayer(#""emitter": { "size": 100, "mode": "surface", \#($1), "cells": [ { "birthRate": 5, "lifetime": 1 } ] }"#)
    }
    for source in try object("layer").sourceKeys {
      let line = try #require(ReferenceExample.line(of: source), "\(source)")
      #expect(line.hasPrefix("\"\(source)\": "))
      inLayer(line)
    }
    for line in ReferenceExample.objectsOfPresets.values { expectReadable(line, inPreset: line + ", ") }
    let sources = try object("layer").sourceKeys
    for line in ReferenceExample.objectsOfLayers.values {
      inLayer(line, sources.contains { line.hasPrefix("\"\($0)\"") } ? "" : gradient + ", ")
    }
    for line in ReferenceExample.objectsOfCells.values { inCell(line) }
    for object in Declarations.all where !["preset", "layer"].contains(object.name) {
      #expect(ReferenceExample.line(of: object.name) != nil, "\(object.name) has no line")
    }
    #expect(try text("aurora").contains("To copy:"))
  }

  @Test("Topics with names similar to an unknown one are suggested")
  func similarTopicsAreSuggested() {
    #expect(ReferenceTopic.named("sprits") == nil)
    #expect(ReferenceTopic.nearest(to: "sprits").contains("sprites"))
    #expect(ReferenceTopic.nearest(to: "cell.intensty") == ["cell.intensity"])
    #expect(ReferenceTopic.nearest(to: "birthrat") == ["birthRate"])
    #expect(ReferenceTopic.named("cell.") == nil && ReferenceTopic.named("") == nil && ReferenceTopic.named(".") == nil)
    #expect(ReferenceTopic.nearest(to: "xylophone").isEmpty)
  }
}
