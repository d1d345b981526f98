import Glibc
import JSON

/// Reads messages from a file descriptor, one on each line.
struct ProtocolLines {
  /// The most bytes of a line that are read; a longer one is skipped. A preset of this size is far larger than any that is written by hand.
  static let maximumBytes = 4 << 20

  /// A line, or why it cannot be read.
  enum Line {
    case value(JSONNode)
    case unreadable(ProtocolError)
  }

  private let descriptor: Int32
  /// Bytes that were read but do not belong to a line that was returned.
  private var buffer: [UInt8] = []
  /// How many bytes of `buffer` have been searched for the end of a line.
  private var searchedCount = 0
  private var hasEnded = false

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next line that is not blank; nil at the end. The last line need not end with a line feed.
  mutating func next() -> Line? {
    var isTooLong = false
    while true {
      if let end = lineEnd {
        let bytes = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        searchedCount = 0
        if isTooLong || bytes.count > Self.maximumBytes { return .unreadable(Self.tooLong) }
        if let line = Self.line(bytes) { return line }
        continue
      }
      searchedCount = buffer.count
      if buffer.count > Self.maximumBytes {
        // The rest of the line is skipped without being kept.
        isTooLong = true
        buffer = []
        searchedCount = 0
      }
      guard !hasEnded else { return nil }
      if !readMore() {
        hasEnded = true
        if isTooLong { return .unreadable(Self.tooLong) }
        let bytes = buffer
        buffer = []
        searchedCount = 0
        return Self.line(bytes)
      }
    }
  }

  private static let tooLong = ProtocolError(
    .invalidRequest, "A message has at most \(grouped(maximumBytes)) bytes; this one has more, and was not read.")

  /// The index of the next line feed in the buffer. memchr takes a gigabyte in a second, also in a program that is not optimised.
  private var lineEnd: Int? {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base + searchedCount, Int32(UInt8(ascii: "\n")), bytes.count - searchedCount)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Reads some bytes; false at the end.
  private mutating func readMore() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      buffer += bytes[..<count]
      return true
    }
  }

  /// The value on a line; nil for a blank one.
  private static func line(_ bytes: [UInt8]) -> Line? {
    guard !bytes.allSatisfy(JSONReader.isWhiteSpace) else { return nil }
    var reader = JSONReader(bytes, source: 0)
    let node = reader.read()
    if let problem = reader.problems.first {
      return .unreadable(
        ProtocolError(.parseError, "This line is no JSON: byte \(problem.origin.offset + 1): \(problem.message)."))
    }
    return node.map(Line.value)
  }
}
