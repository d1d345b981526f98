import Lanes

/// Samples a texture at eight places at once, in two steps: `place` is called for several blocks, then `sample` for the same blocks.
/// Sampled immediately, each block would wait until its own places are computed.
protocol TextureReading {
  /// Number of floats that `place` writes.
  static var placeCount: Int { get }

  /// Writes the places of eight samples in the texture, for `sample`. Places outside of the texture are moved to its nearest edge.
  ///
  /// - Parameters:
  ///   - x: the samples' distances from the centre line halfway between the sprite's left and right edges, in pixels.
  ///   - y: the samples' distances from the centre line halfway between the sprite's top and bottom edges, in pixels.
  ///   - memory: receives `placeCount` floats.
  func place(_ x: Float8, _ y: Float8, at memory: UnsafeMutablePointer<Float>)

  /// Returns the eight samples whose places `place` wrote to `memory`.
  func sample(at memory: UnsafeMutablePointer<Float>) -> TextureSample
}

/// Samples one frame of a texture at one level, with bilinear interpolation.
struct TextureTap: TextureReading, BitwiseCopyable {
  private var pixels: UnsafePointer<SIMD4<Float>>
  /// Pixels from one row to the next.
  private var stride: Int32
  /// Texture pixels for each pixel of distance from the sprite's centre lines.
  private var scaleX: Float
  private var scaleY: Float
  /// Texture coordinates of the sprite's centre. Coordinates are in texture pixels, 0 at the centre of the first pixel.
  private var centerX: Float
  private var centerY: Float
  /// Texture coordinates of the last pixel's centre.
  private var lastX: Float
  private var lastY: Float
  /// Weight of this tap among the taps of a sprite (`TextureTaps`), which add up to 1.
  private(set) var weight: Float

  // The shares of the right and of the lower pixel, and the offset of the upper left pixel.
  static var placeCount: Int { 24 }

  /// - Parameters:
  ///   - halfX: distance in pixels from the sprite's centre line to its left and right edges. Half of the texture's width spans it.
  ///   - halfY: distance in pixels from the sprite's centre line to its top and bottom edges, likewise.
  @inline(__always)
  init(_ level: SpriteTexture.Level, frame: Int, halfX: Float, halfY: Float, weight: Float) {
    pixels = level.pixels + frame &* level.frameStride
    stride = Int32(truncatingIfNeeded: level.stride)
    let (halfWidth, halfHeight) = (Float(level.width) * 0.5, Float(level.height) * 0.5)
    scaleX = halfWidth / halfX
    scaleY = halfHeight / halfY
    centerX = halfWidth - 0.5
    centerY = halfHeight - 0.5
    lastX = Float(level.width &- 1)
    lastY = Float(level.height &- 1)
    self.weight = weight
  }

  @inline(__always)
  func place(_ x: Float8, _ y: Float8, at memory: UnsafeMutablePointer<Float>) {
    let u = Lanes.clamp(x * scaleX + centerX, 0, lastX)
    let v = Lanes.clamp(y * scaleY + centerY, 0, lastY)
    let (column, row) = (Lanes.truncateInRange(u), Lanes.truncateInRange(v))
    Lanes.store(u - Lanes.float(column), to: memory)
    Lanes.store(v - Lanes.float(row), to: memory + 8)
    // Offsets in bytes: a pixel has 16.
    Lanes.store(Lanes.fromBits((row &* stride &+ column) &<< 4), to: memory + 16)
  }

  @inline(__always)
  func sample(at memory: UnsafeMutablePointer<Float>) -> TextureSample {
    // Lanes i and i + 4 are sampled together, because shares are spread and colours are transposed within halves of vectors.
    let shares = Lanes.spreadInHalves(Lanes.load(memory))
    let (red, green, blue, alpha) = Lanes.transposedHalves(
      pair(0, 4, shares.0, memory), pair(1, 5, shares.1, memory), pair(2, 6, shares.2, memory),
      pair(3, 7, shares.3, memory)
    )
    return TextureSample(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Returns the samples of two lanes: four channels of lane `first`, then four of lane `second`.
  ///
  /// - Parameter share: the share of the right pixel in each sample, repeated for the four channels.
  @inline(__always)
  private func pair(_ first: Int, _ second: Int, _ share: Float8, _ memory: UnsafeMutablePointer<Float>) -> Float8 {
    let (left, right) = Lanes.halves(mixedRows(memory + first), mixedRows(memory + second))
    return Lanes.optimizerBarrier(left + (right - left) * share)
  }

  /// Returns a lane's left and right pixel, each interpolated between the upper and the lower row.
  @inline(__always)
  private func mixedRows(_ lane: UnsafeMutablePointer<Float>) -> Float8 {
    let offset = UnsafeRawPointer(lane + 16).load(as: Int32.self)
    let upperLeft = (UnsafeRawPointer(pixels) + Int(offset)).assumingMemoryBound(to: Float.self)
    let upper = Lanes.load(upperLeft)
    let lower = Lanes.load(upperLeft + 4 &* Int(stride))
    return upper + (lower - upper) * lane[8]
  }
}

/// Eight premultiplied colours, one in each lane.
struct TextureSample {
  var red: Float8
  var green: Float8
  var blue: Float8
  var alpha: Float8

  @inline(__always)
  static func * (sample: TextureSample, factor: Float8) -> TextureSample {
    TextureSample(
      red: sample.red * factor, green: sample.green * factor, blue: sample.blue * factor, alpha: sample.alpha * factor)
  }

  @inline(__always)
  static func += (sum: inout TextureSample, sample: TextureSample) {
    sum.red += sample.red
    sum.green += sample.green
    sum.blue += sample.blue
    sum.alpha += sample.alpha
  }
}
