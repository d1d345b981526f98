import Lanes

/// Writes Y′CbCr of limited range from encoded R′G′B′ in floats. Values are not rounded to RGB codes first: each plane is dithered
/// and rounded in its own codes (`YUVCodes`).
///
/// Halved chroma is sited left: a filter with the weights (1, 2, 1)/4 around each even column and, for 4:2:0, the mean of two
/// rows. For 4:2:0 two rows are encoded to scratch memory and converted together; only the sums of their colour differences are
/// stored. If colours are straight, each pixel's difference is weighted by its alpha, so that black transparent pixels do not make
/// the colour of an edge paler.
struct YUVWriter<Element: Sample> {
  private let source: OutputSource
  private let transform: OutputTransform
  private let format: PixelFormat
  private let codes: YUVCodes
  /// The first samples of the planes Y, Cb, Cr and A. Without alpha the last element is Y again.
  private let planes:
    (
      UnsafeMutablePointer<Element>, UnsafeMutablePointer<Element>, UnsafeMutablePointer<Element>,
      UnsafeMutablePointer<Element>
    )
  /// The number of samples from one row to the next in the planes Y, Cb, Cr and A. Without alpha the last element repeats that of Y.
  private let rowStrides: (Int, Int, Int, Int)

  private var region: PixelRect { source.region }

  init(_ source: OutputSource, _ transform: OutputTransform, _ output: PixelBuffer) {
    self.source = source
    self.transform = transform
    format = output.format
    codes = YUVCodes(
      bitDepth: output.format.bitDepth, matrix: transform.colorEncoding.dynamicRange.isHigh ? .bt2020 : .bt709)
    func first(_ plane: Int) -> UnsafeMutablePointer<Element> {
      UnsafeMutableRawPointer(output.plane(plane)).assumingMemoryBound(to: Element.self)
    }
    func stride(_ plane: Int) -> Int { output.stride(ofPlane: plane) / MemoryLayout<Element>.stride }
    let alpha = output.format.hasAlpha ? 3 : 0
    planes = (first(0), first(1), first(2), first(alpha))
    rowStrides = (stride(0), stride(1), stride(2), stride(alpha))
  }

  // Chroma planes read the dither mask at positions shifted by these numbers of columns and rows, so that the three planes have
  // different rounding errors.
  @inline(__always) private static var cbShift: (x: Int, y: Int) { (17, 31) }
  @inline(__always) private static var crShift: (x: Int, y: Int) { (41, 11) }

  /// Writes the region.
  func write() {
    if let dirty = source.dirty {
      write(DirtyBlockList(dirty, leftMargin: source.leftMargin))
    } else {
      write(EveryBlock(width: region.width, leftMargin: source.leftMargin))
    }
  }

  private func write(_ blocks: some BlockSelection) {
    precondition(
      (!format.halvesChromaWidth || region.x % 2 == 0 && region.width % 2 == 0)
        && (!format.halvesChromaHeight || region.y % 2 == 0 && region.height % 2 == 0),
      "A region with halved chroma must be even.")
    precondition(
      !format.halvesChromaWidth || region.x == 0 || region.x - source.tile.x >= EncodedRow.margin,
      "A tile with halved chroma must cover eight columns left of its region.")
    if format.halvesChromaHeight { writeRowPairs(blocks) } else { writeRows(blocks) }
  }

