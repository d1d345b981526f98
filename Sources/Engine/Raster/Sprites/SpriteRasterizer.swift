import Lanes

/// The compiled loops that draw sprites of one kind of shape, and that mark the blocks which the sprites cover. `PreparedShape.init`
/// chooses the rasterizer of each shape.
///
/// Extensions of `SpriteKernel` and `RoundKernel` implement both functions, so a kernel only has to compute coverage.
protocol SpriteRasterizer: SendableMetatype {
  /// Blends particles of one shape, in the order of `batches`.
  static func draw(_ batches: UnsafeBufferPointer<SpriteBatch>, _ shape: PreparedShape, _ context: SpriteContext)
  /// Marks the blocks that `draw` may change.
  static func markDirty(_ batch: SpriteBatch, _ shape: PreparedShape, _ context: MarkingContext)
}

/// Where sprites are drawn, and the layout of their records.
struct SpriteContext {
  /// Whether the records have the round layout (`SpriteRecord`).
  let isRound: Bool
  let target: BlendTarget
  /// Memory of the calling thread: `SpriteSet.scratchCount` floats.
  let scratch: UnsafeMutablePointer<Float>

  /// Returns the context with the target's opacity multiplied by `share`.
  func dimmed(by share: Float) -> SpriteContext {
    SpriteContext(isRound: isRound, target: target.dimmed(by: share), scratch: scratch)
  }
}

/// Where the blocks of sprites are marked, and the layout of the sprites' records. The tile's memory is not read.
struct MarkingContext {
  /// Width of a sprite's box, in columns, up to which all blocks of the box are marked: the width of two blocks. In so narrow a
  /// sprite most rows touch all blocks of the box anyway.
  @inline(__always) static var maximumBoxWidth: Int { 16 }

  /// Whether the records have the round layout (`SpriteRecord`).
  let isRound: Bool
  let tile: Tile
  unowned(unsafe) let dirty: DirtyBlocks
  /// Memory of the calling thread: `SpriteSet.scratchCount` floats.
  let scratch: UnsafeMutablePointer<Float>
}

extension PreparedShape {
  @inline(__always)
  func draw(_ batches: UnsafeBufferPointer<SpriteBatch>, _ context: SpriteContext) {
    (context.isRound ? roundRasterizer : rasterizer).draw(batches, self, context)
  }

  @inline(__always)
  func draw(_ batch: SpriteBatch, _ context: SpriteContext) {
    withUnsafePointer(to: batch) { draw(UnsafeBufferPointer(start: $0, count: 1), context) }
  }

  @inline(__always)
  func markDirty(_ batch: SpriteBatch, _ context: MarkingContext) {
    (context.isRound ? roundRasterizer : rasterizer).markDirty(batch, self, context)
  }
}
