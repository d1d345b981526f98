import CFFmpeg

/// The open demuxer of a movie's partial file (`NAME.partial`, see `MovieWriter`).
final class PartialInput {
  let demuxer: UnsafeMutablePointer<AVFormatContext>
  /// The stream of frames, which is the first.
  let video: UnsafeMutablePointer<AVStream>
  /// Whether there are other streams, of sound or subtitles. Their packets are not read.
  let hasMoreStreams: Bool

  /// - Throws: `LibraryError` for a file that the container's demuxer cannot read, or whose first stream is no video.
  init(path: String, container: Container) throws {
    var input: UnsafeMutablePointer<AVFormatContext>?
    // The demuxer is named, because a file that was changed could otherwise pass for a list of other files. Without "file:", FFmpeg would take
    // the part of the name before a colon for a protocol.
    guard let name = container.leftover.demuxer, let format = av_find_input_format(name) else {
      throw LibraryError(call: "av_find_input_format", code: motes_averror(ENOSYS))
    }
    try check("avformat_open_input", avformat_open_input(&input, "file:" + path, format, nil))
    // `deinit` does not run if this throws before all properties are set: then the demuxer is closed here.
    do {
      let input = try check("avformat_open_input", input)
      // Headers of pictures do not state the samples' layout or the frame rate; the packets do.
      if container.frontIndexKind == nil {
        try check("avformat_find_stream_info", avformat_find_stream_info(input, nil))
      }
      guard input.pointee.nb_streams > 0, let first = input.pointee.streams[0],
        first.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
      else { throw LibraryError(call: "avformat_open_input", code: motes_averror(EINVAL)) }
      for other in 1..<max(1, Int(input.pointee.nb_streams)) {
        input.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
      }
      (demuxer, video, hasMoreStreams) = (input, first, input.pointee.nb_streams > 1)
    } catch {
      avformat_close_input(&input)
      throw error
    }
  }

  deinit {
    var input = demuxer as UnsafeMutablePointer<AVFormatContext>?
    avformat_close_input(&input)
  }
}
