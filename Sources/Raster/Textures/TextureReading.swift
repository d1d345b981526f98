import Lanes

/// Samples a texture at eight places at once, in two steps: `computePlaces` is called for several blocks, then `sample` for the
/// same blocks. If each block were sampled immediately, the processor would have to wait until the block's places are computed.
protocol TextureReading {
  /// Number of floats that `computePlaces` writes.
  static var placeFloatCount: Int { get }

  /// The tap (a frame at a level) in whose texture coordinates places are passed to `computePlaces`.
  var firstTap: TextureTap { get }

  /// Writes the places of eight samples in the texture, for `sample`. Places outside of the texture are moved to its nearest edge.
  ///
  /// - Parameters:
  ///   - u: texture coordinates of the samples in columns of `firstTap`.
  ///   - v: texture coordinates of the samples in rows of `firstTap`.
  ///   - memory: receives `placeFloatCount` floats.
  func computePlaces(_ u: Float8, _ v: Float8, at memory: UnsafeMutablePointer<Float>)

  /// Whether `computePlacesInside` can omit samples, so that `sample` returns 0 for them.
  static var canOmitSamples: Bool { get }

  /// Does the work of `computePlaces` for places that lie between the centres of the texture's pixels.
  ///
  /// - Parameter omitted: lanes whose samples are omitted, and whose places may lie anywhere; ignored unless `canOmitSamples`.
  func computePlacesInside(
    _ u: Float8, _ v: Float8, omitted: SIMDMask<Int32x8>, at memory: UnsafeMutablePointer<Float>)

  /// Returns the eight samples whose places `computePlaces` wrote to `memory`.
  func sample(at memory: UnsafeMutablePointer<Float>) -> TextureSample
}

/// Reads a single tap.
struct SingleTap<Layout: TexelLayout>: TextureReading {
  let firstTap: TextureTap

  static var placeFloatCount: Int { TextureTap.placeFloatCount }

  @inline(__always)
  func computePlaces(_ u: Float8, _ v: Float8, at memory: UnsafeMutablePointer<Float>) {
    firstTap.computePlaces(Layout.self, u, v, at: memory)
  }

  static var canOmitSamples: Bool { Layout.hasTransparentTexel }

  @inline(__always)
  func computePlacesInside(
    _ u: Float8, _ v: Float8, omitted: SIMDMask<Int32x8>, at memory: UnsafeMutablePointer<Float>
  ) {
    firstTap.computePlacesInside(Layout.self, u, v, omitted: omitted, at: memory)
  }

  @inline(__always)
  func sample(at memory: UnsafeMutablePointer<Float>) -> TextureSample {
    firstTap.sample(Layout.self, at: memory)
  }
}

/// Reads two or more taps and mixes them.
struct SeveralTaps<Layout: TexelLayout>: TextureReading {
  /// Number of taps.
  let count: Int
  let taps: UnsafeMutablePointer<TextureTap>

  @inline(__always)
  init(_ taps: TextureTaps) {
    count = taps.count
    self.taps = taps.taps
  }

  static var placeFloatCount: Int { TextureTaps.maximumCount * TextureTap.placeFloatCount }

  var firstTap: TextureTap { taps[0] }

  @inline(__always)
  func computePlaces(_ u: Float8, _ v: Float8, at memory: UnsafeMutablePointer<Float>) {
    taps[0].computePlaces(Layout.self, u, v, at: memory)
    let (x, y) = (u - taps[0].centerX, v - taps[0].centerY)
    var index = 1
    while index < count {
      let tap = taps[index]
      tap.computePlaces(
        Layout.self, x * tap.relativeScaleX + tap.centerX, y * tap.relativeScaleY + tap.centerY,
        at: memory + index &* TextureTap.placeFloatCount)
      index &+= 1
    }
  }

  static var canOmitSamples: Bool { Layout.hasTransparentTexel }

  @inline(__always)
  func computePlacesInside(
    _ u: Float8, _ v: Float8, omitted: SIMDMask<Int32x8>, at memory: UnsafeMutablePointer<Float>
  ) {
    taps[0].computePlacesInside(Layout.self, u, v, omitted: omitted, at: memory)
    let (x, y) = (u - taps[0].centerX, v - taps[0].centerY)
    var index = 1
    while index < count {
      let tap = taps[index]
      tap.computePlacesInside(
        Layout.self, x * tap.relativeScaleX + tap.centerX, y * tap.relativeScaleY + tap.centerY,
        omitted: omitted,
        at: memory + index &* TextureTap.placeFloatCount)
      index &+= 1
    }
  }

  /// Returns the weighted sum of all taps' samples.
  @inline(__always)
  func sample(at memory: UnsafeMutablePointer<Float>) -> TextureSample {
    var sum = taps[0].sample(Layout.self, at: memory) * Float8(repeating: taps[0].weight)
    var index = 1
    while index < count {
      sum +=
        taps[index].sample(Layout.self, at: memory + index &* TextureTap.placeFloatCount)
        * Float8(repeating: taps[index].weight)
      index &+= 1
    }
    return sum
  }
}
