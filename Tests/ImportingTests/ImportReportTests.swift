import Importing
import Testing

/// Lines of reports, which say what became of a key that was not carried over exactly.
@Suite struct ImportReportTests {
  /// Imports a property list of Particle Designer with these numbers.
  private func designer(_ numbers: KeyValuePairs<String, Double>) throws -> ImportedFile {
    let entries = numbers.map { "<key>\($0.key)</key><real>\($0.value)</real>" }.joined()
    let text = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(entries)</dict></plist>"
    return try ImportedFile(text: text, named: "file.plist", format: .particleDesigner)
  }

  @Test("Particle Designer: either spelling of a key has its line") func spellings() throws {
    for end in ["finishParticleSize", "endParticleSize"] {
      let file = try designer([
        "maxParticles": 10, "particleLifespan": 1, "startParticleSize": 40, end: 20, end + "Variance": 5,
      ])
      #expect(file.lines(end + "Variance").map(\.kind) == [.approximated], "\(end)")
    }
    for end in ["rotationEnd", "endRotation"] {
      let file = try designer([
        "maxParticles": 10, "particleLifespan": 1, "rotationStart": 10, "rotationStartVariance": 30, end: 90,
      ])
      #expect(file.lines(end).map(\.kind) == [.approximated], "\(end)")
    }
  }

  @Test("Particle Designer: a colour variance that is cut is reported under the file's key") func cutColors() throws {
    let file = try designer([
      "maxParticles": 10, "particleLifespan": 1, "startColorRed": 0.9, "startColorGreen": 0.5, "startColorBlue": 0.5,
      "startColorAlpha": 1, "startColorVarianceRed": 0.3, "startColorVarianceGreen": 0.1, "finishColorRed": 0.9,
      "finishColorGreen": 0.5, "finishColorBlue": 0.5, "finishColorAlpha": 1,
    ])
    func isCut(_ key: String) -> Bool { file.lines(key).contains { $0.reason.contains("cut to 0 … 1") } }
    #expect(isCut("startColorVarianceRed") && !isCut("startColorVarianceGreen"))
    #expect(file.lines("colors").isEmpty)
  }

  @Test("tsParticles: keys that are left out have one line, and are not counted as carried over")
  func leftOut() throws {
    let file = try ImportedFile(
      text: """
        { "particles": {
            "number": { "value": 5 }, "effect": { "type": "bubble" }, "gradient": { "type": "linear" },
            "absorb": { "enable": false }, "collisions": { "enable": true, "mode": "bounce" } } }
        """)
    #expect(file.lines("particles.absorb").map(\.kind) == [.meaningless])
    for key in ["effect", "gradient", "collisions"] {
      #expect(file.lines("particles." + key).map(\.kind) == [.unsupported], "\(key)")
    }
    let carried = file.result.report.carried
    #expect(carried.contains("particles.number.value"))
    #expect(!carried.contains { $0.hasPrefix("particles.collisions") }, "\(carried)")
  }

  @Test("tsParticles: the number of particles has no meaning for emitters, and one line says so") func number() throws {
    let file = try ImportedFile(
      text: """
        { "emitters": { "rate": { "quantity": 1, "delay": 0.1 }, "particles": { "number": { "value": 5, "limit": 9 } } } }
        """)
    let lines = file.result.report.lines.filter { $0.key.contains("number") }
    #expect(lines.map(\.key) == ["emitters.particles.number"] && lines.map(\.kind) == [.meaningless], "\(lines)")
  }
}
