import Raster

/// A picture that shows how a frame differs from what was expected: *expected | difference × 16 | actual*.
package struct DifferencePicture: Sendable {
  /// The panels side by side, rgb24, a label above each.
  package let picture: PixelBuffer
  /// The largest difference of each channel (R G B, then A) in the samples' own codes; empty without an expected
  /// picture of the same format and size.
  package let maximumDifferences: [Int]
  /// Pixels that differ in any channel.
  package let differingPixels: Int
  /// Sentence that says what the panels show.
  package let sentence: String

  /// Differences are shown this many times as strong.
  static let amplification = 16
  private static let margin = 8
  private static let labelHeight = 24

  /// Whether pictures can be made of a format's frames: the RGB formats of 8 and 16 bits.
  package static func canShow(_ format: PixelFormat) -> Bool { [.rgb24, .rgba, .rgba64].contains(format) }

  /// Without an expected picture only the actual one is shown, and the sentence says so.
  package init(expected: PixelBuffer?, actual: PixelBuffer) {
    precondition(
      Self.canShow(actual.format) && expected.map { Self.canShow($0.format) } ?? true,
      "Difference pictures are made of rgb24, rgba and rgba64 frames.")
    guard let expected else {
      picture = Self.panels([("ACTUAL", Self.shown(actual))])
      maximumDifferences = []
      differingPixels = 0
      sentence = "Only the actual frame is shown: no picture of the expected one was kept."
      return
    }
    guard expected.format == actual.format, expected.width == actual.width, expected.height == actual.height else {
      picture = Self.panels([("EXPECTED", Self.shown(expected)), ("ACTUAL", Self.shown(actual))])
      maximumDifferences = []
      differingPixels = 0
      sentence =
        "The frames cannot be compared: expected \(Self.name(expected)), actual \(Self.name(actual))."
      return
    }
    let (difference, maxima, count) = Self.difference(expected, actual)
    picture = Self.panels([
      ("EXPECTED", Self.shown(expected)), ("DIFFERENCE x\(Self.amplification)", difference),
      ("ACTUAL", Self.shown(actual)),
    ])
    maximumDifferences = maxima
    differingPixels = count
    let channels = zip(["R", "G", "B", "A"], maxima).map { "\($0) \($1)" }.joined(separator: ", ")
    sentence = "\(count) of \(actual.width * actual.height) pixels differ, at most by \(channels)."
  }

  private static func name(_ frame: PixelBuffer) -> String { "\(frame.format.rawValue) \(frame.width)x\(frame.height)" }

  private static func channelCount(_ format: PixelFormat) -> Int { format == .rgb24 ? 3 : 4 }

  /// One sample in its own codes.
  private static func sample(_ frame: PixelBuffer, _ row: UnsafePointer<UInt8>, _ index: Int) -> Int {
    frame.format == .rgba64 ? Int(row[2 * index]) | Int(row[2 * index + 1]) << 8 : Int(row[index])
  }

  /// The amplified difference; a difference of alpha brightens all three channels.
  private static func difference(_ expected: PixelBuffer, _ actual: PixelBuffer) -> (PixelBuffer, [Int], Int) {
    let result = PixelBuffer(format: .rgb24, width: actual.width, height: actual.height)
    let channels = channelCount(actual.format)
    // 16-bit codes are 257 times as fine.
    let unit = actual.format == .rgba64 ? 257 : 1
    var maxima = [Int](repeating: 0, count: channels)
    var count = 0
    for y in 0..<actual.height {
      let left = expected.plane(0) + y * expected.stride(ofPlane: 0)
      let right = actual.plane(0) + y * actual.stride(ofPlane: 0)
      let target = result.plane(0) + y * result.stride(ofPlane: 0)
      for x in 0..<actual.width {
        var differences = [0, 0, 0, 0]
        for channel in 0..<channels {
          let index = channels * x + channel
          differences[channel] = abs(sample(expected, left, index) - sample(actual, right, index))
          maxima[channel] = max(maxima[channel], differences[channel])
        }
        if differences != [0, 0, 0, 0] { count += 1 }
        for channel in 0..<3 {
          // Round up, so that the least difference of 16 bits still shows.
          let codes = (amplification * (differences[channel] + differences[3]) + unit - 1) / unit
          target[3 * x + channel] = UInt8(min(codes, 255))
        }
      }
    }
    return (result, maxima, count)
  }

  /// A frame as rgb24; straight alpha is composited on mid grey.
  private static func shown(_ frame: PixelBuffer) -> PixelBuffer {
    if frame.format == .rgb24 { return frame }
    let result = PixelBuffer(format: .rgb24, width: frame.width, height: frame.height)
    let unit = frame.format == .rgba64 ? 257 : 1
    for y in 0..<frame.height {
      let source = frame.plane(0) + y * frame.stride(ofPlane: 0)
      let target = result.plane(0) + y * result.stride(ofPlane: 0)
      for x in 0..<frame.width {
        let alpha = sample(frame, source, 4 * x + 3) / unit
        for channel in 0..<3 {
          let value = sample(frame, source, 4 * x + channel) / unit
          target[3 * x + channel] = UInt8((value * alpha + 128 * (255 - alpha) + 127) / 255)
        }
      }
    }
    return result
  }

  private static func panels(_ panels: [(label: String, picture: PixelBuffer)]) -> PixelBuffer {
    let width = margin + panels.reduce(0) { $0 + $1.picture.width + margin }
    let height = labelHeight + (panels.map(\.picture.height).max() ?? 0) + margin
    let result = PixelBuffer(format: .rgb24, width: width, height: height)
    fill(result, x: 0, y: 0, width: width, height: height, color: ContactSheet.ground)
    var x = margin
    for (label, picture) in panels {
      // Two dots a pixel where that fits above the panel, else one.
      let scale = Glyphs.pixelWidth(of: label, scale: 2) <= picture.width ? 2 : 1
      Glyphs.draw(label, in: result, x: x, y: 5, scale: scale, grey: ContactSheet.letterGrey)
      copy(picture, to: result, x: x, y: labelHeight)
      x += picture.width + margin
    }
    return result
  }
}
