/// How many pixels a Gaussian blur stores as one value along an axis: 1, 2 or 4.
///
/// From these standard deviations on the result stays within 0.1 % of the range of the Gaussian (`GaussianBlur`).
///
/// - Parameter sigmaPixels: standard deviation along the axis.
package func blurReduction(sigmaPixels: Double) -> Int { sigmaPixels < 3.5 ? 1 : (sigmaPixels < 7 ? 2 : 4) }
