import Colorimetry

/// Factors of the colours of an emitter's particles by their places on its shape: a gradient across the shape, or one that follows a formula.
///
/// A particle reads its factor once, at its birth; one that comes together on several shapes takes that of its place on each.
public struct PlaceColors: Sendable, Equatable {
  /// What the colours follow, if there is no `formula`.
  public var along: Coordinate
  /// A formula of the place on the canvas that they follow; nil for `along`.
  public var formula: PlaceFormula?
  /// The coordinate of the first stop: points from the emitter's position; nil for the shape's own edge. Without effect for an angle.
  public var from: Double?
  /// The coordinate of the last stop, as `from`.
  public var to: Double?
  /// Colours over the share of the way from `from` to `to`, or over the formula's values between 0 and 1.
  public var stops: [ColorStop]
  /// Colour space in which neighbouring stops are mixed.
  public var interpolation: ColorInterpolation

  /// A coordinate of places relative to the shape's centre.
  public enum Coordinate: String, DescribedChoice, BitwiseCopyable {
    /// To the right.
    case x
    /// Downwards.
    case y
    /// Towards the eye.
    case z
    /// The distance from the centre, in space too.
    case radius
    /// The angle about the centre, clockwise from the top.
    case angle

    package var sentence: String {
      switch self {
      case .x: "From left to right."
      case .y: "From the top down."
      case .z: "From the back to the front, towards the eye."
      case .radius: "From the middle outwards, in space too."
      case .angle: "Once around the middle, clockwise from the top."
      }
    }
  }

  /// Colours along a coordinate.
  public init(
    along: Coordinate = .y, from: Double? = nil, to: Double? = nil, stops: [ColorStop] = [],
    interpolation: ColorInterpolation = .linear, formula: PlaceFormula? = nil
  ) {
    self.along = along
    self.from = from
    self.to = to
    self.stops = stops
    self.interpolation = interpolation
    self.formula = formula
  }
}
