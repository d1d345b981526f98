import MotesTuning
import Testing

@Suite("A request's head is read in a time proportional to its bytes, up to a limit") struct RequestHeadTests {
  /// Reads a request that arrives in pieces of some size.
  private func read(
    _ text: String, pieces size: Int = 4_096
  ) throws(RequestGate.Refusal) -> (head: RequestHead, rest: [UInt8])? {
    var reader = RequestHeadReader()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      guard let found = try reader.take(bytes[start..<min(start + size, bytes.count)]) else { continue }
      return (found.head, found.rest + bytes[min(start + size, bytes.count)...])
    }
    return nil
  }

  @Test("However a request is divided, it is the same, and what follows is kept", arguments: [1, 2, 3, 17, 4_096])
  func pieces(size: Int) throws {
    let text = "\r\nGET /a/b?c=d HTTP/1.1\r\nHost: x:1\r\nEmpty:\nACCEPT: a:b\r\nAccept:  c \r\n\r\n"
    let found = try #require(try read(text + "GET /next", pieces: size))
    #expect(found.head.method == "GET" && found.head.path == "/a/b")
    #expect(found.head.headers == ["host": "x:1", "empty": "", "accept": "a:b, c"])
    #expect(found.head.keepsConnection)
    #expect(found.rest == Array("GET /next".utf8))
    #expect(try read(String(text.dropLast(2)), pieces: size) == nil)
  }

  @Test(
    "A connection is not used again after a body, or where the browser says so",
    arguments: [
      "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nConnection: Keep-Alive, Close\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ])
  func lastRequest(text: String) throws {
    #expect(try read(text)?.head.keepsConnection == false)
  }

  /// Requests that are too long, and the status of the refusal.
  private static let long: [(String, Int)] = [
    ("GET /" + String(repeating: "a", count: 60_000) + " HTTP/1.1\r\n\r\n", 414),
    (String(repeating: "a", count: 60_000), 414),
    ("GET / HTTP/1.1\r\nA: " + String(repeating: "b", count: 60_000) + "\r\n\r\n", 431),
    ("GET / HTTP/1.1\r\nA: " + String(repeating: "b", count: 60_000), 431),
    ("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 10_000) + "\r\n", 431),
    ("GET / HTTP/1.1\r\n" + String(repeating: "A:\n", count: RequestHeadReader.maximumHeaders + 1), 431),
    (String(repeating: "\r\n", count: 30_000), 431),
  ]

  @Test("Too long a line and too long a head are refused before they end", arguments: long.indices)
  func limits(index: Int) {
    let (text, status) = Self.long[index]
    for size in [1, 1_000, 65_536] {
      #expect(throws: RequestGate.Refusal.self) { try read(text, pieces: size) }
      do {
        _ = try read(text, pieces: size)
      } catch {
        #expect(error.status == status && error.sentence.hasSuffix("."))
      }
    }
  }

  @Test(
    "What is no request is refused",
    arguments: [
      "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\n\r\n", "G(T / HTTP/1.1\r\n\r\n",
      "\u{16}\u{3}\u{1}\n",
      "GET / HTTP/1.1\r\nNo colon\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
      "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
      "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", "GET / HTTP/1.1\r\nA: b\0\r\n\r\n", "GET / HTTP/1.1\r\n: b\r\n\r\n",
    ])
  func malformed(text: String) {
    let refusal = #expect(throws: RequestGate.Refusal.self) { try read(text) }
    #expect(refusal?.status == 400)
  }
}
