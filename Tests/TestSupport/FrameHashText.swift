/// The contents of a framehash file, read without any code of Motes.
public struct FrameHashText: Sendable {
  /// Hash of each frame by its number, as lower-case hex.
  public let hashes: [Int: String]
  /// Header lines, unchanged.
  public let headers: [String]

  public init(_ text: String) {
    var hashes: [Int: String] = [:]
    var headers: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") {
        headers.append(String(line))
      } else {
        let fields = line.split(separator: ",").map { $0.drop { $0 == " " } }
        if fields.count == 6, let number = Int(fields[2]) { hashes[number] = String(fields[5]) }
      }
    }
    self.hashes = hashes
    self.headers = headers
  }

  /// Hashes in the order of their frames, whatever number the first has.
  public var sequence: [String] { hashes.sorted { $0.key < $1.key }.map(\.value) }
}
