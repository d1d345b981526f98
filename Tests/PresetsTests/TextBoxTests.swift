import Model
import Presets
import Testing

/// Rectangles around texts, and the sizes of texts in formulas. The fake loader of `TextKeyTests` advances each letter by the font's size,
/// and each line, too.
@Suite struct TextBoxTests {
  private static let size = #""size": 10, "lineHeight": 1"#

  /// Loads layers, which begin in line 2.
  private func load(_ layers: String, _ overrides: (String, String)...) throws(PresetError) -> Preset {
    var settings = PresetSettings(overrides: overrides.map { PresetSettings.Override(key: $0.0, value: $0.1) })
    settings.assetLoader = TextKeyTests.assetLoader
    let text = """
      { "canvas": { "width": 400, "height": 200, "duration": 4 }, "knobs": { "name": { "default": "abc" } }, "layers": [
      \(layers)
      ] }
      """
    return try Preset.load(text: Array(text.utf8), named: "p.json", settings)
  }

  private func issues(_ layers: String) -> [String] {
    do throws(PresetError) {
      _ = try load(layers)
      return []
    } catch {
      return error.issues.map(\.description)
    }
  }

  /// The warnings of layers, but for that of the knob, which not all use.
  private func warnings(_ layers: String) throws(PresetError) -> [String] {
    try load(layers).warnings.map(\.description).filter { !$0.contains("knobs.name") }
  }

  /// Left, top, width and height at a time of the rectangle that is a layer.
  private func box(_ preset: Preset, _ index: Int = 0, at time: Double = 0) throws -> [Double] {
    guard case .shape(let shape) = preset.scene.layers[index].source, case .rectangle(let rectangle) = shape.figure
    else {
      Issue.record("no rectangle")
      return []
    }
    let (center, size) = (rectangle.center, rectangle.size)
    let (width, height) = (size.x.value(at: AnimationClock(time)), size.y.value(at: AnimationClock(time)))
    return [
      center.x.value(at: AnimationClock(time)) - width / 2, center.y.value(at: AnimationClock(time)) - height / 2,
      width,
      height,
    ]
  }

  private func layers(_ text: String, box: String = "", textLayer: String = "", boxLayer: String = "") -> String {
    """
    { \(boxLayer) "shape": { "around": "title", "fill": "red"\(box) } },
    { \(textLayer) "name": "title", "text": { \(Self.size), \(text) } }
    """
  }

