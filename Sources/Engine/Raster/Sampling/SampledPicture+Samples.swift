// Samples of a level at eight positions at once. Positions are counted in pixels of the level, from the centre of its first pixel.
//
// Offsets and weights are computed for all eight positions in one vector. The pixels, of four numbers each, are mixed for two positions at a
// time, i and i + 4, one in each half of a vector; finally the eight colours are transposed within the halves.

import Lanes

/// Memory for where eight samples lie, which is computed for all of them and then read one by one: the weights of the right column, those
/// of the lower row, and the distances in floats from the level's origin to the samples' upper left pixels.
@usableFromInline
package struct SamplePlaces {
  @usableFromInline let memory: UnsafeMutablePointer<Float>

  /// Number of floats of memory.
  @inlinable @inline(__always)
  package static var floatCount: Int { 24 }

  /// - Parameter memory: `floatCount` floats, aligned to 32 bytes.
  @inlinable @inline(__always)
  package init(_ memory: UnsafeMutablePointer<Float>) { self.memory = memory }

  /// Calls `body` with memory that lies on the stack.
  @inlinable @inline(__always)
  package static func withMemory(_ body: (SamplePlaces) -> Void) {
    // A local variable is certain to lie on the stack.
    var memory = (Float8(), Float8(), Float8())
    withUnsafeMutableBytes(of: &memory) {
      body(SamplePlaces($0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self)))
    }
  }

  /// Sets the pixel to the left of and above each position: its column `left` and its row `top`.
  @inlinable @inline(__always)
  package func setPixels(left: Float8, top: Float8, of level: SampledPicture.Level) {
    let stride = Int32(truncatingIfNeeded: level.stride)
    let offsets = Lanes.truncateInRange(top) &* stride &+ Lanes.truncateInRange(left)
    Lanes.store(Lanes.fromBits(offsets &<< 2), to: memory + 16)
  }

  @inlinable @inline(__always)
  package func setShares(right: Float8, lower: Float8) {
    Lanes.store(right, to: memory)
    Lanes.store(lower, to: memory + 8)
  }

  @inlinable @inline(__always)
  var rightShares: Float8 { Lanes.load(memory) }
  @inlinable @inline(__always)
  var lowerShares: Float8 { Lanes.load(memory + 8) }

  /// The distance in floats from the level's origin to the pixel to the left of and above a position.
  @inlinable @inline(__always)
  func offset(_ lane: Int) -> Int { Int(UnsafeRawPointer(memory + (16 &+ lane)).load(as: Int32.self)) }
}

extension SampledPicture {
  /// Calls `body` with the levels, and memory for sampling them.
  @inlinable @inline(__always)
  package func withLevels(_ body: (UnsafePointer<Level>, SamplePlaces) -> Void) {
    SamplePlaces.withMemory { places in
      levels.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped, places) }
    }
  }
}

extension SampledPicture.Edges {
  /// Maps positions along an axis of `count` pixels to positions at which the picture is stored and has the same values.
  @inlinable @inline(__always)
  package func stored(_ x: Float8, _ count: Int) -> Float8 {
    switch self {
    // Positions farther out are moved into the transparent border of the level.
    case .transparent: return Lanes.clamp(x, -2, Float(count &+ 1))
    case .clamped: return Lanes.clamp(x, 0, Float(count &- 1))
    case .repeated:
      let size = Float(count)
      let remainder = x - Lanes.floor(x / size) * size
      // Rounding may give a remainder below 0, or as great as the size.
      return Lanes.select((remainder .> 0) .& (remainder .< size), remainder, Float8())
    case .mirrored:
      let last = Float(count &- 1)
      // Mirrored at the outer edges of the outermost pixels, with a period of twice the size. Positions inside are not changed.
      let period = Float(2 &* count)
      let shifted = x + 0.5
      let wrapped = shifted - Lanes.floor(shifted / period) * period
      let folded = Lanes.min(wrapped, period - wrapped) - 0.5
      return Lanes.clamp(Lanes.select((x .>= 0) .& (x .<= last), x, folded), 0, last)
    }
  }
}

extension SampledPicture.Level {
  /// The four numbers of the pixel in the first column and row; those of the next pixel to the right follow.
  @inlinable @inline(__always)
  var originFloats: UnsafePointer<Float> { UnsafeRawPointer(origin).assumingMemoryBound(to: Float.self) }

