import Colorimetry

/// A gradient over a rectangle: the canvas, or the box of a shape.
///
/// `shape` maps each pixel to a parameter t: 0 at the start of the gradient, 1 at its end. `stops` maps t to colours, and
/// `spread` extends them beyond the stops.
public struct Gradient: LayerSource {
  /// How colours change over the rectangle: along a line, outwards from a centre or around a point.
  public var shape: Shape
  /// Colours with their locations along the gradient.
  public var stops: [Stop]
  /// Space in which neighbouring colours are mixed.
  public var interpolation: ColorInterpolation
  /// What lies outside of the stops.
  public var spread: Spread
  /// Unit of lengths and positions.
  public var units: Units

  /// Geometries of gradients.
  public enum Shape: Sendable, Equatable {
    /// A line through the middle at an angle in degrees (0 up, 90 right). Its length is the one that CSS defines: the rectangle's
    /// corners that lie farthest back and farthest ahead have the colours of the line's ends.
    case angle(AnimatedNumber)
    /// A line towards a corner, as in CSS: the two corners beside that corner have the colour of the line's middle.
    case corner(Corner)
    /// Along a line between two points.
    case line(start: AnimatedPoint, end: AnimatedPoint)
    /// Circles or ellipses.
    case radial(Radial)
    /// Diamonds: t = |x| ÷ horizontal radius + |y| ÷ vertical radius.
    case diamond(Radial)
    /// Around a point, clockwise.
    case conic(Conic)

    /// Ellipses around `center`; t is 1 at the given radii.
    public static func radial(center: AnimatedPoint, radius: AnimatedPoint) -> Shape {
      .radial(Radial(center: center, size: .radii(radius)))
    }

    /// A whole revolution from an angle in degrees (0 up), clockwise.
    public static func conic(center: AnimatedPoint, from: AnimatedNumber) -> Shape {
      .conic(Conic(center: center, sweep: .full(from: from)))
    }
  }

  /// Corners that a gradient runs to (CSS).
  public enum Corner: String, Sendable, CaseIterable {
    /// The upper left corner.
    case topLeft = "to top left"
    /// The upper right corner.
    case topRight = "to top right"
    /// The lower left corner.
    case bottomLeft = "to bottom left"
    /// The lower right corner.
    case bottomRight = "to bottom right"
  }

  /// Geometry of circles, ellipses and diamonds.
  public struct Radial: Sendable, Equatable {
    /// Centre of the ellipse or diamond; nil for the centre of the rectangle.
    public var center: AnimatedPoint?
    /// The ellipse or diamond on which t is 1.
    public var size: Size
    /// Degrees by which the ellipse or diamond is rotated, clockwise.
    public var angle: AnimatedNumber
    /// The horizontal radius of the ellipse or diamond on which t is 0.
    public var startRadius: AnimatedNumber
    /// Centre of the ellipse on which t is 0, as in a gradient between two circles; nil for `center`. A diamond with a focus is
    /// drawn as an ellipse.
    public var focus: AnimatedPoint?

    /// Size of an ellipse or diamond.
    public enum Size: Sendable, Equatable {
      /// The horizontal and the vertical radius.
      case radii(AnimatedPoint)
      /// The radius of a circle; it stays a circle in the unit `box`, too, whose lengths across and down differ.
      case radius(AnimatedNumber)
      /// A size that CSS derives from the rectangle.
      case fitted(Fit, isCircle: Bool)
    }

    /// The side or corner of the rectangle that the ellipse or diamond with t = 1 reaches, as in CSS.
    public enum Fit: String, Sendable, CaseIterable {
      /// Touches the nearest side.
      case closestSide = "closest-side"
      /// Touches the farthest side.
      case farthestSide = "farthest-side"
      /// Passes through the nearest corner.
      case closestCorner = "closest-corner"
      /// Passes through the farthest corner.
      case farthestCorner = "farthest-corner"
    }

    /// An ellipse; by default, as in CSS, in the middle and through the farthest corner.
    public init(
      center: AnimatedPoint? = nil, size: Size = .fitted(.farthestCorner, isCircle: false), angle: AnimatedNumber = 0,
      startRadius: AnimatedNumber = 0, focus: AnimatedPoint? = nil
    ) {
      self.center = center
      self.size = size
      self.angle = angle
      self.startRadius = startRadius
      self.focus = focus
    }
  }

  /// Geometry of gradients around a point.
  public struct Conic: Sendable, Equatable {
    /// The point that the colours go around; nil for the centre of the rectangle.
    public var center: AnimatedPoint?
    /// Angles that the colours span.
    public var sweep: Sweep

