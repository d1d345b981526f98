import Lanes

// Which blocks of a tile sprites touch, from the very kernels that draw them: a particle is worth a block or two that is
// neither drawn nor converted, so what is marked should be no more than what is drawn.

/// Marks the blocks of a tile that `drawSprites` would change.
///
/// The memory behind `tile` is not looked at; `scratch` is memory of the calling thread. About 15 ns a particle, and 4 ns a
/// row of those wider than two blocks.
package func markSprites(
  _ run: SpriteRun, isRound: Bool, set: SpriteSet, tile: Tile, touched: DirtyBlocks, scratch: AlignedBuffer<Float>
) {
  scratch.reserve(set.scratchCount(tileWidth: tile.width))
  let marker = SpriteMarker(isRound: isRound, tile: tile, touched: touched, scratch: scratch.base)
  forEachShape(of: run, isRound: isRound, set: set) { shape, part in
    if !set.defocuses { return marker.mark(part, shape) }
    forEachFocus(of: part, shape: shape, scratch: scratch.base) { part, share in
      if share < 1 { marker.mark(part, shape) }
      if share > 0 { marker.markDefocused(part, shape) }
    }
  }
}

private struct SpriteMarker {
  let isRound: Bool
  let tile: Tile
  unowned(unsafe) let touched: DirtyBlocks
  let scratch: UnsafeMutablePointer<Float>

  func mark(_ run: SpriteRun, _ shape: PreparedShape) {
    if isRound {
      switch shape.kind {
      case .disc: return markRound(RoundDisc.self, run, shape)
      case .softDisc: return markRound(RoundSoftDisc.self, run, shape)
      case .ring: return markRound(RoundRing.self, run, shape)
      default: break
      }
    }
    switch shape.kind {
    case .disc, .ring: markRows(EllipseRing.self, run, shape)
    case .softDisc: markRows(EllipseSoftDisc.self, run, shape)
    case .square: markRows(BoxKernel.self, run, shape)
    case .capsule: markRows(CapsuleKernel.self, run, shape)
    case .streak: markRows(StreakKernel.self, run, shape)
    case .star: markRows(StarKernel.self, run, shape)
    case .polygon: markRows(PolygonKernel.self, run, shape)
    case .sweptDisc: markRows(SweptDisc.self, run, shape)
    case .sweptSoftDisc: markRows(SweptSoftDisc.self, run, shape)
    case .outline:
      if let outline = shape.outline { markOutlines(outline, run, shape) }
    }
  }

  /// Small ones by their box, others by what lies between the first and the last edge of each row.
  @inline(never)
  private func markOutlines(_ outline: OutlineLevels, _ run: SpriteRun, _ shape: PreparedShape) {
    let numbers = UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: Int32.self)
    let (lows, highs) = (numbers + 32, numbers + 32 + tile.height)
    precondition(32 + 2 * tile.height <= OutlineRows.scratchCount(tileWidth: tile.width), "The tile is too tall.")
    let stride = SpriteRecord.stride(isRound: isRound)
    for position in 0..<run.count {
      let record = SpriteRecord(run.records + position &* stride, isRound: isRound)
      let sprite = TransformedOutline(record, shape, outline)
      if !(sprite.weight > 0) { continue }
      let box = sprite.box(tile)
      if box.row >= box.endRow || box.column >= box.endColumn { continue }
      if box.endColumn &- box.column <= 16 {
        touched.mark(left: box.column, top: box.row, right: box.endColumn, bottom: box.endRow)
        continue
      }
      for row in box.row..<box.endRow { (lows[row], highs[row]) = (.max, .min) }
      sprite.forEachPiece(fromRow: tile.y &+ box.row, toRow: tile.y &+ box.endRow, numbers) { row, a, b, _ in
        let (low, high) = a < b ? (a, b) : (b, a)
        let place = row &- tile.y
        lows[place] = min(lows[place], Int32(truncatingIfNeeded: low &>> OutlineGrid.bits))
        highs[place] = max(highs[place], Int32(truncatingIfNeeded: high &>> OutlineGrid.bits))
      }
      for row in box.row..<box.endRow where lows[row] <= highs[row] {
        touched.mark(
          left: max(Int(lows[row]) - tile.x, box.column), top: row,
          right: min(Int(highs[row]) + 1 - tile.x, box.endColumn), bottom: row + 1)
      }
    }
  }

  func markDefocused(_ run: SpriteRun, _ shape: PreparedShape) {
    let straight = straightShare(run, shape)
    if shape.kind == .ring { return markRows(DefocusedRing.self, run, shape) }
    if straight > 0 { markRows(DefocusedBox.self, run, shape) }
    if straight < 1 { markRows(DefocusedEllipse.self, run, shape) }
  }

  @inline(never)
  private func markRound<Shape: RoundShape>(_: Shape.Type, _ run: SpriteRun, _ shape: PreparedShape) {
    let bounds = TileBounds(tile)
    let stride = SpriteRecord.stride(isRound: isRound)
    for position in 0..<run.count {
      let sprite = Shape(SpriteRecord(run.records + position &* stride, isRound: isRound), shape)
      if !(sprite.weight > 0) { continue }
      let box = bounds.box(sprite.centerX, sprite.centerY, sprite.reach, sprite.reach)
      touched.mark(left: box.column, top: box.row, right: box.endColumn, bottom: box.endRow)
    }
  }

  @inline(never)
  private func markRows<Kernel: SpriteKernel>(_: Kernel.Type, _ run: SpriteRun, _ shape: PreparedShape) {
    let bounds = TileBounds(tile)
    let stride = SpriteRecord.stride(isRound: isRound)
    let (left, right) = (Float(tile.x), Float(tile.x + tile.width))
    for position in 0..<run.count {
      var kernel = Kernel(SpriteRecord(run.records + position &* stride, isRound: isRound), shape, scratch)
      if !(kernel.weight > 0) { continue }
      let box = bounds.box(kernel.centerX, kernel.centerY, kernel.halfWidth, kernel.halfHeight)
      if box.row >= box.endRow || box.column >= box.endColumn { continue }
      if box.endColumn &- box.column <= 16 {
        touched.mark(left: box.column, top: box.row, right: box.endColumn, bottom: box.endRow)
        continue
      }
      var row = box.row
      while row < box.endRow {
        let span = kernel.beginRow(Float(tile.y &+ row) + 0.5 - kernel.centerY)
        let first = (kernel.centerX + span.low - 0.5).rounded(.up)
        let end = (kernel.centerX + span.high - 0.5).rounded(.down) + 1
        touched.mark(
          left: Lanes.wholeInRange(clamp(first, left, right)) &- tile.x, top: row,
          right: Lanes.wholeInRange(clamp(end, left, right)) &- tile.x, bottom: row &+ 1)
        row &+= 1
      }
    }
  }
}
