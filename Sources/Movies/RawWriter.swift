import CFFmpeg
import Glibc
import Raster

/// The reader of a pipe has gone: nobody wants the rest. Not a failure worth a message.
public struct BrokenPipe: Error, Sendable {
  public init() {}
}

/// Writes frames as bare samples, plane after plane, rows packed: what `ffmpeg -f rawvideo` reads.
///
/// SIGPIPE must be ignored by the process, else the system ends it before `BrokenPipe` can be thrown. One thread at a
/// time.
public final class RawWriter: @unchecked Sendable {
  public private(set) var framesAppended = 0
  public private(set) var bytesWritten = 0
  private let descriptor: Int32
  private var packed: [UInt8] = []

  /// The descriptor (1 is standard output) stays the caller's to close.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a whole frame, however small the pieces that the reader takes.
  ///
  /// - Throws: `BrokenPipe` when the reader has gone, `VideoError` otherwise.
  public func append(_ frame: PixelBuffer) throws {
    packed.removeAll(keepingCapacity: true)
    packed.reserveCapacity(frame.packedByteCount)
    frame.forEachRow { packed.append(contentsOf: $0) }
    do {
      try packed.withUnsafeBytes { try writeAll($0, to: descriptor) }
    } catch let failure as LibraryFailure {
      if failure.code == motes_averror(EPIPE) { throw BrokenPipe() }
      var error = VideoError(failure, doing: "write frame \(framesAppended) to the output", path: nil)
      error.frame = framesAppended
      error.bytesWritten = bytesWritten
      throw error
    }
    framesAppended += 1
    bytesWritten += packed.count
  }
}
