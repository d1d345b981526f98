/// Percent-encoding of URLs (RFC 3986): bytes that mean something else in an address become %XX.
package enum PercentEncoding {
  /// The path of a file as part of a URL. Letters, digits, `-`, `.`, `_`, `~` and slashes stay as they are.
  package static func encoded(path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        String(UnicodeScalar(byte))
      default: (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
