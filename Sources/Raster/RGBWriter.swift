import Lanes

/// Packed sRGB-encoded pixels: ⌊255v + ½ + d⌋ with d from the blue-noise mask, or 65535 for 16 bits.
struct RGBWriter {
  private let source: LightSource
  private let transform: OutputTransform
  private let output: PixelBuffer

  private var region: PixelRect { source.region }

  init(_ source: LightSource, _ transform: OutputTransform, _ output: PixelBuffer) {
    self.source = source
    self.transform = transform
    self.output = output
  }

  func write8(hasAlpha: Bool) {
    let width = region.width
    let pixelBytes = hasAlpha ? 4 : 3
    forEachRow(hasAlpha: hasAlpha) { row, y, mask in
      let line = output.plane(0) + y * output.stride(ofPlane: 0) + pixelBytes * region.x
      var column = 0
      while column < width {
        let offset = DitherMask.load(mask, region.x + column) + 0.5
        let red = codes(row, 0, column, 255, offset)
        let green = codes(row, 1, column, 255, offset)
        let blue = codes(row, 2, column, 255, offset)
        var pixels = red | green &<< 8 | blue &<< 16
        if hasAlpha { pixels |= codes(row, 3, column, 255, offset) &<< 24 }
        let target = line + pixelBytes * column
        if hasAlpha && width - column >= 8 {
          UnsafeMutableRawPointer(target).storeBytes(of: pixels, as: Int8Lanes.self)
        } else {
          writeBytes(pixels, pixelBytes, count: min(8, width - column), to: target)
        }
        column += 8
      }
    }
  }

  func write16() {
    let width = region.width
    forEachRow(hasAlpha: true) { row, y, mask in
      let line = output.plane(0) + y * output.stride(ofPlane: 0) + 8 * region.x
      var column = 0
      while column < width {
        let offset = DitherMask.load(mask, region.x + column) + 0.5
        let red = Lanes.lowWords(codes(row, 0, column, 65535, offset))
        let green = Lanes.lowWords(codes(row, 1, column, 65535, offset))
        let blue = Lanes.lowWords(codes(row, 2, column, 65535, offset))
        let alpha = Lanes.lowWords(codes(row, 3, column, 65535, offset))
        for lane in 0..<min(8, width - column) {
          UnsafeMutableRawPointer(line + 8 * (column + lane)).storeBytes(
            of: SIMD4(red[lane], green[lane], blue[lane], alpha[lane]), as: SIMD4<UInt16>.self)
        }
        column += 8
      }
    }
  }

  @inline(__always)
  private func codes(_ row: EncodedRow, _ plane: Int, _ column: Int, _ top: Float, _ offset: Lane8) -> Int8Lanes {
    // 65535 + 0.9999 would round up to 65536.
    Lanes.truncateInRange(Lanes.min(Lanes.load(row.plane(plane) + column) * top + offset, top + 0.5))
  }

  /// Writes the low bytes of each lane one after the other. A pixel of three bytes is written as four while a pixel of
  /// this row is still to come behind it.
  @inline(__always)
  private func writeBytes(_ pixels: Int8Lanes, _ pixelBytes: Int, count: Int, to target: UnsafeMutablePointer<UInt8>) {
    for lane in 0..<count - 1 {
      UnsafeMutableRawPointer(target + pixelBytes * lane).storeBytes(of: pixels[lane], as: Int32.self)
    }
    let last = pixels[count - 1]
    for byte in 0..<pixelBytes {
      target[pixelBytes * (count - 1) + byte] = UInt8(truncatingIfNeeded: last &>> (8 * Int32(byte)))
    }
  }

  @inline(__always)
  private func forEachRow(hasAlpha: Bool, _ body: (EncodedRow, Int, UnsafePointer<Float>) -> Void) {
    let mask = DitherMask.shared
    let count = EncodedRow.floatCount(width: region.width, planes: 4)
    source.memory.reserve(count + source.scratchCount)
    let base = source.memory.base
    let row = EncodedRow(base, width: region.width)
    for y in region.y..<region.endY {
      let light = source.row(y, scratch: base + count)
      transform.encode(light, from: 0, to: region.width, into: row, hasAlpha: hasAlpha)
      body(row, y, mask.row(y))
    }
  }
}
