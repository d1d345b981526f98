import CFFmpeg

/// Reads and corrects files of animated WebP, which FFmpeg writes but does not read.
///
/// A file is "RIFF", its remaining size and "WEBP", 4 bytes each, and then chunks. A chunk is a name, a size, 4 bytes each, and contents of this
/// size, padded to an even size. Each frame is a chunk named "ANMF", whose contents begin with x, y, width, height and the duration in
/// milliseconds, 3 bytes each. A still picture has no such chunk.
enum WebPAnimation {
  private static let headerBytes = 12

  /// The little-endian number at an offset.
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, byteCount: Int) -> Int {
    (0..<byteCount).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// The offsets of all frames' durations, and the offset at which the last chunk ends, which may lie beyond the end of a broken file.
  private static func durationOffsets(_ bytes: UnsafeBufferPointer<UInt8>) -> (offsets: [Int], end: Int) {
    let (frameName, durationOffset) = (Array("ANMF".utf8), 8 + 12)
    var (offset, found) = (headerBytes, [Int]())
    while offset + 8 <= bytes.count {
      if bytes[offset..<offset + 4].elementsEqual(frameName), offset + durationOffset + 3 <= bytes.count {
        found.append(offset + durationOffset)
      }
      offset += 8 + (number(bytes, at: offset + 4, byteCount: 4) + 1) / 2 * 2
    }
    return (found, offset)
  }

  /// The durations of a whole file's frames in milliseconds, [0] for a still picture; nil if the file is not whole.
  static func durations(ofFile bytes: [UInt8]) -> [Int]? {
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count > headerBytes, bytes[0..<4].elementsEqual("RIFF".utf8),
        bytes[8..<12].elementsEqual("WEBP".utf8),
        number(bytes, at: 4, byteCount: 4) + 8 == bytes.count
      else { return nil }
      let (offsets, end) = durationOffsets(bytes)
      guard end == bytes.count else { return nil }
      return offsets.isEmpty ? [0] : offsets.map { number(bytes, at: $0, byteCount: 3) }
    }
  }

  /// Sets the last frame's duration in an animation over footage, so that the durations of all frames add up to `totalMilliseconds`: the
  /// encoder learns only when each frame begins, which gives the durations of all frames but the last. A still picture is not changed.
  static func setLastDuration(in packet: UnsafeMutablePointer<AVPacket>, totalMilliseconds: Int64) throws {
    try check("av_packet_make_writable", av_packet_make_writable(packet))
    guard let data = packet.pointee.data else { return }
    let bytes = UnsafeBufferPointer(start: UnsafePointer(data), count: Int(packet.pointee.size))
    let offsets = durationOffsets(bytes).offsets
    guard let last = offsets.last else { return }
    let earlierMilliseconds = offsets.dropLast().reduce(0) { $0 + number(bytes, at: $1, byteCount: 3) }
    let duration = max(1, min(Int(totalMilliseconds) - earlierMilliseconds, 0xFF_FFFF))
    for byte in 0..<3 { data[last + byte] = UInt8(duration >> (8 * byte) & 0xFF) }
  }
}
