import Lanes

/// Two rows of chroma values, those of luma rows 2k and 2k + 1, on their way to one value for each pixel.
///
/// Chroma that is sited as `YUVWriter` sites it (on the left pixel of two, halfway between two rows) is raised so that the writer, which
/// lowers it, finds the very samples again: what it averages has their mean. Between samples values are interpolated; along rows,
/// where the writer's weights are (1, 2, 1)/4, those on a sample are sharpened by as much as these weights will blur them
/// (`ChromaInterpolation`), and along columns each two rows lie on a slope through their sample. A bilinear filter would make colours
/// paler each time a clip is decoded and encoded. Samples that are sited otherwise are interpolated where they lie; the writer then
/// finds others, at its own sites.
struct ChromaRowPair {
  /// Values of the rows, those left of the first included.
  private let memory: AlignedBuffer<Float>
  private let count: Int
  /// Floats from one row to the other.
  private let stride: Int

  /// Padding floats before and after a row: one is read on the left, up to eight on the right.
  private static let margin = 8

  /// - Parameter count: samples of a row.
  init(count: Int) {
    self.count = count
    stride = (count + 7) / 8 * 8 + 3 * Self.margin
    memory = AlignedBuffer(count: 2 * stride)
  }

  /// The first value of the even row, 0, or the odd one, 1.
  @inline(__always)
  func first(_ row: Int) -> UnsafeMutablePointer<Float> { memory.base + (Self.margin &+ row &* stride) }

  /// Reads the values of luma rows `y`, which is even, and y + 1 out of a plane.
  ///
  /// - Parameters:
  ///   - rowCount: rows of the plane.
  ///   - verticalSiting: where a sample lies between two rows of luma; nil where chroma is not subsampled vertically.
  ///   - offset: the code of the value 0, from which a value is (code − offset) · scale.
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

  /// Stores the values of both rows that `formula` makes of the samples that the rows of the plane have in the same columns.
  @inline(__always)
  private func store<Sample: FootageSample>(
    _ type: Sample.Type, _ formula: (_ load: (UnsafePointer<UInt8>) -> Float8) -> (Float8, Float8)
  ) {
    let rows = (first(0), first(1))
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
      // The last block was filled up with whatever, of which only the first value is read: the neighbour of the last sample.
      row[count] = row[count - 1]
    }
  }
}

/// How chroma values of a row become those of its pixels: a formula for each `SampleLayout.Siting`, and for none.
protocol ChromaInterpolation {
  /// The values of the sixteen pixels from the even `column` on, made of a row whose first value is at `row`.
  static func pixels(_ row: UnsafePointer<Float>, _ column: Int) -> (low: Float8, high: Float8)
}

/// There is a sample for each pixel.
enum WholeChroma: ChromaInterpolation {
  @inline(__always)
  static func pixels(_ row: UnsafePointer<Float>, _ column: Int) -> (low: Float8, high: Float8) {
    (Lanes.load(row + column), Lanes.load(row + column + 8))
  }
}

/// Samples lie on the first of each two pixels.
enum FirstChroma: ChromaInterpolation {
  @inline(__always)
  static func pixels(_ row: UnsafePointer<Float>, _ column: Int) -> (low: Float8, high: Float8) {
    let sample = row + column / 2
    let (left, here, right) = (Lanes.load(sample - 1), Lanes.load(sample), Lanes.load(sample + 1))
    var even = here * 1.5 - (left + right) * 0.25
    // The writer repeats the first pixel on its left: the first sample is (3 · first pixel + second)/4.
    if column == 0 { even[0] = (7 * here[0] - right[0]) / 6 }
    return Lanes.interleaved(even, (here + right) * 0.5)
  }
}

/// Samples lie halfway between two pixels.
enum CentredChroma: ChromaInterpolation {
  @inline(__always)
  static func pixels(_ row: UnsafePointer<Float>, _ column: Int) -> (low: Float8, high: Float8) {
    let sample = row + column / 2
    let (left, here, right) = (Lanes.load(sample - 1), Lanes.load(sample), Lanes.load(sample + 1))
    let slope = (right - left) * 0.125
    return Lanes.interleaved(here - slope, here + slope)
  }
}
