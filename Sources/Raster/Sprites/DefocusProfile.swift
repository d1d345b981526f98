import Lanes

/// How a shape goes out of focus.
struct DefocusProfile: Sendable {
  /// The light of a sprite ÷ the product of its half axes.
  enum Light: Sendable {
    case fixed(Float)
    case capsule
    case streak
    /// A factor of short ÷ long half axis: round ends do not stretch with a swept path.
    case swept(Float)
  }

  /// How soon a sprite cross-fades to its defocused picture.
  enum Fade: Sendable { case sharpEdged, softEdged, other }

  let light: Light
  let fade: Fade

  /// Whether the sprite keeps its length out of focus.
  var isSwept: Bool { if case .swept = light { true } else { false } }

  /// The share of the defocused picture in a sprite; the remainder is drawn sharp.
  ///
  /// - Parameter ratio: blur ÷ size.
  @inline(__always)
  func share(ratio: Float) -> Float {
    let (from, to): (Float, Float) =
      switch fade {
      case .sharpEdged: (0, 0.15)
      case .softEdged: (0.1, 0.9)
      case .other: (0.1, 0.45)
      }
    let progress = clamp((ratio - from) / (to - from), 0, 1)
    return progress * progress * (3 - 2 * progress)
  }
}

extension PreparedShape {
  /// Light of a sprite ÷ the product of its half axes, and the light's centroid in units of its axes.
  ///
  /// - Parameters:
  ///   - long: the longer half axis of its ellipse, `short` the other.
  ///   - aspect: length of its x axis ÷ that of its y axis.
  func light(long: Float, short: Float, aspect: Float) -> (share: Float, middle: SIMD2<Float>) {
    switch defocus.light {
    case .fixed(let share): (share, lightMiddle)
    case .capsule: (4 - (4 - .pi) * (short / long), lightMiddle)
    case .streak: streakLight(aspect: aspect)
    case .swept(let share): (share * (short / long), lightMiddle)
    }
  }

  /// The light of a streak (`StreakKernel`), summed across its length at 32 positions.
  @inline(__always)
  private func streakLight(aspect: Float) -> (share: Float, middle: SIMD2<Float>) {
    let head = min(1, 1 / max(aspect, 1e-3))
    var (sum, moment) = (Float(0), Float(0))
    for step in 0..<32 {
      let progress = (Float(step) + 0.5) * (1.0 / 32)
      let along = 2 * progress - 1
      let around = max(along - (1 - head), 0) / head
      let left = max(1 - around * around, 0)
      // Across, (c − v²)² sums to 16/15·c^(5/2).
      let across = 16.0 / 15 * left * left * left.squareRoot()
      let light = progress * (parameter + (1 - parameter) * progress) * across
      sum += light
      moment += light * along
    }
    return (sum * (2.0 / 32), SIMD2(sum > 0 ? moment / sum : 0, lightMiddle.y))
  }
}
