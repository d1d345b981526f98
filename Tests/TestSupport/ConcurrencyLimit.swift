import Testing

/// Limits how many test cases of a suite, and of the suites in it, run at a time. The others wait without holding a thread.
public struct ConcurrencyLimit: SuiteTrait, TestTrait, TestScoping {
  private let gate: Gate

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A suite's own scope encloses those of its tests: if it took a place, its tests could wait for it for ever.
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

  /// A semaphore: a number of places, given in the order in which they are asked for.
  private actor Gate {
    private var freePlaces: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { freePlaces = places }

    func enter() async {
      guard freePlaces == 0 else {
        freePlaces -= 1
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
      if waiting.isEmpty { freePlaces += 1 } else { waiting.removeFirst().resume() }
    }
  }

  fileprivate init(atMost count: Int) { gate = Gate(places: count) }
}

extension Trait where Self == ConcurrencyLimit {
  /// Lets at most `count` test cases run at a time, counted over all suites that share this value of the trait.
  public static func concurrently(atMost count: Int) -> ConcurrencyLimit { ConcurrencyLimit(atMost: count) }
}
