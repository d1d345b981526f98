import Model
import Raster

extension Renderer {
  /// Draws the frames at some times, and returns the time whose frame has the most contrast (the first one of equals).
  ///
  /// An empty sky has little contrast, a burst in it much.
  ///
  /// - Parameter times: times on the canvas in seconds, at least one.
  package func timeOfMostContrast(among times: [Rational]) -> Rational {
    precondition(format == .rgb24 && !times.isEmpty, "Contrast is compared between frames of 8-bit RGB.")
    var (bestTime, mostContrast) = (times[0], -1.0)
    for time in times {
      let contrast = frame(at: time).contrast
      if contrast > mostContrast { (bestTime, mostContrast) = (time, contrast) }
    }
    return bestTime
  }
}
