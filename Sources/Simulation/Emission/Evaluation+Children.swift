import Lanes

extension Evaluation {
  /// Evaluates one cell's children of the first `count` particles of a block, in the parents' order.
  func visitChildren(_ cell: Int, of parents: Block, count: Int, level: Int) {
    let kernel = kernels + cell
    let block = blocks[level]
    let schedule = kernel.pointee.schedule
    let visibility = kernel.pointee.visibility
    let hasJitter = kernel.pointee.uses(.birthJitter)
    let parentIsMortal = kernels[kernel.pointee.parent].uses(.mortal)
    var filled = 0
    for parent in 0..<count {
      let birth = parents.births[parent]
      guard birth <= closing else { continue }
      let fields = parents.fields + (parent >> 3) * InheritedField.count
      var lifetime = Double(fields[.lifetime][parent & 7])
      if parentIsMortal { lifetime = min(lifetime, Double(fields[.end][parent & 7])) }
      guard lifetime > 0 else { continue }
      let occasionCount = kernel.pointee.occasion == .bounce ? kernel.pointee.mostBounces : 1
      occasions: for occasion in 0..<occasionCount {
        // Find when this parent's emission begins and ends.
        var start = birth + kernel.pointee.beginTime
        var limit = kernel.pointee.duration
        switch kernel.pointee.occasion {
        case .life: limit = min(limit, lifetime - kernel.pointee.beginTime)
        case .birth: break
        case .death: start += lifetime
        case .age:
          let age = kernel.pointee.occasionAge + kernel.pointee.occasionShare * Double(fields[.lifetime][parent & 7])
          guard age <= lifetime else { continue }
          start += age
        case .bounce:
          let bounce = parents.bounces + (parent >> 3) * BounceLog.capacity + occasion
          let age = Double(bounce[0][parent & 7])
          // No more of them have come.
          guard age <= lifetime else { break occasions }
          start += age
        }
        let elapsed = closing - start
        guard elapsed >= 0, limit >= 0, elapsed - limit <= visibility else { continue }

        @inline(__always)
        func push(_ index: UInt64, _ delay: Double) {
          block.starts[filled] = start
          block.delays[filled] = delay
          block.limits[filled] = limit
          block.indices[filled] = index
          block.parents[filled] = Int32(truncatingIfNeeded: parent)
          filled += 1
        }

        // Births of the schedule
        if !schedule.isSilent {
          let range = Evaluation.candidates(of: kernel, elapsed: elapsed, limit: limit)
          var number = range.lowerBound
          while number < range.upperBound {
            let delay = hasJitter ? 0 : schedule.time(of: Double(number) + 1)
            if hasJitter || (delay <= elapsed && delay <= limit && elapsed - delay <= visibility) {
              push(BirthSource.index(source: 0, number: number, occasion: occasion), delay)
              if filled == Block.capacity {
                processChildren(cell, level: level, count: filled)
                filled = 0
              }
            }
            number += 1
          }
        }
        // Bursts
        for source in 0..<kernel.pointee.burstCount {
          let burst = kernel.pointee.bursts[source]
          guard burst.time <= elapsed, burst.time <= limit, elapsed - burst.time <= visibility else { continue }
          var births = burst.count
          if source == 0, kernel.pointee.uses(.animatedBurst) { births = program.burstCount(cell: cell, at: start) }
          var number: UInt64 = 0
          while number < births {
            let end = min(births, number + UInt64(Block.capacity - filled))
            while number < end {
              push(BirthSource.index(source: source + 1, number: number, occasion: occasion), burst.time)
              number += 1
            }
            if filled == Block.capacity {
              processChildren(cell, level: level, count: filled)
              filled = 0
            }
          }
        }
      }
    }
    if filled > 0 { processChildren(cell, level: level, count: filled) }
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
