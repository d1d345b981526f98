import Lanes

extension LightField {
  /// Number of planes that `read` writes: A for three colours, and, if the field has slopes, B_x and B_y for three colours each.
  package var planeCount: Int { hasSlopes ? 9 : 3 }

  /// Reads the field at the points (origin + column/4, y) of a row, in pixels of the buffer, whose centre of the first pixel is (0, 0): those of a
  /// receiver that has four times the buffer's pixels. A value does not depend on which other columns are read.
  ///
  /// - Parameters:
  ///   - y: from −1 to the buffer's height. Beyond the buffer, the field fades to 0.
  ///   - columns: the points to read; not empty.
  ///   - output: receives the planes, `planeStride` floats apart: a multiple of 8, and at least the number of columns; whole vectors are written.
  ///   - memory: `memoryCount` floats.
  package func read(
    y: Float, columns: Range<Int>, origin: Float, into output: UnsafeMutablePointer<Float>, planeStride: Int,
    memory: UnsafeMutablePointer<Float>
  ) {
    let span = LightSpan(columns, origin: origin, level: result.level)
    let place = y / Float(1 << result.level)
    let top = place.rounded(.down)
    let (values, slopes) = SplineGrid.weights(Float8(repeating: place - top))
    let valueWeights = SIMD4(values.0[0], values.1[0], values.2[0], values.3[0])
    let slopeWeights = SIMD4(slopes.0[0], slopes.1[0], slopes.2[0], slopes.3[0]) * (-1 / Float(1 << result.level))
    for channel in 0..<3 {
      let planes = output + channel * planeStride
      span.read(result.mixed(Int(top), channel, valueWeights, span, memory), span.values, into: planes)
      if hasSlopes {
        let potential = result.mixed(Int(top), channel + 3, valueWeights, span, memory)
        span.read(potential, span.slopes, into: planes + 3 * planeStride)
        let slope = result.mixed(Int(top), channel + 3, slopeWeights, span, memory)
        span.read(slope, span.values, into: planes + 6 * planeStride)
      }
    }
  }

  /// Floats of memory that `read` needs.
  package func memoryCount(columns: Range<Int>, origin: Float) -> Int {
    LightSpan(columns, origin: origin, level: result.level).memoryCount
  }
}
