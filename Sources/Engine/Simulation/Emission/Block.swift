import Lanes
import Model

/// Candidates (births that may be visible) of one cell that are evaluated together, at most `Block.capacity`, in drawing order.
/// Each level of the tree of cells has one block. Children in the block of one level inherit from parents in the block above.
///
/// Arrays of `Double`, `UInt64` and `Int32` have one element per candidate. Arrays of `SpawnState`, `Float8` and `ParticleKeys8` have one element
/// or more for each batch of eight candidates: candidate i is lane i % 8 of batch i / 8. `parameters` and `parentState`
/// hold one batch only, and are overwritten for the next.
struct Block: BitwiseCopyable {
  /// The greatest number of candidates in a block; a multiple of 8.
  static var capacity: Int { 64 }

  /// The candidates' states at birth, one for each batch, which their children read; written where the cell has children.
  var keptStates: UnsafeMutablePointer<SpawnState>
  /// One element for each batch: the particles' keys. Written where the cell has children.
  var keys: UnsafeMutablePointer<ParticleKeys8>
  /// Birth parameters of the current batch, by `BirthParameter.rawValue`; used where some change with time.
  var parameters: UnsafeMutablePointer<Float8>
  /// States at birth of the parents of the current batch's candidates: one element, of which the members at
  /// `SpawnState.inheritedIndices` are set and the others 0.
  var parentState: UnsafeMutablePointer<SpawnState>
  /// Layer-local second of birth; infinite for a candidate that is never born. Written where the cell has children.
  var birthTimes: UnsafeMutablePointer<Double>
  /// For children: layer-local second at which the emission begins that the child belongs to. A parent that emits at its bounces has an
  /// emission for each bounce.
  var emissionStarts: UnsafeMutablePointer<Double>
  /// For children: seconds that the emission lasts that the child belongs to.
  var emissionDurations: UnsafeMutablePointer<Double>
  /// For children: seconds from the emission's start to the birth; 0 for a scheduled birth with jitter, whose delay
  /// `evaluateQueuedChildren` computes.
  var birthDelays: UnsafeMutablePointer<Double>
  /// For children: `BirthIndex`.
  var birthIndices: UnsafeMutablePointer<UInt64>
  /// For children: index of the parent in the block of the level above. The indices ascend.
  var parentIndices: UnsafeMutablePointer<Int32>
  /// Ages in seconds at which the candidates bounce: `BounceLog.capacity` elements for each batch, by bounce; written where
  /// children are born at bounces.
  var bounces: UnsafeMutablePointer<Float8>
  /// The candidates' ways from shape to shape: `LaterJourney.capacity` elements for each batch; written where they come together on several
  /// shapes.
  var laterWays: UnsafeMutablePointer<LaterWay>
  /// `LaterJourney.capacity` elements: the ways of the parents of the current batch's candidates.
  var parentLaterWays: UnsafeMutablePointer<LaterWay>

  init(in memory: EmitterProgramMemory) {
    let batchCount = Block.capacity / 8
    func float8s(_ count: Int) -> UnsafeMutablePointer<Float8> {
      memory.keepMutable([Float8](repeating: Float8(repeating: 0), count: count))
    }
    func doubles() -> UnsafeMutablePointer<Double> { memory.keepMutable([Double](repeating: 0, count: Block.capacity)) }
    keptStates = memory.keepMutable([SpawnState](repeating: SpawnState(), count: batchCount))
    keys = memory.keepMutable(
      [ParticleKeys8](repeating: ParticleKeys8(ParticleKey(lowHalf: 0, highHalf: 0)), count: batchCount))
    parameters = float8s(BirthParameter.allCases.count)
    parentState = memory.keepMutable([SpawnState()])
    birthTimes = doubles()
    emissionStarts = doubles()
    emissionDurations = doubles()
    birthDelays = doubles()
    birthIndices = memory.keepMutable([UInt64](repeating: 0, count: Block.capacity))
    parentIndices = memory.keepMutable([Int32](repeating: 0, count: Block.capacity))
    bounces = float8s(batchCount * BounceLog.capacity)
    func ways(_ count: Int) -> UnsafeMutablePointer<LaterWay> {
      memory.keepMutable([LaterWay](repeating: LaterWay(), count: count))
    }
    laterWays = ways(batchCount * LaterJourney.capacity)
    parentLaterWays = ways(LaterJourney.capacity)
  }
}
