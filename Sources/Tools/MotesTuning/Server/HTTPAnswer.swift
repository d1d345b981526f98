import Foundation

/// The answer to a request.
struct HTTPAnswer {
  let status: Int
  /// The body's media type.
  let type: String
  let body: Data

  /// The answer with a file of the page.
  init(_ type: String, _ file: Data) { (status, self.type, body) = (200, type, file) }

  /// A refusal in a sentence.
  init(_ refusal: RequestGate.Refusal) {
    (status, type) = (refusal.status, "text/plain; charset=utf-8")
    body = Data((refusal.sentence + "\n").utf8)
  }

  /// The line and headers of an answer.
  ///
  /// - Parameter keepsConnection: whether the connection may be used for another request.
  func head(keepsConnection: Bool) -> [UInt8] {
    let headers = [
      ("Content-Type", type), ("Content-Length", "\(body.count)"),
      ("Connection", keepsConnection ? "keep-alive" : "close"), ("Cache-Control", "no-store"),
      ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      (
        "Content-Security-Policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; frame-ancestors 'none'"
      ),
    ]
    return Self.lines(status, headers)
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
    101: "Switching Protocols", 200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 414: "URI Too Long", 431: "Request Header Fields Too Large", 503: "Service Unavailable",
  ]
}
