import CFFmpeg
import Model

/// Reads the file of one part of a movie, packet by packet.
///
/// A packet's frame number is computed from its presentation time, so that neither a container's rounding (Matroska's milliseconds) nor the
/// durations that files state (MP4's demuxer drops fractions) play a role. A part's first packet is a key frame, and is shown first: every
/// encoder begins so.
final class MoviePartReader {
  private let file: InputFile
  private let stream: UnsafeMutablePointer<AVStream>
  /// Frames a second.
  private let frameRate: AVRational

  /// Opens a part.
  ///
  /// - Throws: `MediaError` for a file that is no movie.
  init(_ path: String, frameRate: Rational) throws(MediaError) {
    file = try InputFile(path)
    guard let video = VideoStream(of: file) else {
      throw MediaError(.file, "\(path) has no video.", path: path)
    }
    stream = video.pointer
    self.frameRate = AVRational(frameRate)
  }

  /// The file's description of its video stream: codec, size, the decoder's setup (`extradata`).
  var parameters: UnsafeMutablePointer<AVCodecParameters> { stream.pointee.codecpar }

  /// Whether the file stores when packets are decoded, as MP4 and QuickTime do.
  private var storesDecodingTimes: Bool {
    file.demuxer?.pointee.iformat?.pointee.name.map { String(cString: $0).contains("mov") } ?? false
  }

  /// How many frames before its presentation a packet is decoded, by the file's time stamps; 0 where the file has no decoding times.
  func decodingLead(of packet: UnsafePointer<AVPacket>) -> Int {
    guard storesDecodingTimes, packet.pointee.dts != motes_no_timestamp() else { return 0 }
    let frameSeconds = AVRational(num: frameRate.den, den: frameRate.num)
    return Int(av_rescale_q(packet.pointee.pts - packet.pointee.dts, stream.pointee.time_base, frameSeconds))
  }

  /// Calls `body` with each packet, in decoding order, and the number of its frame, counted from 0 within the part. The packet belongs to
  /// the reader, and its times are those of the file.
  func forEachPacket(_ body: (UnsafeMutablePointer<AVPacket>, _ frame: Int) throws -> Void) throws {
    var packet = try check("av_packet_alloc", av_packet_alloc()) as UnsafeMutablePointer?
    defer { av_packet_free(&packet) }
    guard let packet else { return }
    let frameSeconds = AVRational(num: frameRate.den, den: frameRate.num)
    var firstTime: Int64?
    while true {
      let result = av_read_frame(file.demuxer, packet)
      if result == motes_averror_eof() { return }
      try check("av_read_frame", result)
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == stream.pointee.index else { continue }
      guard packet.pointee.flags & AV_PKT_FLAG_CORRUPT == 0, packet.pointee.pts != motes_no_timestamp() else {
        throw LibraryError(call: "av_read_frame", code: motes_averror_invalid_data())
      }
      let time = packet.pointee.pts - (firstTime ?? packet.pointee.pts)
      firstTime = firstTime ?? packet.pointee.pts
      let number = av_rescale_q(time, stream.pointee.time_base, frameSeconds)
      try body(packet, Int(number))
    }
  }
}

/// The file of a part, and what it contains.
package struct MoviePartFile: Sendable {
  package let path: String
  package let facts: MoviePartFacts

  package init(path: String, facts: MoviePartFacts) {
    self.path = path
    self.facts = facts
  }
}

/// What a part contains, found by reading the part once.
package struct MoviePartFacts: Sendable, Equatable, Codable {
  /// How many frames the part has.
  package let frameCount: Int
  /// By how many frames decoding must run ahead, so that each frame is decoded by the time it is shown: 2 for H.264 with two levels of
  /// B-frames.
  package let reorderDelay: Int

  /// Facts that were found earlier.
  package init(frameCount: Int, reorderDelay: Int) {
    (self.frameCount, self.reorderDelay) = (frameCount, reorderDelay)
  }

  /// Reads a part.
  ///
  /// - Throws: `MediaError` for a file that is no movie, or one whose frames do not follow one another without a gap.
  package init(of path: String, frameRate: Rational) throws(MediaError) {
    let reader = try MoviePartReader(path, frameRate: frameRate)
    // The frame numbers of the packets so far. Their count is the next packet's place in decoding order.
    var numbersInDecodingOrder: [Int] = []
    var delay = 0
    do {
      try reader.forEachPacket { packet, frame in
        // Without a delay, this frame would be decoded `lateness` frames after its turn to be shown. The encoder may have reserved more
        // delay than the order of the frames needs: the first packet's lead tells.
        let lateness = numbersInDecodingOrder.count - frame
        delay = max(delay, lateness, numbersInDecodingOrder.isEmpty ? reader.decodingLead(of: packet) : 0)
        numbersInDecodingOrder.append(frame)
      }
    } catch {
      throw MediaError(error, doing: "read \(path)", path: path)
    }
    guard numbersInDecodingOrder.sorted().elementsEqual(0..<numbersInDecodingOrder.count) else {
      throw MediaError(.file, "\(path) has missing or repeated frames.", path: path)
    }
    frameCount = numbersInDecodingOrder.count
    reorderDelay = delay
  }
}