  /// The pixels whose centres are nearest. At the border between two pixels the left or upper pixel is taken, as in Chromium, even if rounding
  /// has moved the position slightly.
  @inlinable @inline(__always)
  package func nearest(_ x: Float8, _ y: Float8, _ edges: SampledPicture.Edges, _ places: SamplePlaces) -> LaneColor {
    let almostHalf: Float = 0.5 - 1.0 / 1024
    let inner = edges == .repeated ? edges : .clamped
    let (column, row) = (inner.stored(x + almostHalf, width), inner.stored(y + almostHalf, height))
    places.setPixels(left: Lanes.floor(column), top: Lanes.floor(row), of: self)
    return upperLeft(places)
  }

  /// The pixels to the left of and above the places.
  @inlinable @inline(__always)
  func upperLeft(_ places: SamplePlaces) -> LaneColor {
    let pixels = originFloats
    @inline(__always) func pair(_ lane: Int) -> Float8 {
      Lanes.fours(pixels + places.offset(lane), pixels + places.offset(lane &+ 4))
    }
    return color(pair(0), pair(1), pair(2), pair(3))
  }

  /// Bilinear interpolation of the four pixels around each position.
  @inlinable @inline(__always)
  package func linear(_ x: Float8, _ y: Float8, _ edges: SampledPicture.Edges, _ places: SamplePlaces) -> LaneColor {
    setPlaces(edges.stored(x, width), edges.stored(y, height), places)
    return linear(places)
  }

  /// Sets the places of bilinear samples at positions that the level stores. Where several places are set before the first of them is
  /// sampled, the processor does not wait for each.
  @inlinable @inline(__always)
  func setPlaces(_ x: Float8, _ y: Float8, _ places: SamplePlaces) {
    let (left, top) = (Lanes.floor(x), Lanes.floor(y))
    places.setPixels(left: left, top: top, of: self)
    places.setShares(right: x - left, lower: y - top)
  }

  /// Bilinear interpolation at places that `setPlaces` has set.
  @inlinable @inline(__always)
  func linear(_ places: SamplePlaces) -> LaneColor {
    let rightShares = Lanes.repeatedFourTimesInHalves(places.rightShares)
    let lowerShares = Lanes.repeatedFourTimesInHalves(places.lowerShares)
    return color(
      linearPair(0, rightShares.0, lowerShares.0, places), linearPair(1, rightShares.1, lowerShares.1, places),
      linearPair(2, rightShares.2, lowerShares.2, places), linearPair(3, rightShares.3, lowerShares.3, places))
  }

  /// The colours at the places `lane` and `lane` + 4.
  @inlinable @inline(__always)
  func linearPair(_ lane: Int, _ rightShare: Float8, _ lowerShare: Float8, _ places: SamplePlaces) -> Float8 {
    let (first, second) = (places.offset(lane), places.offset(lane &+ 4))
    let (upper, lower) = (originFloats, originFloats + 4 &* stride)
    let (upperLeft, upperRight) = (
      Lanes.fours(upper + first, upper + second), Lanes.fours(upper + 4 + first, upper + 4 + second)
    )
    let (lowerLeft, lowerRight) = (
      Lanes.fours(lower + first, lower + second), Lanes.fours(lower + 4 + first, lower + 4 + second)
    )
    return Lanes.mix(
      Lanes.mix(upperLeft, upperRight, rightShare), Lanes.mix(lowerLeft, lowerRight, rightShare), lowerShare)
  }

  /// `linear` of a picture with four equal channels, each pixel of which holds those of its neighbours (`SampledPicture.gatherNeighbors`). Reads
  /// a quarter of the memory: white sprites take a quarter less time.
  @inline(__always)
  func linearOfNeighbors(_ places: SamplePlaces) -> LaneColor {
    let (corners, right) = (upperLeft(places), places.rightShares)
    let light = Lanes.mix(
      Lanes.mix(corners.red, corners.green, right), Lanes.mix(corners.blue, corners.alpha, right), places.lowerShares)
    return LaneColor(red: light, green: light, blue: light, alpha: light)
  }

