import Testing

/// Lets few test cases of a suite, and of the suites in it, run at a time. The others wait without holding a thread.
public struct ConcurrencyLimit: SuiteTrait, TestTrait, TestScoping {
  private let gate: Gate

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A suite's own scope lies around those of its tests, which would wait for it.
    guard testCase != nil else { return try await function() }
    await gate.enter()
    do {
      try await function()
    } catch {
      await gate.leave()
      throw error
    }
    await gate.leave()
  }

  /// A counter of free places, given away in the order in which they are asked for.
  private actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { free = places }

    func enter() async {
      guard free == 0 else {
        free -= 1
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
      if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
  }

  fileprivate init(atMost count: Int) { gate = Gate(places: count) }
}

extension Trait where Self == ConcurrencyLimit {
  /// At most so many test cases at a time, counted over all suites that share this trait's value.
  public static func concurrently(atMost count: Int) -> ConcurrencyLimit { ConcurrencyLimit(atMost: count) }
}
