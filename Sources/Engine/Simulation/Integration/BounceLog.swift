import Lanes
import Model

/// Ages at which eight particles bounced off boundaries: the first `capacity` bounces of each.
struct BounceLog {
  /// Ages in seconds: element i has the age of each particle at its bounce i, from 0, one particle in each lane; infinite for bounces
  /// that have not happened.
  var ages: (Float8, Float8, Float8, Float8, Float8, Float8, Float8, Float8)
  /// Number of logged bounces of each particle.
  var count = Int32x8()
  /// Age at the bounce in the step after the last whole step, infinite if there is no bounce. This step is examined but not taken
  /// (`Integrator.advance`).
  var nextAge: Float8

  /// The greatest number of bounces of one particle at which children can be born.
  static var capacity: Int { 8 }

  init() {
    let never = Float8(repeating: .infinity)
    ages = (never, never, never, never, never, never, never, never)
    nextAge = never
  }

  /// Adds a bounce for each lane in which `age` is finite and fewer than `capacity` bounces are logged.
  @inline(never)
  mutating func add(_ age: Float8) {
    withAges { floats, count in
      for lane in 0..<8 where age[lane] < .infinity && count[lane] < BounceLog.capacity {
        floats[Int(count[lane]) * 8 + lane] = age[lane]
        count[lane] += 1
      }
    }
  }

  /// Calls `body` with the ages as Floats (the age at a bounce has the index bounce × 8 + lane) and `count`.
  @inline(__always)
  mutating func withAges(_ body: (UnsafeMutablePointer<Float>, inout Int32x8) -> Void) {
    var count = count
    withUnsafeMutableBytes(of: &ages) { bytes in
      body(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self), &count)
    }
    self.count = count
  }

  /// Copies the bounces of one particle from its record, which earlier frames have written.
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
  /// Ages in seconds. Unlike in `BounceLog.ages`, lane i is bounce i of the one particle.
  var ages: Float8
}

extension Evaluation {
  /// Finds the ages at which eight particles bounce until the last of the cells' shutters closes. Stores the ages in
  /// `batch.bounces`, where the particles' children read them.
  ///
  /// The trajectories are integrated once more for this purpose: drawing may need them up to other ages, or not at all.
  @inline(never)
  func logBounces(_ kernel: UnsafeMutablePointer<CellKernel>, _ particle: SpawnState, _ batch: SpawnBatch) {
    let birthTimes = batch.birthTimes
    let age = Lanes.clamp(
      Lanes.narrow(Double8(repeating: shutterCloseTime) - birthTimes), Float8(), Lanes.max(particle.lifetime, 0))
    var log = BounceLog()
    _ = integrate(
      kernel, IntegrationStart(particle, birthTimes: birthTimes), age: age,
      identity: StateCacheIdentity(batch, purpose: .bounces, cell: kernel.pointee.cellIndex), log: &log)
    // Log the bounce in the examined step, too. It may lie after `age`, which does no harm: no child is born before its bounce.
    log.add(log.nextAge)
    log.withAges { ages, _ in
      UnsafeMutableRawPointer(batch.bounces).copyMemory(
        from: ages, byteCount: BounceLog.capacity * MemoryLayout<Float8>.stride)
    }
  }
}
