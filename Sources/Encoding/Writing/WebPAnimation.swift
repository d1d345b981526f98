import CFFmpeg

/// Corrects the last frame's duration in an animated WebP over footage, whose frames have times of their own. The encoder learns only when
/// each frame begins, which gives the durations of all frames but the last.
enum WebPAnimation {
  /// Sets the last frame's duration, so that the durations of all frames add up to `totalMilliseconds`. A still picture is not changed.
  static func setLastDuration(in packet: UnsafeMutablePointer<AVPacket>, totalMilliseconds: Int64) throws {
    try check("av_packet_make_writable", av_packet_make_writable(packet))
    guard let bytes = packet.pointee.data else { return }
    let count = Int(packet.pointee.size)
    /// The little-endian number at an offset.
    func number(at offset: Int, byteCount: Int) -> Int {
      (0..<byteCount).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    // A file is "RIFF", its size and "WEBP", 4 bytes each, and then chunks. A chunk is a name, a size, 4 bytes each, and contents of this
    // size, padded to an even size. Each frame is a chunk named "ANMF", whose contents begin with x, y, width, height and the duration in
    // milliseconds, 3 bytes each.
    let (frameName, durationOffset) = (Array("ANMF".utf8), 8 + 12)
    var (offset, earlierMilliseconds, lastDurationOffset) = (12, 0, nil as Int?)
    while offset + 8 <= count {
      if (0..<4).allSatisfy({ bytes[offset + $0] == frameName[$0] }), offset + durationOffset + 3 <= count {
        if let lastDurationOffset { earlierMilliseconds += number(at: lastDurationOffset, byteCount: 3) }
        lastDurationOffset = offset + durationOffset
      }
      offset += 8 + (number(at: offset + 4, byteCount: 4) + 1) / 2 * 2
    }
    guard let lastDurationOffset else { return }
    let duration = max(1, min(Int(totalMilliseconds) - earlierMilliseconds, 0xFF_FFFF))
    for byte in 0..<3 { bytes[lastDurationOffset + byte] = UInt8(duration >> (8 * byte) & 0xFF) }
  }
}
