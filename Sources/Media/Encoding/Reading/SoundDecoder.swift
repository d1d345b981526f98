import CFFmpeg
import Glibc
import Model

/// Decodes the sound of a file, from its first sample to its last, as Floats.
///
/// Samples stand where the movie of `StreamCopy` would have them: sound that begins later than the file, or has a gap, is preceded by silence. One thread
/// decodes, so that each run gives the same samples. Lossless formats give the same samples on every machine, too; decoders of lossy
/// formats use other instructions on other processors.
package final class SoundDecoder {
  package let path: String
  package let sampleRate: Int
  package let channels: [SoundChannel]
  /// Whether every decoder gives the same samples.
  package let isLossless: Bool
  /// Seconds of sound that the file states; nil if it states none, or only guesses them.
  package let statedSeconds: Double?
  /// Samples of each channel that were given so far.
  package private(set) var samplesGiven = 0
  /// Number of packets that could not be decoded.
  package private(set) var damagedCount = 0

  private let file: InputFile
  private let stream: UnsafeMutablePointer<AVStream>
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var isDraining = false
  private var block: [Float] = []

  /// Sample rates that are decoded.
  package static let sampleRates = 8_000...192_000
  /// The longest sound that is decoded, in seconds.
  package static let maximumSeconds = 3 * 3_600
  /// The most channels of a sound.
  private static let maximumChannels = 64
  /// A gap between two packets is filled if it is longer than 1/50 s; a shorter one is the rounding of times.
  private static let shortestGapsPerSecond = 50
  /// How much of the stated length may be missing: a second, or a fiftieth of it, since some files only state it roughly.
  private static let allowedMissingShare = 0.02
  /// Samples of silence that are given at a time.
  private static let silenceSamples = 4_096
  /// The greatest value that is taken for a sample; full scale is 1.
  private static let greatestSample: Float = 64

  /// Opens a file's best stream of sound.
  package init(_ path: String) throws(MediaError) {
    self.path = path
    file = try InputFile(path, as: .sound)
    let index = av_find_best_stream(file.demuxer, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard index >= 0, index < Int32(file.streams.count) else {
      throw MediaError(.file, "\(path) has no sound: there is no audio track in it.", path: path)
    }
    stream = file.streams[Int(index)]
    for other in file.streams where other != stream { other.pointee.discard = AVDISCARD_ALL }
    let parameters = stream.pointee.codecpar.pointee
    let rate = Int(parameters.sample_rate)
    sampleRate = rate
    let channelCount = Int(parameters.ch_layout.nb_channels)
    channels = channelCount > 0 ? SoundChannel.all(of: parameters.ch_layout) : []
    let properties = avcodec_descriptor_get(parameters.codec_id)?.pointee.props ?? 0
    isLossless = properties & AV_CODEC_PROP_LOSSLESS != 0 && properties & AV_CODEC_PROP_LOSSY == 0
    statedSeconds = Self.statedSeconds(of: stream, in: file)
    func refusal(_ sentence: String) -> MediaError { MediaError(.file, sentence, path: path) }
    guard Self.sampleRates.contains(rate) else {
      throw refusal(
        "\(path) has \(rate) samples a second; \(Self.sampleRates.lowerBound) to \(Self.sampleRates.upperBound) are read."
      )
    }
    guard (1...Self.maximumChannels).contains(channelCount) else {
      throw refusal("\(path) has \(channelCount) channels of sound; 1 to \(Self.maximumChannels) are read.")
    }
    if let stated = statedSeconds, stated > Double(Self.maximumSeconds) { throw tooLong }
    do { try open() } catch { throw MediaError(error, doing: "decode the sound of \(path)", path: path) }
  }

  private func open() throws {
    let parameters = stream.pointee.codecpar
    guard let codec = avcodec_find_decoder(parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE) else {
      let name = avcodec_get_name(parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE).map { String(cString: $0) }
      throw MediaError(
        .codec, "This FFmpeg has no decoder for the sound of \(path) (\(name ?? "unknown")).", path: path)
    }
    context = try check("avcodec_alloc_context3", avcodec_alloc_context3(codec))
    packet = try check("av_packet_alloc", av_packet_alloc())
    frame = try check("av_frame_alloc", av_frame_alloc())
    try check("avcodec_parameters_to_context", avcodec_parameters_to_context(context, parameters))
    context?.pointee.pkt_timebase = stream.pointee.time_base
    context?.pointee.thread_count = 1
    context?.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    try check("avcodec_open2", avcodec_open2(context, codec, nil))
  }

  deinit {
    avcodec_free_context(&context)
    av_packet_free(&packet)
    av_frame_free(&frame)
  }

  /// Seconds of the sound as the file states them. A length that FFmpeg derives from the bit rate is a guess and gives nil.
  private static func statedSeconds(of stream: UnsafeMutablePointer<AVStream>, in file: InputFile) -> Double? {
    guard let demuxer = file.demuxer, demuxer.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE else {
      return nil
    }
    let base = stream.pointee.time_base
    if stream.pointee.duration != motes_no_timestamp(), stream.pointee.duration > 0, base.num > 0, base.den > 0 {
      return Double(stream.pointee.duration) * Double(base.num) / Double(base.den)
    }
    // The length of a file with pictures may be that of the pictures.
    guard file.streams.count == 1, demuxer.pointee.duration > 0 else { return nil }
    return Double(demuxer.pointee.duration) / 1_000_000
  }

  private var tooLong: MediaError {
    let length = statedSeconds.map { "has \(Int($0.rounded(.up))) s of sound" } ?? "goes on"
    return MediaError(
      .settings,
      "\(path) \(length); at most \(Self.maximumSeconds / 3_600) hours (\(Self.maximumSeconds) s) are analysed. Cut it into parts.",
      path: path)
  }

  // MARK: Decoding

  /// Decodes some more sound and calls `body` with its samples, those of all channels at one moment side by side. Returns false at the end.
  ///
  /// - Throws: `MediaError` for a file that ends long before the length that it states, or is longer than `maximumSeconds`.
  package func next(_ body: (UnsafeBufferPointer<Float>) -> Void) throws(MediaError) -> Bool {
    do {
      guard try decodeFrame() else {
        try checkLength()
        return false
      }
      try fillGap(body)
      try convertFrame()
      try count(block.count / channels.count)
      block.withUnsafeBufferPointer(body)
      return true
    } catch {
      throw MediaError(error, doing: "decode the sound of \(path)", path: path)
    }
  }

  private func count(_ samples: Int) throws {
    samplesGiven += samples
    if samplesGiven > Self.maximumSeconds * sampleRate { throw tooLong }
  }

  private func checkLength() throws {
    guard samplesGiven > 0 else {
      throw MediaError(.file, "\(path) has no sound that can be decoded.", path: path)
    }
    let seconds = Double(samplesGiven) / Double(sampleRate)
    // FFmpeg counts the bytes that are there of a WAV, whatever its header says.
    let statedByHeader = file.bytesStatedByRIFF.map { seconds * Double($0) / Double(file.byteCount) } ?? 0
    let stated = max(statedSeconds ?? 0, statedByHeader)
    guard stated - seconds > max(1, stated * Self.allowedMissingShare) else { return }
    /// Seconds with one digit after the point.
    func text(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10) s" }
    throw MediaError(
      .file,
      "\(path) is cut off or damaged: it states \(text(stated)) of sound, and \(text(seconds)) can be decoded. Get a whole copy of it, or make one of what is there: ffmpeg -i SONG mended.flac",
      path: path)
  }

  /// Decodes the next frame of samples; false at the end.
  private func decodeFrame() throws -> Bool {
    guard let context, let packet, let frame else { return false }
    while true {
      let result = avcodec_receive_frame(context, frame)
      if result >= 0 {
        if frame.pointee.nb_samples > 0 { return true }
        continue
      }
      if result == motes_averror_eof() { return false }
      if result != motes_averror(EAGAIN) {
        if result == motes_averror(ENOMEM) { throw LibraryError(call: "avcodec_receive_frame", code: result) }
        damagedCount += 1
      }
      // A decoder that neither gives frames nor ends would keep this loop running forever.
      if isDraining { return false }
      guard try readPacket(packet) else {
        isDraining = true
        avcodec_send_packet(context, nil)
        continue
      }
      defer { av_packet_unref(packet) }
      let sent = avcodec_send_packet(context, packet)
      if sent == motes_averror(ENOMEM) { throw LibraryError(call: "avcodec_send_packet", code: sent) }
      if sent < 0 { damagedCount += 1 }
    }
  }

  private func readPacket(_ packet: UnsafeMutablePointer<AVPacket>) throws -> Bool {
    while true {
      let result = av_read_frame(file.demuxer, packet)
      guard result >= 0 else {
        if result == motes_averror(ENOMEM) { throw LibraryError(call: "av_read_frame", code: result) }
        if result != motes_averror_eof() { damagedCount += 1 }
        return false
      }
      if packet.pointee.stream_index == stream.pointee.index { return true }
      av_packet_unref(packet)
    }
  }

  /// Gives silence up to the time of the decoded frame, if it begins later than the samples before it end.
  private func fillGap(_ body: (UnsafeBufferPointer<Float>) -> Void) throws {
    guard let frame, frame.pointee.pts != motes_no_timestamp() else { return }
    let ticks = frame.pointee.pts.subtractingReportingOverflow(file.start(inUnitOf: stream)).partialValue
    let sampleTime = AVRational(num: 1, den: Int32(sampleRate))
    let position = av_rescale_q(ticks, stream.pointee.time_base, sampleTime)
    let (missing, overflows) = position.subtractingReportingOverflow(Int64(samplesGiven))
    let shortest = samplesGiven == 0 ? 1 : sampleRate / Self.shortestGapsPerSecond
    guard !overflows, missing >= Int64(shortest) else { return }
    guard missing <= Int64(Self.maximumSeconds * sampleRate) else { throw tooLong }
    var left = Int(missing)
    try count(left)
    let silence = [Float](repeating: 0, count: Self.silenceSamples * channels.count)
    while left > 0 {
      let samples = min(left, Self.silenceSamples)
      silence.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<(samples * channels.count)])) }
      left -= samples
    }
  }

  /// Writes the samples of the decoded frame to `block`.
  private func convertFrame() throws {
    guard let frame = frame?.pointee else { return }
    guard Int(frame.sample_rate) == sampleRate, Int(frame.ch_layout.nb_channels) == channels.count else {
      throw MediaError(
        .file,
        "\(path) changes from \(sampleRate) Hz and \(channels.count) channels to \(frame.sample_rate) Hz and \(frame.ch_layout.nb_channels) channels. Convert it to one sample rate first: ffmpeg -i SONG even.flac",
        path: path)
    }
    let format = AVSampleFormat(rawValue: frame.format)
    switch format {
    case AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_U8P:
      convert(frame, UInt8.self, isPlanar: format == AV_SAMPLE_FMT_U8P) { (Float($0) - 128) / 128 }
    case AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P:
      convert(frame, Int16.self, isPlanar: format == AV_SAMPLE_FMT_S16P) { Float($0) / 0x1p15 }
    case AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P:
      convert(frame, Int32.self, isPlanar: format == AV_SAMPLE_FMT_S32P) { Float($0) / 0x1p31 }
    case AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP:
      convert(frame, Float.self, isPlanar: format == AV_SAMPLE_FMT_FLTP, Self.limited)
    case AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_DBLP:
      convert(frame, Double.self, isPlanar: format == AV_SAMPLE_FMT_DBLP) { Self.limited(Float($0)) }
    default:
      throw MediaError(
        .codec, "The samples of \(path) have a form that is not read. Convert it: ffmpeg -i SONG song.flac", path: path)
    }
  }

  /// A sample within the range that is taken; a NaN is silence.
  private static func limited(_ sample: Float) -> Float {
    guard !sample.isNaN else { return 0 }
    return sample < -greatestSample ? -greatestSample : sample > greatestSample ? greatestSample : sample
  }

  private func convert<Sample>(_ frame: AVFrame, _ type: Sample.Type, isPlanar: Bool, _ sample: (Sample) -> Float) {
    let (samples, channelCount) = (Int(frame.nb_samples), channels.count)
    guard let planes = frame.extended_data else { return }
    block.removeAll(keepingCapacity: true)
    block.append(contentsOf: repeatElement(0, count: samples * channelCount))
    block.withUnsafeMutableBufferPointer { block in
      for channel in 0..<channelCount {
        guard let bytes = planes[isPlanar ? channel : 0] else { continue }
        let source = UnsafeRawPointer(bytes).assumingMemoryBound(to: Sample.self)
        let (first, step) = isPlanar ? (0, 1) : (channel, channelCount)
        for index in 0..<samples { block[index * channelCount + channel] = sample(source[first + index * step]) }
      }
    }
  }
}
