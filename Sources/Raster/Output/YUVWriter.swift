import Lanes

/// Writes BT.709 limited range from encoded Float R′G′B′, without rounding to RGB codes first: Y = 16 + 219Y′ and
/// C = 128 + 224C′ (times 4 for 10 bits), each plane dithered and rounded in its own codes. Y′ is 0...1; C′ is −½...½: for Cb
/// (B′ − Y′)/1.8556, for Cr (R′ − Y′)/1.5748.
///
/// 4:2:0 chroma is sited left: horizontally a filter with the weights (1, 2, 1)/4 around each even column, vertically the
/// mean of two rows. Two rows are encoded to scratch memory and go through the matrix side by side; of their colour
/// differences only the sums are stored.
struct YUVWriter<Element: Sample> {
  private let source: OutputSource
  private let transform: OutputTransform
  /// For planes Y, Cb and Cr the first sample, and the number of samples from one row to the next.
  private let planes: (UnsafeMutablePointer<Element>, UnsafeMutablePointer<Element>, UnsafeMutablePointer<Element>)
  private let rowStrides: (Int, Int, Int)

  private var region: PixelRect { source.region }

  init(_ source: OutputSource, _ transform: OutputTransform, _ output: PixelBuffer) {
    self.source = source
    self.transform = transform
    func first(_ plane: Int) -> UnsafeMutablePointer<Element> {
      UnsafeMutableRawPointer(output.plane(plane)).assumingMemoryBound(to: Element.self)
    }
    func stride(_ plane: Int) -> Int { output.stride(ofPlane: plane) / MemoryLayout<Element>.stride }
    planes = (first(0), first(1), first(2))
    rowStrides = (stride(0), stride(1), stride(2))
  }

  // Codes are scale · value + offset + threshold, rounded down. The offsets include ½, so that without thresholds this would be
  // rounding to nearest.
  private var lumaScale: Float { 219 * Element.codesPer8BitCode }
  private var lumaOffset: Float { 16 * Element.codesPer8BitCode + 0.5 }
  /// (B′ − Y′)/1.8556 and, below, (R′ − Y′)/1.5748 are −½...½.
  private var blueScale: Float { 224 * Element.codesPer8BitCode / 1.8556 }
  private var redScale: Float { 224 * Element.codesPer8BitCode / 1.5748 }
  private var chromaOffset: Float { 128 * Element.codesPer8BitCode + 0.5 }

  // Chroma planes read the dither mask these many columns and rows further on, so that the errors of the three planes differ.
  @inline(__always) private static var blueShift: (x: Int, y: Int) { (17, 31) }
  @inline(__always) private static var redShift: (x: Int, y: Int) { (41, 11) }

  /// Writes the region with full chroma.
  func writeFull() {
    if let dirty = source.dirty { writeFull(DirtyBlockList(dirty, leftMargin: 0)) } else { writeFull(everyBlock) }
  }

  /// Writes the region with halved chroma.
  func writeHalved() {
    if let dirty = source.dirty {
      writeHalved(DirtyBlockList(dirty, leftMargin: source.leftMargin))
    } else {
      writeHalved(everyBlock)
    }
  }

  private var everyBlock: EveryBlock { EveryBlock(width: region.width, leftMargin: source.leftMargin) }

  private func writeFull(_ blocks: some BlockSelection) {
    let mask = DitherMask.shared.rows
    var scratch = makeScratch(blocks)
    for y in region.y..<region.endY {
      scratch.blocks.select(rowPair: (y &- region.y) &>> 1)
      if scratch.blocks.count == 0 { continue }
      let row = encodedRow(y, scratch, scratch.linear.0, scratch.rows.0)
      if transform.inputIsEncoded {
        luma(row, y, mask, scratch, UnclampedValues())
      } else {
        luma(row, y, mask, scratch, ClampedValues())
      }
      chromaFull(scratch, 0, 1, y, mask.row(y + Self.blueShift.y), Self.blueShift.x, blueScale)
      chromaFull(scratch, 1, 2, y, mask.row(y + Self.redShift.y), Self.redShift.x, redScale)
    }
  }

