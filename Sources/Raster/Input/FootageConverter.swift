import Colorimetry
import Lanes

/// Converts frames of footage to light: samples, matrix and range, transfer function, primaries, rotation.
///
/// Each row goes through passes that are loops over values in the cache: samples to encoded red, green and blue, these to light, then
/// primaries and alpha where there are any. Which loop is used is decided once for each row. Several threads may convert
/// different rows of a frame, each with memory of its own (`Scratch`).
package final class FootageConverter: Sendable {
  private let layout: SampleLayout
  /// Size of the samples' picture, before it is turned.
  private let width: Int
  private let height: Int
  private let curve: InputCurve
  /// Whether sRGB-encoded values are wanted in place of linear light.
  private let givesEncoded: Bool
  /// From the clip's primaries to BT.709's, of linear light; nil where they are the same.
  private let primaries: Primaries?
  private let turns: QuarterTurns

  /// A matrix of Floats, row by row.
  private struct Primaries {
    let red, green, blue: (Float, Float, Float)

    init(_ matrix: Matrix3) {
      red = (Float(matrix.row0.x), Float(matrix.row0.y), Float(matrix.row0.z))
      green = (Float(matrix.row1.x), Float(matrix.row1.y), Float(matrix.row1.z))
      blue = (Float(matrix.row2.x), Float(matrix.row2.y), Float(matrix.row2.z))
    }
  }

  /// Memory of one thread that converts: a row of light, and pairs of rows of chroma.
  package final class Scratch {
    /// A row of red, green, blue and alpha.
    fileprivate let light: AlignedBuffer<Float>
    fileprivate let stride: Int
    fileprivate let chroma: (ChromaRowPair, ChromaRowPair)

    fileprivate init(width: Int, chromaCount: Int) {
      // A row is worked on in steps of sixteen.
      stride = (width + 15) / 16 * 16
      light = AlignedBuffer(count: 4 * stride)
      chroma = (ChromaRowPair(count: chromaCount), ChromaRowPair(count: chromaCount))
    }

    @inline(__always)
    fileprivate func plane(_ plane: Int) -> UnsafeMutablePointer<Float> { light.base + plane &* stride }
  }

  /// A converter of frames of `width` × `height` samples.
  ///
  /// - Parameters:
  ///   - primaries: from linear light of the clip's primaries to that of BT.709's; nil where they are the same.
  ///   - turns: by how much the picture is turned.
  ///   - givesEncoded: whether sRGB-encoded values are wanted in place of linear light.
  package init(
    layout: SampleLayout, width: Int, height: Int, curve: InputCurve, primaries: Matrix3?, turns: QuarterTurns,
    givesEncoded: Bool = false
  ) {
    precondition((8...16).contains(layout.bitDepth), "Samples have 8 to 16 bits.")
    self.layout = layout
    self.width = width
    self.height = height
    self.curve = curve
    self.primaries = primaries.map(Primaries.init)
    self.turns = turns
    self.givesEncoded = givesEncoded
  }

  /// Size of the upright picture, after turning.
  package var turnedSize: (width: Int, height: Int) { turns.swapsSides ? (height, width) : (width, height) }

  /// Rows of samples, which several threads may share among them.
  package var rowCount: Int { height }

  /// Memory for one thread.
  package func makeScratch() -> Scratch {
    Scratch(width: width, chromaCount: layout.horizontalChroma == nil ? width : (width + 1) / 2)
  }

  /// Fills a picture of `turnedSize` with a frame.
  ///
  /// - Parameters:
  ///   - rows: rows of samples that are converted, from an even one on; nil for all.
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

  /// Converts row `y`. Of an even row's chroma, that of the next one is read too.
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
    let codes = layout.codes(ofChroma: true)
    let rows = layout.verticalChroma == nil ? height : (height + 1) / 2
    for (pair, plane) in [(scratch.chroma.0, 1), (scratch.chroma.1, 2)] where y % 2 == 0 {
      pair.read(
        type, planes.base[plane], stride: planes.strides[plane], rowCount: rows, y: y,
        verticalSiting: layout.verticalChroma,
        offset: codes.offset, scale: codes.scale)
    }
    let luma = planes.base[0] + y * planes.strides[0]
    switch layout.horizontalChroma {
    case nil: mixColors(type, WholeChroma.self, y, luma, factors, scratch)
    case .first: mixColors(type, FirstChroma.self, y, luma, factors, scratch)
    case .centred: mixColors(type, CentredChroma.self, y, luma, factors, scratch)
    }
  }

  /// Mixes luma of row `y` and its chroma to red, green and blue.
  @inline(__always)
  private func mixColors<Sample: FootageSample, Chroma: ChromaInterpolation>(
    _ type: Sample.Type, _ interpolation: Chroma.Type, _ y: Int, _ luma: UnsafePointer<UInt8>,
    _ factors: ChromaFactors, _ scratch: Scratch
  ) {
    let (offset, scale) = layout.codes(ofChroma: false)
    let (rows, columns) = ((scratch.chroma.0.first(y % 2), scratch.chroma.1.first(y % 2)), width)
    let (red, green, blue) = (scratch.plane(0), scratch.plane(1), scratch.plane(2))
    @inline(__always)
    func store(_ samples: Float8, _ first: Float8, _ second: Float8, _ column: Int) {
      let luma = (samples - offset) * scale
      Lanes.store(luma + first * factors.red.0 + second * factors.red.1, to: red + column)
      Lanes.store(luma + first * factors.green.0 + second * factors.green.1, to: green + column)
      Lanes.store(luma + first * factors.blue.0 + second * factors.blue.1, to: blue + column)
    }
    var column = 0
    while column &+ 16 <= columns {
      let (first, second) = (interpolation.pixels(rows.0, column), interpolation.pixels(rows.1, column))
      store(type.load(luma, column), first.low, second.low, column)
      store(type.load(luma, column &+ 8), first.high, second.high, column &+ 8)
      column &+= 16
    }
    guard column < columns else { return }
    let (first, second) = (interpolation.pixels(rows.0, column), interpolation.pixels(rows.1, column))
    store(type.load(luma, column, columns &- column), first.low, second.low, column)
    if column &+ 8 < columns {
      store(type.load(luma, column &+ 8, columns &- column &- 8), first.high, second.high, column &+ 8)
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
    let (offset, scale) = layout.codes(ofChroma: false)
    var column = 0
    while column < width {
      Lanes.store((type.load(row, column, width &- column) - offset) * scale, to: values + column)
      column &+= 8
    }
  }

  // MARK: Encoded values to light

  /// Turns the encoded values in `scratch` into light of BT.709's primaries, or into values that sRGB's curve encodes.
  private func decode(_ scratch: Scratch) {
    let values = scratch.light.base
    if givesEncoded && curve == .srgb && primaries == nil {
      return InputCurve.map(values, values, 3 * scratch.stride) { Lanes.clamp($0, 0, 1) }
    }
    curve.decode(values, into: values, count: 3 * scratch.stride)
    if let primaries { mixPrimaries(primaries, scratch) }
    if givesEncoded { InputCurve.map(values, values, 3 * scratch.stride) { encodeSRGB(saturate($0)) } }
  }

  private func mixPrimaries(_ matrix: Primaries, _ scratch: Scratch) {
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

  /// Multiplies the row by its alpha, which is straight, and keeps that.
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

  /// Copies the row in `scratch`, which is row `y` of the samples, to where it lies in the upright picture.
  private func store(_ y: Int, _ scratch: Scratch, into target: LightPlanes) {
    for plane in 0..<(target.hasAlphaPlane && layout.hasAlpha ? 4 : 3) {
      let row = scratch.plane(plane)
      switch turns {
      case .none: target.row(y, plane: plane).update(from: row, count: width)
      case .two:
        let onto = target.row(height &- 1 &- y, plane: plane)
        for x in 0..<width { onto[width &- 1 &- x] = row[x] }
      case .one: for x in 0..<width { target.row(x, plane: plane)[height &- 1 &- y] = row[x] }
      case .three: for x in 0..<width { target.row(width &- 1 &- x, plane: plane)[y] = row[x] }
      }
    }
  }
}
