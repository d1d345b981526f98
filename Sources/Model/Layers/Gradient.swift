import Colorimetry

/// Colours that change over a rectangle: the canvas, or the box of a shape that is filled.
///
/// Where a pixel lies along the gradient is a number, t: 0 at the start, 1 at the end. `stops` says which colour t has, and
/// `spread` what lies outside of them.
public struct Gradient: Sendable, Equatable {
  public var shape: Shape
  public var stops: [Stop]
  public var interpolation: ColorInterpolation
  public var spread: Spread
  public var units: Units

  public enum Shape: Sendable, Equatable {
    /// Degrees, CSS: 0 up, 90 right, 180 down; the line is as long as CSS makes it, corner to corner.
    case angle(AnimatedNumber)
    /// To a corner, CSS: the middle colour lies on the other two corners.
    case corner(Corner)
    case line(start: AnimatedPoint, end: AnimatedPoint)
    /// Circles or ellipses.
    case radial(Radial)
    /// Rhombs: t = |x| ÷ horizontal radius + |y| ÷ vertical radius.
    case diamond(Radial)
    /// Around a point, clockwise.
    case conic(Conic)

    /// An ellipse around `center` whose radii are those of the last colour.
    public static func radial(center: AnimatedPoint, radius: AnimatedPoint) -> Shape {
      .radial(Radial(center: center, size: .radii(radius)))
    }

    /// Degrees of the first colour, CSS: 0 up, clockwise.
    public static func conic(center: AnimatedPoint, from: AnimatedNumber) -> Shape {
      .conic(Conic(center: center, sweep: .turn(from: from)))
    }
  }

  public enum Corner: String, Sendable, CaseIterable {
    case topLeft = "to top left"
    case topRight = "to top right"
    case bottomLeft = "to bottom left"
    case bottomRight = "to bottom right"
  }

  public struct Radial: Sendable, Equatable {
    /// nil: the middle of the rectangle.
    public var center: AnimatedPoint?
    /// Where t is 1.
    public var size: Size
    /// Degrees by which the ellipse or rhomb is turned, clockwise.
    public var angle: AnimatedNumber
    /// Where t is 0: the (horizontal) radius, and another centre, as of a canvas's radial gradient of two circles.
    public var startRadius: AnimatedNumber
    public var focus: AnimatedPoint?

    public enum Size: Sendable, Equatable {
      /// Horizontal and vertical.
      case radii(AnimatedPoint)
      /// Of a circle, whatever the units' aspect is.
      case radius(AnimatedNumber)
      case fitted(Fit, isCircle: Bool)
    }

    /// What the last colour reaches (CSS).
    public enum Fit: String, Sendable, CaseIterable {
      case closestSide = "closest-side"
      case farthestSide = "farthest-side"
      case closestCorner = "closest-corner"
      case farthestCorner = "farthest-corner"
    }

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

  public struct Conic: Sendable, Equatable {
    /// nil: the middle of the rectangle.
    public var center: AnimatedPoint?
    public var sweep: Sweep

    public enum Sweep: Sendable, Equatable {
      /// The whole turn, CSS; degrees, 0 up, clockwise.
      case turn(from: AnimatedNumber)
      /// t goes from 0 to 1 between two angles of the same kind, SwiftUI's way: of more than a turn only the last one is
      /// seen; what is missing from a turn is filled with the end colours, half each.
      case between(start: AnimatedNumber, end: AnimatedNumber)
    }

    public init(center: AnimatedPoint? = nil, sweep: Sweep = .turn(from: 0)) {
      self.center = center
      self.sweep = sweep
    }
  }

  public struct Stop: Sendable, Equatable {
    public var color: AnimatedColor
    /// Along the gradient; nil: spread evenly between its neighbours, whose places move.
    public var location: AnimatedNumber?
    /// Where, between this stop and the next, the colour is half of each (CSS's transition hint).
    public var hint: AnimatedNumber?
    /// The colour as it was written, where components of it are missing (`none`).
    package var written: CSSColor?

    public init(color: AnimatedColor, location: AnimatedNumber?, hint: AnimatedNumber? = nil) {
      self.color = color
      self.location = location
      self.hint = hint
    }
  }

  /// What lies before the first stop and behind the last.
  public enum Spread: String, Sendable, CaseIterable {
    /// Their colours.
    case pad
    /// The gradient from first to last stop, again and again.
    case `repeat`
    /// The same, every other time backwards.
    case mirror
  }

  /// What lengths and places are given in.
  public enum Units: String, Sendable, CaseIterable {
    /// Canvas points.
    case points
    /// Shares of the rectangle: [0, 0] is its top left corner, [1, 1] its bottom right one. A radius of a circle is a share
    /// of the shorter side.
    case box
  }

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
  package var hasConstantStops: Bool {
    stops.allSatisfy { $0.color.isConstant && $0.location?.isConstant ?? true && $0.hint?.isConstant ?? true }
  }

  package var movingValues: AnimatedValues {
    var values = AnimatedValues()
    switch shape {
    case .angle(let angle): values.add("angle", angle, period: 360)
    case .corner: break
    case .line(let start, let end):
      values.add("startPoint", start)
      values.add("endPoint", end)
    case .radial(let radial): values.add(radial, period: 360)
    case .diamond(let radial): values.add(radial, period: 180)
    case .conic(let conic):
      if let center = conic.center { values.add("center", center) }
      switch conic.sweep {
      case .turn(let from): values.add("from", from, period: 360)
      case .between(let start, let end):
        values.add("startAngle", start, period: 360)
        values.add("endAngle", end, period: 360)
      }
    }
    for (index, stop) in stops.enumerated() {
      if let location = stop.location { values.add("stops[\(index)]", location) }
      if let hint = stop.hint { values.add("stops[\(index)]", hint) }
      values.add("stops[\(index)]", stop.color)
    }
    return values
  }
}

extension AnimatedValues {
  fileprivate mutating func add(_ radial: Gradient.Radial, period: Double) {
    if let center = radial.center { add("center", center) }
    switch radial.size {
    case .radii(let radii): add("radius", radii)
    case .radius(let radius): add("radius", radius)
    case .fitted: break
    }
    add("angle", radial.angle, period: period)
    add("startRadius", radial.startRadius)
    if let focus = radial.focus { add("focus", focus) }
  }
}