  /// Bicubic interpolation of the sixteen pixels around each position (E. Catmull and R. Rom, "A class of local interpolating splines", 1974),
  /// clamped to the range of the inner four pixels to avoid ringing. Outside of the picture the result is transparent.
  @inlinable @inline(__always)
  package func cubic(_ x: Float8, _ y: Float8, _ places: SamplePlaces) -> LaneColor {
    let edges = SampledPicture.Edges.transparent
    let (column, row) = (edges.stored(x, width), edges.stored(y, height))
    let (left, top) = (Lanes.floor(column), Lanes.floor(row))
    places.setPixels(left: left, top: top, of: self)
    let (wx, wy) = (CubicWeights(column - left).pairs, CubicWeights(row - top).pairs)
    return color(
      cubicPair(0, wx.0, wy.0, places), cubicPair(1, wx.1, wy.1, places), cubicPair(2, wx.2, wy.2, places),
      cubicPair(3, wx.3, wy.3, places))
  }

  /// The colours at the positions `lane` and `lane` + 4, by the weights along x and y.
  @inlinable @inline(__always)
  func cubicPair(_ lane: Int, _ wx: CubicWeights.Pair, _ wy: CubicWeights.Pair, _ places: SamplePlaces) -> Float8 {
    let (first, second) = (originFloats + places.offset(lane), originFloats + places.offset(lane &+ 4))
    /// The mixture of a row's four pixels, and the inner two of them. `rowOffset` is counted from the row above the position.
    @inline(__always) func mixed(_ rowOffset: Int) -> (sum: Float8, left: Float8, right: Float8) {
      let offset = 4 &* rowOffset &* stride
      let (a, b) = (
        Lanes.fours(first + (offset &- 4), second + (offset &- 4)), Lanes.fours(first + offset, second + offset)
      )
      let (c, d) = (
        Lanes.fours(first + (offset &+ 4), second + (offset &+ 4)),
        Lanes.fours(first + (offset &+ 8), second + (offset &+ 8))
      )
      return ((a * wx.a + b * wx.b) + (c * wx.c + d * wx.d), b, c)
    }
    let (upper, lower) = (mixed(0), mixed(1))
    let sum = (mixed(-1).sum * wy.a + upper.sum * wy.b) + (lower.sum * wy.c + mixed(2).sum * wy.d)
    let low = Lanes.min(Lanes.min(upper.left, upper.right), Lanes.min(lower.left, lower.right))
    let high = Lanes.max(Lanes.max(upper.left, upper.right), Lanes.max(lower.left, lower.right))
    return Lanes.min(Lanes.max(sum, low), high)
  }

  /// The colours of eight positions from those of the pairs 0 and 4, 1 and 5, 2 and 6, 3 and 7.
  @inlinable @inline(__always)
  func color(_ first: Float8, _ second: Float8, _ third: Float8, _ fourth: Float8) -> LaneColor {
    let (red, green, blue, alpha) = Lanes.transposedHalves(first, second, third, fourth)
    return LaneColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}

/// Catmull-Rom weights of four values for positions between the second and the third value. Each pair holds the weights of the positions i and
/// i + 4.
@usableFromInline
package struct CubicWeights {
  @usableFromInline
  package struct Pair {
    @usableFromInline package let a: Float8
    @usableFromInline package let b: Float8
    @usableFromInline package let c: Float8
    @usableFromInline package let d: Float8

    @inlinable @inline(__always)
    init(_ a: Float8, _ b: Float8, _ c: Float8, _ d: Float8) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }
  }

  @usableFromInline package let pairs: (Pair, Pair, Pair, Pair)

  /// - Parameter f: distances from the second value.
  @inlinable @inline(__always)
  package init(_ f: Float8) {
    let a = Lanes.repeatedFourTimesInHalves(f * (f * (1 - f * 0.5) - 0.5))
    let b = Lanes.repeatedFourTimesInHalves(f * f * (f * 1.5 - 2.5) + 1)
    let c = Lanes.repeatedFourTimesInHalves(f * (f * (2 - f * 1.5) + 0.5))
    let d = Lanes.repeatedFourTimesInHalves(f * f * (f * 0.5 - 0.5))
    pairs = (
      Pair(a.0, b.0, c.0, d.0), Pair(a.1, b.1, c.1, d.1), Pair(a.2, b.2, c.2, d.2), Pair(a.3, b.3, c.3, d.3)
    )
  }
}
