import Model
import Presets
import Testing

/// Text layers, typeset by a fake loader: every letter advances by the font's size, and "🎉" is a glyph picture.
@Suite struct TextKeyTests {
  static let assetLoader = AssetLoader(
    clip: { (_) throws(AssetLoader.Failure) in throw AssetLoader.Failure("is no clip") },
    shapeWords: { (words, _) throws(AssetLoader.Failure) in
      ShapePicture(
        file: nil, width: words.box.width, height: words.box.height, columns: 1, rows: 1, samples: [SIMD4(1, 1, 1, 1)])
    },
    typeset: { (request, _) throws(AssetLoader.Failure) in
      if request.font.families.first == "Missing" { throw AssetLoader.Failure("no font of that family") }
      var text = TypesetText()
      let lines = request.text.split(separator: "\n", omittingEmptySubsequences: false)
      let letterCountOfLongestLine = lines.map(\.count).max() ?? 0
      var triangle = VectorPath()
      triangle.move(to: PlanePoint(0, 0))
      triangle.line(to: PlanePoint(request.size, 0))
      triangle.line(to: PlanePoint(request.size, request.size))
      triangle.close()
      let outline = text.appendOutline(triangle)
      if request.text == "🎉" {
        let picture = text.appendPicture(
          GlyphPicture(
            width: 2, height: 1, pixels: [UInt8](repeating: 255, count: 8),
            box: PlaneRect(x: 0, y: -request.size, width: 2 * request.size, height: request.size)))
        text.append(TypesetText.Letter(x: 0, width: 2 * request.size, word: 0, line: 0, isSpace: false))
        text.append(
          TypesetText.Glyph(outline: nil, picture: picture, origin: PlanePoint(0, request.size), letter: 0))
        text.setBox(
          width: 2 * request.size, lineHeight: request.size, baseline: request.size, lineCount: 1, wordCount: 1)
        return (text, [("font", "/fonts/made-up.ttf")])
      }
      for (line, letters) in lines.enumerated() {
        for index in letters.indices {
          let x = Double(letters.distance(from: letters.startIndex, to: index)) * request.size
          text.append(
            TypesetText.Letter(x: x, width: request.size, word: 0, line: line, isSpace: letters[index] == " "))
          text.append(
            TypesetText.Glyph(
              outline: outline, picture: nil, origin: PlanePoint(x, request.size), letter: text.letters.count - 1))
        }
      }
      text.setBox(
        width: Double(letterCountOfLongestLine) * request.size, lineHeight: request.size, baseline: request.size,
        lineCount: lines.count, wordCount: 1)
      return (text, [("font \(request.font.families.joined(separator: ","))", "/fonts/made-up.ttf")])
    })

  private func load(_ layer: String, knobs: String = "", overrides: [(String, String)] = []) throws(PresetError)
    -> Preset
  {
    var settings = PresetSettings(overrides: overrides.map { PresetSettings.Override(key: $0.0, value: $0.1) })
    settings.assetLoader = Self.assetLoader
    return try Preset.load(
      text: Array("{ \"knobs\": { \(knobs) }, \"layers\": [ { \(layer) } ] }".utf8), named: "p.json", settings)
  }

  private func issues(_ text: String) -> [String] {
    do throws(PresetError) {
      _ = try load("\"text\": { \(text) }")
      return []
    } catch {
      return error.issues.map(\.description)
    }
  }

