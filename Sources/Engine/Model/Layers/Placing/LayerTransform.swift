import Colorimetry

/// Where a layer or group is drawn: scaled, skewed and rotated about its anchor, moved, and seen in perspective.
///
/// The parts are applied in the order `scale, skew, rotation, rotationY, rotationX, position, perspective`, then `matrix`. With a
/// `zPosition` the layer stands in space and is seen by the scene's camera in place of `perspective`. In CSS
/// that is `perspective() translate() rotateX() rotateY() rotate() skew() scale()`, which is applied from right to left. Lengths
/// are points of the canvas. A layer that is seen edge-on, or shrinks to nothing, is not drawn.
public struct LayerTransform: Sendable, Equatable {
  /// The point that scale, skew and rotations leave where it is; nil for the middle of the canvas.
  public var anchor: AnimatedPoint?
  /// Translation, in points.
  public var position: AnimatedPoint
  /// Degrees of rotation in the plane, clockwise.
  public var rotation: AnimatedNumber
  /// Factors along x and y.
  public var scale: AnimatedPoint
  /// Degrees of skew as in CSS's skew().
  public var skew: AnimatedPoint
  /// Degrees about the x axis: above 0 the upper side goes away from the eye, as in CSS's rotateX().
  public var rotationX: AnimatedNumber
  /// Degrees about the y axis: above 0 the right side goes away from the eye, as in CSS's rotateY().
  public var rotationY: AnimatedNumber
  /// How far in front of the canvas the layer stands, in points, before the scene's camera; nil for a layer that is fixed to the screen.
  /// Larger is nearer, as in Core Animation and CSS.
  public var zPosition: AnimatedNumber?
  /// Distance from the eye to the canvas, in points; 0 if the eye is infinitely far away.
  public var perspective: AnimatedNumber
  /// The point of the canvas in front of the eye; nil for the middle of the canvas.
  public var perspectiveOrigin: AnimatedPoint?
  /// Empty, or six numbers a, b, c, d, e, f as in CSS's matrix(), or the nine of a projection, row by row. It is applied to
  /// points of the canvas after all other parts.
  public var matrix: [AnimatedNumber]
  /// The shutter angle in degrees that smears the layer along its own motion: 360 keeps the shutter open for one frame at the
  /// preset's frame rate, around the frame's time; 0 gives no motion blur.
  public var shutter: Double
  /// How many times, at least once, the whole transform is applied: twice for the third instance of a replicator.
  package var repetitions = 1
  /// The scene's camera, for a layer with a `zPosition`, where it is known; else the canvas's.
  package var camera: Camera?
  /// Whether the camera's lens does not blur the layer, because it blurs a group around it.
  package var isInFocus = false

  /// A transform; without arguments it leaves a layer where it is.
  public init(
    anchor: AnimatedPoint? = nil, position: AnimatedPoint = AnimatedPoint(0, 0), rotation: AnimatedNumber = 0,
    scale: AnimatedPoint = AnimatedPoint(1, 1), skew: AnimatedPoint = AnimatedPoint(0, 0),
    rotationX: AnimatedNumber = 0, rotationY: AnimatedNumber = 0, perspective: AnimatedNumber = 0,
    perspectiveOrigin: AnimatedPoint? = nil, matrix: [AnimatedNumber] = [], shutter: Double = 0,
    zPosition: AnimatedNumber? = nil
  ) {
    self.anchor = anchor
    self.position = position
    self.rotation = rotation
    self.scale = scale
    self.skew = skew
    self.rotationX = rotationX
    self.rotationY = rotationY
    self.perspective = perspective
    self.perspectiveOrigin = perspectiveOrigin
    self.matrix = matrix
    self.shutter = shutter
    self.zPosition = zPosition
  }
}

