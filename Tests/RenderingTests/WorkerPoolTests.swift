import Rendering
import Synchronization
import Testing

@Suite struct WorkerPoolTests {
  @Test("Every task is done once, whatever the number of threads", arguments: [1, 2, 3, 7])
  func everyTaskOnce(threads: Int) {
    let pool = WorkerPool(threadCount: threads)
    for tasks in [0, 1, 2, 5, 64, 1000] {
      let counts = UnsafeMutablePointer<Int>.allocate(capacity: tasks + 1)
      counts.initialize(repeating: 0, count: tasks + 1)
      defer { counts.deallocate() }
      pool.run(tasks: tasks) { task, _ in counts[task] += 1 }
      #expect((0..<tasks).allSatisfy { counts[$0] == 1 })
    }
  }

  @Test("A worker's number belongs to one thread at a time")
  func workersAreExclusive() {
    let pool = WorkerPool(threadCount: 4)
    let busy = (0..<4).map { _ in Flag() }
    let clashes = Atomic<Int>(0)
    pool.run(tasks: 2000) { _, worker in
      if busy[worker].value.exchange(true, ordering: .sequentiallyConsistent) {
        clashes.wrappingAdd(1, ordering: .relaxed)
      }
      busy[worker].value.store(false, ordering: .sequentiallyConsistent)
    }
    #expect(clashes.load(ordering: .relaxed) == 0)
  }

  @Test("Passes follow each other: no task of one runs into the next")
  func passesAreSeparate() {
    let pool = WorkerPool(threadCount: 3)
    let counter = Atomic<Int>(0)
    for pass in 0..<500 {
      pool.run(tasks: 7) { _, _ in counter.wrappingAdd(1, ordering: .relaxed) }
      #expect(counter.load(ordering: .relaxed) == 7 * (pass + 1))
    }
  }

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }
}
