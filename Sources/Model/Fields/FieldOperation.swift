/// An operation of a field's formula, which computes one or more numbers from its operands.
package enum FieldOperation: Sendable, Hashable {
  case constant(Double)
  case input(FieldInput)
  /// An operator or a function of formulas, except `noise`, `noise2` and `random`, which are made of the other operations below.
  case function(Expression.Function)
  /// Sine and cosine of radians.
  case sineAndCosine
  /// a · b + c, each rounded by itself.
  case multiplyAdd
  /// Linear light of an sRGB-encoded value, and the reverse; operands are clamped to 0...1.
  case decodeSRGB, encodeSRGB
  /// Value noise, 0...1, of one to three coordinates. The last operand is the period of the last coordinate, 0 for none.
  case valueNoise(dimensions: Int)
  /// Gradient noise, −1...1, of two or three coordinates and a period.
  case gradientNoise(dimensions: Int)
  /// Fractal noise, about 0...1, of two or three coordinates and a period.
  case fractalNoise(dimensions: Int, octaves: Int)
  /// A random number, 0 ..< 1, that belongs to three coordinates; another channel gives another number.
  case hash(channel: Int)
  /// Cell noise of x, y, the jitter and, if points move, their phase in turns. It gives the distance of the nearest point, and
  /// the random number of that point.
  case cells(pointsMove: Bool)
  /// The distance to the nearest border of a cell noise, with the operands of `cells`.
  case cellBorders(pointsMove: Bool)
  /// The colour of the field's ramp at a location: red, green, blue and straight alpha, in the field's colour space.
  case ramp

  /// How many results the operation has.
  var outputCount: Int {
    switch self {
    case .sineAndCosine, .cells: 2
    case .ramp: 4
    default: 1
    }
  }

  /// The number of additions that take as long as the operation does at a pixel. Ten additions take a nanosecond on the machine
  /// that the article Speed names.
  var additions: Double {
    switch self {
    case .constant, .input: 0
    case .function(let function): function.additions
    case .sineAndCosine: 6
    case .multiplyAdd: 1.5
    case .decodeSRGB, .encodeSRGB: 6
    case .valueNoise(let dimensions): [5, 10, 30][dimensions - 1]
    case .gradientNoise(let dimensions): dimensions == 2 ? 15 : 75
    case .fractalNoise(let dimensions, let octaves): Double(octaves) * (dimensions == 2 ? 18 : 70)
    case .hash: 5
    case .cells(let moves): moves ? 40 : 25
    case .cellBorders(let moves): moves ? 180 : 120
    case .ramp: 10
    }
  }

  /// Whether the results follow from the operands alone, without a seed or colours, so that constant operands give constant
  /// results.
  var isPure: Bool {
    switch self {
    case .function, .sineAndCosine, .multiplyAdd, .decodeSRGB, .encodeSRGB: true
    default: false
    }
  }
}

extension Expression.Function {
  fileprivate var additions: Double {
    switch self {
    case .divide: 2
    case .power, .pow: 16
    case .sin, .cos: 6
    case .tan: 8
    case .asin, .acos, .atan2: 8
    case .exp, .log: 5
    case .sqrt: 3
    case .round, .mod: 4
    case .clamp, .mix: 2
    case .smoothstep: 6
    default: 1
    }
  }
}

/// A value that a field's formula reads.
package enum FieldInput: Sendable, Hashable {
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

  var rate: FieldRate {
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

/// How often a value of a field has to be computed: once for all frames, for each frame, for each row, for each column, or for
/// each pixel.
package enum FieldRate: Int, Sendable, Comparable {
  case constant, frame, row, column, pixel

  package static func < (a: FieldRate, b: FieldRate) -> Bool { a.rawValue < b.rawValue }

  /// The rate of a value that depends on values of these two rates.
  func joined(with other: FieldRate) -> FieldRate {
    if self == other { return self }
    return min(self, other) >= .row ? .pixel : max(self, other)
  }
}
