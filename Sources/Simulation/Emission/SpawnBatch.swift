import Lanes

/// Eight candidates of a block at their birth.
struct SpawnBatch {
  let parameters: UnsafePointer<Float8>
  /// Layer-local seconds; infinite for a candidate that is never born.
  let births: Double8
  /// Seconds since the births.
  let age: Float8
  let keys: DrawKeys
  /// Memory of the block for what children read: fields, keys and ages at bounces.
  let inheritedFields: InheritedFieldBlock
  let inheritedKeys: UnsafeMutablePointer<ParticleKeys8>
  let bounces: UnsafeMutablePointer<Float8>
  /// For root particles, the first one's index in the chunk; −1 for descendants.
  let rootIndex: Int

  /// - Parameter first: index of the first candidate in the block, a multiple of 8.
  @inline(__always)
  init(
    of block: Block, first: Int, parameters: UnsafePointer<Float8>, births: Double8, age: Float8, keys: DrawKeys,
    rootIndex: Int = -1
  ) {
    let batch = first >> 3
    self.parameters = parameters
    self.births = births
    self.age = age
    self.keys = keys
    inheritedFields = block.inheritedFields + batch * InheritedField.count
    inheritedKeys = block.keys + batch
    bounces = block.bounces + batch * BounceLog.capacity
    self.rootIndex = rootIndex
  }
}
