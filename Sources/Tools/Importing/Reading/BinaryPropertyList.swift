import Foundation
import JSON
import Model
import Presets

/// Reads Apple's binary property lists: objects, a table of their offsets, and a trailer of 32 bytes that locates the table.
///
/// Objects refer to each other by index, so that a small file can describe an enormous or endless tree. Therefore depth and the
/// number of values are limited.
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
  /// Bytes of all texts and data read so far. One that is referred to many times is copied, and counts, each time.
  private var payloadBytes = 0

  /// Reads a whole file.
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
    /// A big-endian number of eight bytes; Int.max for one above Int32.max, which the checks below and in `node` refuse.
    func number(at offset: Int) -> Int {
      bytes[offset..<offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } > UInt64(Int32.max)
        ? Int.max : Int(bytes[offset..<offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    objectCount = number(at: trailer + 8)
    topObject = number(at: trailer + 16)
    tableOffset = number(at: trailer + 24)
    guard (1...8).contains(offsetBytes), (1...8).contains(referenceBytes), objectCount <= bytes.count,
      tableOffset <= trailer, objectCount * offsetBytes <= trailer - tableOffset
    else { throw ImportError("\(name): the end of the binary property list is invalid.") }
  }

  private func failure() -> ImportError { ImportError("\(name): the binary property list is broken.") }

  /// The big-endian integer of `count` bytes at an offset. If there are more than eight bytes, only the last eight count.
  private func integer(at offset: Int, byteCount count: Int) throws(ImportError) -> Int {
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
    let offset = try integer(at: tableOffset + index * offsetBytes, byteCount: offsetBytes)
    let marker = try integer(at: offset, byteCount: 1)
    let origin = JSONNode.Position(source: 0, offset: 0)
    func makeNode(_ value: JSONNode.Value) -> JSONNode { JSONNode(value, at: origin) }
    // The upper half of the marker is the object's type, the lower half a value, a size or a count.
    let (type, info) = (marker >> 4, marker & 15)
    switch type {
    // Null, false and true.
    case 0: return makeNode(marker == 8 ? .bool(false) : marker == 9 ? .bool(true) : .null)
    // An integer of 2^info bytes.
    case 1:
      guard info <= 4 else { throw failure() }
      let value = try integer(at: offset + 1, byteCount: 1 << info)
      return makeNode(.number(Double(value), text: "\(value)"))
    // A floating-point number of 2^info bytes.
    case 2:
      let bits = try integer(at: offset + 1, byteCount: info == 2 ? 4 : 8)
      let value =
        info == 2
        ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        : Double(bitPattern: UInt64(bitPattern: Int64(bits)))
      // As a text, a number that is not finite is reported by `SourceObject.number`.
      return makeNode(value.isFinite ? .number(value, text: "\(value)") : .string("\(value)"))
    default: break
    }
    // The other types have a count. 15 means that the count follows as an integer object.
    var (count, start) = (info, offset + 1)
    if info == 15 {
      let size = try integer(at: offset + 1, byteCount: 1)
      guard size >> 4 == 1, size & 15 <= 3 else { throw failure() }
      count = try integer(at: offset + 2, byteCount: 1 << (size & 15))
      start = offset + 2 + (1 << (size & 15))
    }
    guard count >= 0, count <= bytes.count else { throw failure() }
    // Type 6 is UTF-16, with two bytes a unit. Types from 10 on are containers.
    if type < 10 { payloadBytes += type == 6 ? 2 * count : count }
    guard payloadBytes <= ImportLimits.textureBytes else {
      throw ImportError("\(name): the property list is too large.")
    }
    func payload(_ length: Int) throws(ImportError) -> ArraySlice<UInt8> {
      guard start <= bytes.count - length else { throw failure() }
      return bytes[start..<start + length]
    }
    switch type {
    // Data.
    case 4: return makeNode(.string(Data(try payload(count)).base64EncodedString()))
    // A text in ASCII.
    case 5: return makeNode(.string(String(decoding: try payload(count), as: UTF8.self)))
    // A text in big-endian UTF-16.
    case 6:
      let units = Array(try payload(2 * count))
      return makeNode(
        .string(
          String(decoding: (0..<count).map { UInt16(units[2 * $0]) << 8 | UInt16(units[2 * $0 + 1]) }, as: UTF16.self)))
    // An array.
    case 10:
      var elements: [JSONNode] = []
      for index in 0..<count {
        elements.append(
          try node(try integer(at: start + index * referenceBytes, byteCount: referenceBytes), depth: depth + 1))
      }
      return makeNode(.array(elements))
    // A dictionary: references to all keys, then to all values.
    case 13:
      var members: [JSONNode.Member] = []
      for index in 0..<count {
        let key = try node(try integer(at: start + index * referenceBytes, byteCount: referenceBytes), depth: depth + 1)
        let value = try node(
          try integer(at: start + (count + index) * referenceBytes, byteCount: referenceBytes), depth: depth + 1)
        guard let key = key.string else { throw failure() }
        members.append(JSONNode.Member(key: shortKey(key), keyOrigin: origin, node: value))
      }
      return makeNode(.object(members))
    // Dates, unique identifiers and sets are not read.
    default: return makeNode(.null)
    }
  }
}

/// A key cut to `Limits.keyBytes`, since comparing the long keys of a hostile file would take long.
func shortKey(_ key: String) -> String {
  key.utf8.count <= Limits.keyBytes ? key : String(decoding: key.utf8.prefix(Limits.keyBytes), as: UTF8.self)
}
