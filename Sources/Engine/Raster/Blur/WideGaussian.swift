import Lanes

/// A Gaussian blur of lines of values that is so wide that a convolution would read very many of them.
///
/// A line of n values is cut into m blocks of equal length, n/m values, which need not be a whole number: a value that lies across a boundary
/// belongs to both blocks, in shares. Of each block its mean and its first moment are stored, as `GaussianBlur` does it for blocks of pixels;
/// the means, with the moments spread over their neighbours, are convolved; and a cubic B-spline through the results gives the values. Since
/// the blocks end where the line ends, the mirror images beyond its ends lie on whole blocks, too.
///
/// The standard deviation of the convolution is at least `blockSigma` blocks, so that the result differs from the convolution of the values
/// by less than 0.05 % of the range of values (measured: 0.02 % for a disc of radius 200 to 300 and standard deviations of 42 to 250 pixels).
/// Cost: two multiplications for each value and its block, four for each result, and about 4 · `blockSigma` for each block; none grows with the
/// standard deviation.
/// Every result is a sum over a fixed neighbourhood in a fixed order.
///
/// Eight lines are blurred at a time, one in each lane.
final class WideGaussian {
  /// Number of values of a line.
  let count: Int
  /// Standard deviation of the convolution in blocks; rounding up the number of blocks makes it larger.
  private static let blockSigma = 5.0
  /// A mirrored line that is blurred by a Gaussian of this many times its own length is its mean everywhere, but for 0.002 % of the range. So
  /// no larger standard deviation is needed.
  private static let largestMirroredSigma = 1.5

  private let mirrorsAtEnds: Bool
  private let blockCount: Int
  /// The blocks whose convolved means the results need; the first may be negative, and the last one beyond the line.
  private let neededBlocks: Range<Int>
  /// Weights of a block's mean and of its neighbours' at each distance up to `reach`.
  private let weights: AlignedBuffer<Float>
  private var reach: Int { weights.count - 1 }
  /// How each value of the line is shared out among blocks.
  private let shares: AlignedBuffer<Share>
  /// How each result is interpolated.
  private let taps: AlignedBuffer<Tap>

  /// The shares of a value in the mean and in the first moment of the block in which it begins, and in those of the next block.
  private struct Share: BitwiseCopyable {
    var block: Int
    var mean: Float
    var moment: Float
    var nextMean: Float
    var nextMoment: Float
  }

  /// The first of the four blocks between which a result is interpolated, and their weights.
  private struct Tap: BitwiseCopyable {
    var block: Int
    var weights: SIMD4<Float>
  }

  /// - Parameters:
  ///   - sigma: standard deviation in values.
  ///   - shift: number of values by which the result is moved.
  init(count: Int, sigma: Double, shift: Double, mirrorsAtEnds: Bool) {
    self.count = count
    self.mirrorsAtEnds = mirrorsAtEnds
    let sigma = mirrorsAtEnds ? min(sigma, Self.largestMirroredSigma * Double(count)) : sigma
    let blockCount = max(Int((Self.blockSigma * Double(count) / sigma).rounded(.up)), 1)
    let blockLength = Double(count) / Double(blockCount)
    self.blockCount = blockCount
    weights = Self.kernel(
      variance: sigma * sigma / (blockLength * blockLength) - BlurAxis.addedVariance(blockSide: blockLength))
    shares = AlignedBuffer(count: count)
    taps = AlignedBuffer(count: count)
    for index in 0..<count {
      shares[index] = Self.share(of: index, blockLength: blockLength, blockCount: blockCount)
      // The result's place, counted in blocks from the centre of the first one.
      let place = (Double(index) + 0.5 - shift) / blockLength - 0.5
      let spline = CubicBSpline(place - place.rounded(.down))
      taps[index] = Tap(
        block: Int(place.rounded(.down)) - 1, weights: SIMD4(spline.a, spline.b, spline.c, spline.d))
    }
    neededBlocks = count == 0 ? 0..<0 : taps[0].block..<taps[count - 1].block + 4
  }

  private static func kernel(variance: Double) -> AlignedBuffer<Float> {
    // Beyond four standard deviations lies 0.006 % of a Gaussian.
    let reach = Int((4 * variance.squareRoot()).rounded(.up))
    let values = (0...reach).map { Lanes.exp(-Double($0 * $0) / (2 * variance)) }
    let sum = values.reduce(0) { $0 + 2 * $1 } - values[0]
    let weights = AlignedBuffer<Float>(count: reach + 1)
    for (distance, value) in values.enumerated() { weights[distance] = Float(value / sum) }
    return weights
  }

  /// Returns how value `index` is shared out. It covers the line from `index` to `index` + 1.
  private static func share(of index: Int, blockLength: Double, blockCount: Int) -> Share {
    let (start, end) = (Double(index) / blockLength, Double(index + 1) / blockLength)
    let block = min(Int(start), blockCount - 1)
    let boundary = Double(block + 1)
    // The part of a value in a block, and its distance from the block's centre, both in blocks.
    func part(_ from: Double, _ to: Double, _ block: Int) -> (mean: Float, moment: Float) {
      let length = max(to - from, 0)
      return (Float(length), Float(length * ((from + to) / 2 - Double(block) - 0.5)))
    }
    let first = part(start, block == blockCount - 1 ? end : min(end, boundary), block)
    let next = block == blockCount - 1 ? (mean: 0, moment: 0) : part(boundary, end, block + 1)
    return Share(
      block: block, mean: first.mean, moment: first.moment, nextMean: next.mean, nextMoment: next.moment)
  }

