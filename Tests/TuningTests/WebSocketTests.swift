import Foundation
import MotesTuning
import Testing

@Suite("A browser's WebSocket frames are read as RFC 6455 says") struct WebSocketTests {
  /// A browser's frame, whose mask is 1, 2, 3, 4.
  private static func frame(_ first: UInt8, _ payload: some Sequence<UInt8>) -> [UInt8] {
    let payload = Array(payload)
    let length: [UInt8] =
      payload.count < 126
      ? [0x80 | UInt8(payload.count)]
      : payload.count < 65_536
        ? [0xFE] + (0..<2).reversed().map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
        : [0xFF] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
    return [first] + length + [1, 2, 3, 4] + payload.enumerated().map { $1 ^ UInt8($0 % 4 + 1) }
  }

  /// What a browser says with some bytes, until they end.
  private func events(_ bytes: [UInt8]) throws(WebSocketFrame.Closing) -> [MessageReader.Event] {
    var rest = bytes[...]
    var reader = MessageReader()
    var events: [MessageReader.Event] = []
    while let event = try reader.next({ count in
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }) {
      events.append(event)
    }
    return events
  }

  @Test("Messages of any length arrive, also in pieces with a ping between them") func messages() throws {
    for length in [0, 1, 125, 126, 65_535, 65_536, 300_001] {
      let text = (0..<length).map { UInt8(97 + $0 % 26) }
      #expect(try events(Self.frame(0x81, text)) == [.text(Data(text))], "\(length)")
    }
    let pieces =
      Self.frame(0x01, "a€".utf8.dropLast()) + Self.frame(0x89, "?".utf8) + Self.frame(0x8A, [])
      + Self.frame(0x00, []) + Self.frame(0x80, "a€b".utf8.dropFirst(3))
    #expect(try events(pieces) == [.ping(Data("?".utf8)), .text(Data("a€b".utf8))])
    for code in [1000, 1001, 1003, 1007, 1014, 3000, 4999] {
      let closing = Self.frame(0x88, [UInt8(code >> 8), UInt8(code & 255)] + "bye".utf8)
      #expect(try events(closing) == [.close(.init(code: UInt16(code), reason: ""))])
    }
    #expect(try events(Self.frame(0x88, [])) == [.close(.init(code: 1000, reason: ""))])
    #expect(try events([0x81, 0x85, 1, 2]).isEmpty)
  }

