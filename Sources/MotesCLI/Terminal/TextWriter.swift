import Glibc
import Motes

/// A writer of text to standard output. Where the program that reads a pipe has ended, a `MediaError` of kind `brokenPipe` is
/// thrown, which ends the command quietly.
final class TextWriter {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of the text at once, without a buffer.
  func write(_ text: String) throws {
    var remaining = Array(text.utf8)[...]
    while !remaining.isEmpty {
      let written = remaining.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { throw MediaError(.brokenPipe, "The reader of standard output has gone.") }
        throw MediaError(.file, "Standard output: \(String(cString: strerror(errno))).")
      }
      remaining = remaining.dropFirst(written)
    }
  }
}
