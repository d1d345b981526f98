import CFFmpeg
import Glibc

/// Where a muxer's bytes go: an open file, or nowhere when only their number is wanted.
///
/// Our own instead of FFmpeg's file protocol: the descriptor that is written is the one that is locked and synced, the
/// bytes are counted, and the first error is kept (a fragmented MP4's trailer reports success on a full disk).
final class OutputSink {
  private let descriptor: Int32?
  private var position: Int64 = 0
  /// The size that the file has reached.
  private(set) var end: Int64 = 0
  /// FFmpeg's code of the first failed write; 0 while all is well.
  private(set) var firstError: Int32 = 0
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// A descriptor stays the caller's to close.
  init(descriptor: Int32?) throws {
    self.descriptor = descriptor
    context = try check(
      "avio_alloc_context",
      motes_avio_alloc(
        1 << 18, Unmanaged.passUnretained(self).toOpaque(),
        { opaque, bytes, count in
          Unmanaged<OutputSink>.fromOpaque(opaque!).takeUnretainedValue().write(bytes, Int(count))
        },
        { opaque, offset, whence in
          Unmanaged<OutputSink>.fromOpaque(opaque!).takeUnretainedValue().seek(offset, whence)
        }))
  }

  private func write(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    if firstError != 0 { return firstError }
    if let descriptor {
      do {
        try writeAll(UnsafeRawBufferPointer(start: bytes, count: count), to: descriptor)
      } catch {
        firstError = (error as? LibraryError)?.code ?? motes_averror(EIO)
        return firstError
      }
    }
    position += Int64(count)
    end = max(end, position)
    return Int32(count)
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let target: Int64
    switch whence & ~AVSEEK_FORCE {
    case SEEK_SET: target = offset
    case SEEK_CUR: target = position + offset
    case SEEK_END: target = end + offset
    case AVSEEK_SIZE: return end
    default: return Int64(motes_averror(EINVAL))
    }
    if let descriptor, lseek(descriptor, Int(target), SEEK_SET) < 0 {
      return Int64(motes_averror(errno))
    }
    position = target
    return target
  }

  /// Hands everything buffered to the system and reports any error that a write has met.
  func flush() throws {
    avio_flush(context)
    if firstError != 0 { throw LibraryError(call: "write", code: firstError) }
    if let code = context?.pointee.error, code < 0 { throw LibraryError(call: "avio_flush", code: code) }
  }

  deinit { motes_avio_free(&context) }
}
