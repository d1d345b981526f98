import Lanes

/// A sample of 8 or 10 bits.
protocol Sample: FixedWidthInteger, BitwiseCopyable {
  /// Codes of this depth for one 8-bit code.
  static var codesPerStep: Float { get }
  static func pack(_ codes: Int8Lanes, to target: UnsafeMutableRawPointer)
}

extension UInt8: Sample {
  static var codesPerStep: Float { 1 }
  @inline(__always) static func pack(_ codes: Int8Lanes, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: Lanes.lowBytes(codes), as: SIMD8<UInt8>.self)
  }
}

extension UInt16: Sample {
  static var codesPerStep: Float { 4 }
  @inline(__always) static func pack(_ codes: Int8Lanes, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: Lanes.lowWords(codes), as: SIMD8<UInt16>.self)
  }
}

/// BT.709 limited range from encoded Float R′G′B′, never through RGB codes: Y = 16 + 219Y′, C = 128 + 224C′ (times 4
/// for 10 bits), each plane dithered and rounded in its own codes.
///
/// 4:2:0 chroma is sited left: across, 1-2-1 taps around each even column; down, the mean of two rows. Two rows are
/// encoded to scratch memory, then go through the matrix side by side; only their colour differences touch memory again.
struct YUVWriter<Element: Sample> {
  private let source: LightSource
  private let transform: OutputTransform
  /// The first sample of each plane, and samples from a row to the next.
  private let planes: (UnsafeMutablePointer<Element>, UnsafeMutablePointer<Element>, UnsafeMutablePointer<Element>)
  private let strides: (Int, Int, Int)

  private var region: PixelRect { source.region }

  init(_ source: LightSource, _ transform: OutputTransform, _ output: PixelBuffer) {
    self.source = source
    self.transform = transform
    func first(_ plane: Int) -> UnsafeMutablePointer<Element> {
      UnsafeMutableRawPointer(output.plane(plane)).assumingMemoryBound(to: Element.self)
    }
    func stride(_ plane: Int) -> Int { output.stride(ofPlane: plane) / MemoryLayout<Element>.stride }
    planes = (first(0), first(1), first(2))
    strides = (stride(0), stride(1), stride(2))
  }

  private var lumaScale: Float { 219 * Element.codesPerStep }
  private var lumaOffset: Float { 16 * Element.codesPerStep + 0.5 }
  /// (B′ − Y′)/1.8556 and (R′ − Y′)/1.5748 span ±½.
  private var blueScale: Float { 224 * Element.codesPerStep / 1.8556 }
  private var redScale: Float { 224 * Element.codesPerStep / 1.5748 }
  private var chromaOffset: Float { 128 * Element.codesPerStep + 0.5 }

  func writeFull() {
    let mask = DitherMask.shared.rows
    withScratch { scratch in
      let differences = scratch.differences
      for y in region.y..<region.endY {
        let row = finished(y, scratch.light.0, scratch.rows.0)
        if transform.inputIsEncoded {
          luma(row, y, mask, differences, ClampedInput())
        } else {
          luma(row, y, mask, differences, FinishedInput())
        }
        chromaFull(differences.plane(0), 1, y, mask.row(y + 31), 17, blueScale)
        chromaFull(differences.plane(1), 2, y, mask.row(y + 11), 41, redScale)
      }
    }
  }

  func writeHalved() {
    precondition(
      region.x % 2 == 0 && region.y % 2 == 0 && region.width % 2 == 0 && region.height % 2 == 0,
      "A region of 4:2:0 video must be even.")
    let hasLeft = region.x > 0
    precondition(
      !hasLeft || region.x - source.tile.x >= EncodedRow.leftRoom,
      "A tile of 4:2:0 video must cover eight columns left of its region.")
    let mask = DitherMask.shared.rows
    withScratch { scratch in
      let differences = scratch.differences
      var y = region.y
      while y < region.endY {
        let above = finished(y, scratch.light.0, scratch.rows.0)
        let below = finished(y + 1, scratch.light.1, scratch.rows.1)
        if transform.inputIsEncoded {
          lumaPair(above, below, y, mask, differences, ClampedInput())
        } else {
          lumaPair(above, below, y, mask, differences, FinishedInput())
        }
        if !hasLeft {
          differences.plane(0)[-1] = differences.plane(0)[0]
          differences.plane(1)[-1] = differences.plane(1)[0]
        }
        let chromaY = y / 2
        chromaHalved(differences.plane(0), 1, chromaY, mask.row(chromaY + 31), 17, blueScale)
        chromaHalved(differences.plane(1), 2, chromaY, mask.row(chromaY + 11), 41, redScale)
        y += 2
      }
    }
  }

