import CFFmpeg
import Glibc

/// The kind of index that a container's files have. In a finished movie it lies in front of the frames, so that a player that has
/// loaded only the beginning can seek. A movie is first written to a partial file (`NAME.partial`, see `MovieWriter`), which has
/// no index in front.
enum FrontIndexKind: Sendable {
  /// The atom "moov" of MP4 and QuickTime, whose partial files are fragmented.
  case mp4Moov
  /// The element "Cues" of Matroska and WebM. Partial files have it at their end, or not at all.
  case matroskaCues

  /// Options of the muxer while the partial file is written, besides those of every container (`Container.partialFileOptions`).
  ///
  /// A new fragment begins at each key frame (`frag_keyframe`) and after a second (`frag_duration`, in microseconds), and is
  /// flushed as soon as it is complete, so that a killed process loses little. `delay_moov` makes the muxer write the "moov" only with
  /// the first fragment: with B-frames the first packet must be decoded before time 0, and the muxer learns from the packets how long
  /// before. A "moov" that was written at once could not contain this time, and the movie would start late.
  var partialFileOptions: [(String, String)] {
    switch self {
    case .mp4Moov:
      [("movflags", "frag_keyframe+delay_moov+default_base_moof"), ("frag_duration", "1000000")]
    case .matroskaCues: []
    }
  }

  /// Measurements of a file that was muxed with its index at the end.
  struct Measurements {
    /// Bytes of the index.
    let indexBytes: Int64
    /// The offset at which the media data ends.
    let mediaEnd: Int64
    /// The number of packets of all streams.
    let packetCount: Int
  }

  /// Bytes of media data from which on offsets are assumed to need 8 bytes: 256 MiB less than 4 GiB (2³² bytes), because the index in
  /// front will move the last packets further back.
  private static let nearFourGigabytes: Int64 = 0xF000_0000

  /// The muxer's option that reserves room for the index in front.
  ///
  /// Room that the index does not need is filled with an atom "free" or an element "Void".
  func optionReservingRoom(for file: Measurements) throws -> (String, String) {
    let room: Int64
    switch self {
    case .mp4Moov:
      // The header of "free" takes 8 bytes. Beyond 4 GiB each offset in the index takes 8 bytes instead of 4; there is at most one offset
      // for each packet.
      room = file.indexBytes + 8 + (file.mediaEnd > Self.nearFourGigabytes ? 4 * Int64(file.packetCount) : 0)
    case .matroskaCues:
      // Each cue stores an offset in as few bytes as possible. The reserved room makes the offsets larger: a cue, which has at least
      // 17 bytes, grows by up to 2 bytes, less than an eighth. The header of "Void" takes 2 bytes.
      room = file.indexBytes + file.indexBytes / 8 + 2
    }
    // Both options are 32-bit numbers.
    guard room <= Int64(Int32.max) else { throw LibraryError(call: "movie index", code: motes_averror(EFBIG)) }
    switch self {
    case .mp4Moov: return ("moov_size", "\(room)")
    case .matroskaCues: return ("reserve_index_space", "\(room)")
    }
  }

  /// Muxes a movie into a file. If the index is to lie in front, the movie is muxed twice: the first time the bytes are only counted, to
  /// learn the index's size. So every byte of the file is written once, and nothing is moved.
  ///
  /// - Parameters:
  ///   - container: the file's container.
  ///   - descriptor: the descriptor of the file, which is empty.
  ///   - mux: muxes all packets into a sink, with further options of the muxer.
  /// - Returns: the size of the file in bytes.
  static func write(
    _ container: Container, to descriptor: Int32,
    _ mux: (OutputSink, _ options: [(String, String)]) throws -> Measurements
  ) throws -> Int64 {
    let target = try OutputSink(descriptor: descriptor)
    var options: [(String, String)] = []
    if let kind = container.frontIndexKind {
      options = [try kind.optionReservingRoom(for: mux(OutputSink(descriptor: nil), []))]
    }
    _ = try mux(target, options)
    return target.fileSize
  }
}
