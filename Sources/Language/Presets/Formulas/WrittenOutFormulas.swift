import JSON

/// How much the functions, sums and products in the formulas of a preset stand for. It is bounded, so that reading a preset takes no
/// longer than a moment: sums in sums, and functions that each call the one before twice, are longer than any text.
final class WrittenOutFormulas {
  /// The most bytes of bodies and terms, each counted as often as it is read.
  private static let maximumBytes = 1_000_000
  private var byteCount = 0

  var isExhausted: Bool { byteCount > Self.maximumBytes }

  /// Counts a body or a term that has been read once more.
  func count(bytes: Int) { byteCount += bytes }

  /// The message that there is too much.
  static let message =
    "the functions, sums and products of this preset are too long: written out they have more than \(grouped(maximumBytes)) characters"
}
