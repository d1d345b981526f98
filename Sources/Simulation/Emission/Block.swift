import Lanes
import Model

/// Particles of one cell that are worked on together: at most `Block.capacity` candidates of one level of the tree, in
/// drawing order. Children are gathered from a block of parents into the block of the next level.
struct Block: BitwiseCopyable {
  static var capacity: Int { 64 }

  /// `InheritedField.count` lanes for each batch of eight, where the cell has children.
  var inheritedFields: UnsafeMutablePointer<Float8>
  var keys: UnsafeMutablePointer<ParticleKeys8>
  /// Birth parameters of the present batch, where they change with time.
  var parameters: UnsafeMutablePointer<Float8>
  /// Inherited fields of the present batch's parents.
  var parentFields: UnsafeMutablePointer<Float8>
  /// Layer-local second of birth; infinite for a candidate that is never born.
  var births: UnsafeMutablePointer<Double>
  /// For children: layer-local seconds at which the emission began; seconds from there to the birth and to the emission's
  /// end.
  var starts: UnsafeMutablePointer<Double>
  var delays: UnsafeMutablePointer<Double>
  var limits: UnsafeMutablePointer<Double>
  var indices: UnsafeMutablePointer<UInt64>
  var parents: UnsafeMutablePointer<Int32>
  /// Ages at bounces, `BounceLog.capacity` lanes for each batch of eight, where children are born at them.
  var bounces: UnsafeMutablePointer<Float8>

  init(in memory: ProgramMemory) {
    let batches = Block.capacity / 8
    func lanes(_ count: Int) -> UnsafeMutablePointer<Float8> {
      memory.keepMutable([Float8](repeating: Float8(repeating: 0), count: count))
    }
    func doubles() -> UnsafeMutablePointer<Double> { memory.keepMutable([Double](repeating: 0, count: Block.capacity)) }
    inheritedFields = lanes(batches * InheritedField.count)
    keys = memory.keepMutable([ParticleKeys8](repeating: ParticleKeys8(ParticleKey(a: 0, b: 0)), count: batches))
    parameters = lanes(BirthParameter.allCases.count)
    parentFields = lanes(InheritedField.count)
    births = doubles()
    starts = doubles()
    delays = doubles()
    limits = doubles()
    indices = memory.keepMutable([UInt64](repeating: 0, count: Block.capacity))
    parents = memory.keepMutable([Int32](repeating: 0, count: Block.capacity))
    bounces = lanes(batches * BounceLog.capacity)
  }
}
