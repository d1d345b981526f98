import Colorimetry

/// A camera at one moment, in points: where it stands and how it is turned.
///
/// A place P is seen at principal + f · ((P − eye) · right, (P − eye) · down) ÷ ((P − eye) · forward), where f is the focal length.
package struct CameraPose: Sendable, Equatable {
  package let eye: SIMD3<Double>
  /// Unit vectors: to the right and downwards in the picture, and along the line of sight.
  package let right, down, forward: SIMD3<Double>
  /// What is as far from the eye, along the line of sight, is seen in its own size.
  package let focalLength: Double
  /// Where the line of sight meets the picture, on the canvas.
  package let principal: SIMD2<Double>

  /// - Parameter seconds: canvas seconds.
  package init(_ camera: Camera, on canvas: Canvas, at seconds: Double) {
    let clock = AnimationClock(seconds)
    let center = SIMD2(camera.center.x.value(at: clock), camera.center.y.value(at: clock))
    var aim = SIMD3(center.x, center.y, 0)
    var focalLength = camera.distance.value(at: clock)
    var (right, down) = (SIMD3(1.0, 0, 0), SIMD3(0.0, 1, 0))
    var roll = camera.roll.value(at: clock)
    let position = camera.position?.value(at: clock)
    principal = position == nil ? center : SIMD2(canvas.widthPoints / 2, canvas.heightPoints / 2)
    var place = position ?? SIMD3(center.x, center.y, focalLength)
    if let moves = camera.moves { moves.apply(to: &place, &aim, &focalLength, on: canvas, at: seconds) }
    self.focalLength = focalLength
    if let shake = camera.shake {
      func sway(_ axis: Int) -> Double { shake.sway(axis: axis, on: canvas, at: seconds) }
      let amount = shake.amount.value(at: clock)
      place += SIMD3(sway(0), sway(1), 0.5 * sway(2)) * amount
      // The aim sways less than the eye, so that what lies in the middle moves and the background moves more.
      aim += SIMD3(sway(3), sway(4), 0) * (0.5 * amount)
      roll += sway(5) * shake.roll.value(at: clock)
    }
    eye = place
    if !camera.facesCanvas {
      forward = CameraPose.unit(aim - place) ?? SIMD3(0, 0, -1)
      // The picture's horizontal lies level, as long as the camera does not look straight up or down.
      right = CameraPose.unit(CameraPose.cross(forward, down)) ?? right
      down = CameraPose.cross(right, forward)
    } else {
      forward = SIMD3(0, 0, -1)
    }
    if roll != 0 {
      let (sine, cosine) = Angles.sineAndCosine(degrees: roll)
      (right, down) = (right * cosine + down * sine, down * cosine - right * sine)
    }
    (self.right, self.down) = (right, down)
  }

  /// How far a place lies from the eye along the line of sight.
  package func depth(of place: SIMD3<Double>) -> Double { CameraPose.dot(place - eye, forward) }

  /// Depth of the plane in focus.
  package func focusDepth(of camera: Camera, at seconds: Double) -> Double {
    max(depth(of: camera.focusPlace(at: seconds)), focalLength * Camera.clipDistanceShare)
  }

  /// The radius, in points, over which the lens spreads a point at a depth: A/2 · |D − F|/D · f/F, for a lens of diameter A that is focused
  /// at F, at most `Camera.maximumBlurShare` of the canvas's shorter side.
  package func blurRadius(depth: Double, focusDepth: Double, aperture: Double, on canvas: Canvas) -> Double {
    let depth = max(depth, focalLength * Camera.clipDistanceShare)
    let radius = aperture / 2 * (abs(depth - focusDepth) / depth) * (focalLength / focusDepth)
    return min(radius, greatestBlurRadius(on: canvas))
  }

  /// The greatest radius, in points, over which the lens spreads a point.
  package func greatestBlurRadius(on canvas: Canvas) -> Double {
    min(canvas.widthPoints, canvas.heightPoints) * Camera.maximumBlurShare
  }

  /// How a plane is seen: the projection of its points (x, y), which lie at origin + x · alongX + y · alongY in space.
  package func projection(
    origin: SIMD3<Double>, alongX: SIMD3<Double>, alongY: SIMD3<Double>
  ) -> Projection {
    func row(_ axis: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(CameraPose.dot(alongX, axis), CameraPose.dot(alongY, axis), CameraPose.dot(origin - eye, axis))
    }
    let w = row(forward) / focalLength
    let (x, y) = (row(right) + w * principal.x, row(down) + w * principal.y)
    return Projection(x.x, x.y, x.z, y.x, y.y, y.z, w.x, w.y, w.z)
  }

  private static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a.x * b.x + a.y * b.y) + a.z * b.z }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// The vector with a length of 1; nil for one too short to have a direction.
  private static func unit(_ v: SIMD3<Double>) -> SIMD3<Double>? {
    let length = dot(v, v).squareRoot()
    return length > 1e-9 ? v / length : nil
  }
}
