import Model

/// A value in a formula: a number, or a vector of two to four parts. It is empty (`unknown`) after a mistake has been
/// reported, so that the mistake does not cause further ones.
struct FormulaVector {
  /// One value for a number, two to four for a vector, none for an unknown value.
  var parts: [FormulaValue]

  init(_ parts: FormulaValue...) { self.parts = parts }
  init(parts: [FormulaValue]) { self.parts = parts }

  static var unknown: FormulaVector { FormulaVector(parts: []) }

  /// False for the value `unknown`, which stands for a mistake that has been reported.
  var isKnown: Bool { !parts.isEmpty }
  /// Number of parts.
  var count: Int { parts.count }

  var x: FormulaValue { parts[0] }
  var y: FormulaValue { parts[1] }
  var z: FormulaValue { parts[2] }
  var w: FormulaValue { parts[3] }

  /// The value's type in messages: "number" or "vec2".
  var kind: String { FormulaVector.kind(count) }

  /// The type of a value with `count` parts.
  static func kind(_ count: Int) -> String { count == 1 ? "number" : "vec\(count)" }

  /// The type of a value with `count` parts and its article: "a number", "a vec2".
  static func kindWithArticle(_ count: Int) -> String { "a \(kind(count))" }

  func map(_ body: (FormulaValue) -> FormulaValue) -> FormulaVector { FormulaVector(parts: parts.map(body)) }

  /// Whether no part depends on the pixel.
  var isSameForAllPixels: Bool { parts.allSatisfy { $0.rate <= .frame } }

  /// Applies an operation part by part; a number is used for each part of the vectors. Nil if vectors differ in their numbers of
  /// parts.
  static func combined(_ operation: FormulaOperation, _ operands: [FormulaVector]) -> FormulaVector? {
    // Two numbers, the usual case, are combined without generic functions, which are slow in this module.
    if operands.count == 2, operands[0].count == 1, operands[1].count == 1 {
      return FormulaVector(operands[0].x.builder.call(operation, operands[0].x, operands[1].x))
    }
    return combined(operands) { $0[0].builder.call(operation, $0) }
  }

  /// Computes a vector part by part, as `combined(_:_:)` does.
  ///
  /// - Parameter compute: computes a part from the same part of each operand.
  static func combined(_ operands: [FormulaVector], _ compute: ([FormulaValue]) -> FormulaValue) -> FormulaVector? {
    if operands.contains(where: { !$0.isKnown }) { return .unknown }
    let count = operands.reduce(1) { max($0, $1.count) }
    guard operands.allSatisfy({ $0.count == 1 || $0.count == count }) else { return nil }
    return FormulaVector(
      parts: (0..<count).map { part in compute(operands.map { $0.count == 1 ? $0.x : $0.parts[part] }) })
  }

  static func + (a: FormulaVector, b: FormulaVector) -> FormulaVector { combined(.add, [a, b]) ?? .unknown }
  static func - (a: FormulaVector, b: FormulaVector) -> FormulaVector { combined(.subtract, [a, b]) ?? .unknown }
  static func * (a: FormulaVector, b: FormulaVector) -> FormulaVector { combined(.multiply, [a, b]) ?? .unknown }
  static func * (a: FormulaVector, b: FormulaValue) -> FormulaVector { a * FormulaVector(b) }
  static func - (a: FormulaVector, b: FormulaValue) -> FormulaVector { a - FormulaVector(b) }

  /// The dot product: the sum of the products of corresponding parts.
  static func dot(_ a: FormulaVector, _ b: FormulaVector) -> FormulaValue {
    let products = zip(a.parts, b.parts).map { $0 * $1 }
    return products.dropFirst().reduce(products[0]) { $0 + $1 }
  }

  /// The length of the vector.
  var length: FormulaValue {
    count == 1 ? x.builder.call(.absolute, x) : x.builder.call(.squareRoot, FormulaVector.dot(self, self))
  }
}
