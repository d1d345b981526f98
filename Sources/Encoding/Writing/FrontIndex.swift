import CFFmpeg
import Glibc

/// The index of a container's files, which is to lie in front of the frames, so that players seek in a file of which they have the
/// beginning.
enum FrontIndex: Sendable {
  /// The atom "moov" of MP4 and QuickTime, whose partial files are fragmented.
  case movie
  /// The element "Cues" of Matroska and WebM, which partial files have at their end, or not at all.
  case cues

  /// What libavformat calls the reader of the partial file: MP4 and QuickTime have one in common, unlike the muxers.
  var demuxer: String {
    switch self {
    case .movie: "mov"
    case .cues: "matroska"
    }
  }

  /// Options of the muxer while the partial file is written, beside those of all containers.
  ///
  /// A new fragment begins at each key frame (`frag_keyframe`) and after a second (`frag_duration`, in microseconds), and is
  /// flushed as soon as it is complete, so that a killed process loses little. `delay_moov` writes the index only with the
  /// first fragment: with B-frames the first packet must be decoded before time 0, and the muxer learns from the packets by
  /// how much. An index that was written at once could not contain that offset, and the movie would start late.
  var partialOptions: [(String, String)] {
    switch self {
    case .movie:
      [("movflags", "frag_keyframe+delay_moov+default_base_moof"), ("frag_duration", "1000000")]
    case .cues: []
    }
  }

  /// A file that was muxed once, with its index at the end.
  struct Measured {
    /// Bytes of the index.
    let indexBytes: Int64
    /// The offset at which the media data ends.
    let mediaEnd: Int64
    let packets: Int
  }

  /// Bytes of media data, 256 MiB less than 4 GiB (2³² bytes), from which on offsets are assumed to need 8 bytes: the index is still
  /// to be put in front of the media data, and may move the last packets beyond 4 GiB.
  private static let nearFourGigabytes: Int64 = 0xF000_0000

  /// The muxer's option that leaves room for the index in front.
  ///
  /// What the index leaves of its room is filled with an atom "free" or an element "Void".
  func optionForRoom(of file: Measured) throws -> (String, String) {
    let room: Int64
    switch self {
    case .movie:
      // The header of "free" takes 8 bytes. Beyond 4 GiB each offset in the index takes 8 bytes instead of 4; there is at most one offset
      // for each packet.
      room = file.indexBytes + 8 + (file.mediaEnd > Self.nearFourGigabytes ? 4 * Int64(file.packets) : 0)
    case .cues:
      // Each cue holds an offset in as few bytes as it needs, which the room itself makes larger: by up to 2 bytes of 17 or more. A "Void"
      // takes 2.
      room = file.indexBytes + file.indexBytes / 8 + 2
    }
    // Both options are numbers of 32 bits.
    guard room <= Int64(Int32.max) else { throw LibraryError(call: "movie index", code: motes_averror(EFBIG)) }
    switch self {
    case .movie: return ("moov_size", "\(room)")
    case .cues: return ("reserve_index_space", "\(room)")
    }
  }

  /// Muxes a movie whose index is to lie in front: once into nothing to learn the index's size, then into the file, so that every byte is
  /// written once and nothing that was written is moved. Without such an index it is muxed once.
  ///
  /// - Parameters:
  ///   - descriptor: of the file, which is empty.
  ///   - mux: muxes all packets into a sink with options of the muxer.
  /// - Returns: bytes of the file.
  static func write(
    _ container: Container, to descriptor: Int32,
    _ mux: (OutputSink, _ options: [(String, String)]) throws -> Measured
  ) throws -> Int64 {
    let target = try OutputSink(descriptor: descriptor)
    var options: [(String, String)] = []
    if let index = container.frontIndex {
      options = [try index.optionForRoom(of: mux(OutputSink(descriptor: nil), []))]
    }
    _ = try mux(target, options)
    return target.fileSize
  }
}
