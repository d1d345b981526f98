import Lanes
import Model
import Raster

/// The slopes of water along rows of samples: the sum of waves and of the rings of drops.
///
/// A wave's phase grows evenly along a row, so its sine and cosine follow from those eight samples before by a rotation: twelve operations for eight
/// samples of a wave. A row always begins at the same sample, so that rounding is the same however a frame is divided. Waves that are too short for the
/// samples fade out; the mean square of the slopes that they lose is told for each row.
/// Cost: about 0.3 ns a wave and sample, 3 ns a sample that a drop's rings reach.
final class WaterSurface: @unchecked Sendable {
  private let swell: [WaterWave]
  private let chop: [WaterWave]
  private let schedule: DropSchedule
  private let plane: WaterPlane
  private let table: RingTable?
  /// What makes rings besides the drops of the schedule.
  var impactSource: (any WaterImpactSource)?
  private var impacts: ContiguousArray<WaterImpact> = []
  private let metresPerPixel: Double
  private let steepness: Double
  private let lifetime: Double
  private let gusts: Float
  private let gustSize: Double
  private let gustSeed: UInt32
  private let loopSeconds: Double?
  /// The waves and drops at the time of the last `update`.
  private var seconds = 0.0
  private var gustTime = FieldTime(at: 0, speed: 0, loopSeconds: nil)
  private(set) var fallen: ContiguousArray<FallenDrop> = []
  private let profiles = AlignedBuffer<Float>(count: 0)
  private let reaches = AlignedBuffer<Float>(count: 0)

  /// Cells of the gusts' noise a second.
  private static let gustSpeed = 0.12

  /// What a row of samples needs.
  struct Row {
    /// The plane's coordinates of the row: u of its first sample, v of all.
    let u: Double
    let v: Double
    /// From one sample to the next along the row, and from one row to the next.
    let du: Double
    let dv: Double
    /// How far u differs between samples one below the other, at the sides, ÷ dv.
    let shear: Double
    /// Number of samples, a multiple of eight.
    let count: Int
    /// Where the slopes are written, and the share by which gusts raise the chop.
    let slopeU: UnsafeMutablePointer<Float>
    let slopeV: UnsafeMutablePointer<Float>
    let gusts: UnsafeMutablePointer<Float>
  }

  /// Mean squares of the slopes along u and along v that a row's samples cannot show.
  struct LostSlopes {
    var swell = SIMD2<Float>()
    /// To be multiplied by the square of the gusts.
    var chop = SIMD2<Float>()
  }

  init(_ view: WaterView, plane: WaterPlane, on canvas: Canvas) {
    let water = view.water
    self.plane = plane
    let scale = canvas.pixelsPerPoint
    func stream(_ part: UInt64) -> StreamKey {
      StreamKey(
        seed: canvas.seed, path: CounterHash.mix64(view.path &+ (UInt64(water.variant) &* 4 &+ part) &* 0x9e37_79b9))
    }
    swell = WaterWave.swell(water.swell, water, stream: stream(0), pixelsPerPoint: scale)
    chop = WaterWave.chop(water.chop, water, stream: stream(1), pixelsPerPoint: scale)
    schedule = DropSchedule(
      drops: water.drops, plane: plane, pixelsPerPoint: scale, stream: stream(2), times: view.dropTimes)
    metresPerPixel = 1 / (water.scale * scale)
    steepness = 0.5 * water.drops.strength
    lifetime = water.drops.lifetime
    gusts = Float(water.chop.gusts)
    gustSize = 14 * water.chop.wavelength * scale
    gustSeed = stream(3).key(index: 0).lowHalf
    loopSeconds = view.loopSeconds
    let alive = Int(limiting: min(view.mostRings, Double(Self.greatestDropCount)))
    if alive > 0, steepness > 0 {
      let smallest = water.drops.size * Lanes.exp2(-water.drops.sizeRange) / water.scale
      let reach = RingTable.reach(radiusMetres: smallest, age: lifetime)
      table = RingTable(reach: min(reach, Self.greatestReach))
      fallen.reserveCapacity(alive)
      reserve(alive)
    } else {
      table = nil
    }
  }

  /// Rings farther from their drop, in radii of the crater, are too low to be seen.
  private static let greatestReach = 110.0
  /// Limits of cost refuse so many drops; this one keeps memory within bounds where they are overridden.
  private static let greatestDropCount = 4096