  /// Row `y` as encoded values: from the tile if it holds such, otherwise made in `row`.
  @inline(__always)
  private func finished(_ y: Int, _ memory: UnsafeMutablePointer<Float>, _ row: EncodedRow) -> LightRow {
    let light = source.row(y, scratch: memory)
    if transform.inputIsEncoded { return light }
    transform.encode(light, from: -source.room, to: region.width, into: row, hasAlpha: false)
    return LightRow(base: row.base, planeStride: row.planeStride)
  }

  /// The samples of the region's part of row `y` of a plane.
  @inline(__always)
  private func line(_ plane: Int, _ y: Int, _ x: Int) -> UnsafeMutablePointer<Element> {
    switch plane {
    case 0: planes.0 + (y &* strides.0 &+ x)
    case 1: planes.1 + (y &* strides.1 &+ x)
    default: planes.2 + (y &* strides.2 &+ x)
    }
  }

  /// Writes a row of Y and leaves B′ − Y′ and R′ − Y′.
  @inline(never)
  private func luma<Kind: EncodedKind>(
    _ light: LightRow, _ y: Int, _ mask: DitherRows, _ differences: EncodedRow, _ kind: Kind
  ) {
    let thresholds = mask.row(y)
    let line = line(0, y, region.x)
    let (x, width) = (region.x, region.width)
    var light = light
    var column = 0
    while column < width {
      let left = width &- column
      if left < 8 { light = light.padded(column, width, differences.plane(2)) }
      let pixels = YPbPr(light, column, kind)
      Lanes.store(pixels.blueDifference, to: differences.plane(0) + column)
      Lanes.store(pixels.redDifference, to: differences.plane(1) + column)
      put(pixels.luma * lumaScale + (lumaOffset + DitherMask.load(thresholds, x &+ column)), line + column, left)
      column &+= 8
    }
  }

  /// Writes two rows of Y and leaves the sums of both rows' B′ − Y′ and R′ − Y′, those of the `room` columns left of the
  /// region included.
  @inline(never)
  private func lumaPair<Kind: EncodedKind>(
    _ above: LightRow, _ below: LightRow, _ y: Int, _ mask: DitherRows, _ differences: EncodedRow, _ kind: Kind
  ) {
    let (upperMask, lowerMask) = (mask.row(y), mask.row(y &+ 1))
    let (upperLine, lowerLine) = (line(0, y, region.x), line(0, y &+ 1, region.x))
    let (x, width) = (region.x, region.width)
    var (above, below) = (above, below)
    var column = -source.room
    while column < width {
      let left = width &- column
      if left < 8 {
        above = above.padded(column, width, differences.plane(2))
        below = below.padded(column, width, differences.plane(2) + 32)
      }
      let upper = YPbPr(above, column, kind)
      let lower = YPbPr(below, column, kind)
      Lanes.store(upper.blueDifference + lower.blueDifference, to: differences.plane(0) + column)
      Lanes.store(upper.redDifference + lower.redDifference, to: differences.plane(1) + column)
      if column >= 0 {
        let upperDither = DitherMask.load(upperMask, x &+ column)
        let lowerDither = DitherMask.load(lowerMask, x &+ column)
        put(upper.luma * lumaScale + (lumaOffset + upperDither), upperLine + column, left)
        put(lower.luma * lumaScale + (lumaOffset + lowerDither), lowerLine + column, left)
      }
      column &+= 8
    }
  }

