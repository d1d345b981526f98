// Samples of a level at eight positions at once. Positions are counted in pixels of the level, from the centre of its first
// pixel.
//
// Offsets and weights are computed for all eight positions in one vector. The pixels, of four numbers each, are mixed for two positions at a
// time, i and i + 4, one in each half of a vector; finally the eight colours are transposed within the halves.

import Lanes

/// Scratch memory for the pixel offsets and weights of eight sampled positions, which are read one by one.
struct SamplingScratch {
  private let memory: UnsafeMutablePointer<Float>

  /// - Parameter memory: 24 Floats, aligned to 32 bytes.
  init(_ memory: UnsafeMutablePointer<Float>) { self.memory = memory }

  /// Sets the pixel to the left of and above each position: its column `left` and its row `top`.
  @inline(__always)
  func setPixels(left: Float8, top: Float8, of level: MipmappedPicture.Level) {
    let stride = Int32(truncatingIfNeeded: level.stride)
    let offsets = Lanes.truncateInRange(top) &* stride &+ Lanes.truncateInRange(left)
    Lanes.store(Lanes.fromBits(offsets), to: memory)
  }

  /// Sets the shares of the pixel to the right and of the pixel to the left.
  @inline(__always)
  func setShares(right: Float8, left: Float8) {
    Lanes.store(right, to: memory + 8)
    Lanes.store(left, to: memory + 16)
  }

  /// A pointer to the four numbers of the pixel to the left of and above a position; those of the next pixel to the right follow.
  @inline(__always)
  func pixel(_ lane: Int, of level: MipmappedPicture.Level) -> UnsafeMutablePointer<Float> {
    let offset = UnsafeRawPointer(memory + lane).load(as: Int32.self)
    return UnsafeMutableRawPointer(level.origin + Int(offset)).assumingMemoryBound(to: Float.self)
  }

  @inline(__always) func rightShare(_ lane: Int) -> Float { memory[8 &+ lane] }
  @inline(__always) func leftShare(_ lane: Int) -> Float { memory[16 &+ lane] }
}

extension MipmappedPicture {
  /// Calls `body` with the levels, and scratch memory for sampling them.
  @inline(__always)
  func withSamplingScratch(_ body: (UnsafePointer<Level>, SamplingScratch) -> Void) {
    // A local variable is certain to lie on the stack.
    var memory = (Float8(), Float8(), Float8())
    withUnsafeMutableBytes(of: &memory) { memory in
      let floats = memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self)
      levels.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped, SamplingScratch(floats)) }
    }
  }
}

extension MipmappedPicture.Level {
  /// The pixels whose centres are nearest. At the border between two pixels the left or upper pixel is taken, as in Chromium, even if rounding
  /// has moved the position slightly.
  @inline(__always)
  func nearest(_ x: Float8, _ y: Float8, _ edges: MipmappedPicture.Edges, _ sampling: SamplingScratch) -> LaneColor {
    let almostHalf: Float = 0.5 - 1.0 / 1024
    let (column, row) =
      edges == .repeated
      ? (repeated(x + almostHalf, width), repeated(y + almostHalf, height))
      : (Lanes.clamp(x + almostHalf, 0, Float(width &- 1)), Lanes.clamp(y + almostHalf, 0, Float(height &- 1)))
    sampling.setPixels(left: Lanes.floor(column), top: Lanes.floor(row), of: self)
    @inline(__always) func pair(_ lane: Int) -> Float8 {
      Lanes.lowHalvesAndHighHalves(
        Lanes.load(sampling.pixel(lane, of: self)), Lanes.load(sampling.pixel(lane &+ 4, of: self))
      ).low
    }
    return color(pair(0), pair(1), pair(2), pair(3))
  }

  /// Bilinear interpolation of the four pixels around each position.
  @inline(__always)
  func linear(_ x: Float8, _ y: Float8, _ edges: MipmappedPicture.Edges, _ sampling: SamplingScratch) -> LaneColor {
    let column: Float8
    let row: Float8
    switch edges {
    case .clamped:
      (column, row) = (Lanes.clamp(x, 0, Float(width &- 1)), Lanes.clamp(y, 0, Float(height &- 1)))
    case .transparent:
      // Positions farther out are moved into the transparent border of the level.
      (column, row) = (Lanes.clamp(x, -2, Float(width &+ 1)), Lanes.clamp(y, -2, Float(height &+ 1)))
    case .repeated: (column, row) = (repeated(x, width), repeated(y, height))
    }
    let (left, top) = (Lanes.floor(column), Lanes.floor(row))
    let (fx, fy) = (column - left, row - top)
    sampling.setPixels(left: left, top: top, of: self)
    sampling.setShares(right: fx, left: 1 - fx)
    let (upperShare, lowerShare) = (Lanes.repeatedFourTimesInHalves(1 - fy), Lanes.repeatedFourTimesInHalves(fy))
    /// The mixture of the left and the right pixel, above the position in the low half and below it in the high half.
    @inline(__always) func mixed(_ lane: Int) -> Float8 {
      let pixel = sampling.pixel(lane, of: self)
      let (left, right) = Lanes.lowHalvesAndHighHalves(Lanes.load(pixel), Lanes.load(pixel + 4 &* stride))
      return left * sampling.leftShare(lane) + right * sampling.rightShare(lane)
    }
    @inline(__always) func pair(_ lane: Int, _ upperShare: Float8, _ lowerShare: Float8) -> Float8 {
      let (upper, lower) = Lanes.lowHalvesAndHighHalves(mixed(lane), mixed(lane &+ 4))
      return upper * upperShare + lower * lowerShare
    }
    return color(
      pair(0, upperShare.0, lowerShare.0), pair(1, upperShare.1, lowerShare.1), pair(2, upperShare.2, lowerShare.2),
      pair(3, upperShare.3, lowerShare.3))
  }

