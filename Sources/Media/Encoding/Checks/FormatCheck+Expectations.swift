import CFFmpeg
import Raster

extension MovieSettings {
  /// The colour tags that a file with these settings must have when it is read back, by FFmpeg's names; nil if the container stores none.
  func expectedTags(in container: Container) -> [String]? {
    guard container.storesColorTags else { return nil }
    let tags = ColorTags(pixelFormat, colorEncoding)
    func name(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "unknown" }
    return [
      name(av_color_range_name(tags.range)), name(av_color_space_name(tags.matrix)),
      name(av_color_transfer_name(tags.transfer)), name(av_color_primaries_name(tags.primaries)),
    ]
  }
}