  private func lettering(_ preset: Preset) throws -> Lettering {
    guard case .text(let lettering) = try #require(preset.scene.layers.first).source else {
      throw AssetLoader.Failure("no words")
    }
    return lettering
  }

  @Test("A knob may hold the words, and the font's file is an asset of the preset") func knob() throws {
    let knob = "\"words\": { \"default\": \"abc\" }"
    let preset = try load("\"text\": { \"words\": \"= words\" }", knobs: knob)
    #expect(try lettering(preset).texts.map(\.letters.count) == [3])
    #expect(preset.assetPaths == ["/fonts/made-up.ttf"])
    let other = try load("\"text\": { \"words\": \"= words\" }", knobs: knob, overrides: [("words", "Hello, 世界 🎉")])
    #expect(try lettering(other).texts.map(\.letters.count) == [11])
  }

  @Test(
    "Words may be joined from pieces, knobs and numbers",
    arguments: [
      ("= 'Dear ' + name", "Dear Ada"), ("= name + '!'", "Ada!"),
      ("= 'No. ' + (place + 1) + \\\"/\\\" + 10", "No. 3/10"),
      ("= 'it''s ' + names[1]", "it's Cy"), ("= 'a + b'", "a + b"), ("= 'half: ' + place / 4", "half: 0.5"),
      // Without a piece in quotes a text is what it was.
      ("= 1 + 2", "= 1 + 2"),
    ]) func joinedWords(words: String, expected: String) throws
  {
    let knobs = """
      "name": { "default": "Ada" }, "place": { "default": 2 }, "names": { "default": ["Bo", "Cy"] }
      """
    // The made-up typesetter gives each letter a width, so that the count tells the text's length; the words are compared by a second text.
    let joined = try lettering(load("\"text\": { \"words\": \"\(words)\" }", knobs: knobs))
    let plain = try lettering(load("\"text\": { \"words\": \"\(expected)\" }", knobs: knobs))
    #expect(joined.texts.map(\.letters.count) == [expected.count] && joined == plain)
  }

  @Test(
    "Mistakes in joined words are reported at their columns",
    arguments: [
      ("= 'Dear ' + nam", "p.json:1:121: layers[0].text.words: nam is unknown. Did you mean name?"),
      ("= 'Dear ", "layers[0].text.words: a piece of this text has no end: ' is missing"),
      ("= 'a' + t", "layers[0].text.words: this value is read once, so it cannot depend on t or T"),
      ("= 'a' + names", "should be text, not a list"),
    ]) func badJoins(words: String, expected: String)
  {
    do throws(PresetError) {
      _ = try load(
        "\"text\": { \"words\": \"\(words)\" }",
        knobs: "\"name\": { \"default\": \"x\" }, \"names\": { \"default\": [\"a\"] }")
      Issue.record("\(words) is accepted")
    } catch {
      let found = error.issues.map(\.description)
      #expect(found.count == 1 && found[0].contains(expected), "\(found)")
    }
  }

  @Test("Words wider than maxWidth are drawn smaller") func maximumWidth() throws {
    let wide = try lettering(load("\"text\": { \"words\": \"abcd\", \"size\": 100, \"maxWidth\": 200 }"))
    #expect(wide.texts[0].width == 200 && wide.texts[0].lineHeight == 50)
    let narrow = try lettering(load("\"text\": { \"words\": \"a\", \"size\": 100, \"maxWidth\": 200 }"))
    #expect(narrow.texts[0].width == 100)
  }

  @Test("A typewriter hides letters until their time") func typewriter() throws {
    let typed = try lettering(load("\"text\": { \"words\": \"ab\", \"typewriter\": { \"rate\": 4, \"begin\": 1 } }"))
    let units = try #require(typed.units)
    #expect(units.kind == .letter && units.stagger == 0.25 && units.begin == 1)
    #expect([-0.01, 0, 9].map { units.opacity.value(at: AnimationClock($0)) } == [0, 1, 1])
  }

  @Test("Sprites and emitters' shapes may be outlines of words") func outlines() throws {
    let preset = try load(
      "\"emitter\": { \"shape\": { \"type\": \"text\", \"words\": \"ab\" }, \"cells\": [ { \"sprite\": { \"type\": \"text\", \"text\": [\"x\", \"y\"] }, \"birthRate\": 1, \"lifetime\": 1 } ] }"
    )
    guard case .emitter(let emitter) = preset.scene.layers[0].source, case .path(let path) = emitter.shape else {
      Issue.record("no emitter with a path")
      return
    }
    #expect(path.elements.count == 8)
    #expect(emitter.cells[0].sprites.count == 2)
  }

  @Test("Letters, words and lines may be sprites, and words with emoji are pictures") func emoji() throws {
    func sprites(_ sprite: String) throws -> [Sprite] {
      let preset = try load(
        "\"emitter\": { \"cells\": [ { \"sprite\": { \"type\": \"text\", \(sprite) }, \"birthRate\": 1, \"lifetime\": 1 } ] }"
      )
      guard case .emitter(let emitter) = preset.scene.layers[0].source else { return [] }
      return emitter.cells[0].sprites
    }
    #expect(try sprites("\"text\": \"ab c\"").count == 1)
    #expect(try sprites("\"text\": [\"ab c\", \"d\"], \"by\": \"letter\"").count == 4)
    #expect(try sprites("\"text\": [\"ab  c\", \"d\"], \"by\": \"word\"").count == 3)
    #expect(try sprites("\"text\": \"ab c\\n\\n d\", \"by\": \"line\"").count == 2)
    // The fake loader's emoji is twice as wide as high.
    let found = try sprites("\"text\": \"🎉\", \"size\": 50")
    #expect(found.count == 1 && found[0].shape.words?.text.pictures.count == 1)
    #expect(found[0].width == 50 && found[0].height == 25)
    #expect(try sprites("\"text\": \"🎉\", \"size\": [50, 40]")[0].height == 40)
    let error = #expect(throws: PresetError.self) { try sprites("\"text\": \" \", \"by\": \"word\"") }
    #expect(error?.issues.map(\.message) == ["needs at least one letter"])
    #expect(error?.issues.first?.keyPath.hasSuffix(".sprite.text") == true)
    let born = try load("\"emitter\": { \"shape\": { \"type\": \"text\", \"words\": \"🎉\", \"fontSize\": 30 } }")
    guard case .emitter(let emitter) = born.scene.layers[0].source, case .picture(let picture) = emitter.shape else {
      Issue.record("no emitter with a picture")
      return
    }
    #expect(picture.width == 60 && picture.height == 30 && picture.file == nil)
  }

  @Test(
    "Mistakes are reported at their key",
    arguments: [
      ("", "layers[0].text: a text needs the key words or the key number"),
      ("\"words\": \"a\", \"number\": { \"value\": 1 }", "has both words and number"),
      ("\"words\": \"a\", \"font\": \"Missing\"", "layers[0].text.words: no font of that family"),
      ("\"words\": \"= wrods\"", "layers[0].text.words: no knob holds this text"),
      ("\"words\": []", "layers[0].text.words: needs at least one text"),
      ("\"words\": [{ \"words\": \"a\", \"at\": 1 }, { \"words\": \"b\" }]", "has to begin after the one before it"),
      ("\"words\": \"a\", \"font\": \" , \"", "layers[0].text.font: should be 1 to 16 names"),
      ("\"words\": \"a\", \"fontFile\": \"none.ttf\"", "layers[0].text.fontFile: no file \"none.ttf\" was found"),
      ("\"words\": \"a\", \"units\": { \"scramble\": { \"letters\": \" \" } }", "needs at least one letter"),
      ("\"words\": \"a\", \"size\": 0", "layers[0].text.size"),
    ]) func mistakes(text: String, message: String)
  {
    let found = issues(text)
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }
}
