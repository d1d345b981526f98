import Foundation

/// An answer as it travels: JSON alone as text; or, with pixels, the JSON's length in four bytes (least first), the JSON, and the pixels.
package struct TuningAnswer: Sendable {
  package let bytes: Data
  package let isBinary: Bool

  /// - Parameter pixels: none for an answer without a frame.
  package init(_ reply: TuningReply, pixels: [UInt8] = []) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A reply holds texts, flags and finite numbers, which always can be encoded.
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
