import Model

/// A predefined variable of fields' formulas, or a pair of them such as x and y, as the parser and the reference know it.
package struct FieldVariable: Sendable {
  /// One name, or the names of variables that share a description.
  package let names: [String]
  /// Number of parts of the value: 1 for a number, 2 for a vec2.
  let partCount: Int
  /// What the value is, for the reference and for messages.
  package let about: String
  private let buildValue: @Sendable (_ builder: FieldBuilder, _ name: String) -> FieldVector

  private init(
    _ names: String..., partCount: Int = 1, about: String,
    buildValue: @escaping @Sendable (_ builder: FieldBuilder, _ name: String) -> FieldVector
  ) {
    self.names = names
    self.partCount = partCount
    self.about = about
    self.buildValue = buildValue
  }

  /// The kind of the value, for the reference.
  package var kind: String { FieldVector.kind(partCount) }

  /// The description of the variable with a name, and a function that builds its value; nil if there is no such variable.
  static func named(_ name: String) -> (about: String, buildValue: (FieldBuilder) -> FieldVector)? {
    guard let variable = all.first(where: { $0.names.contains(name) }) else { return nil }
    return (variable.about, { variable.buildValue($0, name) })
  }

  package static let all: [FieldVariable] = [
    FieldVariable("x", "y", about: "the pixel's place in points, from the top left corner") { builder, name in
      FieldVector(builder.input(name == "x" ? .x : .y))
    },
    FieldVariable("xy", partCount: 2, about: "`x` and `y` as a vector") { builder, _ in
      FieldVector(builder.input(.x), builder.input(.y))
    },
    FieldVariable("u", "v", about: "the pixel's place, 0 to 1 across the canvas and down") { builder, name in
      FieldVector(share(builder, isHorizontal: name == "u"))
    },
    FieldVariable("uv", partCount: 2, about: "`u` and `v` as a vector") { builder, _ in
      FieldVector(share(builder, isHorizontal: true), share(builder, isHorizontal: false))
    },
    FieldVariable(
      "p", partCount: 2,
      about:
        "the pixel's offset from the canvas's middle, −1 to 1 along the shorter side: circles are round on every canvas"
    ) { builder, _ in
      let scale = 1 / unit(builder)
      return FieldVector(
        fromMiddle(builder, isHorizontal: true) * scale, fromMiddle(builder, isHorizontal: false) * scale)
    },
    FieldVariable("r", about: "the distance from the canvas's middle in points") { builder, _ in
      FieldVector(FieldVector(fromMiddle(builder, isHorizontal: true), fromMiddle(builder, isHorizontal: false)).length)
    },
    FieldVariable("theta", about: "the angle about the canvas's middle in radians: 0 to the right, growing clockwise") {
      builder, _ in
      FieldVector(
        builder.call(.atan2, fromMiddle(builder, isHorizontal: false), fromMiddle(builder, isHorizontal: true)))
    },
    FieldVariable("t", about: "seconds of the layer's own clock") { builder, _ in
      FieldVector(builder.input(.localTime))
    },
    FieldVariable("T", about: "seconds of the canvas") { builder, _ in FieldVector(builder.input(.canvasTime)) },
    FieldVariable(
      "loop",
      about: "the share of the duration that has passed, from 0 up to 1: whatever is computed from it alone repeats"
    ) {
      builder, _ in FieldVector(builder.input(.loop))
    },
    FieldVariable(
      "phase", about: "`loop` in radians, `tau * loop`: `sin(phase)` and `cos(2 * phase)` repeat without a seam"
    ) {
      builder, _ in FieldVector(builder.input(.loop) * (2 * Double.pi))
    },
    FieldVariable("duration", about: "seconds of the canvas's duration") { builder, _ in
      FieldVector(builder.input(.duration))
    },
    FieldVariable("width", "height", about: "points of the canvas") { builder, name in
      FieldVector(builder.input(name == "width" ? .width : .height))
    },
    FieldVariable("unit", about: "how many points a length of 1 in `p` has: half of the canvas's shorter side") {
      builder, _ in
      FieldVector(unit(builder))
    },
    FieldVariable("pixel", about: "the size of a pixel in points, for edges that are one pixel soft") { builder, _ in
      FieldVector(builder.input(.pixel))
    },
    FieldVariable("pi", "tau", about: "π and 2π") { builder, name in
      FieldVector(builder.constant(name == "pi" ? Double.pi : 2 * Double.pi))
    },
  ]

  /// The pixel's place as a share of the canvas's width or height.
  private static func share(_ builder: FieldBuilder, isHorizontal: Bool) -> FieldValue {
    isHorizontal ? builder.input(.x) / builder.input(.width) : builder.input(.y) / builder.input(.height)
  }

  /// The pixel's offset from the canvas's middle along x or y, in points.
  private static func fromMiddle(_ builder: FieldBuilder, isHorizontal: Bool) -> FieldValue {
    isHorizontal ? builder.input(.x) - builder.input(.width) * 0.5 : builder.input(.y) - builder.input(.height) * 0.5
  }

  /// Half of the canvas's shorter side, in points.
  static func unit(_ builder: FieldBuilder) -> FieldValue {
    builder.call(.min, builder.input(.width), builder.input(.height)) * 0.5
  }
}
