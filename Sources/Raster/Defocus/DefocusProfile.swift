import Lanes

/// What must be known of a shape to draw it out of focus.
struct DefocusProfile: Sendable {
  /// The light of a sprite (coverage summed over all pixels) ÷ the product of its half axes in pixels.
  enum Light: Sendable {
    /// One number for all sprites of the shape: π for a disc.
    case fixed(Float)
    /// The light of a capsule, which follows from its aspect.
    case capsule
    /// The light of a streak, which follows from its aspect and taper.
    case streak
    /// A shape swept along its longer axis: this number × shorter ÷ longer half axis, because the light is spread along
    /// the path.
    case swept(Float)
  }

  /// The closed form that spreads a shape whose half axes are perpendicular and of one length; nil where there is none.
  enum ClosedForm: Sendable { case disc, softDisc, ring }

  let light: Light
  let closedForm: ClosedForm?

  /// Whether the sprite is swept: the ellipse that stands for it out of focus then keeps its half axes, where that of other
  /// sprites is scaled to their light.
  var isSwept: Bool { if case .swept = light { true } else { false } }
}

extension PreparedShape {
  /// The light of a sprite ÷ the product of its half axes (`DefocusProfile.Light`), and the light's centroid in local
  /// coordinates: −1...1 along each half axis.
  ///
  /// - Parameters:
  ///   - long: the longer half axis of the sprite's ellipse (`AffineFrame`); `short` is the shorter.
  ///   - aspect: length of the sprite's x axis ÷ that of its y axis.
  func light(long: Float, short: Float, aspect: Float) -> (perAxisProduct: Float, centroid: SIMD2<Float>) {
    switch defocus.light {
    case .fixed(let perAxisProduct): (perAxisProduct, lightCentroid)
    // 4, as of a rectangle, less its corners outside of the round ends.
    case .capsule: (4 - (4 - .pi) * (short / long), lightCentroid)
    case .streak: streakLight(aspect: aspect)
    case .swept(let perAxisProduct): (perAxisProduct * (short / long), lightCentroid)
    }
  }

  /// The light of a streak ÷ the product of its half axes, and its centroid: the coverage of `StreakKernel`, summed in closed form
  /// across the streak and at 32 positions along it.
  @inline(__always)
  private func streakLight(aspect: Float) -> (perAxisProduct: Float, centroid: SIMD2<Float>) {
    // The half width of the tail ÷ that of the head.
    let taper = parameter
    // Length of the round head ÷ half the streak's length.
    let head = min(1, 1 / max(aspect, 1e-3))
    var (sum, moment) = (Float(0), Float(0))
    for step in 0..<32 {
      // `progress`: 0 at the tail, 1 at the head. `along`: the same position as −1...1.
      let progress = (Float(step) + 0.5) * (1.0 / 32)
      let along = 2 * progress - 1
      let intoHead = max(along - (1 - head), 0) / head
      let c = max(1 - intoHead * intoHead, 0)
      // The integral of (c − v²)² over v, across the streak, is 16/15·c^(5/2).
      let across = 16.0 / 15 * c * c * c.squareRoot()
      let light = progress * (taper + (1 - taper) * progress) * across
      sum += light
      moment += light * along
    }
    return (sum * (2.0 / 32), SIMD2(sum > 0 ? moment / sum : 0, lightCentroid.y))
  }
}
