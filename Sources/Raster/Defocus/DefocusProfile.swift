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

  /// The closed form that spreads a shape whose half axes are perpendicular and of one length; nil where there is none.
  enum ClosedForm: Sendable { case disc, softDisc, ring }

  let light: Light
  let closedForm: ClosedForm?

  /// Whether the sprite keeps its length out of focus.
  var isSwept: Bool { if case .swept = light { true } else { false } }
}

/// How one sprite out of focus is drawn.
enum DefocusMethod: Equatable {
  /// It is in focus.
  case sharp
  case disc, softDisc, ring
  /// An ellipse with its light, far out of focus.
  case ellipse
  /// On a grid, with this share of the ellipse.
  case grid(ellipseShare: Float)

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    let blur = record.blur
    if !(blur > 0) {
      self = .sharp
      return
    }
    let (xx, xy, yx, yy) = (record.axisXx, record.axisXy, record.axisYx, record.axisYy)
    let (squareX, squareY) = (xx * xx + xy * xy, yx * yx + yy * yy)
    if let closedForm = shape.defocus.closedForm {
      // Within one percent of a circle.
      let product = xx * yx + xy * yy
      let isCircular = abs(squareX - squareY) <= 0.02 * squareX && abs(product) <= 0.01 * squareX
      if isCircular {
        switch closedForm {
        case .disc: self = .disc
        case .softDisc: self = .softDisc
        case .ring: self = .ring
        }
        return
      }
    }
    // The longer half axis of the ellipse through both.
    let sum = (squareX + squareY) * 0.5
    let determinant = xx * yy - xy * yx
    let longest = (sum + max(sum * sum - determinant * determinant, 0).squareRoot()).squareRoot()
    let progress = longest > 0 ? clamp(blur / longest - 1, 0, 1) : 1
    self = progress == 1 ? .ellipse : .grid(ellipseShare: progress * progress * (3 - 2 * progress))
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
