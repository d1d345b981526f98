/// Bytes of a font's table, whose numbers have their most significant byte first. Outside of the table every number is nil.
struct BigEndianBytes {
  let bytes: [UInt8]

  /// An unsigned number of `count` bytes, at most 4, from a position on.
  private func unsigned(_ position: Int, _ count: Int) -> Int? {
    guard position >= 0, position <= bytes.count - count else { return nil }
    var value = 0
    for index in position..<position + count { value = value << 8 | Int(bytes[index]) }
    return value
  }

  func byte(_ position: Int) -> Int? { unsigned(position, 1) }
  func unsigned16(_ position: Int) -> Int? { unsigned(position, 2) }
  func unsigned24(_ position: Int) -> Int? { unsigned(position, 3) }
  func unsigned32(_ position: Int) -> Int? { unsigned(position, 4) }
  func signed16(_ position: Int) -> Int? { unsigned16(position).map { Int(Int16(truncatingIfNeeded: $0)) } }

  /// A signed number of 16 bits, the last 14 of which are its fraction.
  func fixed14(_ position: Int) -> Double? { signed16(position).map { Double($0) / 16_384 } }
  /// A signed number of 32 bits, the last 16 of which are its fraction.
  func fixed16(_ position: Int) -> Double? {
    unsigned32(position).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }
}
