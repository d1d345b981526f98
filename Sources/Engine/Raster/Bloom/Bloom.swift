import Lanes

/// The glow around light above a threshold. The bright part of a colour c = (r, g, b) is c·max(0, m − threshold)/m with
/// m = max(r, g, b). The bright part is blurred by several Gaussians, each of which has twice the sigma of the one before;
/// the last sigma is the radius. The weighted mean of the blurred pictures is added to the frame. Equal weights give the glow a
/// falloff like 1/r²; a `tail` below 1 makes the falloff steeper, a `tail` above 1 flatter.
///
/// The bright part is averaged over blocks of 4 × 4 pixels: level 0 of a pyramid. Each further level halves the
/// resolution and doubles sigma. Every level is blurred by a small kernel; then each level is enlarged by a
/// cubic B-spline and added to the next finer level. So the cost of a pixel does not depend on the radius (the module's
/// README has the figures). Averaging, halving and enlarging blur as well: their variances are part of a level's sigma squared.
///
/// The calls of a frame are, in this order: `gather` for every tile; `perform` for every task of every blur pass; and, for
/// every tile, `convertTile` with an `AddedBloom`, or `addGlow`. No value depends on how the frame is cut into tiles or the blur into
/// tasks. Two threads must not use the same scratch memory at the same time.
package final class Bloom: @unchecked Sendable {
  /// Side of a block in pixels. `gather` and `GlowingRows` rely on this value.
  private static let blockSide = 4
  /// Rows of a level that one task of a pass computes.
  private static let taskRows = 16

  /// Size of the frame in pixels.
  let width: Int
  private let height: Int
  /// The levels of the pyramid, the finest first. A pixel of the finest level is a block of the frame.
  let levels: [BloomLevel]
  package var levelCount: Int { levels.count }
  /// The passes between `gather` and `convertTile`, in order.
  package let blurPasses: [BlurPass]
  /// The weight of each level ÷ the weight of the next finer level; 1 for equal weights. To be set before the passes of a frame.
  package var tail: Float = 1
  /// What is added to the finest levels' weights, for a tight coloured halo (halation of film), and how many levels have it. To be set
  /// before the passes of a frame.
  package var halo: (color: SIMD3<Float>, levels: Int) = (.zero, 0)
  /// The sum of the levels' weights, without the halo.
  var weightSum: Float {
    var (sum, weight) = (Float(1), tail)
    for _ in levels.dropFirst() {
      sum += weight
      weight *= tail
    }
    return sum
  }

  /// - Parameter radiusPixels: the largest sigma in pixels. The other sigmas are a half of it, a quarter and so on, down to the
  ///   first below 8 pixels; there are at most ten sigmas in all.
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
    // Sigma in pixels of its own level. It is the same on every level, because both sigma and the side of a pixel double from
    // one level to the next. Variances are likewise in squared pixels of their own level.
    let sigma = minimumSigma / Double(Self.blockSide)
    var levels: [BloomLevel] = []
    var levelWidth = (width + Self.blockSide - 1) / Self.blockSide
    var levelHeight = (height + Self.blockSide - 1) / Self.blockSide
    // The variance by which a level is already blurred before its own blur. On level 0 it is 1/12, the variance of the mean over
    // a block.
    var sourceVariance = 1.0 / 12
    // The variance that enlarging the level up to the frame will add. Each enlargement adds 1/3, the variance of a cubic B-spline.
    var enlargingVariance = 1.0 / 3
    for _ in 0..<levelCount {
      let blurVariance = max(sigma * sigma - enlargingVariance - sourceVariance, 0)
      levels.append(BloomLevel(width: levelWidth, height: levelHeight, blurVariance: blurVariance))
      levelWidth = (levelWidth + 1) / 2
      levelHeight = (levelHeight + 1) / 2
      // Halving by the weights (1, 3, 3, 1)/8 adds a variance of ¾. The next level's pixels are twice as wide, so in its squared
      // pixels the same variance is a quarter of the number.
      sourceVariance = (sourceVariance + blurVariance + 0.75) / 4
      enlargingVariance = 1.0 / 3 + enlargingVariance / 4
    }
    self.levels = levels
    blurPasses = Self.blurPasses(levels)
  }

  /// Writes the bright part of a finished tile's light to level 0, as means over blocks.
  ///
  /// - Parameters:
  ///   - region: frame pixels of the tile to read. Each border of the region lies at a multiple of 4 or at the frame's right or
  ///     bottom edge. If the frame's edge cuts a block, the block's value is the mean of the pixels inside the frame.
  ///   - threshold: a pixel glows if its largest channel is above this value (`Bloom`).
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
    scratch.resize(to: 3 * sumStride)
    let sums = scratch.base
    var y = region.y
    while y < region.endY {
      let rows = min(4, region.endY - y)
      let first = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
      sumBright(first, tile.width, rows: rows, count: region.width, threshold, sums, sumStride)
      for plane in 0..<3 {
        let output = levels[0].sourceRow(y / 4, plane: plane) + region.x / 4
        // Correct for blocks of four columns; if the last block of a row has fewer columns, its mean is corrected below.
        let inversePixelCount = 1 / Float(4 * rows)
        var block = 0
        while block < blockCount {
          let blockSums = sums + plane * sumStride + 4 * block
          let means = sumsOfFour(blockSums) * inversePixelCount
          if blockCount - block >= 8 {
            Lanes.store(means, to: output + block)
          } else {
            for lane in 0..<blockCount - block { output[block + lane] = means[lane] }
          }
          block += 8
        }
        let lastBlockColumns = region.width % 4
        if lastBlockColumns > 0 { output[blockCount - 1] *= 4 / Float(lastBlockColumns) }
      }
      y += rows
    }
  }

  private func tint(ofLevel level: Int) -> SIMD3<Float> { level < halo.levels ? .one + halo.color : .one }

  /// One pass of the blur: a method of `BloomLevel` that is called for all rows of one level.
  package struct BlurPass: Sendable {
    /// `mirrorEnds` fills the margins left and right of the result's rows.
    fileprivate enum Step { case halve, blur, addEnlarged, mirrorEnds }

    fileprivate let step: Step
    /// Index of the level that the pass writes.
    fileprivate let level: Int
    /// Number of tasks. They may run in any order on any threads.
    package let taskCount: Int
  }

  private static func blurPasses(_ levels: [BloomLevel]) -> [BlurPass] {
    func pass(_ step: BlurPass.Step, _ level: Int) -> BlurPass {
      BlurPass(step: step, level: level, taskCount: (levels[level].height + taskRows - 1) / taskRows)
    }
    // On the way down the pyramid each level is made by halving the blurred level before it; on the way up each level is
    // added to the next finer level.
    let down = levels.indices.flatMap { $0 > 0 ? [pass(.halve, $0), pass(.blur, $0)] : [pass(.blur, $0)] }
    return down + levels.indices.dropLast().reversed().map { pass(.addEnlarged, $0) } + [pass(.mirrorEnds, 0)]
  }

  /// Runs task number `task` of a pass, 0 ..< `taskCount`. All earlier passes must be finished.
  package func perform(_ pass: BlurPass, task: Int, scratch: AlignedBuffer<Float> = AlignedBuffer(count: 0)) {
    let level = levels[pass.level]
    let rows = task * Self.taskRows..<min((task + 1) * Self.taskRows, level.height)
    switch pass.step {
    case .halve: level.halve(levels[pass.level - 1], rows: rows, memory: scratch)
    case .blur: level.blur(rows: rows, memory: scratch)
    case .addEnlarged:
      level.addEnlarged(
        levels[pass.level + 1], weight: tail, tint: tint(ofLevel: pass.level), rows: rows, memory: scratch)
    // The only level of a small glow has no other added to it, so it is tinted here.
    case .mirrorEnds: level.mirrorBlurredEnds(tint: levels.count == 1 ? tint(ofLevel: 0) : .one, rows: rows)
    }
  }
}