  /// Writes a region with full chroma, or with chroma that is halved horizontally.
  private func writeRows(_ blocks: some BlockSelection) {
    let mask = DitherMask.shared.rows
    var scratch = makeScratch(blocks)
    for y in region.y..<region.endY {
      scratch.blocks.moveTo(rowPair: (y &- region.y) &>> 1)
      if scratch.blocks.count == 0 { continue }
      let light = source.row(y, scratch.blocks, scratch: scratch.light)
      let row = encoded(light, scratch, scratch.rows.0)
      if isUnclamped {
        writeLuma(row, y, mask, scratch, ClampingPreparation())
      } else {
        writeLuma(row, y, mask, scratch, PassThroughPreparation())
      }
      if format.hasAlpha { writeAlpha(row, y, mask, scratch) }
      if format.halvesChromaWidth {
        repeatFirstColumn(scratch.differences, planes: 2)
        writeHalvedChroma(scratch, y, mask, rows: 1, PassThroughPreparation())
      } else {
        writeChroma(scratch, 0, 1, y, mask.row(y + Self.cbShift.y), Self.cbShift.x, codes.cbScale)
        writeChroma(scratch, 1, 2, y, mask.row(y + Self.crShift.y), Self.crShift.x, codes.crScale)
      }
    }
  }

  /// Writes a region with chroma that is halved in both directions.
  private func writeRowPairs(_ blocks: some BlockSelection) {
    if isUnclamped {
      writeRowPairs(blocks, ClampingPreparation())
    } else if format.hasAlpha && transform.colorEncoding.alphaForm == .straight {
      writeRowPairs(blocks, StraightAlphaPreparation())
    } else {
      writeRowPairs(blocks, PassThroughPreparation())
    }
  }

  private func writeRowPairs<Preparation: ValuePreparation>(_ blocks: some BlockSelection, _ preparation: Preparation) {
    let mask = DitherMask.shared.rows
    var scratch = makeScratch(blocks)
    var y = region.y
    while y < region.endY {
      scratch.blocks.moveTo(rowPair: (y &- region.y) &>> 1)
      if scratch.blocks.count == 0 {
        y &+= 2
        continue
      }
      if source.addsGlow { prefetchRowPair(y &+ 2) }
      let light = source.twoRows(y, scratch.blocks, scratch: scratch.light)
      let above = encoded(light.0, scratch, scratch.rows.0)
      let below = encoded(light.1, scratch, scratch.rows.1)
      writeLumaPair(above, below, y, mask, scratch, preparation)
      if format.hasAlpha {
        writeAlpha(above, y, mask, scratch)
        writeAlpha(below, y + 1, mask, scratch)
      }
      repeatFirstColumn(scratch.differences, planes: Preparation.weighsByAlpha ? 3 : 2)
      writeHalvedChroma(scratch, y / 2, mask, rows: 2, preparation)
      y &+= 2
    }
  }

  /// Fetches two rows of samples into the cache. The passes of a bloom have driven them out, and a tile's rows are too short for the
  /// hardware's prefetching. Otherwise the processor would wait for each row (a frame with bloom would take 1.1 times as long).
  @inline(__always)
  private func prefetchRowPair(_ y: Int) {
    prefetch(sample(0, y, region.x), count: region.width)
    prefetch(sample(0, y &+ 1, region.x), count: region.width)
    prefetch(sample(1, y &>> 1, region.x &>> 1), count: region.width &>> 1)
    prefetch(sample(2, y &>> 1, region.x &>> 1), count: region.width &>> 1)
  }

  @inline(__always)
  private func prefetch(_ samples: UnsafeMutablePointer<Element>, count: Int) {
    Lanes.prefetch(UnsafeRawPointer(samples), byteCount: count &* MemoryLayout<Element>.stride)
  }

  /// At the frame's left side, repeats the first column of colour differences in the margin.
  @inline(__always)
  private func repeatFirstColumn(_ differences: EncodedRow, planes: Int) {
    if region.x > 0 { return }
    for plane in 0..<planes { differences.plane(plane)[-1] = differences.plane(plane)[0] }
  }

  /// Whether rows are read with the tile's own values, which may lie outside of 0...1.
  private var isUnclamped: Bool {
    transform.inputIsEncoded && !format.hasAlpha && !transform.colorEncoding.dynamicRange.isHigh
  }

