/// A file format that a movie's packets are wrapped in.
public struct Container: Sendable {
  /// The name in sentences: "MP4".
  public let title: String
  /// Endings of its files, the usual one first, without the full stop.
  public let fileEndings: [String]
  /// The muxer's name in FFmpeg's libavformat.
  let muxer: String
  /// Whether a stream in it carries a four-character code (`Codec.tag`).
  let hasCodecTags: Bool
  /// How its partial file becomes the finished movie.
  let finishing: Finishing

  /// How the partial file, which can be played while it is still being written, becomes the finished movie.
  enum Finishing: Sendable {
    /// The partial is fragmented. Its packets are copied into a second file whose index lies in front. `demuxer` is what
    /// libavformat calls the reader of the partial: MP4 and QuickTime have one in common, unlike the muxers.
    case indexInFront(demuxer: String)
    /// The partial, once its trailer is written, is the movie.
    case asWritten
  }

  /// Options of the muxer while the partial file is written.
  ///
  /// A new fragment begins at each key frame (`frag_keyframe`) and after a second (`frag_duration`, in microseconds), and is
  /// flushed as soon as it is complete, so that a killed process loses little. `delay_moov` writes the index only with the
  /// first fragment: with B-frames the first packet must be decoded before time 0, and the muxer learns from the packets by
  /// how much. An index that was written at once could not contain that offset, and the movie would start late.
  var partialOptions: [(String, String)] {
    switch finishing {
    case .indexInFront:
      [
        ("movflags", "frag_keyframe+delay_moov+default_base_moof"), ("frag_duration", "1000000"),
        ("flush_packets", "1"),
      ]
    case .asWritten: [("flush_packets", "1")]
    }
  }
}

extension Container {
  /// MP4, ISO's base media file format, which everything plays.
  public static let mp4 = Container(
    title: "MP4", fileEndings: ["mp4", "m4v"], muxer: "mp4", hasCodecTags: true,
    finishing: .indexInFront(demuxer: "mov"))
  /// QuickTime's file format, which editing programs ask for.
  public static let mov = Container(
    title: "QuickTime", fileEndings: ["mov"], muxer: "mov", hasCodecTags: true,
    finishing: .indexInFront(demuxer: "mov"))
}
