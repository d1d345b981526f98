import Lanes
import Raster

/// A run of pixels of the frame, from a column on, in all rows of a tile.
struct SeparableRun {
  /// The most pixels of a run: what is kept for it fits into a processor's first cache.
  static let maximumWidth = 64
  /// Rows of the picture that are kept, interpolated along x: a cubic reads four.
  private static let keptRows = 4
  /// Floats of a block of eight pixels in a kept row: four pairs of pixels, of each its mixture and the least and greatest of its inner two.
  private static let floatsPerBlock = 96
  /// Floats of a block's weights: four pairs, of each four weights.
  private static let weightsPerBlock = 128
  private static let maximumBlocks = maximumWidth / 8

  /// Floats of memory.
  static let floatCount =
    maximumBlocks * (8 + weightsPerBlock) + keptRows * (maximumBlocks * floatsPerBlock + 4)

  private let level: SampledPicture.Level
  private let blocks: Int
  /// Whether pixels are interpolated by cubics, not linearly.
  private let isCubic: Bool
  /// From rows of the frame to those of the picture: `y · scaleY + shiftY`.
  private let scaleY: Double
  private let shiftY: Double
  /// Offsets of the pixels left of each place, in floats from the beginning of a row.
  private let offsets: UnsafeMutablePointer<Int32>
  private let weights: UnsafeMutablePointer<Float>
  private let kept: UnsafeMutablePointer<Float>
  /// The rows of the picture that are kept, each in the place of its number modulo four.
  private var keptNumbers = SIMD4<Int>(repeating: .min)
  /// The row that was fetched last.
  private var fetchedNumber = Int.min
  /// The rows of the picture of which is known whether the run sees one pixel alone in them, likewise, and these pixels: NaN for several.
  private var uniformNumbers = SIMD4<Int>(repeating: .min)
  private let uniformPixels: UnsafeMutablePointer<SampledPicture.Pixel>
  /// The columns of the picture that the run reads.
  private let columns: ClosedRange<Int>
  /// Whether the picture lies wholly to the left or to the right of the run.
  let isMissed: Bool

