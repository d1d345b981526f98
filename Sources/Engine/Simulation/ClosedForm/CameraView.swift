import Lanes
import Model

/// The camera at one moment, in pixels: it projects particles in 3-D onto the canvas.
///
/// Let e be the eye's distance from the canvas's plane, and D = e − z its distance from the plane of a particle, both along z.
/// On the canvas the particle is e/D times as large as in 3-D, and e/D times as far from the point that the camera looks at. A
/// thin lens of diameter A that is focused at the distance F spreads a point at D over a circle of diameter A·|D − F|/D · e/F on
/// the canvas (by similar triangles behind the lens).
///
/// A camera with a position or a roll of its own turns the particles first, so that its line of sight becomes the z axis, and its eye lies
/// at a distance of e before the canvas's middle.
package struct CameraView: BitwiseCopyable {
  /// Whether there is a camera. Without one nothing is projected, as if the eye were infinitely far away.
  let hasCamera: Bool
  /// Point of the canvas that the camera looks at.
  private let centerX: Float
  private let centerY: Float
  /// e: distance of the eye from the canvas's plane.
  private let eyeDistance: Float
  /// Particles at this distance from the eye, or nearer, are not drawn.
  private let clipDistance: Float
  /// F: distance from the eye to the plane that is in focus.
  private let focusDistance: Float
  /// A/2 · e/F: radius over which the lens spreads a point that is infinitely far away.
  private let lensRadius: Float
  private let maximumBlurRadius: Float
  /// 1 ÷ the pixels beyond `clipDistance` over which particles become fully visible.
  private let fadeInverse: Float
  /// Whether particles are turned before they are projected.
  private let isTurned: Bool
  /// The rows of the matrix that turns them, and what is added afterwards.
  private let rowX, rowY, rowZ: SIMD4<Float>
  /// How fast the rows change while the shutter is open, for each second of the layer's clock.
  private let rowSpeeds: (x: SIMD4<Float>, y: SIMD4<Float>, z: SIMD4<Float>)
  /// How fast the point moves at which the line of sight meets the picture, for each second of the layer's clock.
  private let centerSpeed: SIMD2<Float>
  /// Whether the rows or the centre change while the shutter is open.
  private let movesWhileOpen: Bool
  /// The haze: its colour as particles have theirs, the depth up to which the air is clear, and −1 ÷ the distance beyond it at which 37 %
  /// of the light are left; 0 without haze.
  private let hazeColor: SIMD3<Float>
  private let hazeStart: Float
  private let hazeFalloff: Float
  var hasHaze: Bool { hazeFalloff != 0 }

  /// No camera.
  package init() {
    hasCamera = false
    (centerX, centerY, eyeDistance, clipDistance) = (0, 0, 1, 0)
    (focusDistance, lensRadius, maximumBlurRadius, fadeInverse) = (1, 0, 0, 1)
    isTurned = false
    (rowX, rowY, rowZ) = (.zero, .zero, .zero)
    (rowSpeeds, centerSpeed, movesWhileOpen) = ((.zero, .zero, .zero), .zero, false)
    (hazeColor, hazeStart, hazeFalloff) = (.zero, 0, 0)
  }

  /// - Parameters:
  ///   - time: canvas seconds.
  ///   - addsLight: whether particles are added to what is below, so that haze takes away light but gives none.
  ///   - speed: seconds of the layer's clock for each second of the canvas.
  init(_ camera: Camera, canvas: Canvas, time: Double, addsLight: Bool = false, speed: Double = 1) {
    let clock = AnimationClock(time)
    let pixelsPerPoint = canvas.pixelsPerPoint
    hasCamera = true
    let pose = CameraPose(camera, on: canvas, at: time)
    centerX = Float(pose.principal.x * pixelsPerPoint)
    centerY = Float(pose.principal.y * pixelsPerPoint)
    let rows = Self.rows(of: pose, around: pose.principal, pixelsPerPoint)
    (rowX, rowY, rowZ) = (SIMD4<Float>(rows.0), SIMD4<Float>(rows.1), SIMD4<Float>(rows.2))
    let openSeconds = camera.shutter / 360 / canvas.presetFrameRate.double
    movesWhileOpen = openSeconds > 0 && speed != 0 && !camera.standsStill
    isTurned = !camera.facesCanvas || movesWhileOpen
    if movesWhileOpen {
      func momentaryPose(after seconds: Double) -> CameraPose {
        var moment = time + seconds
        let duration = canvas.duration.double
        if canvas.loops && duration > 0 { moment -= (moment / duration).rounded(.down) * duration }
        return CameraPose(camera, on: canvas, at: moment)
      }
      let (opening, closing) = (
        momentaryPose(after: -openSeconds / 2), momentaryPose(after: openSeconds / 2)
      )
      let first = Self.rows(of: opening, around: pose.principal, pixelsPerPoint)
      let last = Self.rows(of: closing, around: pose.principal, pixelsPerPoint)
      let share = 1 / (openSeconds * speed)
      centerSpeed = SIMD2<Float>((closing.principal - opening.principal) * (pixelsPerPoint * share))
      rowSpeeds = (
        SIMD4<Float>((last.0 - first.0) * share), SIMD4<Float>((last.1 - first.1) * share),
        SIMD4<Float>((last.2 - first.2) * share)
      )
    } else {
      (rowSpeeds, centerSpeed) = ((.zero, .zero, .zero), .zero)
    }
    let distance = pose.focalLength * pixelsPerPoint
    let focusFromEye =
      camera.facesCanvas && camera.focusesOnPlane
      ? max(distance - camera.focus.value(at: clock) * pixelsPerPoint, distance * Camera.clipDistanceShare)
      : pose.focusDepth(of: camera, at: time) * pixelsPerPoint
    if let haze = camera.haze {
      let color = haze.color.value(at: clock).premultiplied(canvas.blending == .srgb ? .srgb : .linear)
      hazeColor = addsLight ? .zero : SIMD3<Float>(SIMD3(color.x, color.y, color.z))
      hazeStart = Float(haze.start.value(at: clock) * pixelsPerPoint)
      hazeFalloff = Float(-1 / (max(haze.distance.value(at: clock), 1e-3) * pixelsPerPoint))
    } else {
      (hazeColor, hazeStart, hazeFalloff) = (.zero, 0, 0)
    }
    eyeDistance = Float(distance)
    clipDistance = Float(distance * Camera.clipDistanceShare)
    focusDistance = Float(focusFromEye)
    lensRadius = Float(camera.aperture.value(at: clock) * pixelsPerPoint / 2 * (distance / focusFromEye))
    fadeInverse = Float(1 / (distance * (Camera.fadeDistanceShare - Camera.clipDistanceShare)))
    maximumBlurRadius = Float(Double(min(canvas.widthPixels, canvas.heightPixels)) * Camera.maximumBlurShare)
  }

  /// The matrix that turns the line of sight to the z axis and puts the eye before the point `principal`, row by row, in pixels.
  private static func rows(
    of pose: CameraPose, around principal: SIMD2<Double>, _ pixelsPerPoint: Double
  ) -> (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
    func row(_ axis: SIMD3<Double>, plus offset: Double) -> SIMD4<Double> {
      let origin = (pose.eye.x * axis.x + pose.eye.y * axis.y) + pose.eye.z * axis.z
      return SIMD4(axis.x, axis.y, axis.z, (offset - origin) * pixelsPerPoint)
    }
    return (
      row(pose.right, plus: principal.x), row(pose.down, plus: principal.y),
      row(pose.forward * -1, plus: pose.focalLength)
    )
  }

  /// A place of space, in points, where particles are lit: turned as they are, but not projected.
  static func turned(
    _ place: SIMD3<Double>, by camera: Camera?, canvas: Canvas, time: Double
  ) -> SIMD3<Double> {
    guard let camera else { return place * canvas.pixelsPerPoint }
    let pose = CameraPose(camera, on: canvas, at: time)
    let rows = rows(of: pose, around: pose.principal, canvas.pixelsPerPoint)
    func product(_ row: SIMD4<Double>) -> Double {
      ((place.x * row.x + place.y * row.y) + place.z * row.z) * canvas.pixelsPerPoint + row.w
    }
    return SIMD3(product(rows.0), product(rows.1), product(rows.2))
  }

  /// Positions of projected particles before they were projected, where they are lit.
  @inline(__always)
  func unprojected(x: Float8, y: Float8, depth: Float8) -> (x: Float8, y: Float8) {
    let inverseScale = depth / eyeDistance
    return ((x - centerX) * inverseScale + centerX, (y - centerY) * inverseScale + centerY)
  }

  /// What a length of one pixel of the frame is before projection.
  @inline(__always)
  func unprojectedLength(depth: Float8) -> Float8 { depth / eyeDistance }

  /// Results of projecting eight particles, apart from their positions and velocities.
  struct Projection {
    /// e/D: pixels of the canvas that a length of one pixel at the particle's z covers.
    let scale: Float8
    /// Radius in pixels over which the lens spreads a point.
    let blur: Float8
    /// Whether the particle is farther from the eye than `clipDistance`.
    let isInFront: SIMDMask<Int32x8>
    /// Factor of the light: 1, less for particles that are about to fly past the eye.
    let opacity: Float8
    /// D: the distance from the eye, along the line of sight.
    let depth: Float8
  }

  /// The share of a particle's light that passes through the haze.
  @inline(__always)
  func passingShare(depth: Float8) -> Float8 { Lanes.exp(Lanes.max(depth - hazeStart, 0) * hazeFalloff) }

  /// Covers premultiplied colours with haze.
  @inline(__always)
  func cover(_ color: inout (red: Float8, green: Float8, blue: Float8, alpha: Float8), depth: Float8) {
    let passing = passingShare(depth: depth)
    let scattered = color.alpha * (1 - passing)
    color.red = color.red * passing + scattered * hazeColor.x
    color.green = color.green * passing + scattered * hazeColor.y
    color.blue = color.blue * passing + scattered * hazeColor.z
  }

  /// z along the line of sight, as `project` leaves it, by which particles are sorted.
  @inline(__always)
  func sortingZ(_ motion: Motion) -> Float8 {
    if !isTurned { return motion.z }
    return motion.x * rowZ.x + motion.y * rowZ.y + motion.z * rowZ.z + rowZ.w
  }

  /// Turns the camera's line of sight to the z axis.
  ///
  /// - Parameter seconds: after the frame's time, by the layer's clock.
  @inline(__always)
  private func turn(_ motion: inout Motion, after seconds: Float8) {
    @inline(__always) func product(_ row: SIMD4<Float>, _ x: Float8, _ y: Float8, _ z: Float8) -> Float8 {
      x * row.x + y * row.y + z * row.z
    }
    let (x, y, z) = (motion.x, motion.y, motion.z)
    motion.x = product(rowX, x, y, z) + rowX.w
    motion.y = product(rowY, x, y, z) + rowY.w
    motion.z = product(rowZ, x, y, z) + rowZ.w
    if movesWhileOpen {
      motion.x += (product(rowSpeeds.x, x, y, z) + rowSpeeds.x.w) * seconds
      motion.y += (product(rowSpeeds.y, x, y, z) + rowSpeeds.y.w) * seconds
      motion.z += (product(rowSpeeds.z, x, y, z) + rowSpeeds.z.w) * seconds
    }
    let (vx, vy, vz) = (motion.velocityX, motion.velocityY, motion.velocityZ)
    motion.velocityX = product(rowX, vx, vy, vz)
    motion.velocityY = product(rowY, vx, vy, vz)
    motion.velocityZ = product(rowZ, vx, vy, vz)
  }

  /// Projects the positions and velocities of eight particles onto the canvas. z and the velocity along z are changed only by a turned
  /// camera, for which they lie along its line of sight.
  ///
  /// - Parameter seconds: after the frame's time, by the layer's clock, while the shutter is open.
  @_transparent
  func project(_ motion: inout Motion, after seconds: Float8 = Float8()) -> Projection {
    if isTurned { turn(&motion, after: seconds) }
    let distance = Float8(repeating: eyeDistance) - motion.z
    let isInFront = distance .> Float8(repeating: clipDistance)
    // Particles that are clipped are projected as if at `clipDistance`, so that they stay finite.
    let clampedDistance = Lanes.max(distance, Float8(repeating: clipDistance))
    let inverseDistance = 1 / clampedDistance
    let scale = eyeDistance * inverseDistance
    let (x, y) = (motion.x - centerX, motion.y - centerY)
    // Velocity on the canvas: the derivative of (x, y)·e/D by time. e/D grows while the particle comes nearer.
    let approach = motion.velocityZ * inverseDistance
    motion.velocityX = scale * (motion.velocityX + x * approach)
    motion.velocityY = scale * (motion.velocityY + y * approach)
    motion.x = centerX + x * scale
    motion.y = centerY + y * scale
    if movesWhileOpen {
      motion.x += centerSpeed.x * seconds
      motion.y += centerSpeed.y * seconds
    }
    let blur = Lanes.min(
      lensRadius * Lanes.abs(clampedDistance - focusDistance) * inverseDistance, Float8(repeating: maximumBlurRadius))
    let unclampedFade = (distance - clipDistance) * fadeInverse
    let fade = Lanes.clamp(unclampedFade, 0, 1)
    let smoothstep = fade * fade * (3 - 2 * fade)
    return Projection(scale: scale, blur: blur, isInFront: isInFront, opacity: smoothstep, depth: clampedDistance)
  }
}