  /// What a browser may not send, and the code with which the connection is closed.
  private static let forbidden: [(what: String, bytes: [UInt8], code: UInt16)] = [
    ("no mask", [0x81, 0x02, 0x7B, 0x7D], 1002), ("reserved bit 1", frame(0xC1, []), 1002),
    ("reserved bit 2", frame(0xA1, []), 1002), ("reserved bit 3", frame(0x91, []), 1002),
    ("opcode 3", frame(0x83, []), 1002), ("opcode 11", frame(0x8B, []), 1002),
    ("a ping in pieces", frame(0x09, []), 1002), ("a long ping", frame(0x89, [UInt8](repeating: 0, count: 126)), 1002),
    ("a length in too many bytes", [0x81, 0xFE, 0, 5], 1002),
    ("a length in far too many bytes", [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002),
    ("a negative length", [0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002),
    ("a gigabyte", [0x81, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0], 1009),
    ("more than the limit in pieces", frame(0x01, "a".utf8) + [0x80, 0xFF, 0, 0, 0, 0, 1, 0x40, 0, 0], 1009),
    ("a binary message", frame(0x82, []), 1003), ("a continuation of nothing", frame(0x80, []), 1002),
    ("a text inside of a text", frame(0x01, []) + frame(0x81, []), 1002),
    ("no UTF-8", frame(0x81, [0xFF]), 1007), ("half a close code", frame(0x88, [3]), 1002),
    ("close code 999", frame(0x88, [3, 0xE7]), 1002), ("close code 1005", frame(0x88, [3, 0xED]), 1002),
    ("close code 1006", frame(0x88, [3, 0xEE]), 1002), ("close code 1015", frame(0x88, [3, 0xF7]), 1002),
    ("close code 2999", frame(0x88, [0x0B, 0xB7]), 1002), ("close code 5000", frame(0x88, [0x13, 0x88]), 1002),
    ("a reason that is no UTF-8", frame(0x88, [3, 0xE8, 0xC0]), 1007),
  ]

  @Test("What a browser may not send closes the connection", arguments: forbidden.indices)
  func refusals(index: Int) {
    let (what, bytes, code) = Self.forbidden[index]
    let closing = #expect(throws: WebSocketFrame.Closing.self, "\(what)") { try events(bytes) }
    #expect(closing?.code == code, "\(what)")
    #expect((closing?.reason.utf8.count ?? 0) <= 123, "a control frame has at most 125 bytes")
  }

  @Test("A server's frames have lengths of 1, 3 and 9 bytes") func heads() {
    let head = { (count: Int) in WebSocketFrame(.binary, Data(count: count)).head }
    #expect(head(125) == [0x82, 125])
    #expect(head(126) == [0x82, 126, 0, 126] && head(65_535) == [0x82, 126, 255, 255])
    #expect(head(65_536) == [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0])
    #expect(WebSocketFrame(WebSocketFrame.Closing(code: 1002, reason: "x")).payload == Data([3, 0xEA, 0x78]))
  }

  @Test("The key of RFC 6455's example has its answer") func acceptance() {
    #expect(WebSocketFrame.acceptance(ofKey: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(WebSocketFrame.acceptance(ofKey: "c2hvcnQ=") == nil && WebSocketFrame.acceptance(ofKey: "?") == nil)
  }
}

@Suite("Answers that a page does not take wait in a limited memory") struct OutboxTests {
  /// What happened in a test, in order.
  private final class Record: @unchecked Sendable {
    private let lock = NSLock()
    private var events: [String] = []

    func add(_ event: String) { lock.withLock { events.append(event) } }
    var all: [String] { lock.withLock { events } }
  }

  /// A frame that takes a quarter of what an outbox holds.
  private static let quarter = WebSocketFrame(.binary, Data(count: Outbox.maximumBytes / 4))

  /// Puts frames in from another thread.
  private func startPutting(_ count: Int, into outbox: Outbox, _ record: Record) {
    Thread.detachNewThread {
      for number in 0..<count {
        outbox.put(Self.quarter)
        record.add("put \(number)")
      }
      record.add("end")
    }
  }

  /// Waits until as many events have happened, and a moment longer, in which there may be more.
  private func events(_ record: Record, _ count: Int) -> [String] {
    for _ in 0..<1_000 where record.all.count < count { usleep(10_000) }
    usleep(50_000)
    return record.all
  }

  @Test("Who puts in too much waits until the page takes it") func limit() {
    let (outbox, record) = (Outbox(), Record())
    startPutting(8, into: outbox, record)
    let events = events(record, 3)
    #expect(events == (0..<3).map { "put \($0)" }, "the fourth waits: frames take a little more than their payload")
    var sentCount = 0
    outbox.sendAll { _ in
      sentCount += 1
      if sentCount == 8 { outbox.finish() }
      return true
    }
    #expect(sentCount == 8)
    #expect(self.events(record, 9).last == "end")
  }

  @Test("Empty frames count, too") func emptyFrames() {
    let (outbox, record) = (Outbox(), Record())
    Thread.detachNewThread {
      for _ in 0..<2_000_000 { outbox.put(WebSocketFrame(.pong, Data())) }
      record.add("end")
    }
    usleep(1_500_000)
    #expect(record.all.isEmpty)
    outbox.drop()
    #expect(events(record, 1) == ["end"])
  }

  @Test("One frame of any size may wait; who waits goes on when the page has gone") func end() {
    let (outbox, record) = (Outbox(), Record())
    outbox.put(WebSocketFrame(.binary, Data(count: Outbox.maximumBytes * 2)))
    startPutting(1, into: outbox, record)
    usleep(200_000)
    #expect(record.all.isEmpty)
    outbox.sendAll { _ in false }
    #expect(events(record, 2).last == "end" && outbox.isDropped)
    outbox.sendAll { _ in
      record.add("sent")
      return true
    }
    #expect(!record.all.contains("sent"))
  }
}
