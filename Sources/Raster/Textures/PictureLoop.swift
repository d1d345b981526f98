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

/// A picture in focus.
private struct FocusedSampler<Texture: TextureReading>: PictureSampler {
  let texture: Texture

  static var preparedCount: Int { 8 + Texture.placeCount }

  @inline(__always)
  func prepare(
    _ kernel: PictureKernel, _ x: Float8, _ y: Float8, isOutside: SIMDMask<Int32x8>,
    in memory: UnsafeMutablePointer<Float>
  ) {
    Lanes.store(kernel.ramps.coverage(x, y).replacing(with: 0, where: isOutside), to: memory)
    texture.place(x, y, at: memory + 8)
  }

  @inline(__always)
  func sample(_ kernel: PictureKernel, _ memory: UnsafeMutablePointer<Float>) -> TextureSample {
    texture.sample(at: memory + 8) * Lanes.load(memory)
  }
}

/// The mean of copies on a lens's disc.
private struct DefocusedSampler: PictureSampler {
  let taps: TextureTaps
  /// Changes of both distances for a unit of the disc to the right and down.
  let axisX: SIMD2<Float>
  let axisY: SIMD2<Float>
  let places: UnsafeMutablePointer<SIMD2<Float>>

  /// Copies that are placed before the first of them is sampled.
  private static var placedCopies: Int { 4 }
  /// Floats of a copy that is placed: its coverage and where its samples lie.
  private static var copyCount: Int { 8 + TextureTaps.placeCount }

  static var preparedCount: Int { 24 + placedCopies * copyCount }

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
    let copies = memory + 24
    var index = 0
    while index < DefocusedTaps.count {
      for copy in 0..<Self.placedCopies {
        let place = places[index &+ copy]
        let shiftedX = x + (axisX.x * place.x + axisX.y * place.y)
        let shiftedY = y + (axisY.x * place.x + axisY.y * place.y)
        let copyMemory = copies + copy &* Self.copyCount
        Lanes.store(kernel.ramps.coverage(shiftedX, shiftedY), to: copyMemory)
        taps.place(shiftedX, shiftedY, at: copyMemory + 8)
      }
      for copy in 0..<Self.placedCopies {
        let copyMemory = copies + copy &* Self.copyCount
        sum += taps.sample(at: copyMemory + 8) * Lanes.load(copyMemory)
      }
      index &+= Self.placedCopies
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
            draw(kernel, light, rows, content, FocusedSampler(texture: memory[0]), blender)
          } else {
            draw(kernel, light, rows, content, FocusedSampler(texture: taps), blender)
          }
        }
      }
    }
  }

  /// Blocks that are prepared, of as many rows as they lie in, before the first of them is sampled: what one block waits for then
  /// overlaps with the work on others.
  private static var preparedBlocks: Int { 8 }

  /// Blends the rows of a sprite.
  @inline(never)
  private func draw<ConcreteBlender: Blender, Sampler: PictureSampler>(
    _ kernel: PictureKernel, _ light: SpriteLight, _ rows: Range<Int>, _ content: ContentEllipse, _ sampler: Sampler,
    _ blender: ConcreteBlender
  ) {
    let byteCount =
      (PictureRows.floatCount + Self.preparedBlocks * Sampler.preparedCount) * MemoryLayout<Float>.stride
    withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 64) { memory in
      withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: Self.preparedBlocks) { pixels in
        let floats = memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self)
        draw(
          kernel, light, rows, content, sampler, blender, PictureRows(memory: floats),
          prepared: floats + PictureRows.floatCount, pixels: pixels.baseAddress.unsafelyUnwrapped)
      }
    }
  }

  /// - Parameters:
  ///   - prepared: memory for `preparedBlocks` blocks of the sampler.
  ///   - pixels: memory for the places of as many blocks.
  @inline(__always)
  private func draw<ConcreteBlender: Blender, Sampler: PictureSampler>(
    _ kernel: PictureKernel, _ light: SpriteLight, _ rows: Range<Int>, _ content: ContentEllipse, _ sampler: Sampler,
    _ blender: ConcreteBlender, _ spans: PictureRows, prepared: UnsafeMutablePointer<Float>,
    pixels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  ) {
    let tile = context.target.tile
    let centerX = Float8(repeating: kernel.centerX)
    let (axisX, axisY) = (kernel.row.axisX.x, kernel.row.axisY.x)
    var count = 0
    var row = rows.lowerBound
    while row < rows.upperBound {
      spans.begin(row, of: kernel, content, in: tile)
      let end = min(row &+ 8, rows.upperBound)
      var line = 0
      while row < end {
        let span = spans[line]
        var pixel = tile.base + ((row &* 4) &* tile.width &+ span.column)
        var x = Float8(repeating: Float(tile.x &+ span.column) + 0.5) + Lanes.laneNumbers
        var blocks = span.blocks
        while blocks > 0 {
          if count == Self.preparedBlocks {
            blend(count, kernel, light, sampler, blender, prepared, pixels)
            count = 0
          }
          let dx = x - centerX
          sampler.prepare(
            kernel, axisX * dx + span.rowX, axisY * dx + span.rowY, isOutside: (x .< span.first) .| (x .> span.end),
            in: prepared + count &* Sampler.preparedCount)
          pixels[count] = pixel
          count &+= 1
          pixel += 8
          x += 8
          blocks &-= 1
        }
        line &+= 1
        row &+= 1
      }
    }
    blend(count, kernel, light, sampler, blender, prepared, pixels)
  }

  /// Samples blocks that were prepared, and blends them.
  @inline(__always)
  private func blend<ConcreteBlender: Blender, Sampler: PictureSampler>(
    _ count: Int, _ kernel: PictureKernel, _ light: SpriteLight, _ sampler: Sampler, _ blender: ConcreteBlender,
    _ prepared: UnsafeMutablePointer<Float>, _ pixels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  ) {
    let planeStride = context.target.tile.width
    for block in 0..<count {
      let color = sampler.sample(kernel, prepared + block &* Sampler.preparedCount)
      blender.blend(
        red: light.red * color.red, green: light.green * color.green, blue: light.blue * color.blue,
        alpha: light.alpha * color.alpha, onto: pixels[block], planeStride: planeStride)
    }
  }
}
