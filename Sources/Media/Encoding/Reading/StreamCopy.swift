import CFFmpeg
import Model

/// Which sound and subtitles are copied into a movie from another file, packet by packet.
package struct StreamCopy: Sendable {
  /// Path of the file.
  package let path: String
  /// Whether all streams of sound and subtitles are copied, as from footage or from the partial file of an interrupted render; there may be
  /// none. If false, only the first stream of sound is copied, and the file must have one.
  package let copiesAllStreams: Bool
  /// The time in the file, in seconds, at which the movie begins.
  package let start: Rational
  /// Whether the copied streams are cut off where the movie's last frame ends.
  package let cutsAtVideoEnd: Bool
  /// The sound that was encoded for this copy, which its file lies in; nil for a file of the user's.
  var encoded: EncodedSound?
  /// Whether time stamps stay as they are: for a partial file, whose time 0 is already the movie's.
  let keepsTimes: Bool

  package init(path: String, copiesAllStreams: Bool, start: Rational = .zero, cutsAtVideoEnd: Bool) {
    self.init(
      path: path, copiesAllStreams: copiesAllStreams, start: start, cutsAtVideoEnd: cutsAtVideoEnd, keepsTimes: false)
  }

  init(path: String, copiesAllStreams: Bool, start: Rational = .zero, cutsAtVideoEnd: Bool, keepsTimes: Bool) {
    self.path = path
    self.copiesAllStreams = copiesAllStreams
    self.start = start
    self.cutsAtVideoEnd = cutsAtVideoEnd
    self.keepsTimes = keepsTimes
  }
}

/// Copies the packets of a `StreamCopy` into a muxer, interleaved with its video.
///
/// Time stamps are counted from `StreamCopy.start`, so that sound and pictures stay in sync. The packets' bytes are not changed.
final class StreamCopier {
  /// Sentences for a person about the streams that are left out.
  private(set) var notes: [String] = []

  /// Number of packets written so far.
  private(set) var packetsWritten = 0

  private let copy: StreamCopy
  private let container: Container
  /// Finds out what the container takes beside the frames; nil if only the muxer's list of codecs is asked.
  private let trial: SoundTrial?
  private let file: InputFile
  /// The streams that are copied, by their index in the file.
  private var tracks: [Int32: Track] = [:]
  private var packet: UnsafeMutablePointer<AVPacket>?
  /// Whether `packet` holds a packet that is still to be written.
  private var hasPacket = false

  /// A stream that is copied.
  private struct Track {
    let source: UnsafeMutablePointer<AVStream>
    /// The time stamp that becomes 0, in the source's unit.
    let origin: Int64
    var target: UnsafeMutablePointer<AVStream>?
    /// The decoding time that was written last, in the target's unit.
    var lastDecoding: Int64?
  }

  /// Opens the file and chooses the streams that are copied.
  ///
  /// - Parameter trial: finds out what the container takes beside the frames. Nil if the streams come from a file of the same container, or
  ///   were accepted before, so that no trial is needed.
  /// - Throws: `MediaError` of kind `settings` for sound that the container cannot hold.
  init(_ copy: StreamCopy, container: Container, trial: SoundTrial? = nil) throws(MediaError) {
    self.copy = copy
    self.container = container
    self.trial = trial
    file = try InputFile(copy.path)
    do {
      packet = try check("av_packet_alloc", av_packet_alloc())
      guard let output = av_guess_format(container.muxer, nil, nil) else {
        throw LibraryError(call: "av_guess_format", code: motes_averror(EINVAL))
      }
      for stream in file.streams {
        if try shouldCopy(stream, output) {
          let startTicks =
            copy.start / Rational(Int64(stream.pointee.time_base.num), Int64(stream.pointee.time_base.den))
          tracks[stream.pointee.index] = Track(
            source: stream,
            origin: copy.keepsTimes
              ? Self.originInPartialFile(of: stream, container)
              : file.start(inUnitOf: stream) + (startTicks + Rational(1, 2)).floor)
        } else {
          stream.pointee.discard = AVDISCARD_ALL
        }
      }
    } catch {
      throw MediaError(error, doing: "read \(copy.path)", path: copy.path)
    }
    if !copy.copiesAllStreams, tracks.isEmpty {
      throw MediaError(.settings, "\(copy.path) has no sound.", path: copy.path)
    }
  }

  deinit { av_packet_free(&packet) }

  // MARK: Choice

  /// Whether a stream is copied. Notes streams that are left out, and throws for sound that the container cannot hold.
  private func shouldCopy(
    _ stream: UnsafeMutablePointer<AVStream>, _ output: UnsafePointer<AVOutputFormat>
  ) throws -> Bool {
    guard let parameters = stream.pointee.codecpar, stream.pointee.time_base.num > 0, stream.pointee.time_base.den > 0
    else { return false }
    let type = parameters.pointee.codec_type
    // If not all streams are copied, only the first stream of sound is.
    if type == AVMEDIA_TYPE_AUDIO, !copy.copiesAllStreams, !tracks.isEmpty { return false }
    let isSupported =
      avformat_query_codec(output, parameters.pointee.codec_id, FF_COMPLIANCE_NORMAL) == 1
      && trial?.accepts(parameters, in: container) ?? true
    let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
    switch type {
    case AVMEDIA_TYPE_AUDIO:
      if isSupported { return true }
      // Sound without a sample rate comes from a damaged file, and no container takes it.
      if parameters.pointee.sample_rate <= 0 {
        notes.append("Sound of \(copy.path) (stream \(stream.pointee.index), \(name)) cannot be read; it is left out.")
        return false
      }
      throw MediaError(
        .settings,
        "The sound of \(copy.path) is \(name), which \(container.title) cannot hold; "
          + (trial?.remedy(for: parameters, in: container) ?? "use another codec.")
          + (copy.copiesAllStreams ? " `--audio none` leaves it out." : ""), path: copy.path)
    case AVMEDIA_TYPE_SUBTITLE where copy.copiesAllStreams:
      if !isSupported {
        notes.append(
          "\(container.title) cannot hold the subtitles of \(copy.path) (stream \(stream.pointee.index), \(name)); they are left out."
        )
      }
      return isSupported
    case AVMEDIA_TYPE_VIDEO: return false
    default:
      if copy.copiesAllStreams {
        notes.append("Stream \(stream.pointee.index) of \(copy.path) (\(name)) is left out.")
      }
      return false
    }
  }

