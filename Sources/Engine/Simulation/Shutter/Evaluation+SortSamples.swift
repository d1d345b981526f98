import Lanes
import Model

extension Evaluation {
  /// Sorts the records of eight particles, from index `begin` on, by particle. The records were appended sample by sample, and
  /// their column `particleID` has the lane of the particle. This column then receives an ID for each particle, or 0 for a
  /// particle with one sample.
  ///
  /// This is a stable counting sort by lane, done one column after the other.
  ///
  /// - Parameter counts: samples of each particle, not all of which need be visible.
  @inline(never)
  func sortSamples(_ cellIndex: Int, from begin: Int, counts: Float8) {
    let cursor = cursors + cellIndex
    let count = cursor.pointee.count - begin
    if count == 0 { return }
    let particleIDs = cursor.pointee[.particleID] + begin
    // `count` Floats for a copy of one column, `count` Int32s for the order, and room for nine bucket starts.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count + 16) { memory in
      let copy = memory.baseAddress.unsafelyUnwrapped
      let order = UnsafeMutableRawPointer(copy + count).assumingMemoryBound(to: Int32.self)
      let bucketStarts = order + count
      // Count the records of lane l at index l + 1, so that the running sums are the lanes' starts.
      for lane in 0..<9 { bucketStarts[lane] = 0 }
      for index in 0..<count { bucketStarts[Int(particleIDs[index]) + 1] += 1 }
      var particleCount = 0
      for lane in 0..<8 {
        if bucketStarts[lane + 1] > 0 { particleCount += 1 }
        bucketStarts[lane + 1] += bucketStarts[lane]
      }
      cursor.pointee.furtherSampleCount += count - particleCount
      for index in 0..<count {
        let lane = Int(particleIDs[index])
        order[Int(bucketStarts[lane])] = Int32(truncatingIfNeeded: index)
        bucketStarts[lane] += 1
      }
      // By now each lane's start has moved to the end of the lane's records.
      let bucketEnds = bucketStarts
      let columnCount = output.columns[cellIndex].layout.columnCount
      for column in ParticleLayout.columns where column != .particleID && column.rawValue < columnCount {
        let values = cursor.pointee[column] + begin
        copy.update(from: values, count: count)
        for index in 0..<count { values[index] = copy[Int(order[index])] }
      }
      let sprites = cursor.pointee.spriteIndices + begin
      let bytes = UnsafeMutableRawPointer(copy).assumingMemoryBound(to: UInt8.self)
      bytes.update(from: sprites, count: count)
      for index in 0..<count { sprites[index] = bytes[Int(order[index])] }
      var first = 0
      for lane in 0..<8 {
        let end = Int(bucketEnds[lane])
        // 24 bits, which differ from 0 and from the IDs of particles nearby: 1 + the index of the particle's first record modulo
        // 2²⁴ − 1.
        let particleID = counts[lane] > 1 ? 1 + UInt32(truncatingIfNeeded: (begin + first) % 0xff_ffff) : 0
        for index in first..<end { particleIDs[index] = Float(bitPattern: particleID) }
        first = end
      }
    }
  }
}
