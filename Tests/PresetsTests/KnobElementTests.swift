import Colorimetry
import Model
import Presets
import Testing

/// Elements of knobs that hold lists, in values, in expressions and in `--set`.
@Suite struct KnobElementTests {
  private static let knobs = """
    "palette": { "default": ["red", "lime", "blue"] }, "hues": { "default": [10, 20.5, true] },
        "spots": { "default": [[1, 2], [30, 40]] }, "none": { "default": [] }, "rate": { "default": 2 }
    """

  /// Returns a preset with a blob whose keys begin line 3.
  private func preset(_ blob: String, copies: String = "") -> String {
    """
    { "knobs": { \(Self.knobs.replacing("\n", with: " ")) },
      "layers": [ { \(copies) "name": "a", "blob": {
    \(blob)
    } } ] }
    """
  }

  private func blobs(_ keys: String, copies: String = "", _ settings: PresetSettings = PresetSettings()) throws
    -> [Blob]
  {
    try load(preset(keys, copies: copies), settings).scene.layers.compactMap { layer in
      if case .blob(let blob) = layer.source { blob } else { nil }
    }
  }

  @Test("An element is a colour, a point, or a number of an expression") func elementsAreValues() throws {
    let blob = try #require(
      try blobs(
        "\"fill\": \"= palette[1]\", \"center\": \"= spots[1]\", \"radius\": \"= hues[0] + 2 * hues[ 1 ] + spots[0][1] * hues[2]\""
      )
      .first)
    let lime = try #require(LinearColor(css: "lime"))
    #expect(blob.fill == .color(.constant(lime)))
    #expect(blob.center.x.constant == 30 && blob.center.y.constant == 40)
    #expect(abs((blob.radius.constant ?? 0) - 53) < 1e-9)
  }

  @Test("The index of an element may be an expression, such as of the copy's number")
  func numbersAreExpressions() throws {
    let found = try blobs(
      "\"fill\": \"= palette[mod(i + 1, 3)]\", \"radius\": \"= hues[i > 0 ? rate - 1 : 0]\"",
      copies: "\"copies\": { \"count\": 3 },")
    let colors = try ["lime", "blue", "red"].map { try #require(LinearColor(css: $0)) }
    #expect(found.map(\.fill) == colors.map { .color(.constant($0)) })
    #expect(found.map(\.radius.constant) == [10, 20.5, 20.5])
  }

  @Test("A knob's element that names a missing element is reported where a colour reads it")
  func missingElementOfElement() {
    let found = issues(
      """
      { "knobs": { "b": { "default": [1, 2] }, "a": { "default": ["= b[9]", 3] } },
        "layers": [ { "name": "f", "gradient": { "stops": ["= a[0]", "blue"] } } ] }
      """)
    #expect(found.count == 1 && found[0].contains("knobs.a.default: b has 2 elements"), "\(found)")
  }

  @Test(
    "Mistakes in elements are reported where the element is named",
    arguments: [
      (
        "\"fill\": \"= palette[3]\"",
        "3:9: layers.a.blob.fill: palette has 3 elements, counted from 0: there is no palette[3]"
      ),
      (
        "\"fill\": \"= palette[-1]\"",
        "3:9: layers.a.blob.fill: palette has 3 elements, counted from 0: there is no palette[-1]"
      ),
      ("\"fill\": \"= palette[0.5]\"", "3:9: layers.a.blob.fill: the number of an element should be whole, not 0.5"),
      ("\"fill\": \"= palette[t]\"", "3:9: layers.a.blob.fill: the number of an element cannot depend on t or T"),
      (
        "\"fill\": \"= palete[0]\"",
        "3:9: layers.a.blob.fill: palete is not a knob that holds a colour. Did you mean palette?"
      ),
      (
        "\"fill\": \"palette[0]\"",
        "3:9: layers.a.blob.fill: \"palette[0]\" is not a colour of CSS; put = before an expression: \"= palette[0]\""
      ),
      ("\"radius\": \"= none[0] + 1\"", "3:14: layers.a.blob.radius: none has no elements: there is no none[0]"),
      (
        "\"radius\": \"= 1 + palette[0]\"",
        "3:18: layers.a.blob.radius: this element of palette is the text \"red\", not a number"
      ),
      (
        "\"radius\": \"= rate[0]\"",
        "3:14: layers.a.blob.radius: rate is the number 2, not a list, so it has no elements"
      ),
      ("\"radius\": \"= width[0]\"", "3:14: layers.a.blob.radius: width is not a knob that holds a list."),
      ("\"radius\": \"= hues\"", "3:13: layers.a.blob.radius: should be a number, not a list (read by"),
      (
        "\"radius\": \"= 2 * hues\"",
        "3:18: layers.a.blob.radius: the knob hues is a list, not a number; hues[0] is its first element"
      ),
      ("\"radius\": \"= 2 + hues[0\"", "3:22: layers.a.blob.radius: this [ is not closed"),
    ])
  func wrongElements(keys: String, expected: String) {
    let found = issues(preset(keys))
    if keys.contains("= hues\"") {
      return #expect(found.count == 1 && found[0].contains("should be a number"), "\(found)")
    }
    #expect(found == ["x.json:" + expected])
  }

  @Test("Elements may be nested as deep as expressions") func nesting() {
    let deep = String(repeating: "hues[", count: 60) + "0" + String(repeating: "]", count: 60)
    let found = issues(preset("\"radius\": \"= \(deep)\""))
    #expect(found.count == 1 && found[0].contains("nested deeper than 40 levels"), "\(found)")
  }

  @Test("--set replaces an element") func elementsAreSet() throws {
    let value = try load(preset("\"fill\": \"= palette[1]\""), set("palette[1]=#314", "hues[0]=3", "spots[1][0]=7"))
      .knobs
    #expect(value.map(\.value).prefix(3) == [##"["red","#314","blue"]"##, "[3,20.5,true]", "[[1,2],[7,40]]"])
  }

  @Test(
    "Mistakes in --set of an element are reported",
    arguments: [
      ("palette[3]=red", "--set palette[3]: palette has 3 elements, counted from 0"),
      ("palette[0]=12", "--set palette[0]: should be text, not the number 12"),
      ("rate[0]=1", "--set rate[0]: rate is the number 2, not a list, so it has no elements"),
      ("palette[0]=nocolour", "--set palette[0]: layers.a.blob.fill"),
    ])
  func wrongSettings(assignment: String, expected: String) {
    let found = issues(preset("\"fill\": \"= palette[0]\""), set(assignment))
    #expect(found.count == 1 && found[0].hasPrefix(expected.replacing(": layers.a.blob.fill", with: "")), "\(found)")
  }

  @Test("In --set a key of the preset takes precedence over a knob of the same name") func keysComeFirst() throws {
    let text =
      #"{ "knobs": { "layers": { "default": [1] } }, "layers": [ { "opacity": "= layers[0]", "ripples": {} } ] }"#
    #expect(try load(text, set("layers[0].opacity=0.5")).scene.layers[0].opacity.constant == 0.5)
  }
}
