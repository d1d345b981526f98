import Foundation
import Motes
import MotesTuning
import TestSupport
import Testing

@Suite("The tuning page's server withstands strangers", .serialized) struct TuningServerTests {
  private static let token = RunningServer.token

  /// A running server of a small preset.
  private struct Running {
    private let server: RunningServer
    var port: UInt16 { server.port }

    init() throws {
      server = try RunningServer { folder in
        try folder.write(
          "{ \"canvas\": { \"width\": 64, \"height\": 36 }, \"layers\": [ { \"gradient\": { \"stops\": [\"red\", \"blue\"] } } ] }",
          to: "a.json")
      }
    }

    /// Sends bytes on a new connection, and returns what the server says to them.
    func ask(_ text: String, until end: String? = nil) -> String {
      let connection = BrowserConnection(port: port)
      connection.send(text.utf8)
      return connection.receive(until: end)
    }

    /// Seconds until the page has arrived; nil if it does not.
    func secondsOfPage() -> Double? {
      let start = DispatchTime.now().uptimeNanoseconds
      let text = ask("GET /\(token)/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
      guard text.hasPrefix("HTTP/1.1 200 OK\r\n"), text.contains("</html>") else { return nil }
      return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }
  }

  /// A good request, after which the connection stays open.
  private static let good = "GET /\(token)/page.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
  private static let much = String(repeating: "a", count: 60_000)

  /// Beginnings of requests without a token, and the status of their answer; nil for none.
  private static let requests: [(String, Int?)] = [
    ("GET /\(much) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 414), (much, 414), ("GET /?\(much)", 414),
    ("GET / HTTP/1.1\r\nA: \(much)\r\n\r\n", 431), ("GET / HTTP/1.1\r\nA: \(much)", 431),
    ("GET / HTTP/1.1\r\n" + String(repeating: "Aaaaaaaaa: b\r\n", count: 4_000), 431),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 403),
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n\(much)", 403),
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n\(much)", 403),
    ("GET / HTTP/1.1\r\nHost: " + String(repeating: "%41", count: 9_000) + "\r\n\r\n", 403),
    ("GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n\(much)", 403), ("\u{16}\u{3}\u{1}\n", 400),
    ("GET / HTTP/1.1\r\n", nil), ("", nil),
  ]

  @Test(
    "No request without the token keeps the page away for a second, and its connection ends",
    arguments: requests.indices)
  func requestsOfStrangers(index: Int) throws {
    let (text, status) = Self.requests[index]
    let running = try Running()
    // A good request before it, which keeps the connection, changes nothing.
    for text in [text, Self.good + text] {
      let held = (0..<2).map { _ in BrowserConnection(port: running.port) }
      for connection in held { connection.send(text.utf8) }
      let seconds = try #require(running.secondsOfPage())
      #expect(seconds < 1, "\(seconds) s")
      guard let status else { continue }
      for connection in held {
        let answer = connection.receive()
        #expect(answer.contains("HTTP/1.1 \(status) "), "\(answer.prefix(300))")
        #expect(
          answer.hasSuffix(".\n"), "the answer ends with a sentence, and then the connection: \(answer.suffix(300))")
      }
    }
  }

  @Test("A long line that arrives byte by byte is refused as soon as it is too long") func slowBytes() throws {
    let running = try Running()
    let connection = BrowserConnection(port: running.port)
    for byte in "GET /".utf8 { connection.send([byte]) }
    for _ in 0..<RequestHeadReader.maximumLineBytes { connection.send([0x61]) }
    #expect(connection.receive().hasPrefix("HTTP/1.1 414 "))
  }

  @Test("Connections of strangers make room for the page, those that ask and those that wait") func room() throws {
    let running = try Running()
    var held: [BrowserConnection] = []
    for number in 0..<300 {
      let connection = BrowserConnection(port: running.port)
      if number % 2 == 0 { connection.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8) }
      held.append(connection)
    }
    let seconds = try #require(running.secondsOfPage())
    #expect(seconds < 1, "\(seconds) s")
    #expect(held[1].receive().hasPrefix("HTTP/1.1 503 "), "the oldest connection has made room")
  }

  @Test("Two requests on one connection have two answers") func keptConnection() throws {
    let running = try Running()
    let last = "GET /\(Self.token)/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    let answers = running.ask(Self.good + last)
    #expect(answers.contains("HTTP/1.1 200 OK\r\n") && answers.contains("HTTP/1.1 404 Not Found\r\n"), "\(answers)")
  }

  /// The request for a WebSocket.
  private static let upgrade =
    "GET /\(token)/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nUpgrade: websocket\r\n"
    + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

  @Test("A first message of 300 kB is answered, also if it follows the request at once") func firstMessage() throws {
    let running = try Running()
    let message = "{\"id\": 77, \"text\": \"\(String(repeating: " ", count: 300_000))\"}"
    let head: [UInt8] =
      [0x81, 0xFF] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: message.utf8.count >> (8 * $0)) }
    for _ in 0..<20 {
      let connection = BrowserConnection(port: running.port)
      connection.send(Array(Self.upgrade.utf8) + head + [0, 0, 0, 0] + message.utf8)
      #expect(connection.receive(until: "\"id\":77").contains("\"id\":77"))
    }
  }

  @Test("A forbidden frame closes the WebSocket with a reason; a wish to close is answered") func closing() throws {
    let running = try Running()
    #expect(running.ask(Self.upgrade + "\u{1}\u{2}{}").hasSuffix("A browser's frames must be masked."))
    let connection = BrowserConnection(port: running.port)
    connection.send(Array(Self.upgrade.utf8) + [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE9])
    // A close frame of two bytes. 0x88 and 0xE9 alone are no characters.
    #expect(connection.receive().hasSuffix("\u{FFFD}\u{2}\u{3}\u{FFFD}"))
  }
}
