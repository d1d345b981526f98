import Lanes

/// A sample of 8 or 10 bits.
protocol Sample: FixedWidthInteger, BitwiseCopyable {
  /// Codes of this depth for one 8-bit code.
  static var codesPerStep: Float { get }
  /// Writes eight samples.
  static func pack(_ codes: Int8Lanes, to target: UnsafeMutableRawPointer)
  /// Writes two times sixteen.
  static func pack(
    _ upper: (Int8Lanes, Int8Lanes), to upperTarget: UnsafeMutableRawPointer, _ lower: (Int8Lanes, Int8Lanes),
    to lowerTarget: UnsafeMutableRawPointer)
  /// Writes two times eight.
  static func pack(
    _ first: Int8Lanes, to firstTarget: UnsafeMutableRawPointer, _ second: Int8Lanes,
    to secondTarget: UnsafeMutableRawPointer)
}

extension UInt8: Sample {
  static var codesPerStep: Float { 1 }
  @inline(__always) static func pack(_ codes: Int8Lanes, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: Lanes.lowBytes(codes), as: SIMD8<UInt8>.self)
  }
  @inline(__always) static func pack(
    _ upper: (Int8Lanes, Int8Lanes), to upperTarget: UnsafeMutableRawPointer, _ lower: (Int8Lanes, Int8Lanes),
    to lowerTarget: UnsafeMutableRawPointer
  ) {
    let bytes = Lanes.packedBytes(upper.0, upper.1, lower.0, lower.1)
    upperTarget.storeBytes(of: bytes.lowHalf, as: SIMD16<UInt8>.self)
    lowerTarget.storeBytes(of: bytes.highHalf, as: SIMD16<UInt8>.self)
  }
  @inline(__always) static func pack(
    _ first: Int8Lanes, to firstTarget: UnsafeMutableRawPointer, _ second: Int8Lanes,
    to secondTarget: UnsafeMutableRawPointer
  ) {
    let bytes = Lanes.packedBytes(first, second, first, second)
    firstTarget.storeBytes(of: bytes.lowHalf.lowHalf, as: SIMD8<UInt8>.self)
    secondTarget.storeBytes(of: bytes.lowHalf.highHalf, as: SIMD8<UInt8>.self)
  }
}

