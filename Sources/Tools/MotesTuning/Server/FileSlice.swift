import Glibc

/// A part of a file that is sent piece by piece, however large it is.
final class FileSlice: Sendable {
  private let descriptor: Int32
  /// The bytes of the file.
  let fileBytes: Int

  /// The most bytes that are read at a time.
  private static let pieceBytes = 256 * 1024

  /// Opens a regular file; nil if that is not possible.
  init?(path: String) {
    // Non-blocking, so that opening a pipe does not wait for a writer.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      fileBytes = 0
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    fileBytes = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Passes the bytes of a range to `send`, until it returns false.
  ///
  /// - Returns: whether all were read and taken. The file may have become shorter meanwhile.
  func forEachPiece(of range: Range<Int>, _ send: ([UInt8]) -> Bool) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      var count = 0
      let piece = [UInt8](unsafeUninitializedCapacity: min(Self.pieceBytes, range.upperBound - offset)) {
        buffer, filled in
        repeat {
          count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        } while count < 0
          && errno == EINTR
        filled = max(count, 0)
      }
      guard count > 0, send(piece) else { return false }
      offset += count
    }
    return true
  }
}
