import Lanes

/// Draws one picture sprite. First the blocks of all rows are listed, which costs 42 instructions and no mispredicted branch for
/// each row. Then the blocks inside of the sprite's edges are drawn: they need neither coverage nor clamped coordinates. The
/// other blocks come last.
///
/// A block of 8 pixels takes 74 vector operations inside of the edges and 97 elsewhere (48 and 66 if the picture is white). About half of a
/// sprite of radius 12 px lies inside.
struct BlockLoop<ConcreteBlender: Blender, Sampler: PictureSampler> {
  let kernel: PictureKernel
  let light: SpriteLight
  /// The picture is transparent outside of this ellipse.
  let visibleEllipse: ContentEllipse
  let sampler: Sampler
  let blender: ConcreteBlender
  let tile: Tile

  /// Number of blocks that are prepared before the first of them is sampled. While one block waits for its results, the processor
  /// works on the others.
  private static var preparedBlockCount: Int { 8 }

  /// Blends rows of the sprite, with temporary memory on the stack.
  ///
  /// - Parameter rows: counted from the tile's first row.
  @inline(__always)
  func draw(_ rows: Range<Int>) {
    let floatCount =
      PictureRows.floatCount + PictureBlocks.floatCount + Self.preparedBlockCount
      * Sampler.preparedFloatCount
    withUnsafeTemporaryAllocation(byteCount: floatCount * MemoryLayout<Float>.stride, alignment: 64) {
      let memory = $0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self)
      let blocks = memory + PictureRows.floatCount
      listAndDraw(
        rows, PictureRows(memory: memory), PictureBlocks(memory: blocks),
        prepared: blocks + PictureBlocks.floatCount)
    }
  }

  /// Lists the blocks of rows, and draws the list whenever it is full and at the end.
  @inline(__always)
  private func listAndDraw(
    _ rows: Range<Int>, _ eightRows: PictureRows, _ blocks: PictureBlocks,
    prepared: UnsafeMutablePointer<Float>
  ) {
    var blocks = blocks
    let axes = sampler.axes
    var row = rows.lowerBound
    while row < rows.upperBound {
      eightRows.begin(row, of: kernel, visibleEllipse, axes, in: tile)
      let rowCount = min(8, rows.upperBound &- row)
      // In floats: a row of a tile has four planes.
      var rowOffset = Int32(truncatingIfNeeded: (row &* 4) &* tile.width)
      // Each lane of `eightRows` is a row.
      var lane = 0
      while lane < rowCount {
        var remaining = eightRows.blockCount(lane)
        // Number of blocks of the row that have been listed.
        var listedCount: Int32 = 0
        while remaining > 0 {
          if !blocks.hasRoom {
            drawList(blocks, prepared)
            blocks.removeAll()
          }
          eightRows.append(min(remaining, 8), lane, listedCount: listedCount, rowOffset: rowOffset, to: &blocks)
          remaining &-= 8
          listedCount &+= 8
        }
        lane &+= 1
        rowOffset &+= Int32(truncatingIfNeeded: 4 &* tile.width)
      }
      row &+= 8
    }
    drawList(blocks, prepared)
  }

  @inline(never)
  private func drawList(_ blocks: PictureBlocks, _ prepared: UnsafeMutablePointer<Float>) {
    let innerCount = blocks.partition(by: PictureInside(sampler, centerX: kernel.centerX))
    drawBlocks(blocks, blocks.innerOrder, innerCount, isInside: true, prepared)
    drawBlocks(blocks, blocks.outerOrder, blocks.count &- innerCount, isInside: false, prepared)
  }

  /// Draws some blocks of a list.
  ///
  /// - Parameters:
  ///   - order: which blocks are drawn, as indices in `blocks`.
  ///   - count: number of blocks to be drawn.
  ///   - isInside: whether all of these blocks lie inside of the sprite's edges; a constant after inlining.
  ///   - prepared: memory for `preparedBlockCount` prepared blocks.
  @inline(__always)
  private func drawBlocks(
    _ blocks: PictureBlocks, _ order: UnsafeMutablePointer<Int32>, _ count: Int, isInside: Bool,
    _ prepared: UnsafeMutablePointer<Float>
  ) {
    let axes = sampler.axes
    let centerX = Float8(repeating: kernel.centerX)
    let (uPerColumn, vPerColumn) = (Float8(repeating: axes.gradientU.x), Float8(repeating: axes.gradientV.x))
    var start = 0
    while start < count {
      let end = min(start &+ Self.preparedBlockCount, count)
      var memory = prepared
      var position = start
      while position < end {
        let index = Int(order[position])
        let x = Float8(repeating: blocks.column(.x)[index]) + Lanes.laneNumbers
        let dx = x - centerX
        let u = uPerColumn * dx + blocks.column(.rowU)[index]
        let v = vPerColumn * dx + blocks.column(.rowV)[index]
        // Pixels of the block that the sprite does not cover in this row. `x` is a column + ½: `> end` leaves out column `end` too.
        let isUncovered = (x .< blocks.column(.first)[index]) .| (x .> blocks.column(.end)[index])
        if isInside {
          sampler.prepareInside(u, v, isUncovered: isUncovered, in: memory)
        } else {
          sampler.prepare(kernel, u, v, isUncovered: isUncovered, in: memory)
        }
        memory += Sampler.preparedFloatCount
        position &+= 1
      }
      memory = prepared
      position = start
      while position < end {
        let color = isInside ? sampler.sampleInside(memory) : sampler.sample(kernel, memory)
        let pixel = tile.base + blocks.redOffset(Int(order[position]))
        blender.blend(
          red: light.red * color.red, green: light.green * color.green,
          blue: light.blue * color.blue,
          alpha: light.alpha * color.alpha, onto: pixel, planeStride: tile.width)
        memory += Sampler.preparedFloatCount
        position &+= 1
      }
      start = end
    }
  }
}
