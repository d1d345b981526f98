import Lanes

/// The glow around light above a threshold: b = c·max(0, m − threshold)/m with m = max(r, g, b), blurred by Gaussians
/// of equal weight whose sigma doubles up to the radius, and added to the frame.
///
/// b is stored as its mean over 4 × 4 pixels. A pyramid halves that image once for each doubling, blurs each level by a
/// small kernel and adds the levels up again through cubic B-splines. So the cost of a pixel does not depend on the
/// radius (the module's README has the figures). The variance that each step adds is part of its sigma.
///
/// A frame is `gather` for every tile, `perform` for every job of every blur pass, and for every tile `convertOutput`
/// with a `Glow`, or `addGlow`. No value depends on how the frame is cut into tiles or the blur into jobs. Scratch memory belongs to
/// one thread at a time.
package final class Bloom: @unchecked Sendable {
  private static let block = 4
  /// Rows of a job.
  private static let jobRows = 16

  let width: Int
  private let height: Int
  let levels: [BloomLevel]
  /// The passes between `gather` and `convertOutput`, in order.
  package let blurPasses: [BlurPass]
  /// Weights for each of the four pixels of a block, by the position of its centre between the centres of blocks.
  let phases = (CubicBSpline(0.625), CubicBSpline(0.875), CubicBSpline(0.125), CubicBSpline(0.375))

  /// - Parameter radiusPixels: the largest sigma; the others are its halves down to between 4 and 8 pixels.
  package init(width: Int, height: Int, radiusPixels: Float) {
    precondition(width > 0 && height > 0 && radiusPixels > 0, "Bloom needs a frame and a radius.")
    self.width = width
    self.height = height
    var smallest = Double(radiusPixels)
    var count = 1
    while smallest >= 8 && count < 10 {
      smallest /= 2
      count += 1
    }
    // All variances are in pixels of their own level. The first level's pixels are blocks.
    let sigma = smallest / Double(Self.block)
    var levels: [BloomLevel] = []
    var levelWidth = (width + Self.block - 1) / Self.block
    var levelHeight = (height + Self.block - 1) / Self.block
    var before = 1.0 / 12
    var enlarging = 1.0 / 3
    for _ in 0..<count {
      let wanted = max(sigma * sigma - enlarging - before, 0)
      levels.append(BloomLevel(width: levelWidth, height: levelHeight, blurVariance: wanted))
      levelWidth = (levelWidth + 1) / 2
      levelHeight = (levelHeight + 1) / 2
      before = (before + wanted + 0.75) / 4
      enlarging = 1.0 / 3 + enlarging / 4
    }
    self.levels = levels
    blurPasses = Self.blurPasses(levels)
  }

  /// Gathers the light above `threshold` from a finished tile.
  ///
  /// - Parameter region: starts at multiples of 4 and ends at multiples of 4 or at the frame's edge, where a block is
  ///   the mean of the pixels that exist.
  package func gather(
    from tile: Tile, region: PixelRect, threshold: Float, scratch: AlignedBuffer<Float> = AlignedBuffer(count: 0)
  ) {
    if region.width <= 0 || region.height <= 0 { return }
    precondition(
      region.x % 4 == 0 && region.y % 4 == 0 && (region.endX % 4 == 0 || region.endX == width)
        && (region.endY % 4 == 0 || region.endY == height), "Bloom takes whole blocks of four pixels.")
    let blocks = (region.width + 3) / 4
    let rowFloats = (region.width + 31) / 32 * 32
    scratch.reserve(3 * rowFloats)
    let base = scratch.base
    var y = region.y
    while y < region.endY {
      let rows = min(4, region.endY - y)
      base.update(repeating: 0, count: 3 * rowFloats)
      for row in y..<y + rows {
        addBright(
          tile.row(row - tile.y, plane: 0) + (region.x - tile.x), tile.width, region.width, threshold, base, rowFloats
        )
      }
      for plane in 0..<3 {
        let output = levels[0].sourceRow(y / 4, plane: plane) + region.x / 4
        let share = 1 / Float(4 * rows)
        var block = 0
        while block < blocks {
          let from = base + plane * rowFloats + 4 * block
          let sum = fourths(from) * share
          if blocks - block >= 8 {
            Lanes.store(sum, to: output + block)
          } else {
            for lane in 0..<blocks - block { output[block + lane] = sum[lane] }
          }
          block += 8
        }
        let remainder = region.width % 4
        if remainder > 0 { output[blocks - 1] *= 4 / Float(remainder) }
      }
      y += rows
    }
  }

  /// One of the passes that blur the gathered light.
  package struct BlurPass: Sendable {
    fileprivate enum Step { case halve, blur, addEnlarged, mirrorEnds }

    fileprivate let step: Step
    fileprivate let level: Int
    /// Number of jobs, which may be done in any order on any threads.
    package let jobCount: Int
  }

  private static func blurPasses(_ levels: [BloomLevel]) -> [BlurPass] {
    func pass(_ step: BlurPass.Step, _ level: Int) -> BlurPass {
      BlurPass(step: step, level: level, jobCount: (levels[level].height + jobRows - 1) / jobRows)
    }
    let down = levels.indices.flatMap { $0 > 0 ? [pass(.halve, $0), pass(.blur, $0)] : [pass(.blur, $0)] }
    return down + levels.indices.dropLast().reversed().map { pass(.addEnlarged, $0) } + [pass(.mirrorEnds, 0)]
  }

  /// Does a job of a pass; all passes before it must be done.
  package func perform(_ pass: BlurPass, job: Int, scratch: AlignedBuffer<Float> = AlignedBuffer(count: 0)) {
    let level = levels[pass.level]
    let rows = job * Self.jobRows..<min((job + 1) * Self.jobRows, level.height)
    switch pass.step {
    case .halve: level.halve(levels[pass.level - 1], rows: rows, memory: scratch)
    case .blur: level.blur(rows: rows, memory: scratch)
    case .addEnlarged: level.addEnlarged(levels[pass.level + 1], rows: rows, memory: scratch)
    case .mirrorEnds: level.mirrorBlurredEnds(rows: rows)
    }
  }
}

