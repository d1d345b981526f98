import Lanes
import Model

extension Evaluation {
  /// Sorts the records of eight particles, those from `begin` on, by particle: they lie sample by sample, with the lane of their
  /// particle as its ID. Then gives the records of one particle an ID of their own, and 0 to a particle of one record.
  ///
  /// A stable counting sort by lane, one column after the other.
  ///
  /// - Parameter counts: samples of each particle, not all of which need be visible.
  @inline(never)
  func sortSamples(_ cell: Int, from begin: Int, counts: Float8) {
    let cursor = cursors + cell
    let count = cursor.pointee.count - begin
    if count == 0 { return }
    let particleIDs = cursor.pointee[.particleID] + begin
    // A copy of one column, the order, and nine starts (with some to spare).
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count + 16) { memory in
      let copy = memory.baseAddress.unsafelyUnwrapped
      let order = UnsafeMutableRawPointer(copy + count).assumingMemoryBound(to: Int32.self)
      let bucketStarts = order + count
      // Count each lane's records, one place further: the sums are then starts.
      for lane in 0..<9 { bucketStarts[lane] = 0 }
      for index in 0..<count { bucketStarts[Int(particleIDs[index]) + 1] += 1 }
      var particleCount = 0
      for lane in 0..<8 {
        if bucketStarts[lane + 1] > 0 { particleCount += 1 }
        bucketStarts[lane + 1] += bucketStarts[lane]
      }
      cursor.pointee.furtherSamples += count - particleCount
      for index in 0..<count {
        let lane = Int(particleIDs[index])
        order[Int(bucketStarts[lane])] = Int32(truncatingIfNeeded: index)
        bucketStarts[lane] += 1
      }
      // Each lane's start has moved to the end of its records.
      let bucketEnds = bucketStarts
      for column in ParticleLayout.columns where column != .particleID {
        let values = cursor.pointee[column] + begin
        copy.update(from: values, count: count)
        for index in 0..<count { values[index] = copy[Int(order[index])] }
      }
      let sprites = cursor.pointee.sprites + begin
      let bytes = UnsafeMutableRawPointer(copy).assumingMemoryBound(to: UInt8.self)
      bytes.update(from: sprites, count: count)
      for index in 0..<count { sprites[index] = bytes[Int(order[index])] }
      var first = 0
      for lane in 0..<8 {
        let end = Int(bucketEnds[lane])
        // 24 bits that differ from 0 and from those of the particles nearby: the index of the particle's first record.
        let particleID = counts[lane] > 1 ? 1 + UInt32(truncatingIfNeeded: (begin + first) % 0xff_ffff) : 0
        for index in first..<end { particleIDs[index] = Float(bitPattern: particleID) }
        first = end
      }
    }
  }
}
