import Lanes
import Model

/// The parameters of a Gaussian blur along one axis. The blur works on stored values, each of which stands for one, two or four
/// pixels (`GaussianBlur`).
struct BlurAxis: Equatable {
  /// Number of pixels along the axis for which one stored value stands: 1, 2 or 4.
  let reduction: Int
  /// Standard deviation with which the stored values are blurred, in stored values.
  let storedSigma: Double
  /// Number of stored values by which the result is moved.
  let storedShift: Double
  /// Whole number of stored values by which the result is moved after the convolution; the kernel moves it by the remaining fraction.
  let wholeShift: Int
  /// Weights of the stored values from `reach` places after the value that is computed to `reach` places before it, in this order; they
  /// add up to 1. If the axis is wide, a single 1: `WideGaussian` then blurs and moves the values.
  let kernel: [Float]

  /// Whether the stored values are blurred by `WideGaussian` and not by the kernel.
  var isWide: Bool { storedSigma >= Self.leastWideSigma }
  /// The standard deviation, in stored values, from which on `WideGaussian` takes no more time than the convolution.
  private static let leastWideSigma = 10.0

  /// Number of stored values on each side that the kernel reads.
  var reach: Int { kernel.count / 2 }

  /// - Parameters:
  ///   - sigma: standard deviation in pixels.
  ///   - shift: pixels by which the result is moved.
  init(sigma: Double, shift: Double) {
    reduction = blurReduction(sigmaPixels: sigma)
    let blockSide = Double(reduction)
    storedShift = shift / blockSide
    let addedVariance = reduction == 1 ? 0 : Self.addedVariance(blockSide: blockSide)
    let variance = max(sigma * sigma / (blockSide * blockSide) - addedVariance, 0)
    storedSigma = variance.squareRoot()
    guard storedSigma < Self.leastWideSigma else {
      (wholeShift, kernel) = (0, [1])
      return
    }
    wholeShift = Int(storedShift.rounded(.down))
    let fraction = storedShift - storedShift.rounded(.down)
    guard variance > 1e-4 else {
      // Too narrow for a Gaussian: interpolates between the two nearest values.
      kernel = [0, Float(1 - fraction), Float(fraction)]
      return
    }
    // Beyond four standard deviations lies 0.006 % of a Gaussian.
    let reach = Int((4 * storedSigma).rounded(.up)) + 1
    let weights = (-reach...reach).map { offset -> Double in
      let distance = Double(offset) - fraction
      return Lanes.exp(-distance * distance / (2 * variance))
    }
    let sum = weights.reduce(0, +)
    kernel = weights.map { Float($0 / sum) }
  }

  /// The variance that is added where blocks of `blockSide` values along a line are stored as one mean each, in squared blocks: enlarging by
  /// a cubic B-spline adds 1/3, and spreading the first moments removes the variance of the places in a block.
  static func addedVariance(blockSide: Double) -> Double { 1.0 / 3 - (1 - 1 / (blockSide * blockSide)) / 12 }
}
