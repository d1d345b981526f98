import Lanes
import Model

extension Evaluation {
  /// Sorts the records from `begin` on by particle; they lie sample by sample, with the lane of their particle as its ID.
  /// Then gives those of one particle an ID of its own, and 0 to a particle of one record.
  @inline(never)
  func sortSamples(_ cell: Int, from begin: Int, counts: Float8) {
    let cursor = cursors + cell
    let count = cursor.pointee.count - begin
    if count == 0 { return }
    let particleIDs = cursor.pointee[.particleID] + begin
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count + 16) { memory in
      let row = memory.baseAddress.unsafelyUnwrapped
      let order = UnsafeMutableRawPointer(row + count).assumingMemoryBound(to: Int32.self)
      let starts = order + count
      // Count each lane's records.
      for lane in 0..<9 { starts[lane] = 0 }
      for index in 0..<count { starts[Int(particleIDs[index]) + 1] += 1 }
      var particles = 0
      for lane in 0..<8 {
        if starts[lane + 1] > 0 { particles += 1 }
        starts[lane + 1] += starts[lane]
      }
      cursor.pointee.furtherSamples += count - particles
      for index in 0..<count {
        let lane = Int(particleIDs[index])
        order[Int(starts[lane])] = Int32(truncatingIfNeeded: index)
        starts[lane] += 1
      }
      // starts[lane] is now the end of the lane's records.
      for column in ParticleLayout.columns where column != .particleID {
        let values = cursor.pointee[column] + begin
        row.update(from: values, count: count)
        for index in 0..<count { values[index] = row[Int(order[index])] }
      }
      let sprites = cursor.pointee.sprites + begin
      let bytes = UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt8.self)
      bytes.update(from: sprites, count: count)
      for index in 0..<count { sprites[index] = bytes[Int(order[index])] }
      var first = 0
      for lane in 0..<8 {
        let end = Int(starts[lane])
        let particleID = counts[lane] > 1 ? 1 + UInt32(truncatingIfNeeded: (begin + first) % 0xff_ffff) : 0
        for index in first..<end { particleIDs[index] = Float(bitPattern: particleID) }
        first = end
      }
    }
  }
}
