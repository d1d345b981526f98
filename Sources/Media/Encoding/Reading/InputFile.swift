import CFFmpeg
import Glibc

/// A file that libavformat reads through this class's callbacks.
///
/// The callbacks replace FFmpeg's own access to files and networks, so that only this one regular file is opened: if it is a playlist that
/// names other files or network addresses, these are not opened.
final class InputFile {
  let path: String
  /// Bytes of the file when it was opened.
  let byteCount: Int64
  private let descriptor: Int32
  /// The chunks of the file if it is a PNG.
  private let pngChunks: PNGChunks
  /// Offset of the next byte.
  private var position: Int64 = 0
  /// FFmpeg's handle, which a demuxer reads from.
  private var ioContext: UnsafeMutablePointer<AVIOContext>?
  /// The demuxer, which finds the file's streams and packets; nil until it is open.
  private(set) var demuxer: UnsafeMutablePointer<AVFormatContext>?

  /// Bytes that FFmpeg reads at a time.
  private static let bufferBytes: Int32 = 1 << 16
  /// The most streams that a file may have; movies have at most about a dozen.
  private static let maximumStreams = "256"

  /// What a file is expected to be, for error messages.
  enum Kind: String {
    case movie, picture, sound
  }

  /// Opens a file and detects its format and streams.
  ///
  /// - Throws: `MediaError` for a file that cannot be read as a movie or picture.
  init(_ path: String, as kind: Kind = .movie) throws(MediaError) {
    quietLibraries()
    self.path = path
    do {
      // Non-blocking, so that opening a pipe does not wait for a writer.
      descriptor = try checkSystem("open", open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    } catch {
      throw MediaError(error, doing: "read \(path)", path: path)
    }
    var status = stat()
    let result = fstat(descriptor, &status)
    byteCount = Int64(status.st_size)
    pngChunks = PNGChunks(inFile: result == 0 && status.st_mode & S_IFMT == S_IFREG ? descriptor : -1)
    do {
      try checkSystem("fstat", result)
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw MediaError(.file, "\(path) is not a regular file.", path: path)
      }
      guard byteCount > 0 else { throw MediaError(.file, "\(path) is empty.", path: path) }
      try openDemuxer()
    } catch let error as LibraryError {
      // FFmpeg gives another reason where frames are too large.
      try checkSize(orOf: nil)
      throw MediaError(
        .file, "\(path) is not a \(kind.rawValue) that FFmpeg can read: \(error.text).", path: path)
    } catch {
      throw MediaError(error, doing: "read \(path)", path: path)
    }
    // All properties are set before these errors are thrown, so `deinit` closes the file.
  }

  private func openDemuxer() throws {
    ioContext = try check(
      "avio_alloc_context",
      motes_avio_alloc_reader(
        InputFile.bufferBytes, Unmanaged.passUnretained(self).toOpaque(),
        { opaque, bytes, count in
          Unmanaged<InputFile>.fromOpaque(opaque!).takeUnretainedValue().read(bytes, Int(count))
        },
        { opaque, offset, whence in
          Unmanaged<InputFile>.fromOpaque(opaque!).takeUnretainedValue().seek(offset, whence)
        }))
    demuxer = try check("avformat_alloc_context", avformat_alloc_context())
    demuxer?.pointee.pb = ioContext
    // avformat_open_input sets this flag; if it is not even called, closing would take `ioContext` for one of FFmpeg's own.
    demuxer?.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    // No protocol is allowed: nothing but this file is opened, whatever it contains.
    try withDictionary([("protocol_whitelist", "none"), ("max_streams", Self.maximumStreams)]) { options in
      // If avformat_open_input fails, it frees `demuxer` and sets it to nil. It reads the file through `ioContext`; the path only helps it
      // to guess the formats whose bytes have no signature.
      try check("avformat_open_input", avformat_open_input(&demuxer, path, nil, &options))
      // Drops the options that the demuxer does not know: `withDictionary` would refuse them.
      av_dict_free(&options)
    }
    // FFmpeg reads any text file with terminal escapes as a movie of a terminal ("tty"). Here it can only be a mistake.
    if let name = demuxer?.pointee.iformat?.pointee.name, String(cString: name) == "tty" {
      throw LibraryError(call: "avformat_open_input", code: motes_averror_invalid_data())
    }
    try check("avformat_find_stream_info", avformat_find_stream_info(demuxer, nil))
  }

  /// Refuses a file that states a size of frames that is too large.
  ///
  /// - Parameter parameters: the description of the stream, for a file whose header is not known here.
  func checkSize(orOf parameters: UnsafePointer<AVCodecParameters>?) throws(MediaError) {
    let described = parameters.map { (width: Int($0.pointee.width), height: Int($0.pointee.height)) }
    guard let size = pngChunks.size ?? Y4MHeader.frameSize(inFile: descriptor) ?? described,
      size.width > 0, size.height > 0
    else { return }
    try VideoStream.checkSize(width: size.width, height: size.height, path: path)
  }

  private func read(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int32 {
    while true {
      let result = pread(descriptor, bytes, count, Int(position))
      if result < 0 && errno == EINTR { continue }
      if result < 0 { return motes_averror(errno) }
      if let bytes { pngChunks.hide(in: bytes, count: result, at: position) }
      position += Int64(result)
      return result == 0 ? motes_averror_eof() : Int32(result)
    }
  }

  /// Moves `position` as lseek does, and returns it or a negative error code. AVSEEK_SIZE returns the file's size and moves nothing.
  /// AVSEEK_FORCE, which allows slow seeking, is ignored.
  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let target: Int64
    switch whence & ~AVSEEK_FORCE {
    case SEEK_SET: target = offset
    case SEEK_CUR: target = position &+ offset
    case SEEK_END: target = byteCount &+ offset
    case AVSEEK_SIZE: return byteCount
    default: return Int64(motes_averror(EINVAL))
    }
    guard target >= 0 else { return Int64(motes_averror(EINVAL)) }
    position = target
    return target
  }

  /// Bytes of the whole file as its RIFF header (of a WAV) states them; nil for other files, and for a header that does not know it.
  var bytesStatedByRIFF: Int64? {
    var header = [UInt8](repeating: 0, count: 8)
    guard pread(descriptor, &header, header.count, 0) == header.count, header.starts(with: Array("RIFF".utf8)) else {
      return nil
    }
    let size = header[4...].reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    return size == 0 || size == .max ? nil : Int64(size) + Int64(header.count)
  }

  /// The streams, in the file's order.
  var streams: [UnsafeMutablePointer<AVStream>] {
    guard let demuxer else { return [] }
    return (0..<Int(demuxer.pointee.nb_streams)).compactMap { demuxer.pointee.streams[$0] }
  }

  /// The time stamp, in microseconds, at which the file begins. Times of frames and sound are counted from this time stamp.
  var startMicroseconds: Int64 {
    guard let demuxer, demuxer.pointee.start_time != motes_no_timestamp() else { return 0 }
    return demuxer.pointee.start_time
  }

  /// The time stamp at which the file begins, in a stream's unit.
  func start(inUnitOf stream: UnsafePointer<AVStream>) -> Int64 {
    av_rescale_q(startMicroseconds, AVRational(num: 1, den: 1_000_000), stream.pointee.time_base)
  }

  deinit {
    avformat_close_input(&demuxer)
    motes_avio_free(&ioContext)
    close(descriptor)
  }
}
