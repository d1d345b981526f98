import CCrypto
import Foundation

/// A frame of the WebSocket protocol, RFC 6455.
package struct WebSocketFrame: Equatable, Sendable {
  package enum Opcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// Whether a frame controls the connection, and is no part of a message.
    var isControl: Bool { rawValue >= 0x8 }
  }

  /// Why a connection is closed: the code and reason of its last frame.
  package struct Closing: Error, Equatable {
    package let code: UInt16
    package let reason: String

    package init(code: UInt16, reason: String) { (self.code, self.reason) = (code, reason) }

    static func protocolError(_ reason: String) -> Closing { Closing(code: 1002, reason: reason) }
  }

  /// Whether this is the last frame of a message.
  package var isFinal = true
  package var opcode: Opcode
  package var payload: Data

  package init(isFinal: Bool = true, _ opcode: Opcode, _ payload: Data) {
    (self.isFinal, self.opcode, self.payload) = (isFinal, opcode, payload)
  }

  package init(_ closing: Closing) {
    self.init(.close, Data([UInt8(closing.code >> 8), UInt8(closing.code & 0xFF)] + closing.reason.utf8))
  }

  /// Reads the next frame of a browser.
  ///
  /// - Parameters:
  ///   - maximumBytes: the most bytes that the payload may have.
  ///   - read: returns a number of bytes; nil if the connection ends before.
  /// - Returns: nil at the connection's end.
  /// - Throws: why the connection is to be closed, for a frame that a browser may not send.
  package static func read(
    atMost maximumBytes: Int, _ read: (Int) -> [UInt8]?
  ) throws(Closing) -> WebSocketFrame? {
    guard let start = read(2) else { return nil }
    guard start[0] & 0x70 == 0 else { throw .protocolError("A reserved bit is set.") }
    guard let opcode = Opcode(rawValue: start[0] & 0x0F) else { throw .protocolError("The opcode is unknown.") }
    guard start[1] & 0x80 != 0 else { throw .protocolError("A browser's frames must be masked.") }
    let isFinal = start[0] & 0x80 != 0
    var count = UInt64(start[1] & 0x7F)
    guard !opcode.isControl || (isFinal && count < 126) else {
      throw .protocolError("A control frame must be whole and have at most 125 bytes.")
    }
    if count >= 126 {
      guard let bytes = read(count == 126 ? 2 : 8) else { return nil }
      count = bytes.reduce(0) { $0 << 8 | UInt64($1) }
      guard count >= (bytes.count == 2 ? 126 : 1 << 16), count >> 63 == 0 else {
        throw .protocolError("A length must be written in as few bytes as possible.")
      }
    }
    guard count <= maximumBytes else { throw .tooLarge }
    guard let mask = read(4), let masked = read(Int(count)) else { return nil }
    return WebSocketFrame(isFinal: isFinal, opcode, Data(unmasked(masked, mask)))
  }

  /// Bytes combined with the four bytes of a mask over and over.
  private static func unmasked(_ bytes: [UInt8], _ mask: [UInt8]) -> [UInt8] {
    var result = bytes
    result.withUnsafeMutableBytes { buffer in
      // Words of eight bytes: one by one, the twenty megabytes of the longest message would take a second.
      let words = buffer.bindMemory(to: UInt64.self)
      let wordMask = (mask + mask).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
      for index in words.indices { words[index] ^= wordMask }
      for index in words.count * 8..<buffer.count { buffer[index] ^= mask[index % 4] }
    }
    return result
  }

  /// The bytes before the payload. A server's frames have no mask.
  package var head: [UInt8] {
    let first = (isFinal ? 0x80 : 0) | opcode.rawValue
    let count = payload.count
    if count < 126 { return [first, UInt8(count)] }
    let byteCount = count < 1 << 16 ? 2 : 8
    return [first, byteCount == 2 ? 126 : 127]
      + (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  /// The value of `Sec-WebSocket-Accept` that answers a browser's key; nil if this is no key, or libcrypto may not compute SHA-1.
  package static func acceptance(ofKey key: String) -> String? {
    guard Data(base64Encoded: key)?.count == 16 else { return nil }
    let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    var digest = [UInt8](repeating: 0, count: 20)
    guard EVP_Digest(text, text.count, &digest, nil, EVP_sha1(), nil) == 1 else { return nil }
    return Data(digest).base64EncodedString()
  }
}

extension WebSocketFrame.Closing {
  /// The most bytes of a message: enough for the largest preset with its characters escaped.
  package static let maximumMessageBytes = 20 * 1024 * 1024

  package static let tooLarge = WebSocketFrame.Closing(
    code: 1009, reason: "A message may have at most \(maximumMessageBytes / 1024 / 1024) MB.")
}
