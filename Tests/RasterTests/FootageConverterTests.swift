import Colorimetry
import Lanes
import Raster
import Testing

/// Samples of footage that are converted to backgrounds, and from these to samples again.
@Suite struct FootageConverterTests {
  @Test("Decoding is the inverse of the sRGB curve")
  func curveIsInverted() {
    var worst = 0.0
    for step in 0...100_000 {
      let x = Float(step) / 100_000
      let light = decodeSRGB(Float8(repeating: x))[0]
      worst = max(worst, abs(TransferFunction.srgb.encode(Double(light)) - Double(x)))
    }
    #expect(worst < 1e-6, "\(worst)")
  }

  /// Random samples that differ from `middle` by up to `spread`.
  private func noise(_ count: Int, _ middle: Int, _ spread: Int, channel: UInt32) -> [UInt8] {
    let stream = StreamKey(seed: 9, path: 3)
    return (0..<count).map { index in
      let random = stream.key(index: UInt64(index)).uniform(channel: channel)
      return UInt8(middle - spread + Int(random * Float(2 * spread + 1)))
    }
  }

  @Test(
    "Chroma that was upsampled is downsampled to the same samples, within one code",
    arguments: [PixelFormat.yuv420p, .yuv444p])
  func chromaComesBack(format: PixelFormat) {
    let (width, height) = (70, 26)
    let isHalved = format == .yuv420p
    let chromaWidth = isHalved ? width / 2 : width
    let chromaCount = chromaWidth * (isHalved ? height / 2 : height)
    // Samples so near to the middle that no colour leaves the cube of RGB.
    let planes = [
      noise(width * height, 125, 20, channel: 0), noise(chromaCount, 128, 16, channel: 1),
      noise(chromaCount, 128, 16, channel: 2),
    ]
    let layout = SampleLayout(
      colors: .yCbCr(red: 0.2126, blue: 0.0722), bitDepth: 8, isFullRange: false,
      horizontalChroma: isHalved ? .first : nil, verticalChroma: isHalved ? .centred : nil)
    let converter = FootageConverter(
      layout: layout, width: width, height: height, curve: .srgb, primaries: nil, turns: .none)
    let background = Background(width: width, height: height)
    planes[0].withUnsafeBufferPointer { luma in
      planes[1].withUnsafeBufferPointer { first in
        planes[2].withUnsafeBufferPointer { second in
          converter.convert(
            SamplePlanes(
              base: [luma.baseAddress!, first.baseAddress!, second.baseAddress!],
              strides: [width, chromaWidth, chromaWidth]), into: LightPlanes(background),
            scratch: converter.makeScratch())
        }
      }
    }
    let output = PixelBuffer(format: format, width: width, height: height)
    let empty = TileBuffer(width: width, height: height)
    convertTile(
      empty.tile, region: PixelRect(x: 0, y: 0, width: width, height: height), transform: OutputTransform(),
      background: background, into: output)
    let bytes = output.packedBytes
    let expected = planes[0] + planes[1] + planes[2]
    let worst = zip(bytes, expected).map { abs(Int($0) - Int($1)) }.max()
    #expect(bytes.count == expected.count && worst ?? 255 <= 1, "\(worst ?? -1)")
  }

  @Test("Threads that share a frame's rows make the same picture", arguments: [QuarterTurns.none, .one, .two, .three])
  func partsMakeTheWhole(turns: QuarterTurns) {
    let (width, height) = (37, 23)
    let planes = [
      noise(width * height, 125, 100, channel: 0), noise(19 * 12, 128, 90, channel: 1),
      noise(19 * 12, 128, 90, channel: 2), noise(width * height, 128, 127, channel: 3),
    ]
    for hasAlpha in [false, true] {
      let layout = SampleLayout(
        colors: .yCbCr(red: 0.299, blue: 0.114), bitDepth: 8, isFullRange: false, horizontalChroma: .centred,
        verticalChroma: .centred, hasAlpha: hasAlpha)
      let converter = FootageConverter(
        layout: layout, width: width, height: height, curve: .srgb, primaries: nil, turns: turns)
      let size = converter.turnedSize
      func picture(_ parts: [Range<Int>]) -> [Float] {
        let buffer = TileBuffer(width: size.width, height: size.height)
        withPointers(planes) { pointers in
          for rows in parts {
            converter.convert(
              SamplePlanes(
                base: Array(pointers.prefix(layout.planeCount)),
                strides: Array([width, 19, 19, width].prefix(layout.planeCount))),
              into: LightPlanes(buffer, width: size.width), rows: rows, scratch: converter.makeScratch())
          }
        }
        return (0..<size.height).flatMap { y in
          (0..<4).flatMap { plane in (0..<size.width).map { buffer.tile.row(y, plane: plane)[$0] } }
        }
      }
      let whole = picture([0..<23])
      #expect(whole == picture([14..<23, 0..<2, 2..<14]) && Set(whole).count > 100)
      // Alpha has the values of the samples, however the picture is turned.
      let alphas = (0..<size.height).flatMap { y in (0..<size.width).map { whole[(4 * y + 3) * size.width + $0] } }
      #expect(alphas.reduce(0) { $0 + Double($1) } == 0 || hasAlpha)
      if hasAlpha { #expect(Set(alphas) == Set(planes[3].map { Float($0) * Float(1 / 255.0) })) }
    }
  }

  /// Calls `body` with pointers to all planes at once.
  private func withPointers(_ planes: [[UInt8]], _ body: ([UnsafePointer<UInt8>]) -> Void) {
    func next(_ index: Int, _ pointers: [UnsafePointer<UInt8>]) {
      guard index < planes.count else { return body(pointers) }
      planes[index].withUnsafeBufferPointer { next(index + 1, pointers + [$0.baseAddress!]) }
    }
    next(0, [])
  }
}
