import Foundation
import Testing

/// Unicode's own files of test cases, from Debian's package unicode-data.
enum UnicodeData {
  /// What a test says that is left out.
  static let advice: Comment =
    "Unicode's files are not here, or of another version: Scripts/setup --tests installs Debian's package unicode-data."

  private static func contents(_ name: String) -> Data? {
    FileManager.default.contents(atPath: "/usr/share/unicode/" + name)
  }

  /// The version in the first line of a file, such as "# BidiTest-15.0.0.txt"; nil if the file is not here.
  static func version(of name: String) -> String? {
    guard let line = contents(name)?.prefix(100).split(separator: 0x0A).first else { return nil }
    return String(decoding: line, as: UTF8.self).split(separator: "-").last.map { String($0.dropLast(4)) }
  }

  /// The lines of a file without comments and empty lines, each divided into fields at semicolons.
  static func cases(_ name: String) -> [[Data.SubSequence]] {
    (contents(name) ?? Data()).split(separator: 0x0A).compactMap { line in
      let line = line.prefix { $0 != UInt8(ascii: "#") }
      return line.isEmpty ? nil : line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    }
  }

  /// The words of a field.
  static func words(_ field: Data) -> [String] {
    field.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }
  }
}