  private func writeHalved(_ blocks: some BlockSelection) {
    precondition(
      region.x % 2 == 0 && region.y % 2 == 0 && region.width % 2 == 0 && region.height % 2 == 0,
      "A region of 4:2:0 video must be even.")
    let hasLeft = region.x > 0
    precondition(
      !hasLeft || region.x - source.tile.x >= EncodedRow.margin,
      "A tile of 4:2:0 video must cover eight columns left of its region.")
    let mask = DitherMask.shared.rows
    var scratch = makeScratch(blocks)
    let differences = scratch.differences
    var y = region.y
    while y < region.endY {
      scratch.blocks.select(rowPair: (y &- region.y) &>> 1)
      if scratch.blocks.count == 0 {
        y &+= 2
        continue
      }
      let above = encodedRow(y, scratch, scratch.linear.0, scratch.rows.0)
      let below = encodedRow(y + 1, scratch, scratch.linear.1, scratch.rows.1)
      if transform.inputIsEncoded {
        lumaPair(above, below, y, mask, scratch, UnclampedValues())
      } else {
        lumaPair(above, below, y, mask, scratch, ClampedValues())
      }
      if !hasLeft {
        // Left of the frame its first column is repeated.
        differences.plane(0)[-1] = differences.plane(0)[0]
        differences.plane(1)[-1] = differences.plane(1)[0]
      }
      chromaHalved(scratch, y / 2, mask)
      y &+= 2
    }
  }

  /// Row `y` as encoded values: those of the tile if it holds encoded values, otherwise encoded into `row`. `memory` is scratch
  /// memory for `OutputSource.row`.
  @inline(__always)
  private func encodedRow(
    _ y: Int, _ scratch: Scratch<some BlockSelection>, _ memory: UnsafeMutablePointer<Float>, _ row: EncodedRow
  ) -> FloatRow {
    let linear = source.row(y, scratch.blocks, scratch: memory)
    if transform.inputIsEncoded { return linear }
    transform.encode(linear, scratch.blocks, into: row, hasAlpha: false)
    return FloatRow(base: row.base, planeStride: row.planeStride)
  }

  /// The sample at row `y` and column `x` of a plane: 0 Y, 1 Cb, 2 Cr. Rows and columns are those of the plane.
  @inline(__always)
  private func sample(_ plane: Int, _ y: Int, _ x: Int) -> UnsafeMutablePointer<Element> {
    switch plane {
    case 0: planes.0 + (y &* rowStrides.0 &+ x)
    case 1: planes.1 + (y &* rowStrides.1 &+ x)
    default: planes.2 + (y &* rowStrides.2 &+ x)
    }
  }

  /// Writes blocks of a row of Y and stores their B′ − Y′ and R′ − Y′ in scratch memory.
  @inline(never)
  private func luma<Values: EncodedValues>(
    _ row: FloatRow, _ y: Int, _ mask: DitherRows, _ scratch: Scratch<some BlockSelection>, _ values: Values
  ) {
    let thresholds = mask.row(y)
    let line = sample(0, y, region.x)
    let (x, width) = (region.x, region.width)
    let differences = scratch.differences
    for index in 0..<scratch.blocks.count {
      let column = scratch.blocks.column(index)
      let pixels = YPbPr(row, column, values)
      Lanes.store(pixels.blueDifference, to: differences.plane(0) + column)
      Lanes.store(pixels.redDifference, to: differences.plane(1) + column)
      let dither = DitherMask.load(thresholds, x &+ column)
      put(pixels.luma * lumaScale + (lumaOffset + dither), line + column, width &- column)
    }
  }

