import Colorimetry
import Lanes

extension JSONSchema {
  /// Definitions of texts that keys may hold, by name. They restrict texts only, no values of other types. Except for `rateText`
  /// they allow every formula, a text that begins with `=`.
  static let textDefinitions: [(String, JSONText)] = [
    ("colorText", colorText),
    ("easingText", easingText),
    ("interpolationText", interpolationText),
    ("rateText", .object([("pattern", .text("^[0-9+.eE]+(/[0-9+]+)?$"))])),
  ]

  /// A rule for texts that match a regular expression: such texts must also satisfy `members`.
  private static func rule(matching pattern: String, _ members: (String, JSONText)...) -> JSONText {
    .object([
      ("if", .object([("type", .text("string")), ("pattern", .text(pattern))])), ("then", .object(members)),
    ])
  }

  /// A list of texts.
  private static func texts(_ names: [String]) -> JSONText { .list(names.map { .text($0) }) }

  /// A CSS colour. Motes accepts either case, but the schema checks only names and functions in lowercase.
  private static let colorText: JSONText = {
    let names = NamedColors.all.map(\.name) + ["transparent"]
    let functions = CSSColorParser.functionNames.joined(separator: "|")
    return .object([
      ("examples", texts(names)),
      (
        "allOf",
        .list([
          rule(matching: "^[a-z0-9-]*$", ("enum", texts(names))),
          // With this format, editors show the colour and a colour picker.
          rule(
            matching: "^#", ("pattern", .text("^#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\\s*$")),
            ("format", .text("color-hex"))),
          rule(matching: "^[a-z0-9]+\\(", ("pattern", .text("^(\(functions))\\("))),
        ])
      ),
    ])
  }()

  /// A timing curve.
  private static let easingText: JSONText = .object([
    ("examples", texts(Easing.names)),
    (
      "allOf",
      .list([
        rule(matching: "^[^=(\\s]*$", ("enum", texts(Easing.names))),
        rule(matching: "^[^=]*\\(", ("pattern", .text("^\\s*(cubic-bezier|cubicBezier|steps|linear)\\(.*\\)\\s*$"))),
      ])
    ),
  ])

  /// A colour space for mixing, optionally with the direction in which hues are interpolated.
  private static let interpolationText: JSONText = {
    let spaces = PresetDecoder.interpolationSpaces
    let hues = ColorInterpolation.HuePath.allCases.map(\.rawValue).joined(separator: "|")
    return .object([
      ("examples", texts(spaces)),
      (
        "allOf",
        .list([
          rule(matching: "^[^= ]*$", ("enum", texts(spaces))),
          rule(
            matching: "^[^=]* ",
            ("pattern", .text("^ *(\(spaces.joined(separator: "|")))( +(\(hues)))?( +hue)?( +spline)? *$"))),
        ])
      ),
    ])
  }()
}
