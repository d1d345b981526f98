import Lanes
import Model

/// Ages at which eight particles bounced off bounds: the first few of each.
struct BounceLog {
  /// Infinite for those that have not come.
  var ages: (Float8, Float8, Float8, Float8, Float8, Float8, Float8, Float8)
  var count = Int32x8()
  /// Bounce inside the step that is looked ahead at.
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

  /// Calls `body` with the ages, eight lanes for each bounce.
  @inline(__always)
  mutating func withAges(_ body: (UnsafeMutablePointer<Float>, inout Int32x8) -> Void) {
    var count = count
    withUnsafeMutableBytes(of: &ages) { bytes in
      body(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self), &count)
    }
    self.count = count
  }

  /// Takes over one lane's known bounces.
  @inline(__always)
  mutating func load(_ record: BounceRecord, lane: Int) {
    withAges { ages, count in
      for bounce in 0..<BounceLog.capacity { ages[bounce * 8 + lane] = record.ages[bounce] }
      count[lane] = record.count
    }
  }

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
  var ages: Float8
}

extension Evaluation {
  /// Stores the ages at which eight particles bounce, up to the moment at which the last shutter closes.
  ///
  /// Their paths are followed for this alone, besides what is drawn of them: a drawing may need other moments, or none.
  @inline(never)
  func logBounces(_ kernel: UnsafeMutablePointer<CellKernel>, _ particle: SpawnState, _ batch: SpawnBatch) {
    let births = batch.birthTimes
    let age = Lanes.clamp(
      Lanes.narrow(Double8(repeating: shutterCloseTime) - births), Float8(), Lanes.max(particle.lifetime, 0))
    var log = BounceLog()
    _ = integrate(
      kernel, IntegrationStart(particle, births: births), age: age,
      cacheKey: StateCacheKey(batch, purpose: .bounces, cell: kernel.pointee.cellIndex), log: &log)
    // A bounce within the present step; children are not born before it has come.
    log.add(log.next)
    log.withAges { ages, _ in
      UnsafeMutableRawPointer(batch.bounces).copyMemory(from: ages, byteCount: BounceLog.capacity * 32)
    }
  }
}
