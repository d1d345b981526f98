import Lanes
import Model

extension CellEvaluator {
  /// Random position in 3-D on the emitter's shape, in pixels relative to the shape's centre. A flat shape is spread in z by the
  /// emitter's depth.
  @_transparent
  func shapeOffset3D(
    parameters: UnsafePointer<Float8>, keys: RandomKeys
  ) -> (x: Float8, y: Float8, z: Float8) {
    let (width, height) = (parameters[.emitterWidth], parameters[.emitterHeight])
    let depth = parameters[.emitterDepth]
    let kind = kernel.pointee.shape.kind
    if kind.isSolid { return ShapeSampler.solidOffset(kind, width, height, depth, keys: keys.perParticle) }
    let flat = kernel.pointee.shape.flatOffset(width: width, height: height, keys: keys.perParticle)
    guard has(.deepShape) else { return (flat.x, flat.y, Float8()) }
    return (flat.x, flat.y, depth * (keys.perParticle.uniform(.positionZ) - 0.5))
  }
}

extension ShapeSampler {
  /// Random position in a solid, on its faces or on its edges, in pixels relative to its centre: uniform by volume, area or length.
  ///
  /// In the code `a`, `b` and `c` are independent random numbers of each particle, uniform in 0 ..< 1.
  ///
  /// - Parameter width: for a sphere its radius, for a cuboid its whole width; pixels.
  @inline(never)
  static func solidOffset(
    _ kind: Kind, _ width: Float8, _ height: Float8, _ depth: Float8, keys: ParticleKeys8
  ) -> (x: Float8, y: Float8, z: Float8) {
    let a = keys.uniform(.positionA)
    let b = keys.uniform(.positionB)
    let c = keys.uniform(.positionC)
    switch kind {
    case .sphere, .sphereSurface:
      var radius = width
      // The volume inside a radius grows as the radius's cube: a cube root makes the density even.
      if kind == .sphere { radius *= Lanes.pow(c, 1.0 / 3) }
      // Archimedes: a sphere's surface has the same area between any two planes that are equally far apart.
      let unitHeight = 2 * b - 1
      let across = radius * Lanes.sqrt(Lanes.max(1 - unitHeight * unitHeight, 0))
      let around = Lanes.sincosTurns(a)
      return (across * around.cos, across * around.sin, radius * unitHeight)
    case .cuboidCorners:
      return (end(of: width, a), end(of: height, b), end(of: depth, c))
    case .cuboidEdges:
      // One of three directions, with probabilities proportional to the edges' lengths, then one of the four edges in that direction.
      let (w, h, d) = (Lanes.abs(width), Lanes.abs(height), Lanes.abs(depth))
      let distance = a * (w + h + d)
      let (isAlongX, isAlongZ) = (distance .< w, distance .>= w + h)
      let along = Lanes.select(isAlongX, distance, Lanes.select(isAlongZ, distance - w - h, distance - w))
      return (
        Lanes.select(isAlongX, along - w * 0.5, end(of: width, b)),
        Lanes.select(isAlongX, end(of: height, b), Lanes.select(isAlongZ, end(of: height, c), along - h * 0.5)),
        Lanes.select(isAlongZ, along - d * 0.5, end(of: depth, c))
      )
    case .cuboidFaces:
      // One of three pairs of faces, with probabilities proportional to their areas. `c` chooses a face of the pair, `a` and `b` the
      // position on the face.
      let (w, h, d) = (Lanes.abs(width), Lanes.abs(height), Lanes.abs(depth))
      let (frontArea, sideArea, floorArea) = (w * h, h * d, w * d)
      let areaPick = keys.uniform(.positionZ) * (frontArea + sideArea + floorArea)
      let (isFront, isFloor) = (areaPick .< frontArea, areaPick .>= frontArea + sideArea)
      return (
        Lanes.select(isFront, w * (a - 0.5), Lanes.select(isFloor, w * (a - 0.5), end(of: width, c))),
        Lanes.select(isFloor, end(of: height, c), h * (b - 0.5)),
        Lanes.select(isFront, end(of: depth, c), Lanes.select(isFloor, d * (b - 0.5), d * (a - 0.5)))
      )
    default: return (Float8(), Float8(), Float8())
    }
  }
}
