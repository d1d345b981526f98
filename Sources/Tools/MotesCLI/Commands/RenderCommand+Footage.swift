import Motes

/// How `motes render` draws over footage.
extension RenderCommand {
  /// The path of the movie: that of `-o`, or the preset's name with the codec's usual extension, in the working directory.
  func outputPath(_ codec: Codec) -> String { output ?? "\(source.fileStem).\(codec.fileExtensions[0])" }

  /// With `--over`, refuses the options whose values the clip decides: size, rate, alpha, backdrop, matte and dynamic range.
  func refuseOptionsThatFootageExcludes() throws {
    guard footageOptions.over != nil else { return }
    if source.size != nil { throw UsageError("--size: with --over, the movie has the clip's size.") }
    if source.fps != nil { throw UsageError("--fps: with --over, the movie has the clip's frames.") }
    if alpha { throw UsageError("--alpha: nothing is transparent over a clip (--over).") }
    if overlay.backdropOption.backdrop != nil {
      throw UsageError("--backdrop: with --over, the clip lies behind the effect.")
    }
    if encoding.matte != nil { throw UsageError("--matte: nothing is transparent over a clip (--over).") }
    if try hdr.range().isHigh { throw UsageError("--hdr: movies over a clip (--over) are in standard dynamic range.") }
  }

  /// Checks `--audio` and the output's path, then opens the clip; nil without `--over`.
  func openClip(for codec: Codec) throws -> ClipReader? {
    if writesToStandardOutput, footageOptions.audio != nil {
      throw UsageError("--audio: raw frames (-o -) have no sound.")
    }
    if !writesToStandardOutput {
      for path in [outputPath(codec), encoding.matte].compactMap({ $0 }) {
        try footageOptions.refuseToReplaceInputs(at: path)
      }
    }
    guard footageOptions.over != nil else { return nil }
    return try footageOptions.openClip(quiet: quiet)
  }

  /// Numbers of the clip's frames that are rendered: all of them, however many, or those that `--frames` asks for.
  func framesOfClip() throws -> ClosedRange<Int> {
    guard let framesText else { return Footage.everyFrame }
    let requested = try FrameOption.parse(framesText, of: Footage.everyFrame)
    guard requested.step == 1 else {
      throw UsageError("--frames \(framesText): a movie over a clip has every frame from the first to the last.")
    }
    return requested.range
  }

  /// Loads the preset; over a clip, at the clip's size.
  func loadPreset(
    for codec: Codec, over reader: ClipReader?, warn: PresetOptions.WarningSink
  ) throws -> Preset {
    guard let reader else { return try loadPreset(for: codec, warn: warn) }
    var settings = try source.settings()
    settings.size = .pixels(width: reader.width, height: reader.height)
    // The clip's frames take memory besides the scene's, which counts towards the limit of memory.
    settings.bytesBesidesScene = Footage.bytes(of: reader)
    return try source.load(settings, warn: warn)
  }

  /// Refuses footage and sound where pictures are written.
  func refuseFootageForSequences() throws {
    if footageOptions.over != nil {
      throw UsageError("--over: footage is for movies. A movie's frames become pictures by: ffmpeg -i MOVIE %05d.png.")
    }
    if footageOptions.audio != nil { throw UsageError("--audio: pictures have no sound.") }
  }
}
