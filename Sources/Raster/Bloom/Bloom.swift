import Lanes

/// The glow around light above a threshold. The bright part of a colour c = (r, g, b) is c·max(0, m − threshold)/m with
/// m = max(r, g, b); it is blurred by Gaussians of equal weight, whose sigmas double from one to the next up to the
/// radius, and their mean is added to the frame. Equal weights make a tail like 1/r²; `tail` makes it steeper or flatter.
///
/// The bright part is stored as its mean over blocks of 4 × 4 pixels: level 0 of a pyramid. Each further level halves the
/// resolution and stands for one doubling of sigma. Every level is blurred by a small kernel; then each is enlarged by a
/// cubic B-spline and added to the next finer level. So the cost of a pixel does not depend on the radius (the module's
/// README has the figures). Averaging, halving and enlarging blur as well: their variances count towards a level's sigma.
///
/// A frame takes these calls in order: `gather` for every tile; `perform` for every task of every blur pass; and for every
/// tile `convertTile` with a `Glow`, or `addGlow`. No value depends on how the frame is cut into tiles or the blur into
/// tasks. Scratch memory belongs to one thread at a time.
package final class Bloom: @unchecked Sendable {
  /// Side of a block in pixels. `gather` and `GlowingRow` are written for this side.
  private static let blockSide = 4
  /// Rows of a level that one task of a pass computes.
  private static let taskRows = 16

  /// Size of the frame in pixels.
  let width: Int
  private let height: Int
  /// The levels of the pyramid, the finest first: its pixels are blocks.
  let levels: [BloomLevel]
  /// The passes between `gather` and `convertTile`, in order.
  package let blurPasses: [BlurPass]
  /// The light of each level relative to that of the next finer one: 1 for equal weights. Set before the passes of a frame.
  package var tail: Float = 1
  /// The sum of the levels' weights.
  var weightSum: Float {
    var (sum, weight) = (Float(1), tail)
    for _ in levels.dropFirst() {
      sum += weight
      weight *= tail
    }
    return sum
  }
  /// For each of the four pixels across (or down) a block, the weights of the four nearest blocks. The pixels' centres lie at
  /// −⅜, −⅛, ⅛ and ⅜ of a block from the block's centre: the first two 0.625 and 0.875 of the way from the centre of the
  /// block before to that of this block, the others 0.125 and 0.375 of the way from this centre to the next.
  let pixelWeights = (CubicBSpline(0.625), CubicBSpline(0.875), CubicBSpline(0.125), CubicBSpline(0.375))

  /// - Parameter radiusPixels: the largest sigma in pixels. The other sigmas are a half of it, a quarter … down to the first
  ///   below 8 pixels; there are at most ten in all.
  package init(width: Int, height: Int, radiusPixels: Float) {
    precondition(width > 0 && height > 0 && radiusPixels > 0, "Bloom needs a frame and a radius.")
    self.width = width
    self.height = height
    var minimumSigma = Double(radiusPixels)
    var levelCount = 1
    while minimumSigma >= 8 && levelCount < 10 {
      minimumSigma /= 2
      levelCount += 1
    }
    // Variances are in squared pixels of their own level. So measured, sigma is the same on every level; the first level's
    // pixels are blocks.
    let sigma = minimumSigma / Double(Self.blockSide)
    var levels: [BloomLevel] = []
    var levelWidth = (width + Self.blockSide - 1) / Self.blockSide
    var levelHeight = (height + Self.blockSide - 1) / Self.blockSide
    // The variance of the blur that a level's source has already: at first that of the mean over a block, 1/12.
    var sourceVariance = 1.0 / 12
    // The variance that enlarging the level up to the frame will add: 1/3, that of a cubic B-spline, for each enlarging.
    var enlargingVariance = 1.0 / 3
    for _ in 0..<levelCount {
      let blurVariance = max(sigma * sigma - enlargingVariance - sourceVariance, 0)
      levels.append(BloomLevel(width: levelWidth, height: levelHeight, blurVariance: blurVariance))
      levelWidth = (levelWidth + 1) / 2
      levelHeight = (levelHeight + 1) / 2
      // Halving by the weights (1, 3, 3, 1)/8 adds a variance of ¾. In squared pixels of the next level, which are twice as
      // wide, all three variances are a quarter.
      sourceVariance = (sourceVariance + blurVariance + 0.75) / 4
      enlargingVariance = 1.0 / 3 + enlargingVariance / 4
    }
    self.levels = levels
    blurPasses = Self.blurPasses(levels)
  }

  /// Writes the light above `threshold` of a finished tile to level 0, as means over blocks.
  ///
  /// - Parameters:
  ///   - region: frame pixels, from multiples of 4 to multiples of 4 or to the frame's edge, where a block is the mean of
  ///     the pixels that exist.
  ///   - threshold: the largest channel's value above which light glows (`Bloom`).
  package func gather(
    from tile: Tile, region: PixelRect, threshold: Float, scratch: AlignedBuffer<Float> = AlignedBuffer(count: 0)
  ) {
    if region.width <= 0 || region.height <= 0 { return }
    precondition(
      region.x % 4 == 0 && region.y % 4 == 0 && (region.endX % 4 == 0 || region.endX == width)
        && (region.endY % 4 == 0 || region.endY == height), "Bloom takes whole blocks of four pixels.")
    let blockCount = (region.width + 3) / 4
    // Three planes of sums over the rows of a block, each padded so that eight blocks, 32 floats, can be read at once.
    let sumStride = (region.width + 31) / 32 * 32
    scratch.reserve(3 * sumStride)
    let sums = scratch.base
    var y = region.y
    while y < region.endY {
      let rows = min(4, region.endY - y)
      let first = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
      sumBright(first, tile.width, rows: rows, count: region.width, threshold, sums, sumStride)
      for plane in 0..<3 {
        let output = levels[0].sourceRow(y / 4, plane: plane) + region.x / 4
        // For blocks of four columns; the last block of a row is corrected below if it has fewer.
        let inversePixelCount = 1 / Float(4 * rows)
        var block = 0
        while block < blockCount {
          let from = sums + plane * sumStride + 4 * block
          let means = sumsOfFour(from) * inversePixelCount
          if blockCount - block >= 8 {
            Lanes.store(means, to: output + block)
          } else {
            for lane in 0..<blockCount - block { output[block + lane] = means[lane] }
          }
          block += 8
        }
        let remainder = region.width % 4
        if remainder > 0 { output[blockCount - 1] *= 4 / Float(remainder) }
      }
      y += rows
    }
  }

  /// One of the passes that blur the gathered light: one method of `BloomLevel`, applied to one level.
  package struct BlurPass: Sendable {
    fileprivate enum Step { case halve, blur, addEnlarged, mirrorEnds }

    fileprivate let step: Step
    /// Index of the level that is written.
    fileprivate let level: Int
    /// Number of tasks, which may be done in any order on any threads.
    package let taskCount: Int
  }

  private static func blurPasses(_ levels: [BloomLevel]) -> [BlurPass] {
    // Down the pyramid each level is made from the blurred one before; on the way up each is added to the next finer one.
    func pass(_ step: BlurPass.Step, _ level: Int) -> BlurPass {
      BlurPass(step: step, level: level, taskCount: (levels[level].height + taskRows - 1) / taskRows)
    }
    let down = levels.indices.flatMap { $0 > 0 ? [pass(.halve, $0), pass(.blur, $0)] : [pass(.blur, $0)] }
    return down + levels.indices.dropLast().reversed().map { pass(.addEnlarged, $0) } + [pass(.mirrorEnds, 0)]
  }

  /// Does task `task` of a pass, 0 ..< `taskCount`; all passes before it must be done.
  package func perform(_ pass: BlurPass, task: Int, scratch: AlignedBuffer<Float> = AlignedBuffer(count: 0)) {
    let level = levels[pass.level]
    let rows = task * Self.taskRows..<min((task + 1) * Self.taskRows, level.height)
    switch pass.step {
    case .halve: level.halve(levels[pass.level - 1], rows: rows, memory: scratch)
    case .blur: level.blur(rows: rows, memory: scratch)
    case .addEnlarged: level.addEnlarged(levels[pass.level + 1], weight: tail, rows: rows, memory: scratch)
    case .mirrorEnds: level.mirrorBlurredEnds(rows: rows)
    }
  }
}

