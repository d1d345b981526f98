import Motes

/// How `motes render` chooses codec and pixel format from its arguments.
extension RenderCommand {
  /// Whether the movie file itself is to hold alpha. `--matte`, which writes alpha to a second file, is refused beside `--alpha` later.
  private var movieHoldsAlpha: Bool { alpha && encoding.matte == nil }

  /// The codec that `--codec` names, or else the one that the file extension stands for. Without `-o`, H.264 or, for alpha, ProRes 4444;
  /// for standard output, which gets raw frames, the same codec only stands in while arguments are checked.
  func chosenCodec() throws -> Codec {
    let chosen = try codec.map { name throws(MediaError) in try Codec(named: name) }
    guard let output, !writesToStandardOutput else { return chosen ?? (movieHoldsAlpha ? .proRes4444 : .h264) }
    guard let chosen else {
      do {
        return try Codec(forFile: output, keepingAlpha: movieHoldsAlpha)
      } catch {
        let hasUnknownExtension = (try? Codec(forFile: output)) == nil
        throw UsageError(
          hasUnknownExtension
            ? "\(error) FFmpeg writes others from raw frames: \(rawFramesIntoFFmpeg)." : "--alpha: \(error)")
      }
    }
    guard chosen.fileExtensions.contains(where: { output.lowercasedHasSuffix(".\($0)") }) else {
      throw UsageError("-o \(output): \(chosen.title) is written to \(CodecHelp.extensions(chosen)).")
    }
    return chosen
  }

  /// The value of `--encoder-preset`, unchecked. Without it: the codec's fastest preset for a draft, or else its default; nil for a codec
  /// without presets.
  func chosenEncoderPreset(_ codec: Codec) -> String? { encoderPreset ?? usualEncoderPreset(codec) }

  private func usualEncoderPreset(_ codec: Codec) -> String? {
    if wantsHighQuality, let high = codec.highQuality { return high.encoderPreset }
    return draft ? codec.encoderPresets?.fastest : codec.encoderPresets?.defaultValue
  }

  /// The value of `--crf`; without it, that of `--quality high`. Nil for the codec's default, and beside `--bitrate`.
  func chosenQuality(_ codec: Codec) -> Double? {
    crf ?? (wantsHighQuality && encoding.bitrate == nil ? codec.highQuality?.value : nil)
  }

  /// The pixel format that `--pixel-format` names; otherwise the first that fits profile, depth and alpha.
  func chosenFormat(_ codec: Codec) throws -> PixelFormat {
    // Raw frames may have any format; yuv420p comes first because it is the default.
    let writesBareSamples = writesToStandardOutput && !writesY4M
    var allowed =
      writesBareSamples
      ? [.yuv420p] + PixelFormat.allCases : output.map(codec.pixelFormats(forFile:)) ?? codec.pixelFormats
    let extensionFixesLayout = allowed.count < codec.pixelFormats.count
    let destination =
      writesBareSamples ? "for raw frames" : extensionFixesLayout ? "in \(output ?? "")" : "in \(codec.title) files"
    if movieHoldsAlpha, !allowed.contains(where: \.hasAlpha) {
      throw UsageError(
        extensionFixesLayout
          ? "--alpha: a file with the name \(output ?? "") holds no transparency; .rgba and .raw do."
          : "--alpha: \(codec.title) cannot hold transparency; \(Codec.alphaHoldersClause).")
    }
    if let name = encoding.codecProfile, let profile = try codec.profile(named: name, for: allowed[0]) {
      allowed = profile.pixelFormats
    }
    guard let name = pixelFormat else { return try formatOfDepth(among: allowed, codec) }
    guard let format = PixelFormat(rawValue: name), allowed.contains(format) else {
      let list = (writesBareSamples ? PixelFormat.allCases : allowed).map(\.rawValue).joined(separator: ", ")
      throw UsageError("--pixel-format \(name): not available \(destination). There is: \(list).")
    }
    if movieHoldsAlpha, !format.hasAlpha { throw UsageError("--alpha: \(name) cannot hold transparency.") }
    if let depth = encoding.depth, depth != format.bitDepth {
      throw UsageError("--depth \(depth): \(name) has \(format.bitDepth) bits; one of the two options is enough.")
    }
    return format
  }

