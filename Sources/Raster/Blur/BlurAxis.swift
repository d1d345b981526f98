import Lanes
import Model

/// How a Gaussian blur works along one axis: on every pixel, or on values that each stand for two or four of them (`GaussianBlur`).
struct BlurAxis: Equatable {
  /// Pixels for which one stored value stands: 1, 2 or 4.
  let reduction: Int
  /// Stored values by which the result is moved, besides what the kernel moves it.
  let wholeShift: Int
  /// Weights of the stored values from `-reach` to `reach` around each; they add up to 1.
  let kernel: [Float]

  var reach: Int { kernel.count / 2 }

  /// - Parameters:
  ///   - sigma: standard deviation in pixels.
  ///   - shift: pixels by which the result is moved.
  init(sigma: Double, shift: Double) {
    reduction = blurReduction(sigmaPixels: sigma)
    let side = Double(reduction)
    let place = shift / side
    wholeShift = Int(place.rounded(.down))
    let fraction = place - place.rounded(.down)
    // What enlarging by a cubic B-spline adds to the variance, less what spreading the first moments takes from it, in squared stored
    // values.
    let own = reduction == 1 ? 0 : 1.0 / 3 - (1 - 1 / (side * side)) / 12
    let variance = max(sigma * sigma / (side * side) - own, 0)
    guard variance > 1e-4 else {
      // Too narrow for a Gaussian: between the two nearest values.
      kernel = [0, Float(1 - fraction), Float(fraction)]
      return
    }
    // Beyond four standard deviations lie 0.006 % of the whole.
    let reach = Int((4 * variance.squareRoot()).rounded(.up)) + 1
    let weights = (-reach...reach).map { offset -> Double in
      let distance = Double(offset) - fraction
      return Lanes.exp(-distance * distance / (2 * variance))
    }
    let sum = weights.reduce(0, +)
    kernel = weights.map { Float($0 / sum) }
  }
}
