import Model

/// A predefined variable of formulas, or a pair of them such as x and y, as the parser and the reference know it.
package struct FormulaVariable: Sendable {
  /// One name, or the names of variables that share a description.
  package let names: [String]
  /// Number of parts of the value: 1 for a number, 2 for a vec2.
  let partCount: Int
  /// What the value is, for the reference and for messages.
  package let about: String
  /// Whether only formulas for pixels have the variable. The others are the same for all pixels.
  private let isOfPixels: Bool
  private let buildValue: @Sendable (_ scope: FormulaScope, _ name: String) -> FormulaVector

  /// A variable that all formulas have.
  init(
    _ names: String..., about: String,
    buildValue: @escaping @Sendable (_ scope: FormulaScope, _ name: String) -> FormulaValue
  ) {
    (self.names, partCount, self.about, isOfPixels) = (names, 1, about, false)
    self.buildValue = { FormulaVector(buildValue($0, $1)) }
  }

  /// A variable of formulas for pixels.
  private init(
    ofPixels names: String..., partCount: Int = 1, about: String,
    buildValue: @escaping @Sendable (_ builder: FormulaBuilder, _ name: String) -> FormulaVector
  ) {
    (self.names, self.partCount, self.about, isOfPixels) = (names, partCount, about, true)
    self.buildValue = { buildValue($0.builder, $1) }
  }

  /// The names in a list for a terminal.
  var namesText: String { names.joined(separator: ", ") }
  /// The names in a list as Markdown.
  var namesMarkdown: String { names.map { "`\($0)`" }.joined(separator: ", ") }

  /// The kind of the value, for the reference.
  package var kind: String { FormulaVector.kind(partCount) }

  /// The variables that formulas of a target have, in the order of the reference.
  package static func all(for target: FormulaTarget) -> [FormulaVariable] {
    all.filter { target == .pixels || !$0.isOfPixels }
  }

  /// The names of a target's variables.
  static func names(for target: FormulaTarget) -> [String] { all(for: target).flatMap(\.names) }

  /// The variable that a name means in formulas of a target; nil if there is none.
  static func named(_ name: String, for target: FormulaTarget) -> FormulaVariable? {
    guard let variable = byName[name], target == .pixels || !variable.isOfPixels else { return nil }
    return variable
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: all.flatMap { variable in variable.names.map { ($0, variable) } })

  /// The value of one of the variable's names.
  func value(_ name: String, in scope: FormulaScope) -> FormulaVector { buildValue(scope, name) }

  private static let all = general + SoundWord.variables

  private static let general: [FormulaVariable] = [
    FormulaVariable(ofPixels: "x", "y", about: "the pixel's place in points, from the top left corner") {
      builder, name in
      FormulaVector(builder.input(name == "x" ? .x : .y))
    },
    FormulaVariable(ofPixels: "xy", partCount: 2, about: "`x` and `y` as a vector") { builder, _ in
      FormulaVector(builder.input(.x), builder.input(.y))
    },
    FormulaVariable(ofPixels: "u", "v", about: "the pixel's place, 0 to 1 across the canvas and down") {
      builder, name in
      FormulaVector(share(builder, isHorizontal: name == "u"))
    },
    FormulaVariable(ofPixels: "uv", partCount: 2, about: "`u` and `v` as a vector") { builder, _ in
      FormulaVector(share(builder, isHorizontal: true), share(builder, isHorizontal: false))
    },
    FormulaVariable(
      ofPixels: "p", partCount: 2,
      about:
        "the pixel's offset from the canvas's middle, −1 to 1 along the shorter side: circles are round on every canvas"
    ) { builder, _ in
      let scale = 1 / unit(builder)
      return FormulaVector(
        fromMiddle(builder, isHorizontal: true) * scale, fromMiddle(builder, isHorizontal: false) * scale)
    },
    FormulaVariable(ofPixels: "r", about: "the distance from the canvas's middle in points") { builder, _ in
      FormulaVector(
        FormulaVector(fromMiddle(builder, isHorizontal: true), fromMiddle(builder, isHorizontal: false)).length)
    },
    FormulaVariable(
      ofPixels: "theta", about: "the angle about the canvas's middle in radians: 0 to the right, growing clockwise"
    ) {
      builder, _ in
      FormulaVector(
        builder.call(.arcTangent, fromMiddle(builder, isHorizontal: false), fromMiddle(builder, isHorizontal: true)))
    },
    FormulaVariable("t", about: "seconds of the layer's own clock") { scope, _ in scope.builder.input(.localTime) },
    FormulaVariable("T", about: "seconds of the canvas") { scope, _ in scope.builder.input(.canvasTime) },
    FormulaVariable(
      "loop",
      about: "the share of the duration that has passed, from 0 up to 1: whatever is computed from it alone repeats"
    ) { scope, _ in loop(scope) },
    FormulaVariable(
      "phase",
      about: "`loop` in radians, `tau * loop`: `sin(phase)` and `cos(2 * phase)` repeat without a seam"
    ) { scope, _ in loop(scope) * (2 * Double.pi) },
    FormulaVariable("duration", about: "seconds of the canvas's duration") { scope, _ in
      scope.canvasValue(.duration, scope.presetScope.duration)
    },
    FormulaVariable("width", "height", about: "points of the canvas") { scope, name in
      name == "width"
        ? scope.canvasValue(.width, scope.presetScope.width) : scope.canvasValue(.height, scope.presetScope.height)
    },
    FormulaVariable(
      ofPixels: "unit", about: "how many points a length of 1 in `p` has: half of the canvas's shorter side"
    ) {
      builder, _ in
      FormulaVector(unit(builder))
    },
    FormulaVariable(ofPixels: "pixel", about: "the size of a pixel in points, for edges that are one pixel soft") {
      builder, _ in
      FormulaVector(builder.input(.pixel))
    },
    FormulaVariable("pi", "tau", about: "π and 2π") { scope, name in
      scope.builder.constant(name == "pi" ? Double.pi : 2 * Double.pi)
    },
    FormulaVariable(
      "i", "n", about: "in a layer with `copies`: the number of the copy, from 0 on, and how many there are"
    ) { scope, name in
      scope.builder.constant(Double(name == "i" ? scope.presetScope.copy.index : scope.presetScope.copy.count))
    },
  ]

  /// The share of the canvas's duration that has passed.
  private static func loop(_ scope: FormulaScope) -> FormulaValue {
    let builder = scope.builder
    guard scope.target == .number else { return builder.input(.loop) }
    return builder.call(.fraction, builder.input(.canvasTime) / scope.presetScope.duration)
  }

  /// The pixel's place as a share of the canvas's width or height.
  private static func share(_ builder: FormulaBuilder, isHorizontal: Bool) -> FormulaValue {
    isHorizontal ? builder.input(.x) / builder.input(.width) : builder.input(.y) / builder.input(.height)
  }

  /// The pixel's offset from the canvas's middle along x or y, in points.
  private static func fromMiddle(_ builder: FormulaBuilder, isHorizontal: Bool) -> FormulaValue {
    isHorizontal ? builder.input(.x) - builder.input(.width) * 0.5 : builder.input(.y) - builder.input(.height) * 0.5
  }

  /// Half of the canvas's shorter side, in points.
  static func unit(_ builder: FormulaBuilder) -> FormulaValue {
    builder.call(.minimum, builder.input(.width), builder.input(.height)) * 0.5
  }
}