  /// The first format that has the bits that `--depth` asks for, and alpha if the movie keeps it.
  private func formatOfDepth(among allowed: [PixelFormat], _ codec: Codec) throws -> PixelFormat {
    let range = try hdr.range()
    // Without a depth, high dynamic range takes the first format that has enough bits for it.
    let formatsForRange = allowed.filter { $0.holds(range) }
    let candidates =
      encoding.depth == nil
      ? (formatsForRange.isEmpty ? allowed : formatsForRange) : allowed.filter { $0.bitDepth == encoding.depth }
    if let format = candidates.first(where: { $0.hasAlpha == movieHoldsAlpha })
      ?? candidates.first(where: { !movieHoldsAlpha || $0.hasAlpha })
    {
      return format
    }
    let depths = Set(allowed.filter { !movieHoldsAlpha || $0.hasAlpha }.map(\.bitDepth)).sorted().map(String.init)
    let others = Codec.names { codec in
      codec.pixelFormats.contains { $0.bitDepth == encoding.depth && (!movieHoldsAlpha || $0.hasAlpha) }
    }
    let depth = encoding.depth ?? 0
    throw UsageError(
      "--depth \(depth): \(codec.title) has \(depths.joined(separator: ", ")) bits"
        + (encoding.codecProfile.map { " in its profile \($0)" } ?? "") + (movieHoldsAlpha ? " with alpha" : "")
        + (others.isEmpty
          ? "; no codec has \(depth)\(movieHoldsAlpha ? " with alpha" : "")." : "; these have \(depth): \(others)."))
  }

  /// Loads the preset. A draft is drawn at half size with even sides, unless `--size` is given. Without `--fps` the rate is lowered to what
  /// the codec's files can store: GIF at most 50 frames a second.
  ///
  /// - Parameters:
  ///   - codec: the movie's codec; nil for pictures, which have none.
  ///   - warn: takes the preset's warnings.
  func loadPreset(
    for codec: Codec? = nil, warn: PresetOptions.WarningSink = PresetOptions.printWarning
  ) throws -> Preset {
    let preset = try source.load(source.settings(), warn: warn)
    let (rate, maximumRate) = (preset.scene.canvas.frameRate, writesToStandardOutput ? nil : codec?.maximumFrameRate)
    let limit = maximumRate.map { Rational(Int64($0)) } ?? rate
    let halvesSize = draft && source.size == nil
    if !quiet, source.fps == nil, rate > limit, let codec {
      Terminal.printError(
        "motes: \(codec.title) shows at most \(limit) frames a second; drawn at that rate, not at \(rate).")
    }
    guard halvesSize || (rate > limit && source.fps == nil) else { return preset }
    return try source.reload(preset, rate: source.fps == nil ? min(rate, limit) : nil) { width, height in
      halvesSize ? (max(2, width / 4 * 2), max(2, height / 4 * 2)) : (width, height)
    }
  }

  /// Whether YUV4MPEG2 goes to standard output in place of bare samples.
  var writesY4M: Bool { writesToStandardOutput && codec == Codec.y4m.name }

  /// Refuses options that raw frames on standard output do not have.
  func checkRawFrameOptions() throws {
    let given = [
      ("codec", codec != nil && !writesY4M && codec != Codec.raw.name), ("quality", quality != nil),
    ]
    for name in given.filter(\.1).map(\.0) + optionsOfMovies {
      throw UsageError(
        "--\(name): raw frames (-o -) are not encoded. They have --pixel-format, --depth, --alpha, --hdr and --codec y4m."
      )
    }
  }

  /// Settings of the movie that gets alpha in grey; nil without `--matte`.
  ///
  /// - Throws: `UsageError` if `--alpha` is given too, which keeps alpha in the movie itself.
  func matteSettings(like settings: MovieSettings) throws -> MatteSettings? {
    guard let path = encoding.matte else { return nil }
    guard !alpha else {
      throw UsageError(
        "--matte \(path): alpha is written to this file. Leave out --alpha, which keeps it in the movie itself.")
    }
    let codec = try Codec(forFile: path)
    if FilePath.areSame(outputPath(settings.codec), path) {
      throw UsageError("--matte \(path): colour and matte need two files.")
    }
    let formats = codec.pixelFormats(forFile: path)
    var matte = settings
    if codec != settings.codec {
      matte = settings.replacingCodec(with: codec, formats[0])
      matte.quality = wantsHighQuality ? codec.highQuality?.value : nil
      matte.encoderPreset = usualEncoderPreset(codec)
    } else if !formats.contains(settings.pixelFormat) {
      matte.pixelFormat = formats[0]
    }
    matte.colorEncoding = ColorEncoding()  // grey values of alpha, whatever the colours' range
    return MatteSettings(path: path, movie: matte)
  }

  /// What the closing line says about alpha: ", with straight alpha".
  func alphaNote(_ format: PixelFormat) -> String {
    if let matte = encoding.matte { return "; colours premultiplied (over black), alpha in \(matte)" }
    return alphaName(format).map { ", with \($0) alpha" } ?? ""
  }

  /// The form of alpha as the closing JSON line names it: "straight"; nil without alpha.
  func alphaName(_ format: PixelFormat) -> String? {
    if encoding.matte != nil { return "premultiplied" }
    return format.hasAlpha ? alphaForm.formName(in: format) : nil
  }
}
