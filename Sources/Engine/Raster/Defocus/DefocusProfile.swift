import Lanes

/// The properties of a shape that are needed to draw it out of focus.
struct DefocusProfile: Sendable {
  /// The light of a sprite (coverage summed over all pixels) ÷ the product of its half axes in pixels.
  enum Light: Sendable {
    /// One number for all sprites of the shape: π for a disc.
    case fixed(Float)
    /// The light of a capsule, which depends on its aspect.
    case capsule
    /// The light of a streak, which depends on its aspect and taper.
    case streak
    /// A shape that is swept along its longer axis. Its light is the given number × shorter half axis ÷ longer half axis, because the light
    /// is spread along the path.
    case swept(Float)
  }

  /// A closed form that draws a shape out of focus if its half axes are perpendicular and equally long.
  enum ClosedForm: Sendable { case disc, softDisc, ring }

  /// The light of the shape's sprites.
  let light: Light
  /// The shape's closed form; nil if it has none.
  let closedForm: ClosedForm?

  /// Whether the shape is swept along its longer axis. Out of focus, sprites without a closed form are drawn as ellipses
  /// (`DefocusedEllipse`). The ellipse of a swept sprite has the sprite's half axes; any other ellipse is scaled to have the sprite's
  /// light.
  var isSwept: Bool { if case .swept = light { true } else { false } }
}

extension PreparedShape {
  /// Returns the light of a sprite ÷ the product of its half axes (`DefocusProfile.Light`), and the light's centroid in local
  /// coordinates: −1...1 along each half axis.
  ///
  /// - Parameters:
  ///   - long: the longer half axis of the sprite's ellipse (`PrincipalAxes`).
  ///   - short: the shorter half axis of the sprite's ellipse.
  ///   - aspect: length of the sprite's x axis ÷ length of its y axis.
  func light(long: Float, short: Float, aspect: Float) -> (perProductOfHalfAxes: Float, centroid: SIMD2<Float>) {
    switch defocus.light {
    case .fixed(let perProductOfHalfAxes): (perProductOfHalfAxes, lightCentroid)
    // 4 for a rectangle, minus its corners outside of the round ends.
    case .capsule: (4 - (4 - .pi) * (short / long), lightCentroid)
    case .streak: streakLight(aspect: aspect)
    case .swept(let perProductOfHalfAxes): (perProductOfHalfAxes * (short / long), lightCentroid)
    }
  }

  /// Returns the light of a streak ÷ the product of its half axes, and its centroid. The coverage of `StreakKernel` is integrated in
  /// closed form across the streak, and summed at 32 positions along it.
  @inline(__always)
  private func streakLight(aspect: Float) -> (perProductOfHalfAxes: Float, centroid: SIMD2<Float>) {
    // Half width of the tail ÷ half width of the head.
    let taper = radiusRatio
    // Length of the round head ÷ half the streak's length.
    let headShare = min(1, 1 / max(aspect, 1e-3))
    var (sum, moment) = (Float(0), Float(0))
    for step in 0..<32 {
      // `progress` is 0 at the tail and 1 at the head; `along` is the same position as −1...1.
      let progress = (Float(step) + 0.5) * (1.0 / 32)
      let along = 2 * progress - 1
      let intoHead = max(along - (1 - headShare), 0) / headShare
      // The kernel's coverage is proportional to (c − v²)², where v is the distance from the centre line in half widths. Its integral over
      // v is 16/15·c^(5/2).
      let c = max(1 - intoHead * intoHead, 0)
      let across = 16.0 / 15 * c * c * c.squareRoot()
      let light = progress * (taper + (1 - taper) * progress) * across
      sum += light
      moment += light * along
    }
    return (sum * (2.0 / 32), SIMD2(sum > 0 ? moment / sum : 0, lightCentroid.y))
  }
}
