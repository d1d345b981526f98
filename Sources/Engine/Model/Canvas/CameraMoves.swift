import Colorimetry

/// Moves of a camera through the whole picture, in the words of film: each begins gently at the first frame and ends gently at the
/// last one; in a loop each goes there and back. They add up.
public struct CameraMoves: Sendable, Equatable {
  /// The share of its distance from the aim by which the eye comes nearer.
  public var push = 0.0
  /// Points by which eye and aim move together, along x and y; half of it before the middle of the move, half after it.
  public var drift = PlanePoint(0, 0)
  /// Degrees by which the eye goes round the aim, to the right; half of them before the middle of the move. In a loop, whole turns go on in one
  /// direction.
  public var orbit = 0.0
  /// The share of its distance by which the eye comes nearer while the focal length shrinks as much: what the eye aims at keeps its
  /// size, and what lies behind it shrinks.
  public var dollyZoom = 0.0

  /// No move.
  public init() {}

  /// Moves the eye and its aim, and changes the focal length.
  func apply(
    to eye: inout SIMD3<Double>, _ aim: inout SIMD3<Double>, _ focalLength: inout Double, on canvas: Canvas,
    at seconds: Double
  ) {
    let duration = canvas.duration.double
    let progress = duration > 0 ? min(max(seconds / duration, 0), 1) : 0
    func wave(_ degrees: Double) -> (sine: Double, cosine: Double) { Angles.sineAndCosine(degrees: degrees) }
    // From 0 to 1, and in a loop back; and from −½ to ½, in a loop beginning in the middle.
    let way = (1 - wave(canvas.loops ? 360 * progress : 180 * progress).cosine) / 2
    let swing = canvas.loops ? wave(360 * progress).sine / 2 : way - 0.5
    let turns = (orbit / 360).rounded()
    let goesRound = canvas.loops && orbit != 0 && orbit == 360 * turns
    let (sine, cosine) = wave(orbit * (goesRound ? progress : swing))
    let arm = eye - aim
    eye = aim + SIMD3(arm.x * cosine + arm.z * sine, arm.y, arm.z * cosine - arm.x * sine)
    eye += (aim - eye) * (push * way)
    eye += (aim - eye) * (dollyZoom * way)
    focalLength *= 1 - dollyZoom * way
    let shift = SIMD3(drift.x * swing, drift.y * swing, 0)
    (eye, aim) = (eye + shift, aim + shift)
  }
}
