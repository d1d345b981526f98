import Glibc
import Lanes
import Model
import Raster
import Simulation

/// The particles of all cells of one emitter, sorted by age or by depth before they are drawn (`renderMode`).
///
/// The particles of all groups of chunks are copied (`keep`), then put together cell by cell, with each cell's groups in their
/// order. A stable radix sort puts them in ascending order of the column `order`, then they are binned. Particles with equal
/// values of `order` stay in their order, so that the drawing order depends on the scene and the time alone. Cost: about 0.1 µs a
/// particle, on one thread.
final class SortedParticles: @unchecked Sendable {
  /// The shapes of all cells, cell by cell.
  let sprites: SpriteSet
  /// Columns of the sorted particles.
  let layout: ParticleLayout
  /// The particles between two cards, from the farthest to the nearest (`DepthCards`); without cards one part of all particles.
  let slices: [ParticleBins]
  /// The keys at which the sorted particles are cut into slices, in ascending order.
  private var cutKeys: [Float] = []
  /// The keys of the frame before.
  private var lastCutKeys: [Float] = []
  /// For each cell, the index of its first shape in `sprites`.
  private let firstShapes: [Int]
  /// Particles by group and cell, written by the worker that evaluates the group.
  private var groups: [[KeptParticles]] = []
  private let cellCount: Int
  /// The particles of all groups, cell by cell.
  private var joined: FloatColumns
  /// The particles of all groups in drawing order.
  private var sorted: FloatColumns
  /// For each joined particle the index of its sprite in `sprites`.
  private let joinedSpriteIndices = AlignedBuffer<UInt8>(count: 0)
  /// For each sorted particle the index of its sprite in `sprites`.
  private let sortedSpriteIndices = AlignedBuffer<UInt8>(count: 0)
  /// For each particle a word of 64 bits: the upper half has the bits by which particles are sorted, the lower half the
  /// particle's index in `joined`.
  private let keys = AlignedBuffer<UInt64>(count: 0)
  /// Memory to which every other pass of the radix sort writes.
  private let otherKeys = AlignedBuffer<UInt64>(count: 0)
  /// For each value of a digit, where its next key is written.
  private let bucketStarts = AlignedBuffer<Int>(count: SortedParticles.bucketCount)
  /// Number of particles in the frame before; nil before the first frame, whose bins have to be filled even if they stay empty.
  private var lastCount: Int?
  /// The last ID that `renumberParticles` has given.
  private var lastParticleID: UInt32 = 0

  /// Columns of the kept, joined and sorted particles, even if a cell's own layout lacks some.
  private let usedColumns: [ParticleLayout.Column]

  /// Bits of a digit. The upper 32 bits of a key are sorted by three digits; one bit of the highest digit is always 0.
  private static let digitBits: UInt64 = 11
  /// Number of values of a digit: 2¹¹.
  private static let bucketCount = 2048
  private static let digitMask: UInt64 = 2047

  /// One group's particles of one cell.
  private final class KeptParticles: @unchecked Sendable {
    var columns: FloatColumns
    let spriteIndices = AlignedBuffer<UInt8>(count: 0)
    /// Whether the particles differ from those of the frame before.
    var hasChanged = true

    init(_ layout: ParticleLayout) { columns = FloatColumns(layout: layout) }
  }

  /// Returns nil if the emitter's particles are drawn in the order of their births.
  init?(planned: PlannedEmitter) {
    let cells = planned.program.cells
    guard cells.contains(where: \.layout.hasOrder) else { return nil }
    cellCount = cells.count
    slices = (0...(planned.cards?.count ?? 0)).map { _ in ParticleBins() }
    layout = ParticleLayout(
      isRound: cells.allSatisfy(\.layout.isRound), hasBlur: cells.contains(where: \.layout.hasBlur),
      hasFrames: cells.contains(where: \.layout.hasFrames), hasOrder: true,
      hasShutterSamples: cells.contains(where: \.layout.hasShutterSamples),
      hasSideLights: cells.contains(where: \.layout.hasSideLights),
      hasSheets: cells.contains(where: \.layout.hasSheets))
    usedColumns = Array(ParticleLayout.columns.prefix(layout.columnCount))
    (joined, sorted) = (FloatColumns(layout: layout), FloatColumns(layout: layout))
    var shapeCount = 0
    firstShapes = planned.sprites.map { set in
      defer { shapeCount += set.count }
      return shapeCount
    }
    sprites = SpriteSet(joining: planned.sprites)
  }

  /// Begins a frame of `groupCount` groups.
  func begin(groupCount: Int, cutKeys: [Float]) {
    self.cutKeys = cutKeys
    while groups.count < groupCount { groups.append((0..<cellCount).map { _ in KeptParticles(layout) }) }
  }

  /// Copies the particles of a group, and compares them with those of the frame before.
  func keep(_ output: ChunkOutput, group: Int) {
    for (cell, columns) in output.columns.enumerated() {
      let kept = groups[group][cell]
      let count = columns.count
      kept.hasChanged = kept.columns.count != count
      kept.columns.reserveCapacity(count)
      kept.spriteIndices.resize(to: (count + 15) / 16 * 16)
      for column in usedColumns {
        let target = kept.columns[column]
        if columns.layout.contains(column) {
          let source = columns[column]
          if !kept.hasChanged { kept.hasChanged = memcmp(target, source, count * MemoryLayout<Float>.stride) != 0 }
          target.update(from: source, count: count)
        } else if column == .axisYy {
          // A round layout's radius is also the length of the half y axis.
          target.update(from: columns[.axisXx], count: count)
        } else {
          target.update(repeating: 0, count: count)
        }
      }
      if !kept.hasChanged { kept.hasChanged = memcmp(kept.spriteIndices.base, columns.spriteIndices, count) != 0 }
      kept.spriteIndices.base.update(from: columns.spriteIndices, count: count)
      kept.columns.count = count
    }
  }

