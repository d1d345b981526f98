import CZlib
import Foundation
import Importing
import Motes
import Testing

/// Files that are broken or malicious are refused with a message, in little time and memory.
@Suite struct HostileFileTests {
  /// Returns the message of the error with which a text is refused.
  private func refusal(_ text: String, _ name: String = "file.json", format: ImportFormat? = nil) throws -> String {
    let error = #expect(throws: ImportError.self) { try ImportedFile(text: text, named: name, format: format) }
    return error?.description ?? ""
  }

  @Test("XML: entities, depth, encodings, broken tags") func xml() throws {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><caml>&b;</caml>
      """
    #expect(try refusal(bomb, "bomb.caml").contains("entities"))
    #expect(try refusal(bomb.replacing("ENTITY", with: "eNtItY"), "bomb.caml").contains("entities"))
    let file = "<!DOCTYPE x SYSTEM \"file:///etc/passwd\"><caml>&x;</caml>"
    _ = try refusal(file, "x.caml")
    let deep = String(repeating: "<CALayer>", count: 100_000)
    #expect(try refusal("<caml>" + deep, "deep.caml").contains("deeper than 64"))
    #expect(try refusal("<?xml version=\"1.0\" encoding=\"UTF-7\"?><caml/>", "x.caml").contains("utf-7"))
    #expect(try refusal("<caml><CALayer></caml>", "x.caml").contains("x.caml:1"))
    #expect(try refusal("<svg/>", "x.svg").contains("--format"))
    #expect(try refusal("<plist version=\"1.0\"><array/></plist>", "x.plist").contains("format"))
    #expect(try refusal("<caml><CALayer bounds=\"0 0 9 9\"/></caml>", "x.caml").contains("CAEmitterLayer"))
    #expect(throws: ImportError.self) { try ImportedFile([0xFF, 0xFE, 0x3C, 0], named: "x.caml") }
  }

  @Test("JSON: broken, unknown, too deep") func json() throws {
    #expect(try refusal("{ \"particles\": }").contains("file.json:1:"))
    #expect(try refusal("{ \"hello\": 1 }").contains("particle-designer, pex, tsparticles"))
    #expect(try refusal("[1, 2]").contains("format"))
    #expect(try refusal("7").contains("format"))
    let many = (0..<70_000).map { "\"k\($0)\": 1" }.joined(separator: ",")
    #expect(try refusal("{ \"particles\": { \(many) } }").contains("60000 values"))
    #expect(try refusal("").contains("file.json"))
    #expect(try refusal(String(repeating: "[", count: 9999)).contains("file.json:1"))
    #expect(try refusal("{ \"behaviors\": [] }", format: .pex).contains("XML"))
    #expect(
      try refusal("{ \"emitters\": [\(Array(repeating: "{}", count: 65).joined(separator: ","))] }").contains(
        "at most 64"))
    #expect(throws: ImportError.self) {
      try ImportedFile([UInt8](repeating: 0x20, count: ImportLimits.fileBytes + 1), named: "large.json")
    }
  }

  @Test("Numbers that are unreadable or far too large are brought into range, with a line in the report")
  func numbers() throws {
    let file = try ImportedFile(
      text: """
        <particleEmitterConfig><maxParticles value="nan"/><speed value="1e300"/><particleLifeSpan value="-3"/>
        <angle value="up"/><gravity x="inf" y="1e9"/><startParticleSize value="1e9"/><duration value="-inf"/>
        <emitterType value="0"/></particleEmitterConfig>
        """, named: "wild.pex")
    #expect(file.lines("maxParticles.value").first?.kind == .unreadable)
    #expect(file.lines("angle.value").first?.kind == .unreadable)
    #expect(file.lines("speed.value").first?.kind == .clamped)
    #expect(file.lines("speed.value").first?.reason.contains("1000000") == true)
    #expect(file.lines("gravity.x").first?.kind == .unreadable)
    #expect(file.lines("gravity.y").first?.kind == .clamped)
    #expect(try Preset(json: file.result.preset).scene.layers.count == 1)
    let confetti = try ImportedFile(text: "{\"particleCount\": 1e300, \"ticks\": 0, \"decay\": -4, \"spread\": 1e9}")
    _ = try Preset(json: confetti.result.preset)
    #expect(confetti.lines("particleCount").first?.kind == .clamped)
    for key in ["birthRate", "lifespan", "size", "speed", "dampingFactor", "angle"] {
      for value in ["1e308", "-1e308", "\"x\"", "null", "[]", "{}", "true"] {
        // A file without any visible particle is refused.
        let vortex = try? ImportedFile(text: "{\"burstCount\": 3, \"\(key)\": \(value)}")
        if let vortex { _ = try Preset(json: vortex.result.preset) }
        #expect(vortex != nil || ["birthRate", "lifespan", "size"].contains(key), "\(key) \(value)")
      }
    }
  }

  @Test(
    "Values calculated from a file's numbers are within the preset's ranges, and cells without particles are left out"
  )
  func calculatedValuesAreWithinRanges() throws {
    for (text, key) in [
      (#"{"burstCount": 3, "birthRate": 5, "acceleration": [0, 1000000]}"#, "particles.particle.yAcceleration"),
      (#"{"burstCount": 3, "birthRate": 5, "angularSpeed": [0, 0, 1000000]}"#, "particles.particle.spin"),
      (
        #"{"particleCount": 5, "scalar": 100, "startVelocity": 10000, "ticks": 100000}"#,
        "confetti.piece.offsetOverLife"
      ),
    ] {
      let file = try ImportedFile(text: text)
      _ = try Preset(json: file.result.preset)
      if key != "confetti.piece.offsetOverLife" {
        #expect(file.lines("particles.cells.\(key.split(separator: ".")[2])").count == 1, "\(file.result.report.lines)")
      }
    }
    #expect(try refusal(#"{"particleCount": 0}"#).contains("could be seen"))
    let caml = """
      <caml><CALayer bounds="0 0 90 90"><sublayers><CAEmitterLayer><emitterCells><CAEmitterCell name="a" birthRate="1"/>
      <CAEmitterCell name="b" birthRate="1" lifetime="2"/></emitterCells></CAEmitterLayer></sublayers></CALayer></caml>
      """
    let file = try ImportedFile(text: caml, named: "x.caml")
    #expect(try file.cell("name").string == "b2")
    #expect(file.lines("emitter1.a").first?.kind == .chosen)
    #expect(try Preset(json: file.result.preset).warnings.isEmpty)
  }

  @Test("Binary property lists: truncated, cyclic, corrupted") func binary() throws {
    let whole = try ImportedFile.bytes("fire-binary.plist")
    for length in stride(from: 8, to: whole.count, by: 37) {
      #expect(throws: ImportError.self) { try ImportedFile(Array(whole[..<length]), named: "x.plist") }
    }
    // An array that contains itself twice.
    var cyclic = Array("bplist00".utf8) + [0xA2, 0, 0] + [8]
    cyclic += [UInt8](repeating: 0, count: 6) + [1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
    cyclic += [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, 0, 11]
    #expect(throws: ImportError.self) { try ImportedFile(cyclic, named: "x.plist") }
    // With any one byte changed the file is read or refused, without a crash.
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 0x55
      _ = try? ImportedFile(bytes, named: "x.plist")
    }
  }

  /// Returns 80 MiB of zeros, compressed, as base64.
  private static func bomb() -> String {
    let zeros = [UInt8](repeating: 0, count: 80 << 20)
    var length = uLongf(1 << 20)
    var bytes = [UInt8](repeating: 0, count: Int(length))
    _ = compress(&bytes, &length, zeros, uLong(zeros.count))
    return Data(bytes[..<Int(length)]).base64EncodedString()
  }

  @Test("Textures: broken base64 and gzip, bombs") func textures() throws {
    func file(_ data: String) throws -> ImportedFile {
      let text = """
        <plist version="1.0"><dict><key>maxParticles</key><integer>5</integer><key>emitterType</key><integer>0</integer>
        <key>textureImageData</key><string>\(data)</string></dict></plist>
        """
      return try ImportedFile(Array(text.utf8), named: "x.plist", hasTextures: true)
    }
    #expect(try file("!!!!").lines("textureImageData").first?.kind == .unsupported)
    // A gzip header without data.
    #expect(try file("H4sIAAAAAAAAAw==").lines("textureImageData").first?.reason.contains("gzip") == true)
    #expect(try file("H4sIAAAAAAAAAw==").cell("sprite")["type"]?.string == "softDisc")
    #expect(try file(Self.bomb()).lines("textureImageData").first?.reason.contains("64 MB") == true)
  }

  @Test(
    "Files with a few changed bytes are read or refused without a crash", arguments: EveryKeyTests.files.map(\.name))
  func changedBytes(name: String) throws {
    let whole = try ImportedFile.bytes(name)
    var state: UInt64 = 88_172_645_463_325_252
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<3 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        bytes[Int(state % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: state >> 32)
      }
      guard let file = try? ImportedFile(bytes, named: name) else { continue }
      _ = try? Preset(json: file.result.preset)
    }
  }

  @Test("UTF-16 with a byte order mark and CRLF line endings are read") func encodings() throws {
    let json = "{ \"particles\": {\n \"number\": { \"value\": 7 } } }"
    let list =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<plist><dict><key>maxParticles</key><real>7</real></dict></plist>"
    for (text, name) in [(json, "a.json"), (list, "a.plist")] {
      let plain = try ImportedFile(text: text.replacing(" encoding=\"UTF-16\"", with: ""), named: name).result.preset
      let units = Array(text.replacing("\n", with: "\r\n").utf16)
      let littleEndian: [UInt8] =
        [0xFF, 0xFE] + units.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
      let bigEndian: [UInt8] =
        [0xFE, 0xFF] + units.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
      #expect(try ImportedFile(littleEndian, named: name).result.preset == plain)
      #expect(try ImportedFile(bigEndian, named: name).result.preset == plain)
      #expect(throws: ImportError.self) { try ImportedFile(littleEndian + [0], named: name) }
      #expect(throws: ImportError.self) { try ImportedFile([0xFF, 0xFE, 0x00, 0xD8], named: name) }
    }
  }
}
