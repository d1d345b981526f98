import Motes

/// A movie that the arguments of `motes render` ask for, after all checks that are possible before its first frame.
struct PreparedMovie: Sendable {
  let preset: Preset
  let codec: Codec
  let format: PixelFormat
  /// Numbers of the frames, counted in the clip of `--over` if there is one.
  let frames: ClosedRange<Int>
  /// The clip of `--over`, from which no frame has been taken yet; nil without the option.
  let footage: Footage?

  /// How many frames the movie will have; roughly, over a clip.
  var expectedFrames: Int { footage?.expectedFrames(of: frames) ?? frames.count }
}

/// How `motes render` and `motes batch` turn arguments into a movie.
extension RenderCommand {
  /// Checks the arguments and reads the preset and the clip. Nothing is drawn or written.
  ///
  /// - Parameter warn: takes the preset's warnings.
  func prepareMovie(warn: PresetOptions.WarningSink) throws -> PreparedMovie {
    try refuseOptionsThatFootageExcludes()
    if let crf, let bitrate = encoding.bitrate {
      throw UsageError(
        "--crf \(NumberText.plain(crf)) and --bitrate \(bitrate) cannot be combined: one asks for a quality, the other for a size. Leave "
          + "one of the two out.")
    }
    let codec = try chosenCodec()
    let format = try chosenFormat(codec)
    try checkEncodingOptions(codec, format)
    let reader = try openClip(for: codec)
    let preset = try loadPreset(for: codec, over: reader, warn: warn)
    if !quiet, let note = SoundOptions.note(on: preset) { Terminal.printError("motes: \(source.preset): \(note).") }
    let canvas = preset.scene.canvas
    try checkSidesAreEven(of: canvas, for: format, hasFootageSize: reader != nil)
    let frames = try reader == nil ? preset.framesOfMovie(framesText) : framesOfClip()
    if let reader {
      try footageOptions.checkFramesAndEffectBegin(reader, frames: frames, text: framesText, quiet: quiet)
    }
    if !writesToStandardOutput {
      for path in [outputPath(codec), encoding.matte].compactMap({ $0 }) {
        try preset.refuseToReplaceSources(at: path)
        try overlay.backdropOption.refuseToReplacePicture(at: path)
      }
    }
    return PreparedMovie(
      preset: preset, codec: codec, format: format, frames: frames,
      footage: try reader.map { try footageOptions.footage($0, canvas: canvas) })
  }

  /// The settings with which a movie is encoded.
  func settings(of movie: PreparedMovie) throws -> MovieSettings {
    var settings = try movieSettings(for: movie.preset.scene.canvas, codec: movie.codec, format: movie.format)
    if let footage = movie.footage { settings.frameRate = footage.reader.frameRate }
    return settings
  }

  /// What is copied into the movie: the sound that `--audio` names, the song of `--sound`, or a clip's own sound and subtitles; nil for nothing.
  /// A song is left out of animated pictures, which hold no sound: it is there for the picture to follow.
  ///
  /// - Parameters:
  ///   - reader: the clip of `--over`; nil without one.
  ///   - frames: the frames that were asked for; nil for all.
  ///   - note: gets a sentence about sound that is encoded anew, because the container cannot hold it.
  func track(
    beside reader: ClipReader?, of preset: Preset, _ settings: MovieSettings, frames: ClosedRange<Int>?,
    note: (String) -> Void = { _ in }
  ) throws -> StreamCopy? {
    let path = outputPath(settings.codec)
    guard footageOptions.audio == nil, let song = source.sound.sound else {
      return try footageOptions.sound(reader, frames: frames)
    }
    guard settings.codec.takesSound(inFile: path) else { return nil }
    let rate = reader?.frameRate ?? preset.scene.canvas.frameRate
    let start = frames.map { Rational(Int64($0.lowerBound)) / rate } ?? .zero
    // How long a movie over a clip is, only its end tells.
    let seconds =
      reader == nil
      ? Double((frames?.count ?? preset.scene.canvas.frameCount) * (repeatCount ?? 1)) / rate.double : nil
    return try StreamCopy(path: song, copiesAllStreams: false, start: start, cutsAtVideoEnd: true)
      .holdable(inFile: path, settings, seconds: seconds, note: note)
  }

  /// Draws a movie, with the clip's sound, that of `--audio` or the song of `--sound`, and writes it to the path of `outputPath`.
  ///
  /// - Parameters:
  ///   - renderer: the movie's renderer, as `makeRenderer` makes it.
  ///   - observe: gets each frame before it is encoded; nil if nobody wants to see them.
  ///   - progress: called after each frame; returns whether to go on.
  ///   - notes: gets sentences for a person before the work begins.
  func writeMovie(
    _ movie: PreparedMovie, with renderer: Renderer, observe: ((PixelBuffer) -> Void)? = nil,
    progress: (MovieProgress) -> Bool, notes: ([String]) -> Void
  ) throws -> MovieOutcome {
    let settings = try settings(of: movie)
    let sound = try track(
      beside: movie.footage?.reader, of: movie.preset, settings,
      frames: framesText == nil ? nil : movie.frames
    ) { note in notes([note]) }
    return try renderer.writeMovieAndWait(
      to: outputPath(movie.codec), matte: try matteSettings(like: settings), frames: movie.frames, settings: settings,
      sound: sound, progress: progress, notes: notes, observe: observe)
  }
}
