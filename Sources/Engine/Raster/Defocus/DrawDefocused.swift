import Lanes

/// Draws particles of one shape, some of which may be out of focus.
///
/// - Parameter gridScratch: memory for one `DefocusGrid` of the tile.
func drawDefocused(
  _ shape: PreparedShape, _ batch: SpriteBatch, _ context: SpriteContext, gridScratch: UnsafeMutablePointer<Float>
) {
  forEachMethod(of: batch, shape) { batch, method in
    withUnsafePointer(to: batch) {
      let batches = UnsafeBufferPointer(start: $0, count: 1)
      switch method {
      case .ownKernel: shape.draw(batches, context)
      case .disc, .ellipse: DefocusedEllipse.draw(batches, shape, context)
      case .softDisc: DefocusedSoftDisc.draw(batches, shape, context)
      case .ring: DefocusedRing.draw(batches, shape, context)
      case .grid(let ellipseShare):
        let record = SpriteRecord(batch.records, isRound: false)
        drawOnDefocusGrid(record, batch, shape, ellipseShare: ellipseShare, context, gridScratch: gridScratch)
      }
    }
  }
}

/// Marks the blocks that `drawDefocused` may change.
func markDefocused(_ shape: PreparedShape, _ batch: SpriteBatch, _ context: MarkingContext) {
  forEachMethod(of: batch, shape) { batch, method in
    switch method {
    case .ownKernel: shape.markDirty(batch, context)
    case .disc, .ellipse: DefocusedEllipse.markDirty(batch, shape, context)
    case .softDisc: DefocusedSoftDisc.markDirty(batch, shape, context)
    case .ring: DefocusedRing.markDirty(batch, shape, context)
    case .grid:
      let box = DefocusGridBox(SpriteRecord(batch.records, isRound: false), shape, TileBounds(context.tile))
      if box.isEmpty { return }
      context.dirty.markDirty(left: box.column, top: box.row, right: box.endColumn, bottom: box.endRow)
    }
  }
}

/// Cuts a batch into batches of consecutive particles that are drawn by the same method, and calls `body` for each. A particle that is
/// drawn on a grid is a batch of its own.
@inline(__always)
private func forEachMethod(
  of batch: SpriteBatch, _ shape: PreparedShape, _ body: (_ batch: SpriteBatch, _ method: DefocusMethod) -> Void
) {
  let stride = SpriteRecord.stride(isRound: false)
  func method(_ index: Int) -> DefocusMethod {
    DefocusMethod(SpriteRecord(batch.records + index * stride, isRound: false), shape)
  }
  var start = 0
  var currentMethod = batch.count > 0 ? method(0) : .ownKernel
  while start < batch.count {
    var end = start + 1
    var nextMethod = DefocusMethod.ownKernel
    while end < batch.count {
      nextMethod = method(end)
      if case .grid = currentMethod { break }
      if nextMethod != currentMethod { break }
      end += 1
    }
    body(batch.part(start..<end, stride: stride), currentMethod)
    start = end
    currentMethod = nextMethod
  }
}