  /// Joins, sorts and bins the particles of a frame; returns whether they differ from those of the frame before.
  func sort(groupCount: Int, grid: TileGrid) -> Bool {
    var count = 0
    var hasChanged = false
    for group in 0..<groupCount {
      for kept in groups[group] {
        count += kept.columns.count
        if kept.hasChanged { hasChanged = true }
      }
    }
    if !hasChanged, count == lastCount, cutKeys == lastCutKeys { return false }
    (lastCount, lastCutKeys) = (count, cutKeys)
    join(count, groupCount: groupCount)
    sortKeys(count)
    gather(count)
    var start = 0
    for slice in slices.indices {
      let end = slice < cutKeys.count ? firstIndex(withKeyFrom: cutKeys[slice], count: count) : count
      slices[slice].fill(columns(from: start), count: end - start, set: sprites, grid: grid)
      start = end
    }
    return true
  }

  /// Number of pairs of a particle and a tile that it touches.
  var pairCount: Int { slices.reduce(0) { $0 + $1.pairCount } }

  /// The index of the first sorted particle whose sorting key is not below `key`.
  private func firstIndex(withKeyFrom key: Float, count: Int) -> Int {
    let word = Self.word(of: key)
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if UInt32(truncatingIfNeeded: keys.base[middle] >> 32) < word { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// A word that, compared as an unsigned integer, has the order of the Floats: all bits of negative Floats are inverted, and only the
  /// sign bit of all others.
  @inline(__always)
  private static func word(of key: Float) -> UInt32 {
    let bits = key.bitPattern
    return bits & 0x8000_0000 != 0 ? ~bits : bits | 0x8000_0000
  }

  /// Gives new IDs to particles with several records, among the `count` records from index `joined.count` on.
  ///
  /// With the old IDs, neighbouring particles are sure to have different IDs only within a chunk, but sorting may make particles
  /// of different chunks neighbours. So the new IDs are counted through all particles: from 1 to 2²⁴ − 1, then from 1 again.
  private func renumberParticles(_ count: Int) {
    let particleIDs = joined[.particleID] + joined.count
    var previousID: UInt32 = 0
    for index in 0..<count {
      let particleID = particleIDs[index].bitPattern
      if particleID != 0, particleID != previousID { lastParticleID = lastParticleID % 0xff_ffff + 1 }
      previousID = particleID
      if particleID != 0 { particleIDs[index] = Float(bitPattern: lastParticleID) }
    }
  }

  /// Puts the kept particles of all groups together, cell by cell; `count` is their total number.
  private func join(_ count: Int, groupCount: Int) {
    joined.count = 0
    lastParticleID = 0
    joined.reserveCapacity(count)
    joinedSpriteIndices.resize(to: count)
    for cell in 0..<cellCount {
      for group in 0..<groupCount {
        let kept = groups[group][cell]
        for column in usedColumns {
          (joined[column] + joined.count).update(from: kept.columns[column], count: kept.columns.count)
        }
        for index in 0..<kept.columns.count {
          joinedSpriteIndices.base[joined.count + index] = UInt8(
            truncatingIfNeeded: firstShapes[cell] + Int(kept.spriteIndices.base[index]))
        }
        if layout.hasShutterSamples { renumberParticles(kept.columns.count) }
        joined.count += kept.columns.count
      }
    }
  }

  /// Fills `keys` and sorts them by a radix sort, from the lowest digit to the highest.
  private func sortKeys(_ count: Int) {
    let order = joined[.order]
    keys.resize(to: count)
    otherKeys.resize(to: count)
    for index in 0..<count {
      keys.base[index] = UInt64(Self.word(of: order[index])) << 32 | UInt64(index)
    }
    var (from, to) = (keys.base, otherKeys.base)
    var shift: UInt64 = 32
    while shift < 64 {
      bucketStarts.fill(with: 0)
      for index in 0..<count { bucketStarts.base[digit(from[index], shift)] += 1 }
      _ = exclusivePrefixSums(of: bucketStarts.base, count: bucketStarts.count)
      for index in 0..<count {
        let digit = digit(from[index], shift)
        to[bucketStarts.base[digit]] = from[index]
        bucketStarts.base[digit] += 1
      }
      (from, to) = (to, from)
      shift += Self.digitBits
    }
    // After an odd number of passes the result is in `otherKeys`.
    keys.base.update(from: from, count: count)
  }

  /// The digit of a key whose lowest bit is the bit `shift`.
  @inline(__always)
  private func digit(_ key: UInt64, _ shift: UInt64) -> Int { Int(truncatingIfNeeded: key >> shift & Self.digitMask) }

  /// Copies the joined particles in the order of the keys.
  private func gather(_ count: Int) {
    sorted.count = 0
    sorted.reserveCapacity(count)
    sortedSpriteIndices.resize(to: (count + 15) / 16 * 16 + 16)
    for column in usedColumns where column != .order && layout.contains(column) {
      let (source, target) = (joined[column], sorted[column])
      for index in 0..<count { target[index] = source[Int(keys.base[index] & 0xFFFF_FFFF)] }
    }
    for index in 0..<count {
      sortedSpriteIndices.base[index] = joinedSpriteIndices.base[Int(keys.base[index] & 0xFFFF_FFFF)]
    }
    sorted.count = count
  }

  /// A view of the sorted particles from an index on.
  private func columns(from start: Int) -> SpriteColumns {
    sorted.columns(layout, spriteIndices: sortedSpriteIndices.base + start, from: start)
  }
}
