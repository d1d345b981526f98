import Glibc

/// Decides which requests the tuning page's server answers: those with the server's token, to one of the server's names, and from
/// the server's own page.
///
/// The token keeps out other users of the machine. The check of `Host` keeps out foreign pages whose name was made to resolve to
/// this server (DNS rebinding). The check of `Origin` keeps out foreign pages that open a WebSocket.
package struct RequestGate: Sendable {
  /// The secret that begins every path.
  let token: String
  /// The names that `Host` may have: "localhost", "127.0.0.1", "[::1]", and the address that the server listens on.
  let hosts: [String]
  /// Whether `Host` may be any numeric address, because the server listens on all of this machine's addresses. This is safe,
  /// since DNS rebinding needs a name.
  let allowsAddresses: Bool

  /// - Parameters:
  ///   - token: the secret that begins every path.
  ///   - host: the address that the server listens on.
  package init(token: String, host: String) {
    self.token = token
    let name = Self.canonical(host.contains(":") ? "[\(host)]" : host)
    allowsAddresses = ["0.0.0.0", "[::]"].contains(name)
    hosts = ["localhost", "127.0.0.1", "[::1]", name]
  }

  /// The answer to a request that is refused.
  package struct Refusal: Error, Equatable {
    /// The status code of HTTP.
    package let status: Int
    package let sentence: String
  }

  /// Checks a request and returns its path after the token, without a slash before it.
  ///
  /// - Parameters:
  ///   - path: the request's path, as it was sent.
  ///   - host: the header `Host`.
  ///   - origin: the header `Origin`, which browsers send with requests of a page.
  /// - Throws: a refusal for a foreign name, a foreign page, or a missing token.
  package func pathBehindToken(_ path: String, host: String?, origin: String?) throws(Refusal) -> String {
    guard let host, let name = Self.name(of: host), isOwn(Self.canonical(String(name))) else {
      throw Refusal(
        status: 403,
        sentence: "The address has a name that is not this server's. Open the address that motes tune printed.")
    }
    if let origin, origin.lowercased() != "http://\(host.lowercased())" {
      throw Refusal(
        status: 403, sentence: "Only the tuning page itself may ask this server, not a page of \(origin.prefix(200)).")
    }
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = parts.first, Self.areEqual(first, token) else {
      throw Refusal(
        status: 403,
        sentence: "The address lacks the right token. Open the whole address that motes tune printed.")
    }
    return parts.count > 1 ? String(parts[1]) : ""
  }

  private func isOwn(_ name: String) -> Bool {
    hosts.contains(name) || (allowsAddresses && Self.isAddress(name))
  }

  /// A host's name in lower case. An address of IPv6, in brackets, has many spellings; it is written as the system writes it.
  private static func canonical(_ name: String) -> String {
    var address = in6_addr()
    guard name.hasPrefix("["), name.hasSuffix("]"),
      inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &address) == 1
    else { return name.lowercased() }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil else { return name.lowercased() }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return "[\(String(decoding: bytes, as: UTF8.self))]"
  }

  /// Whether a host is an address of IPv4 or, in brackets, of IPv6.
  private static func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("["), name.hasSuffix("]") { return name.contains(":") }
    return name.split(separator: ".").count == 4 && name.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  }

  /// The name in a `Host` header, without the port, which a tunnel may change; nil if anything but a port follows the name.
  private static func name(of host: String) -> Substring? {
    let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map { host.index(after: $0) } : host.firstIndex(of: ":")
    guard let end else { return host.hasPrefix("[") ? nil : host[...] }
    let port = host[end...]
    guard port.isEmpty || (port.first == ":" && port.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }) else {
      return nil
    }
    return host[..<end]
  }

  /// Compares two texts in a time that does not depend on where they differ.
  private static func areEqual(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool {
    let (first, second) = (Array(a.utf8), Array(b.utf8))
    guard first.count == second.count else { return false }
    return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The least length of a token.
  package static let minimumTokenLength = 16

  /// Whether a text can be a token: `minimumTokenLength` to 200 letters, digits, hyphens and underscores.
  package static func isToken(_ text: String) -> Bool {
    text.utf8.count >= minimumTokenLength && text.utf8.count <= 200
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }
}
