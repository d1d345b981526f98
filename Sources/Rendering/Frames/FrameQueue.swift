import Glibc
import Raster

/// A bounded queue of finished frames between the threads that draw and the one that encodes.
///
/// The frames are a fixed pool: a drawer waits while all are in use, so memory does not grow however slow the encoder
/// is. Drawers are given frame numbers in order, each together with memory to draw it into, so that the frame that is wanted
/// next always has some; frames come out in order whichever is finished first. Closing from either side wakes the other.
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
  private let lastFrame: Int
  /// The next frame to be drawn, and the next to be taken.
  private var nextDrawn: Int
  private var nextTaken: Int

  /// `makeBuffer` is called `capacity` times.
  package init(frames: ClosedRange<Int>, capacity: Int, makeBuffer: () -> PixelBuffer) {
    precondition(capacity > 0, "A frame queue needs at least one frame.")
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    pthread_cond_init(changed, nil)
    free = (0..<capacity).map { _ in makeBuffer() }
    filled.reserveCapacity(capacity)
    nextDrawn = frames.lowerBound
    nextTaken = frames.lowerBound
    lastFrame = frames.upperBound
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// The next frame to draw and memory for it; nil once all have been given out or the queue has been closed.
  package func takeFree() -> (frame: Int, pixels: PixelBuffer)? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while free.isEmpty && !isClosed && nextDrawn <= lastFrame { pthread_cond_wait(changed, lock) }
    if isClosed || nextDrawn > lastFrame { return nil }
    defer { nextDrawn += 1 }
    return (nextDrawn, free.removeLast())
  }

  package func put(_ item: Item) {
    pthread_mutex_lock(lock)
    filled.append(item)
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  /// The next frame in order; nil after the last one, or when the queue has been closed and that frame is not there.
  package func takeFilled() -> Item? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while nextTaken <= lastFrame {
      if let place = filled.firstIndex(where: { $0.frame == nextTaken }) {
        nextTaken += 1
        return filled.remove(at: place)
      }
      if isClosed { break }
      pthread_cond_wait(changed, lock)
    }
    return nil
  }

  package func giveBack(_ pixels: PixelBuffer) {
    pthread_mutex_lock(lock)
    free.append(pixels)
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  /// No more frames are wanted.
  package func close() {
    pthread_mutex_lock(lock)
    isClosed = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }
}
