import Lanes
import Raster

// Projections that only scale and move a picture, as of layers that face a camera which pushes, pulls or drifts.
//
// All pixels of a column of the frame then lie in one column of the picture, and all of a row in one row, so that a picture's row is interpolated
// along x once, for all rows of the frame that it is seen in: a bicubic pixel takes four products and sums along each axis, not
// sixteen. The operations and their order are those of `SampledPicture.Level.cubic` and `linear`, and so are all bits.
//
// Cost at 1920 × 1080: about a third of that of `shade`.

extension PictureProjection {
  /// Colours rows of a tile, if the projection only scales and moves the picture, and no more is read of it than the pixels around a place.
  ///
  /// - Parameters:
  ///   - rows: rows of the tile.
  ///   - scratch: memory of the calling thread.
  /// - Returns: whether the rows were coloured.
  func shadeSeparably(_ tile: Tile, rows: Range<Int>, scratch: AlignedBuffer<Float>) -> Bool {
    guard let isCubic = separableInterpolation else { return false }
    scratch.resize(to: SeparableRun.floatCount)
    let (level, equalPixels) = (picture.levels[0], picture.equalPixels)
    var first = 0
    while first < tile.width {
      let count = min(SeparableRun.maximumWidth, tile.width &- first)
      var run = SeparableRun(self, level, column: tile.x &+ first, blocks: count &>> 3, isCubic: isCubic, scratch.base)
      for row in rows {
        let onto = tile.row(row, plane: 0) + first
        let middle = Double(tile.y &+ row) + 0.5
        if run.isMissed {
          fill(onto, SampledPicture.Pixel(), count: count, planeStride: tile.width)
        } else if let equalPixels, let pixel = run.onlyPixel(middle, equalPixels) {
          fill(onto, pixel, count: count, planeStride: tile.width)
        } else if isCubic {
          run.shadeCubic(middle, onto, planeStride: tile.width)
        } else {
          run.shadeLinear(middle, onto, planeStride: tile.width)
        }
      }
      first &+= count
    }
    return true
  }

  private func fill(_ onto: UnsafeMutablePointer<Float>, _ pixel: SampledPicture.Pixel, count: Int, planeStride: Int) {
    for plane in 0..<4 { (onto + plane &* planeStride).update(repeating: pixel[plane], count: count) }
  }
}

/// A run of pixels of the frame, from a column on, in all rows of a tile.
private struct SeparableRun {
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
  private let isReduced: Bool
  /// From rows of the frame to those of the picture: `y · scaleY + shiftY`.
  private let scaleY: Double
  private let shiftY: Double
  /// Offsets of the pixels left of each place, in floats from the beginning of a row.
  private let offsets: UnsafeMutablePointer<Int32>
  private let weights: UnsafeMutablePointer<Float>
  private let kept: UnsafeMutablePointer<Float>
  /// The rows of the picture that are kept, each in the place of its number modulo four.
  private var keptNumbers = SIMD4<Int>(repeating: .min)
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
    isReduced = !isCubic
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
      // As positions of a reduced picture's first level.
      if isReduced { u = (u + 0.5) * 1 - 0.5 }
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
    if isReduced { v = (v + 0.5) * 1 - 0.5 }
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
    if isReduced { return pixel }
    let isOnly =
      uniformPixel(top &- 1, equalPixels) == pixel && uniformPixel(top &+ 2, equalPixels) == pixel
    return isOnly ? pixel : nil
  }

  private mutating func uniformPixel(_ number: Int, _ equalPixels: EqualPixels) -> SampledPicture.Pixel {
    let place = number & (Self.keptRows &- 1)
    if uniformNumbers[place] != number {
      uniformNumbers[place] = number
      prefetch(number &+ 2)
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
    let (above, upper) = (keptCubic(top &- 1), keptCubic(top))
    let (lower, below) = (keptCubic(top &+ 1), keptCubic(top &+ 2))
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
    let (upper, lower) = (keptLinear(top), keptLinear(top &+ 1))
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

  /// Fetches what the run reads of a row of the picture into the cache: rows lie too far apart for a processor to expect them.
  @inline(__always)
  private func prefetch(_ number: Int) {
    guard number < level.height else { return }
    Lanes.prefetch(level.row(number) + columns.lowerBound, byteCount: 16 &* columns.count)
  }

  /// A row of the picture, interpolated along x by cubics.
  @inline(__always)
  private mutating func keptCubic(_ number: Int) -> UnsafeMutablePointer<Float> {
    let row = kept + (number & (Self.keptRows &- 1)) &* (Self.maximumBlocks * Self.floatsPerBlock)
    if keptNumbers[number & (Self.keptRows &- 1)] != number {
      keptNumbers[number & (Self.keptRows &- 1)] = number
      prefetch(number &+ 2)
      interpolateCubic(level.row(number), onto: row)
    }
    return row
  }

  /// A row of the picture, interpolated along x linearly.
  @inline(__always)
  private mutating func keptLinear(_ number: Int) -> UnsafeMutablePointer<Float> {
    let row = kept + (number & (Self.keptRows &- 1)) &* (Self.maximumBlocks * Self.floatsPerBlock)
    if keptNumbers[number & (Self.keptRows &- 1)] != number {
      keptNumbers[number & (Self.keptRows &- 1)] = number
      prefetch(number &+ 2)
      interpolateLinear(level.row(number), onto: row)
    }
    return row
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
