/// The blurs of a pyramid of halved pictures (`BlurPyramid` in Raster): their widths, and how far they read.
package enum BlurLevels {
  /// The first level whose spline is computed beforehand: finer ones have too many pixels.
  package static let firstSmooth = 3
  private static let count = 9

  /// The variance of a level's blur, in squared pixels of the picture.
  package static func variance(ofLevel level: Int) -> Float {
    if level == 0 { return 1.0 / 3 }
    let square = Float(1 << (2 * level))
    return square * (7.0 / 12) - 0.75 + (level >= firstSmooth ? square / 24 : 0)
  }

  /// The mean variance of a level's blur that is read linearly, whose hat is narrower than the spline by a sixth of a squared pixel of the level.
  package static func linearVariance(ofLevel level: Int) -> Float {
    if level == 0 { return 0 }
    return level >= firstSmooth ? variance(ofLevel: level) : variance(ofLevel: level) - Float(1 << (2 * level)) / 6
  }

  /// The coarsest level that blurs up to a standard deviation read.
  package static func index(deviationPixels: Float) -> Int {
    let square = deviationPixels * deviationPixels
    return (0..<count).first { variance(ofLevel: $0) >= square } ?? count - 1
  }

  /// How many pixels around a place blurs up to a standard deviation read: two and a half of the coarsest level's, and what these are made from.
  package static func reachPixels(deviationPixels: Float) -> Int {
    deviationPixels > 0 ? 5 << index(deviationPixels: deviationPixels) : 2
  }
}
