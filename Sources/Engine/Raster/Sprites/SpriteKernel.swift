import Lanes

/// The coverage of pixels by one shape, row by row. A kernel is made for each particle; all of it is inlined into
/// `KernelLoop`. `dx` and `dy` are distances in pixels from the sprite's centre to the right and down.
///
/// Outside of the span that `beginRow` returns, the loop sets coverage to 0. Inside of the span, coverage may depend only on the
/// particle and the pixel, so that cutting a frame into tiles changes nothing.
protocol SpriteKernel: SpriteRasterizer {
  /// - Parameter scratch: memory of `SpriteSet.scratchCount` floats, which belongs to the kernel as long as the kernel exists.
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>)

  /// Factor of the sprite's light, below 1 if the sprite is drawn larger than it is. A sprite whose factor is 0 is not drawn.
  var weight: Float { get }
  /// The sprite's centre in frame pixels.
  var centerX: Float { get }
  var centerY: Float { get }
  /// Vertical and horizontal distance in pixels from the centre beyond which no pixel is covered.
  var halfHeight: Float { get }
  var halfWidth: Float { get }

  /// Prepares a row whose pixel centres lie `dy` below the sprite's centre.
  ///
  /// - Returns: the span that may be covered, as distances in pixels to the right of the centre.
  mutating func beginRow(_ dy: Float) -> (low: Float, high: Float)
  /// The covered shares, 0...1, of eight pixels of the current row whose centres lie `dx` right of the sprite's.
  func coverage(_ dx: Float8) -> Float8
  /// Returns a span of the current row, `dy` below the centre, in which coverage is exactly 1, as distances in pixels to the right
  /// of the centre; low > high if there is none. Coverage may be 1 outside of the span too.
  func solidSpan(_ dy: Float) -> (low: Float, high: Float)
}

extension SpriteKernel {
  @inline(__always) func solidSpan(_ dy: Float) -> (low: Float, high: Float) { (1, -1) }

  static func draw(_ batches: UnsafeBufferPointer<SpriteBatch>, _ shape: PreparedShape, _ context: SpriteContext) {
    context.target.withBlender(KernelLoop<Self>(batches: batches, shape: shape, context: context))
  }

  /// Marks all blocks of the box of a narrow sprite, and the blocks of each row's span of a wider sprite.
  @inline(never)
  static func markDirty(_ batch: SpriteBatch, _ shape: PreparedShape, _ context: MarkingContext) {
    let tile = context.tile
    let bounds = TileBounds(tile)
    let stride = SpriteRecord.stride(isRound: context.isRound)
    let (left, right) = (Float(tile.x), Float(tile.x + tile.width))
    for index in 0..<batch.count {
      let record = SpriteRecord(batch.records + index &* stride, isRound: context.isRound)
      var kernel = Self(record, shape, context.scratch)
      if !(kernel.weight > 0) { continue }
      let box = bounds.box(kernel.centerX, kernel.centerY, kernel.halfWidth, kernel.halfHeight)
      if box.row >= box.endRow || box.column >= box.endColumn { continue }
      if box.endColumn &- box.column <= MarkingContext.maximumBoxWidth {
        context.dirty.markDirty(left: box.column, top: box.row, right: box.endColumn, bottom: box.endRow)
        continue
      }
      var row = box.row
      while row < box.endRow {
        let span = kernel.beginRow(Float(tile.y &+ row) + 0.5 - kernel.centerY)
        let first = (kernel.centerX + span.low - 0.5).rounded(.up)
        let end = (kernel.centerX + span.high - 0.5).rounded(.down) + 1
        context.dirty.markDirty(
          left: Lanes.wholeInRange(clamp(first, left, right)) &- tile.x, top: row,
          right: Lanes.wholeInRange(clamp(end, left, right)) &- tile.x, bottom: row &+ 1)
        row &+= 1
      }
    }
  }
}

/// Width of a sprite in blocks of eight columns up to which all blocks of the sprite's box are drawn in each of its rows.
/// Computing coverage for some pixels outside of the sprite costs less than a mispredicted branch at the end of each row.
private let maximumBlocksOfSmallSprite = 4

/// Draws particles of one shape, row by row, in blocks of eight pixels.
private struct KernelLoop<Kernel: SpriteKernel>: BlendLoop {
  let batches: UnsafeBufferPointer<SpriteBatch>
  let shape: PreparedShape
  let context: SpriteContext

