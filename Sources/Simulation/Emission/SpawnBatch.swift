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
  // Memory of the block where these eight candidates store what their children read.
  /// `InheritedField.count` elements, by `InheritedField.rawValue`.
  let inheritedFields: InheritedFieldBlock
  /// One element.
  let inheritedKeys: UnsafeMutablePointer<ParticleKeys8>
  /// `BounceLog.capacity` elements: ages in seconds at the first bounce, the second, and so on.
  let bounces: UnsafeMutablePointer<Float8>
  /// For root particles, the number of the first of the eight births modulo `RootEmission.chunkSize`: its index in the chunk's
  /// `StateCache`, where there is one. −1 for descendants.
  let rootIndex: Int

  /// - Parameter first: index of the first candidate in the block, a multiple of 8.
  @inline(__always)
  init(
    of block: Block, first: Int, parameters: UnsafePointer<Float8>, birthTimes: Double8, age: Float8, keys: RandomKeys,
    rootIndex: Int = -1
  ) {
    let batch = first >> 3
    self.parameters = parameters
    self.birthTimes = birthTimes
    self.age = age
    self.keys = keys
    inheritedFields = block.inheritedFields + batch * InheritedField.count
    inheritedKeys = block.keys + batch
    bounces = block.bounces + batch * BounceLog.capacity
    self.rootIndex = rootIndex
  }
}
