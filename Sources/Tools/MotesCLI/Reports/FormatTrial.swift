import Motes

/// Tries formats for `motes doctor`: each codec's default pixel format in every container, and its other pixel formats in its first
/// container; each picture format in every layout.
struct FormatTrial {
  /// Names of the codecs and picture formats to try; empty for all.
  let formats: [String]
  /// A folder for the files that are written.
  let folder: String

  /// Tries the formats one after the other, and hands on each result.
  func run(_ report: (FormatCheck) -> Void) throws {
    for codec in Codec.all where isWanted(codec.name) {
      for (index, container) in codec.containers.enumerated() {
        for pixelFormat in index == 0 ? codec.pixelFormats : [codec.pixelFormats[0]] {
          report(try check(codec, in: container, pixelFormat))
        }
      }
    }
    for format in PictureFormat.all where isWanted(format.name) {
      for layout in format.layouts {
        let settings = try PictureSettings(format, hasAlpha: layout.hasAlpha, bitDepth: layout.bitDepth)
        report(
          FormatCheck(
            settings, chart: try ColorChart.frame(layout.pixelFormat, isOpaque: !layout.hasAlpha), folder: folder))
      }
    }
  }

  private func isWanted(_ name: String) -> Bool { formats.isEmpty || formats.contains(name) }

  /// Writes the colour chart as a movie and reads it back, which the initializers of `FormatCheck` do.
  private func check(_ codec: Codec, in container: Container, _ pixelFormat: PixelFormat) throws -> FormatCheck {
    var settings = MovieSettings(
      width: ColorChart.size.width, height: ColorChart.size.height, frameRate: 25, codec: codec,
      pixelFormat: pixelFormat)
    settings.encoderPreset = codec.encoderPresets?.trialValue
    // GIF, the codec that needs previews, has only opaque and clear pixels, so that it could not show the chart's half transparent bar.
    return FormatCheck(
      settings, in: container, chart: try ColorChart.frame(pixelFormat, isOpaque: codec.needsPreview), folder: folder)
  }
}
