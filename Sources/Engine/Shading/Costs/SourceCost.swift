import Model

/// What drawing a layer's source takes in a frame that is drawn alone. Each source states it in the file of its shader or in one beside it
/// (`ShadedSource.cost`), in nanoseconds of one core; Cost adds layers up, and limits follow from the sums.
///
/// All numbers were measured with a release build on the machine that the documentation's article Speed names: the processor seconds of
/// `motes hash --threads 1` for ten frames at 1920 × 1080 whose layer moves, less those of one frame and of an empty canvas. Other
/// machines differ by about the same factor for all. They decide what is refused and what is kept, never a pixel.
package struct SourceCost: Sendable, Equatable {
  /// Nanoseconds of one core, compositing included.
  package var nanoseconds = 0.0
  /// What would make the source cheaper, as a phrase for an error.
  package var remedy = ""
  /// Bytes for each frame that is drawn concurrently.
  package var frameBytes = 0.0
  /// Bytes that all frames share.
  package var sharedBytes = 0.0
  /// Bytes that each frame needs for a moment, in memory that its layers share: those of one layer at a time.
  package var scratchBytes = 0.0

  init(nanoseconds: Double = 0, remedy: String = "") {
    self.nanoseconds = nanoseconds
    self.remedy = remedy
  }
}

/// Nanoseconds of one core for what is done to pixels of any layer.
package enum PixelCost {
  /// Compositing a pixel of a layer or group.
  package static let composite = 1.0
  /// Looking up a pixel of a picture, or of a layer that was drawn to a buffer, at another place.
  package static let transformed = 14.0
}

/// A layer in a frame whose cost is estimated.
package struct CostedFrame {
  package let canvas: Canvas
  /// Canvas seconds that are drawn, from 0 on.
  package let seconds: Double
  /// Timings of the groups around the layer, the outermost first, and its own.
  let timings: [LayerTiming]
  /// What is done to the finished layer.
  let transform: LayerTransform?

  package init(
    canvas: Canvas, seconds: Double, timings: [LayerTiming] = [], transform: LayerTransform? = nil
  ) {
    self.canvas = canvas
    self.seconds = seconds
    self.timings = timings
    self.transform = transform
  }

  /// Pixels of the frame.
  package var pixels: Double { Double(canvas.widthPixels) * Double(canvas.heightPixels) }

  /// The times at which values are read. They are those of the whole movie for every layer, whatever its clock.
  package var clocks: ClockRange { ClockRange(local: 0...max(seconds, 1e-9), canvas: 0...max(seconds, 1e-9)) }

  /// The largest magnitude of a number at any time.
  package func largest(_ number: AnimatedNumber) -> Double {
    let range = number.valueRange(during: clocks)
    return max(abs(range.lowerBound), abs(range.upperBound))
  }

  /// Pixels of a box whose sides are given in points, at most the pixels of the frame.
  func boxPixels(_ width: Double, _ height: Double) -> Double {
    let scale = canvas.pixelsPerPoint
    return min(width * scale, Double(canvas.widthPixels)) * min(height * scale, Double(canvas.heightPixels))
  }

  /// The cost of a source that takes so long for every pixel of the frame, besides compositing.
  func everyPixel(_ nanoseconds: Double, remedy: String) -> SourceCost {
    SourceCost(nanoseconds: pixels * (nanoseconds + PixelCost.composite), remedy: remedy)
  }
}
