import Colorimetry
import Lanes

/// Converts frames of footage to light: range, matrix, transfer function, primaries and rotation.
///
/// A row is converted by several loops over values in the cache: samples to encoded red, green and blue; encoded values to light;
/// then primaries and alpha, if needed. The loops are chosen once for each row. Several threads may convert different rows of a
/// frame if each has its own `Scratch`.
package final class FootageConverter: Sendable {
  private let layout: SampleLayout
  /// Size of a frame before it is turned.
  private let width: Int
  private let height: Int
  /// The curve by which encoded values become linear light.
  private let curve: InputCurve
  /// Whether the results are sRGB-encoded values instead of linear light.
  private let givesEncoded: Bool
  /// The matrix from the clip's primaries to BT.709's primaries, for linear light; nil if both are the same.
  private let primaries: FloatMatrix?
  /// The rotation that makes the picture upright.
  private let turns: QuarterTurns

  /// A matrix of floats. Its rows give red, green and blue of the result.
  private struct FloatMatrix {
    let red, green, blue: (Float, Float, Float)

    init(_ matrix: Matrix3) {
      red = (Float(matrix.row0.x), Float(matrix.row0.y), Float(matrix.row0.z))
      green = (Float(matrix.row1.x), Float(matrix.row1.y), Float(matrix.row1.z))
      blue = (Float(matrix.row2.x), Float(matrix.row2.y), Float(matrix.row2.z))
    }
  }

  /// Memory for one converting thread: a row of light, and a pair of rows of each chroma plane.
  package final class Scratch {
    /// A row of red, green, blue and alpha: the encoded values, which `decode` replaces by the results.
    fileprivate let light: AlignedBuffer<Float>
    /// Floats from one plane of `light` to the next.
    fileprivate let stride: Int
    /// For each chroma plane, the chroma of two rows of the frame.
    fileprivate let chroma: (ChromaRowPair, ChromaRowPair)

    fileprivate init(width: Int, chromaCount: Int) {
      // Loops over a row work in steps of sixteen values.
      stride = (width + 15) / 16 * 16
      light = AlignedBuffer(count: 4 * stride)
      chroma = (ChromaRowPair(count: chromaCount), ChromaRowPair(count: chromaCount))
    }

    @inline(__always)
    fileprivate func plane(_ plane: Int) -> UnsafeMutablePointer<Float> { light.base + plane &* stride }
  }

  /// Makes a converter for frames of `width` × `height` samples.
  ///
  /// - Parameters:
  ///   - primaries: the matrix from linear light in the clip's primaries to linear light in BT.709's primaries; nil if both are
  ///     the same.
  ///   - turns: the rotation that makes the picture upright.
  ///   - givesEncoded: whether the results are sRGB-encoded values instead of linear light.
  package init(
    layout: SampleLayout, width: Int, height: Int, curve: InputCurve, primaries: Matrix3?, turns: QuarterTurns,
    givesEncoded: Bool = false
  ) {
    precondition((8...16).contains(layout.bitDepth), "Samples have 8 to 16 bits.")
    self.layout = layout
    self.width = width
    self.height = height
    self.curve = curve
    self.primaries = primaries.map(FloatMatrix.init)
    self.turns = turns
    self.givesEncoded = givesEncoded
  }

  /// Size of the upright picture, after turning.
  package var turnedSize: (width: Int, height: Int) { turns.swapsSides ? (height, width) : (width, height) }

  /// Number of rows of samples, which may be divided among several threads.
  package var rowCount: Int { height }

  /// Makes memory for one thread.
  package func makeScratch() -> Scratch {
    Scratch(width: width, chromaCount: layout.horizontalChroma == nil ? width : (width + 1) / 2)
  }

  /// Converts a frame into a picture of `turnedSize`.
  ///
  /// - Parameters:
  ///   - rows: the rows of samples to convert, beginning with an even row; nil for all.
  ///   - scratch: memory of the calling thread.
  package func convert(_ planes: SamplePlanes, into target: LightPlanes, rows: Range<Int>? = nil, scratch: Scratch) {
    precondition(
      (target.width, target.height) == turnedSize && planes.base.count == layout.planeCount,
      "The frame must have the size and the planes that the converter was made for.")
    let rows = rows ?? 0..<height
    precondition(rows.lowerBound % 2 == 0, "Pairs of rows are converted together.")
    for y in rows {
      if layout.bitDepth == 8 {
        convertRow(UInt8.self, planes, y, scratch, into: target)
      } else {
        convertRow(UInt16.self, planes, y, scratch, into: target)
      }
    }
  }

  /// Converts row `y`. If the row is even, the chroma of the next row is read too.
  private func convertRow<Sample: FootageSample>(
    _ type: Sample.Type, _ planes: SamplePlanes, _ y: Int, _ scratch: Scratch, into target: LightPlanes
  ) {
    switch layout.colors {
    case .rgb: convertRGB(type, planes, y, scratch)
    case .gray: convertGray(type, planes, y, scratch)
    case .yCbCr, .yCgCo: convertYUV(type, planes, y, scratch)
    }
    if turns == .none, primaries == nil, !layout.hasAlpha, !givesEncoded {
      let count = (width + 7) / 8 * 8
      for plane in 0..<3 {
        curve.decode(scratch.plane(plane), into: target.row(y, plane: plane), count: count)
      }
      return
    }
    decode(scratch)
    if layout.hasAlpha {
      multiplyByAlpha(type, planes.base[planes.base.count - 1] + y * planes.strides.last!, scratch)
    }
    store(y, scratch, into: target)
  }

  // MARK: Samples to encoded values

  private func convertYUV<Sample: FootageSample>(
    _ type: Sample.Type, _ planes: SamplePlanes, _ y: Int, _ scratch: Scratch
  ) {
    guard let factors = layout.chromaFactors else { return }
    let conversion = layout.codeConversion(ofChroma: true)
    let chromaRowCount = layout.verticalChroma == nil ? height : (height + 1) / 2
    for (pair, plane) in [(scratch.chroma.0, 1), (scratch.chroma.1, 2)] where y % 2 == 0 {
      pair.read(
        type, planes.base[plane], stride: planes.strides[plane], rowCount: chromaRowCount, y: y,
        verticalSiting: layout.verticalChroma,
        offset: conversion.offset, scale: conversion.scale)
    }
    let luma = planes.base[0] + y * planes.strides[0]
    switch layout.horizontalChroma {
    case nil: mixColors(type, FullChroma.self, y, luma, factors, scratch)
    case .first: mixColors(type, FirstChroma.self, y, luma, factors, scratch)
    case .centred: mixColors(type, CentredChroma.self, y, luma, factors, scratch)
    }
  }

  /// Computes red, green and blue of row `y` from its luma and chroma.
  @inline(__always)
  private func mixColors<Sample: FootageSample, Chroma: ChromaInterpolation>(
    _ type: Sample.Type, _ interpolation: Chroma.Type, _ y: Int, _ luma: UnsafePointer<UInt8>,
    _ factors: ChromaFactors, _ scratch: Scratch
  ) {
    let (offset, scale) = layout.codeConversion(ofChroma: false)
    let chromaRows = (scratch.chroma.0.firstValue(ofRow: y % 2), scratch.chroma.1.firstValue(ofRow: y % 2))
    let columnCount = width
    let (red, green, blue) = (scratch.plane(0), scratch.plane(1), scratch.plane(2))
    // Stores the colours of eight pixels. `samples` are their luma samples; `first` and `second` are their values in the two
    // chroma planes.
    @inline(__always)
    func store(_ samples: Float8, _ first: Float8, _ second: Float8, _ column: Int) {
      let luma = (samples - offset) * scale
      Lanes.store(luma + first * factors.red.0 + second * factors.red.1, to: red + column)
      Lanes.store(luma + first * factors.green.0 + second * factors.green.1, to: green + column)
      Lanes.store(luma + first * factors.blue.0 + second * factors.blue.1, to: blue + column)
    }
    var column = 0
    while column &+ 16 <= columnCount {
      let first = interpolation.pixels(chromaRows.0, column)
      let second = interpolation.pixels(chromaRows.1, column)
      store(type.load(luma, column), first.low, second.low, column)
      store(type.load(luma, column &+ 8), first.high, second.high, column &+ 8)
      column &+= 16
    }
    guard column < columnCount else { return }
    let first = interpolation.pixels(chromaRows.0, column)
    let second = interpolation.pixels(chromaRows.1, column)
    store(type.load(luma, column, columnCount &- column), first.low, second.low, column)
    if column &+ 8 < columnCount {
      store(type.load(luma, column &+ 8, columnCount &- column &- 8), first.high, second.high, column &+ 8)
    }
  }

  private func convertRGB<Sample: FootageSample>(
    _ type: Sample.Type, _ planes: SamplePlanes, _ y: Int, _ scratch: Scratch
  ) {
    // Planes are G, B, R.
    for (plane, color) in [(0, 1), (1, 2), (2, 0)] {
      readValues(type, planes.base[plane] + y * planes.strides[plane], into: scratch.plane(color))
    }
  }

  private func convertGray<Sample: FootageSample>(
    _ type: Sample.Type, _ planes: SamplePlanes, _ y: Int, _ scratch: Scratch
  ) {
    for color in 0..<3 { readValues(type, planes.base[0] + y * planes.strides[0], into: scratch.plane(color)) }
  }

  @inline(__always)
  private func readValues<Sample: FootageSample>(
    _ type: Sample.Type, _ row: UnsafePointer<UInt8>, into values: UnsafeMutablePointer<Float>
  ) {
    let (offset, scale) = layout.codeConversion(ofChroma: false)
    var column = 0
    while column < width {
      Lanes.store((type.load(row, column, width &- column) - offset) * scale, to: values + column)
      column &+= 8
    }
  }

  // MARK: Encoded values to light

  /// Converts the encoded values in `scratch` to linear light in BT.709's primaries, or to sRGB-encoded values if `givesEncoded`.
  private func decode(_ scratch: Scratch) {
    let values = scratch.light.base
    if givesEncoded && curve == .srgb && primaries == nil {
      return InputCurve.map(values, values, 3 * scratch.stride) { Lanes.clamp($0, 0, 1) }
    }
    curve.decode(values, into: values, count: 3 * scratch.stride)
    if let primaries { mixPrimaries(primaries, scratch) }
    if givesEncoded { InputCurve.map(values, values, 3 * scratch.stride) { encodeSRGB(saturate($0)) } }
  }

  private func mixPrimaries(_ matrix: FloatMatrix, _ scratch: Scratch) {
    let planes = (scratch.plane(0), scratch.plane(1), scratch.plane(2))
    var column = 0
    while column < width {
      let red = Lanes.load(planes.0 + column)
      let green = Lanes.load(planes.1 + column)
      let blue = Lanes.load(planes.2 + column)
      @inline(__always)
      func mixed(_ row: (Float, Float, Float)) -> Float8 {
        Lanes.max(red * row.0 + green * row.1 + blue * row.2, 0)
      }
      Lanes.store(mixed(matrix.red), to: planes.0 + column)
      Lanes.store(mixed(matrix.green), to: planes.1 + column)
      Lanes.store(mixed(matrix.blue), to: planes.2 + column)
      column &+= 8
    }
  }

  /// Multiplies the row's colours by the alpha in `row`, and stores alpha in plane 3.
  private func multiplyByAlpha<Sample: FootageSample>(
    _ type: Sample.Type, _ row: UnsafePointer<UInt8>, _ scratch: Scratch
  ) {
    let scale = Float(1 / Double(1 << layout.bitDepth - 1))
    for column in stride(from: 0, to: width, by: 8) {
      let alpha = type.load(row, column, width &- column) * scale
      for plane in 0..<3 {
        let values = scratch.plane(plane) + column
        Lanes.store(Lanes.load(values) * alpha, to: values)
      }
      Lanes.store(alpha, to: scratch.plane(3) + column)
    }
  }

  // MARK: Turning

  /// Copies the row in `scratch`, which is row `y` of the samples, to the upright picture, where it may be a column.
  private func store(_ y: Int, _ scratch: Scratch, into target: LightPlanes) {
    for plane in 0..<(target.hasAlphaPlane && layout.hasAlpha ? 4 : 3) {
      let row = scratch.plane(plane)
      switch turns {
      case .none: target.row(y, plane: plane).update(from: row, count: width)
      case .two:
        let targetRow = target.row(height &- 1 &- y, plane: plane)
        for x in 0..<width { targetRow[width &- 1 &- x] = row[x] }
      case .one: for x in 0..<width { target.row(x, plane: plane)[height &- 1 &- y] = row[x] }
      case .three: for x in 0..<width { target.row(width &- 1 &- x, plane: plane)[y] = row[x] }
      }
    }
  }
}
