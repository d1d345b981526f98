import CFFmpeg
import Glibc
import Model
import Raster

/// The sound of a file, encoded to AAC for containers that cannot hold it as it is. It lies in an anonymous file in memory, which is gone with this object.
final class EncodedSound: Sendable {
  /// The path of the file within this process.
  let path: String
  private let descriptor: Int32

  /// Bits a second of each channel: high quality for FFmpeg's encoder.
  private static let bitsPerChannel: Int64 = 128_000
  /// The most channels that AAC holds.
  private static let maximumChannels = 8

  /// Decodes a part of the sound of a file, and encodes it.
  ///
  /// - Parameters:
  ///   - start: seconds of the sound at which the part begins.
  ///   - seconds: length of the part; nil for all that follows. What lies behind it is not decoded.
  init(of song: String, from start: Rational, seconds: Double?) throws(MediaError) {
    let decoder = try SoundDecoder(song)
    guard decoder.channels.count <= Self.maximumChannels else {
      throw MediaError(
        .settings, "\(song) has \(decoder.channels.count) channels; AAC holds \(Self.maximumChannels) at most.",
        path: song)
    }
    do {
      descriptor = try checkSystem("memfd_create", motes_anonymous_file())
      path = "/proc/self/fd/\(descriptor)"
    } catch {
      throw MediaError(error, doing: "encode the sound of \(song)", path: song)
    }
    // All properties are set: from here on `deinit` closes the file.
    do {
      let encoder = try SoundEncoder(
        sampleRate: decoder.sampleRate, channels: decoder.channels.count,
        bitsPerSecond: Self.bitsPerChannel * Int64(decoder.channels.count), descriptor: descriptor)
      let channels = decoder.channels.count
      let first = Int((start.double * Double(decoder.sampleRate)).rounded())
      let end = seconds.map { first + Int(($0 * Double(decoder.sampleRate)).rounded(.up)) } ?? .max
      var failure: (any Error)?
      var position = 0
      func append(_ samples: UnsafeBufferPointer<Float>) {
        let next = position + samples.count / channels
        let wanted = (first..<end).clamped(to: position..<next)
        let range = (wanted.lowerBound - position) * channels..<(wanted.upperBound - position) * channels
        position = next
        do { try encoder.append(UnsafeBufferPointer(rebasing: samples[range])) } catch { failure = error }
      }
      while failure == nil, position < end, try decoder.next(append) {}
      if let failure { throw failure }
      try encoder.finish()
    } catch {
      throw MediaError(error, doing: "encode the sound of \(song)", path: song)
    }
  }

  deinit { close(descriptor) }
}

/// Encodes samples to AAC by FFmpeg's own encoder, and writes an MP4 with nothing else.
private final class SoundEncoder {
  private let channels: Int
  private let timeBase: AVRational
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var parameters: UnsafeMutablePointer<AVCodecParameters>?
  private var muxer: Muxer?
  /// Samples that do not fill a frame of the encoder yet.
  private var pending: [Float] = []
  private var samplesSent: Int64 = 0

  init(sampleRate: Int, channels: Int, bitsPerSecond: Int64, descriptor: Int32) throws {
    self.channels = channels
    timeBase = AVRational(num: 1, den: Int32(sampleRate))
    guard let codec = avcodec_find_encoder_by_name("aac") else {
      throw MediaError(.codec, "This machine's libavcodec was built without its AAC encoder.")
    }
    let context = try check("avcodec_alloc_context3", avcodec_alloc_context3(codec))
    self.context = context
    context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
    context.pointee.sample_rate = Int32(sampleRate)
    context.pointee.time_base = timeBase
    context.pointee.bit_rate = bitsPerSecond
    context.pointee.thread_count = 1
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    av_channel_layout_default(&context.pointee.ch_layout, Int32(channels))
    try check("avcodec_open2", avcodec_open2(context, codec, nil))
    let parameters = try check("avcodec_parameters_alloc", avcodec_parameters_alloc())
    self.parameters = parameters
    try check("avcodec_parameters_from_context", avcodec_parameters_from_context(parameters, context))
    packet = try check("av_packet_alloc", av_packet_alloc())
    muxer = try Muxer(
      .mp4, sink: OutputSink(descriptor: descriptor), parameters: parameters, fourCC: .chosenByMuxer,
      frameRate: AVRational(num: timeBase.den, den: timeBase.num), options: [])
  }

  deinit {
    avcodec_parameters_free(&parameters)
    av_packet_free(&packet)
    avcodec_free_context(&context)
  }

  private var frameSamples: Int { Int(context?.pointee.frame_size ?? 0) }

  /// Takes samples, those of all channels at one moment side by side.
  func append(_ samples: UnsafeBufferPointer<Float>) throws {
    pending += samples
    var first = 0
    while (pending.count - first) / channels >= frameSamples {
      try send(first..<(first + frameSamples * channels))
      first += frameSamples * channels
    }
    pending.removeFirst(first)
  }

  /// Encodes what is left, and ends the file.
  func finish() throws {
    if !pending.isEmpty { try send(pending.indices) }
    try receive(after: avcodec_send_frame(context, nil))
    try muxer?.finish()
  }

  private func send(_ range: Range<Int>) throws {
    var frame = av_frame_alloc()
    defer { av_frame_free(&frame) }
    let sent = try check("av_frame_alloc", frame)
    let count = range.count / channels
    sent.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    sent.pointee.nb_samples = Int32(count)
    sent.pointee.sample_rate = timeBase.den
    sent.pointee.pts = samplesSent
    av_channel_layout_default(&sent.pointee.ch_layout, Int32(channels))
    try check("av_frame_get_buffer", av_frame_get_buffer(sent, 0))
    guard let planes = sent.pointee.extended_data else { return }
    for channel in 0..<channels {
      guard let bytes = planes[channel] else { continue }
      bytes.withMemoryRebound(to: Float.self, capacity: count) { plane in
        for index in 0..<count { plane[index] = pending[range.lowerBound + index * channels + channel] }
      }
    }
    samplesSent += Int64(count)
    try receive(after: avcodec_send_frame(context, sent))
  }

  /// Writes the packets that are ready.
  private func receive(after result: Int32) throws {
    try check("avcodec_send_frame", result)
    guard let packet else { return }
    while true {
      let result = avcodec_receive_packet(context, packet)
      if result == motes_averror(EAGAIN) || result == motes_averror_eof() { return }
      try check("avcodec_receive_packet", result)
      defer { av_packet_unref(packet) }
      try muxer?.write(packet, timeBase: timeBase)
    }
  }
}
