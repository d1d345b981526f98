import Lanes
import Model

/// Ages at which eight particles bounced off boundaries: the first `capacity` bounces of each.
struct BounceLog {
  /// Seconds of age: element `bounce` has the particles' bounces of that number in its lanes, infinity where there was none.
  var ages: (Float8, Float8, Float8, Float8, Float8, Float8, Float8, Float8)
  /// Logged bounces of each particle.
  var count = Int32x8()
  /// Age at the bounce in the step after the last whole one, infinite for none. That step is not taken, only examined
  /// (`Integrator.advance`).
  var next: Float8

  /// Bounces of one particle that children can be born at.
  static var capacity: Int { 8 }

  init() {
    let never = Float8(repeating: .infinity)
    ages = (never, never, never, never, never, never, never, never)
    next = never
  }

  /// Adds a bounce for each lane in which `age` is finite.
  @inline(never)
  mutating func add(_ age: Float8) {
    withAges { floats, count in
      for lane in 0..<8 where age[lane] < .infinity && count[lane] < BounceLog.capacity {
        floats[Int(count[lane]) * 8 + lane] = age[lane]
        count[lane] += 1
      }
    }
  }

  /// Calls `body` with the ages as Floats (the age of a bounce is at bounce × 8 + lane) and the counts.
  @inline(__always)
  mutating func withAges(_ body: (UnsafeMutablePointer<Float>, inout Int32x8) -> Void) {
    var count = count
    withUnsafeMutableBytes(of: &ages) { bytes in
      body(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self), &count)
    }
    self.count = count
  }

  /// Takes over the bounces of one particle that are known from frames before.
  @inline(__always)
  mutating func load(_ record: BounceRecord, lane: Int) {
    withAges { ages, count in
      for bounce in 0..<BounceLog.capacity { ages[bounce * 8 + lane] = record.ages[bounce] }
      count[lane] = record.count
    }
  }

  /// Writes the bounces of one particle to its record.
  @inline(__always)
  mutating func store(to record: UnsafeMutablePointer<BounceRecord>, lane: Int) {
    withAges { ages, count in
      for bounce in 0..<BounceLog.capacity { record.pointee.ages[bounce] = ages[bounce * 8 + lane] }
      record.pointee.count = count[lane]
    }
  }
}

/// Bounces of one particle, kept from frame to frame beside its `StateCacheEntry`.
struct BounceRecord: BitwiseCopyable {
  var count: Int32
  /// Seconds of age; here an element is a bounce, not a particle.
  var ages: Float8
}

extension Evaluation {
  /// Stores the ages at which eight particles bounce, up to the time at which the last shutter closes, where their children
  /// find them.
  ///
  /// The trajectories are integrated once more for this alone: what is drawn may need them up to other ages, or not at all.
  @inline(never)
  func logBounces(_ kernel: UnsafeMutablePointer<CellKernel>, _ particle: SpawnState, _ batch: SpawnBatch) {
    let births = batch.birthTimes
    let age = Lanes.clamp(
      Lanes.narrow(Double8(repeating: shutterCloseTime) - births), Float8(), Lanes.max(particle.lifetime, 0))
    var log = BounceLog()
    _ = integrate(
      kernel, IntegrationStart(particle, births: births), age: age,
      cacheKey: StateCacheKey(batch, purpose: .bounces, cell: kernel.pointee.cellIndex), log: &log)
    // The bounce in the present step may lie after `age`; children are not born before it has come.
    log.add(log.next)
    log.withAges { ages, _ in
      UnsafeMutableRawPointer(batch.bounces).copyMemory(
        from: ages, byteCount: BounceLog.capacity * MemoryLayout<Float8>.stride)
    }
  }
}
