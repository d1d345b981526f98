import Foundation

/// A request's line and headers.
package struct RequestHead: Equatable, Sendable {
  package let method: String
  /// The path as it was sent, without a query.
  package let path: String
  /// The headers' values, by names in lower case. The values of headers with the same name are joined by ", ".
  package let headers: [String: String]
  /// Whether the version is 1.0, in which a connection serves one request.
  private let isOldVersion: Bool

  /// Reads a request's lines.
  ///
  /// - Throws: a refusal if this is no request of HTTP/1.
  init(_ lines: [String]) throws(RequestGate.Refusal) {
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, Self.isName(words[0]), !words[1].isEmpty, words[2].hasPrefix("HTTP/1.") else {
      throw RequestGate.Refusal(status: 400, sentence: "This is not a request of HTTP/1.1.")
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      // A line that begins with a space continues the line before it, a form that RFC 9112 wants to be refused.
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, Self.isName(parts[0]) else {
        throw RequestGate.Refusal(status: 400, sentence: "A header of the request is not of the form Name: value.")
      }
      let (name, value) = (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
      headers[name] = headers[name].map { $0 + ", " + value } ?? value
    }
    method = String(words[0])
    path = String(words[1].prefix { $0 != "?" })
    self.headers = headers
    isOldVersion = words[2] == "HTTP/1.0"
  }

  /// Whether the connection may be used for another request. A body is not read: what follows such a request is no other request.
  package var keepsConnection: Bool {
    !isOldVersion && !header("connection", lists: "close") && headers["transfer-encoding"] == nil
      && headers["content-length"].map { $0 == "0" } ?? true
  }

  /// Whether a header is a list of words, separated by commas, that has a word in any case.
  package func header(_ name: String, lists word: String) -> Bool {
    headers[name, default: ""].split(separator: ",").contains {
      $0.trimmingCharacters(in: .whitespaces).lowercased() == word
    }
  }

  /// Whether a text can be the name of a method or of a header.
  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
  }
}

/// Collects the bytes of a request until its line and headers are whole.
///
/// Each byte is searched once for the line's end, however the bytes are divided, so that the time is proportional to their number. No one
/// has shown the token yet.
package struct RequestHeadReader {
  /// The most bytes of a request's line. The page's own addresses have less than 300.
  package static let maximumLineBytes = 4 * 1024
  /// The most bytes of a request's line and headers together: browsers send every cookie of other servers on the same machine.
  package static let maximumBytes = 32 * 1024
  /// The most headers. Browsers send about twenty.
  package static let maximumHeaders = 100

  private var bytes: [UInt8] = []
  private var lines: [String] = []
  /// The index of the first byte of the line whose end has not arrived.
  private var lineStart = 0

  package init() {}

  /// Takes bytes that have arrived.
  ///
  /// - Returns: the request and the bytes behind it; nil while the request is not whole.
  /// - Throws: a refusal for a request that is too long or no request of HTTP/1.
  package mutating func take(
    _ new: some Collection<UInt8>
  ) throws(RequestGate.Refusal) -> (head: RequestHead, rest: [UInt8])? {
    var searched = bytes.count
    bytes += new
    while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let hasReturn = end > lineStart && bytes[end - 1] == UInt8(ascii: "\r")
      let line = bytes[lineStart..<(hasReturn ? end - 1 : end)]
      try checkSize(upTo: end)
      (lineStart, searched) = (end + 1, end + 1)
      if !line.isEmpty {
        lines.append(try Self.text(line))
        guard lines.count <= 1 + Self.maximumHeaders else {
          throw RequestGate.Refusal(
            status: 431, sentence: "A request may have at most \(Self.maximumHeaders) headers.")
        }
      } else if !lines.isEmpty {
        return (try RequestHead(lines), Array(bytes[searched...]))
      }
      // An empty line before a request is ignored, as RFC 9112 recommends.
    }
    try checkSize(upTo: bytes.count)
    return nil
  }

  /// Throws if the request's line is too long, or what has arrived up to an index.
  private func checkSize(upTo end: Int) throws(RequestGate.Refusal) {
    if lines.isEmpty, end - lineStart > Self.maximumLineBytes {
      throw RequestGate.Refusal(
        status: 414, sentence: "A request's first line may have at most \(Self.maximumLineBytes / 1024) kB.")
    }
    if end > Self.maximumBytes {
      throw RequestGate.Refusal(
        status: 431, sentence: "A request's headers may have at most \(Self.maximumBytes / 1024) kB.")
    }
  }

  /// A line's text, which has no control characters.
  private static func text(_ line: ArraySlice<UInt8>) throws(RequestGate.Refusal) -> String {
    guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
      throw RequestGate.Refusal(status: 400, sentence: "A request must not have control characters.")
    }
    return String(decoding: line, as: UTF8.self)
  }
}