  private func reserve(_ count: Int) {
    guard let table, reaches.count < count else { return }
    profiles.resize(to: count * table.radiusCount)
    reaches.resize(to: count)
  }

  func update(at clock: AnimationClock) {
    seconds = clock.local
    gustTime = FieldTime(at: seconds, speed: Self.gustSpeed, loopSeconds: loopSeconds)
    fallen.removeAll(keepingCapacity: true)
    guard table != nil else { return }
    schedule.append(at: seconds, to: &fallen)
    if let impactSource {
      impacts.removeAll(keepingCapacity: true)
      impactSource.append(at: clock.canvas, to: &impacts)
      // The youngest are seen best: of very many the oldest are left out.
      let excess = impacts.count - Int(WaterView.greatestImpactCount)
      if excess > 0 {
        impacts.sort { ($0.age, $0.x, $0.y) < ($1.age, $1.x, $1.y) }
        impacts.removeLast(excess)
      }
      for impact in impacts where !plane.isPerspective || Double(impact.y) > plane.line {
        let place = plane.place(x: Double(impact.x), y: Double(impact.y))
        fallen.append(
          FallenDrop(u: place.u, v: place.v, age: Double(impact.age), radius: Double(impact.radius)))
      }
    }
    if fallen.count > Self.greatestDropCount { fallen.removeLast(fallen.count - Self.greatestDropCount) }
    reserve(fallen.count)
  }

  /// Computes the slopes of one drop's rings.
  ///
  /// - Parameter spacing: pixels of the plane from one sample to the next at the drop.
  func prepareDrop(_ index: Int, spacing: Double) {
    guard let table else { return }
    let drop = fallen[index]
    let remaining = max(1 - (drop.age / lifetime) * (drop.age / lifetime), 0)
    // The crater opens within a twentieth of a second.
    let rise = min(drop.age * 20, 1)
    let reach = table.writeSlopes(
      to: profiles.base + index * table.radiusCount, radiusMetres: drop.radius * metresPerPixel, age: drop.age,
      steepness: steepness * remaining * remaining * (rise * rise * (3 - 2 * rise)),
      highestWave: 2.6 * drop.radius / spacing)
    reaches[index] = Float(reach)
  }

  /// Writes the slopes of a row.
  func write(_ row: Row) -> LostSlopes {
    row.slopeU.update(repeating: 0, count: row.count)
    row.slopeV.update(repeating: 0, count: row.count)
    var lost = LostSlopes()
    lost.chop = add(chop, to: row)
    if gusts > 0, !chop.isEmpty {
      writeGusts(row)
      var column = 0
      while column < row.count {
        let gust = Lanes.load(row.gusts + column)
        Lanes.store(Lanes.load(row.slopeU + column) * gust, to: row.slopeU + column)
        Lanes.store(Lanes.load(row.slopeV + column) * gust, to: row.slopeV + column)
        column &+= 8
      }
    } else {
      row.gusts.update(repeating: 1, count: row.count)
    }
    lost.swell = add(swell, to: row)
    if let table { for index in fallen.indices { addDrop(index, table, to: row) } }
    return lost
  }

  /// Adds the slopes of waves, and returns the mean squares of those that the samples cannot show.
  private func add(_ waves: [WaterWave], to row: Row) -> SIMD2<Float> {
    var lost = SIMD2<Double>()
    for wave in waves {
      let (alongU, alongV) = (
        wave.turnsU * row.du, (abs(wave.turnsV) + abs(wave.turnsU) * row.shear) * row.dv
      )
      // 1 where a sample is half of a wave. Mirror images bend many times as fast as the water: waves fade early.
      let fineness = 2 * Lanes.sqrt(alongU * alongU + alongV * alongV)
      let share = min(max((0.42 - fineness) / 0.32, 0), 1)
      let visible = share * share * (3 - 2 * share)
      let amplitude = 2 * Double.pi * wave.amplitude
      let steepness = SIMD2(amplitude * wave.turnsU, amplitude * wave.turnsV)
      lost += steepness * steepness * (0.5 * (1 - visible * visible))
      if visible <= 0 { continue }
      let turns =
        wave.turnsU * row.u + wave.turnsV * row.v + wave.phase
        - FieldTime.phase(at: seconds, frequency: wave.frequency, loopSeconds: loopSeconds)
      let first = Lanes.laneNumbers * Float(alongU) + Float(turns - turns.rounded(.down))
      let rotation = Lanes.sincosTurns(8 * alongU)
      addSines(
        first, SIMD2(Float(rotation.sin), Float(rotation.cos)), SIMD2<Float>(steepness * -visible), to: row)
    }
    return SIMD2<Float>(lost)
  }

