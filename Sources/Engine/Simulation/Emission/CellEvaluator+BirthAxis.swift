import Lanes
import Model

// Directions of the emitter's shape where particles are born: its outward normal and its tangent (`Cell.EmissionFrom`).

extension CellEvaluator {
  /// Unit vector from which angles of emission are measured: for children along the parent's motion, for root particles along the
  /// normal or tangent of the emitter's shape. Only for cells with `hasBirthAxis`.
  @_transparent
  func birthAxis(
    parameters: UnsafePointer<Float8>, keys: RandomKeys, parent: ParentState
  ) -> (x: Float8, y: Float8, z: Float8) {
    if has(.child) { return (parent.directionX, parent.directionY, parent.directionZ) }
    return CellEvaluator<GeneralCell>(kernel).shapeAxis(parameters: parameters, keys: keys)
  }

  /// Whether angles of emission are measured from `birthAxis`, not from the canvas's x axis.
  @_transparent
  var hasBirthAxis: Bool { has(.child) || has(.shapeAxis) }

  /// Unit normal or tangent of the shape where particles are born, or of the last shape on which they come together; the canvas's x
  /// axis where the shape has neither.
  @inline(never)
  func shapeAxis(parameters: UnsafePointer<Float8>, keys: RandomKeys) -> (x: Float8, y: Float8, z: Float8) {
    var shape = kernel.pointee.shape
    var (width, height) = (parameters[.emitterWidth], parameters[.emitterHeight])
    var placeKeys = placeKeys(keys).perParticle
    if has(.gather), kernel.pointee.gather.pointee.laterCount > 0 {
      let last = kernel.pointee.gather.pointee.laterCount - 1
      let target = kernel.pointee.gather.pointee.laterJourneys + last
      shape = target.pointee.shape
      (width, height) = target.pointee.size(parameters)
      placeKeys = self.placeKeys(keys.ofLaterJourney(last, stream: kernel.pointee.stream)).perParticle
    }
    let isTangent = kernel.pointee.emissionFrom == .tangent
    // (x, y, z) is the shape's outward normal. The tangent is this normal turned clockwise, (−y, x), times `outwardSign`. The sign is
    // −1 where the normal points to the right of the direction in which the outline runs, so that the tangent has this direction.
    var (x, y, z) = (Float8(), Float8(), Float8())
    var outwardSign = Float8(repeating: 1)
    switch shape.kind {
    case .line: y = Float8(repeating: -1)
    case .outline:
      let point = shape.outlinePoint(width: width, height: height, keys: placeKeys)
      outwardSign = point.outwardSign
      (x, y) = (point.tangentY * outwardSign, -point.tangentX * outwardSign)
    case .rectangleOutline:
      let offset = shape.flatOffset(width: width, height: height, keys: placeKeys)
      // |y| is half of the height on the top and bottom sides, to which the corners count.
      let isOnUprightSide = Lanes.abs(offset.y) .< Lanes.abs(height) * 0.5
      x = Lanes.select(isOnUprightSide, offset.x, Float8())
      y = Lanes.select(isOnUprightSide, Float8(), offset.y)
    case .ellipseOutline:
      // The normal has the direction of the gradient of (x ÷ width)² + (y ÷ height)². Multiplied by (width · height)² it is
      // proportional to (x · height², y · width²), which is finite even for a width or height of 0.
      let offset = shape.flatOffset(width: width, height: height, keys: placeKeys)
      let inverse = 1 / Lanes.max(Lanes.max(Lanes.abs(width), Lanes.abs(height)), 1e-6)
      let (relativeWidth, relativeHeight) = (width * inverse, height * inverse)
      (x, y) = (offset.x * (relativeHeight * relativeHeight), offset.y * (relativeWidth * relativeWidth))
    case .ringOutlines:
      // On the inner circle the outward normal points to the centre.
      let offset = shape.flatOffset(width: width, height: height, keys: placeKeys)
      let middleRadius = (Lanes.abs(width) + Lanes.abs(height)) * 0.5
      let isInner = (offset.x * offset.x + offset.y * offset.y) .< middleRadius * middleRadius
      outwardSign = Lanes.select(isInner, Float8(repeating: -1), outwardSign)
      (x, y) = (offset.x * outwardSign, offset.y * outwardSign)
    case let kind where kind.isSolid:
      (x, y, z) = ShapeSampler.solidOffset(kind, width, height, parameters[.emitterDepth], keys: placeKeys)
    default: (x, y) = shape.flatOffset(width: width, height: height, keys: placeKeys)
    }
    if isTangent { (x, y, z) = (-y * outwardSign, x * outwardSign, Float8()) }
    let squaredLength = x * x + y * y + z * z
    let hasNoDirection = .!(squaredLength .> Float8(repeating: 1e-20))
    let inverse = 1 / Lanes.sqrt(squaredLength.replacing(with: Float8(repeating: 1), where: hasNoDirection))
    let zero = Float8()
    return (
      (x * inverse).replacing(with: Float8(repeating: 1), where: hasNoDirection),
      (y * inverse).replacing(with: zero, where: hasNoDirection),
      (z * inverse).replacing(with: zero, where: hasNoDirection)
    )
  }
}
