/// Comparison of pictures by their samples. It stands here because this module is optimised, unlike most tests.

/// The 16-bit samples whose bytes are given, the low byte first.
public func littleEndianSamples(_ bytes: [UInt8]) -> [UInt16] {
  (0..<bytes.count / 2).map { UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8 }
}

/// How much the samples of two pictures differ.
public struct SampleDifferences {
  /// The mean of all absolute differences.
  public let mean: Double
  /// The value that one absolute difference in a thousand exceeds.
  public let thousandth: Double

  /// Compares samples with others, which are multiplied by `scale` before. The result is divided by `unit`.
  public init(_ samples: [UInt16], _ others: ArraySlice<UInt16>, scale: Double, unit: Double) {
    precondition(samples.count == others.count && !samples.isEmpty)
    var differences = zip(samples, others).map { abs(Double($0) - scale * Double($1)) / unit }
    mean = differences.reduce(0, +) / Double(differences.count)
    differences.sort()
    thousandth = differences[differences.count - max(differences.count / 1000, 1)]
  }
}
