import Lanes

/// Samples of a texture at eight places at once, in two steps: the places of several blocks are written before the first of them is
/// sampled. Else each block would wait for its own.
protocol TextureReading {
  /// Floats that `place` writes.
  static var placeCount: Int { get }

  /// Writes where eight samples lie, for `sample`.
  ///
  /// - Parameters:
  ///   - x: distances in pixels from the centre line between the sprite's left and right edges; `y` likewise. Places outside have the
  ///     colour of the nearest edge.
  ///   - place: memory for `placeCount` floats.
  func place(_ x: Float8, _ y: Float8, at place: UnsafeMutablePointer<Float>)

  func sample(at place: UnsafeMutablePointer<Float>) -> TextureSample
}

/// Bilinear samples of one frame of a texture at one size.
struct TextureTap: TextureReading, BitwiseCopyable {
  private var pixels: UnsafePointer<SIMD4<Float>>
  private var stride: Int32
  /// Pixels of the texture for each pixel of distance from the sprite's centre lines, and the centre's own coordinates, counted
  /// from the middle of the texture's first pixel.
  private var scaleX: Float
  private var scaleY: Float
  private var centerX: Float
  private var centerY: Float
  /// Coordinates of the last pixel's middle.
  private var lastX: Float
  private var lastY: Float
  /// Share of the sample in the sprite.
  private(set) var weight: Float

  static var placeCount: Int { 24 }

  /// - Parameters:
  ///   - halfX: distance in pixels from the sprite's centre to its edge, to which half of the texture's width belongs; `halfY`
  ///     likewise.
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
  func place(_ x: Float8, _ y: Float8, at place: UnsafeMutablePointer<Float>) {
    let u = Lanes.clamp(x * scaleX + centerX, 0, lastX)
    let v = Lanes.clamp(y * scaleY + centerY, 0, lastY)
    let (column, row) = (Lanes.truncateInRange(u), Lanes.truncateInRange(v))
    Lanes.store(u - Lanes.float(column), to: place)
    Lanes.store(v - Lanes.float(row), to: place + 8)
    // Offsets in bytes, of which a pixel has 16.
    Lanes.store(Lanes.fromBits((row &* stride &+ column) &<< 4), to: place + 16)
  }

  @inline(__always)
  func sample(at place: UnsafeMutablePointer<Float>) -> TextureSample {
    // Lanes i and i + 4 are worked on together: their shares are spread, and their colours transposed, inside of halves.
    let shares = Lanes.spreadInHalves(Lanes.load(place))
    let (red, green, blue, alpha) = Lanes.transposedHalves(
      pair(0, 4, shares.0, place), pair(1, 5, shares.1, place), pair(2, 6, shares.2, place), pair(3, 7, shares.3, place)
    )
    return TextureSample(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// The samples of two lanes, one after the other.
  ///
  /// - Parameter share: of the right pixel, four times for each of the two.
  @inline(__always)
  private func pair(_ first: Int, _ second: Int, _ share: Float8, _ place: UnsafeMutablePointer<Float>) -> Float8 {
    let (left, right) = Lanes.halves(mixedRows(place + first), mixedRows(place + second))
    return Lanes.optimizerBarrier(left + (right - left) * share)
  }

  /// A lane's two neighbouring pixels, each mixed of the row in which they lie and the one below.
  @inline(__always)
  private func mixedRows(_ lane: UnsafeMutablePointer<Float>) -> Float8 {
    let offset = UnsafeRawPointer(lane + 16).load(as: Int32.self)
    let at = (UnsafeRawPointer(pixels) + Int(offset)).assumingMemoryBound(to: Float.self)
    let upper = Lanes.load(at)
    let lower = Lanes.load(at + 4 &* Int(stride))
    return upper + (lower - upper) * lane[8]
  }
}

/// Eight premultiplied colours.
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
