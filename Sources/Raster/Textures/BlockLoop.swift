import Lanes

/// Draws one picture sprite. The blocks of all its rows are listed first, which costs each row 42 instructions and no mispredicted branch;
/// then those inside of its edges are drawn, which need neither coverage nor clamped coordinates, and then the others.
///
/// A block of 8 pixels takes 74 vector operations inside of the edges and 97 elsewhere; of a white picture, 48 and 66. About half of a sprite
/// of radius 12 px lies inside.
struct BlockLoop<ConcreteBlender: Blender, Sampler: PictureSampler> {
  let kernel: PictureKernel
  let light: SpriteLight
  let content: ContentEllipse
  let sampler: Sampler
  let blender: ConcreteBlender
  let tile: Tile

  /// Number of blocks that are prepared before they are sampled. The waits of one block then overlap with the work on the others.
  private static var preparedBlocks: Int { 8 }

  /// Blends rows of the sprite, with memory of its own on the stack.
  ///
  /// - Parameter rows: counted from the tile's first row.
  @inline(__always)
  func draw(_ rows: Range<Int>) {
    let floatCount =
      PictureRows.floatCount + PictureBlocks.floatCount + Self.preparedBlocks
      * Sampler.preparedCount
    withUnsafeTemporaryAllocation(byteCount: floatCount * MemoryLayout<Float>.stride, alignment: 64) {
      let memory = $0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self)
      let blocks = memory + PictureRows.floatCount
      draw(
        rows, PictureRows(memory: memory), PictureBlocks(memory: blocks),
        prepared: blocks + PictureBlocks.floatCount)
    }
  }

  @inline(__always)
  private func draw(
    _ rows: Range<Int>, _ spans: PictureRows, _ blocks: PictureBlocks,
    prepared: UnsafeMutablePointer<Float>
  ) {
    var blocks = blocks
    let axes = sampler.axes
    var row = rows.lowerBound
    while row < rows.upperBound {
      spans.begin(row, of: kernel, content, axes, in: tile)
      let lineCount = min(8, rows.upperBound &- row)
      var rowPlace = Int32(truncatingIfNeeded: (row &* 4) &* tile.width)
      var line = 0
      while line < lineCount {
        var remaining = spans.blockCount(line)
        var skipped: Int32 = 0
        while remaining > 0 {
          if !blocks.hasRoom {
            draw(blocks, prepared)
            blocks.removeAll()
          }
          spans.append(min(remaining, 8), line, skipped: skipped, rowPlace: rowPlace, to: &blocks)
          remaining &-= 8
          skipped &+= 8
        }
        line &+= 1
        rowPlace &+= Int32(truncatingIfNeeded: 4 &* tile.width)
      }
      row &+= 8
    }
    draw(blocks, prepared)
  }

  /// Draws the blocks of a list.
  @inline(never)
  private func draw(_ blocks: PictureBlocks, _ prepared: UnsafeMutablePointer<Float>) {
    let innerCount = blocks.sort(PictureInside(sampler, centerX: kernel.centerX))
    draw(blocks, blocks.innerOrder, innerCount, isInside: true, prepared)
    draw(blocks, blocks.outerOrder, blocks.count &- innerCount, isInside: false, prepared)
  }

  /// Draws some blocks of a list.
  ///
  /// - Parameters:
  ///   - order: their indices.
  ///   - isInside: whether all lie inside; a constant.
  @inline(__always)
  private func draw(
    _ blocks: PictureBlocks, _ order: UnsafeMutablePointer<Int32>, _ count: Int, isInside: Bool,
    _ prepared: UnsafeMutablePointer<Float>
  ) {
    let axes = sampler.axes
    let centerX = Float8(repeating: kernel.centerX)
    let (axisU, axisV) = (Float8(repeating: axes.u.x), Float8(repeating: axes.v.x))
    var start = 0
    while start < count {
      let end = min(start &+ Self.preparedBlocks, count)
      var memory = prepared
      var position = start
      while position < end {
        let index = Int(order[position])
        let x = Float8(repeating: blocks.column(.x)[index]) + Lanes.laneNumbers
        let dx = x - centerX
        let u = axisU * dx + blocks.column(.rowU)[index]
        let v = axisV * dx + blocks.column(.rowV)[index]
        let isOutside = (x .< blocks.column(.first)[index]) .| (x .> blocks.column(.end)[index])
        if isInside {
          sampler.prepareInside(u, v, isOutside: isOutside, in: memory)
        } else {
          sampler.prepare(kernel, u, v, isOutside: isOutside, in: memory)
        }
        memory += Sampler.preparedCount
        position &+= 1
      }
      memory = prepared
      position = start
      while position < end {
        let color = isInside ? sampler.sampleInside(memory) : sampler.sample(kernel, memory)
        let pixel = tile.base + blocks.place(Int(order[position]))
        blender.blend(
          red: light.red * color.red, green: light.green * color.green,
          blue: light.blue * color.blue,
          alpha: light.alpha * color.alpha, onto: pixel, planeStride: tile.width)
        memory += Sampler.preparedCount
        position &+= 1
      }
      start = end
    }
  }
}
