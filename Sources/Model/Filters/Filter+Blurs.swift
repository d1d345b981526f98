import Colorimetry

// Blurs that are not Gaussians with one standard deviation everywhere, and light that is spread around highlights.

extension Filter {
  /// The blur of a motion.
  public struct MotionBlur: Sendable, Equatable {
    /// The kind of motion.
    public var motion: Motion

    /// Kinds of motion.
    public enum Motion: Sendable, Equatable {
      /// Along a straight line of a length in points, at an angle in degrees clockwise from +x.
      case line(length: AnimatedNumber, angle: AnimatedNumber)
      /// Away from a point (the canvas's middle if nil): distances from it grow by the share `amount`.
      case zoom(center: AnimatedPoint?, amount: AnimatedNumber)
      /// Around a point (the canvas's middle if nil), by an angle in degrees.
      case spin(center: AnimatedPoint?, angle: AnimatedNumber)
    }

    /// The blur of a motion.
    public init(_ motion: Motion) { self.motion = motion }
  }

  /// The blur of a lens out of focus.
  public struct LensBlur: Sendable, Equatable {
    /// Radius, in points, of the disc over which each place of the picture is spread; for a polygon, the radius of its corners.
    public var radius: AnimatedNumber
    /// Number of the aperture's blades, hence of the polygon's sides; 0 for a disc.
    public var blades: Int
    /// Degrees by which the polygon is turned, clockwise.
    public var angle: AnimatedNumber
    /// How far the lens's rim is moved over the disc in the picture's corners, as a share of the disc's diameter.
    public var catEye: AnimatedNumber
    /// Highlights, pixels above 0.7, are multiplied by up to 1 plus this number before they are spread.
    public var highlights: AnimatedNumber

    /// A blur.
    public init(
      radius: AnimatedNumber = 12, blades: Int = 0, angle: AnimatedNumber = 0, catEye: AnimatedNumber = 0,
      highlights: AnimatedNumber = 0
    ) {
      self.radius = radius
      self.blades = blades
      self.angle = angle
      self.catEye = catEye
      self.highlights = highlights
    }
  }

  /// A Gaussian blur whose standard deviation differs from place to place.
  public struct VariableBlur: Sendable, Equatable {
    /// The greatest standard deviation, in points.
    public var radius: AnimatedNumber
    /// How the blur varies over the picture.
    public var mask: Mask

    /// How the blur grows.
    public enum Mask: Sendable, Equatable {
      /// Grows evenly from no blur at `start` to the full blur at `end`, and is the same along lines perpendicular to the line
      /// from `start` to `end`.
      case linear(start: AnimatedPoint, end: AnimatedPoint)
      /// Grows from no blur at the distance `inner` from a point (the canvas's middle if nil) to the full blur at the distance
      /// `outer`; both are shares of the distance from the canvas's middle to a corner.
      case radial(center: AnimatedPoint?, inner: AnimatedNumber, outer: AnimatedNumber)
    }

    /// The picture is blurred with the greatest standard deviation, and with a half of it, a quarter and so on, as long as these are
    /// at least this many pixels. Each pixel is a mixture of two of these blurs or, where it is blurred less than by the weakest,
    /// of the weakest blur and the picture itself.
    package static let minimumSigmaPixels = 0.8

    /// A blur.
    public init(radius: AnimatedNumber = 20, mask: Mask = .radial(center: nil, inner: 0.2, outer: 1)) {
      self.radius = radius
      self.mask = mask
    }
  }

  /// Light that film scatters back around highlights; most of it is red.
  public struct Halation: Sendable, Equatable {
    /// Light above this is scattered; 1 is white.
    public var threshold: AnimatedNumber
    /// The largest standard deviation of the halo, in points.
    public var radius: Double
    /// How much of the light is scattered.
    public var strength: AnimatedNumber
    /// The halo's colour.
    public var color: AnimatedColor

    /// The tint of light that is reflected from the back of a film and reaches the film's layers from behind, the red layer
    /// first.
    public static let filmColor = LinearColor(red: 1, green: 0.22, blue: 0.05)

    /// A halo.
    public init(
      threshold: AnimatedNumber = 0.8, radius: Double = 8, strength: AnimatedNumber = 0.5,
      color: AnimatedColor = .constant(filmColor)
    ) {
      self.threshold = threshold
      self.radius = radius
      self.strength = strength
      self.color = color
    }
  }

  /// Streaks of light across highlights, as an anamorphic lens makes them.
  public struct Streak: Sendable, Equatable {
    /// Light above this makes streaks; 1 is white.
    public var threshold: AnimatedNumber
    /// Points over which a streak's light falls to 1/e, 37 %.
    public var length: AnimatedNumber
    /// Direction of the streaks in degrees clockwise from +x.
    public var angle: AnimatedNumber
    /// Factor of the streaks' light.
    public var strength: AnimatedNumber
    /// The streaks' colour.
    public var color: AnimatedColor

    /// Streaks.
    public init(
      threshold: AnimatedNumber = 1, length: AnimatedNumber = 120, angle: AnimatedNumber = 0,
      strength: AnimatedNumber = 0.5,
      color: AnimatedColor = .constant(LinearColor(red: 0.25, green: 0.5, blue: 1))
    ) {
      self.threshold = threshold
      self.length = length
      self.angle = angle
      self.strength = strength
      self.color = color
    }
  }
}

extension Filter.MotionBlur {
  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    switch motion {
    case .line(let length, let angle):
      values.add("length", length)
      values.add("angle", angle, period: 180)
    case .zoom(let center, let amount):
      if let center { values.add("center", center) }
      values.add("amount", amount)
    case .spin(let center, let angle):
      if let center { values.add("center", center) }
      values.add("angle", angle)
    }
    return values
  }

  /// Whether nothing is ever blurred.
  package var isConstantIdentity: Bool {
    switch motion {
    case .line(let length, _): length.isZero
    case .zoom(_, let amount): amount.isZero
    case .spin(_, let angle): angle.isZero
    }
  }
}

extension Filter.VariableBlur {
  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("radius", radius)
    switch mask {
    case .linear(let start, let end):
      values.add("startPoint", start)
      values.add("endPoint", end)
    case .radial(let center, let inner, let outer):
      if let center { values.add("center", center) }
      values.add("inner", inner)
      values.add("outer", outer)
    }
    return values
  }
}

extension Filter.Halation {
  /// The bloom that makes the halo once it is tinted with `color`.
  package var bloom: Filter.Bloom { Filter.Bloom(threshold: threshold, radius: radius, strength: strength) }
}
