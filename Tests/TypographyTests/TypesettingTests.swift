import Model
import Testing
import Typography

/// Words in fonts of Debian's package fonts-dejavu-core 2.37.
///
/// The expected advances, glyphs and order are the output of HarfBuzz's command
/// `hb-shape --font-size=2048 DejaVuSans.ttf TEXT`, quoted in comments; the font's em has 2,048 units.
@Suite struct TypesettingTests {
  private func set(
    _ text: String, file: String = "DejaVuSans.ttf", size: Double = 2_048, tracking: Double = 0,
    wrapWidth: Double? = nil, alignment: TextAlignment = .left
  ) throws -> TypesetText {
    try Typesetter.typeset(
      TypesettingRequest(
        text, font: FontRequest(file: "/usr/share/fonts/truetype/dejavu/" + file), size: size, tracking: tracking,
        wrapWidth: wrapWidth, alignment: alignment)
    ).text
  }

  @Test("Widths are those of the font, with kerning") func widths() throws {
    // A=0+1270|V=1+1270|A=2+1270|V=3+1270|A=4+1401
    let kerned = try set("AVAVA")
    #expect(kerned.width == 6_481)
    #expect(kerned.letters.map(\.x) == [0, 1_270, 2_540, 3_810, 5_080])
    // H=0+1540|e=1+1260|l=2+569|l=3+569|o=4+1253
    #expect(try set("Hello").width == 5_191)
    #expect(try set("Hello", size: 1_024).width == 2_595.5)
  }

