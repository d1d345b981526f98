import Lanes
import Model

extension Evaluation {
  /// Number of columns that `bend` writes, from `sheetAlongX` on.
  private static var poseColumnCount: Int {
    ParticleLayout.Column.sheetFrontRed.rawValue &- ParticleLayout.Column.sheetAlongX.rawValue
  }

  /// Turns eight sheets in space and bends them. Sets their boxes, and writes their poses where the cell's next records will be, each lane in
  /// its own place; `lightSheets` packs them.
  ///
  /// - Parameter scale: factor of the size as it is seen.
  @inline(never)
  func bend<Specialization>(
    _ sprite: inout PlacedSprite, _ particle: SpawnState, _ cell: CellEvaluator<Specialization>, motion: Motion,
    age: Float8, life: CurveCoordinate, scale: Float8, keys: RandomKeys
  ) {
    let (halfLength, halfBreadth) = (particle.halfWidth * scale, particle.halfHeight * scale)
    var stretched = halfLength
    let (cosine, sine) = cell.heading(of: particle, motion: motion, age: age, life: life, halfWidth: &stretched)
    let seconds = cell.rotationSeconds(of: particle, age: age, life: life)
    var (tumble, tilt) = ((sin: Float8(), cos: Float8(repeating: 1)), (sin: Float8(), cos: Float8(repeating: 1)))
    if cell.has(.tumble) { tumble = Lanes.sincosTurns(particle.tumble + particle.tumbleSpeed * seconds) }
    if cell.has(.tilt) { tilt = Lanes.sincosTurns(particle.tilt + particle.tiltSpeed * seconds) }
    @inline(__always) func turned(_ x: Float8, _ y: Float8, _ z: Float8) -> LaneVector {
      LaneVector(x * cosine - y * sine, x * sine + y * cosine, z)
    }
    let along = turned(tilt.cos, Float8(), -tilt.sin)
    let across = turned(tilt.sin * tumble.sin, tumble.cos, tilt.cos * tumble.sin)
    let shape = SheetBend(of: cell.kernel.pointee.sheets, at: particle.sprite, age: age, keys: keys)

    let (reachX, reachY) = Self.reach(
      along, across, halfLength: halfLength, halfBreadth: halfBreadth, bend: shape.bend, twist: shape.twist)
    sprite.axes = (reachX, Float8(), Float8(), reachY)
    sprite.setExtent()

    let cursor = cursors + cell.kernel.pointee.cellIndex
    if cursor.pointee.count &+ 8 > cursor.pointee.columnStride { grow(cell.kernel.pointee.cellIndex) }
    let (first, stride) = (cursor.pointee[.sheetAlongX] + cursor.pointee.count, cursor.pointee.columnStride)
    Lanes.store(along.x, to: first)
    Lanes.store(along.y, to: first + stride)
    Lanes.store(along.z, to: first + 2 &* stride)
    Lanes.store(across.x, to: first + 3 &* stride)
    Lanes.store(across.y, to: first + 4 &* stride)
    Lanes.store(across.z, to: first + 5 &* stride)
    Lanes.store(halfLength, to: first + 6 &* stride)
    Lanes.store(halfBreadth, to: first + 7 &* stride)
    Lanes.store(shape.bend, to: first + 8 &* stride)
    Lanes.store(shape.twist, to: first + 9 &* stride)
  }

  /// Half the sizes of boxes around bent sheets: a sheet spans at most the radius, or half its length, in the direction in which it is bent; the
  /// height of its arc above and below the mean; and its breadth along the rulings.
  @inline(__always)
  private static func reach(
    _ along: LaneVector, _ across: LaneVector, halfLength: Float8, halfBreadth: Float8, bend: Float8, twist: Float8
  ) -> (x: Float8, y: Float8) {
    let (sine, cosine) = Lanes.sincos(twist)
    let (bent, ruling) = (
      LaneVector(
        along.x * cosine + across.x * sine, along.y * cosine + across.y * sine, along.z * cosine + across.z * sine),
      LaneVector(
        across.x * cosine - along.x * sine, across.y * cosine - along.y * sine, across.z * cosine - along.z * sine)
    )
    let (sinShare, cosShare) = (Lanes.abs(sine), Lanes.abs(cosine))
    let arc = halfLength * cosShare + halfBreadth * sinShare
    let breadth = halfLength * sinShare + halfBreadth * cosShare
    let halfBend = Lanes.abs(bend) * 0.5
    let radius = halfLength * Lanes.max(cosShare, Sheet.leastCosineOfTwist) / halfBend
    let chord = Lanes.min(radius, arc)
    let mean = Lanes.sincos(halfBend).sin / halfBend
    let farthest = Lanes.sincos(Lanes.min(arc / radius, .pi)).cos
    let height = radius * Lanes.max(1 - mean, mean - farthest)
    // The normal is the product of the other two.
    let normalX = bent.y * ruling.z - bent.z * ruling.y
    let normalY = bent.z * ruling.x - bent.x * ruling.z
    return (
      Lanes.abs(bent.x) * chord + Lanes.abs(ruling.x) * breadth + Lanes.abs(normalX) * height,
      Lanes.abs(bent.y) * chord + Lanes.abs(ruling.y) * breadth + Lanes.abs(normalY) * height
    )
  }

  /// Writes the faces' colours and the light on eight sheets, after `bend` has written their poses, packed where the cell's next records will be.
  /// The colour that is left is the same in all of a sheet.
  ///
  /// - Parameter share: the share of the light of these records; 1 but for shutter samples.
  @inline(never)
  func lightSheets<Specialization>(
    _ color: inout (red: Float8, green: Float8, blue: Float8, alpha: Float8), of sprite: PlacedSprite, z: Float8,
    depth: Float8, _ cell: CellEvaluator<Specialization>, share: Float8, isVisible: SIMDMask<Int32x8>
  ) {
    let cursor = cursors + cell.kernel.pointee.cellIndex
    let (first, stride) = (cursor.pointee[.sheetAlongX] + cursor.pointee.count, cursor.pointee.columnStride)
    let lanes = PackedLanes(keeping: isVisible)
    for index in 0..<Self.poseColumnCount {
      let column = first + index &* stride
      lanes.store(Lanes.load(column), to: column)
    }
    var (x, y) = (sprite.x, sprite.y)
    var share = share
    if cell.has(.threeD), view.hasCamera { (x, y) = view.unprojected(x: x, y: y, depth: depth) }
    if cell.has(.threeD), view.hasHaze { share *= view.passingShare(depth: depth) }
    var index = Self.poseColumnCount
    @inline(__always) func store(_ value: Float8) {
      lanes.store(value, to: first + index &* stride)
      index &+= 1
    }
    @inline(__always) func store(_ vector: LaneVector) {
      store(vector.x)
      store(vector.y)
      store(vector.z)
    }
    let front = LaneVector(color.red * share, color.green * share, color.blue * share)
    store(front)
    if cell.has(.backColor) {
      let (back, alpha) = (cell.kernel.pointee.backColor, color.alpha * share)
      store(LaneVector(alpha * back.x, alpha * back.y, alpha * back.z))
    } else {
      store(front)
    }
    let light = lighting?.sheetLight(at: LaneVector(x, y, z)) ?? SheetLight()
    light.forEachColumn { store($0) }
    (color.red, color.green, color.blue) = (Float8(), Float8(), Float8())
  }
}
