/// The eye that sees particles in space.
///
/// The canvas is the plane z = 0, seen at its own size; z grows towards the eye. What lies in the plane is seen as without a
/// camera as long as it is sharp. Values are read at the frame's time.
public struct Camera: Sendable, Equatable {
  /// Points from the eye to the canvas: the smaller, the stronger the perspective.
  public var distance: AnimatedNumber
  /// The point of the canvas that the eye looks at, towards which what is far away shrinks.
  public var center: AnimatedPoint
  /// z of the plane that is sharp, in points.
  public var focus: AnimatedNumber
  /// Diameter of the lens in points; 0: everything is sharp.
  public var aperture: AnimatedNumber

  public init(
    distance: AnimatedNumber = 1000, center: AnimatedPoint, focus: AnimatedNumber = 0, aperture: AnimatedNumber = 0
  ) {
    self.distance = distance
    self.center = center
    self.focus = focus
    self.aperture = aperture
  }

  /// Nothing is seen nearer to the eye than this share of `distance`: it is never larger than its inverse times its size.
  @inlinable package static var nearest: Double { 1.0 / 16 }
  /// From this share of `distance` on, what comes nearer fades.
  @inlinable package static var nearestWhole: Double { 1.0 / 4 }
  /// What is out of focus is spread over a radius of at most this share of the frame's shorter side.
  @inlinable package static var largestBlur: Double { 1.0 / 8 }

  /// Whether anything is ever out of focus.
  package var blurs: Bool { !aperture.isZero }
}

extension Canvas {
  /// Whether anything in space is ever out of focus.
  package var blurs: Bool { camera?.blurs ?? false }
}
