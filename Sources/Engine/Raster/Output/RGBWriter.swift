import Lanes

/// Writes packed pixels. The code of an encoded value v is ⌊255v + ½ + d⌋ for 8 bits and ⌊65535v + ½ + d⌋ for 16 bits, where d is the
/// pixel's threshold in the blue-noise mask (`DitherMask`).
struct RGBWriter {
  private let source: OutputSource
  private let transform: OutputTransform
  private let output: PixelBuffer

  private var region: PixelRect { source.region }

  init(_ source: OutputSource, _ transform: OutputTransform, _ output: PixelBuffer) {
    self.source = source
    self.transform = transform
    self.output = output
  }

  /// Writes the region: R G B or R G B A, with 8 or 16 bits for each channel.
  func write() {
    if let dirty = source.dirty {
      write(DirtyBlockList(dirty, leftMargin: 0, skippedBlockCount: source.skippedBlockCount))
    } else {
      write(EveryBlock(width: region.width, leftMargin: 0))
    }
  }

  @inline(__always)
  private func write(_ blocks: some BlockSelection) {
    switch (output.format.bitDepth > 8, output.format.hasAlpha) {
    case (false, false): forEachRow(hasAlpha: false, pixelBytes: 3, blocks) { writeRow24($0, $1, $2, $3) }
    case (false, true): forEachRow(hasAlpha: true, pixelBytes: 4, blocks) { writeRow32($0, $1, $2, $3) }
    case (true, false):
      forEachRow(hasAlpha: false, pixelBytes: 6, blocks) { writeRow48Or64($0, $1, $2, $3, channels: 3) }
    case (true, true): forEachRow(hasAlpha: true, pixelBytes: 8, blocks) { writeRow48Or64($0, $1, $2, $3, channels: 4) }
    }
  }

  // Each of the three functions below writes the blocks of one row. `line` points to the region's first byte in this row of the
  // output; `thresholds` points to the frame row's dither thresholds.

  /// Writes pixels of 24 bits.
  @inline(never)
  private func writeRow24(
    _ row: EncodedRow, _ blocks: some BlockSelection, _ line: UnsafeMutablePointer<UInt8>,
    _ thresholds: UnsafePointer<Float>
  ) {
    var index = 0
    while index < blocks.count {
      let column = blocks.column(index)
      let offset = DitherMask.load(thresholds, region.x &+ column) + 0.5
      let pixels =
        codes(row, 0, column, 255, offset) | codes(row, 1, column, 255, offset) &<< 8
        | codes(row, 2, column, 255, offset) &<< 16
      let target = line + 3 &* column
      let remaining = region.width &- column
      if remaining >= 8 {
        Lanes.storeLowThreeBytes(pixels, to: target)
      } else {
        writeBytes(pixels, 3, count: remaining, to: target)
      }
      index &+= 1
    }
  }

  /// Writes pixels of 32 bits.
  @inline(never)
  private func writeRow32(
    _ row: EncodedRow, _ blocks: some BlockSelection, _ line: UnsafeMutablePointer<UInt8>,
    _ thresholds: UnsafePointer<Float>
  ) {
    for index in 0..<blocks.count {
      let column = blocks.column(index)
      let offset = DitherMask.load(thresholds, region.x &+ column) + 0.5
      let pixels =
        codes(row, 0, column, 255, offset) | codes(row, 1, column, 255, offset) &<< 8
        | codes(row, 2, column, 255, offset) &<< 16 | codes(row, 3, column, 255, offset) &<< 24
      let target = line + 4 &* column
      let remaining = region.width &- column
      if remaining >= 8 {
        UnsafeMutableRawPointer(target).storeBytes(of: pixels, as: Int32x8.self)
      } else {
        writeBytes(pixels, 4, count: remaining, to: target)
      }
    }
  }

  /// Writes pixels of 48 or 64 bits.
  @inline(__always)
  private func writeRow48Or64(
    _ row: EncodedRow, _ blocks: some BlockSelection, _ line: UnsafeMutablePointer<UInt8>,
    _ thresholds: UnsafePointer<Float>, channels: Int
  ) {
    for index in 0..<blocks.count {
      let column = blocks.column(index)
      let offset = DitherMask.load(thresholds, region.x &+ column) + 0.5
      for channel in 0..<channels {
        let words = Lanes.lowWords(codes(row, channel, column, 65535, offset))
        for lane in 0..<min(8, region.width &- column) {
          UnsafeMutableRawPointer(line).storeBytes(
            of: words[lane], toByteOffset: 2 &* (channels &* (column &+ lane) &+ channel), as: UInt16.self)
        }
      }
    }
  }

  /// Returns the codes, 0...`maximumCode`, of eight encoded values; `offset` is ½ plus the thresholds.
  @inline(__always)
  private func codes(_ row: EncodedRow, _ plane: Int, _ column: Int, _ maximumCode: Float, _ offset: Float8) -> Int32x8
  {
    // The greatest sum for 16 bits is 65535 + 0.9999, which Float rounds to 65536: hence the minimum.
    Lanes.truncateInRange(Lanes.min(Lanes.load(row.plane(plane) + column) * maximumCode + offset, maximumCode + 0.5))
  }

  /// Writes the low `pixelBytes` bytes of each of the first `count` lanes.
  @inline(never)
  private func writeBytes(_ pixels: Int32x8, _ pixelBytes: Int, count: Int, to target: UnsafeMutablePointer<UInt8>) {
    for lane in 0..<count {
      for byte in 0..<pixelBytes {
        target[pixelBytes * lane + byte] = UInt8(truncatingIfNeeded: pixels[lane] &>> (8 * Int32(byte)))
      }
    }
  }

  /// Calls `body` for each row that has blocks to write, with the encoded values, the blocks, the region's first byte in this row
  /// of the output, and the frame row's dither thresholds.
  @inline(__always)
  private func forEachRow<Selection: BlockSelection>(
    hasAlpha: Bool, pixelBytes: Int, _ selection: Selection,
    _ body: (EncodedRow, Selection, UnsafeMutablePointer<UInt8>, UnsafePointer<Float>) -> Void
  ) {
    let mask = DitherMask.shared
    let encodedFloatCount = EncodedRow.floatCount(width: region.width, planes: 4)
    source.memory.resize(to: encodedFloatCount + source.scratchCount)
    let memory = source.memory.base
    var blocks = selection
    let row = EncodedRow(memory, width: region.width)
    for y in region.y..<region.endY {
      blocks.moveTo(rowPair: (y &- region.y) &>> 1)
      if blocks.count == 0 { continue }
      let sourceRow = source.row(y, blocks, scratch: memory + encodedFloatCount)
      transform.encode(sourceRow, blocks, into: row, hasAlpha: hasAlpha)
      body(row, blocks, output.plane(0) + (y * output.stride(ofPlane: 0) + pixelBytes * region.x), mask.row(y))
    }
  }
}
