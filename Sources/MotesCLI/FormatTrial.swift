import Motes

/// The formats that `motes doctor` tries: of each codec its usual layout in every container, and every layout in its usual container; of
/// pictures every layout.
struct FormatTrial {
  /// Names of the codecs and picture formats to try; none for all.
  let formats: [String]
  /// A folder for files.
  let folder: String

  /// Tries them one after the other.
  func run(_ each: (FormatCheck) -> Void) throws {
    for codec in Codec.all where isWanted(codec.name) {
      for (index, container) in codec.containers.enumerated() {
        for format in index == 0 ? codec.pixelFormats : [codec.pixelFormats[0]] {
          each(try check(codec, in: container, format))
        }
      }
    }
    for format in PictureFormat.all where isWanted(format.name) {
      for layout in format.layouts {
        let settings = try PictureSettings(format, alpha: layout.hasAlpha, bitDepth: layout.bitDepth)
        each(
          FormatCheck(
            settings, chart: try ColorChart.frame(layout.pixelFormat, isOpaque: !layout.hasAlpha), folder: folder))
      }
    }
  }

  private func isWanted(_ name: String) -> Bool { formats.isEmpty || formats.contains(name) }

  private func check(_ codec: Codec, in container: Container, _ format: PixelFormat) throws -> FormatCheck {
    let settings = MovieSettings(
      width: ColorChart.size.width, height: ColorChart.size.height, frameRate: 25, codec: codec, pixelFormat: format,
      encoderPreset: codec.speed?.suggestedFaster)
    // A palette knows opaque and clear alone.
    return FormatCheck(
      settings, in: container, chart: try ColorChart.frame(format, isOpaque: codec.needsPreview), folder: folder)
  }
}
