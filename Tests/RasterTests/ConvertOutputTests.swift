import Lanes
import Raster
import Testing

/// The sample at an index of row `y` of a plane, whose samples have one or two bytes.
private func sample(_ buffer: PixelBuffer, _ plane: Int, _ index: Int, _ y: Int, bytes: Int = 1) -> Int {
  let row = buffer.plane(plane) + y * buffer.stride(ofPlane: plane)
  return bytes == 1 ? Int(row[index]) : Int(row[2 * index]) + 256 * Int(row[2 * index + 1])
}

/// The sRGB curve.
private func encode(_ x: Double) -> Double { x <= 0.0031308 ? 12.92 * x : 1.055 * Lanes.pow(x, 1 / 2.4) - 0.055 }

/// The inverse of the sRGB curve.
private func decode(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : Lanes.pow((v + 0.055) / 1.055, 2.4) }

/// What the dither mask adds at a pixel, within ±0.5 codes.
private func threshold(_ x: Int, _ y: Int) -> Double { Double(DitherMask.shared.row(y)[x & 63]) }

/// Whether a code is a value rounded down.
private func isCode(_ value: Double, _ code: Int) -> Bool {
  // A value within a thousandth of the edge between two codes may become either.
  abs(value.rounded(.down) - Double(code)) < 0.5
    || abs(value - value.rounded()) < 1e-3 && abs(value - Double(code)) < 1.01
}

@Test("The sRGB curve is within 3e-7 of its definition")
func curve() {
  var worst = 0.0
  for step in 0...400_000 {
    let x = Float(step) / 400_000
    worst = max(worst, abs(Double(encodeSRGB(Float8(repeating: x))[0]) - encode(Double(x))))
  }
  #expect(worst < 3e-7)
  #expect(encodeSRGB(Float8(repeating: 0))[0] == 0 && encodeSRGB(Float8(repeating: 1))[0] == 1)
}

@Test("The dither mask holds every threshold once, and neighbours differ")
func mask() {
  var seen = Set<Float>()
  var neighbours = 0.0
  for y in 0..<64 {
    for x in 0..<64 {
      seen.insert(DitherMask.shared.row(y)[x])
      neighbours += abs(threshold(x, y) - threshold(x + 1, y))
    }
    for x in 0..<16 { #expect(DitherMask.shared.row(y)[64 + x] == DitherMask.shared.row(y)[x]) }
  }
  #expect(seen.count == 4096 && seen.min()! == 0.5 / 4096 - 0.5 && seen.max()! == 4095.5 / 4096 - 0.5)
  // The mean difference of neighbours would be 1/3 in white noise.
  #expect(neighbours / 4096 > 0.38)
}

@Test("A value that is exactly a code stays flat; any other keeps its mean", arguments: [false, true])
func flatAndMean(_ isEncoded: Bool) {
  let buffer = TileBuffer(width: 64, height: 64)
  let output = PixelBuffer(format: .rgb24, width: 64, height: 64)
  let region = PixelRect(x: 0, y: 0, width: 64, height: 64)
  let transform = OutputTransform(inputIsEncoded: isEncoded)
  for code in 0...255 {
    let value = Double(code) / 255
    let input = Float(isEncoded ? value : decode(value))
    fill(buffer.tile, red: input, green: input, blue: input, alpha: 1)
    convertTile(buffer.tile, region: region, transform: transform, into: output)
    var differing = 0
    for y in 0..<64 { for x in 0..<192 where sample(output, 0, x, y) != code { differing += 1 } }
    #expect(differing <= 3, "\(code)")
  }
  for share in [0.1, 0.25, 0.5, 0.77] {
    let value = (40 + share) / 255
    let input = Float(isEncoded ? value : decode(value))
    fill(buffer.tile, red: input, green: 0, blue: 1, alpha: 1)
    convertTile(buffer.tile, region: region, transform: transform, into: output)
    var sum = 0
    for y in 0..<64 { for x in 0..<64 { sum += sample(output, 0, 3 * x, y) } }
    #expect(abs(Double(sum) / 4096 - 40 - share) < 0.001)
  }
}

@Test("Pure colours become BT.709's codes", arguments: PixelFormat.allCases.filter { $0.kind == .planarYUV })
func pureColors(_ format: PixelFormat) {
  let isDeep = format.bitDepth > 8
  let step = Double(1 << (format.bitDepth - 8))
  let buffer = TileBuffer(width: 16, height: 4)
  let output = PixelBuffer(format: format, width: 16, height: 4)
  let colors: [(Float, Float, Float)] = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (0, 0, 0), (1, 1, 0)]
  for (red, green, blue) in colors {
    fill(buffer.tile, red: red, green: green, blue: blue, alpha: 1)
    convertTile(
      buffer.tile, region: PixelRect(x: 0, y: 0, width: 16, height: 4), transform: OutputTransform(), into: output)
    let y = 0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)
    let codes = [
      step * (16 + 219 * y), step * (128 + 224 * (Double(blue) - y) / 1.8556),
      step * (128 + 224 * (Double(red) - y) / 1.5748),
    ]
    for plane in 0..<3 {
      #expect(abs(Double(sample(output, plane, 1, 1, bytes: isDeep ? 2 : 1)) - codes[plane]) < 1)
    }
    if format.hasAlpha {
      #expect(sample(output, 3, 15, 3, bytes: isDeep ? 2 : 1) == 1 << format.bitDepth - 1)
    }
  }
  // Red's Y is 62.56: dithered between 62 and 63.
  fill(buffer.tile, red: 1, green: 0, blue: 0, alpha: 1)
  convertTile(
    buffer.tile, region: PixelRect(x: 0, y: 0, width: 16, height: 4), transform: OutputTransform(), into: output)
  if !isDeep { #expect((62...63).contains(sample(output, 0, 0, 0))) }
}

