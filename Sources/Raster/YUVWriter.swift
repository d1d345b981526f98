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
/// 4:2:0 chroma is sited left: across, 1-2-1 taps around each even column; down, the mean of two rows. Two rows go through
/// the tone map, the sRGB curve and the matrix side by side; only their colour differences touch memory again.
struct YUVWriter<Element: Sample> {
  private let source: LightSource
  private let transform: OutputTransform
  private let output: PixelBuffer

  private var region: PixelRect { source.region }

  init(_ source: LightSource, _ transform: OutputTransform, _ output: PixelBuffer) {
    self.source = source
    self.transform = transform
    self.output = output
  }

  private var lumaScale: Float { 219 * Element.codesPerStep }
  private var lumaOffset: Float { 16 * Element.codesPerStep + 0.5 }
  /// (B′ − Y′)/1.8556 and (R′ − Y′)/1.5748 span ±½.
  private var blueScale: Float { 224 * Element.codesPerStep / 1.8556 }
  private var redScale: Float { 224 * Element.codesPerStep / 1.5748 }
  private var chromaOffset: Float { 128 * Element.codesPerStep + 0.5 }

  func writeFull() {
    let mask = DitherMask.shared
    withScratch { scratch in
      let differences = scratch.differences
      for y in region.y..<region.endY {
        luma(encoded(y, scratch.light.0, scratch.encoded.0), y, mask, differences)
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
    let mask = DitherMask.shared
    withScratch { scratch in
      let differences = scratch.differences
      var y = region.y
      while y < region.endY {
        lumaPair(
          encoded(y, scratch.light.0, scratch.encoded.0), encoded(y + 1, scratch.light.1, scratch.encoded.1), y, mask,
          differences)
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

  /// Frame row `y` through the tone map and the sRGB curve. Encoded values stay where they are; they only want clamping.
  @inline(__always)
  private func encoded(_ y: Int, _ light: UnsafeMutablePointer<Float>, _ memory: EncodedRow) -> LightRow {
    let row = source.row(y, scratch: light)
    if transform.inputIsEncoded { return row }
    transform.encodeLight(row, from: -source.room, to: region.width, into: memory)
    return LightRow(base: memory.base, planeStride: memory.planeStride)
  }

  /// The samples of the region's part of row `y` of a plane.
  @inline(__always)
  private func line(_ plane: Int, _ y: Int, _ x: Int) -> UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer(output.plane(plane) + y * output.stride(ofPlane: plane))
      .assumingMemoryBound(to: Element.self) + x
  }

  /// Writes a row of Y and leaves B′ − Y′ and R′ − Y′.
  @inline(never)
  private func luma(
    _ light: LightRow, _ y: Int, _ mask: DitherMask, _ differences: EncodedRow
  ) {
    let thresholds = mask.row(y)
    let line = line(0, y, region.x)
    let (x, width) = (region.x, region.width)
    var light = light
    var column = 0
    while column < width {
      let left = width &- column
      if left < 8 { light = light.padded(column, width, differences.plane(2)) }
      let pixels = YPbPr(
        unit(light.load(0, column)), unit(light.load(1, column)),
        unit(light.load(2, column)))
      Lanes.store(pixels.blueDifference, to: differences.plane(0) + column)
      Lanes.store(pixels.redDifference, to: differences.plane(1) + column)
      let dither = DitherMask.load(thresholds, x &+ column)
      put(pixels.luma * lumaScale + (lumaOffset + dither), line + column, left)
      column &+= 8
    }
  }

  /// Writes two rows of Y and leaves the sums of both rows' B′ − Y′ and R′ − Y′, those of the eight columns left of the
  /// region included.
  @inline(never)
  private func lumaPair(
    _ above: LightRow, _ below: LightRow, _ y: Int, _ mask: DitherMask, _ differences: EncodedRow
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
      let upper = YPbPr(
        unit(above.load(0, column)), unit(above.load(1, column)),
        unit(above.load(2, column)))
      let lower = YPbPr(
        unit(below.load(0, column)), unit(below.load(1, column)),
        unit(below.load(2, column)))
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
    let encoded: (EncodedRow, EncodedRow)
    let light: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  }

  /// Memory for a row of colour differences, with room to read a block past its end, and for two rows of encoded values and
  /// of light.
  @inline(__always)
  private func withScratch(_ body: (Scratch) -> Void) {
    // The third plane of the differences is for what is left of two rows behind their last whole blocks.
    let width = max(region.width, 64)
    let count = EncodedRow.floatCount(width: width, planes: 3) + 16
    let light = source.scratchCount
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * count + 2 * light) { memory in
      let base = memory.baseAddress!
      base.initialize(repeating: 0, count: count)
      let rest = base + 3 * count
      body(
        Scratch(
          differences: EncodedRow(base, width: width),
          encoded: (EncodedRow(base + count, width: width), EncodedRow(base + 2 * count, width: width)),
          light: (rest, rest + light)))
    }
  }
}

/// Eight encoded pixels as Y′ and the colour differences B′ − Y′ and R′ − Y′.
private struct YPbPr {
  let luma: Lane8
  let blueDifference: Lane8
  let redDifference: Lane8

  @inline(__always)
  init(_ red: Lane8, _ green: Lane8, _ blue: Lane8) {
    luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    blueDifference = blue - luma
    redDifference = red - luma
  }
}
