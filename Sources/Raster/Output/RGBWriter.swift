import Lanes

/// Writes packed sRGB-encoded pixels: ⌊255v + ½ + d⌋, or 65535 for 16 bits, with d from the blue-noise mask.
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

  func write8(hasAlpha: Bool) {
    if let dirty = source.dirty {
      write8(hasAlpha: hasAlpha, DirtyBlockList(dirty, leftMargin: 0))
    } else {
      write8(hasAlpha: hasAlpha, EveryBlock(width: region.width, leftMargin: 0))
    }
  }

  func write16() {
    if let dirty = source.dirty {
      forEachRow(hasAlpha: true, pixelBytes: 8, DirtyBlockList(dirty, leftMargin: 0)) { write64($0, $1, $2, $3) }
    } else {
      forEachRow(hasAlpha: true, pixelBytes: 8, EveryBlock(width: region.width, leftMargin: 0)) {
        write64($0, $1, $2, $3)
      }
    }
  }

  @inline(__always)
  private func write8(hasAlpha: Bool, _ blocks: some BlockSelection) {
    if hasAlpha {
      forEachRow(hasAlpha: true, pixelBytes: 4, blocks) { write32($0, $1, $2, $3) }
    } else {
      forEachRow(hasAlpha: false, pixelBytes: 3, blocks) { write24($0, $1, $2, $3) }
    }
  }

  @inline(never)
  private func write24(
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
      let left = region.width &- column
      if left >= 8 {
        Lanes.storeLowThreeBytes(pixels, to: target)
      } else {
        writeBytes(pixels, 3, count: left, to: target)
      }
      index &+= 1
    }
  }

  @inline(never)
  private func write32(
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
      let left = region.width &- column
      if left >= 8 {
        UnsafeMutableRawPointer(target).storeBytes(of: pixels, as: Int32x8.self)
      } else {
        writeBytes(pixels, 4, count: left, to: target)
      }
    }
  }

  @inline(never)
  private func write64(
    _ row: EncodedRow, _ blocks: some BlockSelection, _ line: UnsafeMutablePointer<UInt8>,
    _ thresholds: UnsafePointer<Float>
  ) {
    for index in 0..<blocks.count {
      let column = blocks.column(index)
      let offset = DitherMask.load(thresholds, region.x &+ column) + 0.5
      let red = Lanes.lowWords(codes(row, 0, column, 65535, offset))
      let green = Lanes.lowWords(codes(row, 1, column, 65535, offset))
      let blue = Lanes.lowWords(codes(row, 2, column, 65535, offset))
      let alpha = Lanes.lowWords(codes(row, 3, column, 65535, offset))
      for lane in 0..<min(8, region.width &- column) {
        UnsafeMutableRawPointer(line + 8 &* (column &+ lane)).storeBytes(
          of: SIMD4(red[lane], green[lane], blue[lane], alpha[lane]), as: SIMD4<UInt16>.self)
      }
    }
  }

  @inline(__always)
  private func codes(_ row: EncodedRow, _ plane: Int, _ column: Int, _ top: Float, _ offset: Float8) -> Int32x8 {
    // 65535 + 0.9999 would round up to 65536.
    Lanes.truncateInRange(Lanes.min(Lanes.load(row.plane(plane) + column) * top + offset, top + 0.5))
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

  /// Calls `body` with each row's encoded blocks, the first byte that it is written to, and its thresholds.
  @inline(__always)
  private func forEachRow<Selection: BlockSelection>(
    hasAlpha: Bool, pixelBytes: Int, _ selection: Selection,
    _ body: (EncodedRow, Selection, UnsafeMutablePointer<UInt8>, UnsafePointer<Float>) -> Void
  ) {
    let mask = DitherMask.shared
    let count = EncodedRow.floatCount(width: region.width, planes: 4)
    source.memory.reserve(count + source.scratchCount)
    let base = source.memory.base
    var blocks = selection
    let row = EncodedRow(base, width: region.width)
    for y in region.y..<region.endY {
      blocks.select(pair: (y &- region.y) &>> 1)
      if blocks.count == 0 { continue }
      let linear = source.row(y, scratch: base + count)
      transform.encode(linear, blocks, into: row, hasAlpha: hasAlpha)
      body(row, blocks, output.plane(0) + (y * output.stride(ofPlane: 0) + pixelBytes * region.x), mask.row(y))
    }
  }
}