  init(
    _ projection: PictureProjection, _ level: SampledPicture.Level, column: Int, blocks: Int, isCubic: Bool,
    _ memory: UnsafeMutablePointer<Float>
  ) {
    self.level = level
    self.blocks = blocks
    self.isCubic = isCubic
    let inverse = projection.inverse
    (scaleY, shiftY) = (inverse.yy, inverse.y0)
    offsets = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Int32.self)
    weights = memory + Self.maximumWidth
    kept = weights + Self.maximumBlocks * Self.weightsPerBlock
    uniformPixels = UnsafeMutableRawPointer(kept + Self.keptRows * Self.maximumBlocks * Self.floatsPerBlock)
      .assumingMemoryBound(to: SampledPicture.Pixel.self)
    var isMissed = true
    for block in 0..<blocks {
      let columns = Lanes.laneNumbers + (Float(column &+ 8 &* block) + 0.5)
      var u = columns * Float(inverse.xx) + Float(inverse.x0) - 0.5
      // As positions of a level of a reduced picture.
      if !isCubic { u = (u + 0.5) * 1 - 0.5 }
      if Lanes.any((u .> -8) .& (u .< Float(level.width &+ 8))) { isMissed = false }
      let place = SampledPicture.Edges.transparent.stored(u, level.width)
      let left = Lanes.floor(place)
      let offset = Lanes.truncateInRange(left) &<< 2
      for lane in 0..<8 { offsets[8 &* block &+ lane] = offset[lane] }
      let onto = weights + block &* Self.weightsPerBlock
      if isCubic {
        let pairs = CubicWeights(place - left).pairs
        store(pairs.0, to: onto)
        store(pairs.1, to: onto + 32)
        store(pairs.2, to: onto + 64)
        store(pairs.3, to: onto + 96)
      } else {
        let shares = Lanes.repeatedFourTimesInHalves(place - left)
        Lanes.store(shares.0, to: onto)
        Lanes.store(shares.1, to: onto + 32)
        Lanes.store(shares.2, to: onto + 64)
        Lanes.store(shares.3, to: onto + 96)
      }
    }
    self.isMissed = isMissed
    // Columns grow with the frame's or, in a mirror image, fall.
    let (start, end) = (Int(offsets[0]) / 4, Int(offsets[8 &* blocks &- 1]) / 4)
    columns = min(start, end) &- (isCubic ? 1 : 0)...max(start, end) &+ (isCubic ? 2 : 1)
    func store(_ pair: CubicWeights.Pair, to onto: UnsafeMutablePointer<Float>) {
      Lanes.store(pair.a, to: onto)
      Lanes.store(pair.b, to: onto + 8)
      Lanes.store(pair.c, to: onto + 16)
      Lanes.store(pair.d, to: onto + 24)
    }
  }

  /// Where a row of the frame lies in the picture: the row of pixels above it, and its distance from that row.
  ///
  /// - Parameter middle: the frame row's middle.
  private func placeOfRow(_ middle: Double) -> (top: Int, share: Float8) {
    var v = Float8(repeating: Float(scaleY * middle + shiftY)) - 0.5
    if !isCubic { v = (v + 0.5) * 1 - 0.5 }
    let place = SampledPicture.Edges.transparent.stored(v, level.height)
    let top = Lanes.floor(place)
    return (Int(Lanes.truncateInRange(top)[0]), place - top)
  }

  /// The only pixel of the picture that is seen in a row of the run; nil if there are several. What is interpolated from equal pixels is equal to
  /// them, to the last bit.
  mutating func onlyPixel(_ middle: Double, _ equalPixels: EqualPixels) -> SampledPicture.Pixel? {
    let top = placeOfRow(middle).top
    let pixel = uniformPixel(top, equalPixels)
    guard !pixel.x.isNaN, uniformPixel(top &+ 1, equalPixels) == pixel else { return nil }
    if !isCubic { return pixel }
    let isOnly =
      uniformPixel(top &- 1, equalPixels) == pixel && uniformPixel(top &+ 2, equalPixels) == pixel
    return isOnly ? pixel : nil
  }

  private mutating func uniformPixel(_ number: Int, _ equalPixels: EqualPixels) -> SampledPicture.Pixel {
    let place = number & (Self.keptRows &- 1)
    if uniformNumbers[place] != number {
      uniformNumbers[place] = number
      fetch(number &+ 2)
      uniformPixels[place] =
        equalPixels.pixel(
          left: columns.lowerBound, top: number, right: columns.upperBound, bottom: number, of: level)
        ?? SampledPicture.Pixel(repeating: .nan)
    }
    return uniformPixels[place]
  }

  /// Colours a row of the run.
  @inline(never)
  mutating func shadeCubic(_ middle: Double, _ onto: UnsafeMutablePointer<Float>, planeStride: Int) {
    let (top, share) = placeOfRow(middle)
    let weights = CubicWeights(share).pairs.0
    let (above, upper) = (interpolated(top &- 1), interpolated(top))
    let (lower, below) = (interpolated(top &+ 1), interpolated(top &+ 2))
    for block in 0..<blocks {
      let start = block &* Self.floatsPerBlock
      @inline(__always) func pair(_ index: Int) -> Float8 {
        let place = start &+ 24 &* index
        let upperHalf: Float8 = Lanes.load(above + place) * weights.a + Lanes.load(upper + place) * weights.b
        let lowerHalf: Float8 = Lanes.load(lower + place) * weights.c + Lanes.load(below + place) * weights.d
        let sum = upperHalf + lowerHalf
        let low = Lanes.min(Lanes.load(upper + (place &+ 8)), Lanes.load(lower + (place &+ 8)))
        let high = Lanes.max(Lanes.load(upper + (place &+ 16)), Lanes.load(lower + (place &+ 16)))
        return Lanes.min(Lanes.max(sum, low), high)
      }
      store(pair(0), pair(1), pair(2), pair(3), to: onto + 8 &* block, planeStride)
    }
  }

  /// Colours a row of the run.
  @inline(never)
  mutating func shadeLinear(_ middle: Double, _ onto: UnsafeMutablePointer<Float>, planeStride: Int) {
    let (top, share) = placeOfRow(middle)
    let (upper, lower) = (interpolated(top), interpolated(top &+ 1))
    for block in 0..<blocks {
      let start = block &* Self.floatsPerBlock
      @inline(__always) func pair(_ index: Int) -> Float8 {
        let place = start &+ 24 &* index
        // The sum of samples, of which there is one.
        return Float8() + Lanes.mix(Lanes.load(upper + place), Lanes.load(lower + place), share)
      }
      store(pair(0), pair(1), pair(2), pair(3), to: onto + 8 &* block, planeStride)
    }
  }

  @inline(__always)
  private func store(
    _ first: Float8, _ second: Float8, _ third: Float8, _ fourth: Float8, to onto: UnsafeMutablePointer<Float>,
    _ planeStride: Int
  ) {
    let planes = Lanes.transposedHalves(first, second, third, fourth)
    Lanes.store(planes.0, to: onto)
    Lanes.store(planes.1, to: onto + planeStride)
    Lanes.store(planes.2, to: onto + 2 &* planeStride)
    Lanes.store(planes.3, to: onto + 3 &* planeStride)
  }

  /// A row of the picture, interpolated along x.
  @inline(__always)
  private mutating func interpolated(_ number: Int) -> UnsafeMutablePointer<Float> {
    let place = number & (Self.keptRows &- 1)
    let row = kept + place &* (Self.maximumBlocks * Self.floatsPerBlock)
    if keptNumbers[place] != number {
      keptNumbers[place] = number
      fetch(number &+ 2)
      if isCubic {
        interpolateCubic(level.row(number), onto: row)
      } else {
        interpolateLinear(level.row(number), onto: row)
      }
    }
    return row
  }

  /// Fetches what the run reads of a row of the picture into the cache, once: rows lie too far apart for a processor to expect them.
  @inline(__always)
  private mutating func fetch(_ number: Int) {
    guard number != fetchedNumber, number < level.height else { return }
    fetchedNumber = number
    Lanes.prefetch(level.row(number) + columns.lowerBound, byteCount: 16 &* columns.count)
  }

  @inline(never)
  private func interpolateCubic(_ row: UnsafeMutablePointer<SampledPicture.Pixel>, onto: UnsafeMutablePointer<Float>) {
    let pixels = UnsafeRawPointer(row).assumingMemoryBound(to: Float.self)
    for block in 0..<blocks {
      for index in 0..<4 {
        let (first, second) = (
          pixels + Int(offsets[8 &* block &+ index]), pixels + Int(offsets[8 &* block &+ index &+ 4])
        )
        let (a, b) = (Lanes.fours(first - 4, second - 4), Lanes.fours(first, second))
        let (c, d) = (Lanes.fours(first + 4, second + 4), Lanes.fours(first + 8, second + 8))
        let weights = weights + (block &* Self.weightsPerBlock &+ 32 &* index)
        let leftHalf: Float8 = a * Lanes.load(weights) + b * Lanes.load(weights + 8)
        let rightHalf: Float8 = c * Lanes.load(weights + 16) + d * Lanes.load(weights + 24)
        let sum = leftHalf + rightHalf
        let place = onto + (block &* Self.floatsPerBlock &+ 24 &* index)
        Lanes.store(sum, to: place)
        Lanes.store(Lanes.min(b, c), to: place + 8)
        Lanes.store(Lanes.max(b, c), to: place + 16)
      }
    }
  }

  @inline(never)
  private func interpolateLinear(_ row: UnsafeMutablePointer<SampledPicture.Pixel>, onto: UnsafeMutablePointer<Float>) {
    let pixels = UnsafeRawPointer(row).assumingMemoryBound(to: Float.self)
    for block in 0..<blocks {
      for index in 0..<4 {
        let (first, second) = (
          pixels + Int(offsets[8 &* block &+ index]), pixels + Int(offsets[8 &* block &+ index &+ 4])
        )
        let (left, right) = (Lanes.fours(first, second), Lanes.fours(first + 4, second + 4))
        let share = Lanes.load(weights + (block &* Self.weightsPerBlock &+ 32 &* index))
        Lanes.store(Lanes.mix(left, right, share), to: onto + (block &* Self.floatsPerBlock &+ 24 &* index))
      }
    }
  }
}
