/// The camera that sees three-dimensional particles, and layers with a `zPosition`, in perspective.
///
/// The canvas is the plane z = 0; z grows towards the camera. Without a `position` the camera stands in front of `center` and its picture
/// plane is the canvas, which is seen in its own size wherever the centre is. With one it turns to `center`, which is seen in the
/// middle of the picture; what is as far from the eye as `distance` has its own size. Values are evaluated at the frame's time.
public struct Camera: Sendable, Equatable {
  /// Points from the camera to the canvas, or with a `position` to what is seen in its own size: the focal length. A smaller distance
  /// gives a stronger perspective.
  public var distance: AnimatedNumber
  /// The point of the canvas at which the camera looks, in points: the vanishing point.
  public var center: AnimatedPoint
  /// z of the plane in focus, in points.
  public var focus: AnimatedNumber
  /// The place in focus, in place of `focus`; nil for that plane.
  public var focusPoint: AnimatedPosition?
  /// The name of the layer whose anchor is in focus, in place of `focus`: its own, or with the groups around it as "group/layer". nil for
  /// none.
  public var focusLayer: String?
  /// Where the anchor of `focusLayer` is, once it is known (`Scene.findFocusLayer`).
  package var focusTarget: FocusTarget?
  /// The shutter angle in degrees of particles in space and of transforms that have none of their own: 360 keeps the shutter open for one
  /// frame at the preset's frame rate. Particles in space are then smeared by the camera's motion, too.
  public var shutter = 0.0
  /// Diameter of the lens in points; with 0 everything is in focus.
  public var aperture: AnimatedNumber
  /// Where the eye is; nil for a place in front of `center`, `distance` away from the canvas.
  public var position: AnimatedPosition?
  /// Degrees by which the camera is turned clockwise about its line of sight, so that its picture turns counterclockwise.
  public var roll: AnimatedNumber
  /// Moves of the eye through the whole picture; nil for none.
  public var moves: CameraMoves?
  /// The unrest of a hand-held camera; nil for a steady one.
  public var shake: CameraShake?
  /// The air between the eye and what it sees; nil for clear air.
  public var haze: Haze?
  /// The lens's blades, angle, cat's eyes and highlights for layers out of focus; its radius follows from the depth.
  public var lens: Filter.LensBlur

  /// A camera that looks at a point of the canvas.
  public init(
    distance: AnimatedNumber = 1000, center: AnimatedPoint, focus: AnimatedNumber = 0, aperture: AnimatedNumber = 0,
    position: AnimatedPosition? = nil, roll: AnimatedNumber = 0, shake: CameraShake? = nil,
    haze: Haze? = nil, lens: Filter.LensBlur = Filter.LensBlur()
  ) {
    self.distance = distance
    self.center = center
    self.focus = focus
    self.aperture = aperture
    self.position = position
    self.roll = roll
    self.shake = shake
    self.haze = haze
    self.lens = lens
  }

  /// The camera of scenes that state none.
  package static func standard(on canvas: Canvas) -> Camera {
    Camera(center: AnimatedPoint(AnimatedNumber(canvas.widthPoints / 2), AnimatedNumber(canvas.heightPoints / 2)))
  }

  /// Whether the plane at z = `focus` is in focus.
  package var focusesOnPlane: Bool { focusPoint == nil && focusTarget == nil }

  /// The place in focus at a time in canvas seconds.
  package func focusPlace(at seconds: Double) -> SIMD3<Double> {
    let clock = AnimationClock(seconds)
    return focusTarget?.place(at: seconds) ?? focusPoint?.value(at: clock)
      ?? SIMD3(center.x.value(at: clock), center.y.value(at: clock), focus.value(at: clock))
  }

  /// Whether the camera always looks straight at the canvas, whose plane is then the plane of its picture.
  package var facesCanvas: Bool { position == nil && roll.isZero && shake == nil && moves == nil }

  /// Whether the camera's line of sight always meets the canvas at a right angle, so that what faces the canvas is seen affinely.
  package var looksStraight: Bool { position == nil && shake == nil && moves?.orbit ?? 0 == 0 }

  /// Whether what the camera sees of a layer that stands still never changes. The lens does not count.
  package var standsStill: Bool {
    shake == nil && moves == nil && distance.isConstant && center.isConstant && roll.isConstant
      && position?.isConstant ?? true
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