/// Writes, for each of `count` columns, the sum of the bright part (see `Bloom`) over some rows. Eight pixels are skipped at once if
/// none is brighter than the threshold, as is usual in most frames.
///
/// - Parameters:
///   - source: the red value of the first row's first pixel; planes are `planeStride` floats apart, rows four times that.
///   - sums: receives the sums of red; those of green and blue follow `sumStride` floats apart.
@inline(__always)
private func sumBright(
  _ source: UnsafeMutablePointer<Float>, _ planeStride: Int, rows: Int, count: Int, _ threshold: Float,
  _ sums: UnsafeMutablePointer<Float>, _ sumStride: Int
) {
  var column = 0
  while column < count {
    let remaining = count &- column
    let pixels = source + column
    let bright =
      remaining >= 8
      ? brightSums(pixels, planeStride, rows: rows, threshold) { Lanes.load($0) }
      : brightSums(pixels, planeStride, rows: rows, threshold) { loadPartial($0, remaining) }
    Lanes.store(bright.red, to: sums + column)
    Lanes.store(bright.green, to: sums + column + sumStride)
    Lanes.store(bright.blue, to: sums + column + 2 &* sumStride)
    column &+= 8
  }
}

/// Returns the sums of the bright part of eight columns over some rows; `load` reads eight values of a plane.
@inline(__always)
private func brightSums(
  _ source: UnsafeMutablePointer<Float>, _ planeStride: Int, rows: Int, _ threshold: Float,
  load: (UnsafeMutablePointer<Float>) -> Float8
) -> (red: Float8, green: Float8, blue: Float8) {
  var sums = (red: Float8(), green: Float8(), blue: Float8())
  var pixels = source
  for _ in 0..<rows {
    let (red, green, blue) = (load(pixels), load(pixels + planeStride), load(pixels + 2 &* planeStride))
    let brightest = Lanes.max(Lanes.max(red, green), blue)
    if Lanes.anyAbove(brightest, threshold) {
      // The divisor may be 0, so it is made at least 10⁻³⁰.
      let brightShare = Lanes.max(brightest - threshold, 0) / Lanes.max(brightest, 1e-30)
      sums.red += red * brightShare
      sums.green += green * brightShare
      sums.blue += blue * brightShare
    }
    // A row of a tile is four planes of `planeStride` floats.
    pixels += 4 &* planeStride
  }
  return sums
}

/// Returns the sums of eight groups of four neighbouring floats, from 32 floats.
@inline(__always)
private func sumsOfFour(_ source: UnsafeMutablePointer<Float>) -> Float8 {
  let (a, b, c, d) = (
    Lanes.load(source), Lanes.load(source + 8), Lanes.load(source + 16), Lanes.load(source + 24)
  )
  let first = Lanes.evens(a, b) + Lanes.odds(a, b)
  let second = Lanes.evens(c, d) + Lanes.odds(c, d)
  return Lanes.evens(first, second) + Lanes.odds(first, second)
}