/// Adds the light of a row above the threshold to three rows of sums. In most pictures few pixels are that bright;
/// blocks without any are skipped.
@inline(__always)
private func addBright(
  _ source: UnsafeMutablePointer<Float>, _ sourceStride: Int, _ count: Int, _ threshold: Float,
  _ sums: UnsafeMutablePointer<Float>, _ sumStride: Int
) {
  var column = 0
  while column < count {
    let from = source + column
    let left = count &- column
    let red = left >= 8 ? Lanes.load(from) : loadPartial(from, left)
    let green = left >= 8 ? Lanes.load(from + sourceStride) : loadPartial(from + sourceStride, left)
    let blue = left >= 8 ? Lanes.load(from + 2 &* sourceStride) : loadPartial(from + 2 &* sourceStride, left)
    let most = Lanes.max(Lanes.max(red, green), blue)
    if Lanes.anyAbove(most, threshold) {
      // Below 10⁻³⁰ the divisor is replaced: it may be 0.
      let share = Lanes.max(most - threshold, 0) / Lanes.max(most, 1e-30)
      let onto = sums + column
      Lanes.store(Lanes.load(onto) + red * share, to: onto)
      Lanes.store(Lanes.load(onto + sumStride) + green * share, to: onto + sumStride)
      Lanes.store(Lanes.load(onto + 2 &* sumStride) + blue * share, to: onto + 2 &* sumStride)
    }
    column &+= 8
  }
}

/// The sums of eight groups of four neighbours.
@inline(__always)
private func fourths(_ source: UnsafeMutablePointer<Float>) -> Float8 {
  let (a, b, c, d) = (
    Lanes.load(source), Lanes.load(source + 8), Lanes.load(source + 16), Lanes.load(source + 24)
  )
  let first = Lanes.evens(a, b) + Lanes.odds(a, b)
  let second = Lanes.evens(c, d) + Lanes.odds(c, d)
  return Lanes.evens(first, second) + Lanes.odds(first, second)
}
