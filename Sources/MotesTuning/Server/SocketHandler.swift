import FlyingFox
import Foundation

/// Exchanges messages with one page over a WebSocket: passes complete texts to the session, and sends its answers.
struct SocketHandler: WSHandler {
  let session: TuningSession
  let connections: ConnectionGuard
  /// The browser's address and port.
  let peer: HTTPRequest.Address?

  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    connections.received(from: peer, onSocket: true)
    let (frames, output) = AsyncStream.makeStream(of: WSFrame.self)
    session.begin { answer in
      output.yield(
        WSFrame(fin: true, opcode: answer.isBinary ? .binary : .text, mask: nil, payload: answer.bytes))
    }
    let task = Task {
      var message = Data()
      // Whether a message's first frame has arrived, but not its last.
      var isInMessage = false
      do {
        receiving: for try await frame in client {
          connections.received(from: peer, onSocket: true)
          switch frame.opcode {
          case .ping: output.yield(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
          case .pong: break
          case .text, .continuation:
            // A message is one frame of text, and frames that continue it.
            guard isInMessage == (frame.opcode == .continuation) else {
              output.yield(.close(code: .protocolError))
              break receiving
            }
            isInMessage = !frame.fin
            message.append(frame.payload)
            guard message.count <= Int(ConnectionGuard.maximumMessageBytes) else {
              output.yield(.close(code: Self.tooLarge))
              break receiving
            }
            if frame.fin {
              session.receive(message)
              message = Data()
            }
          case .close:
            output.yield(.close(code: .normalClosure))
            break receiving
          default:
            output.yield(.close(code: WSCloseCode(1003, reason: "Messages to this server are texts.")))
            break receiving
          }
        }
        if connections.exceedsLimit(peer: peer) { output.yield(.close(code: Self.tooLarge)) }
      } catch {
        output.yield(.close(code: .protocolError))
      }
      session.end()
      output.finish()
    }
    output.onTermination = { _ in
      task.cancel()
      session.end()
    }
    return frames
  }

  private static let tooLarge = WSCloseCode(
    1009, reason: "A message may have at most \(ConnectionGuard.maximumMessageBytes / 1024 / 1024) MB.")
}
