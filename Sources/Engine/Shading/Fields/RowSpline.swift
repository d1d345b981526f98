import Lanes

/// Interpolates the pixels of a row from samples at every second, fourth or eighth pixel, by a Catmull-Rom spline (E. Catmull and R. Rom,
/// "A Class of Local Interpolating Splines", 1974).
///
/// The first pixel of a row lies at its second sample, or at a fraction of a pixel from it. The spline is exact for quadratics; with samples
/// h apart its error is at most 3/64 · h³ · |third derivative| along a row, and 5/4 of that along a column before it.
/// Cost with a step of 4: along x 14 operations for every 8 pixels, along y 14 for every 32 pixels.
struct RowSpline {
  private let step: Int
  /// For each of the row's first eight pixels: the index of the leftmost of its four neighbours, counted from the row's first sample, and the
  /// weights of the four neighbours. The following groups of eight pixels have the same weights.
  private let firstNeighbors: Int32x8
  private let weights: CatmullRomWeights

  /// - Parameters:
  ///   - step: pixels from one sample to the next: 2, 4 or 8.
  ///   - phase: how far right of its sample the first pixel lies, in pixels, −1 to 1.
  @inline(__always)
  init(step: Int, phase: Float = 0) {
    self.step = step
    let positions = Lanes.laneNumbers * (1 / Float(step))
    let wholePositions = Lanes.floor(positions)
    firstNeighbors = Lanes.truncateInRange(wholePositions)
    weights = CatmullRomWeights(positions - wholePositions + phase / Float(step))
  }

  /// Interpolates `count` pixels, a multiple of eight, and applies `clamp` to each result.
  ///
  /// A block here is eight neighbouring samples, interpolated along y. If a pixel's leftmost neighbour lies in the first half of a block,
  /// all four neighbours lie in this block; otherwise they lie in the vector of eight samples that straddles this block and the
  /// next block. The vectors stay in registers: a load that spans two recent stores would wait for both.
  @inline(__always)
  func interpolate(
    _ source: SampleRows, to start: UnsafeMutablePointer<Float>, count: Int, _ clamp: (Float8) -> Float8
  ) {
    if step == 4 { return interpolateByFour(source, to: start, count: count, clamp) }
    // For the next eight pixels the neighbours lie 8/step samples further right. Half a block, four samples, serves 4 · step pixels: step/2
    // vectors of eight pixels.
    let (advance, vectorCount) = (Int32(truncatingIfNeeded: 8 / step), step / 2)
    let end = start + count
    var out = start
    var column = 0
    var block = source.block(0)
    while true {
      column &+= 8
      let nextBlock = column < source.count ? source.block(column) : block
      let straddling = Lanes.optimizerBarrier(Float8(lowHalf: block.highHalf, highHalf: nextBlock.lowHalf))
      for half in 0..<2 {
        let values = half == 0 ? block : straddling
        var first = firstNeighbors
        for _ in 0..<vectorCount {
          let leftPair =
            Lanes.permuted(values, by: first) * weights.a + Lanes.permuted(values, by: first &+ 1) * weights.b
          let rightPair =
            Lanes.permuted(values, by: first &+ 2) * weights.c + Lanes.permuted(values, by: first &+ 3) * weights.d
          Lanes.store(clamp(leftPair + rightPair), to: out)
          out += 8
          if out == end { return }
          first &+= Int32x8(repeating: advance)
        }
      }
      block = nextBlock
    }
  }

  /// Does the work of `interpolate` for a step of 4. Four neighbouring pixels then have the same four neighbours; each neighbour is
  /// broadcast to the lanes of the four pixels.
  @inline(__always)
  private func interpolateByFour(
    _ source: SampleRows, to start: UnsafeMutablePointer<Float>, count: Int, _ clamp: (Float8) -> Float8
  ) {
    let end = start + count
    // The neighbours of pixels 0 to 3, then of pixels 4 to 7. `laterNeighbors` are the neighbours of the next eight pixels.
    let neighbors = Int32x8(0, 1, 2, 3, 1, 2, 3, 4)
    let laterNeighbors = neighbors &+ 2
    var out = start
    var column = 0
    var block = source.block(0)
    while true {
      column &+= 8
      let nextBlock = column < source.count ? source.block(column) : block
      let straddling = Lanes.optimizerBarrier(Float8(lowHalf: block.highHalf, highHalf: nextBlock.lowHalf))
      // A block's eight samples serve 32 pixels: four vectors.
      for vector in 0..<4 {
        let values = Lanes.optimizerBarrier(
          Lanes.permuted(vector < 2 ? block : straddling, by: vector & 1 == 0 ? neighbors : laterNeighbors))
        let (low, high) = (values.lowHalf, values.highHalf)
        func broadcast(_ neighbor: Int) -> Float8 {
          Float8(lowHalf: SIMD4(repeating: low[neighbor]), highHalf: SIMD4(repeating: high[neighbor]))
        }
        let leftPair = broadcast(0) * weights.a + broadcast(1) * weights.b
        let rightPair = broadcast(2) * weights.c + broadcast(3) * weights.d
        Lanes.store(clamp(leftPair + rightPair), to: out)
        out += 8
        if out == end { return }
      }
      block = nextBlock
    }
  }
}

/// Four rows of samples, one below the other, between the second and third of which a row of pixels lies.
struct SampleRows {
  private let a, b, c, d: UnsafePointer<Float>
  /// Samples in a row, a multiple of eight.
  let count: Int
  /// The weights of the rows.
  private let weights: CatmullRomWeights

  @inline(__always)
  init(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>, _ d: UnsafePointer<Float>,
    count: Int, _ weights: CatmullRomWeights
  ) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    (self.count, self.weights) = (count, weights)
  }

  /// Eight samples from a column on, interpolated along y.
  @inline(__always)
  fileprivate func block(_ column: Int) -> Float8 {
    Lanes.optimizerBarrier(
      (Lanes.load(a + column) * weights.a + Lanes.load(b + column) * weights.b)
        + (Lanes.load(c + column) * weights.c + Lanes.load(d + column) * weights.d))
  }
}

/// The weights of each pixel's four neighbours, from left to right or from top to bottom, for eight pixels.
struct CatmullRomWeights {
  let a, b, c, d: Float8

  /// - Parameter t: where a pixel lies: 0 at the second neighbour, 1 at the third.
  @inline(__always)
  init(_ t: Float8) {
    a = ((t * -0.5 + 1) * t - 0.5) * t
    b = (t * 1.5 - 2.5) * t * t + 1
    c = ((t * -1.5 + 2) * t + 0.5) * t
    d = (t * 0.5 - 0.5) * t * t
  }
}
