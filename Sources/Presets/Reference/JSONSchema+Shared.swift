extension JSONSchema {
  /// Definitions of values that many keys may hold, by name.
  static let sharedDefinitions: [(String, JSONText)] = [
    (
      "expression",
      .object([
        ("type", .text("string")), ("pattern", .text("^=")),
        ("description", .text("A formula such as \"= 40 + 10 * sin(tau * t / duration)\", or a knob.")),
      ])
    ),
    (
      "percentage",
      .object([
        ("type", .text("string")), ("pattern", .text("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?%$")),
        ("description", .text("Of the canvas's width or height by its axis, of the shorter side where there is none.")),
      ])
    ),
    (
      "color",
      .object([
        ("type", .text("string")), ("minLength", .number(1)),
        ("description", .text("Any colour of CSS Color 4, or \"= knob\".")),
      ])
    ),
    (
      "easing",
      .object([
        (
          "anyOf",
          .list([
            .object([("type", .text("string")), ("minLength", .number(1))]),
            .object([
              ("type", .text("array")), ("items", .object([("type", .list([.text("number"), .text("string")]))])),
              ("minItems", .number(4)), ("maxItems", .number(4)),
            ]),
          ])
        ),
        (
          "description",
          .text(
            "linear, ease, ease-in, ease-out, ease-in-out, hold, a name of easings.net (easeOutBack), cubic-bezier(…), steps(…), linear(…) or [x1, y1, x2, y2]."
          )
        ),
      ])
    ),
  ]
}
