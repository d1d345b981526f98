import Lanes

/// States of eight particles in memory, where single lanes can be copied from and to cache entries. Access to a single lane of a
/// vector register would go through memory anyway.
///
/// The memory consists of `rowCount` rows of 32 bytes (`Row`). In a row of Floats, a lane is the Float at row × 8 + lane.
struct IntegratorLanes {
  static let rowCount = 21

  /// Indices of rows, which hold Floats unless another type is given.
  private enum Row {
    // At birth
    @inline(__always) static var birthX: Int { 0 }
    @inline(__always) static var birthY: Int { 1 }
    @inline(__always) static var birthVelocityX: Int { 2 }
    @inline(__always) static var birthVelocityY: Int { 3 }
    // After `steps` whole steps
    @inline(__always) static var x: Int { 4 }
    @inline(__always) static var y: Int { 5 }
    @inline(__always) static var velocityX: Int { 6 }
    @inline(__always) static var velocityY: Int { 7 }
    @inline(__always) static var endAge: Int { 8 }
    /// Int32.
    @inline(__always) static var steps: Int { 9 }
    /// Int32.
    @inline(__always) static var targetSteps: Int { 10 }
    /// UInt32, two rows: one for the first words of the keys, one for the second words.
    @inline(__always) static var keys: Int { 11 }
    /// Double: two rows.
    @inline(__always) static var birthTimes: Int { 13 }
    /// Int: two rows.
    @inline(__always) static var entries: Int { 15 }
    // Only for 3-D trajectories: at birth, then after `steps` whole steps
    @inline(__always) static var birthZ: Int { 17 }
    @inline(__always) static var birthVelocityZ: Int { 18 }
    @inline(__always) static var z: Int { 19 }
    @inline(__always) static var velocityZ: Int { 20 }
  }

  /// The memory of the rows, as Floats and as vectors.
  private let floats: UnsafeMutablePointer<Float>
  private let rows: UnsafeMutablePointer<Float8>
  private let steps: UnsafeMutablePointer<Int32>
  /// Whole steps to be reached.
  let targetSteps: UnsafeMutablePointer<Int32>
  private let keys: UnsafeMutablePointer<UInt32>
  /// Layer-local seconds.
  let birthTimes: UnsafeMutablePointer<Double>
  /// Addresses of cache entries; 0 for none.
  let entries: UnsafeMutablePointer<Int>
  let isThreeDimensional: Bool

  @inline(__always)
  init(_ memory: UnsafeMutablePointer<Float8>, isThreeDimensional: Bool) {
    rows = memory
    self.isThreeDimensional = isThreeDimensional
    func row<Value>(_ row: Int) -> UnsafeMutablePointer<Value> {
      UnsafeMutableRawPointer(memory + row).assumingMemoryBound(to: Value.self)
    }
    floats = row(0)
    steps = row(Row.steps)
    targetSteps = row(Row.targetSteps)
    keys = row(Row.keys)
    birthTimes = row(Row.birthTimes)
    entries = row(Row.entries)
  }

  /// Fills all rows but the entries, for particles at their birth, before any step.
  @inline(__always)
  func fill(start: IntegratorState, targetSteps: Int32x8, identity: StateCacheIdentity) {
    (rows[Row.birthX], rows[Row.birthY]) = (start.x, start.y)
    (rows[Row.birthVelocityX], rows[Row.birthVelocityY]) = (start.velocityX, start.velocityY)
    if isThreeDimensional { (rows[Row.birthZ], rows[Row.birthVelocityZ]) = (start.z, start.velocityZ) }
    progress = IntegrationProgress(state: start, steps: SIMD8())
    UnsafeMutableRawPointer(self.targetSteps).storeBytes(of: targetSteps, as: Int32x8.self)
    UnsafeMutableRawPointer(keys).storeBytes(of: identity.keys.lowHalf, as: UInt32x8.self)
    UnsafeMutableRawPointer(keys + 8).storeBytes(of: identity.keys.highHalf, as: UInt32x8.self)
    UnsafeMutableRawPointer(birthTimes).storeBytes(of: identity.birthTimes, as: Double8.self)
  }

  /// States after whole steps, and the numbers of these steps.
  var progress: IntegrationProgress {
    @inline(__always) get {
      var state = IntegratorState(
        x: rows[Row.x], y: rows[Row.y], velocityX: rows[Row.velocityX], velocityY: rows[Row.velocityY])
      state.endAge = rows[Row.endAge]
      if isThreeDimensional { (state.z, state.velocityZ) = (rows[Row.z], rows[Row.velocityZ]) }
      return IntegrationProgress(state: state, steps: UnsafeRawPointer(steps).loadUnaligned(as: Int32x8.self))
    }
    @inline(__always) nonmutating set {
      let state = newValue.state
      (rows[Row.x], rows[Row.y]) = (state.x, state.y)
      (rows[Row.velocityX], rows[Row.velocityY]) = (state.velocityX, state.velocityY)
      rows[Row.endAge] = state.endAge
      if isThreeDimensional { (rows[Row.z], rows[Row.velocityZ]) = (state.z, state.velocityZ) }
      UnsafeMutableRawPointer(steps).storeBytes(of: newValue.steps, as: Int32x8.self)
    }
  }

  @inline(__always)
  private func float(_ row: Int, _ lane: Int) -> Float { floats[row * 8 + lane] }

  @inline(__always)
  func key(_ lane: Int) -> SIMD2<UInt32> { SIMD2(keys[lane], keys[8 + lane]) }

  /// x, y, velocity x and velocity y at birth.
  @inline(__always)
  func birthState(_ lane: Int) -> SIMD4<Float> {
    SIMD4(
      float(Row.birthX, lane), float(Row.birthY, lane), float(Row.birthVelocityX, lane), float(Row.birthVelocityY, lane)
    )
  }

  /// z and velocity z at birth.
  @inline(__always)
  func birthStateZ(_ lane: Int) -> SIMD2<Float> { SIMD2(float(Row.birthZ, lane), float(Row.birthVelocityZ, lane)) }

  @inline(__always)
  func load(_ entry: UnsafeMutablePointer<StateCacheEntry>, _ lane: Int) {
    let state = entry.pointee.state
    floats[Row.x * 8 + lane] = state.x
    floats[Row.y * 8 + lane] = state.y
    floats[Row.velocityX * 8 + lane] = state.z
    floats[Row.velocityY * 8 + lane] = state.w
    floats[Row.endAge * 8 + lane] = entry.pointee.endAge
    steps[lane] = entry.pointee.steps
  }

  @inline(__always)
  func load(_ entry: UnsafeMutablePointer<StateCacheEntryZ>, _ lane: Int) {
    floats[Row.z * 8 + lane] = entry.pointee.state.x
    floats[Row.velocityZ * 8 + lane] = entry.pointee.state.y
  }

  @inline(__always)
  func store(to entry: UnsafeMutablePointer<StateCacheEntry>, _ lane: Int) {
    entry.pointee.state = SIMD4(
      float(Row.x, lane), float(Row.y, lane), float(Row.velocityX, lane), float(Row.velocityY, lane))
    entry.pointee.endAge = float(Row.endAge, lane)
    entry.pointee.steps = steps[lane]
  }

  @inline(__always)
  func store(to entry: UnsafeMutablePointer<StateCacheEntryZ>, _ lane: Int) {
    entry.pointee.state = SIMD2(float(Row.z, lane), float(Row.velocityZ, lane))
  }
}
