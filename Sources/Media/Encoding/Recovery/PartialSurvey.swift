import CFFmpeg
import Glibc
import Model
import Raster

/// What the partial file of a movie (`NAME.partial`, see `MovieWriter`) holds, found by reading all packets of its video stream.
final class PartialSurvey {
  /// How many packets, from the first on, are undamaged and leave no gap in time.
  private(set) var frameCount = 0
  /// Bytes of the first packet.
  private(set) var firstPacketBytes = 0
  /// Frames a second, on average if the frames' durations vary.
  private(set) var frameRate = AVRational(num: 0, den: 1)
  /// The file's time base and pixel aspect ratio.
  private(set) var timeBaseAndAspect = FootageFormat(tick: .zero, pixelAspect: .one)
  /// The time of the frame that is shown last among the first `frameCount` packets, in the file's time base.
  private(set) var lastFrame = ClipFrameTime(start: 0, duration: 0)
  /// Whether the file was written to its end, and `frameCount` counts all of its packets.
  private(set) var isWhole = false
  /// Whether there are other streams, of sound or subtitles.
  private(set) var hasMoreStreams = false
  /// Light levels of HDR10, if the file has them.
  private(set) var contentLight: ContentLight?
  /// The video stream's description; nil if the file has no frames.
  private(set) var parameters: UnsafeMutablePointer<AVCodecParameters>?

  /// When a packet is shown and decoded, in the stream's unit.
  private struct PacketTimes {
    /// Presentation time.
    let shown: Int64
    /// Decoding time: no later packet is shown before this time.
    let decoded: Int64
    let duration: Int64
    let byteCount: Int
  }

  /// Reads a partial file.
  ///
  /// - Parameters:
  ///   - path: path of the file.
  ///   - container: the format of the file.
  init(path: String, container: Container) throws {
    let frontIndexKind = container.frontIndexKind
    // A file that ends within its header has no frames.
    guard let input = try? PartialInput(path: path, container: container) else { return }
    let stream = input.video
    // Whether the process that wrote the file came to its end.
    let wasFinished =
      switch frontIndexKind {
      case .mp4Moov?: Self.endsWithFragmentIndex(path)
      case .matroskaCues?: Self.holdsWholeSegment(path)
      case nil: false
      }
    hasMoreStreams = input.hasMoreStreams
    let unit = stream.pointee.time_base
    guard unit.num > 0, unit.den > 0 else { return }
    let packets = try undamagedPackets(
      input.demuxer, frontIndexKind == .matroskaCues ? DecodingTimes(stream.pointee.codecpar) : nil,
      // Later times could overflow in what is computed from them; no movie lasts so long.
      latest: Int64(Double(Limits.durationSeconds) * Double(unit.den) / Double(unit.num)))
    let durations = Set(packets.map(\.duration))
    if durations.count == 1, let duration = durations.first, duration > 0, frontIndexKind == .mp4Moov {
      // All frames have the same duration, and MP4's time base expresses it exactly.
      av_reduce(&frameRate.num, &frameRate.den, Int64(unit.den), Int64(unit.num) * duration, Int64(Int32.max))
    } else {
      frameRate =
        [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate].first { $0.num > 0 && $0.den > 0 } ?? frameRate
    }
    guard frameRate.num > 0, frameRate.den > 0, !packets.isEmpty else { return }
    // Files without an index in front have no reordered frames; their rate may be a mean of rounded durations.
    let constant = frontIndexKind == nil ? nil : Self.gaplessCount(packets, unit: unit, constantRate: frameRate)
    frameCount = constant ?? Self.gaplessCount(packets, wasFinished: wasFinished)
    firstPacketBytes = packets[0].byteCount
    isWhole = wasFinished && frameCount == packets.count
    guard let last = packets.prefix(frameCount).max(by: { $0.shown < $1.shown }) else { return }
    let usualDuration = max(1, av_rescale_q(1, AVRational(num: frameRate.den, den: frameRate.num), unit))
    lastFrame = ClipFrameTime(start: last.shown, duration: last.duration > 0 ? last.duration : usualDuration)
    let aspect = stream.pointee.sample_aspect_ratio
    timeBaseAndAspect = FootageFormat(
      tick: Rational(Int64(unit.num), Int64(unit.den)),
      pixelAspect: aspect.num > 0 && aspect.den > 0 ? Rational(Int64(aspect.num), Int64(aspect.den)) : .one)
    contentLight = MasteringDisplay.contentLight(of: stream)
    let copy = try check("avcodec_parameters_alloc", avcodec_parameters_alloc())
    parameters = copy
    try check("avcodec_parameters_copy", avcodec_parameters_copy(copy, stream.pointee.codecpar))
  }

