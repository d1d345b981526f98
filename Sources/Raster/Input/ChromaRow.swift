import Lanes

/// One row of chroma samples on its way to one value for each pixel.
///
/// Chroma is raised so that `YUVWriter`, which lowers it, finds the very samples again: what it averages has their mean. Between
/// samples values are interpolated; along rows, where the writer's weights are (1, 2, 1)/4, those on a sample are sharpened
/// by as much as these weights will blur them, and along columns each two rows lie on a slope through their sample. A bilinear filter
/// would make colours paler each time a clip is decoded and encoded.
struct ChromaRow {
  /// Values of a row, those left of the first included: `column(0)` is the first.
  private let memory: AlignedBuffer<Float>
  private let count: Int

  /// Floats left of the first value, of which one is read, and behind the last, of which a block of eight is.
  private static let margin = 8

  /// - Parameter count: samples of a row.
  init(count: Int) {
    self.count = count
    memory = AlignedBuffer(count: count + 3 * Self.margin)
  }

  @inline(__always)
  private var first: UnsafeMutablePointer<Float> { memory.base + Self.margin }

  /// Reads the values of luma row `y` out of a plane.
  ///
  /// - Parameters:
  ///   - rowCount: rows of the plane.
  ///   - offset: the code of the value 0, from which a value is (code − offset) · scale.
  @inline(__always)
  func read<Sample: FootageSample>(
    _ type: Sample.Type, _ plane: UnsafePointer<UInt8>, stride: Int, rowCount: Int, y: Int,
    siting: SampleLayout.Siting?, offset: Float, scale: Float
  ) {
    func row(_ index: Int) -> UnsafePointer<UInt8> { plane + Swift.min(Swift.max(index, 0), rowCount - 1) * stride }
    guard let siting else {
      return combine(type, row(y), row(y), row(y), (1, 0, 0), offset: offset, scale: scale)
    }
    let (here, above, below) = (row(y / 2), row(y / 2 - 1), row(y / 2 + 1))
    let weights: (Float, Float, Float)
    switch (siting, y % 2) {
    case (.centred, 0): weights = (1, 0.125, -0.125)
    case (.centred, _): weights = (1, -0.125, 0.125)
    case (.first, 0): weights = (1, 0, 0)
    case (.first, _): weights = (0.5, 0, 0.5)
    }
    combine(type, here, above, below, weights, offset: offset, scale: scale)
  }

  @inline(__always)
  private func combine<Sample: FootageSample>(
    _ type: Sample.Type, _ here: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ below: UnsafePointer<UInt8>,
    _ weights: (Float, Float, Float), offset: Float, scale: Float
  ) {
    var column = 0
    while column < count {
      let remaining = count &- column
      var value = (Sample.load(here, column, remaining) - offset) * (weights.0 * scale)
      if weights.1 != 0 { value += (Sample.load(above, column, remaining) - offset) * (weights.1 * scale) }
      if weights.2 != 0 { value += (Sample.load(below, column, remaining) - offset) * (weights.2 * scale) }
      Lanes.store(value, to: first + column)
      column &+= 8
    }
    first[-1] = first[0]
    // The last block was filled up with whatever, of which only the first value is read: the neighbour of the last sample.
    first[count] = first[count - 1]
  }

  /// Sixteen pixels' values from the even `column` on; of a row that is not halved eight, twice the block at `column`.
  @inline(__always)
  func pixels(_ column: Int, _ siting: SampleLayout.Siting?) -> (low: Float8, high: Float8) {
    switch siting {
    case nil: return (Lanes.load(first + column), Lanes.load(first + column + 8))
    case .first:
      let sample = first + column / 2
      let (left, here, right) = (Lanes.load(sample - 1), Lanes.load(sample), Lanes.load(sample + 1))
      var even = here * 1.5 - (left + right) * 0.25
      // The writer repeats the first pixel on its left: the first sample is (3 · first pixel + second)/4.
      if column == 0 { even[0] = (7 * here[0] - right[0]) / 6 }
      return Lanes.interleaved(even, (here + right) * 0.5)
    case .centred:
      let sample = first + column / 2
      let (left, here, right) = (Lanes.load(sample - 1), Lanes.load(sample), Lanes.load(sample + 1))
      let slope = (right - left) * 0.125
      return Lanes.interleaved(here - slope, here + slope)
    }
  }
}

/// A stored sample: `UInt8`, or `UInt16` for 9 bits and more.
protocol FootageSample {
  /// Eight samples of a row as numbers. Of fewer than eight `remaining` the last is repeated, so that nothing behind a row is read.
  static func load(_ row: UnsafePointer<UInt8>, _ column: Int, _ remaining: Int) -> Float8
}

extension UInt8: FootageSample {
  @inline(__always)
  static func load(_ row: UnsafePointer<UInt8>, _ column: Int, _ remaining: Int) -> Float8 {
    if remaining >= 8 {
      return Lanes.float(
        Lanes.ints(UnsafeRawPointer(row + column).loadUnaligned(as: SIMD8<UInt8>.self)))
    }
    var values = SIMD8<UInt8>()
    for lane in 0..<8 { values[lane] = row[column &+ Swift.min(lane, remaining &- 1)] }
    return Lanes.float(Lanes.ints(values))
  }
}

extension UInt16: FootageSample {
  @inline(__always)
  static func load(_ row: UnsafePointer<UInt8>, _ column: Int, _ remaining: Int) -> Float8 {
    let start = UnsafeRawPointer(row + 2 &* column)
    if remaining >= 8 { return Lanes.float(Lanes.ints(start.loadUnaligned(as: SIMD8<UInt16>.self))) }
    var values = SIMD8<UInt16>()
    for lane in 0..<8 {
      values[lane] = start.loadUnaligned(fromByteOffset: 2 &* Swift.min(lane, remaining &- 1), as: UInt16.self)
    }
    return Lanes.float(Lanes.ints(values))
  }
}
