import Lanes
import Model

// The directions that a shape has at the places of births: its outward normal and its tangent (`Cell.EmissionFrom`).

extension CellEvaluator {
  /// Unit vector that angles of emission are measured from: that of the parent's motion for children, for the births of an
  /// emitter the shape's normal or tangent. Only where `hasBirthAxis`.
  @_transparent
  func birthAxis(
    parameters: UnsafePointer<Float8>, keys: RandomKeys, parent: ParentState
  ) -> (x: Float8, y: Float8, z: Float8) {
    if has(.child) { return (parent.directionX, parent.directionY, parent.directionZ) }
    return CellEvaluator<GeneralCell>(kernel).shapeAxis(parameters: parameters, keys: keys)
  }

  /// Whether angles of emission are measured from another direction than the canvas's x axis.
  @_transparent
  var hasBirthAxis: Bool { has(.child) || has(.shapeAxis) }

  /// Normal or tangent of the shape at the places where particles are born; the canvas's x axis where there is neither.
  @inline(never)
  func shapeAxis(parameters: UnsafePointer<Float8>, keys: RandomKeys) -> (x: Float8, y: Float8, z: Float8) {
    let shape = kernel.pointee.shape
    let (width, height) = (parameters[.emitterWidth], parameters[.emitterHeight])
    let isTangent = kernel.pointee.emissionFrom == .tangent
    // The shape's normal; its tangent is that turned clockwise, (−y, x), and the other way round on the inside of an outline.
    var (x, y, z) = (Float8(), Float8(), Float8())
    var outward = Float8(repeating: 1)
    switch shape.kind {
    case .line: y = Float8(repeating: -1)
    case .outline:
      let point = shape.outlinePoint(width: width, height: height, keys: keys.own)
      outward = point.outward
      (x, y) = (point.tangentY * outward, -point.tangentX * outward)
    case .rectangleOutline:
      let place = shapeOffset(width: width, height: height, keys: keys)
      // At the top and bottom, corners included, y is half of the height.
      let isUpright = Lanes.abs(place.y) .< Lanes.abs(height) * 0.5
      x = Lanes.select(isUpright, place.x, Float8())
      y = Lanes.select(isUpright, Float8(), place.y)
    case .ellipseOutline:
      // The gradient of (x ÷ width)² + (y ÷ height)², times what keeps it finite.
      let place = shapeOffset(width: width, height: height, keys: keys)
      let inverse = 1 / Lanes.max(Lanes.max(Lanes.abs(width), Lanes.abs(height)), 1e-6)
      let (shareX, shareY) = (height * inverse, width * inverse)
      (x, y) = (place.x * (shareX * shareX), place.y * (shareY * shareY))
    case .ringOutlines:
      // Out of the ring is towards the centre on its inner circle.
      let place = shapeOffset(width: width, height: height, keys: keys)
      let middle = (Lanes.abs(width) + Lanes.abs(height)) * 0.5
      let isInner = (place.x * place.x + place.y * place.y) .< middle * middle
      outward = Lanes.select(isInner, Float8(repeating: -1), outward)
      (x, y) = (place.x * outward, place.y * outward)
    case let kind where kind.isSolid:
      (x, y, z) = ShapeSampler.solidOffset(kind, width, height, parameters[.emitterDepth], keys: keys.own)
    default: (x, y) = shapeOffset(width: width, height: height, keys: keys)
    }
    if isTangent { (x, y, z) = (-y * outward, x * outward, Float8()) }
    let square = x * x + y * y + z * z
    let isNowhere = .!(square .> Float8(repeating: 1e-20))
    let inverse = 1 / Lanes.sqrt(square.replacing(with: Float8(repeating: 1), where: isNowhere))
    let zero = Float8()
    return (
      (x * inverse).replacing(with: Float8(repeating: 1), where: isNowhere),
      (y * inverse).replacing(with: zero, where: isNowhere), (z * inverse).replacing(with: zero, where: isNowhere)
    )
  }
}
