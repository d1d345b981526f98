/// How many neighbouring pixels along an axis a Gaussian blur stores as one value: 1, 2 or 4.
///
/// The limits of 3.5 and 7 pixels keep the result so near to an exact Gaussian blur that the two differ by at most 0.1 % of the
/// range of values (`GaussianBlur`).
///
/// - Parameter sigmaPixels: standard deviation along the axis.
package func blurReduction(sigmaPixels: Double) -> Int { sigmaPixels < 3.5 ? 1 : (sigmaPixels < 7 ? 2 : 4) }
