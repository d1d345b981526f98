import Lanes
import Model

/// Camera at one time, in pixels: it projects particles in space onto the canvas.
///
/// With e the distance of the eye from the canvas and D = e − z that of a particle, its projection is e/D times as large and
/// as far from the middle. A thin lens of diameter A whose focus lies at the distance F spreads a point at D over a circle
/// of the diameter A·|D − F|/D · e/F on the canvas (similar triangles behind the lens).
package struct CameraView: BitwiseCopyable {
  /// Whether there is a camera. Without one, the eye is infinitely far away.
  let isOn: Bool
  private let centerX: Float
  private let centerY: Float
  private let eye: Float
  private let nearest: Float
  private let focus: Float
  /// Radius of the lens as it acts on the canvas.
  private let lens: Float
  private let largestBlur: Float
  private let fadeInverse: Float

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

  struct Projection {
    /// Pixels on the canvas for one at the particle's depth.
    let scale: Float8
    /// Radius in pixels over which the lens spreads a point.
    let blur: Float8
    let isInFront: SIMDMask<Int32x8>
    /// 1, less for what is about to fly past the eye.
    let opacity: Float8
  }

  /// Projects the positions and velocities of eight particles onto the canvas.
  @_transparent
  func project(_ motion: inout Motion) -> Projection {
    let distance = Float8(repeating: eye) - motion.z
    let isInFront = distance .> Float8(repeating: nearest)
    // What is not visible stays finite, and near where it went.
    let safe = Lanes.max(distance, Float8(repeating: nearest))
    let inverse = 1 / safe
    let scale = eye * inverse
    let (x, y) = (motion.x - centerX, motion.y - centerY)
    let approach = motion.velocityZ * inverse
    motion.velocityX = scale * (motion.velocityX + x * approach)
    motion.velocityY = scale * (motion.velocityY + y * approach)
    motion.x = centerX + x * scale
    motion.y = centerY + y * scale
    let blur = Lanes.min(lens * Lanes.abs(safe - focus) * inverse, Float8(repeating: largestBlur))
    let near = (distance - nearest) * fadeInverse
    let opacity = Lanes.clamp(near, 0, 1)
    return Projection(scale: scale, blur: blur, isInFront: isInFront, opacity: opacity * opacity * (3 - 2 * opacity))
  }
}