  @Test(
    "Lines do not end at no-break spaces, before a number's digits, or after an opening bracket",
    arguments: [
      ("10\u{A0}km x", 4.5, [0, 0, 0, 0, 0, 0, 1]), ("a -5", 2.5, [0, 0, 1, 1]),
      ("well-known", 6.5, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]),
      // Characters of the fallback font are one em wide, 1.66 letters of the other font.
      ("あい（う）", 5.5, [0, 0, 1, 1, 1]), ("日本2024年", 4.5, [0, 0, 1, 1, 1, 1, 2]),
      ("and/or", 4.5, [0, 0, 0, 0, 1, 1]), ("a.b!c", 2.5, [0, 0, 0, 0, 1]), ("きゃあ", 4, [0, 0, 1]),
    ])
  func lineBreaking(text: String, limit: Double, lines: [Int]) throws {
    let set = try set(text, file: "DejaVuSansMono.ttf", wrapWidth: limit * 1_233)
    #expect(set.letters.map(\.line) == lines)
  }

  @Test("Letters of a ligature have one glyph and share its width, and tracking turns ligatures off")
  func ligatures() throws {
    // o=0+1253|uniFB03=1+1980|c=4+1126|e=5+1260
    let withLigature = try set("office")
    #expect(withLigature.glyphs.map(\.letter) == [0, 1, 4, 5])
    #expect(withLigature.letters.map(\.width) == [1_253, 660, 660, 660, 1_126, 1_260])
    let spaced = try set("office", tracking: 100)
    #expect(spaced.glyphs.map(\.letter) == [0, 1, 2, 3, 4, 5])
  }

  @Test("A letter with a combining mark is one letter, equal to the precomposed one") func marks() throws {
    let decomposed = try set("e\u{301}")
    #expect(decomposed.letters.count == 1)
    #expect(decomposed.width == 1_260)
    #expect(decomposed.outline() == (try set("é")).outline())
  }

  @Test("Hebrew and Arabic run from right to left, and numbers within them from left to right")
  func directions() throws {
    // uni05DD=3+1359|uni05D5=2+558|uni05DC=1+1164|uni05E9=0+1451
    let hebrew = try set("שלום")
    #expect(hebrew.glyphs.map(\.letter) == [3, 2, 1, 0])
    #expect(hebrew.letters.map(\.x) == [3_081, 1_917, 1_359, 0])
    // uniFEF2=3+1707|uniFE91=2+570|uniFEAE=1+1130|uniFECB=0+1222
    #expect(try set("عربي").width == 4_629)
    #expect(try set("a של b").glyphs.map(\.letter) == [0, 3, 2, 5])
    #expect(try set("של 12 ab").glyphs.map(\.letter) == [6, 7, 3, 4, 1, 0])
    #expect(try set("ab של 12").glyphs.map(\.letter) == [0, 1, 6, 7, 4, 3])
    // An isolate keeps the number out of the Hebrew. Its marks have neither glyphs nor width.
    let isolate = try set("ab \u{2068}של\u{2069} 12")
    #expect(isolate.glyphs.map(\.letter) == [0, 1, 5, 4, 8, 9])
    #expect(isolate.width == (try set("ab של 12").width))
    // Letters of a line of right-to-left text that is broken lie from right to left in each line.
    let broken = try set("של אב", wrapWidth: 4_000)
    #expect(broken.lineCount == 2 && broken.glyphs.map(\.letter) == [1, 0, 4, 3])
  }

  @Test("An outline has the font's coordinates, with y downwards") func outline() throws {
    // In DejaVu Sans an l is a bar from 193 to 377 across and from 0 to 1,556 up.
    let text = try set("l")
    let path = text.outline()
    let points = path.elements.compactMap { element -> PlanePoint? in
      switch element {
      case .move(let point), .line(let point): point
      case .curve, .close: nil
      }
    }
    #expect(Set(points.map(\.x)) == [193, 377])
    let heights = Set(points.map(\.y))
    #expect(heights == [text.baseline(ofLine: 0), text.baseline(ofLine: 0) - 1_556])
  }

  @Test("Lines are broken between words, and spaces at their ends do not count") func wrapping() throws {
    // All letters of the monospaced font are 1,233 wide.
    let text = try set("aa bb cc dddddddd e", file: "DejaVuSansMono.ttf", wrapWidth: 6 * 1_233, alignment: .right)
    #expect(text.lineCount == 4)
    #expect(text.letters.map(\.line) == [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3])
    #expect(text.letters[0].x == 1_233 && text.letters[6].x == 4 * 1_233 && text.letters[18].x == 5 * 1_233)
    #expect(text.wordCount == 5)
    #expect(try set("世界\n世界", wrapWidth: 2_100).lineCount == 4)
  }

  @Test("A missing font is reported with a remedy, a broken file with its name") func failures() {
    func message(_ font: FontRequest) -> String {
      do {
        _ = try Typesetter.typeset(TypesettingRequest("a", font: font))
        return ""
      } catch {
        return error.message
      }
    }
    let misspelt = message(FontRequest(families: ["DejaVu Snas"]))
    #expect(misspelt.contains("no font of the family \"DejaVu Snas\" is on this machine"), "\(misspelt)")
    #expect(misspelt.contains("DejaVu Sans"), "\(misspelt)")
    #expect(message(FontRequest(families: ["Comfortaa Nova", "Fira Code X"])).contains("fonts-comfortaa"))
    #expect(message(FontRequest(file: "/etc/hostname")).contains("\"/etc/hostname\" is not a font"))
    #expect(message(FontRequest(families: ["No Such Font", "DejaVu Sans"])).isEmpty)
  }

  @Test("An emoji is a picture where a font with colour bitmaps is installed") func emoji() throws {
    let result = try Typesetter.typeset(
      TypesettingRequest("a🎉", font: FontRequest(families: ["DejaVu Sans"]), size: 100))
    #expect(result.text.pictures.count == 1)
    let picture = try #require(result.text.pictures.first)
    #expect(picture.width >= 100 && picture.box.width > 80 && picture.box.width < 150)
    #expect(picture.pixels.contains { $0 > 200 } && picture.pixels.count == picture.width * picture.height * 4)
    #expect(result.files.count == 2)
    // A space after the emoji has the advance of the text's own font: 651 of 2,048 units.
    let spaced = try Typesetter.typeset(
      TypesettingRequest("🎉 a", font: FontRequest(families: ["DejaVu Sans"]), size: 2_048))
    #expect(spaced.text.letters[1].width == 651)
    // Typesetting again with the paths of these files gives the same text.
    let known = Dictionary(uniqueKeysWithValues: result.files.map { ($0.name, $0.path) })
    let again = try Typesetter.typeset(
      TypesettingRequest("a🎉", font: FontRequest(families: ["DejaVu Sans"]), size: 100), knownFiles: known)
    #expect(again.text == result.text)
  }

  @Test("Counters follow their format, and all digits have the same width") func counters() throws {
    let characters = TextCounter.characters(grouping: ",", decimalPoint: ".")
    let lines = try set(characters.map(String.init).joined(separator: "\n")).separateLines()
    #expect(lines.count == characters.count && lines.allSatisfy { $0.letters.count == 1 })
    var counter = TextCounter(
      value: 0, format: .number, decimals: 2, grouping: ",", decimalPoint: ".", isTabular: true, prefix: nil,
      suffix: nil,
      characters: Dictionary(uniqueKeysWithValues: zip(characters, lines)))
    #expect(counter.text(of: 1_234_567.895) == "1,234,567.90")
    #expect(counter.text(of: -0.004) == "0.00")
    #expect(counter.text(of: -12.5) == "-12.50")
    #expect(counter.text(of: .greatestFiniteMagnitude) == "1,000,000,000,000,000.00")
    // DejaVu Sans has digits of 1,303 units.
    #expect(counter.typesetText("111").width == 3 * 1_303)
    (counter.format, counter.decimals) = (.clock, 0)
    #expect([59.9, 61, 3_725].map(counter.text(of:)) == ["0:59", "1:01", "1:02:05"])
  }
}
