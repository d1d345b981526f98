import Lanes
import Raster

/// Samples of a smooth image at every second, fourth or eighth pixel of a tile, from which all pixels are interpolated.
///
/// Samples lie at pixels whose frame coordinates are multiples of `step`, so a pixel does not depend on how the frame is cut into tiles.
/// Along both axes, one sample lies before the tile and two lie beyond the tile. A Catmull-Rom spline through four neighbouring samples
/// interpolates along y and then along x. The spline is exact for quadratics; with samples h apart its error is at most h³·|third
/// derivative| ÷ 60.
/// Cost of a plane with a `step` of 4: along x 14 operations for every 8 pixels, along y 14 for every 32 pixels.
struct CoarseTile {
  /// Pixels from one sample to the next: 2, 4 or 8.
  let step: Int
  /// The samples, numbered on a grid from the frame's origin: sample (x, y) stands for the frame's pixel (x · step, y · step).
  let samples: Tile
  /// The tile whose pixels are interpolated.
  private let target: Tile

  /// - Parameter scratch: memory of the calling thread. The samples fill it, so nothing else may use it meanwhile.
  init(of target: Tile, step: Int, scratch: AlignedBuffer<Float>) {
    precondition(step == 2 || step == 4 || step == 8, "Samples lie at every second, fourth or eighth pixel.")
    precondition(target.x % 8 == 0, "A coarse tile's columns begin at a multiple of eight.")
    self.step = step
    self.target = target
    let (left, top) = (CoarseTile.floorDivided(target.x, step) - 1, CoarseTile.floorDivided(target.y, step) - 1)
    // One sample before the tile and two after it, rounded up to whole blocks of eight.
    let columns = (target.width / step + 3 + 7) / 8 * 8
    let rows = CoarseTile.floorDivided(target.y + target.height - 1, step) + 3 - top
    scratch.resize(to: 4 * rows * columns)
    samples = Tile(base: scratch.base, x: left, y: top, width: columns, height: rows)
  }

  /// a/b rounded down, for b > 0.
  private static func floorDivided(_ a: Int, _ b: Int) -> Int { (a >= 0 ? a : a - b + 1) / b }

  /// The frame coordinate of the pixel centre that a sample stands for. `gridIndex` is the sample's column or row on the grid that
  /// begins at the frame's origin.
  @inline(__always)
  func center(gridIndex: Int) -> Double { Double(gridIndex * step) + 0.5 }

  /// The x of the pixel centres that eight samples stand for, from column `sampleColumn` of the tile `samples` on.
  @inline(__always)
  func centers(sampleColumn: Int) -> Float8 {
    Lanes.laneNumbers * Float(step) + (Float((samples.x &+ sampleColumn) &* step) + 0.5)
  }

  /// Interpolates planes (0 ..< 4: R, G, B, A) of the tile from the same planes of the samples.
  ///
  /// - Parameter clampsLight: whether alpha is clamped to 0...1, and colours to 0 and above.
  func interpolate(planes: Range<Int>, clampsLight: Bool = false) {
    // Each pixel has four neighbours along x. For each of the row's first eight pixels: the index of the leftmost neighbour, counted from
    // the row's first sample, and the weights of the four neighbours. The following groups of eight pixels have the same weights.
    let positions = Lanes.laneNumbers * (1 / Float(step))
    let wholePositions = Lanes.floor(positions)
    let firstNeighbors = Lanes.truncateInRange(wholePositions)
    let weightsX = CoarseTile.weights(positions - wholePositions)
    for row in 0..<target.height {
      let y = target.y + row
      // The row of samples, on the grid, that lies at the pixels' row or next above.
      let gridRow = CoarseTile.floorDivided(y, step)
      let weightsY = CoarseTile.weights(Float8(repeating: Float(y - gridRow * step) / Float(step)))
      for plane in planes {
        let (source, out) = (samples.row(gridRow - 1 - samples.y, plane: plane), target.row(row, plane: plane))
        if !clampsLight {
          interpolateRow(source, out, firstNeighbors, weightsX, weightsY) { $0 }
        } else if plane == 3 {
          interpolateRow(source, out, firstNeighbors, weightsX, weightsY) { Lanes.clamp($0, 0, 1) }
        } else {
          interpolateRow(source, out, firstNeighbors, weightsX, weightsY) { Lanes.max($0, 0) }
        }
      }
    }
  }

