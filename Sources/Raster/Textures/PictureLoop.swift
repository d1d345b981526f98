import Lanes

/// Computes the colours of eight pixels of a picture, multiplied by coverage, in two steps: `prepare` is called for several blocks, then
/// `sample` for the same blocks. A generic type and not two closures, because closures are not inlined and pass each vector in two halves.
private protocol PictureSampler {
  /// Number of floats that `prepare` needs for one block.
  static var preparedCount: Int { get }

  /// Prepares a block of eight pixels.
  ///
  /// - Parameters:
  ///   - x: the pixels' distances from the centre line halfway between the sprite's left and right edges, in pixels.
  ///   - y: the pixels' distances from the centre line halfway between the sprite's top and bottom edges, in pixels.
  ///   - isOutside: lanes whose pixels the sprite does not reach; their coverage becomes 0.
  ///   - memory: receives what `sample` reads, up to `preparedCount` floats.
  func prepare(
    _ kernel: PictureKernel, _ x: Float8, _ y: Float8, isOutside: SIMDMask<Int32x8>,
    in memory: UnsafeMutablePointer<Float>)

  /// Returns the colours of a prepared block, multiplied by coverage.
  ///
  /// - Parameter memory: what `prepare` wrote, and memory for intermediate results.
  func sample(_ kernel: PictureKernel, _ memory: UnsafeMutablePointer<Float>) -> TextureSample
}

/// Samples a picture in focus.
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

/// Samples a picture out of focus: the mean of copies at points of the lens's disc.
private struct DefocusedSampler: PictureSampler {
  let taps: TextureTaps
  /// Change of a pixel's distance `x` (see `prepare`) when the pixel moves by the disc's radius to the right (`axisX.x`) and down (`axisX.y`).
  let axisX: SIMD2<Float>
  /// Change of the distance `y` likewise.
  let axisY: SIMD2<Float>
  /// `DefocusedTaps.places`: the copies' positions in the unit disc.
  let places: UnsafeMutablePointer<SIMD2<Float>>

  /// Number of copies that are placed together, before they are sampled.
  private static var placedCopies: Int { 4 }
  /// Floats of a placed copy: eight of coverage, and those of its samples' places.
  private static var copyFloatCount: Int { 8 + TextureTaps.placeCount }

  // Eight floats of 1 ÷ the number of copies, eight of x and eight of y; then the placed copies.
  static var preparedCount: Int { 24 + placedCopies * copyFloatCount }

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
        let copyMemory = copies + copy &* Self.copyFloatCount
        Lanes.store(kernel.ramps.coverage(shiftedX, shiftedY), to: copyMemory)
        taps.place(shiftedX, shiftedY, at: copyMemory + 8)
      }
      for copy in 0..<Self.placedCopies {
        let copyMemory = copies + copy &* Self.copyFloatCount
        sum += taps.sample(at: copyMemory + 8) * Lanes.load(copyMemory)
      }
      index &+= Self.placedCopies
    }
    return sum * Lanes.load(memory)
  }
}

/// Draws all particles that show the same picture, row by row, in blocks of eight pixels.
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
          let sampler = DefocusedSampler(
            taps: taps, axisX: kernel.row.axisX * blur, axisY: kernel.row.axisY * blur,
            places: DefocusedTaps.places.base)
          draw(kernel, light, rows, ContentEllipse(radius: .infinity, kernel), sampler, blender)
        } else {
          let content = ContentEllipse(radius: taps.contentRadius, kernel)
          if taps.count == 1 {
            draw(kernel, light, rows, content, FocusedSampler(texture: tapMemory[0]), blender)
          } else {
            draw(kernel, light, rows, content, FocusedSampler(texture: taps), blender)
          }
        }
      }
    }
  }

  /// Number of blocks, of one row or several, that are prepared before they are sampled. The waits of one block then overlap with the
  /// work on the others.
  private static var preparedBlocks: Int { 8 }

  /// Blends the rows of a sprite, with memory of its own on the stack.
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

  /// Blends the rows of a sprite.
  ///
  /// - Parameters:
  ///   - rows: counted from the tile's first row.
  ///   - spans: finds the spans of eight rows at a time.
  ///   - prepared: memory for `preparedBlocks` blocks of the sampler.
  ///   - pixels: memory for the addresses of the first pixels of `preparedBlocks` blocks.
  @inline(__always)
  private func draw<ConcreteBlender: Blender, Sampler: PictureSampler>(
    _ kernel: PictureKernel, _ light: SpriteLight, _ rows: Range<Int>, _ content: ContentEllipse, _ sampler: Sampler,
    _ blender: ConcreteBlender, _ spans: PictureRows, prepared: UnsafeMutablePointer<Float>,
    pixels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  ) {
    let tile = context.target.tile
    let centerX = Float8(repeating: kernel.centerX)
    let (axisX, axisY) = (kernel.row.axisX.x, kernel.row.axisY.x)
    var preparedBlockCount = 0
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
          if preparedBlockCount == Self.preparedBlocks {
            blend(preparedBlockCount, kernel, light, sampler, blender, prepared, pixels)
            preparedBlockCount = 0
          }
          let dx = x - centerX
          sampler.prepare(
            kernel, axisX * dx + span.rowX, axisY * dx + span.rowY, isOutside: (x .< span.first) .| (x .> span.end),
            in: prepared + preparedBlockCount &* Sampler.preparedCount)
          pixels[preparedBlockCount] = pixel
          preparedBlockCount &+= 1
          pixel += 8
          x += 8
          blocks &-= 1
        }
        line &+= 1
        row &+= 1
      }
    }
    blend(preparedBlockCount, kernel, light, sampler, blender, prepared, pixels)
  }

  /// Samples the first `count` prepared blocks and blends them.
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
