import Lanes
import Model
import Raster

extension DrawnDisplacement {
  /// How many places of the picture are read for a pixel, at the time of three at which they are most.
  ///
  /// Waves and noise that are finer than a few pixels, and strong turns, take each pixel from the mean of many places (`DisplacedRow`).
  /// So the kernels that draw are asked for the places of some short pieces of rows, which are spread over the frame.
  func samplesPerPixel(on canvas: Canvas, during clocks: ClockRange) -> Double {
    let kernels = kernels(for: canvas, input: PixelRect(x: 0, y: 0, width: 8, height: 8))
    // A map that is not drawn yet moves nothing.
    if kernels.gatherMap != nil { return takesColorsApart ? 3 : 1 }
    return [0, 0.5, 1].reduce(0) { most, share in
      func time(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * share
      }
      let clock = AnimationClock(local: time(clocks.local), canvas: time(clocks.canvas))
      let kernel = kernels.make(DisplacementFilter.context(self, canvas, clock))
      return max(most, kernel.samplesPerPixel(on: canvas))
    }
  }
}

extension DisplacementKernel {
  /// Pieces of rows along each side of the frame, and the pixels of each.
  private static var sampledPieces: (perSide: Int, pixels: Int) { (6, 24) }

  /// The mean number of places that are read for a pixel of the frame.
  fileprivate func samplesPerPixel(on canvas: Canvas) -> Double {
    let (perSide, pixels) = Self.sampledPieces
    let rowFloats = (DisplacedRow.floatCount(pixels) + 15) / 16 * 16
    let memory = AlignedBuffer<Float>(count: rowFloats + scratchCount)
    let row = DisplacedRow(memory.base, count: pixels, isOdd: false)
    let scratch = memory.base + rowFloats
    var samples = 0
    for piece in 0..<perSide * perSide {
      let (column, line) = (Double(piece % perSide) + 0.5, Double(piece / perSide) + 0.5)
      // Kernels begin where tiles do, at multiples of eight.
      let x = (Int(column / Double(perSide) * Double(canvas.widthPixels)) - pixels / 2) / 8 * 8
      let y = Int(line / Double(perSide) * Double(canvas.heightPixels))
      begin(count: pixels + 8, x: x, scratch: scratch)
      fill(row.dx, row.dy, count: pixels + 8, x: x, y: y, scratch: scratch)
      if needsAveraging { fill(row.belowX, row.belowY, count: pixels + 8, x: x, y: y + 1, scratch: scratch) }
      samples += row.sampleCount(channelFactors: channelFactors, needsAveraging: needsAveraging)
    }
    return Double(samples) / Double(perSide * perSide * pixels)
  }
}
