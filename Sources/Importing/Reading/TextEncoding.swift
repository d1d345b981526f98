/// Texts in UTF-16, as some editors and shells write them, as UTF-8.
enum TextEncoding {
  /// The bytes in UTF-8: those of UTF-16 with a byte order mark are turned into it, all others stay.
  static func utf8(_ bytes: [UInt8], name: String) throws(ImportError) -> [UInt8] {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    guard bytes.count % 2 == 0 else { throw ImportError("\(name): a file in UTF-16 has an even number of bytes.") }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw ImportError("\(name): it begins as UTF-16 does, but is not all of it.")
    }
    // XML says in its first line in what it was written.
    guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") else { return Array(text.utf8) }
    return Array(("<?xml version=\"1.0\"?>" + text[end.upperBound...]).utf8)
  }
}
