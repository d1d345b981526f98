import Colorimetry
import Lanes

extension ReferenceTopic {
  static let animations = ReferenceTopic(name: "animations", about: "What may replace a value to animate it.") {
    let kinds = Declarations.animations.map(\.schema)
    return PlainText(parts: [
      .paragraph(
        "Where a key's help says that a number, a point or a colour is animatable, the value may be one of these objects, or a formula with t."
      ),
      .list(kinds.map { ($0.name, $0.about + "\nkeys: " + $0.keys.map(\.name).joined(separator: ", ")) }),
      .paragraph("More on one: motes help \(kinds.first?.name ?? "")"),
    ])
  }

  static let blends = ReferenceTopic(name: "blends", about: "How a layer is blended with what is below it.") {
    PlainText(parts: [
      .paragraph("The key blend of a layer."),
      .list((Declarations.layer.schema.key(named: "blend")?.choiceSentences ?? []).map { ($0.name, $0.sentence) }),
    ])
  }

  static let bounds = typesTopic("bounds", Declarations.boundary.schema, "Boundaries that particles meet.")
  static let filters = typesTopic(
    "filters", Declarations.filter.schema, "What is done to the pixels of layers, groups and the canvas.")
  static let forces = typesTopic("forces", Declarations.force.schema, "What pushes particles, step by step.")
  static let sprites = typesTopic("sprites", Declarations.sprite.schema, "The pictures of particles.")

  static let fields = ReferenceTopic(name: "fields", about: "Layers that fill the canvas by a formula.") {
    list(of: Declarations.fieldSources.map(\.schema))
  }

  static let sources = ReferenceTopic(name: "sources", about: "What a layer may draw, one of them for each layer.") {
    list(of: Declarations.layer.schema.keys.filter { $0.role == .source })
  }

  static let points = ReferenceTopic(name: "points", about: "Words for points of the canvas.") {
    PlainText(parts: [
      .paragraph(
        "A point of the canvas is [x, y], in points or percent of its width and height, or one of these words."),
      .list(PresetDecoder.namedPoints.map { ("\"\($0.name)\"", "[\"\($0.x)\", \"\($0.y)\"]") }),
    ])
  }

  static let easings = ReferenceTopic(name: "easings", about: "Timing curves: of CSS, of easings.net, and your own.") {
    PlainText(parts: [
      .paragraph("A timing curve is one of these names or forms."),
      .heading("Of CSS"), .words(Easing.keywords.flatMap(\.names)),
      .heading("Of easings.net; In begins slowly, Out ends slowly, InOut does both"),
      .words(NamedEasing.allCases.map(\.rawValue)),
      .heading("With numbers"),
      .list([
        ("cubic-bezier(x1, y1, x2, y2)", "A cubic curve from (0, 0) to (1, 1), as CSS has it; also [x1, y1, x2, y2]."),
        ("steps(n, jump)", "n steps; jump: jump-start, jump-end, jump-none, jump-both, start or end."),
        (
          "linear(0, 0.8 30%, 1)", "Straight lines from point to point, each with its place if it is not evenly spread."
        ),
      ]),
      .paragraph("A spring is not a timing curve: motes help spring"),
    ])
  }

  static let colors = ReferenceTopic(name: "colors", about: "Colours of CSS, and the spaces in which they are mixed.") {
    PlainText(parts: [
      .paragraph(
        "A colour is a text: #rgb, #rgba, #rrggbb, #rrggbbaa, a name, a function of CSS Color 4, or \"= knob\"."),
      .heading("Functions"),
      .words(CSSColorParser.functionNames.map { $0 + "()" }),
      .heading(
        "Spaces for interpolation; one with a hue may be followed by shorter, longer, increasing or decreasing, and any by spline, for a smooth curve through stops"
      ),
      .words(PresetDecoder.interpolationSpaces),
      .heading("Names"), .words(["transparent"] + NamedColors.all.map(\.name)),
    ])
  }

  static let functions = ReferenceTopic(name: "functions", about: "The functions of formulas.") {
    PlainText(parts: [
      .list(FormulaFunction.all(for: .number).map { ($0.usage, $0.about) }),
      .paragraph("Operators and names: motes help expressions"),
    ])
  }

