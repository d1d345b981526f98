import Lanes

/// Colours of eight pixels of a picture, coverage included, in two steps: what is prepared for several blocks is sampled afterwards. A
/// type with inlined methods, not closures: a closure is called for each eight pixels, with all vectors in halves.
private protocol PictureSampler {
  /// Floats that `prepare` writes.
  static var preparedCount: Int { get }

  /// - Parameters:
  ///   - x: distances in pixels from the centre line between the sprite's left and right edges; `y` likewise.
  ///   - isOutside: pixels that the sprite does not reach.
  ///   - memory: of `preparedCount` floats, for `sample`.
  func prepare(
    _ kernel: PictureKernel, _ x: Float8, _ y: Float8, isOutside: SIMDMask<Int32x8>,
    in memory: UnsafeMutablePointer<Float>)

  func sample(_ kernel: PictureKernel, _ memory: UnsafeMutablePointer<Float>) -> TextureSample
}

/// One sample a pixel: of a picture in focus at one of its sizes.
private struct SingleSampler: PictureSampler {
  let tap: TextureTap

  static var preparedCount: Int { 8 + TextureTap.placeCount }

  @inline(__always)
  func prepare(
    _ kernel: PictureKernel, _ x: Float8, _ y: Float8, isOutside: SIMDMask<Int32x8>,
    in memory: UnsafeMutablePointer<Float>
  ) {
    Lanes.store(kernel.coverage(x, y).replacing(with: 0, where: isOutside), to: memory)
    tap.place(x, y, at: memory + 8)
  }

  @inline(__always)
  func sample(_ kernel: PictureKernel, _ memory: UnsafeMutablePointer<Float>) -> TextureSample {
    tap.sample(at: memory + 8) * Lanes.load(memory)
  }
}

/// Two sizes of a picture, two frames, or both.
private struct MixedSampler: PictureSampler {
  let taps: TextureTaps

  static var preparedCount: Int { 8 + TextureTaps.placeCount }

  @inline(__always)
  func prepare(
    _ kernel: PictureKernel, _ x: Float8, _ y: Float8, isOutside: SIMDMask<Int32x8>,
    in memory: UnsafeMutablePointer<Float>
  ) {
    Lanes.store(kernel.coverage(x, y).replacing(with: 0, where: isOutside), to: memory)
    taps.place(x, y, at: memory + 8)
  }

  @inline(__always)
  func sample(_ kernel: PictureKernel, _ memory: UnsafeMutablePointer<Float>) -> TextureSample {
    taps.sample(at: memory + 8) * Lanes.load(memory)
  }
}

/// The mean of copies on a lens's disc.
private struct DefocusedSampler: PictureSampler {
  let taps: TextureTaps
  /// Changes of both distances for a unit of the disc to the right and down.
  let axisX: SIMD2<Float>
  let axisY: SIMD2<Float>
  let places: UnsafeMutablePointer<SIMD2<Float>>

  static var preparedCount: Int { 24 + TextureTaps.placeCount }

  @inline(__always)
  func prepare(
    _ kernel: PictureKernel, _ x: Float8, _ y: Float8, isOutside: SIMDMask<Int32x8>,
    in memory: UnsafeMutablePointer<Float>
  ) {
    Lanes.store(Float8(repeating: 1 / Float(DefocusedTaps.count)).replacing(with: 0, where: isOutside), to: memory)
    Lanes.store(x, to: memory + 8)
    Lanes.store(y, to: memory + 16)
  }

  @inline(__always)
  func sample(_ kernel: PictureKernel, _ memory: UnsafeMutablePointer<Float>) -> TextureSample {
    let (x, y) = (Lanes.load(memory + 8), Lanes.load(memory + 16))
    var sum = TextureSample(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8())
    var index = 0
    while index < DefocusedTaps.count {
      let place = places[index]
      let shiftedX = x + (axisX.x * place.x + axisX.y * place.y)
      let shiftedY = y + (axisY.x * place.x + axisY.y * place.y)
      taps.place(shiftedX, shiftedY, at: memory + 24)
      sum += taps.sample(at: memory + 24) * kernel.coverage(shiftedX, shiftedY)
      index &+= 1
    }
    return sum * Lanes.load(memory)
  }
}