  /// Adds factors · sin(2π · turns) to both slopes of a row, where `turns` holds the turns of the first eight samples and the rotation leads
  /// to the next eight.
  @inline(never)
  private func addSines(_ turns: Float8, _ rotation: SIMD2<Float>, _ factors: SIMD2<Float>, to row: Row) {
    var (sine, cosine) = Lanes.sincosTurns(turns)
    let (slopeU, slopeV) = (row.slopeU, row.slopeV)
    var column = 0
    while column < row.count {
      Lanes.store(Lanes.load(slopeU + column) + sine * factors.x, to: slopeU + column)
      Lanes.store(Lanes.load(slopeV + column) + sine * factors.y, to: slopeV + column)
      let next = sine * rotation.y + cosine * rotation.x
      cosine = cosine * rotation.y - sine * rotation.x
      sine = next
      column &+= 8
    }
  }

  /// The factor of the chop's slopes at each sample: a noise read at every eighth sample, with straight lines between.
  private func writeGusts(_ row: Row) {
    let scale = 1 / gustSize
    // Gusts too small for their samples are left out.
    let fade = Float(min(max(1.5 - 8 * abs(row.du) * scale * 2, 0), 1))
    let strength = gusts * fade * 3.5
    let v = Float8(repeating: Float(row.v * scale))
    let time = Float8(repeating: gustTime.cells)
    let blocks = row.count / 8
    var next = Float8()
    var nextBlock = -1
    var block = 0
    while block < blocks {
      if block / 8 != nextBlock {
        nextBlock = block / 8
        next = noise(at: nextBlock * 8, row, scale, v, time)
      }
      let value = next[block & 7]
      let following = block & 7 == 7 ? noise(at: (nextBlock + 1) * 8, row, scale, v, time)[0] : next[(block & 7) + 1]
      let mixed = Lanes.laneNumbers * ((following - value) * 0.125) + value
      Lanes.store(Lanes.max(mixed * strength + 1, 0), to: row.gusts + block * 8)
      block &+= 1
    }
  }

  /// The gusts' noise at the first samples of eight blocks.
  @inline(__always)
  private func noise(at block: Int, _ row: Row, _ scale: Double, _ v: Float8, _ time: Float8) -> Float8 {
    let step = Float(row.du * 8 * scale)
    let u = Lanes.laneNumbers * step + Float((row.u + Double(block) * 8 * row.du) * scale)
    return GradientNoise.at(u, v, time, seed: gustSeed, periodZ: gustTime.periodCells).value
  }

  /// Adds the slopes of one drop's rings.
  private func addDrop(_ index: Int, _ table: RingTable, to row: Row) {
    let drop = fallen[index]
    let samplesPerPixel = RingTable.samplesPerRadius / drop.radius
    // The last radius is 0, and two neighbours are read.
    let reach = Double(reaches[index] - 1) / samplesPerPixel
    let dv = row.v - drop.v
    let square = reach * reach - dv * dv
    if square <= 0 { return }
    let half = Lanes.sqrt(square)
    let first = max(((drop.u - half - row.u) / row.du).rounded(.down), 0)
    let last = min(((drop.u + half - row.u) / row.du).rounded(.up), Double(row.count - 1))
    if !(first <= last) { return }
    let slopes = UnsafePointer(profiles.base + index * table.radiusCount)
    let limit = Float(reaches[index] - 1)
    let (scale, dvSquare, dv32) = (Float(samplesPerPixel), Float(dv * dv), Float(dv))
    var column = Int(first) & ~7
    while column <= Int(last) {
      let du = Lanes.laneNumbers * Float(row.du) + Float(row.u + Double(column) * row.du - drop.u)
      let radius = Lanes.sqrt(Lanes.max(du * du + dvSquare, 1e-6))
      let place = Lanes.min(radius * scale, limit)
      let whole = Lanes.floor(place)
      let (near, far) = tablePairs(slopes, Lanes.truncateInRange(whole))
      let slope = (near + (far - near) * (place - whole)) / radius
      Lanes.store(Lanes.load(row.slopeU + column) + slope * du, to: row.slopeU + column)
      Lanes.store(Lanes.load(row.slopeV + column) + slope * dv32, to: row.slopeV + column)
      column &+= 8
    }
  }
}
