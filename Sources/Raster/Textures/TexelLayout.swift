import Lanes

/// How a level of a texture lies in memory as texels (`SpriteTexture.TexelKind`), and how it is sampled with bilinear
/// interpolation. If a level has several layouts, samples of them differ only by rounding.
protocol TexelLayout {
  /// Logarithm to base 2 of the bytes of a texel.
  static var byteShift: Int32 { get }
  /// Whether a transparent texel lies before the first one, at index −1. A sample that is left out reads this texel.
  static var hasTransparentTexel: Bool { get }

  /// Returns eight samples.
  ///
  /// - Parameters:
  ///   - texels: the first texel.
  ///   - rowBytes: bytes from one row to the next.
  ///   - places: where the samples lie, as 24 floats. 0 ..< 8: the share of the right column in each sample. 8 ..< 16: the share
  ///     of the lower row. 16 ..< 24: the bits of an `Int32`, the distance in bytes from the first texel to the sample's upper
  ///     left texel.
  static func sample(
    _ texels: UnsafeRawPointer, rowBytes: Int, _ places: UnsafeMutablePointer<Float>
  ) -> TextureSample
}

extension TexelLayout {
  /// The upper left texel of the sample of a lane.
  @inline(__always)
  static func texel(
    _ texels: UnsafeRawPointer, _ places: UnsafeMutablePointer<Float>, _ lane: Int
  ) -> UnsafePointer<Float> {
    let offset = UnsafeRawPointer(places + (16 &+ lane)).load(as: Int32.self)
    return (texels + Int(offset)).assumingMemoryBound(to: Float.self)
  }
}

/// A layout whose four channels are interpolated together.
protocol ColorLayout: TexelLayout {
  /// Interpolates between the upper and the lower row.
  ///
  /// - Parameter share: the share of the lower row.
  /// - Returns: in the low half the four channels of the left column; in the high half the four channels of the right column, or
  ///   their differences from the left column, as the same layout's `mixedColumns` expects.
  static func mixedRows(_ texel: UnsafePointer<Float>, rowBytes: Int, share: Float) -> Float8

  /// Interpolates between columns: four channels of one sample, then four of another.
  ///
  /// - Parameters:
  ///   - a: the mixed rows of the first sample.
  ///   - b: the mixed rows of the second sample.
  ///   - share: the share of the right column in each sample, repeated for the four channels.
  static func mixedColumns(_ a: Float8, _ b: Float8, share: Float8) -> Float8
}

extension ColorLayout {
  @inline(__always)
  static func sample(
    _ texels: UnsafeRawPointer, rowBytes: Int, _ places: UnsafeMutablePointer<Float>
  ) -> TextureSample {
    // Lanes i and i + 4 are sampled together: `repeatedFourTimesInHalves` and `transposedHalves` move floats only within the halves of
    // vectors.
    let shares = Lanes.repeatedFourTimesInHalves(Lanes.load(places))
    let (red, green, blue, alpha) = Lanes.transposedHalves(
      pair(texels, rowBytes, places, 0, shares.0), pair(texels, rowBytes, places, 1, shares.1),
      pair(texels, rowBytes, places, 2, shares.2), pair(texels, rowBytes, places, 3, shares.3))
    return TextureSample(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Returns the samples of the lanes `lane` and `lane` + 4: four channels of the one, then four of the other.
  @inline(__always)
  private static func pair(
    _ texels: UnsafeRawPointer, _ rowBytes: Int, _ places: UnsafeMutablePointer<Float>, _ lane: Int,
    _ share: Float8
  ) -> Float8 {
    // The lower row's shares of the lanes `lane` and `lane` + 4 are floats 8 + `lane` and 12 + `lane`.
    mixedColumns(
      mixedRows(texel(texels, places, lane), rowBytes: rowBytes, share: places[8 &+ lane]),
      mixedRows(texel(texels, places, lane &+ 4), rowBytes: rowBytes, share: places[12 &+ lane]),
      share: share)
  }
}

/// Pixels side by side, 16 bytes each: the two pixels of a row that a sample reads are one load.
enum PixelLayout: ColorLayout {
  static var byteShift: Int32 { 4 }
  static var hasTransparentTexel: Bool { false }

  @inline(__always)
  static func mixedRows(_ texel: UnsafePointer<Float>, rowBytes: Int, share: Float) -> Float8 {
    let upper = Lanes.load(texel)
    let lower = Lanes.load((UnsafeRawPointer(texel) + rowBytes).assumingMemoryBound(to: Float.self))
    return upper + (lower - upper) * share
  }

  @inline(__always)
  static func mixedColumns(_ a: Float8, _ b: Float8, share: Float8) -> Float8 {
    let (left, right) = Lanes.lowHalvesAndHighHalves(a, b)
    return Lanes.optimizerBarrier(left + (right - left) * share)
  }
}

/// For each pixel the polynomial that interpolates between the pixel and its neighbours to the right and below
/// (`SpriteTexture.Quad`), in a cache line of its own. A sample reads one cache line instead of two to four, and needs 9
/// operations instead of 12: sprites take a sixth less time. Large levels have no quads, because these would not stay in the
/// cache.
enum QuadLayout: ColorLayout {
  static var byteShift: Int32 { 6 }
  static var hasTransparentTexel: Bool { true }

  @inline(__always)
  static func mixedRows(_ texel: UnsafePointer<Float>, rowBytes: Int, share: Float) -> Float8 {
    Lanes.load(texel) + Lanes.load(texel + 8) * share
  }

  @inline(__always)
  static func mixedColumns(_ a: Float8, _ b: Float8, share: Float8) -> Float8 {
    let (left, change) = Lanes.lowHalvesAndHighHalves(a, b)
    return Lanes.optimizerBarrier(left + change * share)
  }
}

/// The polynomials of `QuadLayout` for a texture whose four channels are equal, which is white light of some opacity: 16 bytes
/// for each pixel. Sampling a block takes 18 operations instead of the 44 of a coloured block. Sprites of radius 6 to 18 px take
/// a third less time.
enum WhiteLayout: TexelLayout {
  static var byteShift: Int32 { 4 }
  static var hasTransparentTexel: Bool { true }

  @inline(__always)
  static func sample(
    _ texels: UnsafeRawPointer, rowBytes: Int, _ places: UnsafeMutablePointer<Float>
  ) -> TextureSample {
    @inline(__always) func pair(_ lane: Int) -> Float8 {
      Lanes.optimizerBarrier(
        SIMD8(
          lowHalf: UnsafeRawPointer(texel(texels, places, lane)).loadUnaligned(
            as: SIMD4<Float>.self),
          highHalf: UnsafeRawPointer(texel(texels, places, lane &+ 4)).loadUnaligned(
            as: SIMD4<Float>.self)))
    }
    // The numbers of `SpriteTexture.Quad`; `changeOfChange` is the change downwards of `changeToRight`.
    let (pixel, changeToRight, changeDownwards, changeOfChange) = Lanes.transposedHalves(
      pair(0), pair(1), pair(2), pair(3))
    let (right, down) = (Lanes.load(places), Lanes.load(places + 8))
    let light = (pixel + changeDownwards * down) + (changeToRight + changeOfChange * down) * right
    return TextureSample(red: light, green: light, blue: light, alpha: light)
  }
}
