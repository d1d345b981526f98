import Lanes

/// Owns memory for tables and scratch. Its buffers live as long as the owner and never move.
final class EmitterProgramMemory {
  private var buffers: [AnyObject] = []

  /// Returns a copy of the values. Even without values there is one element, which is zero, so that the address is always valid.
  func keep<Element: BitwiseCopyable>(_ values: [Element]) -> UnsafePointer<Element> {
    UnsafePointer(keepMutable(values))
  }

  /// Keeps an object, and returns it.
  func keep<Object: AnyObject>(_ object: Object) -> Object {
    buffers.append(object)
    return object
  }

  /// Returns a copy of the values as `keep` does, in memory that may be written to and is aligned like an `AlignedBuffer`.
  func keepMutable<Element: BitwiseCopyable>(_ values: [Element]) -> UnsafeMutablePointer<Element> {
    let buffer = AlignedBuffer<Element>(count: values.count)
    for (index, value) in values.enumerated() { buffer.base[index] = value }
    buffers.append(buffer)
    return buffer.base
  }
}
