import FlyingFox
import FlyingSocks
import Glibc
import Synchronization

/// Limits the number of connections, the time that one may take for a request, and the size of a message.
///
/// The server's library reads a line or a WebSocket frame of any length into memory. Therefore the guard asks the kernel how many
/// bytes a connection has received since its last complete request or WebSocket frame. If they are more than a request or message
/// may have, it shuts the connection down.
final class ConnectionGuard: Sendable {
  /// The most connections at a time.
  static let maximumConnections = 128
  /// The most bytes of a request: its line and headers.
  static let maximumRequestBytes: UInt64 = 64 * 1024
  /// The most bytes of a WebSocket message: enough for the largest preset with its characters escaped.
  static let maximumMessageBytes: UInt64 = 20 * 1024 * 1024
  /// The most calls of `enforceLimits`, ten a second, during which a connection may send no complete request: ten seconds.
  static let maximumSilentChecks = 100

  /// What is known about a connection.
  private struct Connection {
    /// The address and port of the other side. If they have changed, the descriptor now belongs to another connection.
    var peer: HTTPRequest.Address
    /// Bytes that had been received when the last request or WebSocket frame was complete.
    var bytesAtLastArrival: UInt64 = 0
    /// Whether the connection has become a WebSocket.
    var isWebSocket = false
    /// Calls of `enforceLimits` since the last complete request.
    var silentChecks = 0
  }

  private let connections = Mutex<[Int32: Connection]>([:])

  /// Registers an open connection. Called whenever its socket waits to be read or written.
  ///
  /// - Returns: false if there are too many connections, so that this one was shut down.
  func register(_ descriptor: Int32) -> Bool {
    // The socket that listens has no other side.
    guard let peer = Self.peer(of: descriptor) else { return true }
    return connections.withLock { connections in
      if connections[descriptor]?.peer == peer { return true }
      if connections.count >= Self.maximumConnections {
        connections = connections.filter { Self.peer(of: $0.key) == $0.value.peer }
      }
      guard connections.count < Self.maximumConnections else {
        let text =
          "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
          + "More than \(Self.maximumConnections) connections are open. Please close some pages.\n"
        _ = text.utf8.withContiguousStorageIfAvailable {
          send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        shutdown(descriptor, Int32(SHUT_RDWR))
        return false
      }
      connections[descriptor] = Connection(peer: peer)
      return true
    }
  }

  /// Notes that a complete request or WebSocket frame has arrived from a browser.
  func noteArrival(from peer: HTTPRequest.Address?, onWebSocket isWebSocket: Bool) {
    connections.withLock { connections in
      guard let descriptor = connections.first(where: { $0.value.peer == peer })?.key else { return }
      connections[descriptor]?.bytesAtLastArrival = Self.receivedBytes(descriptor) ?? 0
      connections[descriptor]?.silentChecks = 0
      if isWebSocket { connections[descriptor]?.isWebSocket = true }
    }
  }

  /// Number of open connections.
  var count: Int {
    connections.withLock { connections in
      connections = connections.filter { Self.peer(of: $0.key) == $0.value.peer }
      return connections.count
    }
  }

  /// Shuts down connections that send too much, or no request in time. To be called about ten times a second.
  func enforceLimits() {
    connections.withLock { connections in
      for (descriptor, connection) in connections {
        guard Self.peer(of: descriptor) == connection.peer else {
          connections[descriptor] = nil
          continue
        }
        let bytes = Self.receivedBytes(descriptor) ?? 0
        let allowed = connection.isWebSocket ? Self.maximumMessageBytes : Self.maximumRequestBytes
        let isTooLarge = bytes > connection.bytesAtLastArrival + allowed
        connections[descriptor]?.silentChecks += 1
        let isSilent = !connection.isWebSocket && connection.silentChecks > Self.maximumSilentChecks
        if isTooLarge || isSilent {
          // A WebSocket is only shut down for reading, so that `SocketHandler` can still send why it closes.
          shutdown(descriptor, Int32(connection.isWebSocket ? SHUT_RD : SHUT_RDWR))
        }
      }
    }
  }

  /// Whether the connection from a browser has sent more since the last arrival than a request or message may have.
  func exceedsLimit(peer: HTTPRequest.Address?) -> Bool {
    connections.withLock { connections in
      guard let (descriptor, connection) = connections.first(where: { $0.value.peer == peer }) else { return false }
      let allowed = connection.isWebSocket ? Self.maximumMessageBytes : Self.maximumRequestBytes
      return (Self.receivedBytes(descriptor) ?? 0) > connection.bytesAtLastArrival + allowed
    }
  }

  // MARK: The kernel

  /// The other side's address and port; nil if the descriptor is no longer a connection.
  private static func peer(of descriptor: Int32) -> HTTPRequest.Address? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
    }
    guard result == 0, let address = try? Socket.makeAddress(from: storage) else { return nil }
    return HTTPRequest.Address.make(from: address)
  }

  /// Offset of `tcpi_bytes_received` in Linux's `tcp_info`; glibc's header declares only the beginning of that structure.
  private static let bytesReceivedOffset = 128

  /// Bytes that the connection has received since it began; nil if the system does not say.
  private static func receivedBytes(_ descriptor: Int32) -> UInt64? {
    var info = [UInt8](repeating: 0, count: 256)
    var size = socklen_t(info.count)
    guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0,
      Int(size) >= bytesReceivedOffset + 8
    else { return nil }
    return info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: bytesReceivedOffset, as: UInt64.self) }
  }
}

/// The library's pool of sockets, which reports every waiting connection to a guard.
struct GuardedPool<Base: AsyncSocketPool>: AsyncSocketPool {
  let base: Base
  let connectionGuard: ConnectionGuard

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    guard connectionGuard.register(socket.file.rawValue) else { throw SocketError.disconnected }
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
