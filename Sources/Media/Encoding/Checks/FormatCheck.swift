import Glibc
import Model
import Raster

/// The result of writing a file in a format and reading it back.
package struct FormatCheck: Sendable {
  /// What was written: "prores4444 .mov yuva444p10le", "exr .exr 16 bits".
  package let name: String
  /// The largest error of an area's mean colour, in steps of an 8-bit sample; nil where nothing was compared.
  package var worstError: Double?
  /// Range, matrix, transfer and primaries, as they were read back.
  package var tags: [String] = []
  /// Why the format was not checked; nil if it was checked, or if the file could not be written (see `problems`).
  package var skipReason: String?
  /// What is wrong, in whole sentences.
  package var problems: [String] = []

  /// The largest errors, in steps of an 8-bit sample, that lossy and lossless formats may have.
  private static let (maximumLossyError, maximumLosslessError) = (4.0, 0.01)
}

extension FormatCheck {
  /// Writes a movie that shows a chart for two frames, and reads its first frame back.
  ///
  /// - Parameters:
  ///   - chart: the chart in the settings' pixel format.
  ///   - folder: an existing folder, in which files are made and removed.
  package init(_ settings: MovieSettings, in container: Container, chart: PixelBuffer, folder: String) {
    let codec = settings.codec
    let fileExtension = container.fileExtensions[0]
    name = "\(codec.name) .\(fileExtension) \(settings.pixelFormat.rawValue)"
    guard codec.isAvailable else {
      skipReason = "this FFmpeg has no encoder \(codec.encoder); Debian's \(codec.debianPackage) has it"
      return
    }
    if container.muxer == "rawvideo" {
      skipReason = "raw frames have no header to check"
      return
    }
    let path = "\(folder)/check.\(fileExtension)"
    defer { unlink(path) }
    do {
      let writer = try MovieWriter(path: path, settings: settings)
      for _ in 0..<2 { try writer.append(chart) }
      _ = try writer.finish()
    } catch {
      problems.append("It cannot be written: \(error)")
      return
    }
    // A codec that is shown some frames beforehand (`needsPreview`: GIF) chooses a palette from them, so its colours are not exact.
    compare(
      path, chart, isLossless: settings.isLossless && !codec.needsPreview, tags: settings.expectedTags(in: container))
  }

  /// Writes a picture of a chart and reads it back.
  package init(_ settings: PictureSettings, chart: PixelBuffer, folder: String) {
    let format = settings.format
    name =
      "\(format.name) .\(format.fileExtensions[0]) \(settings.layout.bitDepth) bits"
      + (settings.layout.hasAlpha ? " alpha" : "")
    guard format.isAvailable else {
      skipReason = "this FFmpeg has no encoder \(format.encoder); Debian's \(format.debianPackage) has it"
      return
    }
    let path = "\(folder)/check.\(format.fileExtensions[0])"
    defer { unlink(path) }
    do {
      try PictureWriter.write(chart, to: path, settings: settings, allowsReplacing: true)
    } catch {
      problems.append("It cannot be written: \(error)")
      return
    }
    // The chart's 32-bit floats are rounded to 16 bits.
    let isRounded = format.isLinearLight && settings.layout.bitDepth == 16
    compare(path, chart, isLossless: format.quality == nil && !isRounded, tags: nil)
  }

