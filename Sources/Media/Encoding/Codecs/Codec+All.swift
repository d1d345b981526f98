// The table of codecs, in the order in which it is printed. The rows of each family are in a file beside this one.

extension Codec {
  /// All codecs. A file extension stands for the codec that its container names (`Container.usualCodec`).
  public static let all: [Codec] = [
    h264, h264rgb, h265, av1, av1aom, vp9, vp8, proRes, proRes4444, dnxhr, animation, ffv1, gif, webp, apng, avif, y4m,
    raw,
  ]
}