/// Writes the sums, over some rows, of the light above the threshold of each of `count` columns. In most frames few pixels are so
/// bright, so blocks of eight in which none is are skipped.
///
/// - Parameters:
///   - source: the first row's first pixel's red; the planes lie `planeStride` floats apart, and rows four times as far.
///   - sums: the first column's sum of red; the planes lie `sumStride` floats apart.
@inline(__always)
private func sumBright(
  _ source: UnsafeMutablePointer<Float>, _ planeStride: Int, rows: Int, count: Int, _ threshold: Float,
  _ sums: UnsafeMutablePointer<Float>, _ sumStride: Int
) {
  var column = 0
  while column < count {
    let remaining = count &- column
    var (redSum, greenSum, blueSum) = (Float8(), Float8(), Float8())
    var from = source + column
    for _ in 0..<rows {
      let red = remaining >= 8 ? Lanes.load(from) : loadPartial(from, remaining)
      let green = remaining >= 8 ? Lanes.load(from + planeStride) : loadPartial(from + planeStride, remaining)
      let blue = remaining >= 8 ? Lanes.load(from + 2 &* planeStride) : loadPartial(from + 2 &* planeStride, remaining)
      let brightest = Lanes.max(Lanes.max(red, green), blue)
      if Lanes.anyAbove(brightest, threshold) {
        // Below 10⁻³⁰ the divisor is replaced: it may be 0.
        let brightShare = Lanes.max(brightest - threshold, 0) / Lanes.max(brightest, 1e-30)
        redSum += red * brightShare
        greenSum += green * brightShare
        blueSum += blue * brightShare
      }
      from += 4 &* planeStride
    }
    Lanes.store(redSum, to: sums + column)
    Lanes.store(greenSum, to: sums + column + sumStride)
    Lanes.store(blueSum, to: sums + column + 2 &* sumStride)
    column &+= 8
  }
}

/// The sums of eight groups of four neighbouring floats.
@inline(__always)
private func sumsOfFour(_ source: UnsafeMutablePointer<Float>) -> Float8 {
  let (a, b, c, d) = (
    Lanes.load(source), Lanes.load(source + 8), Lanes.load(source + 16), Lanes.load(source + 24)
  )
  let first = Lanes.evens(a, b) + Lanes.odds(a, b)
  let second = Lanes.evens(c, d) + Lanes.odds(c, d)
  return Lanes.evens(first, second) + Lanes.odds(first, second)
}
