import Model
import Raster

extension Renderer {
  /// Draws the frames at some times, and returns the time whose frame has the most contrast (the first one of equals).
  ///
  /// Contrast is the sum of the variances of a frame's red, green and blue samples: an empty sky has little, a burst in it much. It is
  /// computed in whole numbers, so that the choice is the same on every machine.
  ///
  /// - Parameter times: times on the canvas in seconds, at least one.
  package func timeOfMostContrast(among times: [Rational]) -> Rational {
    precondition(format == .rgb24 && !times.isEmpty, "Contrast is compared between frames of 8-bit RGB.")
    var (bestTime, mostContrast) = (times[0], -1)
    for time in times {
      let contrast = Self.contrast(of: frame(at: time))
      if contrast > mostContrast { (bestTime, mostContrast) = (time, contrast) }
    }
    return bestTime
  }

  /// The sum of the variances of the three channels, times n² for n pixels: n² · variance = n · Σx² − (Σx)².
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
