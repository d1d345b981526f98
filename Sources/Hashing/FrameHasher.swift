import CFFmpeg
import Raster

/// A hasher of frames. It calls libavutil's hash functions, as FFmpeg's framehash muxer does.
///
/// It keeps its state between frames to save the allocation, and serves one thread at a time.
package final class FrameHasher: @unchecked Sendable {
  /// FFmpeg's name of the hash: "SHA256", "MD5" …
  package let algorithm: String
  private var context: OpaquePointer?

  /// Nil when libavutil knows no such hash.
  package init?(algorithm: String) {
    guard av_hash_alloc(&context, algorithm) >= 0, let context else { return nil }
    self.algorithm = String(cString: av_hash_get_name(context))
  }

  /// A hasher of SHA-256, the default of FFmpeg's framehash too.
  package init() {
    algorithm = "SHA256"
    let result = av_hash_alloc(&context, algorithm)
    precondition(result >= 0 && context != nil, "libavutil always has SHA256; only a lack of memory can end here.")
  }

  /// The hash, in lower-case hexadecimal digits, of a frame's samples: plane after plane, row after row, without padding.
  package func hash(_ frame: PixelBuffer) -> String {
    av_hash_init(context)
    frame.forEachRow { av_hash_update(context, $0.bindMemory(to: UInt8.self).baseAddress, $0.count) }
    return final()
  }

  /// The hash of any bytes in lower-case hexadecimal digits.
  package func hash(_ bytes: UnsafeRawBufferPointer) -> String {
    av_hash_init(context)
    av_hash_update(context, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    return final()
  }

  /// Ends a hash and returns it in lower-case hexadecimal digits.
  private func final() -> String {
    // Two digits for each byte, and the zero at the end of C's strings.
    var text = [UInt8](repeating: 0, count: 2 * Int(AV_HASH_MAX_SIZE) + 1)
    av_hash_final_hex(context, &text, Int32(text.count))
    return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
  }

  deinit { av_hash_freep(&context) }
}

extension PixelBuffer {
  /// SHA-256 of the samples, plane after plane and row after row without padding, in lower-case hexadecimal digits: the hash that
  /// `motes hash` and FFmpeg's framehash print.
  public var sha256: String { FrameHasher().hash(self) }
}

/// SHA-256 of bytes in lower-case hexadecimal digits, by which a changed preset is noticed.
package func sha256(_ bytes: some Sequence<UInt8>) -> String {
  Array(bytes).withUnsafeBytes { FrameHasher().hash($0) }
}
