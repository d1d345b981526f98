import CFFmpeg
import Glibc

/// What has to be known of a PNG before libavcodec reads it: the size of the picture, which FFmpeg does not tell if it is too large, and which
/// chunks to hide.
///
/// Compressed texts, and colour profiles beyond the usual size, are hidden: libavcodec would inflate them, to any size, although nothing here
/// needs what they hold. A PNG is a signature and then chunks: the size of the contents, a name, 4 bytes each, the contents, and a checksum of
/// 4 bytes. A hidden chunk gets a name that no decoder knows. Its checksum is then wrong, which matters only for chunks that a decoder needs.
struct PNGChunks {
  /// The size of the picture in pixels; nil for a file that is no PNG.
  private(set) var size: (width: Int, height: Int)?
  /// Where the names of the hidden chunks lie in the file, ascending.
  private var nameOffsets: [Int64] = []

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The most bytes of a colour profile that is not hidden: zlib inflates a byte to at most 1,032.
  private static let maximumProfileBytes = 1 << 15
  /// Bytes that are read at a time.
  private static let windowBytes = 4_096

  /// Where the first chunk's contents lie, which are the width and the height, 4 bytes each, and more.
  private static let sizeOffset: Int64 = 16

  /// Finds the chunks of an open file; none in a file that is no PNG.
  init(inFile descriptor: Int32) {
    var window = [UInt8](repeating: 0, count: Self.windowBytes)
    var loaded = 0..<Int64(0)
    /// Eight bytes at an offset; nil beyond the end of the file.
    func eightBytes(at offset: Int64) -> ArraySlice<UInt8>? {
      if offset < loaded.lowerBound || offset + 8 > loaded.upperBound {
        loaded = offset..<offset + Int64(max(0, pread(descriptor, &window, window.count, Int(offset))))
        guard loaded.count >= 8 else { return nil }
      }
      let start = Int(offset - loaded.lowerBound)
      return window[start..<start + 8]
    }
    guard let start = eightBytes(at: 0), start.elementsEqual(Self.signature) else { return }
    if let sides = eightBytes(at: Self.sizeOffset) {
      size = (Self.number(sides.prefix(4)), Self.number(sides.suffix(4)))
    }
    var (offset, hasProfile) = (Int64(8), false)
    while let header = eightBytes(at: offset) {
      let size = Self.number(header.prefix(4))
      let name = header.suffix(4)
      if name.elementsEqual("zTXt".utf8) {
        nameOffsets.append(offset + 4)
      } else if name.elementsEqual("iCCP".utf8) {
        if hasProfile || size > Self.maximumProfileBytes { nameOffsets.append(offset + 4) }
        hasProfile = true
      }
      offset += Int64(8 + size + 4)
    }
  }

  /// A number with the most significant byte first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// Changes the names of hidden chunks in bytes that were read from the file.
  ///
  /// - Parameter position: where the bytes lie in the file.
  func hide(in bytes: UnsafeMutablePointer<UInt8>, count: Int, at position: Int64) {
    // The first offset in the bytes, by bisection.
    var (low, high) = (0, nameOffsets.count)
    while low < high {
      let middle = (low + high) / 2
      if nameOffsets[middle] < position { low = middle + 1 } else { high = middle }
    }
    while low < nameOffsets.count, nameOffsets[low] < position + Int64(count) {
      // A small letter in front marks a chunk that decoders may skip.
      bytes[Int(nameOffsets[low] - position)] = UInt8(ascii: "x")
      low += 1
    }
  }
}
