import Lanes
import Model

extension Evaluation {
  /// Appends the particles among eight that are visible to the columns of their cell.
  ///
  /// - Parameters:
  ///   - stepped: integrated state at `age` of a stepped cell's particles; not read for other cells.
  ///   - age: seconds; finite in all lanes.
  ///   - isAlive: lanes that are alive at `age`. Not all of them are visible: sprites outside of the frame, nearer to the eye than the
  ///     camera's clip distance, or without size or opacity are left out.
  ///   - sample: the shutter sample for which the particles are drawn; read only if `isSample`.
  @_transparent
  func appendSprites<Specialization>(
    _ cell: CellEvaluator<Specialization>, _ particle: SpawnState, stepped: IntegratorState, age: Float8,
    isAlive: SIMDMask<Int32x8>, keys: RandomKeys, sample: ShutterSample = ShutterSample(), isSample: Bool = false
  ) {
    let kernel = cell.kernel
    let zero = Float8(repeating: 0)
    // Place the sprites.
    let life = cell.life(of: particle, age: age)
    let needsVelocity = cell.has(.align)
    var motion = cell.motion(of: particle, stepped: stepped, age: age, life: life, wantsVelocity: needsVelocity)
    var scale = cell.scale(of: particle, age: age, life: life)
    let ownScale = scale
    var isVisible = isAlive
    var lensBlur = Float8()
    var (opacity, depth) = (Float8(repeating: 1), Float8())
    if cell.has(.threeD), view.hasCamera {
      let projection = view.project(&motion, after: isSample ? sample.secondsAfterFrame : Float8())
      scale *= projection.scale
      lensBlur = projection.blur
      (opacity, depth) = (projection.opacity, projection.depth)
      isVisible = isVisible .& projection.isInFront
    }
    let z = motion.z
    if cell.hasPuffs, let gathering {
      let color = cell.color(of: particle, age: age, life: life, keys: keys)
      return gather(
        motion.x, motion.y, z, depth: depth,
        radius: Lanes.sqrt(Lanes.max(particle.halfWidth * particle.halfHeight, 0)) * ownScale,
        alpha: color.alpha * opacity, share: isSample ? sample.lightShare : Float8(repeating: 1),
        opacity: kernel.pointee.puffOpacity, isAlive: isVisible, by: gathering)
    }
    let (halfWidth, halfHeight) = (particle.halfWidth * scale, particle.halfHeight * scale)
    isVisible = isVisible .& (halfWidth .> zero) .& (halfHeight .> zero)
    var sprite = PlacedSprite(x: motion.x, y: motion.y, halfWidth: halfWidth, halfHeight: halfHeight)
    if !cell.has(.roundSprites) {
      if cell.hasSheets {
        bend(&sprite, particle, cell, motion: motion, age: age, life: life, scale: scale, keys: keys)
      } else {
        cell.orient(
          &sprite, particle, motion: motion, age: age, life: life, halfWidth: halfWidth, halfHeight: halfHeight)
      }
    }
    if isSample, kernel.pointee.shutterMode == .swept {
      sample.sweep(&sprite.axes, x: &sprite.x, y: &sprite.y)
      sprite.setExtent()
    }
    isVisible = isVisible .& isInFrame(sprite, cell, lensBlur: lensBlur)
    guard Lanes.any(isVisible) else { return }

    // Colour the sprites.
    var color = cell.color(of: particle, age: age, life: life, keys: keys)
    if cell.has(.threeD), view.hasCamera {
      color.red *= opacity
      color.green *= opacity
      color.blue *= opacity
      color.alpha *= opacity
    }
    isVisible = isVisible .& (color.alpha .> zero)
    if !cell.has(.roundSprites), cell.has(.tumble), !cell.hasSheets {
      cell.applyLight(&color, sprite.tumbleEffect)
    }
    if cell.hasSheets {
      lightSheets(
        &color, of: sprite, z: z, depth: depth, cell, share: isSample ? sample.lightShare : Float8(repeating: 1),
        isVisible: isVisible)
    } else if cell.hasPuffs, let lighting {
      lightPuffs(
        &color, of: sprite, z: z, depth: depth, cell, by: lighting,
        share: isSample ? sample.lightShare : Float8(repeating: 1), isVisible: isVisible)
    } else if cell.has(.lit), let lighting {
      light(&color, of: sprite, z: z, depth: depth, cell, by: lighting)
    }
    if cell.has(.threeD), view.hasHaze { view.cover(&color, depth: depth) }
    if isSample {
      color.red *= sample.lightShare
      color.green *= sample.lightShare
      color.blue *= sample.lightShare
      color.alpha *= sample.lightShare
    }
    var spriteIndices = SIMD8<UInt8>()
    if cell.has(.manySprites) { spriteIndices = Lanes.lowBytes(particle.sprite) }
    var flipBookFrame = Float8()
    if cell.has(.flipBooks) { flipBookFrame = cell.flipBookFrame(of: particle, age: age, keys: keys) }
    var sortingKey = Float8()
    if cell.has(.order) { sortingKey = isSample ? sample.sortingKey : cell.sortingKey(age: age, z: z) }

    // Write the records.
    let cursor = cursors + kernel.pointee.cellIndex
    if cursor.pointee.count &+ 8 > cursor.pointee.columnStride { grow(kernel.pointee.cellIndex) }
    let records = SpriteLanes(
      x: sprite.x, y: sprite.y, axes: sprite.axes, color: color, lensBlur: lensBlur,
      flipBookFrame: flipBookFrame, sortingKey: sortingKey, particleID: sample.particleID, spriteIndices: spriteIndices)
    if Lanes.all(isVisible) {
      write(records, of: cell, isSample: isSample, to: cursor, by: WholeLanes())
    } else {
      write(records, of: cell, isSample: isSample, to: cursor, by: PackedLanes(keeping: isVisible))
    }
  }

