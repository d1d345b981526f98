import Lanes
import Raster
import Testing

@Suite("Tone maps whose channels depend on each other") struct ColorToneTests {
  /// Colours from black to forty times white, some with a channel below 0.
  private static let colors: [SIMD3<Double>] = {
    var random = TestRandom(8)
    let grid = [0, 0.02, 0.18, 0.5, 0.79, 0.81, 1, 2.5, 8, 40.0]
    var colors = grid.flatMap { r in grid.flatMap { g in grid.map { SIMD3(r, g, $0) } } }
    for _ in 0..<200 {
      colors.append(SIMD3(Double(random.next(-0.3...3)), Double(random.next(-0.3...3)), Double(random.next(-0.3...3))))
    }
    return colors
  }()

  private func map(_ curve: some ColorToneCurve, _ color: SIMD3<Double>) -> SIMD3<Double> {
    let result = curve.map(
      LaneRGB(
        Float8(repeating: Float(color.x)), Float8(repeating: Float(color.y)), Float8(repeating: Float(color.z))))
    return SIMD3(Double(result.red[0]), Double(result.green[0]), Double(result.blue[0]))
  }

  private func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    max(abs(a.x - b.x), max(abs(a.y - b.y), abs(a.z - b.z)))
  }

  /// The function that the Khronos Group publishes, written as there.
  private func publishedNeutral(_ color: SIMD3<Double>, _ f: Double = 0.04) -> SIMD3<Double> {
    let (startCompression, desaturation) = (0.8 - f, 0.15)
    var color = color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1e9))
    let x = min(color.x, min(color.y, color.z))
    let offset = f == 0 ? 0 : x < 2 * f ? x - x * x / (4 * f) : f
    color -= offset
    let peak = max(color.x, max(color.y, color.z))
    if peak < startCompression { return color }
    let d = 1 - startCompression
    let newPeak = 1 - d * d / (peak + d - startCompression)
    color *= newPeak / peak
    let g = 1 - 1 / (desaturation * (peak - newPeak) + 1)
    return color + (SIMD3(repeating: newPeak) - color) * g
  }

  @Test("Neutral is the published curve, with and without its toe") func neutral() {
    for color in Self.colors {
      #expect(distance(map(NeutralCurve(toe: 0.04), color), publishedNeutral(color)) < 2e-6, "\(color)")
      #expect(distance(map(NeutralCurve(toe: 0), color), publishedNeutral(color, 0)) < 2e-6, "\(color)")
    }
    #expect(distance(map(NeutralCurve(toe: 0), SIMD3(0.02, 0.3, 0.8)), SIMD3(0.02, 0.3, 0.8)) < 1e-7)
    #expect(distance(map(NeutralCurve(toe: 0.04), SIMD3(0.02, 0.02, 0.02)), SIMD3(repeating: 0.0025)) < 1e-6)
    // Ever brighter red keeps its hue and turns white.
    let hot = map(NeutralCurve(toe: 0), SIMD3(1e6, 1e5, 1e5))
    #expect(hot.x > 0.99 && hot.y > 0.98 && hot.y == hot.z)
  }

  /// The minimal form of AgX, written as its author writes it.
  private func publishedAgX(_ color: SIMD3<Double>) -> SIMD3<Double> {
    func product(_ columns: [SIMD3<Double>], _ v: SIMD3<Double>) -> SIMD3<Double> {
      columns[0] * v.x + columns[1] * v.y + columns[2] * v.z
    }
    let inset: [SIMD3<Double>] = [
      [0.842479062253094, 0.0423282422610123, 0.0423756549057051],
      [0.0784335999999992, 0.878468636469772, 0.0784336], [0.0792237451477643, 0.0791661274605434, 0.879142973793104],
    ]
    let outset: [SIMD3<Double>] = [
      [1.19687900512017, -0.0528968517574562, -0.0529716355144438],
      [-0.0980208811401368, 1.15190312990417, -0.0980434501171241],
      [-0.0990297440797205, -0.0989611768448433, 1.15107367264116],
    ]
    let light = color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1e9))
    let inner = product(inset, light)
    var curved = SIMD3<Double>.zero
    for index in 0..<3 {
      let stops = inner[index] > 0 ? Lanes.log2(inner[index]) : -100
      let x = (min(max(stops, -12.47393), 4.026069) + 12.47393) / (4.026069 + 12.47393)
      let (x2, x4) = (x * x, x * x * x * x)
      curved[index] = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232
    }
    let outer = product(outset, curved)
    var result = SIMD3<Double>.zero
    for index in 0..<3 { result[index] = min(outer[index] > 0 ? Lanes.pow(outer[index], 2.2) : 0, 1) }
    return result
  }

  @Test("AgX is the published curve") func agx() {
    for color in Self.colors {
      #expect(distance(map(AgXCurve(), color), publishedAgX(color)) < 1e-5, "\(color)")
    }
    #expect(map(AgXCurve(), .zero) == .zero)
    var worst = 0.0
    for color in Self.colors {
      let encoded = AgXCurve().encoded(
        LaneRGB(
          Float8(repeating: Float(color.x)), Float8(repeating: Float(color.y)), Float8(repeating: Float(color.z))))
      let exact = publishedAgX(color)
      for (channel, value) in [encoded.red[0], encoded.green[0], encoded.blue[0]].enumerated() {
        let v = exact[channel]
        let srgb = v <= 0.0031308 ? 12.92 * v : 1.055 * Lanes.pow(v, 1 / 2.4) - 0.055
        worst = max(worst, abs(Double(value) - srgb))
      }
    }
    #expect(worst < 5e-5 && worst > 1e-6)
  }

  @Test("Up to where they compress, the forms of a high dynamic range are those of white; they end at the peak")
  func highDynamicRange() {
    let peak: Float = 1000.0 / 203
    for color in Self.colors {
      let (wide, white) = (map(NeutralCurve(toe: 0, peak: peak), color), map(NeutralCurve(toe: 0), color))
      if max(color.x, max(color.y, color.z)) <= 0.8 { #expect(wide == white) }
      #expect(max(wide.x, max(wide.y, wide.z)) < Double(peak))
      let film = map(AgXCurve(peak: peak), color)
      if max(color.x, max(color.y, color.z)) < 0.16 { #expect(distance(film, map(AgXCurve(), color)) < 1e-7) }
      #expect(max(film.x, max(film.y, film.z)) <= Double(peak))
    }
    #expect(map(NeutralCurve(toe: 0, peak: peak), SIMD3(1e8, 1e8, 1e8)).x > 0.999 * Double(peak))
    #expect(map(AgXCurve(peak: peak), SIMD3(1e8, 1e8, 1e8)).x > 0.99 * Double(peak))
    // No step where AgX's hyperbola begins, and nowhere a fall.
    var last = 0.0
    for step in 1...4_000 {
      let value = map(AgXCurve(peak: peak), SIMD3(repeating: Double(step) * 0.0005)).x
      #expect(value > last && value - last < 0.0009)
      last = value
    }
  }

  @Test("Colours outside of the gamut lose saturation only: none is below 0, their order of channels stays, grey stays")
  func gamut() {
    func compress(_ color: SIMD3<Double>) -> SIMD3<Double> {
      let result = GamutCompression.compress(
        LaneRGB(
          Float8(repeating: Float(color.x)), Float8(repeating: Float(color.y)), Float8(repeating: Float(color.z))))
      return SIMD3(Double(result.red[0]), Double(result.green[0]), Double(result.blue[0]))
    }
    for color in Self.colors {
      let result = compress(color)
      #expect(result.x >= 0 && result.y >= 0 && result.z >= 0)
      let (greatest, least) = (max(color.x, max(color.y, color.z)), min(color.x, min(color.y, color.z)))
      if least >= 0.15 * greatest + 1e-6 { #expect(distance(result, color) < 1e-6) }
      if greatest > 0 { #expect(abs(max(result.x, max(result.y, result.z)) - greatest) < 1e-6) }
      if color.x > color.y, greatest > 0 { #expect(result.x >= result.y) }
    }
    // Neighbouring colours outside stay apart.
    #expect(compress(SIMD3(1, 0.2, -0.1)).z > compress(SIMD3(1, 0.2, -0.2)).z)
  }

  @Test(
    "Rows are mapped by their colours, whatever their alpha",
    arguments: [(true, false), (false, false), (true, true), (false, true)])
  func rows(isNeutral: Bool, softensGamut: Bool) {
    let (width, height) = (64, 4)
    var random = TestRandom(5)
    let frame = TileBuffer(width: width, height: height)
    for plane in 0..<4 {
      for y in 0..<height {
        for x in 0..<width { frame.tile.row(y, plane: plane)[x] = random.next(plane == 3 ? 0.2...1 : -0.1...2) }
      }
    }
    var transform = OutputTransform(
      exposureScale: 1.5, toneMap: isNeutral ? .neutral : .agx, softensGamut: softensGamut)
    for alphaForm in [AlphaForm.straight, .premultiplied] {
      transform.colorEncoding.alphaForm = alphaForm
      for format in [PixelFormat.rgb48, .rgba64] {
        let output = PixelBuffer(format: format, width: width, height: height)
        convertTile(
          frame.tile, region: PixelRect(x: 0, y: 0, width: width, height: height), transform: transform, into: output)
        for y in 0..<height {
          for x in 0..<width {
            var color = SIMD3<Double>.zero
            for plane in 0..<3 { color[plane] = 1.5 * Double(frame.tile.value(x, y, plane)) }
            if softensGamut {
              let soft = GamutCompression.compress(
                LaneRGB(
                  Float8(repeating: Float(color.x)), Float8(repeating: Float(color.y)),
                  Float8(repeating: Float(color.z))))
              color = SIMD3(Double(soft.red[0]), Double(soft.green[0]), Double(soft.blue[0]))
            }
            var mapped = isNeutral ? publishedNeutral(color, 0) : publishedAgX(color)
            let alpha = max(Double(frame.tile.value(x, y, 3)), max(mapped.x, max(mapped.y, mapped.z)))
            if format == .rgba64, alphaForm == .straight { mapped /= alpha }
            let samples = format == .rgba64 ? 4 : 3
            let row = UnsafeRawPointer(output.plane(0) + y * output.stride(ofPlane: 0))
            for channel in 0..<3 {
              let code = row.loadUnaligned(fromByteOffset: 2 * (samples * x + channel), as: UInt16.self)
              let v = mapped[channel]
              let exact = v <= 0.0031308 ? 12.92 * v : 1.055 * Lanes.pow(v, 1 / 2.4) - 0.055
              #expect(abs(Double(code) - 65535 * exact) < (isNeutral ? 3 : 5), "\(x) \(y) \(channel)")
            }
          }
        }
      }
    }
  }
}