  /// Writes blocks of two rows of Y and stores the sums of both rows' B′ − Y′ and R′ − Y′ in scratch memory, those of
  /// the margin left of the region included.
  @inline(never)
  private func lumaPair<Values: EncodedValues>(
    _ above: FloatRow, _ below: FloatRow, _ y: Int, _ mask: DitherRows, _ scratch: Scratch<some BlockSelection>,
    _ values: Values
  ) {
    let (upperMask, lowerMask) = (mask.row(y), mask.row(y &+ 1))
    let (upperLine, lowerLine) = (sample(0, y, region.x), sample(0, y &+ 1, region.x))
    let (x, width) = (region.x, region.width)
    let (blueDifferences, redDifferences) = (scratch.differences.plane(0), scratch.differences.plane(1))
    let blocks = scratch.blocks
    var index = 0
    while index < blocks.count {
      let column = blocks.column(index)
      let remaining = width &- column
      let (upper, lower) = (YPbPr(above, column, values), YPbPr(below, column, values))
      Lanes.store(upper.blueDifference + lower.blueDifference, to: blueDifferences + column)
      Lanes.store(upper.redDifference + lower.redDifference, to: redDifferences + column)
      index &+= 1
      if column < 0 { continue }  // In the margin only colour differences are needed.
      let upperDither = DitherMask.thresholds(upperMask, x &+ column)
      let lowerDither = DitherMask.thresholds(lowerMask, x &+ column)
      let upperCodes = codes(upper.luma, upperDither)
      let lowerCodes = codes(lower.luma, lowerDither)
      // Two neighbouring blocks are packed by one operation.
      let next = column &+ 8
      if remaining >= 16 && index < blocks.count && blocks.column(index) == next {
        let (upper, lower) = (YPbPr(above, next, values), YPbPr(below, next, values))
        Lanes.store(upper.blueDifference + lower.blueDifference, to: blueDifferences + next)
        Lanes.store(upper.redDifference + lower.redDifference, to: redDifferences + next)
        Element.pack(
          (upperCodes, codes(upper.luma, upperDither + 8)), to: upperLine + column,
          (lowerCodes, codes(lower.luma, lowerDither + 8)), to: lowerLine + column)
        index &+= 1
      } else {
        put(upperCodes, upperLine + column, remaining)
        put(lowerCodes, lowerLine + column, remaining)
      }
    }
  }

  /// The codes of eight Y′.
  @_transparent
  private func codes(_ luma: Float8, _ thresholds: UnsafePointer<Float>) -> Int32x8 {
    Lanes.truncateInRange(luma * lumaScale + (lumaOffset + Lanes.load(thresholds)))
  }

  /// Writes blocks of a row of one chroma plane.
  ///
  /// - Parameters:
  ///   - difference: the plane of `scratch.differences`: 0 B′ − Y′, 1 R′ − Y′.
  ///   - plane: the output's plane: 1 Cb, 2 Cr.
  ///   - thresholds: a row of the dither mask, read `shift` columns further on.
  @inline(never)
  private func chromaFull(
    _ scratch: Scratch<some BlockSelection>, _ difference: Int, _ plane: Int, _ y: Int,
    _ thresholds: UnsafePointer<Float>, _ shift: Int, _ scale: Float
  ) {
    let line = sample(plane, y, region.x)
    let values = scratch.differences.plane(difference)
    for index in 0..<scratch.blocks.count {
      let column = scratch.blocks.column(index)
      let dither = DitherMask.load(thresholds, region.x + column + shift)
      put(Lanes.load(values + column) * scale + (chromaOffset + dither), line + column, region.width - column)
    }
  }

  /// Writes eight samples of both chroma planes for each pair of blocks; `y` is the row of the chroma planes.
  @inline(never)
  private func chromaHalved(_ scratch: Scratch<some BlockSelection>, _ y: Int, _ mask: DitherRows) {
    let firstColumn = region.x / 2
    let width = region.width / 2
    let (blueLine, redLine) = (sample(1, y, firstColumn), sample(2, y, firstColumn))
    let (blueMask, redMask) = (mask.row(y + Self.blueShift.y), mask.row(y + Self.redShift.y))
    let (blueDifferences, redDifferences) = (scratch.differences.plane(0), scratch.differences.plane(1))
    let blocks = scratch.blocks
    var index = 0
    while index < blocks.blockPairCount {
      let pixels = blocks.blockPairColumn(index)
      let column = pixels &>> 1
      // The filter's weights add up to 4, and the differences are sums of two rows.
      let blue = Self.filtered(blueDifferences + pixels) * (blueScale / 8)
      let red = Self.filtered(redDifferences + pixels) * (redScale / 8)
      let blueDither = DitherMask.load(blueMask, firstColumn &+ column &+ Self.blueShift.x)
      let redDither = DitherMask.load(redMask, firstColumn &+ column &+ Self.redShift.x)
      let blueCodes = Lanes.truncateInRange(blue + (chromaOffset + blueDither))
      let redCodes = Lanes.truncateInRange(red + (chromaOffset + redDither))
      let remaining = width &- column
      if remaining >= 8 {
        Element.pack(blueCodes, to: blueLine + column, redCodes, to: redLine + column)
      } else {
        putPartial(blueCodes, blueLine + column, remaining)
        putPartial(redCodes, redLine + column, remaining)
      }
      index &+= 1
    }
  }

