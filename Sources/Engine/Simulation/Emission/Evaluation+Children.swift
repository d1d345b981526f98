import Lanes

extension Evaluation {
  /// Evaluates those particles of one child cell whose parents are among the first `count` particles of a block, in the parents'
  /// order. They are collected in a queue, which is evaluated whenever it is full.
  ///
  /// - Parameters:
  ///   - cellIndex: index of the child cell.
  ///   - parents: the parents' block.
  ///   - level: the children's level in the tree.
  func evaluateChildren(_ cellIndex: Int, of parents: Block, count: Int, level: Int) {
    let kernel = kernels + cellIndex
    let parentMayBeKilled = kernels[kernel.pointee.parent].has(.killBoundary)
    var queue = ChildQueue(block: blocks[level])
    for parent in 0..<count {
      let birthTime = parents.birthTimes[parent]
      guard birthTime <= shutterCloseTime else { continue }
      let state = parents.keptStates + (parent >> 3)
      // The lifetime that the parent is born with. A boundary may end the life earlier.
      let wholeLifetime = Double(state.pointee.lifetime[parent & 7])
      let lifetime = parentMayBeKilled ? min(wholeLifetime, Double(state.pointee.endAge[parent & 7])) : wholeLifetime
      guard lifetime > 0 else { continue }
      // A trigger is an event of the parent's life that begins an emission.
      let triggerCount = kernel.pointee.trigger == .bounce ? kernel.pointee.maximumBounces : 1
      triggers: for triggerIndex in 0..<triggerCount {
        var emissionStart = birthTime + kernel.pointee.beginTime
        var emissionDuration = kernel.pointee.duration
        switch kernel.pointee.trigger {
        case .life: emissionDuration = min(emissionDuration, lifetime - kernel.pointee.beginTime)
        case .birth: break
        case .death: emissionStart += lifetime
        case .age:
          let age = kernel.pointee.triggerAgeSeconds + kernel.pointee.triggerAgeShare * wholeLifetime
          guard age <= lifetime else { continue }
          emissionStart += age
        case .bounce:
          let age = Double((parents.bounces + (parent >> 3) * BounceLog.capacity + triggerIndex)[0][parent & 7])
          // The bounces' ages ascend, and are infinite for bounces that do not happen.
          guard age <= lifetime else { break triggers }
          emissionStart += age
        }
        let elapsed = shutterCloseTime - emissionStart
        guard elapsed >= 0, emissionDuration >= 0, elapsed - emissionDuration <= kernel.pointee.visibleSeconds else {
          continue
        }
        queue.emission = .init(
          parent: parent, triggerIndex: triggerIndex, start: emissionStart, duration: emissionDuration)
        pushScheduled(of: kernel, elapsed: elapsed, level: level, to: &queue)
        pushBursts(of: kernel, elapsed: elapsed, level: level, to: &queue)
      }
    }
    if queue.count > 0 { evaluateQueuedChildren(cellIndex, level: level, count: queue.count) }
  }

  /// Children that wait in a level's block to be evaluated together.
  private struct ChildQueue {
    let block: Block
    /// Number of children in the block.
    var count = 0
    /// Emission to which the next children belong.
    var emission = Emission(parent: 0, triggerIndex: 0, start: 0, duration: 0)

    /// Emission of one parent.
    struct Emission {
      /// Index of the parent in its block.
      var parent: Int
      /// Index of the event of the parent's life that began the emission; above 0 only for bounces.
      var triggerIndex: Int
      /// Layer-local second.
      var start: Double
      /// Seconds.
      var duration: Double
    }

    @inline(__always)
    mutating func push(source: BirthSource, number: UInt64, birthDelay: Double) {
      block.emissionStarts[count] = emission.start
      block.birthDelays[count] = birthDelay
      block.emissionDurations[count] = emission.duration
      block.birthIndices[count] = BirthIndex.index(source: source, number: number, triggerIndex: emission.triggerIndex)
      block.parentIndices[count] = Int32(truncatingIfNeeded: emission.parent)
      count += 1
    }
  }

