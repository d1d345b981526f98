import Lanes
import Model

/// The parameters of a Gaussian blur along one axis. The blur works on stored values, each of which stands for one, two or four
/// pixels (`GaussianBlur`).
struct BlurAxis: Equatable {
  /// Number of pixels along the axis for which one stored value stands: 1, 2 or 4.
  let reduction: Int
  /// Whole number of stored values by which the result is moved; the kernel moves it by the remaining fraction.
  let wholeShift: Int
  /// Weights of the stored values from `reach` places after the value that is computed to `reach` places before it, in this order; they
  /// add up to 1.
  let kernel: [Float]

  /// Number of stored values on each side that the kernel reads.
  var reach: Int { kernel.count / 2 }

  /// - Parameters:
  ///   - sigma: standard deviation in pixels.
  ///   - shift: pixels by which the result is moved.
  init(sigma: Double, shift: Double) {
    reduction = blurReduction(sigmaPixels: sigma)
    let blockSide = Double(reduction)
    let storedShift = shift / blockSide
    wholeShift = Int(storedShift.rounded(.down))
    let fraction = storedShift - storedShift.rounded(.down)
    // The variance that enlarging by a cubic B-spline adds, minus the variance that spreading the first moments removes, in squared
    // stored values.
    let addedVariance = reduction == 1 ? 0 : 1.0 / 3 - (1 - 1 / (blockSide * blockSide)) / 12
    let variance = max(sigma * sigma / (blockSide * blockSide) - addedVariance, 0)
    guard variance > 1e-4 else {
      // Too narrow for a Gaussian: interpolates between the two nearest values.
      kernel = [0, Float(1 - fraction), Float(fraction)]
      return
    }
    // Beyond four standard deviations lies 0.006 % of a Gaussian.
    let reach = Int((4 * variance.squareRoot()).rounded(.up)) + 1
    let weights = (-reach...reach).map { offset -> Double in
      let distance = Double(offset) - fraction
      return Lanes.exp(-distance * distance / (2 * variance))
    }
    let sum = weights.reduce(0, +)
    kernel = weights.map { Float($0 / sum) }
  }
}
