import CFFmpeg
import Glibc

/// Writes movies whose index lies in front, without moving what was written.
///
/// FFmpeg's own `faststart` writes the index last and then moves the whole file up through a second handle. Here the
/// index's size is measured first, by muxing once into nothing, and exactly that much room is left in front
/// (`moov_size`): every byte is written once.
enum IndexInFront {
  /// A muxing that has ended.
  struct Muxing {
    let sink: OutputSink
    /// Offset at which the media data ends; without `moov_size` the index follows there.
    let mediaEnd: Int64
    let packetCount: Int
  }

  /// Bytes of media data, 256 MiB less than 4 GiB (2³² bytes), from which on offsets are assumed to need 8 bytes: the index is still
  /// to be put in front of the media data, and may move the last packets beyond 4 GiB.
  private static let nearFourGigabytes: Int64 = 0xF000_0000

  /// Writes a file and returns its size in bytes. Where the container has its index elsewhere, it is muxed only once.
  ///
  /// - Parameters:
  ///   - descriptor: of the file, which is empty.
  ///   - mux: muxes all packets into a sink with options of the muxer.
  static func write(
    _ container: Container, to descriptor: Int32, _ mux: (OutputSink, _ options: [(String, String)]) throws -> Muxing
  ) throws -> Int64 {
    guard case .indexInFront = container.finishing else {
      return try mux(OutputSink(descriptor: descriptor), []).sink.fileSize
    }
    let measured = try mux(OutputSink(descriptor: nil), [])
    // The muxer fills what the index leaves of its room with a "free" atom, whose header takes 8 bytes.
    var indexRoom = measured.sink.fileSize - measured.mediaEnd + 8
    // Beyond 4 GiB each offset in the index takes 8 bytes instead of 4; there is at most one offset for each packet.
    if measured.mediaEnd > nearFourGigabytes { indexRoom += 4 * Int64(measured.packetCount) }
    // `moov_size` is an option of 32 bits.
    guard indexRoom <= Int64(Int32.max) else { throw LibraryError(call: "movie index", code: motes_averror(EFBIG)) }
    return try mux(OutputSink(descriptor: descriptor), [("moov_size", "\(indexRoom)")]).sink.fileSize
  }
}