  /// For every second of 16 pixels, beginning with the first, the sum of it and its two neighbours with the weights 1, 2, 1.
  @_transparent
  private static func filtered(_ pixels: UnsafeMutablePointer<Float>) -> Float8 {
    let (low, high) = (Lanes.load(pixels), Lanes.load(pixels + 8))
    let before = Lanes.evens(Lanes.load(pixels - 1), Lanes.load(pixels + 7))
    return before + 2 * Lanes.evens(low, high) + Lanes.odds(low, high)
  }

  /// Rounds down and writes eight samples, or the first `remaining` of them at the end of a row.
  @inline(__always)
  private func put(_ values: Float8, _ target: UnsafeMutablePointer<Element>, _ remaining: Int) {
    put(Lanes.truncateInRange(values), target, remaining)
  }

  @inline(__always)
  private func put(_ codes: Int32x8, _ target: UnsafeMutablePointer<Element>, _ remaining: Int) {
    if remaining >= 8 {
      Element.pack(codes, to: UnsafeMutableRawPointer(target))
    } else {
      putPartial(codes, target, remaining)
    }
  }

  @inline(never)
  private func putPartial(_ codes: Int32x8, _ target: UnsafeMutablePointer<Element>, _ remaining: Int) {
    for lane in 0..<remaining { target[lane] = Element(truncatingIfNeeded: codes[lane]) }
  }

  /// The blocks to be written, and scratch memory for the rows on their way to them.
  private struct Scratch<Selection: BlockSelection> {
    var blocks: Selection
    /// Two planes: B′ − Y′ and R′ − Y′ of one row, or their sums over two rows.
    let differences: EncodedRow
    /// Encoded values of one row or two.
    let rows: (EncodedRow, EncodedRow)
    /// For each of the rows the scratch memory of `OutputSource.row`.
    let linear: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  }

  /// Parts of `source.memory` for a row of colour differences, two encoded rows and two linear ones. Reading whole
  /// vectors may reach past a row's last block into the next part; no sample that is written depends on what is read there.
  private func makeScratch<Selection: BlockSelection>(_ blocks: Selection) -> Scratch<Selection> {
    let differenceCount = EncodedRow.floatCount(width: region.width, planes: 2)
    let rowCount = EncodedRow.floatCount(width: region.width, planes: 3)
    source.memory.reserve(differenceCount + 2 * (rowCount + source.scratchCount) + 16)
    let differences = source.memory.base
    let rows = differences + differenceCount
    let linear = rows + 2 * rowCount
    return Scratch(
      blocks: blocks, differences: EncodedRow(differences, width: region.width),
      rows: (EncodedRow(rows, width: region.width), EncodedRow(rows + rowCount, width: region.width)),
      linear: (linear, linear + source.scratchCount))
  }
}

/// What is done to keep encoded values in 0...1, as a generic parameter of loops.
private protocol EncodedValues {
  /// `x` limited to 0...1.
  func clamped(_ x: Float8) -> Float8
}

/// For values of an `srgb` canvas, which come straight from the tile: they may lie outside of 0...1 and are clamped.
private struct UnclampedValues: EncodedValues {
  @_transparent func clamped(_ x: Float8) -> Float8 { saturate(x) }
}

/// For values that `OutputTransform.encode` has brought into 0...1: they are passed on.
private struct ClampedValues: EncodedValues {
  @_transparent func clamped(_ x: Float8) -> Float8 { x }
}

/// Eight encoded pixels as Y′ and the colour differences B′ − Y′ and R′ − Y′.
private struct YPbPr {
  let luma: Float8
  let blueDifference: Float8
  let redDifference: Float8

  @_transparent
  init<Values: EncodedValues>(_ row: FloatRow, _ column: Int, _ values: Values) {
    let red = values.clamped(row.load(0, column))
    let green = values.clamped(row.load(1, column))
    let blue = values.clamped(row.load(2, column))
    luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    blueDifference = blue - luma
    redDifference = red - luma
  }
}