  /// Returns a row of the tile's values as encoded values: `light` itself if `isUnclamped`, otherwise values encoded into `row`.
  @inline(__always)
  private func encoded(_ light: FloatRow, _ scratch: Scratch<some BlockSelection>, _ row: EncodedRow) -> FloatRow {
    if isUnclamped { return light }
    transform.encode(light, scratch.blocks, into: row, hasAlpha: format.hasAlpha)
    return FloatRow(base: row.base, planeStride: row.planeStride)
  }

  /// Returns a pointer to the sample at row `y` and column `x` of a plane: 0 Y, 1 Cb, 2 Cr, 3 A. Rows and columns are those of
  /// the plane.
  @inline(__always)
  private func sample(_ plane: Int, _ y: Int, _ x: Int) -> UnsafeMutablePointer<Element> {
    switch plane {
    case 0: planes.0 + (y &* rowStrides.0 &+ x)
    case 1: planes.1 + (y &* rowStrides.1 &+ x)
    case 2: planes.2 + (y &* rowStrides.2 &+ x)
    default: planes.3 + (y &* rowStrides.3 &+ x)
    }
  }

  /// Writes blocks of a row of Y, and stores the colour differences B′ − Y′ and R′ − Y′ in scratch memory: those of the blocks,
  /// and of the margin left of the region.
  @inline(never)
  private func writeLuma<Preparation: ValuePreparation>(
    _ row: FloatRow, _ y: Int, _ mask: DitherRows, _ scratch: Scratch<some BlockSelection>, _ preparation: Preparation
  ) {
    let thresholds = mask.row(y)
    let line = sample(0, y, region.x)
    let (x, width) = (region.x, region.width)
    let differences = scratch.differences
    let codes = codes  // A copy stays in registers. The compiler must assume that writing samples may change `self`.
    for index in 0..<scratch.blocks.count {
      let column = scratch.blocks.column(index)
      let pixels = LumaAndDifferences(row, column, codes.matrix, preparation)
      Lanes.store(pixels.blueDifference, to: differences.plane(0) + column)
      Lanes.store(pixels.redDifference, to: differences.plane(1) + column)
      if column < 0 { continue }  // In the margin only colour differences are needed.
      let dither = DitherMask.load(thresholds, x &+ column)
      put(pixels.luma * codes.lumaScale + (codes.lumaOffset + dither), line + column, width &- column)
    }
  }

  /// Writes blocks of two rows of Y, and stores the sums of both rows' colour differences B′ − Y′ and R′ − Y′ in scratch memory:
  /// those of the blocks, and of the margin left of the region.
  @inline(never)
  private func writeLumaPair<Preparation: ValuePreparation>(
    _ above: FloatRow, _ below: FloatRow, _ y: Int, _ mask: DitherRows, _ scratch: Scratch<some BlockSelection>,
    _ preparation: Preparation
  ) {
    let (upperMask, lowerMask) = (mask.row(y), mask.row(y &+ 1))
    let (upperLine, lowerLine) = (sample(0, y, region.x), sample(0, y &+ 1, region.x))
    let (x, width) = (region.x, region.width)
    let (blueDifferences, redDifferences) = (scratch.differences.plane(0), scratch.differences.plane(1))
    // Without weights the pointer is not used.
    let weights = scratch.differences.plane(Preparation.weighsByAlpha ? 2 : 0)
    let codes = codes
    let blocks = scratch.blocks
    var index = 0
    while index < blocks.count {
      let column = blocks.column(index)
      let remaining = width &- column
      let (upper, lower) = (
        LumaAndDifferences(above, column, codes.matrix, preparation),
        LumaAndDifferences(below, column, codes.matrix, preparation)
      )
      if Preparation.weighsByAlpha {
        let (upperAlpha, lowerAlpha) = (above.load(3, column), below.load(3, column))
        Lanes.store(
          upper.blueDifference * upperAlpha + lower.blueDifference * lowerAlpha, to: blueDifferences + column)
        Lanes.store(upper.redDifference * upperAlpha + lower.redDifference * lowerAlpha, to: redDifferences + column)
        Lanes.store(upperAlpha + lowerAlpha, to: weights + column)
      } else {
        Lanes.store(upper.blueDifference + lower.blueDifference, to: blueDifferences + column)
        Lanes.store(upper.redDifference + lower.redDifference, to: redDifferences + column)
      }
      index &+= 1
      if column < 0 { continue }  // In the margin only colour differences are needed.
      let upperThresholds = DitherMask.thresholds(upperMask, x &+ column)
      let lowerThresholds = DitherMask.thresholds(lowerMask, x &+ column)
      let upperCodes = codes.luma(upper.luma, upperThresholds)
      let lowerCodes = codes.luma(lower.luma, lowerThresholds)
      // Two neighbouring blocks are packed together.
      let next = column &+ 8
      if !Preparation.weighsByAlpha && remaining >= 16 && index < blocks.count && blocks.column(index) == next {
        let (upper, lower) = (
          LumaAndDifferences(above, next, codes.matrix, preparation),
          LumaAndDifferences(below, next, codes.matrix, preparation)
        )
        Lanes.store(upper.blueDifference + lower.blueDifference, to: blueDifferences + next)
        Lanes.store(upper.redDifference + lower.redDifference, to: redDifferences + next)
        Element.pack(
          (upperCodes, codes.luma(upper.luma, upperThresholds + 8)), to: upperLine + column,
          (lowerCodes, codes.luma(lower.luma, lowerThresholds + 8)), to: lowerLine + column)
        index &+= 1
      } else {
        put(upperCodes, upperLine + column, remaining)
        put(lowerCodes, lowerLine + column, remaining)
      }
    }
  }

