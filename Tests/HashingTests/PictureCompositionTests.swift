import Hashing
import Raster
import Testing

@Suite struct PictureCompositionTests {
  private func pixel(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
    let base = picture.plane(0) + y * picture.stride(ofPlane: 0) + 3 * x
    return [base[0], base[1], base[2]]
  }

  /// Returns the rows of a caption's dots, "#" where a dot is set. The caption's upper left pixel is (x, y); it is `width` dots
  /// wide, each of `scale` pixels.
  private func letters(_ picture: PixelBuffer, x: Int, y: Int, width: Int, scale: Int) -> [String] {
    (0..<7).map { row in
      (0..<width).map { pixel(picture, x + $0 * scale, y + row * scale) == [200, 200, 200] ? "#" : "." }.joined()
    }
  }

  @Test("A contact sheet lays out frames and their captions in rows") func aSheetLaysOutFramesAndCaptions() {
    let frames = (0..<5).map { testFrame($0) }
    let sheet = ContactSheet(columns: 3, margin: 10, letterScale: 2)
    let picture = sheet.compose(frames, captions: ["0:00", "0:01", "0:02", "0:03", "0:04.50"])
    // Two rows of three frames of 62 × 46 pixels; a caption adds a gap of 6 and letters of 14 pixels.
    #expect(picture.width == 10 + 3 * 72 && picture.height == 10 + 2 * (46 + 20 + 10))
    for (index, frame) in frames.enumerated() {
      let (x, y) = (10 + index % 3 * 72, 10 + index / 3 * 76)
      for (dx, dy) in [(0, 0), (61, 0), (0, 45), (61, 45), (30, 20)] {
        #expect(pixel(picture, x + dx, y + dy) == pixel(frame, dx, dy))
      }
    }
    #expect(pixel(picture, 5, 5) == [30, 30, 30])
    #expect(pixel(picture, picture.width - 5, picture.height - 60) == [30, 30, 30])
    // "0:00" is 23 dots wide, centred under 62 pixels.
    #expect(
      letters(picture, x: 10 + (62 - 46) / 2, y: 10 + 46 + 6, width: 23, scale: 2) == [
        ".###.........###...###.", "#...#..##...#...#.#...#", "#..##..##...#..##.#..##", "#.#.#.......#.#.#.#.#.#",
        "##..#..##...##..#.##..#", "#...#..##...#...#.#...#", ".###.........###...###.",
      ])
  }

  @Test("Every glyph is different and fits its box") func everyGlyphIsDifferentAndFitsItsBox() {
    let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZsx.:,-+=/%()")
    let shapes = characters.map { Glyphs.columns(of: $0) }
    #expect(Set(shapes).count == characters.count)
    #expect(shapes.allSatisfy { $0.count == 5 && $0.contains { $0 != 0 } && $0.allSatisfy { $0 < 0x80 } })
    #expect(Glyphs.columns(of: "f") == Glyphs.columns(of: "F"))
    #expect(Glyphs.columns(of: "é") == [0, 0, 0, 0, 0])
    // The upper case of these characters is two letters, of which the first is drawn.
    #expect(Glyphs.columns(of: "ß") == Glyphs.columns(of: "S"))
    #expect(Glyphs.columns(of: "ﬁ") == Glyphs.columns(of: "F"))
  }

  @Test("A long caption stays on the sheet") func aLongCaptionStaysOnTheSheet() {
    let picture = ContactSheet(columns: 1, margin: 0).compose(
      [testFrame(0)], captions: ["A CAPTION MUCH LONGER THAN THE PICTURE"])
    #expect(picture.width == 62)
  }

  @Test("Differences are measured and shown", arguments: [PixelFormat.rgb24, .rgba, .rgba64])
  func differencesAreMeasuredAndShown(format: PixelFormat) {
    let expected = testFrame(0, format)
    let actual = testFrame(0, format)
    let bytesPerPixel = format == .rgb24 ? 3 : format == .rgba ? 4 : 8
    let has16Bits = format == .rgba64
    // Change one pixel: green by +5 (by +3 of 65,535 in 16 bits), red by −1.
    let pixelStart = actual.plane(0) + 20 * actual.stride(ofPlane: 0) + 30 * bytesPerPixel
    pixelStart[has16Bits ? 2 : 1] += has16Bits ? 3 : 5
    pixelStart[0] -= 1
    let result = DifferencePicture(expected: expected, actual: actual)
    #expect(Array(result.maximumDifferences.prefix(3)) == [1, has16Bits ? 3 : 5, 0])
    #expect(result.differingPixelCount == 1)
    #expect(result.sentence.hasPrefix("1 of 2852 pixels differ, at most by R 1, G \(has16Bits ? 3 : 5), B 0"))
    #expect(result.picture.width == 8 + 3 * 70 && result.picture.height == 24 + 46 + 8)
    #expect(pixel(result.picture, 8 + 70 + 30, 24 + 20) == (has16Bits ? [1, 1, 0] : [16, 80, 0]))
    #expect(pixel(result.picture, 8 + 70 + 31, 24 + 20) == [0, 0, 0])
    if format == .rgb24 {
      #expect(pixel(result.picture, 8 + 30, 24 + 20) == pixel(expected, 30, 20))
      #expect(pixel(result.picture, 8 + 140 + 30, 24 + 20) == pixel(actual, 30, 20))
    }
  }

  @Test("Transparent frames are shown over grey") func transparentFramesAreShownOverGrey() {
    let frame = PixelBuffer(format: .rgba, width: 2, height: 1)
    for (index, value) in [255, 0, 0, 255, 9, 9, 9, 0].enumerated() { frame.plane(0)[index] = UInt8(value) }
    let result = DifferencePicture(expected: nil, actual: frame)
    #expect(pixel(result.picture, 8, 24) == [255, 0, 0])
    #expect(pixel(result.picture, 9, 24) == [128, 128, 128])
  }

  @Test("Without an expected picture only the actual is shown") func withoutAnExpectedPictureOnlyTheActualIsShown() {
    let result = DifferencePicture(expected: nil, actual: testFrame(1))
    #expect(result.picture.width == 8 + 70)
    #expect(result.maximumDifferences.isEmpty)
    #expect(result.sentence == "Only the actual frame is shown: no picture of the expected one was kept.")
  }

  @Test("Frames of different size are shown side by side") func framesOfDifferentSizeAreShownSideBySide() {
    let result = DifferencePicture(expected: testFrame(0, width: 20, height: 10), actual: testFrame(0))
    #expect(result.picture.width == 8 + 28 + 70)
    #expect(result.sentence == "The frames cannot be compared: expected rgb24 20x10, actual rgb24 62x46.")
  }
}