/// Draws particles that show one picture, row by row, in blocks of eight pixels.
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
    _ blender: ConcreteBlender, _ memory: UnsafeMutablePointer<TextureTap>
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
          texture, position: record.frame, halfX: kernel.halfX, halfY: kernel.halfY, blur: blur, memory)
        let rows = box.row..<box.endRow
        if blur > 0 {
          let sampler = DefocusedSampler(
            taps: taps, axisX: kernel.row.axisX * blur, axisY: kernel.row.axisY * blur,
            places: DefocusedTaps.places.base)
          draw(kernel, light, rows, ContentEllipse(radius: .infinity, kernel), sampler, blender)
        } else {
          let content = ContentEllipse(radius: taps.contentRadius, kernel)
          if taps.count == 1 {
            draw(kernel, light, rows, content, SingleSampler(tap: memory[0]), blender)
          } else {
            draw(kernel, light, rows, content, MixedSampler(taps: taps), blender)
          }
        }
      }
    }
  }

  /// Blocks that are prepared before the first of them is sampled.
  private static var preparedBlocks: Int { 4 }

  /// Blends the rows of a sprite.
  @inline(never)
  private func draw<ConcreteBlender: Blender, Sampler: PictureSampler>(
    _ sprite: PictureKernel, _ light: SpriteLight, _ rows: Range<Int>, _ content: ContentEllipse, _ sampler: Sampler,
    _ blender: ConcreteBlender
  ) {
    let byteCount = Self.preparedBlocks * Sampler.preparedCount * MemoryLayout<Float>.stride
    withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 64) { memory in
      let prepared = memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self)
      draw(sprite, light, rows, content, sampler, blender, prepared)
    }
  }

  @inline(__always)
  private func draw<ConcreteBlender: Blender, Sampler: PictureSampler>(
    _ sprite: PictureKernel, _ light: SpriteLight, _ rows: Range<Int>, _ content: ContentEllipse, _ sampler: Sampler,
    _ blender: ConcreteBlender, _ prepared: UnsafeMutablePointer<Float>
  ) {
    var kernel = sprite
    let tile = context.target.tile
    let width = tile.width
    let (left, right) = (Float(tile.x), Float(tile.x + width))
    let centerX = Float8(repeating: kernel.centerX)
    var row = rows.lowerBound
    while row < rows.upperBound {
      let dy = Float(tile.y &+ row) + 0.5 - kernel.centerY
      let (slabs, ellipse) = (kernel.beginRow(dy), content.span(dy))
      let span = (low: max(slabs.low, ellipse.low), high: min(slabs.high, ellipse.high))
      // Frame columns of the first pixel whose centre lies in the span, and of the one after the last.
      let first = (kernel.centerX + span.low - 0.5).rounded(.up)
      let end = (kernel.centerX + span.high - 0.5).rounded(.down) + 1
      var column = Lanes.wholeInRange(clamp(first, left, right)) &- tile.x
      let endColumn = Lanes.wholeInRange(clamp(end, left, right)) &- tile.x
      var blocks = column < endColumn ? (endColumn &- column &+ 7) >> 3 : 0
      // A block that would reach past the tile's last column starts earlier instead.
      let lastPossibleColumn = width &- (blocks << 3)
      if column > lastPossibleColumn { column = lastPossibleColumn }
      var pixel = tile.base + ((row &* 4) &* width &+ column)
      var x = Float8(repeating: Float(tile.x &+ column) + 0.5) + Lanes.laneNumbers
      while blocks > 0 {
        let count = min(blocks, Self.preparedBlocks)
        var memory = prepared
        for _ in 0..<count {
          let dx = x - centerX
          sampler.prepare(
            kernel, kernel.row.x(dx), kernel.row.y(dx), isOutside: (x .< first) .| (x .> end), in: memory)
          memory += Sampler.preparedCount
          x += 8
        }
        memory = prepared
        for _ in 0..<count {
          let color = sampler.sample(kernel, memory)
          blender.blend(
            red: light.red * color.red, green: light.green * color.green, blue: light.blue * color.blue,
            alpha: light.alpha * color.alpha, onto: pixel, planeStride: width)
          memory += Sampler.preparedCount
          pixel += 8
        }
        blocks &-= count
      }
      row &+= 1
    }
  }
}
