import Colorimetry

/// The plane of a layer in space at one time: its points (x, y) lie at origin + x · alongX + y · alongY.
package struct LayerPlane: Sendable, Equatable {
  package let origin: SIMD3<Double>
  package let alongX: SIMD3<Double>
  package let alongY: SIMD3<Double>

  /// The plane of a layer; the canvas's for one without a transform. Perspective and matrix do not count: they act on the picture.
  package init(of transform: LayerTransform?, at clock: AnimationClock, on canvas: Canvas) {
    guard let transform else {
      (origin, alongX, alongY) = (.zero, SIMD3(1, 0, 0), SIMD3(0, 1, 0))
      return
    }
    func turns(_ number: AnimatedNumber) -> (sine: Double, cosine: Double) {
      Angles.sineAndCosine(degrees: number.value(at: clock))
    }
    let (scaleX, scaleY) = (transform.scale.x.value(at: clock), transform.scale.y.value(at: clock))
    let (z, x, y) = (turns(transform.rotation), turns(transform.rotationX), turns(transform.rotationY))
    // Turned in the plane, then about y, then about x, as `LayerTransform` has it.
    func turned(_ a: Double, _ b: Double) -> SIMD3<Double> {
      let (c, d) = (a * z.cosine - b * z.sine, a * z.sine + b * z.cosine)
      return SIMD3(
        y.cosine * c, x.sine * y.sine * c + x.cosine * d, x.sine * d - x.cosine * y.sine * c)
    }
    let (alongX, alongY) = (turned(scaleX, 0), turned(0, scaleY))
    let anchor = SIMD2(
      transform.anchor?.x.value(at: clock) ?? canvas.widthPoints / 2,
      transform.anchor?.y.value(at: clock) ?? canvas.heightPoints / 2)
    origin = transform.anchorPlace(at: clock, on: canvas) - (alongX * anchor.x + alongY * anchor.y)
    (self.alongX, self.alongY) = (alongX, alongY)
  }

  /// The unit vector at a right angle to the plane, towards the eye where the layer is not turned.
  package var normal: SIMD3<Double> {
    let n = SIMD3(
      alongX.y * alongY.z - alongX.z * alongY.y, alongX.z * alongY.x - alongX.x * alongY.z,
      alongX.x * alongY.y - alongX.y * alongY.x)
    let length = dot(n, n).squareRoot()
    return length > 0 ? n / length : SIMD3(0, 0, 1)
  }

  /// Whether the eye sees the side away from which the normal points.
  package func isSeenFromBehind(_ transform: LayerTransform?, on canvas: Canvas, at seconds: Double) -> Bool {
    guard let transform, transform.zPosition != nil else { return normal.z < 0 }
    let camera = canvas.camera ?? transform.camera ?? .standard(on: canvas)
    return local(CameraPose(camera, on: canvas, at: seconds).eye).z < 0
  }

  /// The layer's points for each point of space, the mean of both axes.
  private var scale: Double { (dot(alongX, alongX) * dot(alongY, alongY)).squareRoot().squareRoot() }

  /// A place of space in the layer's own points: x and y in its plane, and the distance before it.
  package func local(_ place: SIMD3<Double>) -> SIMD3<Double> { localDirection(place - origin) }

  /// A vector of space in the layer's own points.
  package func localDirection(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    let (xx, yy) = (max(dot(alongX, alongX), 1e-12), max(dot(alongY, alongY), 1e-12))
    return SIMD3(dot(vector, alongX) / xx, dot(vector, alongY) / yy, dot(vector, normal) / max(scale, 1e-6))
  }

  private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a.x * b.x + a.y * b.y) + a.z * b.z }
}
