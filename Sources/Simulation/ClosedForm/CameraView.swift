import Lanes
import Model

/// Camera at one time, in pixels: it projects particles in 3-D onto the canvas.
///
/// With e the distance of the eye from the canvas's plane and D = e − z that from a particle's, its projection is e/D times as
/// large and as far from the centre. A thin lens of diameter A whose focus lies at the distance F spreads a point at D over a
/// circle of the diameter A·|D − F|/D · e/F on the canvas (similar triangles behind the lens).
package struct CameraView: BitwiseCopyable {
  /// Whether there is a camera. Without one, the eye is infinitely far away.
  let isOn: Bool
  /// Point of the canvas that the camera looks at.
  private let centerX: Float
  private let centerY: Float
  /// e: distance of the eye from the canvas's plane.
  private let eye: Float
  /// Distance from the eye up to which particles are clipped.
  private let nearest: Float
  /// F: distance from the eye to the plane that is in focus.
  private let focus: Float
  /// A/2 · e/F: radius of the lens as it acts on the canvas.
  private let lens: Float
  /// Largest radius of blur.
  private let largestBlur: Float
  /// 1 ÷ the distance, from `nearest` on, in which particles fade in.
  private let fadeInverse: Float

  /// No camera.
  package init() {
    isOn = false
    (centerX, centerY, eye, nearest, focus, lens, largestBlur, fadeInverse) = (0, 0, 1, 0, 1, 0, 0, 1)
  }

  /// - Parameter time: canvas seconds.
  init(_ camera: Camera, canvas: Canvas, time: Double) {
    let clock = AnimationClock(time)
    let pixelsPerPoint = canvas.pixelsPerPoint
    isOn = true
    centerX = Float(camera.center.x.value(at: clock) * pixelsPerPoint)
    centerY = Float(camera.center.y.value(at: clock) * pixelsPerPoint)
    let distance = camera.distance.value(at: clock) * pixelsPerPoint
    let focus = max(distance - camera.focus.value(at: clock) * pixelsPerPoint, distance * Camera.clipDistanceShare)
    eye = Float(distance)
    nearest = Float(distance * Camera.clipDistanceShare)
    self.focus = Float(focus)
    lens = Float(camera.aperture.value(at: clock) * pixelsPerPoint / 2 * (distance / focus))
    fadeInverse = Float(1 / (distance * (Camera.fadeDistanceShare - Camera.clipDistanceShare)))
    largestBlur = Float(Double(min(canvas.widthPixels, canvas.heightPixels)) * Camera.largestBlurShare)
  }

  /// What a projection makes of eight particles, besides their motion on the canvas.
  struct Projection {
    /// e/D: pixels on the canvas for one at the particle's z.
    let scale: Float8
    /// Radius in pixels over which the lens spreads a point.
    let blur: Float8
    /// Whether the particle is farther than `nearest`.
    let isInFront: SIMDMask<Int32x8>
    /// Factor of the light: 1, less for particles that are about to fly past the eye.
    let opacity: Float8
  }

  /// Projects the positions and velocities of eight particles onto the canvas. z and its velocity stay as they are.
  @_transparent
  func project(_ motion: inout Motion) -> Projection {
    let distance = Float8(repeating: eye) - motion.z
    let isInFront = distance .> Float8(repeating: nearest)
    // Particles that are clipped are projected from `nearest`, so that they stay finite.
    let clampedDistance = Lanes.max(distance, Float8(repeating: nearest))
    let inverse = 1 / clampedDistance
    let scale = eye * inverse
    let (x, y) = (motion.x - centerX, motion.y - centerY)
    // Derivative of (x, y)·e/D by time: the scale grows with the speed at which the particle comes nearer.
    let approach = motion.velocityZ * inverse
    motion.velocityX = scale * (motion.velocityX + x * approach)
    motion.velocityY = scale * (motion.velocityY + y * approach)
    motion.x = centerX + x * scale
    motion.y = centerY + y * scale
    let blur = Lanes.min(lens * Lanes.abs(clampedDistance - focus) * inverse, Float8(repeating: largestBlur))
    let fade = (distance - nearest) * fadeInverse
    let opacity = Lanes.clamp(fade, 0, 1)
    // Smoothstep of the fade
    return Projection(scale: scale, blur: blur, isInFront: isInFront, opacity: opacity * opacity * (3 - 2 * opacity))
  }
}
