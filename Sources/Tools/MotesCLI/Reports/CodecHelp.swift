import Motes

/// Help texts about codecs, made from `Codec.all`.
enum CodecHelp {
  /// "h264, h265, …"
  static var codecs: String { Codec.all.map(\.name).joined(separator: ", ") }

  /// ".mov, .mkv, .webm": extensions of files that can hold alpha.
  static var extensionsHoldingAlpha: String {
    Container.all.filter(\.holdsAlpha).compactMap { $0.fileExtensions.first.map { ".\($0)" } }.joined(separator: ", ")
  }

  /// ".mp4, .m4v, .mov"
  static func extensions(_ codec: Codec) -> String { codec.fileExtensions.map { ".\($0)" }.joined(separator: ", ") }

  /// "0 to 51"
  static func range(_ scale: Codec.Quality) -> String {
    "\(NumberText.fixed(scale.range.lowerBound, 0)) to \(NumberText.fixed(scale.range.upperBound, 0))"
  }
}
