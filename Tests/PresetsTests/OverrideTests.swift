import Colorimetry
import Foundation
import Model
import Presets
import Testing

/// Values of `--set`: lists of colours without quotes, and values in files.
@Suite struct OverrideTests {
  private let presetWithKnobs = """
    { "knobs": { "dusk": { "default": ["red", [0.4, "lime"]] }, "hues": { "default": [1, 2] }, "word": { "default": "red" } },
      "layers": [ { "name": "sky", "gradient": { "stops": "= dusk" } } ] }
    """

  private func dusk(_ settings: PresetSettings) throws -> String? {
    try load(presetWithKnobs, settings).knobs.first { $0.name == "dusk" }?.value
  }

  @Test(
    "A list of colours needs neither quotes nor brackets",
    arguments: [
      ("#331144", ##"["#331144"]"##), ("#314,#f84", ##"["#314","#f84"]"##), (" red ,  lime ", #"["red","lime"]"#),
      ("rgb(1, 2, 3),oklch(70% 0.2 40)", #"["rgb(1, 2, 3)","oklch(70% 0.2 40)"]"#),
      (#""red""#, #"["red"]"#), (#"["red", [0.2, "blue"]]"#, #"["red",[0.2,"blue"]]"#),
    ])
  func colorLists(value: String, expected: String) throws {
    #expect(try dusk(set("dusk=\(value)")) == expected)
  }

  @Test(
    "A value that is no list of colours is answered with an example",
    arguments: [
      (
        "dusk=#314,oragne",
        "--set dusk: \"oragne\", in a list of colours such as #314,#f84, is not a colour of CSS: no colour is called oragne. Did you mean orange?"
      ),
      (
        "dusk=#31411",
        "--set dusk: \"#31411\", in a list of colours such as #314,#f84, is not a colour of CSS: # is followed by 3, 4, 6 or 8 hexadecimal digits"
      ),
      ("dusk=12", "--set dusk: should be a list in JSON, not the number 12"),
      ("dusk=[\"red\"", "--set dusk: the [ here is never closed"),
      // Lists of other values must be JSON.
      ("hues=red,lime", "--set hues: should be a list in JSON, not the text \"red,lime\""),
    ])
  func wrongColorLists(assignment: String, expected: String) {
    #expect(issues(presetWithKnobs, set(assignment)) == [expected])
  }

  // MARK: Texts

  /// Returns the settings of one `--set-text`, such as `word=@me`.
  private func text(_ assignment: String) throws -> PresetSettings {
    var override = try #require(PresetSettings.Override(assignment))
    override.isText = true
    return PresetSettings(overrides: [override])
  }

  private func word(_ settings: PresetSettings) throws -> String? {
    try load(presetWithKnobs, settings).knobs.first { $0.name == "word" }?.value
  }

  @Test(
    "A knob of text takes any text, without the quotes of JSON",
    arguments: [
      (#"word="Ada""#, #""Ada""#), (#"word="=SUM(A1)""#, #""=SUM(A1)""#), ("word==SUM(A1)", #""=SUM(A1)""#),
      (#"word="a\"b\nc""#, #""a\"b\nc""#), (#"word="""#, "\"\""), ("word=", "\"\""), ("word=007", #""007""#),
      // What is not one text of JSON stays as it is.
      (#"word="Bob" Smith"#, #""\"Bob\" Smith""#), (#"word="Bob"#, #""\"Bob""#), ("word=[1]", #""[1]""#),
      (#"word= x "#, #"" x ""#),
    ])
  func textKnobs(assignment: String, expected: String) throws {
    #expect(try word(set(assignment)) == expected)
  }

  @Test(
    "--set-text takes a text as it stands",
    arguments: [
      (#"word="Ada""#, #""\"Ada\"""#), ("word=@lex", #""@lex""#), ("word=@@lex", #""@@lex""#), ("word==x", #""=x""#),
      ("word=7", #""7""#),
    ])
  func plainTexts(assignment: String, expected: String) throws {
    let settings = try text(assignment)
    #expect(try word(settings) == expected)
    // Hash files have it as --set takes it.
    let recorded = settings.overrides[0].assignment
    #expect(try word(set(recorded)) == expected, "\(recorded)")
  }

  @Test("--set-text is named in messages, and changes keys that hold texts") func plainTextsOfKeys() throws {
    #expect(try load(presetWithKnobs, text("layers.sky.name=7")).scene.layers[0].name == "7")
    #expect(try dusk(text("dusk=#314,#f84")) == ##"["#314","#f84"]"##)
    #expect(
      issues(presetWithKnobs, try text("hues=1")) == [
        "--set-text hues: should be a list in JSON, not the text \"1\"; --set takes other values than texts"
      ])
    let number = issues(presetWithKnobs, set("layers.sky.name=7"))
    #expect(
      number.count == 1 && number[0].hasSuffix("should be text, not the number 7; --set-text takes any value as text"),
      "\(number)")
    // In a key, this would be the knob's value.
    let reference = issues(presetWithKnobs, try text("layers.sky.name== word"))
    #expect(reference.count == 1 && reference[0].hasPrefix("--set-text layers.sky.name: here \"= word\" would be"))
  }

  @Test("An element that is a text may be set to what looks like a number") func textElements() throws {
    let preset = """
      { "knobs": { "names": { "default": ["Ada", "Bob"] }, "dusk": { "default": ["red", "blue"] } }, "layers": [ { "blob": {} } ] }
      """
    let settings = set("names[0]=007", "names[1]=true")
    #expect(try load(preset, settings).knobs.first?.value == #"["007","true"]"#)
    #expect(try load(preset, set(#"names[0]="Eve""#)).knobs.first?.value == #"["Eve","Bob"]"#)
  }

  @Test("A knob without a value that can be used is one mistake, however its value is used") func noSecondMistake() {
    let found = issues(
      """
      { "knobs": { "word": { "default": "=SUM(A1)" } },
        "layers": [ { "text": "= word" }, { "text": { "words": "= word" } }, { "gradient": "= word" }, { "shape": "= word" } ] }
      """)
    #expect(found == ["x.json:1:35: knobs.word.default: a knob's value cannot be an expression"])
  }

  // MARK: Files

  /// Returns the settings of arguments of `--set` on the command line, where a value may be read from a file.
  private func arguments(_ assignments: String...) throws(PresetError) -> PresetSettings {
    PresetSettings(
      overrides: try OverrideFiles.read(assignments.compactMap { PresetSettings.Override($0) }))
  }

  private func messages(_ body: () throws -> PresetSettings) -> [String] {
    do {
      return issues(presetWithKnobs, try body())
    } catch let error as PresetError {
      return error.issues.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test("A value may be read from a file") func valuesInFiles() throws {
    let folder = try TemporaryFolder()
    let list = try folder.write("dusk.json", "// of the evening\n[\"#314\",\n \"#f84\"]\n")
    #expect(try dusk(arguments("dusk=@\(list)")) == ##"["#314","#f84"]"##)
    let text = try folder.write("dusk.txt", "#314,\n#f84\r\n")
    #expect(try dusk(arguments("dusk=@\(text)")) == ##"["#314","#f84"]"##)
    let word = try folder.write("word", "12\n")
    let preset = try load(
      presetWithKnobs, arguments("word=@\(word)", "layers.sky.opacity=@\(try folder.write("o", "= 1 / 4"))"))
    #expect(preset.knobs.last?.value == "\"12\"")
    #expect(preset.scene.layers[0].opacity.constant == 0.25)
    // The files of values count among the files that the preset was read from.
    #expect(preset.files == ["x.json", word, folder.path + "/o"])
    // A .json file holds JSON, so a text has quotes in it.
    let quoted = try folder.write("word.json", "\"wide\"")
    #expect(try load(presetWithKnobs, arguments("word=@\(quoted)")).knobs.last?.value == "\"wide\"")
    // The assignment then has the value itself instead of the file's path.
    #expect(try arguments("word=@\(word)").overrides[0].assignment == "word=12")
  }

  @Test("@@ stands for a literal @, and only command-line arguments are read from files") func literalAt() throws {
    #expect(try load(presetWithKnobs, arguments("word=@@me")).knobs.last?.value == "\"@me\"")
    #expect(try load(presetWithKnobs, set("word=@/etc/hostname")).knobs.last?.value == "\"@/etc/hostname\"")
  }

  @Test("Mistakes in a file are reported with their positions in it") func positionsInFiles() throws {
    let folder = try TemporaryFolder()
    let broken = try folder.write("dusk.json", "[ \"#314\",\n  \"#f84\" \"red\" ]")
    #expect(
      messages { try arguments("dusk=@\(broken)") }.map { $0.hasPrefix("\(broken):2:9: --set dusk: ") } == [true])
    let colors = try folder.write("dusk.txt", "#314,\n oragne")
    #expect(
      messages { try arguments("dusk=@\(colors)") }.map { $0.hasPrefix("\(colors):2:2: --set dusk: \"oragne\"") } == [
        true
      ])
    let plain = try folder.write("plain.json", "dusk")
    #expect(messages { try arguments("word=@\(plain)") }.map { $0.hasPrefix("\(plain):1:1: --set word: ") } == [true])
    let layer = try folder.write("layer.json", "{ \"opacity\": 1,\n  \"gradient\": { \"stops\": \"oragne\" } }")
    #expect(
      messages { try arguments("layers.sky=@\(layer)") } == [
        "\(layer):2:26: layers[0].gradient.stops[0]: \"oragne\" is not a colour of CSS: no colour is called oragne. Did you mean orange?"
      ])
  }

  @Test("Files that cannot be read say why") func unreadableFiles() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: path + "/bytes"))
    try Data(count: Limits.fileBytes / 2 + 1).write(to: URL(fileURLWithPath: path + "/half"))
    try Data(count: Limits.fileBytes + 1).write(to: URL(fileURLWithPath: path + "/much"))
    #expect(
      messages {
        try arguments(
          "dusk=@\(path)/none", "word=@\(path)", "a.b=@\(path)/bytes", "word=@", "word=@\(path)/much",
          "word=@\(path)/half", "word=@\(path)/half")
      } == [
        "--set dusk: @\(path)/none: no such file; --set-text takes it as a text",
        "--set word: @\(path): this is not a file",
        "--set a.b: @\(path)/bytes: this is not text in UTF-8",
        "--set word: @: a file's path should follow the @; write @@ for a text that begins with @",
        "--set word: @\(path)/much: the file has 8,388,609 bytes; at most 8,388,608 are read",
        "--set word: @\(path)/half: the files of all --set have more than 8,388,608 bytes together",
      ])
  }
}
