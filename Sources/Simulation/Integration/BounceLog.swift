import Lanes
import Model

/// Ages at which eight particles bounced off boundaries: the first `capacity` bounces of each.
struct BounceLog {
  /// Ages in seconds. The element's index is that of the bounce, from 0; its lanes are the particles; infinite where a particle
  /// has not bounced so often.
  var ages: (Float8, Float8, Float8, Float8, Float8, Float8, Float8, Float8)
  /// Number of logged bounces of each particle.
  var count = Int32x8()
  /// Age at the bounce in the step after the last whole step, infinite for none. This step is examined but not taken
  /// (`Integrator.advance`).
  var next: Float8

  /// Bounces of one particle that children can be born at.
  static var capacity: Int { 8 }

  init() {
    let never = Float8(repeating: .infinity)
    ages = (never, never, never, never, never, never, never, never)
    next = never
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

  /// Calls `body` with the ages as Floats (the age of a bounce is at bounce × 8 + lane) and the counts.
  @inline(__always)
  mutating func withAges(_ body: (UnsafeMutablePointer<Float>, inout Int32x8) -> Void) {
    var count = count
    withUnsafeMutableBytes(of: &ages) { bytes in
      body(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self), &count)
    }
    self.count = count
  }

  /// Takes over the bounces of one particle that earlier frames have found.
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
  /// Ages in seconds; here each lane is a bounce of the one particle.
  var ages: Float8
}

extension Evaluation {
  /// Finds the ages at which eight particles bounce until the last of the cells' shutters closes, and stores them in
  /// `batch.bounces`, where their children read them.
  ///
  /// The trajectories are integrated once more for this purpose: drawing may need them up to other ages, or not at all.
  @inline(never)
  func logBounces(_ kernel: UnsafeMutablePointer<CellKernel>, _ particle: SpawnState, _ batch: SpawnBatch) {
    let births = batch.birthTimes
    let age = Lanes.clamp(
      Lanes.narrow(Double8(repeating: shutterCloseTime) - births), Float8(), Lanes.max(particle.lifetime, 0))
    var log = BounceLog()
    _ = integrate(
      kernel, IntegrationStart(particle, births: births), age: age,
      cacheKey: StateCacheKey(batch, purpose: .bounces, cell: kernel.pointee.cellIndex), log: &log)
    // The bounce in the examined step may lie after `age`: its children are not born before it.
    log.add(log.next)
    log.withAges { ages, _ in
      UnsafeMutableRawPointer(batch.bounces).copyMemory(
        from: ages, byteCount: BounceLog.capacity * MemoryLayout<Float8>.stride)
    }
  }
}
