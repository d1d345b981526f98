import CFFmpeg
import Glibc
import Model
import Raster

/// The position of a clip's frame in time, counted in the clip's own unit (`ClipReader.tick`) from the clip's start.
package struct ClipFrameTime: Sendable, Equatable {
  /// When the frame is shown.
  package let start: Int64
  /// For how long.
  package let duration: Int64

  package init(start: Int64, duration: Int64) {
    self.start = start
    self.duration = duration
  }
}

/// A reader of footage: the frames of a movie's video stream, in the order in which they are shown, as backgrounds.
///
/// Files are read as players read them: broken packets are left out, frames that are decoded with errors are shown. A reader serves
/// one thread at a time.
package final class ClipReader: @unchecked Sendable {
  package let path: String
  /// Size of the upright picture in pixels.
  package let width: Int
  package let height: Int
  /// Width ÷ height of a pixel of the upright picture.
  package let pixelAspect: Rational
  /// Seconds of a unit of time stamps.
  package let tick: Rational
  /// Frames a second, on average where they vary.
  package let frameRate: Rational
  /// How many frames there are about; nil where the file does not say.
  package let expectedFrames: Int?
  /// Seconds from the clip's start to the end of its pictures, about; nil where the file does not say.
  package let duration: Rational?
  /// Sentences for a person: what was guessed and what is not as it may seem.
  package private(set) var notes: [String]
  /// Packets that could not be decoded, and frames that were decoded with errors.
  package private(set) var damagedCount = 0
  /// Whether frames changed their size, and were scaled to the first one's.
  package private(set) var changesSize = false
  /// Why the file ended before its end; nil where it did not.
  package private(set) var earlyEnd: String?

  private let file: InputFile
  private let stream: UnsafeMutablePointer<AVStream>
  private let start: Int64
  private let usualDuration: Int64
  private let normalizer: FrameNormalizer
  private let converter: FootageConverter
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  /// The frame that was decoded last.
  private var frame: UnsafeMutablePointer<AVFrame>?
  /// The frame after it, decoded to know for how long that one is shown; nil at the end.
  private var following: UnsafeMutablePointer<AVFrame>?
  /// When the frame that `following` holds is shown.
  private var followingStart: Int64 = 0
  private var hasFollowing = false
  private var isDraining = false

  /// The most packets without a frame at the start of a clip, before it is given up.
  private static let mostPacketsBeforeFrame = 10_000

  /// Opens a clip and decodes its first frame.
  ///
  package init(_ path: String) throws(MediaError) {
    self.path = path
    file = try InputFile(path)
    do {
      guard let found = try Self.videoStream(of: file) else {
        throw MediaError(.file, "\(path) has no video.", path: path)
      }
      stream = found
      start = file.start(inUnitOf: found)
      var context: UnsafeMutablePointer<AVCodecContext>?
      var packet: UnsafeMutablePointer<AVPacket>?
      var frame: UnsafeMutablePointer<AVFrame>?
      var following: UnsafeMutablePointer<AVFrame>?
      // Released here where a property is still missing, as there is no `deinit` then.
      var isOpen = false
      defer {
        if !isOpen {
          avcodec_free_context(&context)
          av_packet_free(&packet)
          av_frame_free(&frame)
          av_frame_free(&following)
        }
      }
      context = try Self.decoder(for: found, path: path)
      packet = try check("av_packet_alloc", av_packet_alloc())
      frame = try check("av_frame_alloc", av_frame_alloc())
      following = try check("av_frame_alloc", av_frame_alloc())
      var damaged = 0
      try Self.decodeFirst(file, found, context!, packet!, following!, damaged: &damaged, path: path)
      let first = UnsafePointer(following!)

      let (width, height) = (Int(first.pointee.width), Int(first.pointee.height))
      guard (1...Limits.sidePixels).contains(width), (1...Limits.sidePixels).contains(height),
        width * height <= Limits.framePixels
      else {
        throw MediaError(.file, "\(path) has frames of \(width) x \(height) pixels, which are too large.", path: path)
      }
      normalizer = try FrameNormalizer(first)
      let colors = ClipColors(first, stream: found.pointee.codecpar)
      var notes = colors.notes
      let turns = Self.turns(of: found, notes: &notes)
      if motes_is_interlaced(first) != 0 { notes.append("it is interlaced; frames are taken as they are.") }
      if normalizer.hasAlpha { notes.append("its transparent parts are shown over black.") }
      converter = FootageConverter(
        layout: try Self.layout(normalizer, colors), width: width, height: height, curve: try colors.curve(),
        primaries: try colors.primariesMatrix(), turns: turns)
      (self.width, self.height) = converter.turnedSize
      let aspect = Self.pixelAspect(first, found)
      pixelAspect = turns.swapsSides ? .one / aspect : aspect
      tick = Rational(Int64(found.pointee.time_base.num), Int64(found.pointee.time_base.den))
      frameRate = Self.frameRate(of: found)
      let perFrame = (Rational.one / frameRate) / tick
      usualDuration = max(1, (perFrame + Rational(1, 2)).floor)
      duration = Self.duration(of: found, file: file, start: start)
      expectedFrames = Self.expectedFrames(of: found, duration: duration, rate: frameRate)
      self.notes = notes
      damagedCount = damaged
      self.context = context
      self.packet = packet
      self.frame = frame
      self.following = following
      hasFollowing = true
      isOpen = true
      followingStart = time(of: first, after: nil)
    } catch let error as UnsupportedColors {
      throw MediaError(.file, Self.sentence(error, path: path), path: path)
    } catch let error as LibraryError {
      throw MediaError(.file, "\(path) cannot be decoded: \(error.text).", path: path)
    } catch {
      throw MediaError(error, doing: "read \(path)", path: path)
    }
  }

  deinit {
    avcodec_free_context(&context)
    av_packet_free(&packet)
    av_frame_free(&frame)
    av_frame_free(&following)
  }

  private static func sentence(_ error: UnsupportedColors, path: String) -> String {
    "\(path) has \(error.what), which is not read; "
      + (error.isHDR
        ? "FFmpeg makes SDR of it (see Footage in the documentation)."
        : "convert it to BT.709 first: ffmpeg -i IN -vf colorspace=bt709 OUT.")
  }

  // MARK: What the file says

  /// The stream to show: the best one, as FFmpeg chooses, that is no picture of a cover.
  private static func videoStream(of file: InputFile) throws -> UnsafeMutablePointer<AVStream>? {
    let index = av_find_best_stream(file.format, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    guard index >= 0, index < Int32(file.streams.count) else { return nil }
    let stream = file.streams[Int(index)]
    guard stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 else { return nil }
    let base = stream.pointee.time_base
    guard base.num > 0, base.den > 0 else { return nil }
    // Packets of all others are dropped as they are read.
    for other in file.streams where other != stream { other.pointee.discard = AVDISCARD_ALL }
    return stream
  }

  private static func decoder(
    for stream: UnsafeMutablePointer<AVStream>, path: String
  ) throws -> UnsafeMutablePointer<AVCodecContext> {
    let parameters = stream.pointee.codecpar!
    guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
      let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
      throw MediaError(.codec, "\(path) is \(name) video, which this machine's libavcodec cannot decode.", path: path)
    }
    var context = try check("avcodec_alloc_context3", avcodec_alloc_context3(codec)) as UnsafeMutablePointer?
    do {
      try check("avcodec_parameters_to_context", avcodec_parameters_to_context(context, parameters))
      context?.pointee.pkt_timebase = stream.pointee.time_base
      context?.pointee.thread_count = 0  // as many as there are cores
      context?.pointee.max_pixels = Int64(Limits.framePixels)
      // Damaged frames are shown, as players do, rather than left out.
      context?.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
      try check("avcodec_open2", avcodec_open2(context, codec, nil))
    } catch {
      avcodec_free_context(&context)
      throw error
    }
    return context!
  }

  /// Decodes until there is a first frame.
  private static func decodeFirst(
    _ file: InputFile, _ stream: UnsafeMutablePointer<AVStream>, _ context: UnsafeMutablePointer<AVCodecContext>,
    _ packet: UnsafeMutablePointer<AVPacket>, _ frame: UnsafeMutablePointer<AVFrame>, damaged: inout Int, path: String
  ) throws {
    for _ in 0..<mostPacketsBeforeFrame {
      let result = avcodec_receive_frame(context, frame)
      if result >= 0 { return }
      if result == motes_averror_eof() { break }
      if result != motes_averror(EAGAIN) { damaged += 1 }
      let readResult = av_read_frame(file.format, packet)
      defer { av_packet_unref(packet) }
      if readResult < 0 {
        avcodec_send_packet(context, nil)
      } else if packet.pointee.stream_index == stream.pointee.index, avcodec_send_packet(context, packet) < 0 {
        damaged += 1
      }
    }
    throw MediaError(.file, "\(path) has no frame that can be decoded.", path: path)
  }

  private static func layout(
    _ normalizer: FrameNormalizer, _ colors: ClipColors
  ) throws(UnsupportedColors) -> SampleLayout {
    var siting: (SampleLayout.Siting, SampleLayout.Siting)
    switch colors.chromaLocation {
    case AVCHROMA_LOC_CENTER: siting = (.centred, .centred)
    case AVCHROMA_LOC_TOPLEFT: siting = (.first, .first)
    case AVCHROMA_LOC_TOP: siting = (.centred, .first)
    default: siting = (.first, .centred)  // left, where players take it when nothing is said
    }
    // Planes of red, green and blue have full range, whatever a file says.
    let isFull = normalizer.isRGB || colors.range == AVCOL_RANGE_JPEG
    return SampleLayout(
      colors: try colors.sampleColors(isGray: normalizer.isGray, isRGB: normalizer.isRGB), bitDepth: normalizer.depth,
      isFullRange: isFull, horizontalChroma: normalizer.halvesWidth ? siting.0 : nil,
      verticalChroma: normalizer.halvesHeight ? siting.1 : nil, hasAlpha: normalizer.hasAlpha)
  }

  /// By how much the display matrix turns the picture.
  private static func turns(of stream: UnsafePointer<AVStream>, notes: inout [String]) -> QuarterTurns {
    guard let matrix = motes_display_matrix(stream) else { return .none }
    let entries = (0..<9).map { matrix[$0] }
    let one: Int32 = 1 << 16
    switch (entries[0], entries[1], entries[3], entries[4]) {
    case (one, 0, 0, one): return .none
    case (0, one, -one, 0): return .one
    case (-one, 0, 0, -one): return .two
    case (0, -one, one, 0): return .three
    default:
      notes.append("its display matrix, which does not turn by 90, 180 or 270 degrees, is ignored.")
      return .none
    }
  }

  private static func pixelAspect(_ frame: UnsafePointer<AVFrame>, _ stream: UnsafePointer<AVStream>) -> Rational {
    for aspect in [stream.pointee.sample_aspect_ratio, frame.pointee.sample_aspect_ratio]
    where aspect.num > 0 && aspect.den > 0 {
      return Rational(Int64(aspect.num), Int64(aspect.den))
    }
    return .one
  }

  /// The rate that the file states, within what a canvas may have; 25 where it states none.
  private static func frameRate(of stream: UnsafePointer<AVStream>) -> Rational {
    for rate in [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate] where rate.num > 0 && rate.den > 0 {
      // Means of changing rates have long terms, which no encoder takes.
      var (numerator, denominator): (Int32, Int32) = (0, 0)
      av_reduce(&numerator, &denominator, Int64(rate.num), Int64(rate.den), Limits.frameRateNumerator / 10)
      guard numerator > 0, denominator > 0 else { continue }
      let exact = Rational(Int64(numerator), Int64(denominator))
      if Limits.frameRates.contains(exact.double) { return exact }
    }
    return 25
  }

  private static func duration(
    of stream: UnsafePointer<AVStream>, file: InputFile, start: Int64
  ) -> Rational? {
    let unknown = motes_no_timestamp()
    let (length, first) = (stream.pointee.duration, stream.pointee.start_time)
    var seconds: Double?
    let base = stream.pointee.time_base
    if length != unknown, length > 0 {
      let offset = first == unknown ? 0 : Double(first) - Double(start)
      seconds = (Double(length) + offset) * Double(base.num) / Double(base.den)
    } else if let length = file.format?.pointee.duration, length > 0 {
      seconds = Double(length) / 1_000_000
    }
    guard let seconds, seconds > 0, seconds <= Double(Limits.durationSeconds) else { return nil }
    return Rational(Int64((seconds * 1_000_000).rounded()), 1_000_000)
  }

  private static func expectedFrames(
    of stream: UnsafePointer<AVStream>, duration: Rational?, rate: Rational
  ) -> Int? {
    if stream.pointee.nb_frames > 0 { return Int(min(stream.pointee.nb_frames, Int64(Limits.frames))) }
    return duration.map { min(max(1, Int(($0.double * rate.double).rounded())), Limits.frames) }
  }

  // MARK: Frames

  /// Whether backgrounds hold sRGB-encoded values, as an `srgb` canvas blends them, in place of linear light.
  package var isEncoded: Bool {
    get { converter.givesEncoded }
    set { converter.givesEncoded = newValue }
  }

  /// The next frame of the clip.
  ///
  /// - Parameter makeBackground: gives a background of the clip's size to be filled, once it is known that there is a frame; nil for a frame
  ///   that is only passed over.
  /// - Returns: nil after the last frame.
  package func next(_ makeBackground: (() -> Background)?) throws(MediaError) -> (
    time: ClipFrameTime, background: Background?
  )? {
    guard hasFollowing else { return nil }
    swap(&frame, &following)
    guard let current = frame, let after = following else { return nil }
    let shown = followingStart
    do {
      hasFollowing = try decode(into: after)
      let duration: Int64
      if hasFollowing {
        followingStart = time(of: after, after: shown)
        duration = followingStart - shown
      } else {
        let own = motes_frame_duration(current)
        duration = own > 0 && own < mostTicks ? own : usualDuration
      }
      let background = try makeBackground.map { make in
        let background = make()
        let isScaled = try normalizer.withPlanes(current) { converter.convert($0, into: background) }
        changesSize = changesSize || isScaled
        return background
      }
      return (ClipFrameTime(start: shown, duration: duration), background)
    } catch {
      throw MediaError(error, doing: "decode \(path)", path: path)
    }
  }

  /// More ticks than a clip may last.
  private var mostTicks: Int64 {
    let ticks = Double(Limits.durationSeconds) / tick.double
    return ticks < 0x1p62 ? Int64(ticks) : 1 << 62
  }

  /// When a frame is shown. A time stamp that is missing, far off or not after the frame before is replaced by a frame's
  /// usual duration after that one.
  private func time(of frame: UnsafePointer<AVFrame>, after previous: Int64?) -> Int64 {
    let stamp = frame.pointee.best_effort_timestamp
    let most = mostTicks
    let relative = stamp == motes_no_timestamp() ? nil : stamp.subtractingReportingOverflow(start).partialValue
    guard let previous else {
      guard let relative, (0...most).contains(relative) else { return 0 }
      return relative
    }
    guard let relative, relative > previous, relative <= most else { return previous + usualDuration }
    return relative
  }

  /// Decodes the next frame. Returns false at the end.
  private func decode(into frame: UnsafeMutablePointer<AVFrame>) throws -> Bool {
    guard let context, let packet else { return false }
    while true {
      let result = avcodec_receive_frame(context, frame)
      if result >= 0 {
        if frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 {
          damagedCount += 1
        }
        return true
      }
      if result == motes_averror_eof() { return false }
      if result != motes_averror(EAGAIN) {
        if result == motes_averror(ENOMEM) { throw LibraryError(call: "avcodec_receive_frame", code: result) }
        damagedCount += 1
      }
      if isDraining {
        // A decoder that neither gives frames nor ends would go on for ever.
        if result == motes_averror(EAGAIN) { return false }
        continue
      }
      let readResult = av_read_frame(file.format, packet)
      defer { av_packet_unref(packet) }
      if readResult < 0 {
        if readResult != motes_averror_eof() { earlyEnd = libraryText(readResult) }
        isDraining = true
        avcodec_send_packet(context, nil)
      } else if packet.pointee.stream_index == stream.pointee.index {
        let sent = avcodec_send_packet(context, packet)
        if sent == motes_averror(ENOMEM) { throw LibraryError(call: "avcodec_send_packet", code: sent) }
        if sent < 0 { damagedCount += 1 }
      }
    }
  }
}
