import CFFmpeg

/// Computes the decoding times of packets for files that store only presentation times: Matroska and WebM.
///
/// The decoding time of the n-th packet is the (n − `reorderDepth`)-th of all presentation times in ascending order; encoders choose
/// decoding times in the same way. So the decoding times ascend, and no packet is decoded after it is shown. For the first `reorderDepth`
/// packets there is no such time: their decoding times lie before the first frame, one tick of the stream's time base apart.
struct DecodingTimes {
  /// The most frames by which a packet may be reordered: libavformat's own limit.
  static let maximumReordered = 16

  /// By how many frames packets of this codec may be reordered.
  private let reorderDepth: Int
  /// Presentation times of earlier packets that no packet has had as its decoding time yet, ascending.
  private var waiting: [Int64] = []
  /// Presentation time of the first packet.
  private var first: Int64?

  init(_ parameters: UnsafePointer<AVCodecParameters>) {
    let properties = avcodec_descriptor_get(parameters.pointee.codec_id)?.pointee.props ?? 0
    reorderDepth = properties & AV_CODEC_PROP_REORDER != 0 ? Self.maximumReordered : 0
  }

  /// The decoding time of the next packet, whose presentation time is `shown`.
  mutating func next(shown: Int64) -> Int64 {
    let start = first ?? shown
    first = start
    waiting.insert(shown, at: waiting.firstIndex { $0 > shown } ?? waiting.count)
    return waiting.count > reorderDepth ? waiting.removeFirst() : start - Int64(reorderDepth + 1 - waiting.count)
  }
}
