import Glibc
import Lanes
import Model
import Raster
import Simulation

/// The particles of all cells of one emitter, sorted before they are drawn: by age or by depth (`renderMode`).
///
/// What the groups of chunks leave is joined in their order, cell by cell, sorted by the column `order`, the least first, and
/// binned. Equal ones stay as they were, so that the order follows from the scene and the time alone. Cost: about 0.1 µs a
/// particle, on one thread.
final class SortedParticles: @unchecked Sendable {
  /// The shapes of all cells, one cell's behind the other's.
  let sprites: SpriteSet
  /// Columns of what is drawn.
  let layout: ParticleLayout
  let bins = ParticleBins()
  private let firstShapes: [Int]
  /// Particles by group and cell, written by the worker that evaluates the group.
  private var groups: [[KeptParticles]] = []
  private let cellCount: Int
  private var joined = FloatPlanes(planeCount: SortedParticles.columns.count)
  private var sorted = FloatPlanes(planeCount: SortedParticles.columns.count)
  private let numbers = AlignedBuffer<UInt8>(count: 0)
  private let sortedNumbers = AlignedBuffer<UInt8>(count: 0)
  private let keys = AlignedBuffer<UInt64>(count: 0)
  private let spare = AlignedBuffer<UInt64>(count: 0)
  private let starts = AlignedBuffer<Int>(count: 2048)
  /// Particles of the frame before; none before the first frame, whose bins have to be filled even if they stay empty.
  private var lastCount: Int?
  private var lastParticleID: UInt32 = 0

  /// Planes of what is kept, joined and sorted: all columns, whatever a cell's own layout has.
  private static let columns = ParticleLayout.columns

  /// One group's particles of one cell.
  private final class KeptParticles: @unchecked Sendable {
    var planes = FloatPlanes(planeCount: SortedParticles.columns.count)
    let sprites = AlignedBuffer<UInt8>(count: 0)
    var hasChanged = true
  }

  init?(planned: PlannedEmitter) {
    let cells = planned.program.cells
    guard cells.contains(where: \.layout.hasOrder) else { return nil }
    cellCount = cells.count
    layout = ParticleLayout(
      isRound: cells.allSatisfy(\.layout.isRound), hasBlur: cells.contains(where: \.layout.hasBlur), hasOrder: true,
      hasShutterSamples: cells.contains(where: \.layout.hasShutterSamples))
    var shapeCount = 0
    firstShapes = planned.sprites.map { set in
      defer { shapeCount += set.count }
      return shapeCount
    }
    sprites = SpriteSet(joining: planned.sprites)
  }

  func begin(groupCount: Int) {
    while groups.count < groupCount { groups.append((0..<cellCount).map { _ in KeptParticles() }) }
  }

  /// Keeps the particles of a group.
  func keep(_ output: ChunkOutput, group: Int) {
    for (cell, columns) in output.columns.enumerated() {
      let kept = groups[group][cell]
      let count = columns.count
      kept.hasChanged = kept.planes.count != count
      kept.planes.reserve(count)
      kept.sprites.reserve((count + 15) / 16 * 16)
      for column in Self.columns {
        let target = kept.planes[column]
        if columns.layout.contains(column) {
          let source = columns[column]
          if !kept.hasChanged { kept.hasChanged = memcmp(target, source, count * MemoryLayout<Float>.stride) != 0 }
          target.update(from: source, count: count)
        } else if column == .axisYy {
          // A radius is both half axes.
          target.update(from: columns[.axisXx], count: count)
        } else {
          target.update(repeating: 0, count: count)
        }
      }
      if !kept.hasChanged { kept.hasChanged = memcmp(kept.sprites.base, columns.sprites, count) != 0 }
      kept.sprites.base.update(from: columns.sprites, count: count)
      kept.planes.count = count
    }
  }

  /// Joins, sorts and bins the particles of a frame; returns whether they differ from those of the one before.
  func sort(groupCount: Int, grid: TileGrid) -> Bool {
    var count = 0
    var hasChanged = false
    for group in 0..<groupCount {
      for cell in groups[group] {
        count += cell.planes.count
        if cell.hasChanged { hasChanged = true }
      }
    }
    if !hasChanged, count == lastCount { return false }
    lastCount = count
    join(count, groupCount: groupCount)
    findOrder(count)
    gather(count)
    bins.fill(columns, count: count, set: sprites, grid: grid)
    return true
  }

  /// Gives the particles of several records behind those that are joined numbers that none before them has (of 2²⁴, so that
  /// neighbours never share one).
  private func numberParticles(_ count: Int) {
    let particleIDs = joined[.particleID] + joined.count
    var before: UInt32 = 0
    for index in 0..<count {
      let particleID = particleIDs[index].bitPattern
      if particleID != 0, particleID != before { lastParticleID = lastParticleID % 0xff_ffff + 1 }
      before = particleID
      if particleID != 0 { particleIDs[index] = Float(bitPattern: lastParticleID) }
    }
  }

  private func join(_ count: Int, groupCount: Int) {
    joined.count = 0
    lastParticleID = 0
    joined.reserve(count)
    numbers.reserve(count)
    for cell in 0..<cellCount {
      for group in 0..<groupCount {
        let kept = groups[group][cell]
        for column in Self.columns {
          (joined[column] + joined.count).update(from: kept.planes[column], count: kept.planes.count)
        }
        for index in 0..<kept.planes.count {
          numbers.base[joined.count + index] = UInt8(
            truncatingIfNeeded: firstShapes[cell] + Int(kept.sprites.base[index]))
        }
        if layout.hasShutterSamples { numberParticles(kept.planes.count) }
        joined.count += kept.planes.count
      }
    }
  }

  /// Sorts 64-bit words of the order (upper half) and the place (lower half) by the three digits of 11 bits of the upper.
  private func findOrder(_ count: Int) {
    let order = joined[.order]
    keys.reserve(count)
    spare.reserve(count)
    for index in 0..<count {
      // Floats in the order of their bits: those below 0 turned over, the others behind them.
      let bits = order[index].bitPattern
      let word = bits & 0x8000_0000 != 0 ? ~bits : bits | 0x8000_0000
      keys.base[index] = UInt64(word) << 32 | UInt64(index)
    }
    var (from, to) = (keys.base, spare.base)
    var shift: UInt64 = 32
    while shift < 64 {
      starts.fill(with: 0)
      for index in 0..<count { starts.base[digit(from[index], shift)] += 1 }
      _ = exclusivePrefixSums(of: starts.base, count: starts.count)
      for index in 0..<count {
        let digit = digit(from[index], shift)
        to[starts.base[digit]] = from[index]
        starts.base[digit] += 1
      }
      (from, to) = (to, from)
      shift += 11
    }
    // Three passes end in the spare memory.
    keys.base.update(from: from, count: count)
  }

  @inline(__always)
  private func digit(_ key: UInt64, _ shift: UInt64) -> Int { Int(truncatingIfNeeded: key >> shift & 2047) }

  private func gather(_ count: Int) {
    sorted.count = 0
    sorted.reserve(count)
    sortedNumbers.reserve((count + 15) / 16 * 16 + 16)
    for column in Self.columns where column != .order && layout.contains(column) {
      let (source, target) = (joined[column], sorted[column])
      for index in 0..<count { target[index] = source[Int(keys.base[index] & 0xFFFF_FFFF)] }
    }
    for index in 0..<count { sortedNumbers.base[index] = numbers.base[Int(keys.base[index] & 0xFFFF_FFFF)] }
    sorted.count = count
  }

  private var columns: SpriteColumns { sorted.columns(layout, sprites: sortedNumbers.base) }
}
