import CFFmpeg
import Raster

extension MovieSettings {
  /// Whether frames must come back without any change.
  var isLosslessRoundTrip: Bool {
    guard let scale = codec.quality else { return false }
    return (quality ?? scale.standard) == 0 && scale.zeroIsLossless
  }

  /// The colour tags that a file of this ending must give back, by FFmpeg's names; nil where the file cannot tell them.
  func expectedTags(ending: String) -> [String]? {
    let tags = ColorTags(pixelFormat)
    func name(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "unknown" }
    return [
      name(av_color_range_name(tags.range)), name(av_color_space_name(tags.matrix)),
      name(av_color_transfer_name(tags.transfer)), name(av_color_primaries_name(tags.primaries)),
    ]
  }
}
