import Glibc
import Hashing

/// SHA-256 of a file's contents in lower-case hexadecimal digits; nil where it cannot be read to its end.
func fileDigest(_ path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var isWhole = true
  let digest = FrameHasher().digest { update in
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { piece.deallocate() }
    while true {
      let count = read(descriptor, piece.baseAddress, piece.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 {
        isWhole = count == 0
        return
      }
      update(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }
  return isWhole ? digest : nil
}
