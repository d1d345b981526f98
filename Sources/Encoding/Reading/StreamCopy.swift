import CFFmpeg
import Model

/// What is copied into a movie out of another file, packet by packet: sound and subtitles.
package struct StreamCopy: Sendable {
  /// The file.
  package let path: String
  /// Whether all sound and subtitles are copied, of footage or of a partial file, where there are any. Otherwise it is a file of
  /// sound, whose first stream is copied.
  package let copiesAllStreams: Bool
  /// Seconds of the file at which the movie begins.
  package let start: Rational
  /// Whether the sound of footage ends with the movie because not all of its frames are in it.
  package let cutsAtVideoEnd: Bool
  /// Whether times are kept as they are: of a partial, whose time 0 is already the movie's.
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

/// Copies the packets of a `StreamCopy` into one muxer, in time with its video.
///
/// Time stamps keep their distance from the start of the file, so that sound stays with the pictures. The packets' bytes are not
/// changed.
final class StreamCopier {
  /// Sentences for a person about the streams that are left out.
  private(set) var notes: [String] = []

  /// Packets written so far.
  private(set) var packetsWritten = 0

  private let copy: StreamCopy
  private let container: Container
  /// Finds out what the container takes; nil where that is known.
  private let trial: SoundTrial?
  private let file: InputFile
  /// The streams that are copied, by their index in the file.
  private var tracks: [Int32: Track] = [:]
  private var packet: UnsafeMutablePointer<AVPacket>?
  /// Whether `packet` holds one that is still to be written.
  private var hasPacket = false

  /// A stream on its way.
  private struct Track {
    let source: UnsafeMutablePointer<AVStream>
    /// The time stamp that becomes 0, in the source's unit.
    let origin: Int64
    var target: UnsafeMutablePointer<AVStream>?
    /// The decoding time that was written last, in the target's unit.
    var lastDecoding: Int64?
  }

  /// Opens the file and chooses what the container can hold.
  ///
  /// - Parameter trial: finds out what the container takes; nil where it has taken all of the file's streams before.
  /// - Throws: `MediaError` of kind `settings` for sound that it cannot hold.
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
        if try wants(stream, output) {
          let start = copy.start / Rational(Int64(stream.pointee.time_base.num), Int64(stream.pointee.time_base.den))
          tracks[stream.pointee.index] = Track(
            source: stream,
            origin: copy.keepsTimes
              ? Self.priming(stream, container) : file.start(inUnitOf: stream) + (start + Rational(1, 2)).floor)
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

  private func wants(
    _ stream: UnsafeMutablePointer<AVStream>, _ output: UnsafePointer<AVOutputFormat>
  ) throws -> Bool {
    guard let parameters = stream.pointee.codecpar, stream.pointee.time_base.num > 0, stream.pointee.time_base.den > 0
    else { return false }
    let type = parameters.pointee.codec_type
    // The first sound of a track of its own; all of footage.
    if type == AVMEDIA_TYPE_AUDIO, !copy.copiesAllStreams, !tracks.isEmpty { return false }
    let isHeld =
      avformat_query_codec(output, parameters.pointee.codec_id, FF_COMPLIANCE_NORMAL) == 1
      && trial?.holds(parameters, in: container) ?? true
    let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
    switch type {
    case AVMEDIA_TYPE_AUDIO:
      if isHeld { return true }
      // The file is damaged; no container takes such sound.
      if parameters.pointee.sample_rate <= 0 {
        notes.append("Sound of \(copy.path) (stream \(stream.pointee.index), \(name)) cannot be read; it is left out.")
        return false
      }
      throw MediaError(
        .settings,
        "The sound of \(copy.path) is \(name), which \(container.title) cannot hold; "
          + (trial?.remedy(for: parameters, in: container) ?? "another codec would do.")
          + (copy.copiesAllStreams ? " `--audio none` leaves it out." : ""), path: copy.path)
    case AVMEDIA_TYPE_SUBTITLE where copy.copiesAllStreams:
      if !isHeld {
        notes.append(
          "\(container.title) cannot hold the subtitles of \(copy.path) (stream \(stream.pointee.index), \(name)); they are left out."
        )
      }
      return isHeld
    case AVMEDIA_TYPE_VIDEO: return false
    default:
      if copy.copiesAllStreams {
        notes.append("Stream \(stream.pointee.index) of \(copy.path) (\(name)) is left out.")
      }
      return false
    }
  }

  /// The time stamp that becomes 0 in a copy of a partial. It is 0, except in Matroska and WebM: their demuxer subtracts the codec's
  /// initial padding (encoder delay) from all times, so there it is minus that padding.
  private static func priming(_ stream: UnsafeMutablePointer<AVStream>, _ container: Container) -> Int64 {
    guard container.frontIndex == .cues, let parameters = stream.pointee.codecpar, parameters.pointee.sample_rate > 0
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
  ///   - time: in units of `unit`, as decoding times are; nil for all that are left.
  ///   - presentationEnd: the time from which on nothing may be shown, in the same unit; nil for no such time.
  func write(
    into format: UnsafeMutablePointer<AVFormatContext>, until time: Int64?, presentationEnd: Int64? = nil,
    unit: AVRational
  ) throws {
    guard let packet else { return }
    while true {
      if !hasPacket {
        // A file that is cut off has sound up to there.
        guard av_read_frame(file.format, packet) >= 0 else { return }
        guard try prepare(packet) else {
          av_packet_unref(packet)
          continue
        }
        hasPacket = true
      }
      guard let track = tracks.values.first(where: { $0.target?.pointee.index == packet.pointee.stream_index }),
        let target = track.target
      else { return }
      let base = target.pointee.time_base
      if let time, av_compare_ts(packet.pointee.dts, base, time, unit) > 0 { return }
      hasPacket = false
      let isLate = presentationEnd.map { av_compare_ts(packet.pointee.pts, base, $0, unit) >= 0 } ?? false
      defer { av_packet_unref(packet) }
      if isLate { continue }
      try check("av_write_frame", av_write_frame(format, packet))
      packetsWritten += 1
    }
  }

  /// Gives a packet the muxer's time stamps. Returns false for one that is not copied.
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
    // Where the movie begins later than the file, earlier packets are dropped. Sound before the start of the whole file primes its
    // decoder and is kept.
    if copy.start > .zero, packet.pointee.pts < 0 { return false }
    av_packet_rescale_ts(packet, track.source.pointee.time_base, target.pointee.time_base)
    // Muxers refuse decoding times that do not ascend, which broken files have.
    if let last = track.lastDecoding, packet.pointee.dts <= last {
      packet.pointee.dts = last + 1
      packet.pointee.pts = max(packet.pointee.pts, packet.pointee.dts)
    }
    track.lastDecoding = packet.pointee.dts
    tracks[packet.pointee.stream_index] = track
    packet.pointee.stream_index = target.pointee.index
    packet.pointee.pos = -1
    return true
  }
}