extension LayerTransform {
  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    if let anchor { values.add("anchor", anchor) }
    values.add("position", position)
    values.add("rotation", rotation, period: 360)
    values.add("scale", scale)
    values.add("skew.x", skew.x, period: 180)
    values.add("skew.y", skew.y, period: 180)
    values.add("rotationX", rotationX, period: 360)
    values.add("rotationY", rotationY, period: 360)
    if let zPosition { values.add("zPosition", zPosition) }
    values.add("perspective", perspective)
    if let perspectiveOrigin { values.add("perspectiveOrigin", perspectiveOrigin) }
    for (index, value) in matrix.enumerated() { values.add("matrix[\(index)]", value) }
    return values
  }

  /// Whether the transform is the same at all times.
  package var isConstant: Bool {
    (anchor?.isConstant ?? true) && position.isConstant && rotation.isConstant && scale.isConstant && skew.isConstant
      && rotationX.isConstant && rotationY.isConstant && perspective.isConstant
      && (perspectiveOrigin?.isConstant ?? true) && matrix.allSatisfy(\.isConstant)
      && (zPosition.map { $0.isConstant && camera?.standsStill ?? false } ?? true)
  }

  /// Whether the layer's own place in space never changes, whatever the camera does.
  package var isConstantInSpace: Bool {
    var still = self
    still.zPosition = nil
    return still.isConstant && zPosition?.isConstant ?? true
  }

  /// Whether parallel lines stay parallel at all times.
  package var isAffine: Bool {
    (rotationX.isZero && rotationY.isZero
      ? zPosition == nil || camera?.looksStraight ?? false : zPosition == nil && perspective.isZero)
      && (matrix.count < 9 || matrix[6].isZero && matrix[7].isZero && matrix[8].constant == 1)
  }

  /// Whether the camera's haze or lens changes the layer's pixels once they are projected.
  package var isSeenThroughAirOrLens: Bool { zPosition != nil && (camera?.haze != nil || camera?.mayDefocus ?? true) }

  /// The transform at one time, in points of the canvas.
  package func projection(at clock: AnimationClock, on canvas: Canvas) -> Projection {
    let once = projectionOnce(at: clock, on: canvas)
    return (1..<max(repetitions, 1)).reduce(once) { result, _ in result.then(once) }
  }

  /// The transform applied once.
  private func projectionOnce(at clock: AnimationClock, on canvas: Canvas) -> Projection {
    func valueOrCanvasMiddle(_ point: AnimatedPoint?) -> (x: Double, y: Double) {
      guard let point else { return (canvas.widthPoints / 2, canvas.heightPoints / 2) }
      return (point.x.value(at: clock), point.y.value(at: clock))
    }
    let anchor = valueOrCanvasMiddle(anchor)
    let translation = (x: position.x.value(at: clock), y: position.y.value(at: clock))
    var projection = Projection(1, 0, -anchor.x, 0, 1, -anchor.y)
    projection = projection.then(Projection(scale.x.value(at: clock), 0, 0, 0, scale.y.value(at: clock), 0))
    let (skewX, skewY) = (skew.x.value(at: clock), skew.y.value(at: clock))
    if skewX != 0 || skewY != 0 {
      projection = projection.then(Projection(1, Self.tangent(skewX), 0, Self.tangent(skewY), 1, 0))
    }
    let (sine, cosine) = Angles.sineAndCosine(degrees: rotation.value(at: clock))
    projection = projection.then(Projection(cosine, -sine, 0, sine, cosine, 0))
    projection = projection.then(
      spatialProjection(
        at: clock, on: canvas, offset: (anchor.x + translation.x, anchor.y + translation.y),
        eye: valueOrCanvasMiddle(perspectiveOrigin)))
    let numbers = matrix.map { $0.value(at: clock) }
    if numbers.count == 6 {
      return projection.then(Projection(numbers[0], numbers[2], numbers[4], numbers[1], numbers[3], numbers[5]))
    }
    guard numbers.count == 9 else { return projection }
    return projection.then(
      Projection(
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7], numbers[8]))
  }

  /// The rotation about the y axis, then that about the x axis, both through the origin; then a translation; then the
  /// perspective, or the view of the scene's camera.
  ///
  /// - Parameters:
  ///   - offset: the translation, in points.
  ///   - eye: the point of the canvas in front of the eye, in points.
  private func spatialProjection(
    at clock: AnimationClock, on canvas: Canvas, offset: (x: Double, y: Double), eye: (x: Double, y: Double)
  ) -> Projection {
    let (sineX, cosineX) = Angles.sineAndCosine(degrees: rotationX.value(at: clock))
    let (sineY, cosineY) = Angles.sineAndCosine(degrees: rotationY.value(at: clock))
    // The point (x, y, 0), turned about y and then about x: z grows towards the eye.
    let turned = Projection(cosineY, 0, offset.x, sineX * sineY, cosineX, offset.y)
    if let zPosition {
      let camera = camera ?? canvas.camera ?? .standard(on: canvas)
      return CameraPose(camera, on: canvas, at: clock.canvas).projection(
        origin: SIMD3(offset.x, offset.y, zPosition.value(at: clock)),
        alongX: SIMD3(cosineY, sineX * sineY, -cosineX * sineY), alongY: SIMD3(0, cosineX, sineX))
    }
    let distance = perspective.value(at: clock)
    guard distance > 0 else { return turned }
    // The turned point (x′, y′, z) is seen at eye + ((x′, y′) − eye) ÷ w = ((x′, y′) + eye·(w − 1)) ÷ w, where w = 1 − z ÷
    // distance and z = y·sin X − x·cos X·sin Y.
    let (wx, wy) = (cosineX * sineY / distance, -sineX / distance)
    return Projection(
      turned.xx + eye.x * wx, turned.xy + eye.x * wy, turned.x0, turned.yx + eye.y * wx, turned.yy + eye.y * wy,
      turned.y0, wx, wy, 1)
  }

  /// The tangent of an angle in degrees, finite at right angles too.
  private static func tangent(_ degrees: Double) -> Double {
    let (sine, cosine) = Angles.sineAndCosine(degrees: degrees)
    return sine / (abs(cosine) > 1e-6 ? cosine : 1e-6)
  }
}
