import Glibc

/// A lock, and a signal to threads that wait for a change of what it protects.
package final class Monitor: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Calls `body` while no other thread is in such a call.
  @inline(__always)
  package func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body()
  }

  /// Calls `body`, which changes what is protected, and then wakes all that wait.
  @inline(__always)
  package func change<Result>(_ body: () -> Result) -> Result {
    locked {
      defer { signal() }
      return body()
    }
  }

  /// Wakes all that wait, which go on once they can have the lock.
  package func signal() { pthread_cond_broadcast(changed) }

  /// Lets other threads in until one of them changes something. Only called from within `locked` or `change`; it may return without a
  /// change.
  package func wait() { pthread_cond_wait(changed, lock) }
}
