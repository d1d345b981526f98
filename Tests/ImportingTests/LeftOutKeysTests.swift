import Importing
import Motes
import Testing

/// Every key that an importer knows and does not carry over has its line in the report, with what became of it.
@Suite struct LeftOutKeysTests {
  /// Keys of a file that are left out, and how the report calls that.
  struct Case: CustomTestStringConvertible {
    let name: String
    /// The file, with `%` where the keys go.
    let file: String
    /// The path before a key in the report.
    let prefix: String
    let keys: String
    let kind: ImportReport.Kind
    var format: ImportFormat?
    var testDescription: String { "\(name) \(kind.rawValue)" }
    init(
      _ name: String, _ file: String, _ prefix: String, _ keys: String, _ kind: ImportReport.Kind,
      _ format: ImportFormat? = nil
    ) {
      (self.name, self.file, self.prefix, self.keys, self.kind, self.format) = (name, file, prefix, keys, kind, format)
    }
  }

  private static let particles = #"{ "particles": { "number": { "value": 5 }, % } }"#
  private static let moving = #"{ "particles": { "number": { "value": 5 }, "move": { "enable": true, % } } }"#

  private static func caml(_ inLayer: String, _ inCell: String) -> String {
    """
    <caml><CALayer bounds="0 0 90 90" \(inLayer)><sublayers><CAEmitterLayer><emitterCells>
    <CAEmitterCell name="a" birthRate="1" lifetime="2" \(inCell)/></emitterCells></CAEmitterLayer></sublayers></CALayer></caml>
    """
  }

