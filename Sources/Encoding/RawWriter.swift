import CFFmpeg
import Glibc
import Raster

/// A writer of bare samples, plane after plane, rows packed, as `ffmpeg -f rawvideo` reads them.
///
/// The process must ignore SIGPIPE, else the system ends it before a reader that has gone can be reported. A writer serves
/// one thread at a time.
public final class RawWriter: @unchecked Sendable {
  /// Whole frames written.
  public private(set) var framesAppended = 0
  /// Bytes written.
  public private(set) var bytesWritten = 0
  private let descriptor: Int32
  private var packed: [UInt8] = []

  /// A writer to an open file or pipe.
  ///
  /// - Parameter descriptor: 1 is standard output. It stays the caller's to close.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
    // A pipe holds 64 KB, so that writer and reader would take turns a hundred times a frame. Where the system allows no
    // more (and for what is no pipe) nothing changes.
    _ = fcntl(descriptor, RawWriter.setPipeSize, RawWriter.pipeBytes)
  }

  /// Linux's F_SETPIPE_SZ, and the most that it grants to everybody.
  private static let setPipeSize: Int32 = 1031
  private static let pipeBytes: Int32 = 1 << 20

  /// Writes a whole frame, however small the pieces that the reader takes.
  ///
  /// - Throws: `MediaError`, of kind `brokenPipe` when the reader has gone.
  public func append(_ frame: PixelBuffer) throws(MediaError) {
    do {
      for plane in 0..<frame.format.planeCount { try write(plane, of: frame) }
    } catch {
      let isGone = (error as? LibraryError)?.code == motes_averror(EPIPE)
      var error = MediaError(
        error, kind: isGone ? .brokenPipe : .file, doing: "write frame \(framesAppended) to the output", path: nil)
      error.frame = framesAppended
      error.bytesWritten = bytesWritten
      throw error
    }
    framesAppended += 1
  }

  /// Writes a plane as it lies in memory, or packed where its rows do not follow each other.
  private func write(_ plane: Int, of frame: PixelBuffer) throws {
    let (rowBytes, stride) = (frame.rowBytes(ofPlane: plane), frame.stride(ofPlane: plane))
    let rows = frame.rowCount(ofPlane: plane)
    let start = UnsafeRawPointer(frame.plane(plane))
    if rowBytes == stride {
      try writeAll(UnsafeRawBufferPointer(start: start, count: rowBytes * rows), to: descriptor)
    } else {
      packed.removeAll(keepingCapacity: true)
      packed.reserveCapacity(rowBytes * rows)
      for row in 0..<rows {
        packed.append(contentsOf: UnsafeRawBufferPointer(start: start + row * stride, count: rowBytes))
      }
      try packed.withUnsafeBytes { try writeAll($0, to: descriptor) }
    }
    bytesWritten += rowBytes * rows
  }
}
