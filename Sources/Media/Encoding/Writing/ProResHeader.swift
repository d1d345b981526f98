import CFFmpeg

/// The version in the header of a ProRes frame.
///
/// Before FFmpeg 7, prores_ks always writes bitstream_version 0, although SMPTE RDD 36 requires 1 for full chroma or alpha. Final Cut,
/// Premiere and Resolve then show the picture without its transparency.
enum ProResHeader {
  /// Offset of the version's low byte: after the frame's size (4 bytes), "icpf" (4), the header's size (2) and the version's high byte.
  private static let versionOffset = 11

  /// Sets the version of the frame in a packet to 1. Only for frames with full chroma or alpha (`Codec.ExtraStep.patchProResHeaders`).
  static func setVersion(in packet: UnsafeMutablePointer<AVPacket>) throws {
    try check("av_packet_make_writable", av_packet_make_writable(packet))
    guard packet.pointee.size > versionOffset else { return }
    packet.pointee.data[versionOffset] = 1
  }
}
