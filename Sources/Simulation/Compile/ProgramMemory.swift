import Lanes

/// Owner of memory for tables and scratch: what it hands out lives as long as the owner and never moves.
final class ProgramMemory {
  private var buffers: [AnyObject] = []

  /// A copy of the values; at least one zeroed element, so that the address is always valid.
  func keep<Element: BitwiseCopyable>(_ values: [Element]) -> UnsafePointer<Element> {
    UnsafePointer(keepMutable(values))
  }

  /// Keeps values as `keep` does, in memory that may be written to; aligned as `AlignedBuffer` is.
  func keepMutable<Element: BitwiseCopyable>(_ values: [Element]) -> UnsafeMutablePointer<Element> {
    let buffer = AlignedBuffer<Element>(count: values.count)
    for (index, value) in values.enumerated() { buffer.base[index] = value }
    buffers.append(buffer)
    return buffer.base
  }
}
