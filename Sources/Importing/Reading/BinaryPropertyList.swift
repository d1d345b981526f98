import Foundation
import Model
import Presets

/// Reads Apple's binary property lists: a list of objects, a table of their offsets, and 32 bytes at the end that say where it is.
///
/// Objects refer to each other by number, so that a small file may stand for an endless or enormous tree: depth and the count of
/// values are limited.
struct BinaryPropertyList {
  static let magic = Array("bplist00".utf8)

  private let bytes: [UInt8]
  private let name: String
  private let offsetBytes: Int
  private let referenceBytes: Int
  private let objectCount: Int
  private let topObject: Int
  private let tableOffset: Int
  private var valueCount = 0
  private var textBytes = 0

  /// The tree of a file.
  static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> JSONNode {
    var reader = try BinaryPropertyList(bytes, name: name)
    return try reader.node(reader.topObject, depth: 1)
  }

  private init(_ bytes: [UInt8], name: String) throws(ImportError) {
    (self.bytes, self.name) = (bytes, name)
    guard bytes.count >= 40 else { throw ImportError("\(name): the binary property list is cut off.") }
    let trailer = bytes.count - 32
    offsetBytes = Int(bytes[trailer + 6])
    referenceBytes = Int(bytes[trailer + 7])
    func number(at offset: Int) -> Int {
      bytes[offset..<offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } > UInt64(Int32.max)
        ? Int.max : Int(bytes[offset..<offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    objectCount = number(at: trailer + 8)
    topObject = number(at: trailer + 16)
    tableOffset = number(at: trailer + 24)
    guard (1...8).contains(offsetBytes), (1...8).contains(referenceBytes), objectCount <= bytes.count,
      tableOffset <= trailer, objectCount * offsetBytes <= trailer - tableOffset
    else { throw ImportError("\(name): the end of the binary property list makes no sense.") }
  }

  private func failure() -> ImportError { ImportError("\(name): the binary property list is broken.") }

  /// A big-endian number of so many bytes.
  private func whole(at offset: Int, bytes count: Int) throws(ImportError) -> Int {
    guard offset >= 0, count > 0, offset <= bytes.count - count else { throw failure() }
    let value = bytes[offset..<offset + count].suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(truncatingIfNeeded: value)
  }

  private mutating func node(_ index: Int, depth: Int) throws(ImportError) -> JSONNode {
    valueCount += 1
    guard depth <= ImportLimits.depth, valueCount <= ImportLimits.values else {
      throw ImportError("\(name): the property list is nested deeper than \(ImportLimits.depth) levels or too large.")
    }
    guard index >= 0, index < objectCount else { throw failure() }
    let offset = try whole(at: tableOffset + index * offsetBytes, bytes: offsetBytes)
    let marker = try whole(at: offset, bytes: 1)
    let origin = JSONNode.Position(source: 0, offset: 0)
    func made(_ value: JSONNode.Value) -> JSONNode { JSONNode(value, at: origin) }
    let (kind, low) = (marker >> 4, marker & 15)
    switch kind {
    case 0: return made(marker == 8 ? .bool(false) : marker == 9 ? .bool(true) : .null)
    case 1:
      guard low <= 4 else { throw failure() }
      let value = try whole(at: offset + 1, bytes: 1 << low)
      return made(.number(Double(value), text: "\(value)"))
    case 2:
      let bits = try whole(at: offset + 1, bytes: low == 2 ? 4 : 8)
      let value =
        low == 2
        ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        : Double(bitPattern: UInt64(bitPattern: Int64(bits)))
      return made(value.isFinite ? .number(value, text: "\(value)") : .string("\(value)"))
    default: break
    }
    // What is left has a count, which follows as a number if it is 15 or more.
    var (count, start) = (low, offset + 1)
    if low == 15 {
      let size = try whole(at: offset + 1, bytes: 1)
      guard size >> 4 == 1, size & 15 <= 3 else { throw failure() }
      count = try whole(at: offset + 2, bytes: 1 << (size & 15))
      start = offset + 2 + (1 << (size & 15))
    }
    guard count >= 0, count <= bytes.count else { throw failure() }
    // One text may be referred to many times.
    if kind < 10 { textBytes += count }
    guard textBytes <= ImportLimits.textureBytes else { throw ImportError("\(name): the property list is too large.") }
    func part(_ length: Int) throws(ImportError) -> ArraySlice<UInt8> {
      guard start <= bytes.count - length else { throw failure() }
      return bytes[start..<start + length]
    }
    switch kind {
    case 4: return made(.string(Data(try part(count)).base64EncodedString()))
    case 5: return made(.string(String(decoding: try part(count), as: UTF8.self)))
    case 6:
      let units = Array(try part(2 * count))
      return made(
        .string(
          String(decoding: (0..<count).map { UInt16(units[2 * $0]) << 8 | UInt16(units[2 * $0 + 1]) }, as: UTF16.self)))
    case 10:
      var elements: [JSONNode] = []
      for index in 0..<count {
        elements.append(
          try node(try whole(at: start + index * referenceBytes, bytes: referenceBytes), depth: depth + 1))
      }
      return made(.array(elements))
    case 13:
      var members: [JSONNode.Member] = []
      for index in 0..<count {
        let key = try node(try whole(at: start + index * referenceBytes, bytes: referenceBytes), depth: depth + 1)
        let value = try node(
          try whole(at: start + (count + index) * referenceBytes, bytes: referenceBytes), depth: depth + 1)
        guard let key = key.string else { throw failure() }
        members.append(JSONNode.Member(key: shortKey(key), keyOrigin: origin, node: value))
      }
      return made(.object(members))
    default: return made(.null)
    }
  }
}

/// A key of at most `Limits.keyBytes`, as the reader of JSON has them: comparing long texts of hostile files takes long.
func shortKey(_ key: String) -> String {
  key.utf8.count <= Limits.keyBytes ? key : String(decoding: key.utf8.prefix(Limits.keyBytes), as: UTF8.self)
}
