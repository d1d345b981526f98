import Lanes

/// One frame of a texture at one level, which is sampled with bilinear interpolation.
struct TextureTap: BitwiseCopyable {
  /// The frame's first texel (`SpriteTexture.TexelKind`).
  private var texels: UnsafeRawPointer
  /// Texels from one row to the next.
  private var rowStride: Int32
  /// Texture pixels for each pixel of distance from the sprite's centre lines.
  let scaleX: Float
  let scaleY: Float
  /// The scales ÷ the scales of the sprite's first tap.
  private(set) var relativeScaleX: Float = 1
  private(set) var relativeScaleY: Float = 1
  /// Texture coordinates of the sprite's centre. Coordinates are in texture pixels, 0 at the centre of the first pixel.
  let centerX: Float
  let centerY: Float
  /// Texture coordinates of the last pixel's centre.
  let lastX: Float
  let lastY: Float
  /// Weight of this tap. The weights of a sprite's taps (`TextureTaps`) add up to 1.
  let weight: Float

  /// Number of floats that state where eight samples are read (their places): eight weights of the right column, eight weights of the lower
  /// row, and eight distances in bytes of the upper left texel from the frame's first texel, as the bits of integers.
  static var placeFloatCount: Int { 24 }

  /// - Parameters:
  ///   - kind: which of the level's arrays is read: single pixels; texels stored together with their right and lower neighbours (quads); or
  ///     such quads of one number each, where all four channels are equal.
  ///   - halfX: distance in pixels from the sprite's centre line to its left and right edges: half the texture's width on the screen.
  ///   - halfY: distance in pixels from the sprite's centre line to its top and bottom edges: half the texture's height on the screen.
  @inline(__always)
  init(
    _ level: SpriteTexture.Level, frame: Int, kind: SpriteTexture.TexelKind, halfX: Float,
    halfY: Float, weight: Float
  ) {
    switch kind {
    case .pixels: texels = UnsafeRawPointer(level.pixels + frame &* level.frameStride)
    case .quads: texels = UnsafeRawPointer(level.quads + frame &* level.quadFrameStride)
    case .white: texels = UnsafeRawPointer(level.whiteQuads + frame &* level.quadFrameStride)
    }
    rowStride = Int32(truncatingIfNeeded: kind == .pixels ? level.rowStride : level.width)
    let (halfWidth, halfHeight) = (Float(level.width) * 0.5, Float(level.height) * 0.5)
    scaleX = halfWidth / halfX
    scaleY = halfHeight / halfY
    centerX = halfWidth - 0.5
    centerY = halfHeight - 0.5
    lastX = Float(level.width &- 1)
    lastY = Float(level.height &- 1)
    self.weight = weight
  }

  /// Sets `relativeScaleX` and `relativeScaleY`.
  mutating func setRelativeScales(to first: TextureTap) {
    relativeScaleX = scaleX / first.scaleX
    relativeScaleY = scaleY / first.scaleY
  }

  /// Writes the places of eight samples for `sample`: `placeFloatCount` floats. `u` and `v` are texture coordinates of this tap; places
  /// outside of the texture are moved to its nearest edge.
  @inline(__always)
  func computePlaces<Layout: TexelLayout>(
    _ layout: Layout.Type, _ u: Float8, _ v: Float8, at memory: UnsafeMutablePointer<Float>
  ) {
    storePlaces(layout, Lanes.clamp(u, 0, lastX), Lanes.clamp(v, 0, lastY), Int32x8(), at: memory)
  }

  /// Writes the places of eight samples for `sample`: `placeFloatCount` floats. `u` and `v` are texture coordinates of this tap, which must
  /// lie between the centres of the texture's pixels except in `omitted` lanes.
  ///
  /// - Parameter omitted: lanes whose samples are 0; ignored unless `Layout.hasTransparentTexel`.
  @inline(__always)
  func computePlacesInside<Layout: TexelLayout>(
    _ layout: Layout.Type, _ u: Float8, _ v: Float8, omitted: SIMDMask<Int32x8>,
    at memory: UnsafeMutablePointer<Float>
  ) {
    storePlaces(layout, u, v, Layout.hasTransparentTexel ? Lanes.bits(omitted) : Int32x8(), at: memory)
  }

  /// - Parameter omitted: −1 in lanes whose samples are omitted, else 0.
  @inline(__always)
  private func storePlaces<Layout: TexelLayout>(
    _ layout: Layout.Type, _ u: Float8, _ v: Float8, _ omitted: Int32x8,
    at memory: UnsafeMutablePointer<Float>
  ) {
    let (column, row) = (Lanes.truncateInRange(u), Lanes.truncateInRange(v))
    Lanes.store(u - Lanes.float(column), to: memory)
    Lanes.store(v - Lanes.float(row), to: memory + 8)
    // `| omitted` makes the index of an omitted sample −1: the transparent texel before the first.
    Lanes.store(
      Lanes.fromBits(((row &* rowStride &+ column) | omitted) &<< Layout.byteShift), to: memory + 16)
  }

  /// Returns the eight samples whose places were written to `memory`.
  @inline(__always)
  func sample<Layout: TexelLayout>(_ layout: Layout.Type, at memory: UnsafeMutablePointer<Float>)
    -> TextureSample
  {
    Layout.sample(texels, rowBytes: Int(rowStride &<< Layout.byteShift), memory)
  }
}
