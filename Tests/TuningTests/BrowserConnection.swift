import Foundation
import Glibc

/// A connection to a server on this machine, on which a test sends what no browser would.
final class BrowserConnection {
  private let descriptor: Int32

  init(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
  }

  deinit { close(descriptor) }

  /// Sends bytes, as far as the server takes them.
  func send(_ bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// What arrives until a text has arrived, the connection has ended, or the time is over.
  func receive(until end: String? = nil, atMost seconds: Double = 10) -> String {
    var received: [UInt8] = []
    let deadline = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let now = DispatchTime.now().uptimeNanoseconds
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard now < deadline, poll(&waiting, 1, Int32((deadline - now) / 1_000_000) + 1) > 0 else { break }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      received += buffer.prefix(count)
      if let end, String(decoding: received, as: UTF8.self).contains(end) { break }
    }
    return String(decoding: received, as: UTF8.self)
  }
}