  /// Interpolates a row of one plane. `source` is the uppermost of the four rows of samples around the row; `clamp` is applied to each
  /// result.
  ///
  /// A block here is eight neighbouring samples, interpolated along y. If a pixel's leftmost neighbour lies in the first half of a block,
  /// all four neighbours lie in this block; otherwise they lie in the vector of eight samples that straddles this block and the
  /// next block. The vectors stay in registers: a load that spans two recent stores would wait for both.
  @inline(__always)
  private func interpolateRow(
    _ source: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ firstNeighbors: Int32x8,
    _ weightsX: Weights, _ weightsY: Weights, _ clamp: (Float8) -> Float8
  ) {
    if step == 4 { return interpolateRowByFour(source, out, weightsX, weightsY, clamp) }
    // For the next eight pixels the neighbours lie 8/step samples further right. Half a block, four samples, serves 4 · step pixels: step/2
    // vectors of eight pixels.
    let (advance, vectorCount) = (Int32(truncatingIfNeeded: 8 / step), step / 2)
    let end = out + target.width
    var out = out
    var column = 0
    var block = interpolatedAlongY(source, weightsY)
    while true {
      column &+= 8
      let nextBlock = column < samples.width ? interpolatedAlongY(source + column, weightsY) : block
      let straddling = Lanes.optimizerBarrier(Float8(lowHalf: block.highHalf, highHalf: nextBlock.lowHalf))
      for half in 0..<2 {
        let values = half == 0 ? block : straddling
        var first = firstNeighbors
        for _ in 0..<vectorCount {
          let leftPair =
            Lanes.permuted(values, by: first) * weightsX.a + Lanes.permuted(values, by: first &+ 1) * weightsX.b
          let rightPair =
            Lanes.permuted(values, by: first &+ 2) * weightsX.c + Lanes.permuted(values, by: first &+ 3) * weightsX.d
          Lanes.store(clamp(leftPair + rightPair), to: out)
          out += 8
          if out == end { return }
          first &+= Int32x8(repeating: advance)
        }
      }
      block = nextBlock
    }
  }

  /// Does the work of `interpolateRow` for a step of 4. Four neighbouring pixels then have the same four neighbours; each neighbour is
  /// broadcast to the lanes of the four pixels.
  @inline(__always)
  private func interpolateRowByFour(
    _ source: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ weightsX: Weights, _ weightsY: Weights,
    _ clamp: (Float8) -> Float8
  ) {
    let end = out + target.width
    // The neighbours of pixels 0 to 3, then of pixels 4 to 7. `laterNeighbors` are the neighbours of the next eight pixels.
    let neighbors = Int32x8(0, 1, 2, 3, 1, 2, 3, 4)
    let laterNeighbors = neighbors &+ 2
    var out = out
    var column = 0
    var block = interpolatedAlongY(source, weightsY)
    while true {
      column &+= 8
      let nextBlock = column < samples.width ? interpolatedAlongY(source + column, weightsY) : block
      let straddling = Lanes.optimizerBarrier(Float8(lowHalf: block.highHalf, highHalf: nextBlock.lowHalf))
      // A block's eight samples serve 32 pixels: four vectors.
      for vector in 0..<4 {
        let values = Lanes.optimizerBarrier(
          Lanes.permuted(vector < 2 ? block : straddling, by: vector & 1 == 0 ? neighbors : laterNeighbors))
        let (low, high) = (values.lowHalf, values.highHalf)
        func broadcast(_ neighbor: Int) -> Float8 {
          Float8(lowHalf: SIMD4(repeating: low[neighbor]), highHalf: SIMD4(repeating: high[neighbor]))
        }
        let leftPair = broadcast(0) * weightsX.a + broadcast(1) * weightsX.b
        let rightPair = broadcast(2) * weightsX.c + broadcast(3) * weightsX.d
        Lanes.store(clamp(leftPair + rightPair), to: out)
        out += 8
        if out == end { return }
      }
      block = nextBlock
    }
  }

  /// Eight samples interpolated along y between four rows. `source` points to the first sample of the uppermost row.
  @inline(__always)
  private func interpolatedAlongY(_ source: UnsafeMutablePointer<Float>, _ weightsY: Weights) -> Float8 {
    let rowStride = samples.rowStride
    return Lanes.optimizerBarrier(
      (Lanes.load(source) * weightsY.a + Lanes.load(source + rowStride) * weightsY.b)
        + (Lanes.load(source + 2 &* rowStride) * weightsY.c + Lanes.load(source + 3 &* rowStride) * weightsY.d))
  }

  /// The weights of each pixel's four neighbours, from left to right or from top to bottom, for eight pixels.
  private struct Weights {
    let a, b, c, d: Float8
  }

  /// Catmull-Rom weights of four neighbours at `t`, which runs from 0 at the second neighbour to 1 at the third.
  @inline(__always)
  private static func weights(_ t: Float8) -> Weights {
    let a = ((t * -0.5 + 1) * t - 0.5) * t
    let b = (t * 1.5 - 2.5) * t * t + 1
    let c = ((t * -1.5 + 2) * t + 0.5) * t
    let d = (t * 0.5 - 0.5) * t * t
    return Weights(a: a, b: b, c: c, d: d)
  }
}
