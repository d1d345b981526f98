import CFFmpeg

/// Mends an animated WebP whose frames have times of their own: its encoder knows when each frame begins, and so for how long each is
/// shown but the last.
enum WebPAnimation {
  /// Sets for how long the last frame is shown, so that all frames together are shown for `milliseconds`. A still picture stays as it is.
  static func setLength(of packet: UnsafeMutablePointer<AVPacket>, milliseconds: Int64) throws {
    try check("av_packet_make_writable", av_packet_make_writable(packet))
    guard let bytes = packet.pointee.data else { return }
    let count = Int(packet.pointee.size)
    func number(_ offset: Int, bytes byteCount: Int) -> Int {
      (0..<byteCount).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    // "RIFF", size, "WEBP"; then chunks: a name, a size, that many bytes and perhaps one more. A frame's begin with x, y, width and
    // height, three bytes each, and then the milliseconds for which it is shown.
    let (frameName, durationOffset) = (Array("ANMF".utf8), 8 + 12)
    var (offset, before, last) = (12, 0, nil as Int?)
    while offset + 8 <= count {
      if (0..<4).allSatisfy({ bytes[offset + $0] == frameName[$0] }), offset + durationOffset + 3 <= count {
        if let last { before += number(last, bytes: 3) }
        last = offset + durationOffset
      }
      offset += 8 + (number(offset + 4, bytes: 4) + 1) / 2 * 2
    }
    guard let last else { return }
    let duration = max(1, min(Int(milliseconds) - before, 0xFF_FFFF))
    for byte in 0..<3 { bytes[last + byte] = UInt8(duration >> (8 * byte) & 0xFF) }
  }
}
