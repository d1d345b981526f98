import CFFmpeg
import Glibc
import Model

/// When each frame of a clip is shown, and where decoding may begin.
///
/// If every packet has a time stamp of its own, the packets are read, which is fast, and a decoded frame is found by its time stamp. In
/// other clips (such as some in AVI) only decoding gives the times: the whole clip is decoded once, frames are counted, and decoding always
/// begins at the first frame.
struct ClipIndex {
  /// When each frame is shown, in units of the stream's time base from the clip's start, ascending.
  private(set) var starts: [Int64] = []
  /// When the last frame ends, in units of the stream's time base from the clip's start.
  private(set) var end: Int64 = 0
  /// Whether a frame's number follows from its time stamp; otherwise from counting.
  private(set) var hasTimeStamps = false
  /// Key frames, ascending.
  private(set) var keyFrames: [KeyFrame] = []

  /// A key frame, at which decoding may begin: neither it nor the frames that are shown after it need an earlier frame.
  struct KeyFrame {
    /// Number of the frame.
    let number: Int
    /// The packet's time stamps as the file has them, not counted from the clip's start.
    let presentationStamp: Int64
    let decodingStamp: Int64
  }

  /// Reads the packets of a file, or decodes it if packets do not tell the times of its frames.
  ///
  /// - Throws: `MediaError` for a clip with no frames or too many.
  init(of path: String) throws {
    let video = try Self.open(path)
    try readPackets(of: video)
    if !hasTimeStamps { try decodeAll(of: try Self.open(path)) }
    guard !starts.isEmpty else {
      throw MediaError(.file, "\(path) has no frame that can be decoded.", path: path)
    }
  }

  private static func open(_ path: String) throws -> VideoStream {
    guard let video = VideoStream(of: try InputFile(path)) else {
      throw MediaError(.file, "\(path) has no video.", path: path)
    }
    return video
  }

  private static func checkCount(_ count: Int, _ path: String) throws {
    guard count <= Limits.clipFrames else {
      throw MediaError(
        .file, "\(path) has more than \(Limits.clipFrames) frames; a layer's clip may have at most that many.",
        path: path)
    }
  }

  /// Lists the frames by reading packets. Leaves `hasTimeStamps` false, and all else empty, if the packets' time stamps do not suffice.
  private mutating func readPackets(of video: VideoStream) throws {
    let decoder = try FrameDecoder(video, threading: .one)
    let unknown = motes_no_timestamp()
    // Start and end are counted from the clip's start, the decoding stamp is as the file has it.
    var packets: [(start: Int64, end: Int64, isKey: Bool, decodingStamp: Int64)] = []
    var hasValidStamps = true
    // The packets are listed without being decoded. The closure returns true, as if it had found a wanted packet, to stop reading.
    _ = try decoder.skipPackets { packet in
      let packet = packet.pointee
      // An edit list leaves this packet out.
      if packet.flags & AV_PKT_FLAG_DISCARD != 0 { return false }
      let start = packet.pts == unknown ? -1 : packet.pts.subtractingReportingOverflow(video.start).partialValue
      hasValidStamps = hasValidStamps && (0...video.maximumAllowedTicks).contains(start) && packet.dts != unknown
      let hasDuration = packet.duration > 0 && packet.duration < video.maximumAllowedTicks
      let duration = hasDuration ? packet.duration : video.usualFrameTicks
      packets.append((start, start &+ duration, packet.flags & AV_PKT_FLAG_KEY != 0, packet.dts))
      return packets.count > Limits.clipFrames || !hasValidStamps
    }
    try Self.checkCount(packets.count, video.file.path)
    guard hasValidStamps, packets.first?.isKey == true else { return }
    let sorted = packets.sorted { $0.start < $1.start }
    guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.start < $1.start }) else { return }
    // The packet that is decoded first must be shown first.
    guard sorted[0].start == packets[0].start else { return }
    hasTimeStamps = true
    starts = sorted.map(\.start)
    end = sorted.reduce(0) { max($0, $1.end) }
    keyFrames = sorted.enumerated().filter(\.element.isKey).map { number, packet in
      KeyFrame(
        number: number, presentationStamp: packet.start + video.start, decodingStamp: packet.decodingStamp)
    }
  }

  /// Lists the frames by decoding all of them.
  private mutating func decodeAll(of video: VideoStream) throws {
    let decoder = try FrameDecoder(video, threading: .frames)
    let timeline = FrameTimeline(video)
    var frame = try check("av_frame_alloc", av_frame_alloc()) as UnsafeMutablePointer?
    defer { av_frame_free(&frame) }
    guard let frame else { return }
    starts.removeAll()
    while try decoder.next(into: frame) {
      starts.append(timeline.time(of: frame, after: starts.last))
      end = starts[starts.count - 1] + timeline.durationIfLast(of: frame)
      try Self.checkCount(starts.count, video.file.path)
    }
  }

  /// The last key frame at or before a frame; nil if there is none: decoding then begins at the first frame.
  func keyFrame(atOrBefore number: Int) -> KeyFrame? {
    var (low, high) = (0, keyFrames.count)
    while low < high {
      let middle = (low + high) / 2
      if keyFrames[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? keyFrames[low - 1] : nil
  }

  /// The number of the frame that is shown at a time: the last frame that has begun by then. Before the first frame begins, it is 0.
  func frameNumber(atTicks ticks: Int64) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= ticks { low = middle } else { high = middle }
    }
    return low
  }
}
