import Model
import Raster

extension Renderer {
  /// The time, of some, whose frame has the most contrast; of equal frames the first. It draws them all.
  ///
  /// Contrast is the variance of a frame's red, green and blue samples, added up: an empty sky has little, a burst in it much. It is
  /// reckoned in whole numbers, so the choice is the same everywhere.
  ///
  /// - Parameter times: in seconds of the canvas, at least one.
  package func timeOfMostContrast(among times: [Rational]) -> Rational {
    precondition(format == .rgb24 && !times.isEmpty, "Contrast is compared between frames of 8-bit RGB.")
    var (best, most) = (times[0], -1)
    for time in times {
      let contrast = Self.contrast(of: frame(at: time))
      if contrast > most { (best, most) = (time, contrast) }
    }
    return best
  }

  /// The variances of the three colours times the number of pixels squared, added up.
  private static func contrast(of frame: PixelBuffer) -> Int {
    var sums = SIMD3<Int>.zero
    var squares = SIMD3<Int>.zero
    frame.forEachRow { row in
      for start in stride(from: 0, to: row.count, by: 3) {
        let samples = SIMD3(Int(row[start]), Int(row[start + 1]), Int(row[start + 2]))
        sums &+= samples
        squares &+= samples &* samples
      }
    }
    return (frame.width * frame.height) * squares.wrappedSum() - (sums &* sums).wrappedSum()
  }
}
