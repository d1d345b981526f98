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
  let finishing: Finishing

  /// How the partial file, which plays at any moment, becomes the finished one.
  enum Finishing: Sendable {
    /// The partial is fragmented. Its packets are copied into a second file whose index lies in front.
    case indexInFront(demuxer: String)
    /// The partial, once its trailer is written, is the movie.
    case asWritten
  }

  /// Options of the muxer while the partial file is written.
  ///
  /// Fragments end at key frames and after a second, so that a killed process loses little. The index waits for the first
  /// fragment (delay_moov): written at once it could not know that B-frames start two frames early, and the movie would
  /// start late. Packets are flushed with each fragment.
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
  /// ISO's file format, which everything plays.
  public static let mp4 = Container(
    title: "MP4", fileEndings: ["mp4", "m4v"], muxer: "mp4", hasCodecTags: true,
    finishing: .indexInFront(demuxer: "mov"))
  /// QuickTime's, which editors ask for.
  public static let mov = Container(
    title: "QuickTime", fileEndings: ["mov"], muxer: "mov", hasCodecTags: true,
    finishing: .indexInFront(demuxer: "mov"))
}
