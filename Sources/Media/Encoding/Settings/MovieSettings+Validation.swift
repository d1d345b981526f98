import Model
import Raster

extension MovieSettings {
  /// The most encoder threads: x264's own limit.
  package static let maximumThreads = 128
  /// The highest frame rate, in frames a second.
  private static let maximumFrameRate: Rational = 1_000
  /// The largest numerator, and the largest denominator, that a frame rate may have as a fraction in lowest terms.
  private static let maximumRateTerm: Int64 = 1_000_000
  /// Mean bits a second that may be asked for: 1 kbit/s to 2 Gbit/s. The upper limit is there because encoders count in 32 bits.
  package static let bitrates = 1_000...2_000_000_000

  private func refusal(_ sentence: String) -> MediaError { MediaError(.settings, sentence) }

  /// Refuses settings that cannot be encoded, before the encoder is opened and any file is touched.
  ///
  /// - Parameter container: the movie's container; nil if it is not known.
  func validate(in container: Container? = nil) throws(MediaError) {
    try validateFormat()
    try validateColors(in: container)
    try validateChoices()
    guard threads >= 0, threads <= Self.maximumThreads else {
      throw refusal("\(threads) encoder threads are not possible; the number must be from 0 to \(Self.maximumThreads).")
    }
    try validateSides()
    try validateRate(in: container)
  }

  private func validateFormat() throws(MediaError) {
    guard codec.pixelFormats.contains(pixelFormat) else {
      let names = codec.pixelFormats.map(\.rawValue).joined(separator: ", ")
      throw refusal("\(codec.title) cannot hold \(pixelFormat.rawValue); it takes \(names).")
    }
  }

  /// Refuses options that the codec does not have, naming the codecs that do, and values that it does not take.
  private func validateChoices() throws(MediaError) {
    for option in EncoderOption.all where option.isGiven(self) {
      guard option.isTaken(by: codec) else { throw refusal(option.refusal(for: codec)) }
      if let problem = option.problem(self) { throw refusal(problem) }
    }
  }

  private func validateSides() throws(MediaError) {
    guard (1...Limits.sidePixels).contains(width), (1...Limits.sidePixels).contains(height) else {
      throw refusal(
        "A movie of \(width) x \(height) pixels is not possible; each side must have 1 to \(Limits.sidePixels).")
    }
    guard pixelFormat.allows(width: width, height: height) else {
      let nearest = pixelFormat.sizeAbove(width: width, height: height)
      throw refusal(
        "\(pixelFormat.rawValue) needs \(pixelFormat.sizeRule), not \(width) x \(height); the nearest is \(nearest.width) x \(nearest.height)."
      )
    }
    let smallest = codec.minimumSides
    guard width >= smallest.width, height >= smallest.height else {
      throw refusal(
        "\(codec.title) encodes pictures of at least \(smallest.width) x \(smallest.height) pixels, not \(width) x \(height)."
      )
    }
  }

  private func validateRate(in container: Container?) throws(MediaError) {
    guard frameRate > .zero, frameRate.numerator <= Self.maximumRateTerm, frameRate.denominator <= Self.maximumRateTerm,
      frameRate <= Self.maximumFrameRate
    else {
      throw refusal(
        "A frame rate of \(frameRate) is not possible; it must be above 0 and at most \(Self.maximumFrameRate) frames a second, "
          + "as a fraction with a numerator and a denominator of at most \(Self.maximumRateTerm).")
    }
    guard let container else { return }
    if let fastest = container.maximumFrameRate, frameRate > Rational(Int64(fastest)) {
      throw refusal("\(container.title) shows at most \(fastest) frames a second, not \(frameRate).")
    }
    if let rates = container.frameRates, !rates.contains(frameRate) {
      throw refusal(
        "\(container.title) holds \(rates.map(\.description).joined(separator: ", ")) frames a second, not \(frameRate)."
      )
    }
  }
}
