import Lanes

/// The chroma values of luma rows 2k and 2k + 1, from which `ChromaInterpolation` makes one value for each pixel.
///
/// A bilinear filter would make colours paler each time a clip is decoded and encoded. So chroma is upsampled in such a way that `YUVWriter`
/// gets the same samples again when it downsamples the pixels. This works for the siting that the writer uses: on the left pixel of two,
/// and halfway between two rows.
///
/// - Along a row, the writer weights three pixels by (1, 2, 1)/4. So a pixel between two samples is their mean, and a pixel on a
///   sample is sharpened by as much as these weights blur it.
/// - Along a column, the writer takes the mean of two rows. So the values of the two rows lie on a slope through their sample.
///
/// Samples with another siting are interpolated at their own positions; from such pixels the writer makes other samples.
struct ChromaRowPair {
  /// The values of both rows, with padding before and after each.
  private let memory: AlignedBuffer<Float>
  /// Number of samples in a row.
  private let count: Int
  /// Floats from one row to the other.
  private let stride: Int

  /// Number of padding floats before a row, of which one is read. After a row there are at least as many, of which up to eight
  /// are read.
  private static let margin = 8

  /// - Parameter count: number of samples in a row.
  init(count: Int) {
    self.count = count
    stride = (count + 7) / 8 * 8 + 3 * Self.margin
    memory = AlignedBuffer(count: 2 * stride)
  }

  /// Pointer to the first value of the even row (0) or the odd row (1).
  @inline(__always)
  func firstValue(ofRow row: Int) -> UnsafeMutablePointer<Float> { memory.base + (Self.margin &+ row &* stride) }

  /// Reads the values of luma rows `y`, which must be even, and `y` + 1 from a plane.
  ///
  /// - Parameters:
  ///   - stride: bytes from one row of the plane to the next.
  ///   - rowCount: number of rows of the plane.
  ///   - verticalSiting: where a sample lies relative to two rows of luma; nil if chroma is not subsampled vertically.
  ///   - offset: the code of the value 0; a value is (code − offset) · scale.
  ///   - scale: factor from a code minus `offset` to a value.
  func read<Sample: FootageSample>(
    _ type: Sample.Type, _ plane: UnsafePointer<UInt8>, stride: Int, rowCount: Int, y: Int,
    verticalSiting: SampleLayout.Siting?, offset: Float, scale: Float
  ) {
    func row(_ index: Int) -> UnsafePointer<UInt8> { plane + Swift.min(Swift.max(index, 0), rowCount - 1) * stride }
    switch verticalSiting {
    case nil:
      let rows = (row(y), row(y + 1))
      store(type) { (($0(rows.0) - offset) * scale, ($0(rows.1) - offset) * scale) }
    case .first:
      let (here, below, half) = (row(y / 2), row(y / 2 + 1), 0.5 * scale)
      store(type) {
        let value = $0(here) - offset
        return (value * scale, value * half + ($0(below) - offset) * half)
      }
    case .centred:
      let (here, above, below, eighth) = (row(y / 2), row(y / 2 - 1), row(y / 2 + 1), 0.125 * scale)
      store(type) {
        let value = ($0(here) - offset) * scale
        let (upper, lower) = (($0(above) - offset) * eighth, ($0(below) - offset) * eighth)
        return (value + upper - lower, value - upper + lower)
      }
    }
  }

  /// Stores the values of both rows. `formula` returns eight values of each row; it reads the samples of the same columns by
  /// `load`.
  @inline(__always)
  private func store<Sample: FootageSample>(
    _ type: Sample.Type, _ formula: (_ load: (UnsafePointer<UInt8>) -> Float8) -> (Float8, Float8)
  ) {
    let rows = (firstValue(ofRow: 0), firstValue(ofRow: 1))
    var column = 0
    while column &+ 8 <= count {
      let values = formula { type.load($0, column) }
      Lanes.store(values.0, to: rows.0 + column)
      Lanes.store(values.1, to: rows.1 + column)
      column &+= 8
    }
    if column < count {
      let values = formula { type.load($0, column, count &- column) }
      Lanes.store(values.0, to: rows.0 + column)
      Lanes.store(values.1, to: rows.1 + column)
    }
    for row in [rows.0, rows.1] {
      row[-1] = row[0]
      // Of the values after the last sample only the first is used: as the last sample's neighbour.
      row[count] = row[count - 1]
    }
  }
}

/// Computes the chroma values of a row's pixels from the row's chroma samples. There is a formula for each `SampleLayout.Siting`,
/// and one for full chroma.
protocol ChromaInterpolation {
  /// Returns the values of the sixteen pixels from the even `column` on; `row` points to the row's first sample.
  static func pixels(_ row: UnsafePointer<Float>, _ column: Int) -> (low: Float8, high: Float8)
}

/// For rows with a chroma sample for each pixel.
enum FullChroma: ChromaInterpolation {
  @inline(__always)
  static func pixels(_ row: UnsafePointer<Float>, _ column: Int) -> (low: Float8, high: Float8) {
    (Lanes.load(row + column), Lanes.load(row + column + 8))
  }
}

/// For samples that lie on the first of each two pixels.
enum FirstChroma: ChromaInterpolation {
  @inline(__always)
  static func pixels(_ row: UnsafePointer<Float>, _ column: Int) -> (low: Float8, high: Float8) {
    let sample = row + column / 2
    let (left, here, right) = (Lanes.load(sample - 1), Lanes.load(sample), Lanes.load(sample + 1))
    var even = here * 1.5 - (left + right) * 0.25
    // At the row's start, the writer's first sample is (3 · first pixel + second pixel)/4, and the second pixel is (first + second sample)/2.
    if column == 0 { even[0] = (7 * here[0] - right[0]) / 6 }
    return Lanes.interleaved(even, (here + right) * 0.5)
  }
}

/// For samples that lie halfway between two pixels.
enum CentredChroma: ChromaInterpolation {
  @inline(__always)
  static func pixels(_ row: UnsafePointer<Float>, _ column: Int) -> (low: Float8, high: Float8) {
    let sample = row + column / 2
    let (left, here, right) = (Lanes.load(sample - 1), Lanes.load(sample), Lanes.load(sample + 1))
    let slope = (right - left) * 0.125
    return Lanes.interleaved(here - slope, here + slope)
  }
}
