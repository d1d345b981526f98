/// What values of a formula come from.
package enum FormulaSource: Sendable, Hashable {
  case constant(Double)
  case input(FormulaInput)
  /// An operation on other values. Constant operands give constant results.
  case operation(FormulaOperation)
  /// A noise of formulas for pixels. It needs a seed, which is known only when a frame is drawn.
  case noise(FormulaNoise)
  /// The colour of the field's ramp at a location: red, green, blue and straight alpha, in the field's colour space.
  case ramp
  /// The number that it takes, which is smooth, computed at some of the pixels only and interpolated between them
  /// (`DividedProgram`). The operand belongs to places as far apart as the spacing in points says.
  case coarse(spacing: Int)
  /// A number that one of the grids of a `DividedProgram` gives.
  case interpolated(grid: Int, output: Int)

  /// How many values the source gives.
  var resultCount: Int {
    switch self {
    case .constant, .input, .coarse, .interpolated: 1
    case .operation(let operation): operation.resultCount
    case .noise(let noise): noise.resultCount
    case .ramp: 4
    }
  }

  /// The number of additions that take as long at a pixel.
  package var additions: Double {
    switch self {
    case .constant, .input: 0
    case .operation(let operation): operation.additions
    case .noise(let noise): noise.additions
    case .ramp: 10
    case .coarse, .interpolated: 6
    }
  }
}

/// A value that a formula reads.
package enum FormulaInput: Sendable, Hashable {
  /// Seconds of the layer's own clock, and of the canvas.
  case localTime, canvasTime
  /// The share of the duration, or of a loop, that has passed, 0 ..< 1.
  case loop
  /// Seconds of the canvas's duration.
  case duration
  /// The canvas's size in points.
  case width, height
  /// The side of a pixel in points.
  case pixel
  /// The coordinates of the pixel's centre, in points.
  case x, y
  /// An animated number of the field, by its index.
  case value(Int)

  var rate: FormulaRate {
    switch self {
    case .x: .column
    case .y: .row
    default: .frame
    }
  }

  /// Whether the value differs from frame to frame although nothing is animated.
  var isClock: Bool {
    switch self {
    case .localTime, .canvasTime, .loop: true
    default: false
    }
  }
}

/// How often a value of a formula has to be computed: once for all frames, for each frame, for each row, for each column, or for
/// each pixel. In a formula of numbers nothing changes more often than for each frame.
package enum FormulaRate: Int, Sendable, Comparable {
  case constant, frame, row, column, pixel

  package static func < (a: FormulaRate, b: FormulaRate) -> Bool { a.rawValue < b.rawValue }

  /// The rate of a value that depends on values of these two rates.
  package func joined(with other: FormulaRate) -> FormulaRate {
    if self == other { return self }
    return min(self, other) >= .row ? .pixel : max(self, other)
  }
}