  @inline(never)
  func run<ConcreteBlender: Blender>(_ blender: ConcreteBlender) {
    let tile = context.target.tile
    let opacity = context.target.opacity
    let width = tile.width
    let left = Float(tile.x)
    let right = Float(tile.x + width)
    let bounds = TileBounds(tile)
    let stride = SpriteRecord.stride(isRound: context.isRound)
    for batch in batches {
      for index in 0..<batch.count {
        let record = SpriteRecord(batch.records + index &* stride, isRound: context.isRound)
        var kernel = Kernel(record, shape, context.scratch)
        let scale = kernel.weight * opacity
        if !(scale > 0) { continue }
        let box = bounds.box(kernel.centerX, kernel.centerY, kernel.halfWidth, kernel.halfHeight)
        if box.row >= box.endRow || box.column >= box.endColumn { continue }
        let light = SpriteLight(record, scale)
        let centerX = Float8(repeating: kernel.centerX)
        let boxBlocks = (box.endColumn &- box.column &+ 7) >> 3
        let isSmall = boxBlocks <= maximumBlocksOfSmallSprite
        // Blocks that would reach past the tile's last column start further left instead.
        let boxColumn = min(box.column, width &- (boxBlocks << 3))
        var row = box.row
        while row < box.endRow {
          let dy = Float(tile.y &+ row) + 0.5 - kernel.centerY
          let span = kernel.beginRow(dy)
          // Frame columns of the first pixel whose centre lies in the span, and of the pixel after the last.
          let first = (kernel.centerX + span.low - 0.5).rounded(.up)
          let end = (kernel.centerX + span.high - 0.5).rounded(.down) + 1
          var column = boxColumn
          var blocks = boxBlocks
          if !isSmall {
            column = Lanes.wholeInRange(clamp(first, left, right)) &- tile.x
            let endColumn = Lanes.wholeInRange(clamp(end, left, right)) &- tile.x
            blocks = column < endColumn ? (endColumn &- column &+ 7) >> 3 : 0
            let lastPossibleColumn = width &- (blocks << 3)
            if column > lastPossibleColumn { column = lastPossibleColumn }
          }
          var pixel = tile.base + ((row &* 4) &* width &+ column)
          var x = Float8(repeating: Float(tile.x &+ column) + 0.5) + Lanes.laneNumbers
          var solid = 0..<0
          if blocks > maximumBlocksOfSmallSprite {
            solid = solidBlocks(kernel.solidSpan(dy), kernel.centerX - Float(tile.x &+ column), blocks)
          }
          var block = 0
          while block < blocks {
            if block == solid.lowerBound && !solid.isEmpty {
              fillSolid(blender, light, pixel, width, solid.count)
              pixel += solid.count << 3
              x += Float(solid.count << 3)
              block = solid.upperBound
              continue
            }
            var coverage = kernel.coverage(x - centerX)
            // `x` is a column + ½, so this leaves out the columns before `first`, and the columns from `end` on.
            coverage.replace(with: 0, where: (x .< first) .| (x .> end))
            blender.blend(
              red: light.red * coverage, green: light.green * coverage, blue: light.blue * coverage,
              alpha: light.alpha * coverage, onto: pixel, planeStride: width)
            pixel += 8
            x += 8
            block &+= 1
          }
          row &+= 1
        }
      }
    }
  }
}

/// Returns the blocks, among `count` neighbouring blocks of eight pixels, whose pixel centres all lie inside a span.
///
/// - Parameters:
///   - span: as distances in pixels to the right of the sprite's centre.
///   - center: distance in pixels from the first block's left border to the sprite's centre.
@inline(__always)
private func solidBlocks(_ span: (low: Float, high: Float), _ center: Float, _ count: Int) -> Range<Int> {
  let floatCount = Float(count)
  // A block's first and last pixel centres lie 0.5 and 7.5 px right of its left border.
  let from = ((center + span.low - 0.5) * 0.125).rounded(.up)
  let to = ((center + span.high - 7.5) * 0.125).rounded(.down) + 1
  let first = Lanes.wholeInRange(clamp(from, 0, floatCount))
  let end = Lanes.wholeInRange(clamp(to, 0, floatCount))
  return first < end ? first..<end : 0..<0
}

/// Blends `count` neighbouring blocks of a row that are covered completely. `first` points to the red value of the first pixel;
/// the other planes follow `width` floats apart.
@inline(__always)
private func fillSolid<ConcreteBlender: Blender>(
  _ blender: ConcreteBlender, _ light: SpriteLight, _ first: UnsafeMutablePointer<Float>, _ width: Int, _ count: Int
) {
  var pixel = first
  let end = first + (count << 3)
  if ConcreteBlender.opaqueSourceReplacesBackdrop && light.isOpaque {
    while pixel < end {
      Lanes.store(light.red, to: pixel)
      Lanes.store(light.green, to: pixel + width)
      Lanes.store(light.blue, to: pixel + 2 &* width)
      if blender.writesAlpha { Lanes.store(light.alpha, to: pixel + 3 &* width) }
      pixel += 8
    }
    return
  }
  while pixel < end {
    blender.blend(
      red: light.red, green: light.green, blue: light.blue, alpha: light.alpha, onto: pixel, planeStride: width)
    pixel += 8
  }
}
