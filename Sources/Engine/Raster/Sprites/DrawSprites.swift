import Lanes

/// Blends particles onto the target's tile, in the order of `batches`. Sprites may reach past the tile.
///
/// `isRound` says whether the records have the round layout (`SpriteRecord`). A pixel's bits do not depend on the tile's size or
/// position. `scratch` is memory of the calling thread.
package func drawSprites(
  _ batches: UnsafeBufferPointer<SpriteBatch>, isRound: Bool, set: SpriteSet, scratch: AlignedBuffer<Float>,
  onto target: BlendTarget
) {
  guard !batches.isEmpty, target.opacity > 0 else { return }
  scratch.resize(to: set.scratchCount(tile: target.tile))
  let context = SpriteContext(isRound: isRound, target: target, scratch: scratch.base)
  if set.shapes.count == 1 && !set.defocuses { return set.shapes[0].draw(batches, context) }
  for batch in batches {
    forEachShape(of: batch, isRound: isRound, set: set) { shape, batch in
      if set.defocuses {
        drawDefocused(
          shape, batch, context, gridScratch: scratch.base + set.shapeScratchCount(tileWidth: target.tile.width))
      } else {
        shape.draw(batch, context)
      }
    }
  }
}

/// Marks the blocks of a tile that `drawSprites` may change. The kernels of `drawSprites` compute the exact extents of sprites
/// here too, because a block that is marked unnecessarily is also drawn and converted unnecessarily.
///
/// The pixels of `tile` are not read; `scratch` is memory of the calling thread. Cost: about 15 ns for each particle, and
/// 4 ns more for each row of pixels of a particle that is wider than two blocks.
package func markSprites(
  _ batch: SpriteBatch, isRound: Bool, set: SpriteSet, tile: Tile, dirty: DirtyBlocks, scratch: AlignedBuffer<Float>
) {
  scratch.resize(to: set.scratchCount(tile: tile))
  let context = MarkingContext(isRound: isRound, tile: tile, dirty: dirty, scratch: scratch.base)
  forEachShape(of: batch, isRound: isRound, set: set) { shape, batch in
    if set.defocuses { markDefocused(shape, batch, context) } else { shape.markDirty(batch, context) }
  }
}

/// Cuts a batch into batches of consecutive particles with the same shape, and calls `body` for each.
@inline(__always)
private func forEachShape(
  of batch: SpriteBatch, isRound: Bool, set: SpriteSet, _ body: (_ shape: PreparedShape, _ batch: SpriteBatch) -> Void
) {
  if set.shapes.count == 1 { return body(set.shapes[0], batch) }
  let stride = SpriteRecord.stride(isRound: isRound)
  var start = 0
  while start < batch.count {
    let spriteIndex = SpriteRecord(batch.records + start * stride, isRound: isRound).spriteIndex
    var end = start + 1
    while end < batch.count && SpriteRecord(batch.records + end * stride, isRound: isRound).spriteIndex == spriteIndex {
      end += 1
    }
    body(
      set.shapes[min(spriteIndex, set.shapes.count - 1)],
      batch.part(start..<end, stride: stride))
    start = end
  }
}
