import CFFmpeg
import Glibc
import Model
import Raster

/// Writes uncompressed frames, plane after plane and without padding of rows: either bare samples, which `ffmpeg -f rawvideo` reads, or
/// YUV4MPEG2, which `ffmpeg -f yuv4mpegpipe` and encoders' own commands read.
///
/// The process must ignore SIGPIPE: otherwise writing to a pipe whose reader has gone ends the process, and no error can be
/// thrown. A writer serves one thread at a time.
package final class RawWriter: @unchecked Sendable {
  /// Number of whole frames written.
  package private(set) var framesAppended = 0
  /// Bytes written.
  package private(set) var bytesWritten = 0
  private let descriptor: Int32
  /// The header of YUV4MPEG2; nil for bare samples.
  private let header: Y4MHeader?
  /// Memory for a plane without the padding of its rows, reused from frame to frame.
  private var packed: [UInt8] = []

  /// A writer of bare samples to an open file or pipe.
  ///
  /// - Parameter descriptor: the file or pipe, which the caller closes; 1 is standard output.
  package convenience init(descriptor: Int32) { self.init(descriptor: descriptor, header: nil) }

  /// A writer of YUV4MPEG2, whose first line states size, rate and layout.
  ///
  /// - Parameters:
  ///   - descriptor: the file or pipe, which the caller closes; 1 is standard output.
  ///   - format: planar Y′CbCr (4:2:0, 4:2:2 or 4:4:4) without alpha.
  ///   - width: width of a frame in pixels.
  ///   - height: height of a frame in pixels.
  ///   - frameRate: frames a second.
  ///   - pixelAspect: width ÷ height of a pixel.
  /// - Throws: `MediaError` of kind `settings` for another pixel format.
  package convenience init(
    y4mTo descriptor: Int32, format: PixelFormat, width: Int, height: Int, frameRate: Rational,
    pixelAspect: Rational = .one
  ) throws(MediaError) {
    self.init(
      descriptor: descriptor,
      header: try Y4MHeader(format, width: width, height: height, frameRate: frameRate, pixelAspect: pixelAspect))
  }

  private init(descriptor: Int32, header: Y4MHeader?) {
    self.descriptor = descriptor
    self.header = header
    // By default a pipe holds 64 KiB: for a frame of 6 MB (rgb24 of 1920 × 1080) writer and reader would have to wait for each
    // other about a hundred times. A larger pipe is only faster, so failure does not matter: the descriptor may be a file, or the
    // system may refuse the size.
    _ = fcntl(descriptor, RawWriter.setPipeSizeCommand, RawWriter.pipeBytes)
  }

  /// Linux's F_SETPIPE_SZ, a command of fcntl.
  private static let setPipeSizeCommand: Int32 = 1031
  /// The largest pipe that Linux grants every user by default (/proc/sys/fs/pipe-max-size): 1 MiB.
  private static let pipeBytes: Int32 = 1 << 20

  /// Writes a whole frame, however little the reader takes at a time.
  ///
  /// - Throws: `MediaError`, of kind `brokenPipe` if the reader has gone.
  package func append(_ frame: PixelBuffer) throws(MediaError) {
    do {
      if let header {
        if framesAppended == 0 { try write(header.streamHeader) }
        try write(Y4MHeader.frameHeader)
      }
      for plane in 0..<frame.format.planeCount { try write(plane, of: frame) }
    } catch {
      var error = MediaError(error, doing: "write frame \(framesAppended) to the output", path: nil)
      error.frame = framesAppended
      error.bytesWritten = bytesWritten
      throw error
    }
    framesAppended += 1
  }

  private func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    try bytes.withUnsafeBytes { try writeAll($0, to: descriptor) }
    bytesWritten += bytes.count
  }

  /// Writes a plane as it lies in memory, or a packed copy of it if its rows are padded.
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
