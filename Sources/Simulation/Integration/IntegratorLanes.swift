import Lanes

/// Eight particles in memory, where single lanes are exchanged with cache entries: in registers each lane would cost a
/// detour through memory.
struct IntegratorLanes {
  static let count = 21

  /// x, y, velocity x and y at birth, then the same and the end as they are known; last, z and velocity z at birth and as
  /// they are known, for paths in space.
  private let floats: UnsafeMutablePointer<Float>
  private let steps: UnsafeMutablePointer<Int32>
  let wanted: UnsafeMutablePointer<Int32>
  private let keys: UnsafeMutablePointer<UInt32>
  let births: UnsafeMutablePointer<Double>
  /// Addresses of cache entries; 0 for none.
  let entries: UnsafeMutablePointer<Int>
  private let rows: UnsafeMutablePointer<Float8>
  let isInSpace: Bool

  @inline(__always)
  init(_ memory: UnsafeMutablePointer<Float8>, isInSpace: Bool) {
    rows = memory
    self.isInSpace = isInSpace
    func row<Value>(_ row: Int) -> UnsafeMutablePointer<Value> {
      UnsafeMutableRawPointer(memory + row).assumingMemoryBound(to: Value.self)
    }
    floats = row(0)
    steps = row(9)
    wanted = row(10)
    keys = row(11)
    births = row(13)
    entries = row(15)
  }

  @inline(__always)
  func fill(start: IntegratorState, wanted: Int32x8, cacheKey: StateCacheKey) {
    (rows[0], rows[1], rows[2], rows[3]) = (start.x, start.y, start.velocityX, start.velocityY)
    if isInSpace { (rows[17], rows[18]) = (start.z, start.velocityZ) }
    known = IntegrationProgress(state: start, steps: SIMD8())
    UnsafeMutableRawPointer(self.wanted).storeBytes(of: wanted, as: Int32x8.self)
    UnsafeMutableRawPointer(keys).storeBytes(of: cacheKey.keys.a, as: UInt32x8.self)
    UnsafeMutableRawPointer(keys + 8).storeBytes(of: cacheKey.keys.b, as: UInt32x8.self)
    UnsafeMutableRawPointer(births).storeBytes(of: cacheKey.births, as: Double8.self)
  }

  /// Known states, and their whole steps.
  var known: IntegrationProgress {
    @inline(__always) get {
      var state = IntegratorState(x: rows[4], y: rows[5], velocityX: rows[6], velocityY: rows[7])
      state.end = rows[8]
      if isInSpace { (state.z, state.velocityZ) = (rows[19], rows[20]) }
      return IntegrationProgress(state: state, steps: UnsafeRawPointer(steps).loadUnaligned(as: Int32x8.self))
    }
    @inline(__always) nonmutating set {
      let state = newValue.state
      (rows[4], rows[5], rows[6], rows[7]) = (state.x, state.y, state.velocityX, state.velocityY)
      rows[8] = state.end
      if isInSpace { (rows[19], rows[20]) = (state.z, state.velocityZ) }
      UnsafeMutableRawPointer(steps).storeBytes(of: newValue.steps, as: Int32x8.self)
    }
  }

  @inline(__always)
  func key(_ lane: Int) -> SIMD2<UInt32> { SIMD2(keys[lane], keys[8 + lane]) }

  @inline(__always)
  func start(_ lane: Int) -> SIMD4<Float> {
    SIMD4(floats[lane], floats[8 + lane], floats[16 + lane], floats[24 + lane])
  }

  @inline(__always)
  func startZ(_ lane: Int) -> SIMD2<Float> { SIMD2(floats[17 * 8 + lane], floats[18 * 8 + lane]) }

  @inline(__always)
  func load(_ entry: UnsafeMutablePointer<StateCacheEntry>, _ lane: Int) {
    let state = entry.pointee.state
    floats[32 + lane] = state.x
    floats[40 + lane] = state.y
    floats[48 + lane] = state.z
    floats[56 + lane] = state.w
    floats[64 + lane] = entry.pointee.end
    steps[lane] = entry.pointee.steps
  }

  @inline(__always)
  func load(_ entry: UnsafeMutablePointer<StateCacheEntryZ>, _ lane: Int) {
    floats[19 * 8 + lane] = entry.pointee.state.x
    floats[20 * 8 + lane] = entry.pointee.state.y
  }

  @inline(__always)
  func store(to entry: UnsafeMutablePointer<StateCacheEntry>, _ lane: Int) {
    entry.pointee.state = SIMD4(floats[32 + lane], floats[40 + lane], floats[48 + lane], floats[56 + lane])
    entry.pointee.end = floats[64 + lane]
    entry.pointee.steps = steps[lane]
  }

  @inline(__always)
  func store(to entry: UnsafeMutablePointer<StateCacheEntryZ>, _ lane: Int) {
    entry.pointee.state = SIMD2(floats[19 * 8 + lane], floats[20 * 8 + lane])
  }
}
