import Raster

/// A picture that shows how a frame differs from the expected one: *expected | difference × 16 | actual*.
package struct DifferencePicture: Sendable {
  /// The panels side by side in rgb24, with a label above each.
  package let picture: PixelBuffer
  /// The largest difference in each channel (R, G, B, and A if there is one), in the samples' own codes of 8 or 16 bits. Empty if
  /// there is no expected frame of the same format and size.
  package let maximumDifferences: [Int]
  /// How many pixels differ in any channel; 0 also where `maximumDifferences` is empty.
  package let differingPixelCount: Int
  /// The result in a sentence: how many pixels differ and by how much, or why nothing was compared.
  package let sentence: String

  /// The factor by which differences are amplified.
  static let amplification = 16
  /// Pixels around and between the panels.
  private static let margin = 8
  /// Pixels above the panels, in which the labels stand.
  private static let labelHeight = 24
  /// Pixels above a label: letters whose dots are two pixels wide are then centred in `labelHeight`.
  private static let labelTop = (labelHeight - 2 * Glyphs.height) / 2

  /// Whether pictures can be made of a format's frames: the RGB formats of 8 and 16 bits.
  package static func canShow(_ format: PixelFormat) -> Bool { [.rgb24, .rgba, .rgba64].contains(format) }

  /// Compares two frames. If there is no expected frame, only the actual one is shown.
  package init(expected: PixelBuffer?, actual: PixelBuffer) {
    precondition(
      Self.canShow(actual.format) && expected.map { Self.canShow($0.format) } ?? true,
      "Difference pictures are made of rgb24, rgba and rgba64 frames.")
    guard let expected else {
      picture = Self.composed([("ACTUAL", Self.opaqueRGB(actual))])
      maximumDifferences = []
      differingPixelCount = 0
      sentence = "Only the actual frame is shown: no picture of the expected one was kept."
      return
    }
    guard expected.format == actual.format, expected.width == actual.width, expected.height == actual.height else {
      picture = Self.composed([("EXPECTED", Self.opaqueRGB(expected)), ("ACTUAL", Self.opaqueRGB(actual))])
      maximumDifferences = []
      differingPixelCount = 0
      sentence =
        "The frames cannot be compared: expected \(Self.formatAndSize(expected)), actual \(Self.formatAndSize(actual))."
      return
    }
    let difference = Self.difference(expected, actual)
    picture = Self.composed([
      ("EXPECTED", Self.opaqueRGB(expected)), ("DIFFERENCE x\(Self.amplification)", difference.amplified),
      ("ACTUAL", Self.opaqueRGB(actual)),
    ])
    maximumDifferences = difference.maxima
    differingPixelCount = difference.pixelCount
    let channels = zip(["R", "G", "B", "A"], maximumDifferences).map { "\($0) \($1)" }.joined(separator: ", ")
    sentence = "\(differingPixelCount) of \(actual.width * actual.height) pixels differ, at most by \(channels)."
  }

  /// "rgb24 320x180".
  private static func formatAndSize(_ frame: PixelBuffer) -> String {
    "\(frame.format.rawValue) \(frame.width)x\(frame.height)"
  }

  /// The number of samples of a pixel: R G B, or R G B A.
  private static func channelCount(_ format: PixelFormat) -> Int { format == .rgb24 ? 3 : 4 }

  /// How many of the format's codes make one 8-bit code: 65,535 / 255 = 257 for 16 bits.
  private static func codesPer8BitCode(_ format: PixelFormat) -> Int { format == .rgba64 ? 257 : 1 }

  /// Sample `index` of a row in the format's own codes. 16-bit samples are little-endian.
  private static func sample(_ format: PixelFormat, _ row: UnsafePointer<UInt8>, _ index: Int) -> Int {
    format == .rgba64 ? Int(row[2 * index]) | Int(row[2 * index + 1]) << 8 : Int(row[index])
  }

  /// The differences of two frames of one format and size.
  ///
  /// - Returns: `amplified`, an rgb24 picture, in which a difference of alpha brightens all three channels; `maxima`, the largest
  ///   difference of each channel in the format's own codes; `pixelCount`, how many pixels differ.
  private static func difference(
    _ expected: PixelBuffer, _ actual: PixelBuffer
  ) -> (amplified: PixelBuffer, maxima: [Int], pixelCount: Int) {
    let format = actual.format
    let amplified = PixelBuffer(format: .rgb24, width: actual.width, height: actual.height)
    let channels = channelCount(format)
    let unit = codesPer8BitCode(format)
    var maxima = [Int](repeating: 0, count: channels)
    var pixelCount = 0
    for y in 0..<actual.height {
      let expectedRow = expected.plane(0) + y * expected.stride(ofPlane: 0)
      let actualRow = actual.plane(0) + y * actual.stride(ofPlane: 0)
      let target = amplified.plane(0) + y * amplified.stride(ofPlane: 0)
      for x in 0..<actual.width {
        var differences = [0, 0, 0, 0]
        for channel in 0..<channels {
          let index = channels * x + channel
          differences[channel] = abs(sample(format, expectedRow, index) - sample(format, actualRow, index))
          maxima[channel] = max(maxima[channel], differences[channel])
        }
        if differences != [0, 0, 0, 0] { pixelCount += 1 }
        for channel in 0..<3 {
          // Rounded up, so that the smallest 16-bit difference is still visible.
          let code = (amplification * (differences[channel] + differences[3]) + unit - 1) / unit
          target[3 * x + channel] = UInt8(min(code, 255))
        }
      }
    }
    return (amplified, maxima, pixelCount)
  }

  /// A frame as rgb24. A frame with (straight) alpha is composited, in encoded values, on mid grey (128).
  private static func opaqueRGB(_ frame: PixelBuffer) -> PixelBuffer {
    let format = frame.format
    if format == .rgb24 { return frame }
    let result = PixelBuffer(format: .rgb24, width: frame.width, height: frame.height)
    let unit = codesPer8BitCode(format)
    for y in 0..<frame.height {
      let source = frame.plane(0) + y * frame.stride(ofPlane: 0)
      let target = result.plane(0) + y * result.stride(ofPlane: 0)
      for x in 0..<frame.width {
        let alpha = sample(format, source, 4 * x + 3) / unit
        for channel in 0..<3 {
          let color = sample(format, source, 4 * x + channel) / unit
          target[3 * x + channel] = UInt8((color * alpha + 128 * (255 - alpha) + 127) / 255)  // + 127 rounds
        }
      }
    }
    return result
  }

  /// Lays out rgb24 panels side by side, with a label above each.
  private static func composed(_ panels: [(label: String, pixels: PixelBuffer)]) -> PixelBuffer {
    let width = margin + panels.reduce(0) { $0 + $1.pixels.width + margin }
    let height = labelHeight + (panels.map(\.pixels.height).max() ?? 0) + margin
    let result = PixelBuffer(format: .rgb24, width: width, height: height)
    fill(result, x: 0, y: 0, width: width, height: height, color: ContactSheet.backgroundCodes)
    var x = margin
    for (label, pixels) in panels {
      // A dot of a letter is two pixels wide if the label then fits above the panel, otherwise one.
      let scale = Glyphs.pixelWidth(of: label, scale: 2) <= pixels.width ? 2 : 1
      Glyphs.draw(label, in: result, x: x, y: labelTop, scale: scale, grey: ContactSheet.letterGrey)
      copy(pixels, to: result, x: x, y: labelHeight)
      x += pixels.width + margin
    }
    return result
  }
}
