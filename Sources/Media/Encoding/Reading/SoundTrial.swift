import CFFmpeg
import Glibc

/// Finds out which sound and subtitles a container takes beside a movie's frames, by muxing a header that is discarded. The muxers' lists
/// of codecs do not suffice: experimental codecs are not in them, and they say nothing of sample rates.
struct SoundTrial {
  /// The video encoder's description of the frames.
  let video: UnsafePointer<AVCodecParameters>
  let fourCC: Codec.FourCC
  let frameRate: AVRational
  /// All containers that can hold the frames.
  let containers: [Container]

  /// The most common codecs of sound, each with the first bytes of a decoder setup (`extradata`) that muxers accept. Zeros follow them.
  private static let commonCodecs: [(id: AVCodecID, name: String, setupStart: [UInt8])] = [
    (AV_CODEC_ID_AAC, "AAC", [0x11, 0x90]), (AV_CODEC_ID_MP3, "MP3", []), (AV_CODEC_ID_OPUS, "Opus", []),
    (AV_CODEC_ID_VORBIS, "Vorbis", [2, 1, 1]), (AV_CODEC_ID_FLAC, "FLAC", []), (AV_CODEC_ID_ALAC, "ALAC", []),
    (AV_CODEC_ID_AC3, "AC-3", []), (AV_CODEC_ID_PCM_S16LE, "PCM", []),
  ]
  /// The sample rate that every codec and container supports.
  private static let commonSampleRate: Int32 = 48_000

  /// Whether a container takes a stream of sound or subtitles beside the frames.
  func accepts(_ stream: UnsafePointer<AVCodecParameters>, in container: Container) -> Bool {
    guard container.takesSound else { return false }
    let muxer = try? Muxer(
      container, sink: OutputSink(descriptor: nil), parameters: video, fourCC: fourCC, frameRate: frameRate,
      options: container.partialFileOptions
    ) { format in
      let target = try check("avformat_new_stream", avformat_new_stream(format, nil))
      try check("avcodec_parameters_copy", avcodec_parameters_copy(target.pointee.codecpar, stream))
      target.pointee.codecpar.pointee.codec_tag = 0
      // Subtitles have a sample rate of 0.
      target.pointee.time_base = AVRational(num: 1, den: max(1, stream.pointee.sample_rate))
    }
    return muxer != nil
  }

  /// The rest of a sentence for a user whose sound a container does not take: which codecs, sample rate or other container would do.
  func remedy(for stream: UnsafePointer<AVCodecParameters>, in container: Container) -> String {
    let accepted = Self.commonCodecs.filter { accepts(codec: $0.id, setupStart: $0.setupStart, in: container) }
    let supported = accepted.map(\.name)
    var text =
      supported.isEmpty
      ? (container.takesSound ? "it holds no sound." : "it is written without sound.")
      : "it takes \(supported.joined(separator: ", "))."
    if stream.pointee.sample_rate != Self.commonSampleRate,
      accepts(stream, rate: Self.commonSampleRate, in: container)
    {
      text = "it takes this at \(Self.commonSampleRate) samples a second, not at \(stream.pointee.sample_rate)."
    }
    let others = containers.filter { $0.muxer != container.muxer && accepts(stream, in: $0) }
      .map { "\($0.title) (\(Codec.dotted($0.fileExtensions)))" }
    if !others.isEmpty { text += " \(others.joined(separator: " and ")) can hold this sound." }
    return text
  }

  private func accepts(codec: AVCodecID, setupStart: [UInt8], in container: Container) -> Bool {
    withNewParameters { sound in
      sound.pointee.codec_type = AVMEDIA_TYPE_AUDIO
      sound.pointee.codec_id = codec
      sound.pointee.sample_rate = Self.commonSampleRate
      sound.pointee.frame_size = 1024
      sound.pointee.bits_per_coded_sample = 16
      sound.pointee.block_align = 4
      av_channel_layout_default(&sound.pointee.ch_layout, 2)
      guard let bytes = av_mallocz(Self.setupByteCount + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else { return false }
      sound.pointee.extradata = bytes.assumingMemoryBound(to: UInt8.self)
      sound.pointee.extradata_size = Int32(Self.setupByteCount)
      for (index, byte) in setupStart.enumerated() { sound.pointee.extradata[index] = byte }
      return accepts(sound, in: container)
    }
  }

  /// Length of the decoder's setup (`extradata`): more than any codec in `commonCodecs` needs.
  private static let setupByteCount = 64

  private func accepts(_ stream: UnsafePointer<AVCodecParameters>, rate: Int32, in container: Container) -> Bool {
    withNewParameters { sound in
      guard avcodec_parameters_copy(sound, stream) >= 0 else { return false }
      sound.pointee.sample_rate = rate
      return accepts(sound, in: container)
    }
  }

  private func withNewParameters(_ body: (UnsafeMutablePointer<AVCodecParameters>) -> Bool) -> Bool {
    var parameters = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    return parameters.map(body) ?? false
  }
}
