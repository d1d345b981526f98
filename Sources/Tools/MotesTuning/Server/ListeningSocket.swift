import Glibc

/// The socket on which the server waits for connections.
final class ListeningSocket: Sendable {
  private let descriptor: Int32
  let port: UInt16

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - host: an address of this machine, or "localhost".
  ///   - port: the port; 0 for any free port.
  init(host: String, port: UInt16) throws(TuningServer.StartFailure) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host == "localhost" ? "127.0.0.1" : host, String(port), &hints, &found) == 0,
      let address = found?.pointee
    else {
      throw TuningServer.StartFailure(
        description: "--host \(host): this is not an address of this machine, such as 127.0.0.1 or 0.0.0.0.")
    }
    defer { freeaddrinfo(found) }
    descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard descriptor >= 0, bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      listen(descriptor, SOMAXCONN) == 0, let chosenPort = Self.port(of: descriptor)
    else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw TuningServer.StartFailure(
        description: "--port: the server cannot listen on \(host):\(port): \(reason). Choose another port.")
    }
    self.port = chosenPort
  }

  deinit { close(descriptor) }

  /// Waits for a connection.
  ///
  /// - Returns: the connection's descriptor and the other side's numeric address; nil after `shutDown`.
  func accept() -> (descriptor: Int32, peer: String)? {
    while true {
      var storage = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let accepted = Self.withAddress(&storage) { Glibc.accept(descriptor, $0, &size) }
      if accepted >= 0 { return (accepted, Self.withAddress(&storage) { Self.text(of: $0, size) }) }
      switch errno {
      case EINVAL, EBADF: return nil
      // Too many files are open. The connection waits until others have ended.
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: poll(nil, 0, 50)
      // The connection ended before it was accepted.
      default: break
      }
    }
  }

  /// Ends the wait for connections.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private static func port(of descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    guard withAddress(&storage, { getsockname(descriptor, $0, &size) }) == 0 else { return nil }
    // The port has the same place in addresses of IPv4 and of IPv6.
    return withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) }
  }

  private static func text(of address: UnsafeMutablePointer<sockaddr>, _ size: socklen_t) -> String {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func withAddress<Result>(
    _ storage: inout sockaddr_storage, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }
}
