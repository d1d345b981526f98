/// The perspective camera for three-dimensional particles.
///
/// The canvas is the plane z = 0, which is projected in its original size; z grows towards the camera. Particles in that plane
/// look as they would without a camera, as long as they are in focus. Values are evaluated at the frame's time.
public struct Camera: Sendable, Equatable {
  /// Points from the camera to the canvas. A smaller distance gives a stronger perspective.
  public var distance: AnimatedNumber
  /// The point of the canvas at which the camera looks, in points: the vanishing point.
  public var center: AnimatedPoint
  /// z of the plane in focus, in points.
  public var focus: AnimatedNumber
  /// Diameter of the lens in points; with 0 everything is in focus.
  public var aperture: AnimatedNumber

  /// A camera that looks at a point of the canvas.
  public init(
    distance: AnimatedNumber = 1000, center: AnimatedPoint, focus: AnimatedNumber = 0, aperture: AnimatedNumber = 0
  ) {
    self.distance = distance
    self.center = center
    self.focus = focus
    self.aperture = aperture
  }

  /// Particles nearer to the camera than this share of `distance` are clipped: a particle is magnified by `distance` ÷ the
  /// particle's distance, so at most 16 times.
  @inlinable package static var clipDistanceShare: Double { 1.0 / 16 }
  /// Particles nearer to the camera than this share of `distance` fade, to nothing at `clipDistanceShare`.
  @inlinable package static var fadeDistanceShare: Double { 1.0 / 4 }
  /// The largest radius over which the lens spreads a particle, as a share of the frame's shorter side.
  @inlinable package static var maximumBlurShare: Double { 1.0 / 8 }

  /// Whether a particle may be out of focus.
  package var mayDefocus: Bool { !aperture.isZero }
}

extension Canvas {
  /// Whether a three-dimensional particle may be out of focus.
  package var mayDefocus: Bool { camera?.mayDefocus ?? false }
}