  /// Writes blocks of a row of A.
  @inline(never)
  private func writeAlpha(_ row: FloatRow, _ y: Int, _ mask: DitherRows, _ scratch: Scratch<some BlockSelection>) {
    let thresholds = mask.row(y)
    let line = sample(3, y, region.x)
    let maximumAlpha = codes.maximumAlpha
    for index in 0..<scratch.blocks.count {
      let column = scratch.blocks.column(index)
      if column < 0 { continue }
      let sum = row.load(3, column) * maximumAlpha + (DitherMask.load(thresholds, region.x &+ column) + 0.5)
      // Without the minimum, the greatest sum for 12 bits, 4095 + 0.9999, would be rounded to 4096 as a Float.
      put(Lanes.min(sum, maximumAlpha + 0.5), line + column, region.width &- column)
    }
  }

  /// Writes blocks of a row of one chroma plane that is not halved.
  ///
  /// - Parameters:
  ///   - difference: the plane of `scratch.differences`: 0 B′ − Y′, 1 R′ − Y′.
  ///   - plane: the output's plane: 1 Cb, 2 Cr.
  ///   - thresholds: a row of the dither mask, which is read `shift` columns further on.
  ///   - scale: factor from a colour difference to codes.
  @inline(never)
  private func writeChroma(
    _ scratch: Scratch<some BlockSelection>, _ difference: Int, _ plane: Int, _ y: Int,
    _ thresholds: UnsafePointer<Float>, _ shift: Int, _ scale: Float
  ) {
    let line = sample(plane, y, region.x)
    let values = scratch.differences.plane(difference)
    let chromaOffset = codes.chromaOffset
    for index in 0..<scratch.blocks.count {
      let column = scratch.blocks.column(index)
      let dither = DitherMask.load(thresholds, region.x + column + shift)
      put(Lanes.load(values + column) * scale + (chromaOffset + dither), line + column, region.width - column)
    }
  }

