import CLanes

/// A block of 64-byte aligned memory for plain values.
///
/// All bytes are zero at first; a page of a large block takes no memory until it is written. A block that has to grow loses its
/// contents: buffers are scratch memory that is refilled each frame. There is no synchronisation; threads that share a buffer
/// write disjoint ranges.
package final class AlignedBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
  /// Points to the first element; valid until the next `resize`.
  package private(set) var base: UnsafeMutablePointer<Element>
  /// Number of elements in use; the block may have room for more.
  package private(set) var count: Int
  /// Number of elements for which the block has room.
  private var capacity: Int

  /// A block of `count` elements, all zero.
  package init(count: Int) {
    self.count = count
    capacity = max(count, 1)
    base = AlignedBuffer.allocate(capacity)
  }

  /// Makes `count` the number of elements in use. If the block is large enough, its contents stay, also those beyond the former
  /// count; otherwise it is replaced by a new block, which is larger by at least half and all zero.
  package func resize(to count: Int) {
    if count > capacity {
      AlignedBuffer.free(base, capacity)
      capacity = max(count, capacity + capacity / 2)
      base = AlignedBuffer.allocate(capacity)
    }
    self.count = count
  }

  /// The element at an index, which is checked. Inner loops use `base`, which checks nothing.
  package subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "Index \(index) lies outside a buffer of \(count) elements.")
      return base[index]
    }
    set {
      precondition(index >= 0 && index < count, "Index \(index) lies outside a buffer of \(count) elements.")
      base[index] = newValue
    }
  }

  /// The elements as a collection, valid until the next `resize`.
  package var elements: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }

  /// Sets every element in use to `value`.
  package func fill(with value: Element) { base.update(repeating: value, count: count) }

  private static func byteCount(_ capacity: Int) -> Int { capacity * MemoryLayout<Element>.stride }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    let bytes = byteCount(capacity)
    guard let block = clanes_allocate_zeroed(bytes) else { clanes_end_without_memory(bytes) }
    return block.bindMemory(to: Element.self, capacity: capacity)
  }

  private static func free(_ base: UnsafeMutablePointer<Element>, _ capacity: Int) {
    clanes_free_zeroed(base, byteCount(capacity))
  }

  deinit { AlignedBuffer.free(base, capacity) }
}
