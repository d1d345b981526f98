import Glibc

/// A lock with a condition variable, on which threads wait for a change of what the lock protects.
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

  /// Calls `body` while holding the lock.
  @inline(__always)
  package func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body()
  }

  /// Calls `body`, which changes what the lock protects, while holding the lock; then wakes all threads that `wait`.
  @inline(__always)
  package func change<Result>(_ body: () -> Result) -> Result {
    locked {
      defer { broadcast() }
      return body()
    }
  }

  /// Wakes all waiting threads; each goes on as soon as it gets the lock.
  package func broadcast() { pthread_cond_broadcast(changed) }

  /// Releases the lock until another thread broadcasts a change, then takes the lock again. Call `wait` only from within `locked`
  /// or `change`, and check afterwards whether what was waited for has happened: `wait` may return without a broadcast.
  package func wait() { pthread_cond_wait(changed, lock) }
}
