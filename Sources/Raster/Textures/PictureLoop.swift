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
      for index in 0..<batch.count {
        let record = SpriteRecord(batch.records + index &* stride, isRound: context.isRound)
        let kernel = PictureKernel(record, shape, context.scratch)
        let scale = kernel.weight * opacity
        if !(scale > 0) { continue }
        let box = bounds.box(kernel.centerX, kernel.centerY, kernel.halfWidth, kernel.halfHeight)
        if box.row >= box.endRow || box.column >= box.endColumn { continue }
        let light = SpriteLight(record, scale)
        let blur = max(record.blur, 0)
        let taps = TextureTaps(
          texture, flipBookPosition: record.flipBookPosition, halfX: kernel.halfX, halfY: kernel.halfY, blur: blur,
          tapMemory)
        let rows = box.row..<box.endRow
        if blur > 0 {
          let visibleEllipse = ContentEllipse(radius: .infinity, kernel)
          draw(kernel, light, rows, visibleEllipse, DefocusedSampler(taps, kernel, blur: blur), blender)
          continue
        }
        let visibleEllipse = ContentEllipse(radius: taps.contentRadius, kernel)
        let first = tapMemory[0]
        switch (taps.texelKind, taps.count == 1) {
        case (.white, true):
          drawFocused(
            kernel, light, rows, visibleEllipse, taps, SingleTap<WhiteLayout>(firstTap: first), blender)
        case (.white, false):
          drawFocused(kernel, light, rows, visibleEllipse, taps, SeveralTaps<WhiteLayout>(taps), blender)
        case (.quads, true):
          drawFocused(
            kernel, light, rows, visibleEllipse, taps, SingleTap<QuadLayout>(firstTap: first), blender)
        case (.quads, false):
          drawFocused(kernel, light, rows, visibleEllipse, taps, SeveralTaps<QuadLayout>(taps), blender)
        case (.pixels, true):
          drawFocused(
            kernel, light, rows, visibleEllipse, taps, SingleTap<PixelLayout>(firstTap: first), blender)
        case (.pixels, false):
          drawFocused(kernel, light, rows, visibleEllipse, taps, SeveralTaps<PixelLayout>(taps), blender)
        }
      }
    }
  }

  @inline(__always)
  private func drawFocused<ConcreteBlender: Blender, Reader: TextureReading>(
    _ kernel: PictureKernel, _ light: SpriteLight, _ rows: Range<Int>, _ visibleEllipse: ContentEllipse,
    _ taps: TextureTaps,
    _ reader: Reader, _ blender: ConcreteBlender
  ) {
    let reach = taps.innerReach(halfX: kernel.halfX, halfY: kernel.halfY)
    draw(kernel, light, rows, visibleEllipse, FocusedSampler(reader, kernel, reach: reach), blender)
  }

  @inline(never)
  private func draw<ConcreteBlender: Blender, Sampler: PictureSampler>(
    _ kernel: PictureKernel, _ light: SpriteLight, _ rows: Range<Int>, _ visibleEllipse: ContentEllipse,
    _ sampler: Sampler,
    _ blender: ConcreteBlender
  ) {
    BlockLoop(
      kernel: kernel, light: light, visibleEllipse: visibleEllipse, sampler: sampler, blender: blender,
      tile: context.target.tile
    ).draw(rows)
  }
}
