import Glibc
import Motes

/// What `--max-bytes` changes so that a movie's file becomes smaller.
struct SizeFitting {
  /// The value on the codec's scale of quality; nil for a codec without one.
  var quality: Double?
  /// Colours of a GIF's palette.
  var colors = 256
  /// Width and height as a share of those that were asked for.
  var scale = 1.0
  /// Frames a second as a share of those that were asked for: 1, 1/2, 1/4.
  var rateDivisor: Int64 = 1

  /// Bytes and quality of the first attempt; nil before it.
  private var firstTrial: (bytes: Int, quality: Double)?
  /// Whether the quality changes the file little, as where most bytes are alpha, which loses nothing.
  private var isQualityWeak = false

  init(quality: Double?) { self.quality = quality }

  /// What may be changed of a movie.
  struct Range {
    let codec: Codec
    /// The quality that was asked for; nil if the codec has none, or loses nothing as it was asked.
    let bestQuality: Double?
    /// Whether the size may change: not over a clip.
    let mayResize: Bool
    /// Whether the rate may change: neither over a clip nor where frames are chosen by their numbers.
    let mayChangeRate: Bool
    let frameRate: Rational
    let frameCount: Int
    let shorterSidePixels: Int

    /// The smallest share of a side that is tried.
    var smallestScale: Double { min(0.25, SizeFitting.smallestSidePixels / Double(shorterSidePixels)) }

    /// The worst quality that is tried, an eighth of the bits.
    var worstQuality: Double? {
      guard let best = bestQuality, let scale = codec.quality else { return nil }
      let steps = 3 * scale.qualityStepsPerHalvedBitrate
      return min(max(scale.lowerIsBetter ? best + steps : best - steps, scale.range.lowerBound), scale.range.upperBound)
    }
  }

  /// The fewest colours, the smallest side (or a quarter of it, where that is less), and the fewest frames a second that are tried.
  private static let fewestColors = 32
  private static let smallestSidePixels = 128.0
  private static let lowestRate: Rational = 10
  /// More frames a second than this are halved before the size is.
  private static let needlessRate: Rational = 40
  /// How many times too many bytes there are where the rate of a small picture is halved.
  private static let leastRatioForRate = 1.3
  /// How many times too many bytes a lower quality can make good.
  private static let greatestRatioForQuality = 12.0
  /// From how many times too many bytes on a palette's colours are left alone at first.
  private static let greatestRatioForColors = 2.0
  /// How many times more steps a halving may take than the codec's rule of thumb says before the quality counts as weak.
  private static let greatestSlowness = 4.0

  /// Makes the next file smaller, after one that has `bytes` in place of at most `limit`; false if nothing is left to change.
  mutating func shrink(from bytes: Int, to limit: Int, _ range: Range) -> Bool {
    let ratio = Double(bytes) / Double(limit)
    // What no quality can do is left to the size at once.
    if range.mayResize, ratio > Self.greatestRatioForQuality, scale > range.smallestScale {
      scale = max(scale * min(0.9, (Self.greatestRatioForQuality / ratio).squareRoot()), range.smallestScale)
      return true
    }
    if let quality, let worst = range.worstQuality, quality != worst, !isQualityWeak, let scale = range.codec.quality {
      // How many times more steps than the rule of thumb says a halving has taken so far.
      var slowness = 1.0
      if let firstTrial {
        let expectedHalvings = abs(quality - firstTrial.quality) / scale.qualityStepsPerHalvedBitrate
        let halvings = log2(Double(firstTrial.bytes) / Double(bytes))
        isQualityWeak = halvings < expectedHalvings / Self.greatestSlowness
        slowness = min(max(expectedHalvings / max(halvings, 1e-9), 1), Self.greatestSlowness)
      }
      if !isQualityWeak {
        firstTrial = firstTrial ?? (bytes, quality)
        let steps = max(1, (scale.qualityStepsPerHalvedBitrate * log2(ratio) * slowness * 1.1).rounded(.up))
        self.quality = scale.lowerIsBetter ? min(quality + steps, worst) : max(quality - steps, worst)
        return true
      }
    }
    let mayLoseColors = range.codec == .gif && colors > Self.fewestColors
    // A half of the colours saves a tenth or two, so that many are spared where they cannot do.
    if mayLoseColors, ratio < Self.greatestRatioForColors || !range.mayResize {
      colors /= 2
      return true
    }
    guard range.mayResize else { return false }
    if range.frameRate / Rational(rateDivisor) > Self.needlessRate, halveRate(range) { return true }
    // Fewer frames a second than that only for what half the width and height do not achieve.
    let wanted = scale * min(0.95, 0.97 / ratio.squareRoot())
    if scale > 0.5 {
      scale = max(wanted, 0.5)
      return true
    }
    // The last tenths are left to the size: half of the frames would be far too few bytes.
    if ratio > Self.leastRatioForRate, halveRate(range) { return true }
    if scale > range.smallestScale {
      scale = max(wanted, range.smallestScale)
      return true
    }
    if halveRate(range) { return true }
    guard mayLoseColors else { return false }
    colors /= 2
    return true
  }

  /// Halves the frames a second if enough are left, and all that are left are frames of the whole movie; false otherwise.
  private mutating func halveRate(_ range: Range) -> Bool {
    let rate = range.frameRate / Rational(2 * rateDivisor)
    guard range.mayChangeRate, rate >= Self.lowestRate, range.frameCount % Int(2 * rateDivisor) == 0, rateDivisor < 4
    else { return false }
    rateDivisor *= 2
    return true
  }
}
