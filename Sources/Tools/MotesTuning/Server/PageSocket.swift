@preconcurrency import Dispatch
import Foundation

/// Exchanges messages with one page over a WebSocket: passes complete texts to the session, and sends what is in the outbox.
struct PageSocket {
  let connection: Connection
  let session: TuningSession
  let outbox: Outbox

  /// Works until the connection ends.
  ///
  /// - Parameter arrived: bytes that have already been received.
  func run(after arrived: [UInt8]) {
    let (connection, outbox) = (connection, outbox)
    let sendingEnded = DispatchSemaphore(value: 0)
    startThread {
      outbox.sendAll { connection.send($0.head, hasMore: !$0.payload.isEmpty) && connection.send($0.payload) }
      // If the page takes nothing more, nothing need be read from it.
      if outbox.isDropped { connection.shutDown() }
      sendingEnded.signal()
    }
    session.begin()
    let closing = receiveAll(after: arrived)
    session.end()
    if let closing {
      outbox.put(WebSocketFrame(closing))
      outbox.finish()
    } else {
      outbox.drop()
      connection.shutDown()
    }
    sendingEnded.wait()
    connection.endSending()
  }

  /// Takes the page's messages until the connection is to be closed.
  ///
  /// - Returns: the reason for the page; nil if the connection has ended.
  private func receiveAll(after arrived: [UInt8]) -> WebSocketFrame.Closing? {
    var bytes = ByteReader(connection, arrived: arrived)
    var messages = MessageReader()
    do {
      while let event = try messages.next({ bytes.read($0) }) {
        switch event {
        case .text(let message): session.receive(message)
        case .ping(let payload): outbox.put(WebSocketFrame(.pong, payload))
        case .close(let closing): return closing
        }
      }
      return nil
    } catch {
      return error
    }
  }
}
