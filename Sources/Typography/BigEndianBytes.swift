/// Bytes of a font's table, whose numbers have their most significant byte first. A number outside of the table is nil.
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
  func word(_ position: Int) -> Int? { unsigned(position, 2) }
  func offset24(_ position: Int) -> Int? { unsigned(position, 3) }
  func offset32(_ position: Int) -> Int? { unsigned(position, 4) }
  func signedWord(_ position: Int) -> Int? { word(position).map { Int(Int16(truncatingIfNeeded: $0)) } }

  /// A number with 14 bits after the point.
  func fixed14(_ position: Int) -> Double? { signedWord(position).map { Double($0) / 16_384 } }
  /// A number with 16 bits after the point.
  func fixed16(_ position: Int) -> Double? {
    offset32(position).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }
}
