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
/// 4:2:0 chroma is sited left: across, 1-2-1 taps around each even column; down, the mean of two rows.
struct YUVWriter<Element: Sample> {
  private let tile: Tile
  private let region: PixelRect
  private let transform: OutputTransform
  private let output: PixelBuffer

  init(_ tile: Tile, _ region: PixelRect, _ transform: OutputTransform, _ output: PixelBuffer) {
    self.tile = tile
    self.region = region
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
    withScratch { row, differences in
      for y in region.y..<region.endY {
        encode(y, row, hasLeft: false)
        luma(row, y, mask, differences, adds: false, from: 0)
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
      !hasLeft || region.x - tile.x >= EncodedRow.leftRoom,
      "A tile of 4:2:0 video must cover eight columns left of its region.")
    let mask = DitherMask.shared
    withScratch { row, differences in
      var y = region.y
      while y < region.endY {
        let from = hasLeft ? -EncodedRow.leftRoom : 0
        encode(y, row, hasLeft: hasLeft)
        luma(row, y, mask, differences, adds: false, from: from)
        encode(y + 1, row, hasLeft: hasLeft)
        luma(row, y + 1, mask, differences, adds: true, from: from)
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

  /// Encodes frame row `y`, and the eight columns left of the region where they are wanted.
  @inline(__always)
  private func encode(_ y: Int, _ row: EncodedRow, hasLeft: Bool) {
    let room = hasLeft ? EncodedRow.leftRoom : 0
    transform.encode(
      tile, row: y - tile.y, column: region.x - tile.x - room, count: region.width + room, into: row, at: -room,
      hasAlpha: false)
  }

  /// Writes a row of Y and leaves B′ − Y′ and R′ − Y′ (added to what is there for the second row of a pair).
  @inline(__always)
  private func luma(
    _ row: EncodedRow, _ y: Int, _ mask: DitherMask, _ differences: EncodedRow, adds: Bool, from: Int
  ) {
    let thresholds = mask.row(y)
    let line =
      UnsafeMutableRawPointer(output.plane(0) + y * output.stride(ofPlane: 0))
      .assumingMemoryBound(to: Element.self) + region.x
    var column = from
    while column < region.width {
      let red = Lanes.load(row.plane(0) + column)
      let blue = Lanes.load(row.plane(2) + column)
      let value = 0.2126 * red + 0.7152 * Lanes.load(row.plane(1) + column) + 0.0722 * blue
      let ontoBlue = differences.plane(0) + column
      let ontoRed = differences.plane(1) + column
      if adds {
        Lanes.store(Lanes.load(ontoBlue) + (blue - value), to: ontoBlue)
        Lanes.store(Lanes.load(ontoRed) + (red - value), to: ontoRed)
      } else {
        Lanes.store(blue - value, to: ontoBlue)
        Lanes.store(red - value, to: ontoRed)
      }
      if column >= 0 {
        let dither = DitherMask.load(thresholds, region.x + column)
        put(value * lumaScale + (lumaOffset + dither), line + column, region.width - column)
      }
      column += 8
    }
  }

  @inline(__always)
  private func chromaFull(
    _ source: UnsafeMutablePointer<Float>, _ plane: Int, _ y: Int, _ thresholds: UnsafePointer<Float>, _ shift: Int,
    _ scale: Float
  ) {
    let line =
      UnsafeMutableRawPointer(output.plane(plane) + y * output.stride(ofPlane: plane))
      .assumingMemoryBound(to: Element.self) + region.x
    var column = 0
    while column < region.width {
      let dither = DitherMask.load(thresholds, region.x + column + shift)
      put(Lanes.load(source + column) * scale + (chromaOffset + dither), line + column, region.width - column)
      column += 8
    }
  }

  @inline(__always)
  private func chromaHalved(
    _ source: UnsafeMutablePointer<Float>, _ plane: Int, _ y: Int, _ thresholds: UnsafePointer<Float>, _ shift: Int,
    _ scale: Float
  ) {
    let left = region.x / 2
    let width = region.width / 2
    let line =
      UnsafeMutableRawPointer(output.plane(plane) + y * output.stride(ofPlane: plane))
      .assumingMemoryBound(to: Element.self) + left
    var column = 0
    while column < width {
      let pixels = source + 2 * column
      let here = SIMD16(lowHalf: Lanes.load(pixels), highHalf: Lanes.load(pixels + 8))
      let before = SIMD16(lowHalf: Lanes.load(pixels - 1), highHalf: Lanes.load(pixels + 7))
      let sum = before.evenHalf + 2 * here.evenHalf + here.oddHalf
      let dither = DitherMask.load(thresholds, left + column + shift)
      put(sum * (scale / 8) + (chromaOffset + dither), line + column, width - column)
      column += 8
    }
  }

  /// Rounds down and writes eight samples, or those that are left of the row.
  @inline(__always)
  private func put(_ values: Lane8, _ target: UnsafeMutablePointer<Element>, _ left: Int) {
    let codes = Lanes.truncateInRange(values)
    if left >= 8 {
      Element.pack(codes, to: UnsafeMutableRawPointer(target))
    } else {
      for lane in 0..<left { target[lane] = Element(truncatingIfNeeded: codes[lane]) }
    }
  }

  /// Memory for an encoded row and for one of colour differences, with room to read a block past its end.
  @inline(__always)
  private func withScratch(_ body: (EncodedRow, EncodedRow) -> Void) {
    let count = EncodedRow.floatCount(width: region.width, planes: 3)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count + 16) { memory in
      memory.initialize(repeating: 0)
      let base = memory.baseAddress!
      body(EncodedRow(base, width: region.width), EncodedRow(base + count, width: region.width))
    }
  }
}
