/// Converts files in UTF-16, which some editors and shells write, to UTF-8.
enum TextEncoding {
  /// The bytes in UTF-8: converted if they begin with a byte order mark of UTF-16, otherwise unchanged.
  static func utf8(_ bytes: [UInt8], name: String) throws(ImportError) -> [UInt8] {
    let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
    guard isLittleEndian || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    guard bytes.count % 2 == 0 else { throw ImportError("\(name): a file in UTF-16 has an even number of bytes.") }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw ImportError("\(name): it begins like UTF-16, but the rest is not.")
    }
    // An XML declaration may say that the file is in UTF-16, which is no longer true, so the declaration is replaced.
    guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") else { return Array(text.utf8) }
    return Array(("<?xml version=\"1.0\"?>" + text[end.upperBound...]).utf8)
  }
}