    /// Angles that the colours span.
    public enum Sweep: Sendable, Equatable {
      /// A whole revolution from an angle in degrees (0 up), clockwise, as in CSS.
      case full(from: AnimatedNumber)
      /// t goes from 0 at `start` to 1 at `end`, as in SwiftUI. If the two angles are more than a revolution apart, only the last
      /// revolution is visible. If they are less than a revolution apart, half of the remaining angles take the first colour,
      /// half the last.
      case between(start: AnimatedNumber, end: AnimatedNumber)
    }

    /// A gradient around a point; by default, as in CSS, from the top.
    public init(center: AnimatedPoint? = nil, sweep: Sweep = .full(from: 0)) {
      self.center = center
      self.sweep = sweep
    }
  }

  /// A colour of a gradient.
  public struct Stop: Sendable, Equatable {
    /// The colour.
    public var color: AnimatedColor
    /// The parameter t at which the stop lies; nil for a stop that is evenly spaced between its neighbours.
    public var location: AnimatedNumber?
    /// The parameter between this stop and the next at which the two colours are mixed in equal parts (CSS's transition hint);
    /// nil for none.
    public var hint: AnimatedNumber?
    /// The colour as written in the preset, if some of its components are missing (CSS's `none`); nil for any other colour.
    package var colorAsWritten: CSSColor?

    /// A colour at a location.
    public init(color: AnimatedColor, location: AnimatedNumber?, hint: AnimatedNumber? = nil) {
      self.color = color
      self.location = location
      self.hint = hint
    }
  }

  /// The colours before the first stop and after the last.
  public enum Spread: String, Sendable, CaseIterable {
    /// The colours of the end stops.
    case pad
    /// The gradient from the first to the last stop, repeated.
    case `repeat`
    /// The gradient repeated, every second time backwards.
    case mirror
  }

  /// The unit of lengths and positions.
  public enum Units: String, Sendable, CaseIterable {
    /// Canvas points.
    case points
    /// Shares of the rectangle: [0, 0] is its top left corner, [1, 1] its bottom right one. The radius of a circle is a share
    /// of the shorter side.
    case box
  }

  /// A gradient.
  public init(
    shape: Shape, stops: [Stop], interpolation: ColorInterpolation = .oklab, spread: Spread = .pad,
    units: Units = .points
  ) {
    self.shape = shape
    self.stops = stops
    self.interpolation = interpolation
    self.spread = spread
    self.units = units
  }
}

extension Gradient {
  /// Whether neither the colour nor the location of any stop is animated.
  package var hasConstantStops: Bool {
    stops.allSatisfy { $0.color.isConstant && $0.location?.isConstant ?? true && $0.hint?.isConstant ?? true }
  }

  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    switch shape {
    case .angle(let angle): values.add("angle", angle, period: 360)
    case .corner: break
    case .line(let start, let end):
      values.add("startPoint", start)
      values.add("endPoint", end)
    case .radial(let radial), .diamond(let radial):
      values = radial.valuesOfParameters
      switch radial.size {
      case .radii(let radii): values.add("radius", radii)
      case .radius(let radius): values.add("radius", radius)
      case .fitted: break
      }
    case .conic(let conic):
      if let center = conic.center { values.add("center", center) }
      switch conic.sweep {
      case .full(let from): values.add("from", from, period: 360)
      case .between(let start, let end):
        // In a loop the gradient closes if both angles make the same number of revolutions: the start may differ by a period, but the
        // difference from start to end must return to its value.
        values.add("startAngle", start, period: 360)
        values.add("endAngle", end, minus: ("startAngle", start))
      }
    }
    values.add("stops", stops)
    return values
  }
}

extension Gradient.Radial: Parametrized {
  package static let parameters: [Parameter<Self>] =
    diamondParameters + [
      .animated(
        "focus", \.focus,
        "The centre of the circle of the first colour, as in HTML canvas's gradient between two circles."
      )
      .defaults(to: "the centre")
    ]

  /// The rows of a diamond, which has no focus.
  package static let diamondParameters: [Parameter<Self>] = [
    // It looks the same after half a revolution.
    .animated("angle", \.angle, .degrees, "By how much it is rotated, clockwise.").repeating(every: 180),
    .animated("center", \.center, "The centre.").defaults(to: "the centre of the canvas, or of the box"),
    .animated(
      "startRadius", \.startRadius, .points, in: 0...1e6, "The (horizontal) radius of the first colour."),
  ]
}