  @inline(__always)
  private func evaluateIfFull(_ queue: inout ChildQueue, _ kernel: UnsafeMutablePointer<CellKernel>, level: Int) {
    guard queue.count == Block.capacity else { return }
    evaluateQueuedChildren(kernel.pointee.cellIndex, level: level, count: queue.count)
    queue.count = 0
  }

  /// Queues the births of an emission's schedule that may be visible.
  ///
  /// - Parameter elapsed: seconds from the emission's start to `shutterCloseTime`.
  @inline(__always)
  private func pushScheduled(
    of kernel: UnsafeMutablePointer<CellKernel>, elapsed: Double, level: Int, to queue: inout ChildQueue
  ) {
    let schedule = kernel.pointee.schedule
    let visibleSeconds = kernel.pointee.visibleSeconds
    let emissionDuration = queue.emission.duration
    guard schedule.mayHaveBirths else { return }
    // The delay of a jittered birth depends on the child's key. `evaluateQueuedChildren` hashes the key and computes the delay.
    let hasJitter = kernel.pointee.has(.birthJitter)
    let candidates = Evaluation.candidateNumbers(of: kernel, elapsed: elapsed, emissionDuration: emissionDuration)
    var (number, stride) = kernel.pointee.sampled(candidates)
    while number < candidates.upperBound {
      let delay = hasJitter ? 0 : schedule.time(of: Double(number) + 1)
      if hasJitter || (delay <= elapsed && delay <= emissionDuration && elapsed - delay <= visibleSeconds) {
        queue.push(source: .schedule, number: number, birthDelay: delay)
        evaluateIfFull(&queue, kernel, level: level)
      }
      number += stride
    }
  }

  /// Queues the births of an emission's bursts that may be visible.
  ///
  /// - Parameter elapsed: seconds from the emission's start to `shutterCloseTime`.
  @inline(__always)
  private func pushBursts(
    of kernel: UnsafeMutablePointer<CellKernel>, elapsed: Double, level: Int, to queue: inout ChildQueue
  ) {
    let visibleSeconds = kernel.pointee.visibleSeconds
    let emissionDuration = queue.emission.duration
    for index in 0..<kernel.pointee.burstCount {
      let burst = kernel.pointee.bursts[index]
      let delay = burst.delaySeconds
      guard delay <= elapsed, delay <= emissionDuration, elapsed - delay <= visibleSeconds else { continue }
      var burstBirths = burst.count
      // Only the first burst, the cell's `burst`, can be animated.
      if index == 0, kernel.pointee.has(.animatedBurst) {
        burstBirths = program.initialBurstBirths(cell: kernel.pointee.cellIndex, at: queue.emission.start)
      }
      var (number, stride) = kernel.pointee.sampled(0..<burstBirths)
      while number < burstBirths {
        let end = min(burstBirths, number + stride * UInt64(Block.capacity - queue.count))
        while number < end {
          queue.push(source: .burst(index), number: number, birthDelay: delay)
          number += stride
        }
        evaluateIfFull(&queue, kernel, level: level)
      }
    }
  }

  /// Numbers of the scheduled births that may be visible `elapsed` seconds after the emission's start: the births of the cell's
  /// `visibleSeconds` before that time, and for jitter and rounding one birth before these and two after them.
  @inline(__always)
  static func candidateNumbers(
    of kernel: UnsafeMutablePointer<CellKernel>, elapsed: Double, emissionDuration: Double
  ) -> Range<UInt64> {
    let schedule = kernel.pointee.schedule
    let birthsSoFar = schedule.births(until: elapsed < emissionDuration ? elapsed : emissionDuration)
    let birthsNoLongerVisible = schedule.births(until: elapsed - kernel.pointee.visibleSeconds)
    // Birth n comes when the integral of the rate reaches n + 1; with jitter, when it reaches a number between n and n + 1.
    let first = birthsNoLongerVisible.rounded(.down) - 1
    let end = birthsSoFar.rounded(.down) + 2
    // Numbers of scheduled births have at most 48 bits (`BirthIndex`).
    guard end > 0, end > first, first < 0x1p48 else { return 0..<0 }
    return UInt64(first > 0 ? first : 0)..<UInt64(end < 0x1p48 ? end : 0x1p48)
  }
}
