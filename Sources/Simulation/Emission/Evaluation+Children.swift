import Lanes

extension Evaluation {
  /// Evaluates one cell's children of the first `count` particles of a block, in the parents' order.
  func visitChildren(_ cell: Int, of parents: Block, count: Int, level: Int) {
    let kernel = kernels + cell
    let parentIsMortal = kernels[kernel.pointee.parent].uses(.mortal)
    var queue = ChildQueue(block: blocks[level])
    for parent in 0..<count {
      let birth = parents.births[parent]
      guard birth <= closing else { continue }
      let fields = parents.inheritedFields + (parent >> 3) * InheritedField.count
      let wholeLifetime = Double(fields[.lifetime][parent & 7])
      let lifetime = parentIsMortal ? min(wholeLifetime, Double(fields[.end][parent & 7])) : wholeLifetime
      guard lifetime > 0 else { continue }
      let triggerCount = kernel.pointee.trigger == .bounce ? kernel.pointee.maximumBounces : 1
      triggers: for trigger in 0..<triggerCount {
        // Find when this parent's emission begins and ends.
        var start = birth + kernel.pointee.beginTime
        var limit = kernel.pointee.duration
        switch kernel.pointee.trigger {
        case .life: limit = min(limit, lifetime - kernel.pointee.beginTime)
        case .birth: break
        case .death: start += lifetime
        case .age:
          let age = kernel.pointee.triggerAgeSeconds + kernel.pointee.triggerAgeShare * wholeLifetime
          guard age <= lifetime else { continue }
          start += age
        case .bounce:
          let age = Double((parents.bounces + (parent >> 3) * BounceLog.capacity + trigger)[0][parent & 7])
          // No more of them have come.
          guard age <= lifetime else { break triggers }
          start += age
        }
        let elapsed = closing - start
        guard elapsed >= 0, limit >= 0, elapsed - limit <= kernel.pointee.visibility else { continue }
        queue.emission = .init(parent: parent, trigger: trigger, start: start, limit: limit)
        pushScheduled(of: kernel, elapsed: elapsed, level: level, to: &queue)
        pushBursts(of: kernel, elapsed: elapsed, level: level, to: &queue)
      }
    }
    if queue.count > 0 { processChildren(cell, level: level, count: queue.count) }
  }

  /// Children that wait in a level's block until it is full.
  private struct ChildQueue {
    let block: Block
    var count = 0
    var emission = Emission(parent: 0, trigger: 0, start: 0, limit: 0)

    /// Emission of one parent: local second of its start, and seconds that it lasts.
    struct Emission {
      var parent: Int
      var trigger: Int
      var start: Double
      var limit: Double
    }

    @inline(__always)
    mutating func push(source: Int, number: UInt64, delay: Double) {
      block.starts[count] = emission.start
      block.delays[count] = delay
      block.limits[count] = emission.limit
      block.indices[count] = BirthIndex.index(source: source, number: number, trigger: emission.trigger)
      block.parents[count] = Int32(truncatingIfNeeded: emission.parent)
      count += 1
    }
  }

  @inline(__always)
  private func processIfFull(_ queue: inout ChildQueue, _ kernel: UnsafeMutablePointer<CellKernel>, level: Int) {
    guard queue.count == Block.capacity else { return }
    processChildren(kernel.pointee.flatIndex, level: level, count: queue.count)
    queue.count = 0
  }

  /// Queues the births of an emission's schedule that may be visible.
  @inline(__always)
  private func pushScheduled(
    of kernel: UnsafeMutablePointer<CellKernel>, elapsed: Double, level: Int, to queue: inout ChildQueue
  ) {
    let schedule = kernel.pointee.schedule
    let visibility = kernel.pointee.visibility
    let limit = queue.emission.limit
    guard !schedule.isSilent else { return }
    let hasJitter = kernel.pointee.uses(.birthJitter)
    let range = Evaluation.candidates(of: kernel, elapsed: elapsed, limit: limit)
    var number = range.lowerBound
    while number < range.upperBound {
      let delay = hasJitter ? 0 : schedule.time(of: Double(number) + 1)
      if hasJitter || (delay <= elapsed && delay <= limit && elapsed - delay <= visibility) {
        queue.push(source: 0, number: number, delay: delay)
        processIfFull(&queue, kernel, level: level)
      }
      number += 1
    }
  }

  /// Queues the births of an emission's bursts that may be visible.
  @inline(__always)
  private func pushBursts(
    of kernel: UnsafeMutablePointer<CellKernel>, elapsed: Double, level: Int, to queue: inout ChildQueue
  ) {
    let visibility = kernel.pointee.visibility
    let limit = queue.emission.limit
    for source in 0..<kernel.pointee.burstCount {
      let burst = kernel.pointee.bursts[source]
      guard burst.time <= elapsed, burst.time <= limit, elapsed - burst.time <= visibility else { continue }
      var births = burst.count
      if source == 0, kernel.pointee.uses(.animatedBurst) {
        births = program.burstCount(cell: kernel.pointee.flatIndex, at: queue.emission.start)
      }
      var number: UInt64 = 0
      while number < births {
        let end = min(births, number + UInt64(Block.capacity - queue.count))
        while number < end {
          queue.push(source: source + 1, number: number, delay: burst.time)
          number += 1
        }
        processIfFull(&queue, kernel, level: level)
      }
    }
  }

  /// Numbers of the scheduled births that may be visible `elapsed` seconds after the emission began: those born within
  /// the cell's visibility, and one more at each end.
  @inline(__always)
  static func candidates(of kernel: UnsafeMutablePointer<CellKernel>, elapsed: Double, limit: Double) -> Range<UInt64> {
    let schedule = kernel.pointee.schedule
    let newest = schedule.births(until: elapsed < limit ? elapsed : limit)
    let oldest = schedule.births(until: elapsed - kernel.pointee.visibility)
    // A draw of birthJitter moves a birth forward by less than one number.
    let first = oldest.rounded(.down) - 1
    let end = newest.rounded(.down) + 2
    guard end > 0, end > first else { return 0..<0 }
    return UInt64(first > 0 ? first : 0)..<UInt64(end < 0x1p48 ? end : 0x1p48)
  }
}
