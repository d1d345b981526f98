import CFFmpeg
import Model
import Raster

/// The video stream of a file, and what the file says about it.
struct VideoStream {
  let file: InputFile
  /// FFmpeg's description of the stream.
  let pointer: UnsafeMutablePointer<AVStream>
  /// The time stamp that is the clip's time 0, in the stream's unit.
  let start: Int64

  /// The video stream that FFmpeg considers best; nil if there is none, if it is only a cover picture, or if it has no time base.
  init?(of file: InputFile) {
    let index = av_find_best_stream(file.demuxer, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    guard index >= 0, index < Int32(file.streams.count) else { return nil }
    let stream = file.streams[Int(index)]
    guard stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 else { return nil }
    let base = stream.pointee.time_base
    guard base.num > 0, base.den > 0 else { return nil }
    // The demuxer drops the packets of all other streams.
    for other in file.streams where other != stream { other.pointee.discard = AVDISCARD_ALL }
    self.file = file
    pointer = stream
    start = file.start(inUnitOf: stream)
  }

  /// The stream's codec parameters, as the container states them.
  var parameters: UnsafeMutablePointer<AVCodecParameters> { pointer.pointee.codecpar }

  /// Length of the unit of time stamps in seconds.
  var tick: Rational { Rational(Int64(pointer.pointee.time_base.num), Int64(pointer.pointee.time_base.den)) }

  /// Refuses frames that are larger than the largest that a canvas may have.
  static func checkSize(width: Int, height: Int, path: String) throws(MediaError) {
    let sides = 1...Limits.sidePixels
    // Neither product can overflow once both sides are in range.
    guard sides.contains(width), sides.contains(height), width * height <= Limits.framePixels else {
      throw MediaError(
        .file,
        "\(path) has frames of \(width) x \(height) pixels; at most \(Limits.sidePixels) a side and \(Limits.framePixels / 1_000_000) million in all are read.",
        path: path)
    }
  }

  /// The frame rate that the file states, if a canvas may have this rate; otherwise 25.
  var frameRate: Rational {
    for stated in [pointer.pointee.avg_frame_rate, pointer.pointee.r_frame_rate]
    where stated.num > 0 && stated.den > 0 {
      // The mean of a varying rate may be a fraction with huge terms, which no encoder takes. If the numerator is at most 100,000, a tenth
      // of its limit, the denominator of any rate from 10 on is at most 10,000, its own limit.
      var (numerator, denominator): (Int32, Int32) = (0, 0)
      av_reduce(&numerator, &denominator, Int64(stated.num), Int64(stated.den), Limits.frameRateNumerator / 10)
      guard numerator > 0, denominator > 0 else { continue }
      let rate = Rational(Int64(numerator), Int64(denominator))
      if Limits.frameRates.contains(rate.double) { return rate }
    }
    return 25
  }

  /// Duration of a frame at the stated rate, in units of `tick`.
  var usualFrameTicks: Int64 { max(1, ((Rational.one / frameRate) / tick + Rational(1, 2)).floor) }

  /// The longest duration that a clip may have, in units of `tick`.
  var maximumAllowedTicks: Int64 {
    let ticks = Double(Limits.durationSeconds) / tick.double
    return ticks < 0x1p62 ? Int64(ticks) : 1 << 62
  }

  /// Seconds from the clip's start to the end of its pictures. If the container does not state this end, to the end of the whole
  /// file, whose sound may be longer; nil if the container states neither, or a time that is longer than a clip may be.
  var statedDuration: Rational? {
    let unknown = motes_no_timestamp()
    let (length, first) = (pointer.pointee.duration, pointer.pointee.start_time)
    var seconds: Double?
    let base = pointer.pointee.time_base
    if length != unknown, length > 0 {
      let offset = first == unknown ? 0 : Double(first) - Double(start)
      seconds = (Double(length) + offset) * Double(base.num) / Double(base.den)
    } else if let length = file.demuxer?.pointee.duration, length > 0 {
      seconds = Double(length) / 1_000_000
    }
    guard let seconds, seconds > 0, seconds <= Double(Limits.durationSeconds) else { return nil }
    return Rational(Int64((seconds * 1_000_000).rounded()), 1_000_000)
  }

  /// Seconds from the clip's start to the end of its pictures, if the file states this end apart from the end of its sound; otherwise nil.
  var statedPictureDuration: Rational? {
    if pointer.pointee.duration != motes_no_timestamp(), pointer.pointee.duration > 0 { return statedDuration }
    // Matroska states the duration of a stream as text: 00:00:02.400000000.
    if let tag = av_dict_get(pointer.pointee.metadata, "DURATION", nil, 0) {
      let parts = String(cString: tag.pointee.value).split(separator: ":").map { Double($0) }
      guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else { return nil }
      let totalSeconds = hours * 3600 + minutes * 60 + seconds
      guard totalSeconds > 0, totalSeconds <= Double(Limits.durationSeconds) else { return nil }
      return Rational(Int64((totalSeconds * 1_000_000).rounded()), 1_000_000)
    }
    return file.streams.count == 1 ? statedDuration : nil
  }

  /// How many frames there are by the file's index, or else by its duration and frame rate; nil if the file states neither.
  var statedFrames: Int? {
    if pointer.pointee.nb_frames > 0 { return Int(min(pointer.pointee.nb_frames, Int64(Limits.frames))) }
    return statedDuration.map { min(max(1, Int(($0.double * frameRate.double).rounded())), Limits.frames) }
  }

  /// Width ÷ height of a pixel of a frame, before the frame is turned upright.
  func pixelAspect(of frame: UnsafePointer<AVFrame>) -> Rational {
    for aspect in [pointer.pointee.sample_aspect_ratio, frame.pointee.sample_aspect_ratio]
    where aspect.num > 0 && aspect.den > 0 {
      return Rational(Int64(aspect.num), Int64(aspect.den))
    }
    return .one
  }

  /// How a frame is to be turned and mirrored, by the stream's display matrix or else by the frame's own (a photograph's EXIF orientation).
  /// Nil if the matrix does anything but quarter turns and mirroring.
  func orientation(of frame: UnsafePointer<AVFrame>) -> PictureOrientation? {
    guard let matrix = motes_display_matrix(pointer) ?? motes_display_matrix_of_frame(frame) else { return .upright }
    return PictureOrientation(displayMatrix: matrix)
  }

  /// By how many quarter turns a frame is to be turned; nil if it is to be mirrored, or turned by other angles.
  func quarterTurns(of frame: UnsafePointer<AVFrame>) -> QuarterTurns? { orientation(of: frame)?.quarterTurns }

  /// Whether the container says that the frames have alpha. WebM stores alpha as a second coded picture beside the one of each packet.
  fileprivate var statesAlpha: Bool {
    av_dict_get(pointer.pointee.metadata, "alpha_mode", nil, 0).map { String(cString: $0.pointee.value) } == "1"
  }

  /// The decoder of the stream.
  ///
  /// libvpx is preferred for VP9 with alpha, because FFmpeg's own decoder drops alpha, and for VP8, because FFmpeg's own decoder
  /// replaces the colour tags by BT.601's.
  /// - Throws: `MediaError` of kind `codec` if this FFmpeg has no decoder.
  func decoder() throws -> UnsafePointer<AVCodec> {
    let id = parameters.pointee.codec_id
    let preferred =
      switch id {
      case AV_CODEC_ID_VP8: "libvpx"
      case AV_CODEC_ID_VP9 where statesAlpha: "libvpx-vp9"
      default: nil as String?
      }
    if let preferred, let codec = avcodec_find_decoder_by_name(preferred) { return codec }
    guard let codec = avcodec_find_decoder(id) else {
      throw MediaError(
        .codec,
        "\(file.path) is \(String(cString: avcodec_get_name(id))) video, which this machine's libavcodec cannot decode.",
        path: file.path)
    }
    return codec
  }
}
