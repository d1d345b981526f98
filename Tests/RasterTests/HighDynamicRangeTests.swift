import Lanes
import Model
import Raster
import Testing

/// Compares PQ and HLG with the standards' formulas in Double.
@Suite struct HighDynamicRangeTests {
  /// The PQ signal of a luminance in cd/m².
  private func pq(_ nits: Double) -> Double {
    let power = nits > 0 ? Lanes.pow(nits / 10_000, 2610.0 / 16384) : 0
    return Lanes.pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
  }

  /// The luminance, in cd/m², of a PQ signal.
  private func nits(ofPQ signal: Double) -> Double {
    let root = Lanes.pow(signal, 32.0 / 2523)
    return 10_000 * Lanes.pow(max(root - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * root), 16384.0 / 2610)
  }

  /// The HLG signal of scene light, 0...1.
  private func hlg(_ light: Double) -> Double {
    light <= 1 / 12.0 ? (3 * light).squareRoot() : 0.17883277 * Lanes.log(12 * light - 0.28466892) + 0.55991073
  }

  /// The scene light, 0...1, of an HLG signal.
  private func light(ofHLG signal: Double) -> Double {
    signal <= 0.5 ? signal * signal / 3 : (Lanes.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  @Test("The curves are exact to a small part of a code, at every code of 10 and 12 bits") func curves() {
    var (worstPQ, worstHLG) = (0.0, 0.0)
    for codes in [876, 3504] {
      for code in 0...codes {
        let signal = Double(code) / Double(codes)
        let bright = Float(nits(ofPQ: signal) / 10_000)
        worstPQ = max(worstPQ, abs(Double(encodePQ(Float8(repeating: bright))[0]) - pq(Double(bright) * 10_000)))
        let scene = Float(light(ofHLG: signal))
        worstHLG = max(worstHLG, abs(Double(encodeHLG(Float8(repeating: scene))[0]) - hlg(Double(scene))))
      }
    }
    #expect(worstPQ < 2e-7, "\(worstPQ)")
    #expect(worstHLG < 2e-7, "\(worstHLG)")
    #expect(encodePQ(Float8())[0] < 1e-6 && encodeHLG(Float8())[0] == 0)
  }

  /// Light in units of white after the HDR form of a tone map: above a knee, where the slope is 1, a hyperbola leads on to the peak.
  private func mapped(_ light: Double, _ toneMap: Post.ToneMap) -> Double {
    let peak = 1000 / 203.0
    let (knee, value): (Double, Double) =
      switch toneMap {
      case .none: (1, 1)
      case .filmic: (0.5, 0.5)
      case .aces: (0.35590049301829507, 0.4995709078099798)
      case .neutral, .agx: preconditionFailure("Their channels depend on each other.")
      }
    if light > knee { return peak - (peak - value) * (peak - value) / (light - knee + peak - value) }
    return toneMap == .aces ? light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14) : light
  }

  /// R′G′B′ of BT.2020 for display light in units of white and BT.709's primaries.
  private func signal(_ light: [Double], _ range: DynamicRange) -> [Double] {
    let toBT2020 = [
      [0.6274038959, 0.3292830384, 0.0433130657], [0.0690972894, 0.9195403951, 0.0113623156],
      [0.0163914389, 0.0880133079, 0.8955952532],
    ]
    let wide = toBT2020.map { row in 203 * zip(row, light).reduce(0) { $0 + $1.0 * $1.1 } }
    if range == .pq { return wide.map(pq) }
    let luminance = (0.2627 * wide[0] + 0.678 * wide[1] + 0.0593 * wide[2]) / 1000
    return wide.map { luminance > 0 ? min(hlg($0 / 1000 * Lanes.pow(luminance, -1 / 6.0)), 1) : 0 }
  }

  static let patches: [[Float]] = [
    [0, 0, 0], [1, 1, 1], [0.18, 0.18, 0.18], [1, 0, 0], [0, 1, 0], [0, 0, 1], [3, 1.5, 0.2], [20, 20, 20],
    [0.01, 0.002, 0.03], [400, 2, 0.1],
  ]

  @Test(
    "Patches have the codes of the formulas", arguments: [DynamicRange.pq, .hlg],
    [Post.ToneMap.none, .filmic, .aces])
  func patches(_ range: DynamicRange, _ toneMap: Post.ToneMap) {
    let buffer = TileBuffer(width: 16, height: 4)
    let region = PixelRect(x: 0, y: 0, width: 16, height: 4)
    let transform = OutputTransform(
      exposureScale: 0.5, toneMap: toneMap, colorEncoding: ColorEncoding(dynamicRange: range))
    for patch in Self.patches {
      fill(buffer.tile, red: 2 * patch[0], green: 2 * patch[1], blue: 2 * patch[2], alpha: 1)
      let encoded = signal(patch.map { mapped(Double($0), toneMap) }, range)
      let luma = 0.2627 * encoded[0] + 0.678 * encoded[1] + 0.0593 * encoded[2]
      for format in [PixelFormat.yuv420p10, .yuv422p10, .yuv444p12, .yuva444p10, .rgb48, .rgba64] {
        let output = PixelBuffer(format: format, width: 16, height: 4)
        convertTile(buffer.tile, region: region, transform: transform, into: output)
        func code(_ plane: Int, _ x: Int) -> Double {
          Double(UnsafeRawPointer(output.plane(plane)).loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self))
        }
        let step = Double(1 << (format.bitDepth - 8))
        let expected =
          format.kind == .packedRGB
          ? encoded.map { 65535 * $0 }
          : [
            step * (16 + 219 * luma), step * (128 + 224 * (encoded[2] - luma) / 1.8814),
            step * (128 + 224 * (encoded[0] - luma) / 1.4746),
          ]
        for (plane, value) in expected.enumerated() {
          let found = format.kind == .packedRGB ? code(0, plane) : code(plane, 0)
          #expect(abs(found - value) < 1.02, "\(format) \(patch) \(plane)")
        }
        if format.hasAlpha { #expect(code(format == .rgba64 ? 0 : 3, 3) == Double(1 << format.bitDepth - 1)) }
      }
    }
  }

  @Test("White is 203 cd/m² in PQ and 75 % of the signal in HLG; the peak is 1000 cd/m²") func levels() {
    #expect(abs(pq(203) - 0.58069) < 1e-5 && abs(signal([1, 1, 1], .hlg)[0] - 0.75) < 1e-3)
    let peak = mapped(1e9, .filmic)
    #expect(abs(signal([peak, peak, peak], .pq)[0] - pq(1000)) < 1e-6)
    #expect(abs(signal([peak, peak, peak], .hlg)[0] - 1) < 1e-6)
  }

  @Test("Tiles do not show", arguments: [DynamicRange.pq, .hlg], [false, true])
  func tiles(_ range: DynamicRange, _ isEncoded: Bool) {
    let (width, height) = (90, 22)
    var random = TestRandom(4)
    let frame = TileBuffer(width: width, height: height)
    for index in 0..<frame.tile.rowStride * height { frame.tile.base[index] = random.next(-0.1...6) }
    let transform = OutputTransform(
      toneMap: .aces, inputIsEncoded: isEncoded, colorEncoding: ColorEncoding(dynamicRange: range))
    for format in [PixelFormat.yuv420p10, .yuva444p12] {
      let whole = PixelBuffer(format: format, width: width, height: height)
      let parts = PixelBuffer(format: format, width: width, height: height)
      convertTile(
        frame.tile, region: PixelRect(x: 0, y: 0, width: width, height: height), transform: transform, into: whole)
      for x in stride(from: 0, to: width, by: 24) {
        let region = PixelRect(x: x, y: 0, width: min(24, width - x), height: height)
        let margin = x > 0 ? 8 : 0
        let rect = PixelRect(x: x - margin, y: 0, width: region.width + margin, height: height)
        let buffer = TileBuffer(x: rect.x, y: 0, width: rect.width, height: height)
        withExtendedLifetime(buffer) {
          buffer.tile.copy(rect, from: frame.tile)
          convertTile(buffer.tile, region: region, transform: transform, into: parts)
        }
      }
      #expect(whole.packedBytes == parts.packedBytes)
      #expect(Set(whole.packedBytes).count > 100)
    }
  }

  @Test("Values of an sRGB canvas end at white") func encodedInput() {
    let buffer = TileBuffer(width: 16, height: 4)
    let output = PixelBuffer(format: .rgb48, width: 16, height: 4)
    let transform = OutputTransform(
      exposureScale: 8, toneMap: .aces, inputIsEncoded: true, colorEncoding: ColorEncoding(dynamicRange: .pq))
    for (value, light) in [(Float(0.5), 0.21404114), (1, 1), (7, 1)] {
      fill(buffer.tile, red: value, green: value, blue: value, alpha: 1)
      convertTile(
        buffer.tile, region: PixelRect(x: 0, y: 0, width: 16, height: 4), transform: transform, into: output)
      let code = UnsafeRawPointer(output.plane(0)).load(as: UInt16.self)
      #expect(abs(Double(code) - 65535 * pq(203 * light)) < 1.6)
    }
  }

  @Test("Premultiplied light above its alpha stays; straight light raises alpha") func alphaForms() {
    let buffer = TileBuffer(width: 16, height: 4)
    let region = PixelRect(x: 0, y: 0, width: 16, height: 4)
    fill(buffer.tile, red: 2, green: 0.5, blue: 0.25, alpha: 0.25)
    for (form, alpha) in [(AlphaForm.premultiplied, 0.25), (.straight, 1)] {
      let output = PixelBuffer(format: .rgba64, width: 16, height: 4)
      let transform = OutputTransform(colorEncoding: ColorEncoding(dynamicRange: .pq, alphaForm: form))
      convertTile(buffer.tile, region: region, transform: transform, into: output)
      let codes = (0..<4).map { UnsafeRawPointer(output.plane(0)).load(fromByteOffset: 2 * $0, as: UInt16.self) }
      let expected = signal([2, 0.5, 0.25].map { mapped($0, .none) }, .pq)
      for channel in 0..<3 { #expect(abs(Double(codes[channel]) - 65535 * expected[channel]) < 1.6) }
      #expect(abs(Double(codes[3]) - 65535 * alpha) <= 1)
    }
  }

  @Test("Content light is measured from the brightest channel of each pixel, and bytes beyond a row's end do not count")
  func contentLight() {
    /// A frame of one grey with a red pixel in its last corner.
    func frame(grey: Double, red: Double) -> PixelBuffer {
      let frame = PixelBuffer(format: .rgb48, width: 13, height: 5)
      UnsafeMutableRawPointer(frame.plane(0)).initializeMemory(
        as: UInt8.self, repeating: 0xFF, count: 5 * frame.stride(ofPlane: 0))
      for y in 0..<5 {
        for x in 0..<13 {
          for channel in 0..<3 {
            let nits = x == 12 && y == 4 && channel == 0 ? red : grey
            UnsafeMutableRawPointer(frame.plane(0) + y * frame.stride(ofPlane: 0)).storeBytes(
              of: UInt16(65535 * pq(nits) + 0.5), toByteOffset: 2 * (3 * x + channel), as: UInt16.self)
          }
        }
      }
      return frame
    }
    var meter = ContentLightMeter()
    meter.measure(frame(grey: 101.3, red: 640.7))
    #expect(meter.light == ContentLight(brightestPixelNits: 641, brightestFrameNits: 110))  // (64 · 101.3 + 640.7)/65
    // A darker frame changes nothing.
    meter.measure(frame(grey: 0, red: 0))
    meter.measure(frame(grey: 99, red: 0))
    #expect(meter.light == ContentLight(brightestPixelNits: 641, brightestFrameNits: 110))
    meter.measure(frame(grey: 203, red: 10_000))
    #expect(meter.light.brightestPixelNits == 10_000)
  }

  @Test("The light of a PQ signal is the inverse of the formula") func pqLight() {
    for nits in [0.0, 0.001, 0.1, 1, 203, 1000, 9999, 10_000] {
      #expect(abs(10_000 * decodePQ(pq(nits)) - nits) <= 1e-9 * max(nits, 1))
    }
  }
}
