/// The range of a uniformly distributed random number.
struct Span: Equatable {
  var low: Double
  var high: Double

  init(_ low: Double, _ high: Double) { (self.low, self.high) = (low, high) }

  /// Values from `mean` − `deviation` to `mean` + `deviation`; a negative deviation means the same as a positive one.
  init(_ mean: Double, plusMinus deviation: Double) {
    self.init(mean - abs(deviation), mean + abs(deviation))
  }

  var mean: Double { (low + high) / 2 }
  var width: Double { high - low }

  static func * (span: Span, factor: Double) -> Span {
    let ends = [span.low * factor, span.high * factor].sorted()
    return Span(ends[0], ends[1])
  }

  /// The range with its ends in ascending order.
  var ascending: Span { Span(min(low, high), max(low, high)) }

  /// The range with negative ends raised to 0.
  var notNegative: Span { Span(max(0, low), max(0, high)) }
}

extension WrittenObject {
  /// Writes a range as its mean, under `key`, and its width, under `key` with "Range". A width of 0 is left out, and so is a mean that
  /// is the preset language's default; a nil default writes every mean.
  mutating func set(_ key: String, _ span: Span, default defaultMean: Double? = 0) {
    if span.mean != defaultMean || defaultMean == nil { self[key] = .number(span.mean) }
    if span.width > 0 { self[key + "Range"] = .number(span.width) }
  }

  /// Writes a number unless it is the preset language's default.
  mutating func set(_ key: String, _ value: Double, default defaultValue: Double = 0) {
    if value != defaultValue { self[key] = .number(value) }
  }
}
