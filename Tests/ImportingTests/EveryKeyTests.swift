import Importing
import Motes
import Testing

/// Every imported file becomes a valid preset, and no key is dropped without a line in the report.
@Suite struct EveryKeyTests {
  static let files: [(name: String, format: ImportFormat)] = [
    ("fire.plist", .particleDesigner), ("fire-embedded.plist", .particleDesigner),
    ("fire-binary.plist", .particleDesigner), ("galaxy.plist", .particleDesigner), ("swirl.plist", .particleDesigner),
    ("one.plist", .particleDesigner), ("one-orbit.plist", .particleDesigner), ("one-circle.plist", .particleDesigner),
    ("sun.pex", .pex), ("jelly.pex", .pex), ("particles-js.json", .tsParticles), ("snow-v2.json", .tsParticles),
    ("confetti-v4.json", .tsParticles), ("fireworks-v2.json", .tsParticles), ("confetti-call.json", .canvasConfetti),
    ("confetti-calls.json", .canvasConfetti), ("confetti-one.json", .canvasConfetti), ("vortex-fire.json", .vortex),
    ("vortex-confetti.json", .vortex), ("vortex-fireworks.json", .vortex), ("pixi-v5.json", .pixi),
    ("pixi-v1.json", .pixi), ("pixi-chain.json", .pixi), ("snow.caml", .caml), ("fountain.caml", .caml),
  ]

  @Test("Formats are recognised by their contents, and their presets are valid", arguments: files.map(\.name))
  func presetsAreAccepted(name: String) throws {
    let file = try ImportedFile(name, hasTextures: false)
    #expect(Self.files.contains { $0.name == name && $0.format == file.result.format }, "\(file.result.format)")
    let preset = try Preset(json: file.result.preset)
    #expect(preset.warnings.isEmpty, "\(preset.warnings)")
    #expect(file.result.preset.contains("Imported from"))
    // The format may also be given.
    let withGivenFormat = try ImportedFile(ImportedFile.bytes(name), named: name, format: file.result.format)
    #expect(withGivenFormat.result.preset == file.result.preset)
  }

  @Test("Every key is carried over or has a line in the report", arguments: files.map(\.name), [false, true])
  func nothingIsDropped(name: String, hasTextures: Bool) throws {
    let file = try ImportedFile(name, hasTextures: hasTextures)
    let carried = Set(file.result.report.carried)
    let reported = file.result.report.lines.map(\.key)
    #expect(!file.paths.isEmpty)
    for path in file.paths {
      let hasLine = reported.contains { path == $0 || path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") }
      #expect(carried.contains(path) || hasLine, "\(path)")
    }
    #expect(reported.allSatisfy { !$0.isEmpty } && file.result.report.lines.allSatisfy { !$0.reason.isEmpty })
    // Some files have keys that their formats do not; only these are reported as unknown.
    let unknown = file.result.report.lines.filter { $0.kind == .unknown }.map(\.key)
    let madeUpKeys = ["madeUpKey.inner", "[3].sparkle", "particleEditorVersion"]
    #expect(unknown.allSatisfy(madeUpKeys.contains), "\(unknown)")
  }

  @Test("Made-up keys are reported as unknown") func madeUpKeys() throws {
    #expect(try ImportedFile("snow-v2.json").lines("madeUpKey.inner").first?.kind == .unknown)
    #expect(try ImportedFile("confetti-calls.json").lines("[3].sparkle").first?.kind == .unknown)
    let report = try ImportedFile("galaxy.plist").result.report
    #expect(report.table().contains("particleEditorVersion") && report.table().contains("unknown key"))
    let json = report.json(format: .particleDesigner, source: "galaxy.plist", preset: "galaxy.json")
    #expect(json.contains("\"particleEditorVersion\"") && json.contains("\"carried\""))
  }
}
