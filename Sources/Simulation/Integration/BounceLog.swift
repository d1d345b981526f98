import Lanes

/// When eight particles were thrown back by borders: the first few times.
struct BounceLog {
  /// Ages at which they were, infinite for those times that have not come.
  var ages: (Float8, Float8, Float8, Float8, Float8, Float8, Float8, Float8)
  var count = SIMD8<Int32>()
  /// The one inside the step that is looked ahead at.
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

  /// Calls `body` with the ages, eight lanes for each time.
  @inline(__always)
  mutating func withAges(_ body: (UnsafeMutablePointer<Float>, inout SIMD8<Int32>) -> Void) {
    var count = count
    withUnsafeMutableBytes(of: &ages) { bytes in
      body(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self), &count)
    }
    self.count = count
  }
}

/// What is kept of one particle's bounces from frame to frame, beside its `StateCacheEntry`.
struct BounceRecord: BitwiseCopyable {
  var count: Int32
  var ages: SIMD8<Float>
}

extension Evaluation {
  /// Writes down when eight particles are thrown back, up to the moment at which the last shutter closes.
  ///
  /// They are followed for this alone, besides what is drawn of them: a drawing may need other moments, or none.
  @inline(never)
  func logBounces(
    _ kernel: UnsafeMutablePointer<CellKernel>, _ particle: IntegrationStart, births: Double8, lifetime: Float8,
    keys: ParticleKeys8, into bounces: UnsafeMutablePointer<Float8>
  ) {
    let age = Lanes.clamp(Lanes.narrow(Double8(repeating: closing) - births), Float8(), Lanes.max(lifetime, 0))
    let names = StateCacheKey(
      births: births, keys: keys, cell: StateCacheKey.bounces(ofCell: kernel.pointee.flatIndex), rootPlace: -1)
    var log = BounceLog()
    _ = fly(kernel, particle, age: age, names: names, log: &log)
    // What comes within the step at hand; children are not born before it has come.
    log.add(log.next)
    log.withAges { ages, _ in
      UnsafeMutableRawPointer(bounces).copyMemory(from: ages, byteCount: BounceLog.capacity * 32)
    }
  }
}
