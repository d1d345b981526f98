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
  /// - Throws: `BrokenPipe` when the reader has gone, `VideoError` otherwise.
  public func append(_ frame: PixelBuffer) throws {
    do {
      for plane in 0..<frame.format.planeCount { try write(plane, of: frame) }
    } catch let failure as LibraryError {
      if failure.code == motes_averror(EPIPE) { throw BrokenPipe() }
      var error = VideoError(failure, doing: "write frame \(framesAppended) to the output", path: nil)
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
