/// Draws particles of one shape, of which some are out of focus, from records in the layout that is not round: each is the
/// sharp sprite and its defocused picture, cross-faded.
func drawDefocused(_ shape: PreparedShape, _ batch: SpriteBatch, _ context: SpriteContext) {
  forEachFocusRun(of: batch, shape: shape, scratch: context.scratch) { batch, share in
    if share < 1 { shape.draw(batch, context.dimmed(by: 1 - share)) }
    if share == 0 { return }
    withUnsafePointer(to: batch) {
      let batches = UnsafeBufferPointer(start: $0, count: 1)
      let defocused = context.dimmed(by: share)
      if shape.hasHole { return DefocusedRing.draw(batches, shape, defocused) }
      let straight = straightShare(batch, shape)
      if straight > 0 { DefocusedBox.draw(batches, shape, defocused.dimmed(by: straight)) }
      if straight < 1 { DefocusedEllipse.draw(batches, shape, defocused.dimmed(by: 1 - straight)) }
    }
  }
}

/// Marks the blocks that `drawDefocused` may change.
func markDefocused(_ shape: PreparedShape, _ batch: SpriteBatch, _ context: MarkingContext) {
  forEachFocusRun(of: batch, shape: shape, scratch: context.scratch) { batch, share in
    if share < 1 { shape.markDirty(batch, context) }
    if share == 0 { return }
    if shape.hasHole { return DefocusedRing.markDirty(batch, shape, context) }
    let straight = straightShare(batch, shape)
    if straight > 0 { DefocusedBox.markDirty(batch, shape, context) }
    if straight < 1 { DefocusedEllipse.markDirty(batch, shape, context) }
  }
}

/// The share, 0...1, of a particle's defocused picture that has straight sides; `batch` is that one particle.
@inline(__always)
private func straightShare(_ batch: SpriteBatch, _ shape: PreparedShape) -> Float {
  shape.hasStraightSides ? DefocusedBox.share(SpriteRecord(batch.records, isRound: false)) : 0
}

/// Cuts a batch into runs of particles in focus and single ones out of focus, and calls `body` with each and the share of the
/// defocused picture: 0 for a run in focus.
@inline(__always)
private func forEachFocusRun(
  of batch: SpriteBatch, shape: PreparedShape, scratch: UnsafeMutablePointer<Float>,
  _ body: (_ batch: SpriteBatch, _ share: Float) -> Void
) {
  let stride = SpriteRecord.stride(isRound: false)
  func share(_ position: Int) -> Float {
    let record = SpriteRecord(batch.records + position * stride, isRound: false)
    if !(record.blur > 0) { return 0 }
    return shape.defocus.share(ratio: DefocusedEllipse(record, shape, scratch).ratio)
  }
  var start = 0
  while start < batch.count {
    let defocusedShare = share(start)
    var end = start + 1
    if defocusedShare == 0 { while end < batch.count && share(end) == 0 { end += 1 } }
    body(SpriteBatch(records: batch.records + start * stride, count: end - start), defocusedShare)
    start = end
  }
}
