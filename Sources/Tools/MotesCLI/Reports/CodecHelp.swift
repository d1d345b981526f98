import Motes

/// Help texts about codecs, made from `Codec.all`.
enum CodecHelp {
  /// "h264, h265, …"
  static var codecs: String { Codec.all.map(\.name).joined(separator: ", ") }

  /// "0 to 51, 18 if not given, 0 is lossless"
  static func quality(_ scale: Codec.Quality) -> String {
    "\(range(scale)), \(NumberText.plain(scale.defaultValue)) if not given"
      + (scale.zeroIsLossless ? ", 0 is lossless" : "") + (scale.lowerIsBetter ? "" : ", higher is better")
  }

  /// The quality scale of a codec; empty for a codec without one.
  static func quality(of codec: Codec) -> String { codec.quality.map(quality) ?? "" }

  /// "h264: --crf 18 --encoder-preset medium; …": what `--quality high` stands for.
  static var highQualities: String {
    Codec.all.compactMap { codec in highQuality(of: codec).map { "\(codec.name): \($0)" } }.joined(separator: "; ")
  }

  /// "--crf 18 --encoder-preset medium"; nil for a codec without a slower setting.
  static func highQuality(of codec: Codec) -> String? {
    codec.highQuality.map { "--crf \(NumberText.plain($0.value)) --encoder-preset \($0.encoderPreset)" }
  }

  /// ".mov, .mkv, .webm": extensions of files that can hold alpha.
  static var extensionsHoldingAlpha: String {
    Container.all.filter(\.holdsAlpha).compactMap { $0.fileExtensions.first.map { ".\($0)" } }.joined(separator: ", ")
  }

  /// "prores: hq, standard, lt, proxy; …", each codec's default profile first.
  static var profiles: String {
    Codec.all.filter { !$0.profiles.isEmpty }
      .map { "\($0.name): \($0.profiles.map(\.name).joined(separator: ", "))" }.joined(separator: "; ")
  }

  /// ".mp4, .m4v, .mov"
  static func extensions(_ codec: Codec) -> String { codec.fileExtensions.map { ".\($0)" }.joined(separator: ", ") }

  /// "0 to 51"
  static func range(_ scale: Codec.Quality) -> String {
    "\(NumberText.fixed(scale.range.lowerBound, 0)) to \(NumberText.fixed(scale.range.upperBound, 0))"
  }
}
