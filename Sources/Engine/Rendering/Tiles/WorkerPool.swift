import Glibc
import Synchronization

/// The work of a pass, divided into tasks. Each task is done by one thread, and the tasks are done in any order.
package protocol PoolWork {
  /// Does a task.
  ///
  /// - Parameters:
  ///   - task: the task's index in the pass.
  ///   - worker: index of the thread, by which a task finds the thread's own memory.
  func perform(task: Int, worker: Int)
}

/// A fixed set of threads that share the tasks of one pass at a time.
///
/// Which thread does which task is undefined (each thread takes the next number from a counter). So tasks must write to disjoint
/// memory and read nothing that another task of the pass writes. The caller's thread works too: a pool of one thread starts no
/// thread.
package final class WorkerPool: @unchecked Sendable {
  /// Requested number of threads, including the caller's. The system may have started fewer.
  package let threadCount: Int
  /// The threads that the pool has started; the caller's is not among them.
  private var threads: [pthread_t] = []
  private let state: UnsafeMutablePointer<State>

  /// What the threads share, protected by one lock.
  private struct State {
    var lock = pthread_mutex_t()
    /// Signalled when `passNumber` or `shouldStop` has changed.
    var workArrived = pthread_cond_t()
    /// Signalled when `busyThreadCount` has become 0.
    var workDone = pthread_cond_t()
    /// Number of passes so far. A thread works when it sees a new number.
    var passNumber = 0
    /// Number of started threads that have not finished the pass.
    var busyThreadCount = 0
    /// Whether the pool is being destroyed.
    var shouldStop = false
    let pass = Pass()
  }

  /// One call of `run`. The same object is used for all calls, so that a pass allocates nothing on the heap.
  private final class Pass: @unchecked Sendable {
    var taskCount = 0
    /// Address of the work, a value of any type in the caller's memory.
    var work: UnsafeRawPointer?
    /// Does a task of the work; the closure knows the type of the work.
    var performTask: (_ work: UnsafeRawPointer, _ task: Int, _ worker: Int) -> Void = { _, _, _ in }
    /// The next task that no thread has taken.
    let nextTask = Atomic<Int>(0)

    /// Does tasks as the thread with the index `worker` until none is left.
    func perform(as worker: Int) {
      guard let work else { return }
      while true {
        let task = nextTask.wrappingAdd(1, ordering: .relaxed).oldValue
        if task >= taskCount { return }
        performTask(work, task, worker)
      }
    }
  }

  package init(threadCount: Int) {
    precondition(threadCount > 0, "A worker pool needs at least one thread.")
    self.threadCount = threadCount
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    pthread_mutex_init(&state.pointee.lock, nil)
    pthread_cond_init(&state.pointee.workArrived, nil)
    pthread_cond_init(&state.pointee.workDone, nil)
    for worker in 1..<threadCount {
      var thread = pthread_t()
      let start = Unmanaged.passRetained(Start(state: state, worker: worker))
      let result = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
          WorkerPool.loop(start.state, worker: start.worker)
          return nil
        }, start.toOpaque())
      if result == 0 {
        threads.append(thread)
      } else {
        // The system has no thread left: the other threads share the work.
        start.release()
      }
    }
  }

  /// The argument with which a thread is started.
  private final class Start {
    let state: UnsafeMutablePointer<State>
    let worker: Int

    init(state: UnsafeMutablePointer<State>, worker: Int) {
      self.state = state
      self.worker = worker
    }
  }

  deinit {
    pthread_mutex_lock(&state.pointee.lock)
    state.pointee.shouldStop = true
    pthread_cond_broadcast(&state.pointee.workArrived)
    pthread_mutex_unlock(&state.pointee.lock)
    for thread in threads { pthread_join(thread, nil) }
    pthread_mutex_destroy(&state.pointee.lock)
    pthread_cond_destroy(&state.pointee.workArrived)
    pthread_cond_destroy(&state.pointee.workDone)
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Does each task in 0 ..< `tasks` of `work` once, on all threads, and returns when all tasks have been done.
  ///
  /// Each task gets an index `worker` in 0 ..< `threadCount`, which belongs to one thread at a time, so that a task can choose
  /// its thread's memory by it.
  package func run<Work: PoolWork>(tasks: Int, _ work: Work) {
    if tasks <= 0 { return }
    if threads.isEmpty || tasks == 1 {
      for task in 0..<tasks { work.perform(task: task, worker: 0) }
      return
    }
    withUnsafePointer(to: work) { work in
      let pass = state.pointee.pass
      pthread_mutex_lock(&state.pointee.lock)
      pass.taskCount = tasks
      pass.work = UnsafeRawPointer(work)
      pass.performTask = { $0.assumingMemoryBound(to: Work.self).pointee.perform(task: $1, worker: $2) }
      pass.nextTask.store(0, ordering: .relaxed)
      state.pointee.passNumber += 1
      state.pointee.busyThreadCount = threads.count
      pthread_cond_broadcast(&state.pointee.workArrived)
      pthread_mutex_unlock(&state.pointee.lock)

      pass.perform(as: 0)

      pthread_mutex_lock(&state.pointee.lock)
      while state.pointee.busyThreadCount > 0 { pthread_cond_wait(&state.pointee.workDone, &state.pointee.lock) }
      pass.work = nil
      pthread_mutex_unlock(&state.pointee.lock)
    }
  }

  /// Calls `body` for each task. Each call of this function allocates a closure on the heap, so passes of every frame use a
  /// `PoolWork` instead.
  package func run(tasks: Int, _ body: (_ task: Int, _ worker: Int) -> Void) {
    withoutActuallyEscaping(body) { run(tasks: tasks, ClosureWork(body: $0)) }
  }

  private struct ClosureWork: PoolWork {
    let body: (_ task: Int, _ worker: Int) -> Void
    func perform(task: Int, worker: Int) { body(task, worker) }
  }

  /// Does the work of a started thread until the pool is destroyed.
  private static func loop(_ state: UnsafeMutablePointer<State>, worker: Int) {
    var lastPassNumber = 0
    pthread_mutex_lock(&state.pointee.lock)
    while true {
      while state.pointee.passNumber == lastPassNumber && !state.pointee.shouldStop {
        pthread_cond_wait(&state.pointee.workArrived, &state.pointee.lock)
      }
      if state.pointee.shouldStop { break }
      lastPassNumber = state.pointee.passNumber
      pthread_mutex_unlock(&state.pointee.lock)
      state.pointee.pass.perform(as: worker)
      pthread_mutex_lock(&state.pointee.lock)
      state.pointee.busyThreadCount -= 1
      if state.pointee.busyThreadCount == 0 { pthread_cond_signal(&state.pointee.workDone) }
    }
    pthread_mutex_unlock(&state.pointee.lock)
  }
}
