import Lanes

/// Blends particles onto a tile, in the order of `batches`, each clipped to it.
///
/// `isRound` tells the layout of the records. The tile may be of any size; a pixel's bits do not depend on it.
/// `scratch` is memory of the calling thread.
package func drawSprites(
  _ batches: UnsafeBufferPointer<SpriteBatch>, isRound: Bool, set: SpriteSet, scratch: AlignedBuffer<Float>,
  onto target: BlendTarget
) {
  guard !batches.isEmpty, target.opacity > 0 else { return }
  scratch.reserve(set.scratchCount(tile: target.tile))
  let context = SpriteContext(isRound: isRound, target: target, scratch: scratch.base)
  if set.shapes.count == 1 && !set.defocuses { return set.shapes[0].draw(batches, context) }
  for batch in batches {
    forEachShape(of: batch, isRound: isRound, set: set) { shape, batch in
      if set.defocuses {
        drawDefocused(
          shape, batch, context, gridScratch: scratch.base + set.kernelScratchCount(tileWidth: target.tile.width))
      } else {
        shape.draw(batch, context)
      }
    }
  }
}

/// Marks the blocks of a tile that `drawSprites` would change, by the kernels that draw them: a block that is marked
/// for nothing is drawn and converted for nothing.
///
/// The memory behind `tile` is not read; `scratch` is memory of the calling thread. About 15 ns a particle, and 4 ns a
/// row of those wider than two blocks.
package func markSprites(
  _ batch: SpriteBatch, isRound: Bool, set: SpriteSet, tile: Tile, dirty: DirtyBlocks, scratch: AlignedBuffer<Float>
) {
  scratch.reserve(set.scratchCount(tile: tile))
  let context = MarkingContext(isRound: isRound, tile: tile, dirty: dirty, scratch: scratch.base)
  forEachShape(of: batch, isRound: isRound, set: set) { shape, batch in
    if set.defocuses { markDefocused(shape, batch, context) } else { shape.markDirty(batch, context) }
  }
}

/// Cuts particles into batches of one shape, so that each has its own compiled loop.
@inline(__always)
private func forEachShape(
  of batch: SpriteBatch, isRound: Bool, set: SpriteSet, _ body: (_ shape: PreparedShape, _ batch: SpriteBatch) -> Void
) {
  if set.shapes.count == 1 { return body(set.shapes[0], batch) }
  let stride = SpriteRecord.stride(isRound: isRound)
  var start = 0
  while start < batch.count {
    let sprite = SpriteRecord(batch.records + start * stride, isRound: isRound).sprite
    var end = start + 1
    while end < batch.count && SpriteRecord(batch.records + end * stride, isRound: isRound).sprite == sprite {
      end += 1
    }
    body(
      set.shapes[min(sprite, set.shapes.count - 1)],
      SpriteBatch(records: batch.records + start * stride, count: end - start))
    start = end
  }
}
