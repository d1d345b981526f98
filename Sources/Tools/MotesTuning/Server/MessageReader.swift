import Foundation

/// Puts the frames of a browser together to messages, and checks that they may follow each other.
package struct MessageReader {
  /// What a browser says.
  package enum Event: Equatable, Sendable {
    /// A whole text.
    case text(Data)
    /// A question for a sign of life, which is answered by a pong with the same bytes.
    case ping(Data)
    /// The wish to end, which is answered by the same code.
    case close(WebSocketFrame.Closing)
  }

  /// The frames of a message whose last frame has not arrived; nil between messages.
  private var unfinished: Data?

  package init() {}

  /// Waits for what the browser says next.
  ///
  /// - Parameter read: returns a number of bytes; nil if the connection ends before.
  /// - Returns: nil at the connection's end.
  /// - Throws: why the connection is to be closed, if the browser may not send this.
  package mutating func next(_ read: (Int) -> [UInt8]?) throws(WebSocketFrame.Closing) -> Event? {
    while true {
      let room = WebSocketFrame.Closing.maximumMessageBytes - (unfinished?.count ?? 0)
      guard let frame = try WebSocketFrame.read(atMost: room, read) else { return nil }
      switch frame.opcode {
      case .ping: return .ping(frame.payload)
      case .pong: continue
      case .close: return .close(try Self.closing(frame.payload))
      case .binary: throw WebSocketFrame.Closing(code: 1003, reason: "Messages to this server must be texts.")
      case .text, .continuation:
        guard (unfinished != nil) == (frame.opcode == .continuation) else {
          throw .protocolError("A message must be a text frame, followed by continuation frames until the last one.")
        }
        var message = unfinished ?? Data()
        // A second reference would make each frame copy all before it.
        unfinished = nil
        message.append(frame.payload)
        guard frame.isFinal else {
          unfinished = message
          continue
        }
        guard String(validating: message, as: UTF8.self) != nil else { throw .noText }
        return .text(message)
      }
    }
  }

  /// The code and reason in the payload of a close frame.
  private static func closing(_ payload: Data) throws(WebSocketFrame.Closing) -> WebSocketFrame.Closing {
    let bytes = Array(payload)
    // Without a code the answer says that all is well.
    if bytes.isEmpty { return WebSocketFrame.Closing(code: 1000, reason: "") }
    guard bytes.count >= 2 else { throw .protocolError("A close code must have two bytes.") }
    let code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: throw .protocolError("The close code \(code) may not be sent.")
    }
    guard String(validating: bytes.dropFirst(2), as: UTF8.self) != nil else { throw .noText }
    return WebSocketFrame.Closing(code: code, reason: "")
  }
}

extension WebSocketFrame.Closing {
  fileprivate static let noText = WebSocketFrame.Closing(code: 1007, reason: "A text must be encoded as UTF-8.")
}