  /// Reads the first frame of a file back, and compares its colours with the chart's and its tags with the expected ones.
  private mutating func compare(_ path: String, _ chart: PixelBuffer, isLossless: Bool, tags expected: [String]?) {
    let decoded: DecodedFrame
    do {
      decoded = try DecodedFrame(firstOf: path, as: chart.format)
    } catch {
      let reason = (error as? LibraryError)?.text ?? (error as? MediaError)?.text
      skipReason = "written, but this FFmpeg cannot read it back" + (reason.map { ": \($0)" } ?? "")
      return
    }
    tags = decoded.tags
    guard decoded.pixels.width == chart.width, decoded.pixels.height == chart.height else {
      problems.append(
        "It has \(decoded.pixels.width) x \(decoded.pixels.height) pixels, not \(chart.width) x \(chart.height).")
      return
    }
    let error = ChartComparison.worstError(decoded.pixels, chart)
    worstError = error
    let maximumError = isLossless ? Self.maximumLosslessError : Self.maximumLossyError
    // Negated, so that NaN counts as a problem.
    if !(error <= maximumError) {
      let text = "\((error * 100).rounded() / 100)"
      problems.append("Colours differ by \(text) codes of 8 bits; at most \(maximumError) are usual.")
    }
    // All programs read RGB without tags as sRGB. Y'CbCr without tags is read in different ways, so its tags must not be missing.
    let mayBeUnknown = chart.format.kind == .packedRGB
    if let expected, zip(expected, tags).contains(where: { $0 != $1 && !(mayBeUnknown && $1 == "unknown") }) {
      problems.append(
        "Its colour tags are \(tags.joined(separator: ", ")), not \(expected.joined(separator: ", ")).")
    }
  }
}

/// Compares the mean colours of small areas in two charts. A codec's noise, and its ringing at edges, hardly change these means.
enum ChartComparison {
  /// Width and height of an area in pixels. Only the area's middle is compared, which is half as wide and half as high.
  private static let areaSide = 16

  /// The largest difference between the mean of an area in one chart and in the other, in steps of an 8-bit sample; NaN if a sample is NaN.
  static func worstError(_ one: PixelBuffer, _ other: PixelBuffer) -> Double {
    var worst = 0.0
    for plane in 0..<one.format.planeCount {
      // Where chroma is halved, an area has fewer samples.
      let rows = one.rowCount(ofPlane: plane)
      let (areaWidth, areaHeight) = (areaWidthInSamples(one, plane), areaSide * rows / one.height)
      let samplesPerRow = one.rowBytes(ofPlane: plane) / bytesPerSample(one)
      let channels = one.format.planeCount == 1 ? samplesPerRow / one.width : 1
      for top in stride(from: 0, through: rows - areaHeight, by: areaHeight) {
        for left in stride(from: 0, through: samplesPerRow / channels - areaWidth, by: areaWidth) {
          for channel in 0..<channels {
            var sum = 0.0
            for y in (top + areaHeight / 4)..<(top + areaHeight * 3 / 4) {
              for x in (left + areaWidth / 4)..<(left + areaWidth * 3 / 4) {
                let index = x * channels + channel
                sum += value(one, plane, y, index) - value(other, plane, y, index)
              }
            }
            let error = abs(sum / Double((areaHeight / 2) * (areaWidth / 2)))
            // NaN is the worst error of all, but `max` would ignore it.
            guard error <= .infinity else { return error }
            worst = max(worst, error)
          }
        }
      }
    }
    return worst
  }

  /// The width of an area in a plane, in samples of one channel.
  private static func areaWidthInSamples(_ pixels: PixelBuffer, _ plane: Int) -> Int {
    guard pixels.format.planeCount > 1 else { return areaSide }
    return areaSide * (pixels.rowBytes(ofPlane: plane) / bytesPerSample(pixels)) / pixels.width
  }

  private static func bytesPerSample(_ pixels: PixelBuffer) -> Int {
    pixels.format.bitDepth <= 8 ? 1 : pixels.format.bitDepth <= 16 ? 2 : 4
  }

  /// The sample at an index in a plane's row, in steps of an 8-bit sample. The index counts the samples of all channels.
  private static func value(_ pixels: PixelBuffer, _ plane: Int, _ row: Int, _ index: Int) -> Double {
    let base = UnsafeRawPointer(pixels.plane(plane) + row * pixels.stride(ofPlane: plane))
    switch bytesPerSample(pixels) {
    case 1: return Double(base.load(fromByteOffset: index, as: UInt8.self))
    case 2:
      let codesPer8BitCode = Double(1 << (pixels.format.bitDepth - 8))
      return Double(base.load(fromByteOffset: 2 * index, as: UInt16.self)) / codesPer8BitCode
    default: return Double(base.load(fromByteOffset: 4 * index, as: Float.self)) * 255
    }
  }
}
