import Colorimetry
import Lanes

/// Converts frames of footage to backgrounds: samples, matrix and range, transfer function, primaries, rotation.
///
/// A converter keeps memory of a row or two and serves one thread.
package final class FootageConverter {
  private let layout: SampleLayout
  /// Size of the samples' picture, before it is turned.
  private let width: Int
  private let height: Int
  private let curve: InputCurve
  /// Whether backgrounds get sRGB-encoded values in place of linear light.
  package var givesEncoded = false
  /// From the clip's primaries to BT.709's, of linear light; nil where they are the same.
  private let primaries: [[Float]]?
  private let turns: QuarterTurns
  /// Two rows of chroma, empty for pictures without any.
  private let chroma: (ChromaRow, ChromaRow)
  /// A row of red, green and blue.
  private let scratch: AlignedBuffer<Float>
  private let scratchStride: Int

  /// A converter of frames of `width` × `height` samples.
  ///
  /// - Parameters:
  ///   - primaries: from linear light of the clip's primaries to that of BT.709's; nil where they are the same.
  ///   - turns: by how much the picture is turned.
  package init(
    layout: SampleLayout, width: Int, height: Int, curve: InputCurve, primaries: Matrix3?, turns: QuarterTurns
  ) {
    precondition((8...16).contains(layout.bitDepth), "Samples have 8 to 16 bits.")
    self.layout = layout
    self.width = width
    self.height = height
    self.curve = curve
    self.primaries = primaries.map { matrix in
      [matrix.row0, matrix.row1, matrix.row2].map { row in [Float(row.x), Float(row.y), Float(row.z)] }
    }
    self.turns = turns
    let count = layout.horizontalChroma == nil ? width : (width + 1) / 2
    chroma = (ChromaRow(count: count), ChromaRow(count: count))
    // A row is worked on in steps of sixteen.
    scratchStride = (width + 15) / 16 * 16
    scratch = AlignedBuffer(count: 3 * scratchStride)
  }

  /// Size of the backgrounds, after turning.
  package var turnedSize: (width: Int, height: Int) { turns.swapsSides ? (height, width) : (width, height) }

  /// Fills a background, of `turnedSize`, with a frame.
  package func convert(_ planes: SamplePlanes, into background: Background) {
    precondition(
      (background.width, background.height) == turnedSize && planes.base.count == layout.planeCount,
      "The frame must have the size and the planes that the converter was made for.")
    for y in 0..<height {
      if layout.bitDepth == 8 { convertRow(UInt8.self, planes, y) } else { convertRow(UInt16.self, planes, y) }
      store(y, into: background)
    }
  }

  /// Converts row `y` to light in `scratch`.
  @inline(__always)
  private func convertRow<Sample: FootageSample>(_ type: Sample.Type, _ planes: SamplePlanes, _ y: Int) {
    switch layout.colors {
    case .rgb: convertRGB(type, planes, y)
    case .gray: convertGray(type, planes, y)
    case .luma, .greenOrange: convertYUV(type, planes, y)
    }
    if layout.hasAlpha { multiplyByAlpha(type, planes.base[planes.base.count - 1] + y * planes.strides.last!) }
  }

  private func convertYUV<Sample: FootageSample>(_ type: Sample.Type, _ planes: SamplePlanes, _ y: Int) {
    guard let factors = layout.chromaFactors else { return }
    let codes = layout.codes(ofChroma: true)
    let rows = layout.verticalChroma == nil ? height : (height + 1) / 2
    for (row, plane) in [(chroma.0, 1), (chroma.1, 2)] {
      row.read(
        type, planes.base[plane], stride: planes.strides[plane], rowCount: rows, y: y, siting: layout.verticalChroma,
        offset: codes.offset, scale: codes.scale)
    }
    let luma = planes.base[0] + y * planes.strides[0]
    let (offset, scale) = layout.codes(ofChroma: false)
    let siting = layout.horizontalChroma
    var column = 0
    while column < width {
      let (first, second) = (chroma.0.pixels(column, siting), chroma.1.pixels(column, siting))
      @inline(__always)
      func finish(_ column: Int, _ first: Float8, _ second: Float8) {
        let luma = (type.load(luma, column, width &- column) - offset) * scale
        store(
          luma + first * factors.red.0 + second * factors.red.1,
          luma + first * factors.green.0 + second * factors.green.1,
          luma + first * factors.blue.0 + second * factors.blue.1, column)
      }
      finish(column, first.low, second.low)
      if column &+ 8 < width { finish(column &+ 8, first.high, second.high) }
      column &+= 16
    }
  }

  private func convertRGB<Sample: FootageSample>(_ type: Sample.Type, _ planes: SamplePlanes, _ y: Int) {
    let (offset, scale) = layout.codes(ofChroma: false)
    for column in stride(from: 0, to: width, by: 8) {
      @inline(__always)
      func value(_ plane: Int) -> Float8 {
        (type.load(planes.base[plane] + y * planes.strides[plane], column, width &- column) - offset) * scale
      }
      store(value(2), value(0), value(1), column)
    }
  }

  private func convertGray<Sample: FootageSample>(_ type: Sample.Type, _ planes: SamplePlanes, _ y: Int) {
    let (offset, scale) = layout.codes(ofChroma: false)
    let row = planes.base[0] + y * planes.strides[0]
    for column in stride(from: 0, to: width, by: 8) {
      let value = (type.load(row, column, width &- column) - offset) * scale
      store(value, value, value, column)
    }
  }

  /// Puts the light of eight pixels into `scratch`, given as encoded values.
  @inline(__always)
  private func store(_ red: Float8, _ green: Float8, _ blue: Float8, _ column: Int) {
    if givesEncoded && curve == .srgb && primaries == nil {
      Lanes.store(Lanes.clamp(red, 0, 1), to: scratch.base + column)
      Lanes.store(Lanes.clamp(green, 0, 1), to: scratch.base + (scratchStride &+ column))
      Lanes.store(Lanes.clamp(blue, 0, 1), to: scratch.base + (2 &* scratchStride &+ column))
      return
    }
    var (red, green, blue) = (curve.light(red), curve.light(green), curve.light(blue))
    if let primaries {
      @inline(__always)
      func mixed(_ row: [Float]) -> Float8 { red * row[0] + green * row[1] + blue * row[2] }
      (red, green, blue) = (mixed(primaries[0]), mixed(primaries[1]), mixed(primaries[2]))
      (red, green, blue) = (Lanes.max(red, 0), Lanes.max(green, 0), Lanes.max(blue, 0))
    }
    if givesEncoded {
      (red, green, blue) = (
        encodeSRGB(saturate(red)), encodeSRGB(saturate(green)), encodeSRGB(saturate(blue))
      )
    }
    Lanes.store(red, to: scratch.base + column)
    Lanes.store(green, to: scratch.base + (scratchStride &+ column))
    Lanes.store(blue, to: scratch.base + (2 &* scratchStride &+ column))
  }

  /// Lays the row over black: its alpha is straight.
  private func multiplyByAlpha<Sample: FootageSample>(_ type: Sample.Type, _ row: UnsafePointer<UInt8>) {
    let scale = Float(1 / Double(1 << layout.bitDepth - 1))
    for column in stride(from: 0, to: width, by: 8) {
      let alpha = type.load(row, column, width &- column) * scale
      for plane in 0..<3 {
        let values = scratch.base + (plane &* scratchStride &+ column)
        Lanes.store(Lanes.load(values) * alpha, to: values)
      }
    }
  }

  /// Copies the row in `scratch`, which is row `y` of the samples, to where it lies in the upright picture.
  private func store(_ y: Int, into background: Background) {
    for plane in 0..<3 {
      let row = scratch.base + plane &* scratchStride
      switch turns {
      case .none: background.row(y, plane: plane).update(from: row, count: width)
      case .two:
        let target = background.row(height &- 1 &- y, plane: plane)
        for x in 0..<width { target[width &- 1 &- x] = row[x] }
      case .one: for x in 0..<width { background.row(x, plane: plane)[height &- 1 &- y] = row[x] }
      case .three: for x in 0..<width { background.row(width &- 1 &- x, plane: plane)[y] = row[x] }
      }
    }
  }
}