  @inline(never)
  private func chromaFull(
    _ source: UnsafeMutablePointer<Float>, _ plane: Int, _ y: Int, _ thresholds: UnsafePointer<Float>, _ shift: Int,
    _ scale: Float
  ) {
    let line = line(plane, y, region.x)
    var column = 0
    while column < region.width {
      let dither = DitherMask.load(thresholds, region.x + column + shift)
      put(Lanes.load(source + column) * scale + (chromaOffset + dither), line + column, region.width - column)
      column += 8
    }
  }

  @inline(never)
  private func chromaHalved(
    _ source: UnsafeMutablePointer<Float>, _ plane: Int, _ y: Int, _ thresholds: UnsafePointer<Float>, _ shift: Int,
    _ scale: Float
  ) {
    let left = region.x / 2
    let width = region.width / 2
    let line = line(plane, y, left)
    let first = left &+ shift
    var column = 0
    while column < width {
      let pixels = source + 2 &* column
      let (low, high) = (Lanes.load(pixels), Lanes.load(pixels + 8))
      let before = Lanes.evens(Lanes.load(pixels - 1), Lanes.load(pixels + 7))
      let sum = before + 2 * Lanes.evens(low, high) + Lanes.odds(low, high)
      let dither = DitherMask.load(thresholds, first &+ column)
      put(sum * (scale / 8) + (chromaOffset + dither), line + column, width &- column)
      column &+= 8
    }
  }

  /// Rounds down and writes eight samples, or those that are left of the row.
  @inline(__always)
  private func put(_ values: Lane8, _ target: UnsafeMutablePointer<Element>, _ left: Int) {
    let codes = Lanes.truncateInRange(values)
    if left >= 8 {
      Element.pack(codes, to: UnsafeMutableRawPointer(target))
    } else {
      putPartial(codes, target, left)
    }
  }

  @inline(never)
  private func putPartial(_ codes: Int8Lanes, _ target: UnsafeMutablePointer<Element>, _ left: Int) {
    for lane in 0..<left { target[lane] = Element(truncatingIfNeeded: codes[lane]) }
  }

  private struct Scratch {
    let differences: EncodedRow
    let rows: (EncodedRow, EncodedRow)
    let light: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  }

  /// Memory for a row of colour differences, with room to read a block past its end, for two encoded rows and for two
  /// rows of light.
  @inline(__always)
  private func withScratch(_ body: (Scratch) -> Void) {
    // The third plane of the differences is for what is left of two rows behind their last whole blocks.
    let width = max(region.width, 64)
    let count = EncodedRow.floatCount(width: width, planes: 3) + 16
    let rowCount = EncodedRow.floatCount(width: region.width, planes: 3)
    source.memory.reserve(count + 2 * (rowCount + source.scratchCount))
    let base = source.memory.base
    base.update(repeating: 0, count: count)
    let rows = base + count
    let light = rows + 2 * rowCount
    body(
      Scratch(
        differences: EncodedRow(base, width: width),
        rows: (EncodedRow(rows, width: region.width), EncodedRow(rows + rowCount, width: region.width)),
        light: (light, light + source.scratchCount)))
  }
}

/// Whether encoded values come as they are or lie in 0...1 already.
private protocol EncodedKind {
  func value(_ x: Lane8) -> Lane8
}

private struct ClampedInput: EncodedKind {
  @_transparent func value(_ x: Lane8) -> Lane8 { unit(x) }
}

private struct FinishedInput: EncodedKind {
  @_transparent func value(_ x: Lane8) -> Lane8 { x }
}

/// Eight encoded pixels as Y′ and the colour differences B′ − Y′ and R′ − Y′.
private struct YPbPr {
  let luma: Lane8
  let blueDifference: Lane8
  let redDifference: Lane8

  @_transparent
  init<Kind: EncodedKind>(_ row: LightRow, _ column: Int, _ kind: Kind) {
    let red = kind.value(row.load(0, column))
    let green = kind.value(row.load(1, column))
    let blue = kind.value(row.load(2, column))
    luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    blueDifference = blue - luma
    redDifference = red - luma
  }
}
