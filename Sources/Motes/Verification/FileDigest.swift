import Encoding
import Hashing

/// SHA-256 of a file's contents, in lower-case hexadecimal digits.
///
/// - Throws: `MediaError` for a file that cannot be read to its end.
func fileDigest(_ path: String) throws(MediaError) -> String {
  try FrameHasher().digest { (update) throws(MediaError) in
    try readInPieces(path) { (bytes) throws(MediaError) in update(bytes) }
  }
}