@Test(
  "Every format follows its formula pixel by pixel, whatever the tiles", arguments: PixelFormat.allCases,
  AlphaForm.allCases)
func formulas(_ format: PixelFormat, _ alphaForm: AlphaForm) {
  if !format.hasAlpha && alphaForm != .straight { return }
  let (width, height) = (90, 22)
  var random = TestRandom(21)
  let frame = TileBuffer(width: width, height: height)
  for index in 0..<frame.tile.rowStride * height { frame.tile.base[index] = random.next(-0.1...1.2) }
  let transform = OutputTransform(
    exposureScale: 1.25, toneMap: .filmic, colorEncoding: ColorEncoding(alphaForm: alphaForm))
  let whole = PixelBuffer(format: format, width: width, height: height)
  convertTile(
    frame.tile, region: PixelRect(x: 0, y: 0, width: width, height: height), transform: transform, into: whole)

  // In tiles of 24 × 10 with a margin.
  let parts = PixelBuffer(format: format, width: width, height: height)
  for y in stride(from: 0, to: height, by: 10) {
    for x in stride(from: 0, to: width, by: 24) {
      let region = PixelRect(x: x, y: y, width: min(24, width - x), height: min(10, height - y))
      let margin = x > 0 ? 8 : 0
      let rect = PixelRect(x: x - margin, y: y, width: region.width + margin, height: region.height)
      let buffer = TileBuffer(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
      withExtendedLifetime(buffer) {
        buffer.tile.copy(rect, from: frame.tile)
        convertTile(buffer.tile, region: region, transform: transform, into: parts)
      }
    }
  }
  var rows: [[UInt8]] = []
  whole.forEachRow { rows.append(Array($0)) }
  var index = 0
  parts.forEachRow {
    #expect(Array($0) == rows[index], "row \(index)")
    index += 1
  }

  /// Light after exposure and the filmic tone map.
  func mapped(_ x: Int, _ y: Int, _ plane: Int) -> Double {
    let light = Double(max(frame.tile.value(x, y, plane) * 1.25, 0))
    return light <= 0.5 ? light : 1 - 0.5 / (1 + 2 * (light - 0.5))
  }
  func alpha(_ x: Int, _ y: Int) -> Double {
    if !format.hasAlpha { return 1 }
    let ownAlpha = min(max(Double(frame.tile.value(max(x, 0), y, 3)), 0), 1)
    return alphaForm == .premultiplied ? ownAlpha : (0..<3).reduce(ownAlpha) { max($0, mapped(max(x, 0), y, $1)) }
  }
  func encoded(_ x: Int, _ y: Int, _ plane: Int) -> Double {
    let light = mapped(max(x, 0), y, plane)
    if !format.hasAlpha || alphaForm == .premultiplied { return encode(light) }
    return encode(alpha(x, y) > 0 ? light / alpha(x, y) : 0)
  }
  func luma(_ x: Int, _ y: Int) -> Double {
    0.2126 * encoded(x, y, 0) + 0.7152 * encoded(x, y, 1) + 0.0722 * encoded(x, y, 2)
  }
  /// The colour difference B′ − Y′ or R′ − Y′.
  func difference(_ x: Int, _ y: Int, _ plane: Int) -> Double { encoded(x, y, plane) - luma(x, y) }
  let bytes = format.bitDepth > 8 ? 2 : 1
  var wrong = 0
  for y in 0..<height {
    for x in 0..<width {
      let dither = 0.5 + threshold(x, y)
      switch format.kind {
      case .packedRGB:
        let maximumCode = Double(1 << format.bitDepth - 1)
        let channels = format.hasAlpha ? 4 : 3
        for plane in 0..<channels {
          let value = plane == 3 ? alpha(x, y) : encoded(x, y, plane)
          let code = sample(whole, 0, channels * x + plane, y, bytes: bytes)
          let exact = min(maximumCode * value + dither, maximumCode + 0.5)
          if bytes == 1 ? !isCode(exact, code) : abs(exact - 0.5 - Double(code)) > 0.6 { wrong += 1 }
        }
      case .planarYUV:
        let step = Double(1 << (format.bitDepth - 8))
        if !isCode(step * (16 + 219 * luma(x, y)) + dither, sample(whole, 0, x, y, bytes: bytes)) { wrong += 1 }
        if format.hasAlpha {
          let maximumCode = Double(1 << format.bitDepth - 1)
          if !isCode(min(maximumCode * alpha(x, y) + dither, maximumCode + 0.5), sample(whole, 3, x, y, bytes: bytes)) {
            wrong += 1
          }
        }
        let (halvesX, halvesY) = (format.halvesChromaWidth, format.halvesChromaHeight)
        if halvesX && x % 2 > 0 || halvesY && y % 2 > 0 { continue }
        let (cx, cy) = (halvesX ? x / 2 : x, halvesY ? y / 2 : y)
        for (plane, source, scale, ditherX, ditherY) in [(1, 2, 1.8556, 17, 31), (2, 0, 1.5748, 41, 11)] {
          var value = difference(x, y, source)
          if halvesX {
            let (columns, rows) = ([(x - 1, 1.0), (x, 2.0), (x + 1, 1.0)], halvesY ? [y, y + 1] : [y])
            var (sum, weights) = (0.0, 0.0)
            for (column, share) in columns {
              for row in rows {
                let weight = share * (alphaForm == .straight ? alpha(column, row) : 1)
                sum += weight * difference(column, row, source)
                weights += weight
              }
            }
            value = weights > 0 ? sum / weights : 0
          }
          let exact = step * (128 + 224 * value / scale) + 0.5 + threshold(cx + ditherX, cy + ditherY)
          if !isCode(exact, sample(whole, plane, cx, cy, bytes: bytes)) { wrong += 1 }
        }
      case .floatPlanes:
        for (plane, source) in [1, 2, 0, 3].enumerated() {
          let row = UnsafeRawPointer(whole.plane(plane) + y * whole.stride(ofPlane: plane))
          let value = row.loadUnaligned(fromByteOffset: 4 * x, as: Float.self)
          if value.bitPattern != frame.tile.value(x, y, source).bitPattern { wrong += 1 }
        }
      }
    }
  }
  #expect(wrong == 0)
}

@Test("Tone maps follow their formulas")
func toneMaps() {
  for step in 0...300 {
    let x = Float(step) / 50 - 1
    let light = Double(max(x, 0))
    let filmic = light <= 0.5 ? light : 1 - 0.5 / (1 + 2 * (light - 0.5))
    let aces = min(light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14), 1)
    #expect(abs(Double(FilmicCurve.map(Float8(repeating: x))[0]) - filmic) < 1e-6)
    #expect(abs(Double(AcesCurve.map(Float8(repeating: x))[0]) - aces) < 1e-6)
    #expect(ClampCurve.map(Float8(repeating: x))[0] == min(max(x, 0), 1))
  }
  #expect(AcesCurve.map(Float8(repeating: 1e30))[0] == 1 && FilmicCurve.map(Float8(repeating: 1e30))[0] == 1)
}
