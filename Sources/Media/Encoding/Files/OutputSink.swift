import CFFmpeg
import Glibc

/// Takes a muxer's bytes and writes them to an open file, or only counts them.
///
/// It replaces FFmpeg's own access to files: the caller has locked the descriptor, and syncs it in the end. It counts the bytes, and keeps
/// the first error, because FFmpeg reports success for the trailer of a fragmented MP4 although the disk is full or the file cannot be moved in.
final class OutputSink {
  private let descriptor: Int32?
  /// Offset of the next byte in the file.
  private var position: Int64 = 0
  /// Size of the file so far in bytes: the largest offset up to which bytes were written.
  private(set) var fileSize: Int64 = 0
  /// FFmpeg's code of the first write or move that failed; 0 if none has.
  private(set) var firstErrorCode: Int32 = 0
  /// FFmpeg's handle, which a muxer writes to. It calls `write` and `seek`.
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// Bytes that FFmpeg collects before it calls `write`.
  private static let bufferBytes: Int32 = 1 << 18

  /// - Parameter descriptor: an open file, which the caller closes; nil if the bytes are only counted.
  init(descriptor: Int32?) throws {
    self.descriptor = descriptor
    context = try check(
      "avio_alloc_context",
      motes_avio_alloc(
        OutputSink.bufferBytes, Unmanaged.passUnretained(self).toOpaque(),
        { opaque, bytes, count in
          Unmanaged<OutputSink>.fromOpaque(opaque!).takeUnretainedValue().write(bytes, Int(count))
        },
        { opaque, offset, whence in
          Unmanaged<OutputSink>.fromOpaque(opaque!).takeUnretainedValue().seek(offset, whence)
        }))
  }

  /// Writes `count` bytes at `position`. Returns `count`, or FFmpeg's code of the first error.
  private func write(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    if firstErrorCode != 0 { return firstErrorCode }
    if let descriptor {
      do {
        try writeAll(UnsafeRawBufferPointer(start: bytes, count: count), to: descriptor)
      } catch {
        firstErrorCode = (error as? LibraryError)?.code ?? motes_averror(EIO)
        return firstErrorCode
      }
    }
    position += Int64(count)
    fileSize = max(fileSize, position)
    return Int32(count)
  }

  /// Moves `position` as lseek does, and returns it or a negative error code. AVSEEK_SIZE returns the file's size and moves nothing.
  /// AVSEEK_FORCE, which allows slow seeking, is ignored.
  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let target: Int64
    switch whence & ~AVSEEK_FORCE {
    case SEEK_SET: target = offset
    case SEEK_CUR: target = position + offset
    case SEEK_END: target = fileSize + offset
    case AVSEEK_SIZE: return fileSize
    default: return Int64(motes_averror(EINVAL))
    }
    if let descriptor, lseek(descriptor, Int(target), SEEK_SET) < 0 {
      // Muxers do not ask whether they may patch what they have written: they would patch another place.
      if firstErrorCode == 0 { firstErrorCode = motes_averror(errno) }
      return Int64(firstErrorCode)
    }
    position = target
    return target
  }

  /// Writes all buffered bytes, and throws if any write or move has failed.
  func flush() throws {
    avio_flush(context)
    if firstErrorCode != 0 { throw LibraryError(call: "write", code: firstErrorCode) }
    if let code = context?.pointee.error, code < 0 { throw LibraryError(call: "avio_flush", code: code) }
  }

  deinit { motes_avio_free(&context) }
}