  /// Bicubic interpolation of the sixteen pixels around each position (E. Catmull and R. Rom, "A class of local interpolating splines", 1974),
  /// clamped to the range of the inner four pixels to avoid ringing. Outside of the picture the result is transparent.
  @inline(__always)
  func cubic(_ x: Float8, _ y: Float8, _ sampling: SamplingScratch) -> LaneColor {
    // Positions farther out are moved into the transparent border of the level.
    let (column, row) = (Lanes.clamp(x, -2, Float(width &+ 1)), Lanes.clamp(y, -2, Float(height &+ 1)))
    let (left, top) = (Lanes.floor(column), Lanes.floor(row))
    sampling.setPixels(left: left, top: top, of: self)
    let (wx, wy) = (CubicWeights(column - left).pairs, CubicWeights(row - top).pairs)
    return color(
      cubicPair(0, wx.0, wy.0, sampling), cubicPair(1, wx.1, wy.1, sampling), cubicPair(2, wx.2, wy.2, sampling),
      cubicPair(3, wx.3, wy.3, sampling))
  }

  /// The colours at the positions `lane` and `lane` + 4, by the weights along x and y.
  @inline(__always)
  private func cubicPair(
    _ lane: Int, _ wx: CubicWeights.Pair, _ wy: CubicWeights.Pair, _ sampling: SamplingScratch
  ) -> Float8 {
    let (first, second) = (sampling.pixel(lane, of: self), sampling.pixel(lane &+ 4, of: self))
    /// The mixture of a row's four pixels, and the inner two of them. `rowOffset` is counted from the row above the position.
    @inline(__always) func mixed(_ rowOffset: Int) -> (sum: Float8, left: Float8, right: Float8) {
      let offset = 4 &* rowOffset &* stride
      let (a, b) = Lanes.lowHalvesAndHighHalves(Lanes.load(first + (offset &- 4)), Lanes.load(second + (offset &- 4)))
      let (c, d) = Lanes.lowHalvesAndHighHalves(Lanes.load(first + (offset &+ 4)), Lanes.load(second + (offset &+ 4)))
      return ((a * wx.a + b * wx.b) + (c * wx.c + d * wx.d), b, c)
    }
    let (upper, lower) = (mixed(0), mixed(1))
    let sum = (mixed(-1).sum * wy.a + upper.sum * wy.b) + (lower.sum * wy.c + mixed(2).sum * wy.d)
    let low = Lanes.min(Lanes.min(upper.left, upper.right), Lanes.min(lower.left, lower.right))
    let high = Lanes.max(Lanes.max(upper.left, upper.right), Lanes.max(lower.left, lower.right))
    return Lanes.min(Lanes.max(sum, low), high)
  }

  /// The colours of eight positions from those of the pairs 0 and 4, 1 and 5, 2 and 6, 3 and 7.
  @inline(__always)
  private func color(_ first: Float8, _ second: Float8, _ third: Float8, _ fourth: Float8) -> LaneColor {
    let (red, green, blue, alpha) = Lanes.transposedHalves(first, second, third, fourth)
    return LaneColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Positions in a repeated picture, moved into its first copy: modulo `count`.
  @inline(__always)
  private func repeated(_ x: Float8, _ count: Int) -> Float8 {
    let size = Float(count)
    let remainder = x - Lanes.floor(x / size) * size
    // Rounding may give a remainder below 0, or as great as the size.
    return Lanes.select((remainder .> 0) .& (remainder .< size), remainder, Float8())
  }
}

/// Catmull-Rom weights of four values for positions between the second and the third value. Each pair holds the weights of the positions i and
/// i + 4.
private struct CubicWeights {
  struct Pair {
    let a: Float8
    let b: Float8
    let c: Float8
    let d: Float8
  }

  let pairs: (Pair, Pair, Pair, Pair)

  /// - Parameter f: distances from the second value.
  @inline(__always)
  init(_ f: Float8) {
    let a = Lanes.repeatedFourTimesInHalves(f * (f * (1 - f * 0.5) - 0.5))
    let b = Lanes.repeatedFourTimesInHalves(f * f * (f * 1.5 - 2.5) + 1)
    let c = Lanes.repeatedFourTimesInHalves(f * (f * (2 - f * 1.5) + 0.5))
    let d = Lanes.repeatedFourTimesInHalves(f * f * (f * 0.5 - 0.5))
    pairs = (
      Pair(a: a.0, b: b.0, c: c.0, d: d.0), Pair(a: a.1, b: b.1, c: c.1, d: d.1), Pair(a: a.2, b: b.2, c: c.2, d: d.2),
      Pair(a: a.3, b: b.3, c: c.3, d: d.3)
    )
  }
}
