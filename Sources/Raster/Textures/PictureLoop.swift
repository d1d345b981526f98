import Lanes

/// Draws all particles that show the same picture, in blocks of eight pixels.
struct PictureLoop: BlendLoop {
  let batches: UnsafeBufferPointer<SpriteBatch>
  let shape: PreparedShape
  let texture: SpriteTexture
  let context: SpriteContext

  @inline(never)
  func run<ConcreteBlender: Blender>(_ blender: ConcreteBlender) {
    withUnsafeTemporaryAllocation(of: TextureTap.self, capacity: TextureTaps.maximumCount) { taps in
      run(blender, taps.baseAddress.unsafelyUnwrapped)
    }
  }

  @inline(__always)
  private func run<ConcreteBlender: Blender>(
    _ blender: ConcreteBlender, _ tapMemory: UnsafeMutablePointer<TextureTap>
  ) {
    let opacity = context.target.opacity
    let bounds = TileBounds(context.target.tile)
    let stride = SpriteRecord.stride(isRound: context.isRound)
    for batch in batches {
      for position in 0..<batch.count {
        let record = SpriteRecord(batch.records + position &* stride, isRound: context.isRound)
        let kernel = PictureKernel(record, shape, context.scratch)
        let scale = kernel.weight * opacity
        if !(scale > 0) { continue }
        let box = bounds.box(kernel.centerX, kernel.centerY, kernel.halfWidth, kernel.halfHeight)
        if box.row >= box.endRow || box.column >= box.endColumn { continue }
        let light = SpriteLight(record, scale)
        let blur = max(record.blur, 0)
        let taps = TextureTaps(
          texture, position: record.frame, halfX: kernel.halfX, halfY: kernel.halfY, blur: blur, tapMemory)
        let rows = box.row..<box.endRow
        if blur > 0 {
          let content = ContentEllipse(radius: .infinity, kernel)
          draw(kernel, light, rows, content, DefocusedSampler(taps, kernel, blur: blur), blender)
          continue
        }
        let content = ContentEllipse(radius: taps.contentRadius, kernel)
        let first = tapMemory[0]
        switch (taps.kind, taps.count == 1) {
        case (.white, true):
          drawFocused(kernel, light, rows, content, taps, SingleTap<WhiteLayout>(firstTap: first), blender)
        case (.white, false):
          drawFocused(kernel, light, rows, content, taps, SeveralTaps<WhiteLayout>(taps), blender)
        case (.quads, true):
          drawFocused(kernel, light, rows, content, taps, SingleTap<QuadLayout>(firstTap: first), blender)
        case (.quads, false):
          drawFocused(kernel, light, rows, content, taps, SeveralTaps<QuadLayout>(taps), blender)
        case (.pixels, true):
          drawFocused(kernel, light, rows, content, taps, SingleTap<PixelLayout>(firstTap: first), blender)
        case (.pixels, false):
          drawFocused(kernel, light, rows, content, taps, SeveralTaps<PixelLayout>(taps), blender)
        }
      }
    }
  }

  @inline(__always)
  private func drawFocused<ConcreteBlender: Blender, Texture: TextureReading>(
    _ kernel: PictureKernel, _ light: SpriteLight, _ rows: Range<Int>, _ content: ContentEllipse, _ taps: TextureTaps,
    _ texture: Texture, _ blender: ConcreteBlender
  ) {
    let reach = taps.innerReach(halfX: kernel.halfX, halfY: kernel.halfY)
    draw(kernel, light, rows, content, FocusedSampler(texture, kernel, reach: reach), blender)
  }

  @inline(never)
  private func draw<ConcreteBlender: Blender, Sampler: PictureSampler>(
    _ kernel: PictureKernel, _ light: SpriteLight, _ rows: Range<Int>, _ content: ContentEllipse, _ sampler: Sampler,
    _ blender: ConcreteBlender
  ) {
    BlockLoop(
      kernel: kernel, light: light, content: content, sampler: sampler, blender: blender, tile: context.target.tile
    ).draw(rows)
  }
}

/// Draws one sprite.
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
    let floatCount = PictureRows.floatCount + PictureBlocks.floatCount + Self.preparedBlocks * Sampler.preparedCount
    withUnsafeTemporaryAllocation(byteCount: floatCount * MemoryLayout<Float>.stride, alignment: 64) {
      let memory = $0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self)
      let blocks = memory + PictureRows.floatCount
      draw(
        rows, PictureRows(memory: memory), PictureBlocks(memory: blocks), prepared: blocks + PictureBlocks.floatCount)
    }
  }

  @inline(__always)
  private func draw(
    _ rows: Range<Int>, _ spans: PictureRows, _ blocks: PictureBlocks, prepared: UnsafeMutablePointer<Float>
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
          red: light.red * color.red, green: light.green * color.green, blue: light.blue * color.blue,
          alpha: light.alpha * color.alpha, onto: pixel, planeStride: tile.width)
        memory += Sampler.preparedCount
        position &+= 1
      }
      start = end
    }
  }
}

/// Finds blocks of eight pixels that lie inside of a sprite (`PictureSampler.innerLow`).
struct PictureInside {
  private let axes: PictureAxes
  private let low: SIMD2<Float>
  private let high: SIMD2<Float>
  private let centerX: Float
  private let leavesOut: Bool

  @inline(__always)
  init<Sampler: PictureSampler>(_ sampler: Sampler, centerX: Float) {
    axes = sampler.axes
    (low, high) = (sampler.innerLow, sampler.innerHigh)
    self.centerX = centerX
    leavesOut = Sampler.leavesOut
  }

  /// Which of eight blocks lie inside; see the columns of `PictureBlocks`.
  @inline(__always)
  func contains(x: Float8, rowU: Float8, rowV: Float8, first: Float8, end: Float8) -> SIMDMask<Int32x8> {
    // Coordinates grow or fall evenly over a block's pixels, so that the first and the last decide.
    let left = (leavesOut ? Lanes.max(x, first + 0.5) : x) - centerX
    let right = (leavesOut ? Lanes.min(x + 7, end - 0.5) : x + 7) - centerX
    let (leftU, rightU) = (axes.u.x * left + rowU, axes.u.x * right + rowU)
    let (leftV, rightV) = (axes.v.x * left + rowV, axes.v.x * right + rowV)
    return (Lanes.min(leftU, rightU) .>= low.x) .& (Lanes.max(leftU, rightU) .<= high.x)
      .& (Lanes.min(leftV, rightV) .>= low.y) .& (Lanes.max(leftV, rightV) .<= high.y)
  }
}