  /// Lights eight sprites. In a function of its own, so that what it needs costs nothing where nothing is lit.
  @inline(never)
  private func light<Specialization>(
    _ color: inout (red: Float8, green: Float8, blue: Float8, alpha: Float8), of sprite: PlacedSprite, z: Float8,
    depth: Float8, _ cell: CellEvaluator<Specialization>, by lighting: ParticleLighting
  ) {
    var (x, y) = (sprite.x, sprite.y)
    if cell.has(.threeD), view.hasCamera { (x, y) = view.unprojected(x: x, y: y, depth: depth) }
    let normal = sprite.tumbleEffect.normal
    lighting.light(
      &color, at: LaneVector(x, y, z),
      normal: cell.kernel.pointee.isBall ? nil : LaneVector(normal.x, normal.y, normal.z))
  }

  /// Whether a part of each sprite may lie inside the frame.
  @_transparent
  private func isInFrame<Specialization>(
    _ sprite: PlacedSprite, _ cell: CellEvaluator<Specialization>, lensBlur: Float8
  ) -> SIMDMask<Int32x8> {
    let kernel = cell.kernel
    let zero = Float8(repeating: 0)
    let margin = kernel.pointee.cullMargin
    var (extentX, extentY) = (sprite.extentX + margin, sprite.extentY + margin)
    if cell.has(.threeD) {
      extentX += lensBlur * DefocusReach.ofBlur
      extentY += lensBlur * DefocusReach.ofBlur
    }
    let (x, y) = (sprite.x, sprite.y)
    var isInFrame = (x + extentX .> zero) .& (y + extentY .> zero)
    isInFrame = isInFrame .& (x - extentX .< Float8(repeating: kernel.pointee.frameWidth))
    isInFrame = isInFrame .& (y - extentY .< Float8(repeating: kernel.pointee.frameHeight))
    return isInFrame
  }

  /// Writes up to eight records after the last one, in the columns of the cell's layout.
  @_transparent
  private func write<Specialization, Store: LaneStore>(
    _ records: SpriteLanes, of cell: CellEvaluator<Specialization>, isSample: Bool,
    to cursor: UnsafeMutablePointer<ColumnCursor>, by store: Store
  ) {
    let count = cursor.pointee.count
    store.store(records.x, to: cursor.pointee[.x] + count)
    store.store(records.y, to: cursor.pointee[.y] + count)
    store.store(records.axes.xx, to: cursor.pointee[.axisXx] + count)
    if !cell.has(.roundSprites) {
      store.store(records.axes.xy, to: cursor.pointee[.axisXy] + count)
      store.store(records.axes.yx, to: cursor.pointee[.axisYx] + count)
      store.store(records.axes.yy, to: cursor.pointee[.axisYy] + count)
    }
    store.store(records.color.red, to: cursor.pointee[.red] + count)
    store.store(records.color.green, to: cursor.pointee[.green] + count)
    store.store(records.color.blue, to: cursor.pointee[.blue] + count)
    store.store(records.color.alpha, to: cursor.pointee[.alpha] + count)
    store.store(records.spriteIndices, to: UnsafeMutableRawPointer(cursor.pointee.spriteIndices + count))
    if cell.has(.defocus) { store.store(records.lensBlur, to: cursor.pointee[.blur] + count) }
    if cell.has(.flipBooks) { store.store(records.flipBookFrame, to: cursor.pointee[.flipBookPosition] + count) }
    if cell.has(.order) { store.store(records.sortingKey, to: cursor.pointee[.order] + count) }
    if isSample, cell.kernel.pointee.shutterMode != .closed {
      store.store(records.particleID, to: cursor.pointee[.particleID] + count)
    }
    cursor.pointee.count = count &+ store.count
  }

  /// Makes room for at least eight more records.
  @inline(never)
  func grow(_ cellIndex: Int) { output.columns[cellIndex].grow(to: cursors[cellIndex].count + 64) }
}
