import FlyingFox
import Foundation

/// Exchanges messages with one page over a WebSocket: passes complete texts to the session, and sends its answers.
struct SocketHandler: WSHandler {
  let session: TuningSession
  let connectionGuard: ConnectionGuard
  /// The browser's address and port.
  let peer: HTTPRequest.Address?

  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    connectionGuard.noteArrival(from: peer, onWebSocket: true)
    let (frames, output) = AsyncStream.makeStream(of: WSFrame.self)
    session.begin { answer in
      output.yield(
        WSFrame(fin: true, opcode: answer.isBinary ? .binary : .text, mask: nil, payload: answer.bytes))
    }
    let task = Task {
      var message = Data()
      // Whether the first WebSocket frame of a message has arrived, but not its last.
      var isInMessage = false
      do {
        receiving: for try await frame in client {
          connectionGuard.noteArrival(from: peer, onWebSocket: true)
          switch frame.opcode {
          case .ping: output.yield(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
          case .pong: break
          case .text, .continuation:
            // A message consists of a text frame and any number of continuation frames.
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
        if connectionGuard.exceedsLimit(peer: peer) { output.yield(.close(code: Self.tooLarge)) }
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
