// The part of Foundation that Listening uses, bytes as base64 (RFC 4648): Foundation has no textual interface, so that a compiler of another
// version cannot read it.

public struct Data: Sequence {
  private var bytes: [UInt8]

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public init?(base64Encoded text: String) {
    let characters = Array(text.utf8)
    guard characters.count % 4 == 0 else { return nil }
    var values = [UInt8?](repeating: nil, count: 256)
    for (value, digit) in Self.digits.enumerated() { values[Int(digit)] = UInt8(value) }
    let given = characters.dropLast(characters.suffix(2).filter { $0 == Self.padding }.count)
    bytes = []
    bytes.reserveCapacity(given.count * 3 / 4)
    var (bits, count): (UInt32, Int) = (0, 0)
    for character in given {
      guard let value = values[Int(character)] else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
  }

  public var count: Int { bytes.count }

  public func makeIterator() -> [UInt8].Iterator { bytes.makeIterator() }

  public func base64EncodedString() -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<Swift.min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? Self.digits[Int(bits >> UInt32(18 - 6 * index) & 63)] : Self.padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