  static let expressions = ReferenceTopic(name: "expressions", about: "Formulas: a text that begins with =.") {
    PlainText(parts: [
      PlainText.paragraph(fromMarkdown: Reference.formulaParagraphs[0]),
      .heading("Operators, the strongest first"),
      .list(Reference.formulaOperators.map { ($0.plainCode, PlainText.withoutBackticks($0.about)) }),
      .heading("Names"),
      .list(FormulaVariable.all(for: .number).map { ($0.namesText, PlainText.withoutBackticks($0.about)) }),
      PlainText.paragraph(fromMarkdown: Reference.formulaParagraphs[1]),
      .heading("Functions (motes help functions)"), .words(FormulaFunction.all(for: .number).map(\.name)),
    ])
  }

  static let topics = ReferenceTopic(name: "topics", about: "This list.") {
    PlainText(parts: [
      .paragraph(
        "motes help TOPIC prints a part of the preset language's reference; motes schema --reference prints the whole."),
      .heading("Jobs, in these words or your own"), .words(ReferenceTask.all.map { $0.words[0] }),
      .heading("Lists"), .list(lists.map { ($0.name, $0.about) }),
      .heading("Kinds of objects"), .words(objects.map(\.name)),
      .heading("Keys"),
      .list([
        ("cell.intensity", "A key of a kind of object."),
        ("intensity", "A key of every object that has it."),
        ("fade", "Any other word or words: jobs, options, values and keys that have to do with them."),
      ]),
    ])
  }

  /// The topic that explains the names that a key may hold; nil if no topic lists exactly these names.
  static func topic(listing names: [String]) -> ReferenceTopic? {
    // Whether `names` are the types of a kind of object. The patterns below compare their list with `names`.
    func areTypes(of object: ObjectSchema) -> Bool {
      if case .choice(names) = object.key(named: "type")?.value { true } else { false }
    }
    if case .choice(names) = Declarations.layer.schema.key(named: "blend")?.value { return blends }
    if areTypes(of: Declarations.sprite.schema) { return sprites }
    if areTypes(of: Declarations.force.schema) { return forces }
    if areTypes(of: Declarations.filter.schema) { return filters }
    return areTypes(of: Declarations.boundary.schema) ? bounds : nil
  }

  /// A list of keys, each with the keys of the object that it holds.
  private static func list(of keys: [KeySchema]) -> PlainText {
    PlainText(parts: [
      .list(
        keys.map { key in
          let example = ReferenceExample.line(of: key.name).map { "\n" + $0 } ?? ""
          guard let object = key.value.objects.first?.schema else { return (key.name, key.sentence + example) }
          let names = object.keys.map(\.name).joined(separator: ", ")
          return (key.name, object.about + "\nkeys: " + names + example)
        })
    ])
  }

  /// A topic that lists the types of a kind of object, each with the keys that not all types have.
  private static func typesTopic(_ name: String, _ object: ObjectSchema, _ about: String) -> ReferenceTopic {
    ReferenceTopic(name: name, about: about) {
      guard let type = object.key(named: "type"), case .choice(let names) = type.value else { return PlainText() }
      let commonKeys = object.keys.filter { $0.condition?.key != "type" }.map(\.name)
      let items = names.map { name in
        let ownKeys = object.keys.filter { $0.condition?.key == "type" && $0.condition?.values.contains(name) == true }
        let sentence = type.choiceSentences.first { $0.name == name }.map { $0.sentence + "\n" } ?? ""
        let keys = ownKeys.isEmpty ? "" : "keys: " + ownKeys.map(\.name).joined(separator: ", ") + "\n"
        return (word: name, meaning: sentence + keys + (ReferenceExample.line(ofKind: name, of: object.name) ?? ""))
      }
      return PlainText(parts: [
        .paragraph("The types of a \(object.name), with the keys that only some have."), .list(items),
        .heading("Keys of all"), .words(commonKeys), .paragraph("More: motes help \(object.name)"),
      ])
    }
  }
}
