/// Draws particles of one shape of which some are out of focus.
func drawDefocused(_ shape: PreparedShape, _ batch: SpriteBatch, _ context: SpriteContext) {
  forEachFocus(of: batch, shape: shape, scratch: context.scratch) { batch, share in
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
  forEachFocus(of: batch, shape: shape, scratch: context.scratch) { batch, share in
    if share < 1 { shape.markDirty(batch, context) }
    if share == 0 { return }
    if shape.hasHole { return DefocusedRing.markDirty(batch, shape, context) }
    let straight = straightShare(batch, shape)
    if straight > 0 { DefocusedBox.markDirty(batch, shape, context) }
    if straight < 1 { DefocusedEllipse.markDirty(batch, shape, context) }
  }
}

/// The share of a particle's defocused picture that has straight sides.
@inline(__always)
private func straightShare(_ batch: SpriteBatch, _ shape: PreparedShape) -> Float {
  shape.hasStraightSides ? DefocusedBox.share(SpriteRecord(batch.records, isRound: false)) : 0
}

/// Cuts particles into batches of sharp ones and single ones that are out of focus; `share` is that of the defocused
/// picture.
@inline(__always)
private func forEachFocus(
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
    let first = share(start)
    var end = start + 1
    if first == 0 { while end < batch.count && share(end) == 0 { end += 1 } }
    body(SpriteBatch(records: batch.records + start * stride, count: end - start), first)
    start = end
  }
}
