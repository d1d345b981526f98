import Raster

// The documentation's page about the table of codecs.

extension Codec {
  /// The page as Markdown.
  package static func page() -> String {
    """
    # Movie formats

    Codecs, their files and options, and the programs that open them.

    `motes render PRESET -o FILE` takes the codec that the file extension stands for, or the one that `--codec` names; `motes formats` says
    which of them this machine's FFmpeg can encode, `motes formats prores` what one takes.

    | file extension | codec | with `--alpha` | a killed render leaves |
    | --- | --- | --- | --- |
    \(Container.all.map(extensionRow).joined(separator: "\n"))

    ## Codecs

    | codec | `--codec` | files | bits | alpha | HDR | programs |
    | --- | --- | --- | --- | --- | --- | --- |
    \(all.map(\.overviewRow).joined(separator: "\n"))

    Alpha is *straight* where the format's specification says so, and *any* where a file does not tell whether its colours are straight or
    premultiplied: most programs then assume straight, which is what is written. The last line of a render says which alpha was written.
    A format without alpha refuses `--alpha`, and names those that have it. For programs that read no alpha there are two movies:
    `--matte FILE` writes alpha in grey to the second, and the first has the colours premultiplied, as over black.

    All movies are tagged: BT.709, limited range for YUV, sRGB for RGB. GIF, WebP and raw frames have no tags, and are read as sRGB.
    A GIF's frames last whole hundredths of a second, and browsers show at most 50 a second: that is what is drawn where a preset has more.
    Matroska, WebM and WebP count milliseconds, so that at 60 frames a second frames last 16 or 17 of them.
    In ProRes 4444 the header of each frame has version 1 and the sample description a depth of 32 where there is alpha, without which
    Final Cut, Premiere and Resolve show it as opaque.

    ## Options

    | `--codec` | \(EncoderOption.all.map { "`--\($0.name)`" }.joined(separator: " | ")) | encoder | Debian |
    | --- | \(EncoderOption.all.map { _ in "---" }.joined(separator: " | ")) | --- | --- |
    \(all.map(\.optionsRow).joined(separator: "\n"))

    The first pixel format, the bold preset and the first profile are those where none is given; without alpha the first format that has none.
    `--depth 10` takes the first pixel format of so many bits. `--codec-option KEY=VALUE` sets any other option of the encoder by FFmpeg's
    name (`ffmpeg -h encoder=libx264`), for GIF also `max_colors`, `dither`, `bayer_scale`, `diff_mode` and `alpha_threshold`.
    An option that a codec does not have is an error, which names the codecs that have it.

    Raw frames in files are what the file extension says: \(rawExtensionsText). Frames of `.raw` are
    `\(raw.pixelFormats[0].rawValue)`, or whatever `--pixel-format` names.

    Raw frames go to standard output with `-o -`, in any of the formats \(PixelFormat.allCases.map { "`\($0.rawValue)`" }
      .joined(separator: ", ")).

    This page is generated from the table in `Sources/Media/Encoding/Codecs` (`Scripts/reference`).
    """
  }

  /// The extensions of raw frames and the layouts that they stand for: "`.rgb` holds `rgb24` or `rgb48le`".
  private static var rawExtensionsText: String {
    Container.raw.fileExtensions.compactMap { fileExtension in
      Container.raw.pixelFormatsOfExtensions[fileExtension].map { formats in
        "`.\(fileExtension)` holds `\(formats[0].rawValue)`"
          + (formats.count > 2 ? " or another of Y′CbCr" : formats.dropFirst().map { " or `\($0.rawValue)`" }.joined())
      }
    }.joined(separator: ", ")
  }

  private static func extensionRow(_ container: Container) -> String {
    let extensions = container.fileExtensions.map { "`.\($0)`" }.joined(separator: ", ")
    let alpha = container.usualCodecWithAlpha.map { "`\($0)`" } ?? "–"
    return "| \(extensions) | `\(container.usualCodec)` | \(alpha) | \(container.leftover.afterKill) |"
  }

  private var overviewRow: String {
    let cells = [
      title, "`\(name)`", fileExtensions.map { "`.\($0)`" }.joined(separator: ", "),
      bitDepths.map { $0 == 32 ? "32 (float)" : "\($0)" }.joined(separator: ", "),
      holdsAlpha ? (alphaConvention == .straight ? "straight" : "any") : "–", holdsHDR ? "yes" : "–", programs,
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private var optionsRow: String {
    let options = EncoderOption.all.map { $0.markdown(self) ?? "–" }
    let cells = ["`\(name)`"] + options + ["`\(encoder)`", "`\(debianPackage)`"]
    return "| \(cells.joined(separator: " | ")) |"
  }
}