  /// The time stamp that becomes 0 in a copy of a partial file. It is 0, except in Matroska and WebM: their demuxer subtracts the codec's
  /// initial padding (encoder delay) from all times, so the movie's time 0 has a time stamp of minus this padding.
  private static func originInPartialFile(
    of stream: UnsafeMutablePointer<AVStream>, _ container: Container
  ) -> Int64 {
    guard container.frontIndexKind == .matroskaCues, let parameters = stream.pointee.codecpar,
      parameters.pointee.sample_rate > 0
    else { return 0 }
    let sample = AVRational(num: 1, den: parameters.pointee.sample_rate)
    return -av_rescale_q(Int64(parameters.pointee.initial_padding), sample, stream.pointee.time_base)
  }

  // MARK: Copying

  /// Adds the streams to a muxer whose header is still to be written.
  func addStreams(to format: UnsafeMutablePointer<AVFormatContext>) throws {
    for index in tracks.keys.sorted() {
      guard let source = tracks[index]?.source else { continue }
      let target = try check("avformat_new_stream", avformat_new_stream(format, nil))
      try check("avcodec_parameters_copy", avcodec_parameters_copy(target.pointee.codecpar, source.pointee.codecpar))
      target.pointee.codecpar.pointee.codec_tag = 0  // the muxer chooses
      target.pointee.time_base = source.pointee.time_base
      target.pointee.disposition = source.pointee.disposition
      // Language and title.
      try check("av_dict_copy", av_dict_copy(&target.pointee.metadata, source.pointee.metadata, 0))
      try check("av_stream_new_side_data", motes_copy_side_data(target, source))
      tracks[index]?.target = target
    }
  }

  /// Writes all packets up to a time.
  ///
  /// - Parameters:
  ///   - format: the muxer that `addStreams` was called with.
  ///   - time: the last decoding time that is written, in units of `unit`; nil to write all remaining packets.
  ///   - presentationEnd: the presentation time from which on packets are dropped, in the same unit; nil to drop none.
  func write(
    into format: UnsafeMutablePointer<AVFormatContext>, until time: Int64?, presentationEnd: Int64? = nil,
    unit: AVRational
  ) throws {
    guard let packet else { return }
    while true {
      if !hasPacket {
        guard av_read_frame(file.demuxer, packet) >= 0 else {
          // The file ends here, or is cut off, or cannot be read: demuxers give the same codes for all three. Only in the last case
          // the I/O context has an error.
          if let error = file.demuxer?.pointee.pb?.pointee.error, error != motes_averror_eof() {
            try check("avio_read", error)
          }
          return
        }
        guard try prepare(packet) else {
          av_packet_unref(packet)
          continue
        }
        hasPacket = true
      }
      guard let track = tracks.values.first(where: { $0.target?.pointee.index == packet.pointee.stream_index }),
        let target = track.target
      else { return }
      let timeBase = target.pointee.time_base
      if let time, av_compare_ts(packet.pointee.dts, timeBase, time, unit) > 0 { return }
      hasPacket = false
      let isAfterEnd = presentationEnd.map { av_compare_ts(packet.pointee.pts, timeBase, $0, unit) >= 0 } ?? false
      defer { av_packet_unref(packet) }
      if isAfterEnd { continue }
      try check("av_write_frame", av_write_frame(format, packet))
      packetsWritten += 1
    }
  }

  /// Gives a packet the new file's time stamps and stream index. Returns false for a packet that is not copied.
  private func prepare(_ packet: UnsafeMutablePointer<AVPacket>) throws -> Bool {
    guard var track = tracks[packet.pointee.stream_index], let target = track.target else { return false }
    // The last packet of a file that is cut off may be incomplete: it is dropped.
    if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { return false }
    let unknown = motes_no_timestamp()
    if packet.pointee.dts == unknown { packet.pointee.dts = packet.pointee.pts }
    if packet.pointee.pts == unknown { packet.pointee.pts = packet.pointee.dts }
    guard packet.pointee.pts != unknown else { return false }
    packet.pointee.pts &-= track.origin
    packet.pointee.dts &-= track.origin
    // If the movie begins later than the file, earlier packets are dropped. Otherwise packets with negative times are kept,
    // because decoders need them before the first sound.
    if copy.start > .zero, packet.pointee.pts < 0 { return false }
    av_packet_rescale_ts(packet, track.source.pointee.time_base, target.pointee.time_base)
    // Broken files have decoding times that do not ascend, which muxers refuse.
    if let last = track.lastDecoding, packet.pointee.dts <= last {
      packet.pointee.dts = last + 1
      packet.pointee.pts = max(packet.pointee.pts, packet.pointee.dts)
    }
    track.lastDecoding = packet.pointee.dts
    tracks[packet.pointee.stream_index] = track
    packet.pointee.stream_index = target.pointee.index
    packet.pointee.pos = -1  // the offset in the source file, which has no meaning in the new one
    return true
  }
}
