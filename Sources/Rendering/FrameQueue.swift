import Glibc
import Raster

/// A bounded queue of finished frames between the thread that draws and the one that encodes.
///
/// The frames are a fixed pool: the drawer waits while all are in use, so memory does not grow however slow the encoder
/// is. Frames come out in the order in which they went in. Closing from either side wakes the other.
package final class FrameQueue: @unchecked Sendable {
  package struct Item {
    package let frame: Int
    package let pixels: PixelBuffer
    package let statistics: FrameStatistics

    package init(frame: Int, pixels: PixelBuffer, statistics: FrameStatistics) {
      self.frame = frame
      self.pixels = pixels
      self.statistics = statistics
    }
  }

  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var free: [PixelBuffer]
  private var filled: [Item] = []
  private var isClosed = false

  /// `makeBuffer` is called `capacity` times.
  package init(capacity: Int, makeBuffer: () -> PixelBuffer) {
    precondition(capacity > 0, "A frame queue needs at least one frame.")
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    pthread_cond_init(changed, nil)
    free = (0..<capacity).map { _ in makeBuffer() }
    filled.reserveCapacity(capacity)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// An empty frame to draw into; nil once the queue has been closed.
  package func takeFree() -> PixelBuffer? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while free.isEmpty && !isClosed { pthread_cond_wait(changed, lock) }
    return isClosed ? nil : free.removeLast()
  }

  package func put(_ item: Item) {
    pthread_mutex_lock(lock)
    filled.append(item)
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  /// The next finished frame; nil when the queue has been closed and emptied.
  package func takeFilled() -> Item? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while filled.isEmpty && !isClosed { pthread_cond_wait(changed, lock) }
    return filled.isEmpty ? nil : filled.removeFirst()
  }

  package func giveBack(_ pixels: PixelBuffer) {
    pthread_mutex_lock(lock)
    free.append(pixels)
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  /// No more frames are wanted, or none will come.
  package func close() {
    pthread_mutex_lock(lock)
    isClosed = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }
}
