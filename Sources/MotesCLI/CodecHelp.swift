import Motes

/// Help texts about codecs, made from `Codec.all`. Each comment below quotes the text where H.264 is the only codec.
enum CodecHelp {
  /// "h264 (.mp4, .m4v, .mov)"
  static var codecs: String { Codec.all.map { "\($0.name) (\(endings($0)))" }.joined(separator: ", ") }

  /// "h264: 0 to 51, 18 if not given, 0 is lossless"
  static var qualities: String {
    Codec.all.compactMap { codec in
      codec.quality.map { "\(codec.name): \(quality($0))" }
    }.joined(separator: "; ")
  }

  /// "0 to 51, 18 if not given, 0 is lossless"
  static func quality(_ scale: Codec.Quality) -> String {
    "\(range(scale)), \(NumberText.fixed(scale.standard, 0)) if not given"
      + (scale.zeroIsLossless ? ", 0 is lossless" : "")
  }

  /// "ultrafast to placebo for h264, medium if not given"
  static var speeds: String {
    Codec.all.compactMap { codec in
      codec.speed.map { speed in
        "\(speed.names.first ?? "") to \(speed.names.last ?? "") for \(codec.name), \(speed.standard) if not given"
      }
    }.joined(separator: "; ")
  }

  /// "yuv420p, yuv444p … for h264"
  static var pixelFormats: String {
    Codec.all.map { codec in
      "\(codec.pixelFormats.map(\.rawValue).joined(separator: ", ")) for \(codec.name)"
    }.joined(separator: "; ")
  }

  /// "raw frames (-o -)"
  static var holdersOfAlpha: String {
    (["raw frames (-o -)"] + Codec.all.filter(\.holdsAlpha).map { "--codec \($0.name)" }).joined(separator: ", ")
  }

  /// ".mp4, .m4v, .mov"
  static func endings(_ codec: Codec) -> String { codec.fileEndings.map { ".\($0)" }.joined(separator: ", ") }

  /// "0 to 51"
  static func range(_ scale: Codec.Quality) -> String {
    "\(NumberText.fixed(scale.range.lowerBound, 0)) to \(NumberText.fixed(scale.range.upperBound, 0))"
  }
}
