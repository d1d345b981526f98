import ArgumentParser
import Motes

/// Arguments that say how a movie is encoded, besides codec, quality and encoder preset.
struct EncodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Mean bits a second in place of a constant quality: 800k, 12M (\(EncoderOption.bitrate.codecNames)).",
      valueName: "rate"))
  var bitrate: String?

  @Option(name: .customLong("profile"), help: "The codec's profile: \(EncoderOption.profile.valuesOfAllCodecs).")
  var codecProfile: String?

  @Option(help: "Bits per sample, 8, 10, 12, 16 or (EXR) 32, as far as the codec or picture format has them.")
  var depth: Int?

  @Option(
    name: .customLong("codec-option"),
    help: ArgumentHelp(
      "An option of the encoder by FFmpeg's name (ffmpeg -h encoder=libx264). May be repeated.", valueName: "key=value")
  )
  var codecOptions: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Write alpha to a second movie, in grey, for programs that read no alpha from the first. The first movie's colours are then \
      premultiplied, as over black.
      """, valueName: "file"))
  var matte: String?

  /// Which of the options that only encoded movies have are given. (`--depth` is for pictures and raw frames, too.)
  var given: [(name: String, isGiven: Bool)] {
    [
      ("bitrate", bitrate != nil), ("profile", codecProfile != nil), ("codec-option", !codecOptions.isEmpty),
      ("matte", matte != nil),
    ]
  }

  /// Sets what the options say about the encoder.
  func apply(to settings: inout MovieSettings) throws {
    settings.bitrate = try bitsPerSecond()
    settings.codecProfile = codecProfile
    settings.encoderOptions = try encoderOptions()
  }

  /// The value of `--bitrate` in bits a second; nil without the option.
  private func bitsPerSecond() throws -> Int? {
    guard let bitrate else { return nil }
    // The settings refuse a rate that is too low.
    guard let number = NumberText.withUnit(bitrate), number <= Double(MovieSettings.bitrates.upperBound) else {
      throw UsageError("--bitrate \(bitrate): expected bits a second up to 2G, such as 800k or 12M.")
    }
    return Int(number)
  }

  /// The encoder's options (`--codec-option`) by name; a later value of the same name wins.
  private func encoderOptions() throws -> [String: String] {
    var options: [String: String] = [:]
    for text in codecOptions {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw UsageError("--codec-option \(text): expected KEY=VALUE, such as --codec-option tune=animation.")
      }
      options[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return options
  }
}