  /// Writes eight samples of both chroma planes for each pair of blocks. `y` is the row in the chroma planes; the stored differences
  /// are sums of `rows` rows.
  @inline(never)
  private func writeHalvedChroma<Preparation: ValuePreparation>(
    _ scratch: Scratch<some BlockSelection>, _ y: Int, _ mask: DitherRows, rows: Int, _ preparation: Preparation
  ) {
    let firstColumn = region.x / 2
    let width = region.width / 2
    let (cbLine, crLine) = (sample(1, y, firstColumn), sample(2, y, firstColumn))
    let (cbMask, crMask) = (mask.row(y + Self.cbShift.y), mask.row(y + Self.crShift.y))
    let (blueDifferences, redDifferences) = (scratch.differences.plane(0), scratch.differences.plane(1))
    // Without weights the pointer is not used.
    let weights = scratch.differences.plane(Preparation.weighsByAlpha ? 2 : 0)
    let chromaOffset = codes.chromaOffset
    // The filter's weights add up to 4.
    let share = 0.25 / Float(rows)
    let (cbScale, crScale) = (codes.cbScale * share, codes.crScale * share)
    let blocks = scratch.blocks
    var index = 0
    while index < blocks.blockPairCount {
      let pixelColumn = blocks.blockPairColumn(index)
      let column = pixelColumn &>> 1
      var cb = Self.filtered(blueDifferences + pixelColumn)
      var cr = Self.filtered(redDifferences + pixelColumn)
      if Preparation.weighsByAlpha {
        // The weight is raised to at least 10⁻³⁰. If all pixels are transparent, 0 divided by this weight is 0: no colour.
        let weight = Lanes.max(Self.filtered(weights + pixelColumn), 1e-30)
        cb = cb / weight * codes.cbScale
        cr = cr / weight * codes.crScale
      } else {
        cb *= cbScale
        cr *= crScale
      }
      let cbDither = DitherMask.load(cbMask, firstColumn &+ column &+ Self.cbShift.x)
      let crDither = DitherMask.load(crMask, firstColumn &+ column &+ Self.crShift.x)
      let cbCodes = Lanes.truncateInRange(cb + (chromaOffset + cbDither))
      let crCodes = Lanes.truncateInRange(cr + (chromaOffset + crDither))
      let remaining = width &- column
      if remaining >= 8 {
        Element.pack(cbCodes, to: cbLine + column, crCodes, to: crLine + column)
      } else {
        putPartial(cbCodes, cbLine + column, remaining)
        putPartial(crCodes, crLine + column, remaining)
      }
      index &+= 1
    }
  }

  /// Returns, for every second of 16 pixels, beginning with the first, the sum of the pixel and its two neighbours with the weights
  /// 1, 2, 1.
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

  /// Writes eight samples, or the first `remaining` of them at the end of a row.
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

  /// The blocks to write, and scratch memory for the rows from which they are made.
  private struct Scratch<Selection: BlockSelection> {
    var blocks: Selection
    /// The colour differences B′ − Y′ and R′ − Y′ of one row, or their sums over two rows, as two planes. If they are weighted by
    /// alpha, a third plane has the sums of the weights.
    let differences: EncodedRow
    /// Encoded values of one or two rows.
    let rows: (EncodedRow, EncodedRow)
    /// Scratch memory of `OutputSource.twoRows` or `OutputSource.row`, in which they may return the tile's values.
    let light: UnsafeMutablePointer<Float>
  }

  /// Divides `source.memory` into parts: a row of colour differences, two encoded rows, and scratch memory for `OutputSource.twoRows`. Whole
  /// vectors may be read past the end of a part; no written sample depends on those values.
  private func makeScratch<Selection: BlockSelection>(_ blocks: Selection) -> Scratch<Selection> {
    let differenceCount = EncodedRow.floatCount(width: region.width, planes: format.hasAlpha ? 3 : 2)
    let rowCount = EncodedRow.floatCount(width: region.width, planes: format.hasAlpha ? 4 : 3)
    source.memory.resize(to: differenceCount + 2 * (rowCount + source.scratchCount) + 16)
    let differences = source.memory.base
    let rows = differences + differenceCount
    return Scratch(
      blocks: blocks, differences: EncodedRow(differences, width: region.width),
      rows: (EncodedRow(rows, width: region.width), EncodedRow(rows + rowCount, width: region.width)),
      light: rows + 2 * rowCount)
  }
}