  @Test("A box encloses the text that comes after it, with its padding, and a longer text of a knob widens it")
  func boxFollows() throws {
    let around = layers(#""words": "= name""#, box: #", "padding": [8, 3]"#)
    #expect(try box(load(around)) == [177, 92, 46, 16])
    #expect(try box(load(around, ("name", "abcdefgh"))) == [152, 92, 96, 16])
    #expect(try box(load(layers(#""words": "ab""#, box: #", "padding": 5"#))) == [185, 90, 30, 20])
    #expect(try box(load(layers(#""words": "ab""#, box: #", "padding": "= 5 * t""#)), at: 2) == [180, 85, 40, 30])
  }

  @Test("A box lies where position and anchor put the text") func places() throws {
    #expect(
      try box(load(layers(#""words": "ab\ncde", "position": [40, "50%"], "anchor": [0, 1]"#))) == [40, 80, 30, 20])
    #expect(try box(load(layers(#""words": "abcd", "position": [40, 60], "anchor": [1, 0]"#))) == [0, 60, 40, 10])
    #expect(try box(load(layers(#""words": "abcd", "maxWidth": 20"#))) == [190, 97.5, 20, 5])
    // Texts one after the other: the widest and the highest.
    let passages = #""words": [{ "words": "a\nb" }, { "words": "abcde", "at": 1 }]"#
    #expect(try box(load(layers(passages))) == [175, 90, 50, 20])
  }

  @Test("A box moves with the numbers that move the text") func moving() throws {
    let moving = layers(
      #""words": "ab", "position": ["= 100 + 10 * t", { "from": 50, "to": 90, "duration": 2 }], "anchor": [0, 0]"#)
    #expect(try box(load(moving), at: 0) == [100, 50, 20, 10])
    #expect(try box(load(moving), at: 2) == [120, 90, 20, 10])
    let anchored = layers(#""words": "ab", "position": [100, 50], "anchor": ["= t", 0]"#)
    #expect(try box(load(anchored), at: 3) == [40, 50, 20, 10])
  }

  @Test("A box may enclose several texts that stand still") func severalTexts() throws {
    func layers(_ position: String) -> String {
      """
      { "shape": { "around": ["a", "b"], "padding": 5, "fill": "red" } },
      { "name": "a", "text": { \(Self.size), "words": "abcd", "position": [100, 50], "anchor": [0, 0] } },
      { "name": "b", "text": { \(Self.size), "words": "= name", "position": \(position), "anchor": [0, 0] } }
      """
    }
    #expect(try box(load(layers("[90, 70]"))) == [85, 45, 60, 40])
    #expect(try box(load(layers("[90, 70]"), ("name", "abcdefg"))) == [85, 45, 80, 40])
    let reports = issues(layers(#"["= t", 70]"#))
    #expect(reports.count == 1 && reports[0].contains("cannot follow texts that move"), "\(reports)")
  }

  @Test("A text that moves by another clock cannot be followed, one that stands still can") func clocks() throws {
    let moving = #""words": "ab", "position": ["= t", 0]"#
    let report = issues(layers(moving, textLayer: #""begin": 1,"#))
    #expect(
      report.count == 1 && report[0].hasPrefix("p.json:2:25: layers[0].shape.around: the text \"title\" moves by"))
    #expect(issues(layers(moving, textLayer: #""begin": 1,"#, boxLayer: #""begin": 1,"#)).isEmpty)
    #expect(issues(layers(#""words": "ab""#, textLayer: #""begin": 1,"#)).isEmpty)
    // A mask of the text itself runs by the text's clock.
    let masked =
      #"{ "name": "title", "begin": 1, "text": { \#(moving) }, "mask": { "shape": { "around": "title", "fill": "red" } } }"#
    #expect(issues(masked).isEmpty)
  }

  @Test("A transform of the text alone is warned of") func transforms() throws {
    let turned = layers(#""words": "ab""#, textLayer: #""transform": { "rotation": 5 },"#)
    let warnings = try warnings(turned)
    #expect(warnings.count == 1 && warnings[0].contains("does not follow the transform of the layer \"title\""))
  }

  @Test("A number takes the box of its widest value") func counters() throws {
    let number = #""number": { "value": { "from": 7, "to": 1250, "duration": 4 }, "grouping": ",", "suffix": "ab" }"#
    #expect(try box(load(layers(number))) == [165, 95, 70, 10])
  }

  @Test("Each copy has the box of its own text") func copies() throws {
    let copies = #""copies": { "count": 3 },"#
    let inCopies = layers(
      #""words": "ab", "size": "= 10 + 10 * i", "position": ["= 100 * i", 0], "anchor": [0, 0]"#, textLayer: copies,
      boxLayer: copies
    ).replacing(#""size": 10, "#, with: "")
    let preset = try load(inCopies)
    #expect(try box(preset, 0) == [0, 0, 20, 10])
    #expect(try box(preset, 2) == [200, 0, 60, 30])
    let report = issues(layers(#""words": "ab""#, textLayer: copies))
    #expect(report.count == 1 && report[0].contains("\"title\" has copies"), "\(report)")
  }

  @Test("Formulas read widths and heights of texts, before and after them and from within groups") func formulas()
    throws
  {
    let text = #"{ "name": "my title", "text": { \#(Self.size), "words": "= name" } }"#
    func line(_ width: String) -> String {
      #"{ "shape": { "center": [0, 0], "size": [\#(width), "= 2 * textHeight('my title')"], "fill": "red" } }"#
    }
    #expect(try box(load(line(#""= textWidth('my title') + 5""#) + ", " + text)) == [-17.5, -10, 35, 20])
    #expect(try box(load(text + ", " + line(#""= textWidth(\"my title\")""#)), 1) == [-15, -10, 30, 20])
    let grouped = try load(#"{ "group": [\#(line(#""= textWidth('my title')""#))] }, \#(text)"#, ("name", "abcd"))
    guard case .group(let inner) = grouped.scene.layers[0].source, case .shape(let shape) = inner[0].source,
      case .rectangle(let rectangle) = shape.figure
    else { return #expect(Bool(false)) }
    #expect(rectangle.size.x.constant == 40)
    // A group may be placed by a text in it.
    let group = #"{ "opacity": "= textWidth('my title') / 60", "group": [\#(text)] }"#
    #expect(try load(group).scene.layers[0].opacity.constant == 0.5)
    // A text may be placed by its own width, and be as large as another says.
    let own = #"{ "name": "a", "text": { \#(Self.size), "words": "ab", "position": ["= textWidth('a')", 0] } }"#
    #expect(try box(load(#"{ "shape": { "around": "a", "fill": "red" } }, \#(own)"#)) == [10, -5, 20, 10])
  }

  @Test(
    "Mistakes are told once, where they are",
    arguments: [
      (
        #"{ "shape": { "around": "titel", "fill": "red" } }, { "name": "title", "text": { "words": "a" } }"#,
        #"p.json:2:24: layers[0].shape.around: there is no text layer "titel" in this list of layers. Did you mean title?"#
      ),
      (
        #"{ "shape": { "around": "photo", "fill": "red" } }, { "name": "photo", "blob": { "radius": 5 } }"#,
        #"p.json:2:24: layers[0].shape.around: the layer "photo" is no text layer; no text layer here has a name"#
      ),
      (
        #"{ "shape": { "around": "t", "fill": "red" } }, { "name": "words", "group": [{ "name": "t", "text": { "words": "a" } }] }"#,
        #"p.json:2:24: layers[0].shape.around: there is no text layer "t" in this list of layers; another list has one of that name: both belong into one list"#
      ),
      (
        #"{ "opacity": "= textWidth('x') / 9", "text": { "words": "a" } }"#,
        #"p.json:2:27: layers[0].opacity: there is no text layer "x" in this list of layers or in one around it; no text layer here has a name"#
      ),
      (
        #"{ "opacity": "= textWidth(x) / 9", "text": { "words": "a" } }"#,
        #"p.json:2:27: layers[0].opacity: textWidth takes the name of a text layer in quotes: textWidth('title')"#
      ),
      (
        #"{ "name": "a", "text": { "words": "a", "size": "= textWidth('b')" } }, { "name": "b", "text": { "words": "b", "size": 5 } }, { "name": "c", "text": { "words": "c", "size": "= textHeight('c')" } }"#,
        #"p.json:2:187: layers.c.text.size: the size of this text depends on itself: "c" → "c""#
      ),
      // The mistake is the text's, so the box says nothing.
      (
        #"{ "shape": { "around": "t", "fill": "red" } }, { "name": "t", "text": { "words": "a", "size": -1 } }"#,
        #"p.json:2:95: layers.t.text.size: -1 is out of range: 0.1 to 100000 (points) is allowed"#
      ),
      (
        #"{ "shape": { "around": "t", "fill": "red" } }, { "name": "t", "text": { "words": "a", "circle": { "radius": 50 } } }"#,
        #"p.json:2:24: layers[0].shape.around: the letters of "t" stand on a circle, which has no box"#
      ),
      (
        #"{ "shape": { "fill": "red" } }"#,
        #"p.json:2:12: layers[0].shape: "type": "rectangle" needs the key size"#
      ),
    ])
  func mistakes(layers: String, expected: String) {
    #expect(issues(layers) == [expected])
  }

  @Test("Two texts whose sizes depend on each other are told of") func circle() {
    let reports = issues(
      #"{ "name": "a", "text": { "words": "a", "size": "= textWidth('b')" } }, { "name": "b", "text": { "words": "b", "size": "= textWidth('a')" } }"#
    )
    #expect(reports.count == 2)
    #expect(reports.allSatisfy { $0.contains("depends on itself") }, "\(reports)")
    #expect(reports[0].contains(#""b" → "a" → "b""#), "\(reports)")
  }

  @Test("A text outside of the layers cannot be measured") func signals() {
    var settings = PresetSettings()
    settings.assetLoader = TextKeyTests.assetLoader
    let error = #expect(throws: PresetError.self) {
      try Preset.load(
        text: Array(
          #"{ "signals": { "s": "= textWidth('t')" }, "layers": [{ "name": "t", "text": { "words": "a" } }] }"#.utf8),
        named: "p.json", settings)
    }
    #expect(error?.description.contains("only a value of a layer can measure a text") == true)
  }

  @Test("A size beside around has no effect, which is warned of, and padding needs around") func idleKeys() throws {
    let both = try warnings(layers(#""words": "a""#, box: #", "size": 4"#))
    #expect(both.count == 1 && both[0].contains("has no effect: around is given, too"), "\(both)")
    let alone = try warnings(#"{ "shape": { "size": 4, "padding": 2, "fill": "red" } }"#)
    #expect(alone.count == 1 && alone[0].contains("has no effect without around"), "\(alone)")
  }
}
