/// A range of random numbers, evenly spread.
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

  /// The part of it that is not negative.
  var notNegative: Span { Span(max(0, low), max(0, high)) }
}

extension WrittenObject {
  /// Writes a range as a key and the width of its random range, which is left out where it is 0.
  mutating func set(_ key: String, _ span: Span, default usual: Double? = 0) {
    if span.mean != usual || usual == nil { self[key] = .number(span.mean) }
    if span.width > 0 { self[key + "Range"] = .number(span.width) }
  }

  /// Writes a number unless it is the preset language's default.
  mutating func set(_ key: String, _ value: Double, default usual: Double = 0) {
    if value != usual { self[key] = .number(value) }
  }
}
