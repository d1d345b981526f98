import Lanes

/// Copies bytes from one block of memory to another on all threads. The time that this takes is a lower bound for other
/// benchmarks: code that writes as many bytes cannot be faster.
package final class CopyWorkload {
  private let source: AlignedBuffer<UInt8>
  private let target: AlignedBuffer<UInt8>
  private let pool: WorkerPool

  package init(byteCount: Int, threadCount: Int) {
    source = AlignedBuffer(count: byteCount)
    target = AlignedBuffer(count: byteCount)
    pool = WorkerPool(threadCount: threadCount)
    // Writing to all pages makes the system allocate their memory before time is measured.
    source.fill(with: 1)
    target.fill(with: 2)
  }

  /// Copies all bytes once. Each thread copies whole cache lines (64 bytes), all threads about as many.
  package func run() {
    let bytesPerThread = (source.count / pool.threadCount + 63) / 64 * 64
    pool.run(tasks: pool.threadCount) { task, _ in
      let start = min(task * bytesPerThread, source.count)
      let count = task == pool.threadCount - 1 ? source.count - start : min(bytesPerThread, source.count - start)
      UnsafeMutableRawPointer(target.base + start).copyMemory(from: source.base + start, byteCount: count)
    }
  }
}
