import CFFmpeg

/// Times at which packets are decoded, for files that tell only when their frames are shown: Matroska and WebM.
///
/// The n-th packet of the file is decoded at the (n − `depth`)-th of all frames' times, sorted, as encoders compute it. So the times ascend,
/// and no packet is decoded after it is shown. The first `depth` packets have no such time: they lie one tick of the stream's time base
/// apart, before the first frame.
struct DecodingTimes {
  /// The most frames by which encoders change the order (libavformat's own limit).
  static let maximumReordered = 16

  /// By how many frames the order may be changed.
  private let depth: Int
  /// Times of frames that have come but are not yet used, ascending.
  private var waiting: [Int64] = []
  private var first: Int64?

  init(_ parameters: UnsafePointer<AVCodecParameters>) {
    let properties = avcodec_descriptor_get(parameters.pointee.codec_id)?.pointee.props ?? 0
    depth = properties & AV_CODEC_PROP_REORDER != 0 ? Self.maximumReordered : 0
  }

  /// When the next packet is decoded, whose frame is shown at `shown`.
  mutating func next(shown: Int64) -> Int64 {
    let start = first ?? shown
    first = start
    waiting.insert(shown, at: waiting.firstIndex { $0 > shown } ?? waiting.count)
    return waiting.count > depth ? waiting.removeFirst() : start - Int64(depth + 1 - waiting.count)
  }
}
