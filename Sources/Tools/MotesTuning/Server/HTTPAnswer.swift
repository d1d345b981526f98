import Foundation

/// The answer to a request.
struct HTTPAnswer {
  let status: Int
  /// The body's media type.
  let type: String
  let body: Data
  /// What is sent in place of `body`: a part of a file.
  private(set) var slice: (file: FileSlice, range: Range<Int>)?
  private var rangeHeaders: [(String, String)] = []

  /// The answer with a file of the page.
  init(_ type: String, _ file: Data) { (status, self.type, body) = (200, type, file) }

  /// The answer with a song, or with the part of it that a request's header `Range` asks for.
  init(_ song: SongFile, range header: String?) {
    guard let file = FileSlice(path: song.path) else {
      (status, type) = (404, "text/plain; charset=utf-8")
      body = Data("\(song.name) cannot be read.\n".utf8)
      return
    }
    let count = file.fileBytes
    (type, body) = (song.type, Data())
    rangeHeaders = [("Accept-Ranges", "bytes")]
    switch ByteRange(header, of: count) {
    case .all: (status, slice) = (200, (file, 0..<count))
    case .part(let range):
      (status, slice) = (206, (file, range))
      rangeHeaders.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"))
    case .none:
      status = 416
      rangeHeaders.append(("Content-Range", "bytes */\(count)"))
    }
  }

  /// A refusal in a sentence.
  init(_ refusal: RequestGate.Refusal) {
    (status, type) = (refusal.status, "text/plain; charset=utf-8")
    body = Data((refusal.sentence + "\n").utf8)
  }

  /// Sends the answer.
  ///
  /// - Returns: whether all of it was taken.
  @discardableResult
  func send(on connection: Connection, keepsConnection: Bool) -> Bool {
    let hasBody = !body.isEmpty || slice?.range.isEmpty == false
    guard connection.send(head(keepsConnection: keepsConnection), hasMore: hasBody) else { return false }
    guard let slice else { return connection.send(body) }
    return slice.file.forEachPiece(of: slice.range) { connection.send($0) }
  }

  /// The line and headers of an answer.
  ///
  /// - Parameter keepsConnection: whether the connection may be used for another request.
  private func head(keepsConnection: Bool) -> [UInt8] {
    let headers = [
      ("Content-Type", type), ("Content-Length", "\(slice?.range.count ?? body.count)"),
      ("Connection", keepsConnection ? "keep-alive" : "close"), ("Cache-Control", "no-store"),
      ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      (
        "Content-Security-Policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; frame-ancestors 'none'"
      ),
    ]
    return Self.lines(status, headers + rangeHeaders)
  }

  /// The answer that turns a connection into a WebSocket.
  static func switching(acceptance: String) -> [UInt8] {
    lines(101, [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", acceptance)])
  }

  private static func lines(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
    let lines = ["HTTP/1.1 \(status) \(phrases[status] ?? "")"] + headers.map { "\($0): \($1)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private static let phrases = [
    101: "Switching Protocols", 200: "OK", 206: "Partial Content", 400: "Bad Request", 403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed", 414: "URI Too Long", 416: "Range Not Satisfiable",
    431: "Request Header Fields Too Large", 503: "Service Unavailable",
  ]
}
