import Lanes

extension SpawnState {
  /// Floats from one state in memory to the next. A state consists of vectors of eight lanes, each of its members but the pointer at its end.
  static var floatStride: Int { MemoryLayout<SpawnState>.stride / MemoryLayout<Float>.stride }

  /// Indices, among the vectors of a state, of the members that children read of parents of this cell. Of the other members, `endAge` is
  /// never read, and those that a child could read are 0 for every particle of the cell.
  static func inheritedIndices(from kernel: CellKernel) -> [UInt8] {
    var members: [PartialKeyPath<SpawnState>] = [
      \.lifetime, \.x, \.y, \.velocityX, \.velocityY, \.directionX, \.directionY, \.scale, \.scaleSpeed, \.red, \.green,
      \.blue,
    ]
    if kernel.has(.gravity) { members += [\.gravityX, \.gravityY] }
    if kernel.has(.drag) { members += [\.drag] }
    if kernel.has(.drag) || kernel.has(.stepped), kernel.has(.wind) { members += [\.windX, \.windY] }
    if kernel.has(.killBoundary) { members += [\.endAge] }
    if kernel.has(.threeD) { members += [\.z, \.velocityZ, \.directionZ, \.gravityZ] }
    if kernel.has(.colorSpeed) { members += [\.redSpeed, \.greenSpeed, \.blueSpeed] }
    for motion in CellMotion.all where kernel.has(motion.feature) { members += motion.inherited }
    return members.map {
      UInt8(truncatingIfNeeded: MemoryLayout<SpawnState>.offset(of: $0)! / MemoryLayout<Float8>.stride)
    }
  }
}