extension UInt16: Sample {
  static var codesPerStep: Float { 4 }
  @inline(__always) static func pack(_ codes: Int8Lanes, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: Lanes.lowWords(codes), as: SIMD8<UInt16>.self)
  }
  @inline(__always) static func pack(
    _ upper: (Int8Lanes, Int8Lanes), to upperTarget: UnsafeMutableRawPointer, _ lower: (Int8Lanes, Int8Lanes),
    to lowerTarget: UnsafeMutableRawPointer
  ) {
    upperTarget.storeBytes(of: Lanes.packedWords(upper.0, upper.1), as: SIMD16<UInt16>.self)
    lowerTarget.storeBytes(of: Lanes.packedWords(lower.0, lower.1), as: SIMD16<UInt16>.self)
  }
  @inline(__always) static func pack(
    _ first: Int8Lanes, to firstTarget: UnsafeMutableRawPointer, _ second: Int8Lanes,
    to secondTarget: UnsafeMutableRawPointer
  ) {
    let words = Lanes.packedWords(first, second)
    firstTarget.storeBytes(of: words.lowHalf, as: SIMD8<UInt16>.self)
    secondTarget.storeBytes(of: words.highHalf, as: SIMD8<UInt16>.self)
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
    if let touched = source.touched { writeFull(BlockList(touched, room: 0)) } else { writeFull(everyBlock) }
  }

  func writeHalved() {
    if let touched = source.touched {
      writeHalved(BlockList(touched, room: source.room))
    } else {
      writeHalved(everyBlock)
    }
  }

  private var everyBlock: EveryBlock { EveryBlock(width: region.width, room: source.room) }

  private func writeFull(_ blocks: some Blocks) {
    let mask = DitherMask.shared.rows
    var scratch = makeScratch(blocks)
    for y in region.y..<region.endY {
      scratch.blocks.select(pair: (y &- region.y) &>> 1)
      if scratch.blocks.count == 0 { continue }
      let row = finished(y, scratch, scratch.light.0, scratch.rows.0)
      if transform.inputIsEncoded {
        luma(row, y, mask, scratch, ClampedInput())
      } else {
        luma(row, y, mask, scratch, FinishedInput())
      }
      chromaFull(scratch, 0, 1, y, mask.row(y + 31), 17, blueScale)
      chromaFull(scratch, 1, 2, y, mask.row(y + 11), 41, redScale)
    }
  }

  private func writeHalved(_ blocks: some Blocks) {
    precondition(
      region.x % 2 == 0 && region.y % 2 == 0 && region.width % 2 == 0 && region.height % 2 == 0,
      "A region of 4:2:0 video must be even.")
    let hasLeft = region.x > 0
    precondition(
      !hasLeft || region.x - source.tile.x >= EncodedRow.leftRoom,
      "A tile of 4:2:0 video must cover eight columns left of its region.")
    let mask = DitherMask.shared.rows
    var scratch = makeScratch(blocks)
    let differences = scratch.differences
    var y = region.y
    while y < region.endY {
      scratch.blocks.select(pair: (y &- region.y) &>> 1)
      if scratch.blocks.count == 0 {
        y &+= 2
        continue
      }
      let above = finished(y, scratch, scratch.light.0, scratch.rows.0)
      let below = finished(y + 1, scratch, scratch.light.1, scratch.rows.1)
      if transform.inputIsEncoded {
        lumaPair(above, below, y, mask, scratch, ClampedInput())
      } else {
        lumaPair(above, below, y, mask, scratch, FinishedInput())
      }
      if !hasLeft {
        differences.plane(0)[-1] = differences.plane(0)[0]
        differences.plane(1)[-1] = differences.plane(1)[0]
      }
      chromaHalved(scratch, y / 2, mask)
      y &+= 2
    }
  }

  /// Row `y` as encoded values: from the tile if it holds such, otherwise made in `row`.
  @inline(__always)
  private func finished(
    _ y: Int, _ scratch: Scratch<some Blocks>, _ memory: UnsafeMutablePointer<Float>, _ row: EncodedRow
  ) -> LinearRow {
    let light = source.row(y, scratch: memory)
    if transform.inputIsEncoded { return light }
    transform.encode(light, scratch.blocks, into: row, hasAlpha: false)
    return LinearRow(base: row.base, planeStride: row.planeStride)
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

  /// Writes blocks of a row of Y and leaves their B′ − Y′ and R′ − Y′.
  @inline(never)
  private func luma<Kind: EncodedKind>(
    _ light: LinearRow, _ y: Int, _ mask: DitherRows, _ scratch: Scratch<some Blocks>, _ kind: Kind
  ) {
    let thresholds = mask.row(y)
    let line = line(0, y, region.x)
    let (x, width) = (region.x, region.width)
    let differences = scratch.differences
    for index in 0..<scratch.blocks.count {
      let column = scratch.blocks.column(index)
      let pixels = YPbPr(light, column, kind)
      Lanes.store(pixels.blueDifference, to: differences.plane(0) + column)
      Lanes.store(pixels.redDifference, to: differences.plane(1) + column)
      let dither = DitherMask.load(thresholds, x &+ column)
      put(pixels.luma * lumaScale + (lumaOffset + dither), line + column, width &- column)
    }
  }

  /// Writes blocks of two rows of Y and leaves the sums of both rows' B′ − Y′ and R′ − Y′, those of the `room` columns left
  /// of the region included.
  @inline(never)
  private func lumaPair<Kind: EncodedKind>(
    _ above: LinearRow, _ below: LinearRow, _ y: Int, _ mask: DitherRows, _ scratch: Scratch<some Blocks>, _ kind: Kind
  ) {
    let (upperMask, lowerMask) = (mask.row(y), mask.row(y &+ 1))
    let (upperLine, lowerLine) = (line(0, y, region.x), line(0, y &+ 1, region.x))
    let (x, width) = (region.x, region.width)
    let (blueDifferences, redDifferences) = (scratch.differences.plane(0), scratch.differences.plane(1))
    let blocks = scratch.blocks
    var index = 0
    while index < blocks.count {
      let column = blocks.column(index)
      let left = width &- column
      let (upper, lower) = (YPbPr(above, column, kind), YPbPr(below, column, kind))
      Lanes.store(upper.blueDifference + lower.blueDifference, to: blueDifferences + column)
      Lanes.store(upper.redDifference + lower.redDifference, to: redDifferences + column)
      index &+= 1
      if column < 0 { continue }
      let (upperDither, lowerDither) = (upperMask + ((x &+ column) & 63), lowerMask + ((x &+ column) & 63))
      let upperCodes = codes(upper.luma, upperDither)
      let lowerCodes = codes(lower.luma, lowerDither)
      // Neighbours are packed together, which is cheaper.
      let next = column &+ 8
      if left >= 16 && index < blocks.count && blocks.column(index) == next {
        let (upper, lower) = (YPbPr(above, next, kind), YPbPr(below, next, kind))
        Lanes.store(upper.blueDifference + lower.blueDifference, to: blueDifferences + next)
        Lanes.store(upper.redDifference + lower.redDifference, to: redDifferences + next)
        Element.pack(
          (upperCodes, codes(upper.luma, upperDither + 8)), to: upperLine + column,
          (lowerCodes, codes(lower.luma, lowerDither + 8)), to: lowerLine + column)
        index &+= 1
      } else {
        put(upperCodes, upperLine + column, left)
        put(lowerCodes, lowerLine + column, left)
      }
    }
  }

  /// Codes of Y.
  @_transparent
  private func codes(_ luma: Lane8, _ thresholds: UnsafePointer<Float>) -> Int8Lanes {
    Lanes.truncateInRange(luma * lumaScale + (lumaOffset + Lanes.load(thresholds)))
  }

  @inline(never)
  private func chromaFull(
    _ scratch: Scratch<some Blocks>, _ difference: Int, _ plane: Int, _ y: Int, _ thresholds: UnsafePointer<Float>,
    _ shift: Int,
    _ scale: Float
  ) {
    let line = line(plane, y, region.x)
    let source = scratch.differences.plane(difference)
    for index in 0..<scratch.blocks.count {
      let column = scratch.blocks.column(index)
      let dither = DitherMask.load(thresholds, region.x + column + shift)
      put(Lanes.load(source + column) * scale + (chromaOffset + dither), line + column, region.width - column)
    }
  }

  /// Eight samples of both planes of chroma for each pair of blocks.
  @inline(never)
  private func chromaHalved(_ scratch: Scratch<some Blocks>, _ y: Int, _ mask: DitherRows) {
    let left = region.x / 2
    let width = region.width / 2
    let (blueLine, redLine) = (line(1, y, left), line(2, y, left))
    let (blueMask, redMask) = (mask.row(y + 31), mask.row(y + 11))
    let (blueDifferences, redDifferences) = (scratch.differences.plane(0), scratch.differences.plane(1))
    let blocks = scratch.blocks
    var index = 0
    while index < blocks.pairCount {
      let pixels = blocks.pairColumn(index)
      let column = pixels &>> 1
      let blue = Self.filtered(blueDifferences + pixels) * (blueScale / 8)
      let red = Self.filtered(redDifferences + pixels) * (redScale / 8)
      let blueCodes = Lanes.truncateInRange(blue + (chromaOffset + DitherMask.load(blueMask, left &+ column &+ 17)))
      let redCodes = Lanes.truncateInRange(red + (chromaOffset + DitherMask.load(redMask, left &+ column &+ 41)))
      let rest = width &- column
      if rest >= 8 {
        Element.pack(blueCodes, to: blueLine + column, redCodes, to: redLine + column)
      } else {
        putPartial(blueCodes, blueLine + column, rest)
        putPartial(redCodes, redLine + column, rest)
      }
      index &+= 1
    }
  }

  /// The 1-2-1 taps around every second of 16 pixels.
  @_transparent
  private static func filtered(_ pixels: UnsafeMutablePointer<Float>) -> Lane8 {
    let (low, high) = (Lanes.load(pixels), Lanes.load(pixels + 8))
    let before = Lanes.evens(Lanes.load(pixels - 1), Lanes.load(pixels + 7))
    return before + 2 * Lanes.evens(low, high) + Lanes.odds(low, high)
  }

  /// Rounds down and writes eight samples, or those that are left of the row.
  @inline(__always)
  private func put(_ values: Lane8, _ target: UnsafeMutablePointer<Element>, _ left: Int) {
    put(Lanes.truncateInRange(values), target, left)
  }

  @inline(__always)
  private func put(_ codes: Int8Lanes, _ target: UnsafeMutablePointer<Element>, _ left: Int) {
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

  private struct Scratch<Selection: Blocks> {
    var blocks: Selection
    let differences: EncodedRow
    let rows: (EncodedRow, EncodedRow)
    let light: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  }

  /// Memory for a row of colour differences, two encoded rows and two rows of light. What is read of it behind the last block
  /// never reaches a sample.
  private func makeScratch<Selection: Blocks>(_ blocks: Selection) -> Scratch<Selection> {
    let differenceCount = EncodedRow.floatCount(width: region.width, planes: 2)
    let rowCount = EncodedRow.floatCount(width: region.width, planes: 3)
    source.memory.reserve(differenceCount + 2 * (rowCount + source.scratchCount) + 16)
    let differences = source.memory.base
    let rows = differences + differenceCount
    let light = rows + 2 * rowCount
    return Scratch(
      blocks: blocks, differences: EncodedRow(differences, width: region.width),
      rows: (EncodedRow(rows, width: region.width), EncodedRow(rows + rowCount, width: region.width)),
      light: (light, light + source.scratchCount))
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
  init<Kind: EncodedKind>(_ row: LinearRow, _ column: Int, _ kind: Kind) {
    let red = kind.value(row.load(0, column))
    let green = kind.value(row.load(1, column))
    let blue = kind.value(row.load(2, column))
    luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    blueDifference = blue - luma
    redDifference = red - luma
  }
}
