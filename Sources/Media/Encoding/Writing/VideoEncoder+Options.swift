import CFFmpeg
import Colorimetry
import Model

// Opening an encoder, and finding out which of the caller's options it does not take and why.

extension VideoEncoder {
  /// Opens a codec with the settings' options.
  ///
  /// - Throws: `MediaError` of kind `settings` for an option that the encoder or its library does not know or refuses.
  static func openCodec(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>, _ settings: MovieSettings
  ) throws {
    let options = settings.allEncoderOptions.filter { settings.codec.extraStep != .palette || !Palette.hasOption($0.0) }
    let (result, log) = withLibraryLog {
      try withDictionary(options) { try check("avcodec_open2", avcodec_open2(context, codec, &$0)) }
    }
    let name = String(cString: codec.pointee.name)
    do {
      try result.get()
    } catch let option as UnknownOption {
      throw MediaError(
        .settings,
        "The encoder \(name) has no option \"\(option.name)\"."
          + Spelling.hint(option.name, among: optionNames(of: context)))
    } catch {
      let refused = refusedOptions(codec, settings)
      guard !refused.isEmpty else { throw error }
      throw MediaError(
        .settings, "The encoder \(name) does not take \(refused.joined(separator: ", "))\(log.sentenceEnd)")
    }
    for (key, value) in settings.encoderOptions.sorted(by: { $0.key < $1.key }) where key.hasSuffix("-params") {
      if let (entry, line) = log.refused(in: value) {
        throw MediaError(.settings, "The encoder \(name) does not take \(entry) in \(key)=\(value): \(line)")
      }
    }
  }

  /// The caller's options that keep the encoder from opening: each option that it refuses by itself, or else all of them together. Empty if
  /// the encoder does not open without the caller's options either.
  private static func refusedOptions(_ codec: UnsafePointer<AVCodec>, _ settings: MovieSettings) -> [String] {
    let options = settings.encoderOptions.sorted { $0.key < $1.key }
    guard !options.isEmpty, opens(codec, settings, with: [:]) else { return [] }
    let refused = options.count == 1 ? options : options.filter { !opens(codec, settings, with: [$0.key: $0.value]) }
    return (refused.isEmpty ? options : refused).map { "\($0.key)=\($0.value)" }
  }

  /// Whether the encoder opens with `encoderOptions` in place of the caller's options.
  private static func opens(
    _ codec: UnsafePointer<AVCodec>, _ settings: MovieSettings, with encoderOptions: [String: String]
  ) -> Bool {
    var trialSettings = settings
    trialSettings.encoderOptions = encoderOptions
    var context = avcodec_alloc_context3(codec)
    defer { avcodec_free_context(&context) }
    guard let context else { return false }
    context.pointee.time_base = AVRational(.one / settings.frameRate)
    context.pointee.framerate = AVRational(settings.frameRate)
    configure(context, codec, trialSettings)
    let result = withLibraryLog {
      try withDictionary(trialSettings.allEncoderOptions) {
        try check("avcodec_open2", avcodec_open2(context, codec, &$0))
      }
    }.result
    if settings.codec.needsDrainingBeforeClose { drain(context, hasFrames: false) }
    return result.isSuccess
  }

  /// Names of the options of an encoder: those that FFmpeg has for all video encoders, and the encoder's own.
  private static func optionNames(of context: UnsafeMutablePointer<AVCodecContext>) -> [String] {
    let objects = [UnsafeMutableRawPointer(context), context.pointee.priv_data].compactMap { $0 }
    return objects.flatMap { object in
      var names: [String] = []
      var option: UnsafePointer<AVOption>?
      while let next = av_opt_next(object, option) {
        option = next
        let isForVideoEncoding =
          next.pointee.flags & AV_OPT_FLAG_ENCODING_PARAM != 0 && next.pointee.flags & AV_OPT_FLAG_VIDEO_PARAM != 0
        // A constant is a named value of an option, not an option.
        if isForVideoEncoding, next.pointee.type != AV_OPT_TYPE_CONST {
          names.append(String(cString: next.pointee.name))
        }
      }
      return names
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool {
    if case .success = self { return true }
    return false
  }
}