  /// The times of all packets before the first damaged one.
  ///
  /// - Parameters:
  ///   - decodingTimes: computes decoding times for a file that does not store them; nil for other files.
  ///   - latest: a packet with a time or duration beyond this counts as damaged.
  private func undamagedPackets(
    _ input: UnsafeMutablePointer<AVFormatContext>, _ decodingTimes: DecodingTimes?, latest: Int64
  ) throws -> [PacketTimes] {
    var decodingTimes = decodingTimes
    var packet = try check("av_packet_alloc", av_packet_alloc()) as UnsafeMutablePointer?
    defer { av_packet_free(&packet) }
    guard let packet else { return [] }
    var packets: [PacketTimes] = []
    while av_read_frame(input, packet) >= 0 {
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == 0 else { continue }
      let (shown, decoded) = (packet.pointee.pts, packet.pointee.dts)
      let times = -latest...latest
      guard packet.pointee.flags & AV_PKT_FLAG_CORRUPT == 0, times.contains(shown),
        decoded == motes_no_timestamp() || times.contains(decoded), (0...latest).contains(packet.pointee.duration)
      else { break }
      packets.append(
        PacketTimes(
          shown: shown,
          decoded: decodingTimes?.next(shown: shown) ?? (decoded == motes_no_timestamp() ? shown : decoded),
          duration: packet.pointee.duration, byteCount: Int(packet.pointee.size)))
    }
    return packets
  }

  /// How many packets, from the first on, hold the frames 0, 1, 2 … of a constant rate without a gap. Nil if so many packets are left
  /// over that reordering cannot be the reason: then the rate is not constant.
  private static func gaplessCount(_ packets: [PacketTimes], unit: AVRational, constantRate rate: AVRational) -> Int? {
    let first = packets.lazy.map(\.shown).min() ?? 0
    let framesPerUnit = av_mul_q(unit, rate)
    var (gapless, largest) = (0, -1)
    for (index, packet) in packets.enumerated() {
      let time = packet.shown - first
      let number = av_rescale_rnd(time, Int64(framesPerUnit.num), Int64(framesPerUnit.den), AV_ROUND_NEAR_INF)
      // Times are rounded to the file's unit, hence a tolerance of 1.
      // av_rescale gives Int64.min where it overflows, in a file with a broken rate.
      let rounded = av_rescale(number, Int64(framesPerUnit.den), Int64(framesPerUnit.num))
      guard (rounded &- time).magnitude <= 1 else { break }
      largest = max(largest, Int(number))
      // The frames 0 ... index are complete exactly when the largest number among index + 1 packets is index.
      if largest == index { gapless = index + 1 }
    }
    return packets.count - gapless <= DecodingTimes.maximumReordered ? gapless : nil
  }

  /// How many packets, from the first on, certainly have no gap, whatever the frames' durations are: no missing frame can be shown
  /// among them.
  private static func gaplessCount(_ packets: [PacketTimes], wasFinished: Bool) -> Int {
    if wasFinished { return packets.count }
    // A frame that is missing at the end is shown no sooner than the last packet is decoded (`bound`). Packets are dropped from the end
    // until all that remain are shown by then. Each dropped packet is one more missing frame, so it lowers the bound.
    var bound = packets.last?.decoded ?? 0
    let latestShown = packets.map(\.shown).reduce(into: [Int64]()) { $0.append(max($0.last ?? .min, $1)) }
    for index in packets.indices.reversed() {
      if latestShown[index] <= bound { return index + 1 }
      bound = min(bound, packets[index].shown - 1)
    }
    return 0
  }

  /// Whether a fragmented MP4 file ends with its index of fragments, whose last atom, "mfro", is 16 bytes long.
  private static func endsWithFragmentIndex(_ path: String) -> Bool {
    let (size, atom) = bytes(of: path, count: 16, fromEnd: true)
    return size >= 16 && atom.count == 16 && atom[4..<8].elementsEqual("mfro".utf8)
  }

  /// Whether a Matroska file states the length of its segment, which the muxer writes last, and is at least that long.
  private static func holdsWholeSegment(_ path: String) -> Bool {
    let (size, bytes) = bytes(of: path, count: 256, fromEnd: false)
    /// A variable-length integer of EBML and the offset after it. The leading zero bits of its first byte give its own length.
    func number(at offset: Int) -> (value: UInt64, end: Int)? {
      guard offset < bytes.count else { return nil }
      let length = bytes[offset].leadingZeroBitCount + 1
      guard length <= 8, offset + length <= bytes.count else { return nil }
      let value = bytes[offset..<offset + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return (value & (UInt64(1) << UInt64(7 * length) - 1), offset + length)
    }
    // Each element has an ID, here of four bytes, a length, and contents. The segment follows the EBML header, which is short
    // enough for the bytes that were read.
    guard let header = number(at: 4), header.value < 128 else { return false }
    let segmentOffset = header.end + Int(header.value)
    // All 56 bits are 1 while the length is unknown.
    guard let length = number(at: segmentOffset + 4), length.value < 1 << 56 - 1 else { return false }
    return size >= length.end + Int(length.value)
  }

  /// A file's size, and `count` bytes of its beginning or end; fewer from a shorter file.
  static func bytes(of path: String, count: Int, fromEnd: Bool) -> (size: Int, bytes: [UInt8]) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return (0, []) }
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(descriptor, &bytes, count, fromEnd ? max(0, size - count) : 0)
    return (size, Array(bytes.prefix(max(0, read))))
  }

  deinit { avcodec_parameters_free(&parameters) }
}
