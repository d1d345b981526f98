import Foundation

/// The bytes of an answer. Without pixels these are JSON, sent as text. With pixels they are sent as a binary message: the JSON's
/// length in four little-endian bytes, the JSON, and the pixels.
package struct TuningAnswer: Sendable {
  package let bytes: Data
  package let isBinary: Bool

  /// - Parameter pixels: pixels or a picture's file; empty for an answer without a picture.
  package init(_ reply: TuningReply, pixels: [UInt8] = []) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A reply holds only texts, flags and finite numbers, so encoding cannot fail.
    let json = (try? encoder.encode(reply)) ?? Data("{}".utf8)
    isBinary = !pixels.isEmpty
    guard isBinary else {
      bytes = json
      return
    }
    var data = Data(capacity: 4 + json.count + pixels.count)
    withUnsafeBytes(of: UInt32(json.count).littleEndian) { data.append(contentsOf: $0) }
    data.append(json)
    data.append(contentsOf: pixels)
    bytes = data
  }
}
