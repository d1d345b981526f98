import JSON

/// How much the functions, sums and products in the formulas of a preset stand for. It is bounded, so that reading a preset takes no
/// longer than a moment: sums in sums, and functions that each call the one before twice, are longer than any text.
final class WrittenOutFormulas {
  /// The most values (names, numbers, calls and brackets) that are read in bodies and terms.
  private static let maximumValues = 500_000
  private var valueCount = 0

  var isExhausted: Bool { valueCount > Self.maximumValues }

  /// Counts one more value.
  func count() { valueCount += 1 }

  /// The message that there is too much.
  static let message =
    "the functions, sums and products of this preset are too long: written out they have more than \(grouped(maximumValues)) values"
}
