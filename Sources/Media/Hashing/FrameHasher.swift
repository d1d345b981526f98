import CCrypto
import Raster

/// Hashes frames with SHA-256 of OpenSSL's libcrypto, which uses the CPU's SHA instructions. The digests equal those of FFmpeg's
/// framehash muxer, whose own code takes ten times as long.
///
/// A hasher keeps libcrypto's context from frame to frame to save allocations. It serves one thread at a time.
package final class FrameHasher: @unchecked Sendable {
  /// FFmpeg's name of the hash.
  package static let algorithm = "SHA256"
  private static let digestByteCount = 32
  private let context: OpaquePointer

  package init() {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("Only a lack of memory can end here.") }
    self.context = context
  }

  /// The hash, in lower-case hexadecimal digits, of a frame's samples: plane after plane, row after row, without padding.
  package func hash(_ frame: PixelBuffer) -> String {
    digest { update in frame.forEachRow(update) }
  }

  /// The hash of any bytes in lower-case hexadecimal digits.
  package func hash(_ bytes: UnsafeRawBufferPointer) -> String {
    digest { update in update(bytes) }
  }

  /// The hash, in lower-case hexadecimal digits, of the bytes that `feed` passes to its argument piece by piece.
  package func digest<Failure: Error>(
    _ feed: ((UnsafeRawBufferPointer) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> String {
    var succeeded = EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    try feed { succeeded = EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1 && succeeded }
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.digestByteCount) { buffer, count in
      succeeded = EVP_DigestFinal_ex(context, buffer.baseAddress, nil) == 1 && succeeded
      count = Self.digestByteCount
    }
    precondition(
      succeeded, "libcrypto cannot compute SHA-256, which an administrator may have forbidden in its settings.")
    return hexadecimal(bytes)
  }

  deinit { EVP_MD_CTX_free(context) }
}

extension PixelBuffer {
  /// SHA-256 of the samples, plane after plane and row after row without padding, in lower-case hexadecimal digits: the hash that
  /// `motes hash` and FFmpeg's framehash print.
  public var sha256: String { FrameHasher().hash(self) }
}

/// SHA-256 of bytes in lower-case hexadecimal digits.
package func sha256(_ bytes: some Sequence<UInt8>) -> String {
  Array(bytes).withUnsafeBytes { FrameHasher().hash($0) }
}

/// Bytes as lower-case hexadecimal digits, two for each.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