  static let cases: [Case] = [
    Case(
      "tsParticles, outermost", #"{ "particles": { "number": { "value": 5 } }, % }"#, "",
      """
      detectRetina retina_detect fpsLimit fps_limit fullScreen pauseOnBlur pauseOnOutsideViewport autoPlay responsive style smooth sounds \
      defaultThemes themes delay motion zLayers key name clear hdr interactivity
      """, .meaningless),
    Case(
      "tsParticles, outermost", #"{ "particles": { "number": { "value": 5 } }, % }"#, "", "palette absorbers poisson",
      .unsupported),
    Case(
      "tsParticles, outermost", #"{ "particles": { "number": { "value": 5 } }, % }"#, "", "_id id config_demo",
      .editorOnly),
    Case("tsParticles, particles", particles, "particles.", "effect gradient", .unsupported),
    Case("tsParticles, particles", particles, "particles.", "reduceDuplicates", .meaningless),
    Case(
      "tsParticles, links that are off",
      #"{ "particles": { "number": { "value": 5 }, "links": { "enable": false, % } } }"#, "particles.links.",
      "distance color opacity width blink consent frequency id warp triangles shadow", .meaningless),
    Case(
      "tsParticles, links", #"{ "particles": { "number": { "value": 5 }, "links": { "enable": true, % } } }"#,
      "particles.links.", "frequency id", .unsupported),
    Case(
      "tsParticles, splitting",
      #"{ "particles": { "number": { "value": 5 }, "destroy": { "mode": "split", "split": { % } } } }"#,
      "particles.destroy.split.", "factor sizeOffset colorOffset fillColorOffset strokeColorOffset", .unsupported),
    Case("tsParticles, moving", moving, "particles.move.", "distance", .unsupported),
    Case(
      "tsParticles, rolling", particles.replacing("%", with: #""roll": { "enable": false, % }"#), "particles.roll.",
      "speed mode darken enlighten backColor", .meaningless),
    Case(
      "tsParticles, rolling", particles.replacing("%", with: #""roll": { "enable": true, % }"#), "particles.roll.",
      "mode enlighten backColor", .unsupported),
    Case(
      "tsParticles, wobbling", particles.replacing("%", with: #""wobble": { "enable": false, % }"#),
      "particles.wobble.", "distance speed", .meaningless),
    Case(
      "tsParticles, a path", moving.replacing("%", with: #""path": { "enable": false, % }"#), "particles.move.path.",
      "options delay clamp generator", .meaningless),
    Case(
      "tsParticles, a trail", moving.replacing("%", with: #""trail": { "enable": false, % }"#),
      "particles.move.trail.", "length fill fillColor", .meaningless),
    Case(
      "tsParticles, a trail", moving.replacing("%", with: #""trail": { "enable": true, "length": 5, % }"#),
      "particles.move.trail.", "fill fillColor", .unsupported),
    Case(
      "tsParticles, gravity", moving.replacing("%", with: #""gravity": { "enable": false, % }"#),
      "particles.move.gravity.", "acceleration maxSpeed inverse", .meaningless),
    Case(
      "tsParticles, an emitter", #"{ "emitters": { "rate": { "quantity": 1, "delay": 0.1 }, % } }"#, "emitters.",
      "autoPlay domId spawnStrokeColor spawnOpacity", .unsupported),
    Case(
      "tsParticles, an emitter", #"{ "emitters": { "rate": { "quantity": 1, "delay": 0.1 }, % } }"#, "emitters.",
      "name", .editorOnly),
    Case(
      "canvas-confetti", #"{ "particleCount": 5, % }"#, "",
      "zIndex disableForReducedMotion useWorker resize", .meaningless, .canvasConfetti),
    Case(
      "Vortex", #"{ "birthRate": 5, "lifespan": 1, "position": [0.5, 0.5], % }"#, "", "startTimeOffset", .unsupported,
      .vortex),
    Case(
      "Vortex", #"{ "birthRate": 5, "lifespan": 1, "position": [0.5, 0.5], % }"#, "", "id burstCount", .meaningless,
      .vortex),
    Case(
      "pixi", #"{ "lifetime": { "min": 1, "max": 1 }, "frequency": 0.1, "pos": { "x": 0, "y": 0 }, % }"#, "",
      "autoUpdate emit", .meaningless, .pixi),
    Case(
      "pixi", #"{ "lifetime": { "min": 1, "max": 1 }, "frequency": 0.1, "pos": { "x": 0, "y": 0 }, % }"#, "",
      "extraData emitterVersion particleConstructor", .editorOnly, .pixi),
  ]

  @Test("A key that is left out has one line and is not counted as carried over", arguments: cases)
  func keysAreReported(test: Case) throws {
    let keys = test.keys.split(separator: " ").map(String.init)
    let members = keys.map { "\"\($0)\": 1" }.joined(separator: ", ")
    let file = try ImportedFile(text: test.file.replacing("%", with: members), format: test.format)
    for key in keys {
      let path = test.prefix + key
      #expect(file.lines(path).map(\.kind) == [test.kind], "\(path): \(file.lines(path))")
      #expect(!file.result.report.carried.contains(path), "\(path)")
    }
    _ = try Preset(json: file.result.preset)
  }

  @Test("Core Animation: keys of cells and layers that change no particle, or that presets cannot have")
  func coreAnimation() throws {
    let unsupported = [
      "contentsRect", "style", "mass", "massRange", "orientationRange", "orientationLongitude", "orientationLatitude",
      "speed", "timeOffset", "repeatCount", "repeatDuration", "autoreverses", "contentsFrameMode", "contentsFrameCount",
      "contentsFramesPerRow", "contentsFramesPerSecond",
    ]
    let meaningless = ["magnificationFilter", "minificationFilter", "minificationFilterBias", "fillMode"]
    let editor = ["allowsEdgeAntialiasing", "allowsGroupOpacity", "contentsFormat", "cornerCurve", "contentsScale"]
    func attributes(_ keys: [String]) -> String { keys.map { "\($0)=\"3\"" }.joined(separator: " ") }
    let text = Self.caml(attributes(editor + ["cornerRadius"]), attributes(unsupported + meaningless))
    let file = try ImportedFile(text: text, named: "x.caml")
    /// The kinds of the lines about keys of this name.
    func kinds(_ key: String) -> [ImportReport.Kind] {
      file.result.report.lines.filter { $0.key.hasSuffix("." + key) || $0.key == key }.map(\.kind)
    }
    for key in unsupported { #expect(kinds(key) == [.unsupported], "\(key): \(kinds(key))") }
    for key in meaningless { #expect(kinds(key) == [.meaningless], "\(key): \(kinds(key))") }
    for key in editor { #expect(kinds(key) == [.editorOnly], "\(key): \(kinds(key))") }
    #expect(kinds("cornerRadius") == [.unsupported])
  }

  @Test("Particle Designer: keys of the editor, of the texture and of the emitter's place") func particleDesigner()
    throws
  {
    let groups: [(keys: [String], kind: ImportReport.Kind)] = [
      (["configName", "version", "name", "displayName", "editorVersion"], .editorOnly),
      (
        ["absolutePosition", "positionType", "nodeDuration", "emissionRate", "textureWidth", "textureHeight"],
        .meaningless
      ),
    ]
    let entries = groups.flatMap(\.keys).map { "<key>\($0)</key><real>3</real>" }.joined()
    let text =
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>maxParticles</key><real>9</real><key>particleLifespan</key>"
      + "<real>1</real>\(entries)</dict></plist>"
    let file = try ImportedFile(text: text, named: "x.plist", format: .particleDesigner)
    for (keys, kind) in groups {
      for key in keys { #expect(file.lines(key).map(\.kind) == [kind], "\(key): \(file.lines(key))") }
    }
  }

  @Test(
    "A value of another type than expected is refused or reported, and the preset stays valid",
    arguments: EveryKeyTests.files.map(\.name).filter { $0.hasSuffix(".json") })
  func wrongTypesAreReported(name: String) throws {
    let bytes = try ImportedFile.bytes(name)
    let text = String(decoding: bytes, as: UTF8.self)
    // Each number in turn becomes another value. Only every third is tried, with one value each.
    let numbers = text.matches(of: /[ \[,](-?\d+(?:\.\d+)?)(?=[,\s}\]])/).map {
      $0.output.1.startIndex..<$0.output.1.endIndex
    }
    let values = ["\"x\"", "null", "[]", "{}", "true", "-1e308", "1e308", "0"]
    for (index, range) in numbers.enumerated() where index % 3 == 0 {
      let changed = text.replacingCharacters(in: range, with: values[index / 3 % values.count])
      // A file without any visible particle is refused.
      guard let file = try? ImportedFile(text: changed, named: name) else { continue }
      let reported = file.result.report.lines.map(\.key)
      let carried = Set(file.result.report.carried)
      for path in file.paths {
        let hasLine = reported.contains { path == $0 || path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") }
        #expect(carried.contains(path) || hasLine, "\(changed[range.lowerBound...].prefix(20)): \(path)")
      }
      #expect(throws: Never.self, "\(text[..<range.lowerBound].suffix(40))") { try Preset(json: file.result.preset) }
    }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
