import Lanes

/// Eight candidates of a block at their birth.
struct SpawnBatch {
  /// Birth parameters of the candidates, by `BirthParameter.rawValue`.
  let parameters: UnsafePointer<Float8>
  /// Layer-local seconds; infinite for a candidate that is never born.
  let birthTimes: Double8
  /// Seconds from the births to the frame's time, negative before the birth.
  let age: Float8
  let keys: RandomKeys
  // Memory of the block, to which these eight candidates write what their children read.
  /// One element: the candidates' state.
  let keptState: UnsafeMutablePointer<SpawnState>
  /// One element: the candidates' own keys, from which the children's keys are folded.
  let inheritedKeys: UnsafeMutablePointer<ParticleKeys8>
  /// `BounceLog.capacity` elements: ages in seconds at the first bounce, the second, and so on.
  let bounces: UnsafeMutablePointer<Float8>
  /// `LaterJourney.capacity` elements: the candidates' ways from shape to shape.
  let laterWays: UnsafeMutablePointer<LaterWay>
  /// For root particles: index of the first of the eight among the root particles of the chunk's `StateCache`, which is the number of
  /// its birth modulo `RootEmission.chunkSize`. −1 for descendants.
  let rootEntryIndex: Int

  /// - Parameter first: index of the first candidate in the block, a multiple of 8.
  @inline(__always)
  init(
    of block: Block, first: Int, parameters: UnsafePointer<Float8>, birthTimes: Double8, age: Float8, keys: RandomKeys,
    rootEntryIndex: Int = -1
  ) {
    let batch = first >> 3
    self.parameters = parameters
    self.birthTimes = birthTimes
    self.age = age
    self.keys = keys
    keptState = block.keptStates + batch
    inheritedKeys = block.keys + batch
    bounces = block.bounces + batch * BounceLog.capacity
    laterWays = block.laterWays + batch * LaterJourney.capacity
    self.rootEntryIndex = rootEntryIndex
  }
}
