import Model

/// A value in a field's formula: a number, or a vector of two to four parts. It is empty (`unknown`) after a mistake has been
/// reported, so that the mistake does not cause further ones.
struct FieldVector {
  /// One value for a number, two to four for a vector, none for an unknown value.
  var parts: [FieldValue]

  init(_ parts: FieldValue...) { self.parts = parts }
  init(parts: [FieldValue]) { self.parts = parts }

  static var unknown: FieldVector { FieldVector(parts: []) }

  /// False for the value `unknown`, which stands for a mistake that has been reported.
  var isKnown: Bool { !parts.isEmpty }
  /// Number of parts.
  var count: Int { parts.count }

  var x: FieldValue { parts[0] }
  var y: FieldValue { parts[1] }
  var z: FieldValue { parts[2] }
  var w: FieldValue { parts[3] }

  /// The value's type in messages: "number" or "vec2".
  var kind: String { FieldVector.kind(count) }

  /// The type of a value with `count` parts.
  static func kind(_ count: Int) -> String { count == 1 ? "number" : "vec\(count)" }

  /// The type of a value with `count` parts and its article: "a number", "a vec2".
  static func kindWithArticle(_ count: Int) -> String { "a \(kind(count))" }

  /// The value's parts; a number is repeated `count` times.
  func broadcast(to count: Int) -> [FieldValue] {
    parts.count == count ? parts : Array(repeating: parts[0], count: count)
  }

  func map(_ body: (FieldValue) -> FieldValue) -> FieldVector { FieldVector(parts: parts.map(body)) }

  /// Whether no part depends on the pixel.
  var isSameForAllPixels: Bool { parts.allSatisfy { $0.rate <= .frame } }

  /// Applies a function part by part; a number is used for each part of the vectors. Nil if vectors differ in their numbers of
  /// parts.
  static func combined(_ function: Expression.Function, _ operands: [FieldVector]) -> FieldVector? {
    if operands.contains(where: { !$0.isKnown }) { return .unknown }
    let counts = Set(operands.map(\.count)).subtracting([1])
    guard counts.count <= 1 else { return nil }
    let count = counts.first ?? 1
    let operandParts = operands.map { $0.broadcast(to: count) }
    let builder = operands[0].x.builder
    return FieldVector(
      parts: (0..<count).map { part in
        switch operandParts.count {
        case 1: builder.call(function, operandParts[0][part])
        case 2: builder.call(function, operandParts[0][part], operandParts[1][part])
        default: builder.call(function, operandParts[0][part], operandParts[1][part], operandParts[2][part])
        }
      })
  }

  static func + (a: FieldVector, b: FieldVector) -> FieldVector { combined(.add, [a, b]) ?? .unknown }
  static func - (a: FieldVector, b: FieldVector) -> FieldVector { combined(.subtract, [a, b]) ?? .unknown }
  static func * (a: FieldVector, b: FieldVector) -> FieldVector { combined(.multiply, [a, b]) ?? .unknown }
  static func * (a: FieldVector, b: FieldValue) -> FieldVector { a * FieldVector(b) }
  static func - (a: FieldVector, b: FieldValue) -> FieldVector { a - FieldVector(b) }

  /// The dot product: the sum of the products of corresponding parts.
  static func dot(_ a: FieldVector, _ b: FieldVector) -> FieldValue {
    let products = zip(a.parts, b.parts).map { $0 * $1 }
    return products.dropFirst().reduce(products[0]) { $0 + $1 }
  }

  /// The length of the vector.
  var length: FieldValue { count == 1 ? x.builder.call(.abs, x) : x.builder.call(.sqrt, FieldVector.dot(self, self)) }
}