  /// Blurs eight lines in place.
  ///
  /// - Parameters:
  ///   - lines: the first values of the eight lines, one after the other.
  ///   - stride: floats from one value of a line to the next.
  ///   - nonzero: the values outside of which all are 0. Only these get results.
  ///   - scratch: memory of `scratchCount` floats.
  func blur(
    _ lines: UnsafeMutablePointer<Float>, stride: Int, nonzero: Range<Int>, scratch: UnsafeMutablePointer<Float>
  ) {
    if nonzero.isEmpty { return }
    let border = Self.border
    let means = scratch + 8 * border
    let moments = means + 8 * storedBlocks
    let spread = moments + 8 * storedBlocks
    let extended = scratch + 8 * 3 * storedBlocks
    let convolved = extended + 8 * extendedBlocks
    scratch.update(repeating: 0, count: 8 * 2 * storedBlocks)

    sumUp(lines, stride, nonzero, means, moments)
    if mirrorsAtEnds {
      for block in -border..<0 { mirrorMoment(block, moments) }
      for block in blockCount..<blockCount + border { mirrorMoment(block, moments) }
    }
    for block in -border..<blockCount + border {
      Lanes.store(meanWithMoments(block, means, moments), to: spread + 8 * block)
    }
    let first = neededBlocks.lowerBound - reach
    for index in 0..<extendedBlocks {
      let block = first + index
      let values: Float8 =
        mirrorsAtEnds
        ? Lanes.load(spread + 8 * BloomLevel.mirrored(block, blockCount))
        : block >= -border && block < blockCount + border ? Lanes.load(spread + 8 * block) : Float8()
      Lanes.store(values, to: extended + 8 * index)
    }
    convolve(extended + 8 * reach, into: convolved)
    interpolate(convolved - 8 * neededBlocks.lowerBound, nonzero, lines, stride)
  }

  /// Blocks beyond each end of a line to which its moments spread.
  private static let border = 2
  /// Blocks of a line with those beyond its ends.
  private var storedBlocks: Int { blockCount + 2 * Self.border }
  /// Blocks that the convolution for `neededBlocks` reads.
  private var extendedBlocks: Int { neededBlocks.count + 2 * reach }
  /// Floats of scratch memory that `blur` needs.
  var scratchCount: Int { 8 * (3 * storedBlocks + extendedBlocks + neededBlocks.count) }

  /// Writes the moment of a block beyond the line's ends, which is that of its mirror image with the sign changed.
  private func mirrorMoment(_ block: Int, _ moments: UnsafeMutablePointer<Float>) {
    let image = moments + 8 * BloomLevel.mirrored(block, blockCount)
    Lanes.store(Float8() - Lanes.load(image), to: moments + 8 * block)
  }

  /// Adds all values to the means and the first moments of their blocks.
  private func sumUp(
    _ lines: UnsafeMutablePointer<Float>, _ stride: Int, _ nonzero: Range<Int>, _ means: UnsafeMutablePointer<Float>,
    _ moments: UnsafeMutablePointer<Float>
  ) {
    for index in nonzero {
      let values = Lanes.load(lines + index &* stride)
      let share = shares.base[index]
      let (mean, moment) = (means + 8 &* share.block, moments + 8 &* share.block)
      Lanes.store(Lanes.load(mean) + values * share.mean, to: mean)
      Lanes.store(Lanes.load(moment) + values * share.moment, to: moment)
      if share.nextMean > 0 {
        Lanes.store(Lanes.load(mean + 8) + values * share.nextMean, to: mean + 8)
        Lanes.store(Lanes.load(moment + 8) + values * share.nextMoment, to: moment + 8)
      }
    }
  }

  /// Returns a block's mean with the shares of its neighbours' first moments.
  private func meanWithMoments(
    _ block: Int, _ means: UnsafeMutablePointer<Float>, _ moments: UnsafeMutablePointer<Float>
  ) -> Float8 {
    func moment(_ block: Int) -> Float8 {
      block >= -Self.border && block < blockCount + Self.border ? Lanes.load(moments + 8 * block) : Float8()
    }
    let near = moment(block - 1) - moment(block + 1)
    let far = moment(block - 2) - moment(block + 2)
    return Lanes.load(means + 8 * block) + (near * GaussianBlur.nearShare - far * GaussianBlur.farShare)
  }

  /// Convolves the means of `neededBlocks`; `extended` points to the first of them, with `reach` more on both sides.
  private func convolve(_ extended: UnsafeMutablePointer<Float>, into convolved: UnsafeMutablePointer<Float>) {
    let weights = weights.base
    for index in 0..<neededBlocks.count {
      let at = extended + 8 &* index
      var sum = Lanes.load(at) * weights[0]
      var distance = 1
      while distance <= reach {
        sum += (Lanes.load(at - 8 &* distance) + Lanes.load(at + 8 &* distance)) * weights[distance]
        distance &+= 1
      }
      Lanes.store(sum, to: convolved + 8 &* index)
    }
  }

  /// Writes the results; `convolved` points to where block 0 is or would be.
  private func interpolate(
    _ convolved: UnsafeMutablePointer<Float>, _ nonzero: Range<Int>, _ lines: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    for index in nonzero {
      let tap = taps.base[index]
      let block = convolved + 8 &* tap.block
      let outer = Lanes.load(block) * tap.weights.x + Lanes.load(block + 24) * tap.weights.w
      let inner = Lanes.load(block + 8) * tap.weights.y + Lanes.load(block + 16) * tap.weights.z
      Lanes.store(outer + inner, to: lines + index &* stride)
    }
  }
}
