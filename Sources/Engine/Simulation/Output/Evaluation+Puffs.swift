import Lanes
import Model

extension Evaluation {
  /// Lights eight puffs from six sides and writes that light where the cell's next records will be. The colour that is left is the same in all of a
  /// puff.
  ///
  /// - Parameter share: the share of the light of these records; 1 but for shutter samples.
  @inline(never)
  func lightPuffs<Specialization>(
    _ color: inout (red: Float8, green: Float8, blue: Float8, alpha: Float8), of sprite: PlacedSprite, z: Float8,
    depth: Float8, _ cell: CellEvaluator<Specialization>, by lighting: ParticleLighting, share: Float8,
    isVisible: SIMDMask<Int32x8>
  ) {
    var (x, y) = (sprite.x, sprite.y)
    var share = share
    var radius = Self.radius(sprite.axes)
    if cell.has(.threeD), view.hasCamera {
      (x, y) = view.unprojected(x: x, y: y, depth: depth)
      radius *= view.unprojectedLength(depth: depth)
    }
    if cell.has(.threeD), view.hasHaze { share *= view.passingShare(depth: depth) }
    let opacity = cell.kernel.pointee.puffOpacity
    let sides = lighting.sideLight(
      on: &color, at: LaneVector(x, y, z), axes: sprite.axes, radius: radius, opacity: opacity)
    let cursor = cursors + cell.kernel.pointee.cellIndex
    if cursor.pointee.count &+ 8 > cursor.pointee.columnStride { grow(cell.kernel.pointee.cellIndex) }
    let lanes = PackedLanes(keeping: isVisible)
    let first = cursor.pointee[.rightRed] + cursor.pointee.count
    let stride = cursor.pointee.columnStride
    sides.forEachSide { side, light in
      let column = first + 3 &* side &* stride
      lanes.store(light.x * share, to: column)
      lanes.store(light.y * share, to: column + stride)
      lanes.store(light.z * share, to: column + 2 &* stride)
    }
  }

  /// Gathers eight puffs for the shadows that they throw on each other.
  ///
  /// - Parameters:
  ///   - alpha: with the share of these records.
  ///   - radius: before projection.
  @inline(never)
  func gather(
    _ x: Float8, _ y: Float8, _ z: Float8, depth: Float8, radius: Float8, alpha: Float8, share: Float8,
    opacity: Float, isAlive: SIMDMask<Int32x8>, by shadows: PuffShadows
  ) {
    var (x, y) = (x, y)
    if view.hasCamera { (x, y) = view.unprojected(x: x, y: y, depth: depth) }
    shadows.add(
      LaneVector(x, y, z), radius: radius, depth: PuffShadows.depth(alpha: alpha, opacity: opacity) * share,
      where: isAlive)
  }

  /// The radius of a disc as large as a sprite's ellipse.
  @inline(__always)
  private static func radius(_ axes: (xx: Float8, xy: Float8, yx: Float8, yy: Float8)) -> Float8 {
    Lanes.sqrt(Lanes.abs(axes.xx * axes.yy - axes.xy * axes.yx))
  }
}
