import Colorimetry
import Lanes
import Model
import Raster

/// The values of a field of noise at one time.
///
/// Octaves are turned against each other by 37°, so that their lattices never coincide, and are moved by hashed amounts (not
/// turned in a loop that drifts: there each is wrapped after as many cells as it drifts by). The sum is scaled so that one
/// standard deviation is a quarter. Bending by noise follows I. Quilez, "Domain warping" (2002); ridges and billows are
/// F. K. Musgrave's ("Texturing and Modeling", 1994). Caustics: rays through a surface of sine waves meet the ground where its
/// slopes send them; light is denser by 1 ÷ |det| of that map's derivative, taken one step of the map back from the ground.
struct NoiseField: Sendable {
  /// Pixels from one value to the next that is computed.
  let step: Int
  private let kind: Noise.Kind
  /// Cells from pixels.
  private let xx, yx: Float
  private let xy, xRest, yy, yRest: Double
  private let octaves: [Octave]
  private let bends: [Octave]
  private let warp: Float
  private let waves: [Wave]
  private let contrast: Float
  private let brightness: Float
  private let weight: Float
  /// Of caustics: how far from a line of light there still is some, so that no line is thinner than a pixel.
  private let softness: Float
  /// Whether time stands still, so that noise of two dimensions will do.
  private let isFlat: Bool

  private struct Octave: Sendable {
    /// Turned and scaled from the cells of the first octave.
    var a, b, c, d: Float
    var x, y, z: Float
    var weight: Float
    var seed: UInt32
    var periodX, periodY, periodZ: Int32
  }

  /// A wave of a surface: turns = x·a + y·b + phase.
  private struct Wave: Sendable {
    var a, b, phase: Float
    var weight: Float
    /// Of slopes, relative to bends.
    var reach: Float
  }

  init(_ noise: Noise, seed: UInt32, canvas: Canvas, clock: AnimationClock, period: Double?) {
    kind = noise.kind
    let pixel = 1 / canvas.pixelsPerPoint
    let scale = SIMD2(noise.scale.x.value(at: clock), noise.scale.y.value(at: clock))
    let (sine, cosine) = Angles.sineAndCosine(degrees: noise.rotation.value(at: clock))
    let middle = SIMD2(
      canvas.widthPoints / 2 + noise.offset.x.value(at: clock),
      canvas.heightPoints / 2 + noise.offset.y.value(at: clock))
    // The canvas turned back, in cells.
    xx = Float(cosine * pixel / scale.x)
    yx = Float(-sine * pixel / scale.y)
    (xy, yy) = (sine * pixel / scale.x, cosine * pixel / scale.y)
    xRest = -(middle.x * cosine + middle.y * sine) / scale.x
    yRest = (middle.x * sine - middle.y * cosine) / scale.y
    warp = Float(noise.warp.value(at: clock))
    isFlat = noise.speed == 0

    let time = clock.local
    var octaves: [Octave] = []
    var bends: [Octave] = []
    var waves: [Wave] = []
    var weight = 1.0
    switch noise.kind {
    case .plasma: waves = NoiseField.plasma(seed, noise.speed, time, period)
    case .caustics: waves = NoiseField.surface(seed, noise.speed, time, period)
    default:
      let drift = SIMD2(noise.driftX / scale.x, noise.driftY / scale.y)
      octaves = (0..<noise.octaves).map { NoiseField.octave($0, noise, seed, drift, time, period) }
      let squares = octaves.reduce(0) { $0 + Double($1.weight * $1.weight) }
      let sum = octaves.reduce(0) { $0 + Double($1.weight) }
      let deviation = noise.kind == .value ? 0.3 : (noise.speed == 0 ? 0.18 : 0.13)
      weight = noise.kind == .ridged || noise.kind == .billow ? 1 / sum : 0.25 / (deviation * squares.squareRoot())
      if warp != 0 {
        let count = min(noise.octaves, 2)
        for axis in 0..<2 {
          bends += (0..<count).map {
            NoiseField.octave($0, noise, seed ^ (0x5bd1_e995 &* UInt32(axis + 1)), drift, time, period)
          }
        }
      }
    }
    self.octaves = octaves
    self.bends = bends
    self.waves = waves
    self.weight = Float(weight)
    contrast = Float(noise.contrast.value(at: clock))
    brightness = Float(noise.brightness.value(at: clock))
    softness = Float(0.06 + 5 * pixel / min(scale.x, scale.y))

    // The finest detail, in pixels.
    var detail = min(scale.x, scale.y) / pixel
    switch noise.kind {
    case .plasma: detail /= 1 + Double(warp) / 2
    case .caustics: detail /= 3
    default:
      // Octaves of little weight need not be followed closely.
      var weight = noise.gain
      for _ in 1..<max(noise.octaves, 1) where weight >= 0.1 {
        detail /= noise.lacunarity
        weight *= noise.gain
      }
      detail /= 1 + Double(warp)
      if noise.kind == .ridged || noise.kind == .billow { detail /= 1.6 }
    }
    step = detail >= 56 ? 8 : detail >= 16 ? 4 : detail >= 7 ? 2 : 1
  }

  private static func octave(
    _ index: Int, _ noise: Noise, _ seed: UInt32, _ drift: SIMD2<Double>, _ time: Double, _ period: Double?
  ) -> Octave {
    var frequency = 1.0
    var weight = 1.0
    for _ in 0..<index {
      frequency *= noise.lacunarity
      weight *= noise.gain
    }
    let own = NoiseLattice.mix(seed &+ UInt32(index) &* 0x9e37_79b9)
    let axis = FieldTime(at: time, speed: noise.speed * (1 + 0.3 * Double(index)), period: period)
    var octave = Octave(
      a: 1, b: 0, c: 0, d: 1, x: Float(own & 0xffff) / 256, y: Float(own >> 16) / 256, z: axis.cells,
      weight: Float(weight), seed: own, periodX: 0, periodY: 0, periodZ: axis.period)
    if let period, period > 0, drift != .zero {
      // Whole cells a turn, after which the lattice repeats.
      let turns = time / period
      let share = turns - turns.rounded(.down)
      func along(_ drift: Double) -> (scale: Double, offset: Double, period: Int32) {
        let cells = drift * period * frequency
        if drift == 0 { return (frequency, 0, 0) }
        let whole = max(1, cells.magnitude.rounded())
        let sign: Double = drift < 0 ? 1 : -1
        return (frequency * whole / cells.magnitude, sign * share * whole, Int32(min(whole, 1e6)))
      }
      let (x, y) = (along(drift.x), along(drift.y))
      (octave.a, octave.d) = (Float(x.scale), Float(y.scale))
      octave.x += Float(x.offset)
      octave.y += Float(y.offset)
      (octave.periodX, octave.periodY) = (x.period, y.period)
      return octave
    }
    // The direction (3, 4)/5, again and again.
    var (cosine, sine) = (1.0, 0.0)
    for _ in 0..<index { (cosine, sine) = (0.8 * cosine - 0.6 * sine, 0.6 * cosine + 0.8 * sine) }
    octave.a = Float(frequency * cosine)
    octave.b = Float(-frequency * sine)
    octave.c = Float(frequency * sine)
    octave.d = Float(frequency * cosine)
    func moved(_ drift: Double) -> Double {
      let cells = drift * time / 4096
      return (cells - cells.rounded(.towardZero)) * 4096
    }
    let way = SIMD2(moved(drift.x), moved(drift.y)) * frequency
    octave.x -= Float(way.x * cosine - way.y * sine)
    octave.y -= Float(way.x * sine + way.y * cosine)
    return octave
  }

  // MARK: Values

  /// The values of eight pixels of a row, given by their centres.
  @inline(__always)
  func value(_ x: Lane8, _ y: Double) -> Lane8 {
    let cellX = x * xx + Float(y * xy + xRest)
    let cellY = x * yx + Float(y * yy + yRest)
    switch kind {
    case .plasma: return plasma(cellX, cellY)
    case .caustics: return caustics(cellX, cellY)
    default: return sum(cellX, cellY)
    }
  }

  @inline(never)
  private func sum(_ x: Lane8, _ y: Lane8) -> Lane8 {
    var (x, y) = (x, y)
    if warp != 0 {
      let half = bends.count / 2
      var (bentX, bentY) = (Lane8(), Lane8())
      bends.withUnsafeBufferPointer { bends in
        for index in 0..<half {
          bentX += NoiseField.gradient(bends[index], x, y, isFlat)
          bentY += NoiseField.gradient(bends[half + index], x, y, isFlat)
        }
      }
      // Some one cell for a warp of 1.
      x += bentX * (3 * warp)
      y += bentY * (3 * warp)
    }
    var result = Lane8()
    octaves.withUnsafeBufferPointer { octaves in
      for octave in octaves {
        switch kind {
        case .value: result += NoiseField.value(octave, x, y, isFlat)
        case .ridged:
          let crest = Lanes.max(1 - Lanes.abs(NoiseField.gradient(octave, x, y, isFlat)) * (3 / octave.weight), 0)
          result += crest * crest * octave.weight
        case .billow:
          result += Lanes.abs(NoiseField.gradient(octave, x, y, isFlat)) * 3
        default: result += NoiseField.gradient(octave, x, y, isFlat)
        }
      }
    }
    return result * weight
  }

  @inline(never)
  private static func gradient(_ octave: Octave, _ x: Lane8, _ y: Lane8, _ isFlat: Bool) -> Lane8 {
    let u = (x * octave.a + y * octave.b) + octave.x
    let v = (x * octave.c + y * octave.d) + octave.y
    if isFlat {
      return GradientNoise.at(u, v, seed: octave.seed, periodX: octave.periodX, periodY: octave.periodY).value
        * octave.weight
    }
    return GradientNoise.at(
      u, v, Lane8(repeating: octave.z), seed: octave.seed, periodX: octave.periodX, periodY: octave.periodY,
      periodZ: octave.periodZ
    ).value * octave.weight
  }

  @inline(never)
  private static func value(_ octave: Octave, _ x: Lane8, _ y: Lane8, _ isFlat: Bool) -> Lane8 {
    let u = (x * octave.a + y * octave.b) + octave.x
    let v = (x * octave.c + y * octave.d) + octave.y
    if isFlat {
      return ValueNoise.at(u, v, seed: octave.seed, periodX: octave.periodX, periodY: octave.periodY) * octave.weight
    }
    return ValueNoise.at(
      u, v, Lane8(repeating: octave.z), seed: octave.seed, periodX: octave.periodX, periodY: octave.periodY,
      periodZ: octave.periodZ) * octave.weight
  }

  // MARK: Plasma

  /// Two waves along the axes, one across, one around a middle that moves, and two that bend the others.
  private static func plasma(_ seed: UInt32, _ speed: Double, _ time: Double, _ period: Double?) -> [Wave] {
    let shapes: [(Double, Double, Double)] = [
      (0.5, 0.08, 1), (-0.11, 0.43, -1), (0.31, 0.33, 2), (0, 0, -1), (0.12, 0.35, 1), (0.4, -0.14, -2), (0, 0, 1),
      (0, 0, -1),
    ]
    return shapes.enumerated().map { index, shape in
      let own = NoiseLattice.mix(seed &+ UInt32(index))
      let start = Double(own >> 8) / 16_777_216
      let turns = FieldTime.turns(at: time, frequency: speed * shape.2, period: period)
      return Wave(a: Float(shape.0), b: Float(shape.1), phase: Float(start + turns), weight: 1, reach: 1)
    }
  }

  @inline(never)
  private func plasma(_ x: Lane8, _ y: Lane8) -> Lane8 {
    waves.withUnsafeBufferPointer { waves in
      @inline(__always) func sine(_ wave: Wave, _ x: Lane8, _ y: Lane8) -> Lane8 {
        Lanes.sinTurns((x * wave.a + y * wave.b) + wave.phase)
      }
      let bend = 0.35 * (1 + warp)
      let u = x + sine(waves[4], x, y) * bend
      let v = y + sine(waves[5], x, y) * bend
      let dx = u - Lanes.sinTurns(Lane8(repeating: waves[6].phase)) * 0.8
      let dy = v - Lanes.sinTurns(Lane8(repeating: waves[7].phase)) * 0.8
      let around = Lanes.sinTurns(Lanes.sqrt(dx * dx + dy * dy + 0.05) * 0.55 + waves[3].phase)
      return ((sine(waves[0], u, v) + sine(waves[1], u, v)) + (sine(waves[2], u, v) + around)) * 0.25
    }
  }

  // MARK: Caustics

  private static let waveCount = 10

  private static func surface(_ seed: UInt32, _ speed: Double, _ time: Double, _ period: Double?) -> [Wave] {
    var waves: [Wave] = (0..<waveCount).map { index in
      let own = NoiseLattice.mix(seed &+ UInt32(index) &* 0x632b_e5ab)
      let (first, second) = (Double(own & 0xffff) / 65536, Double(own >> 16) / 65536)
      // Directions all around, lengths from 0.45 to 1.5 cells.
      let direction = (Double(index) + 0.15 + 0.7 * first) / Double(waveCount) * 360 * 1.618
      let rank = Double((index * 7) % waveCount) / Double(waveCount - 1)
      let length = 0.45 + 1.05 * rank
      let (sine, cosine) = Angles.sineAndCosine(degrees: direction)
      // Short waves are slower, as on deep water.
      let turns = FieldTime.turns(at: time, frequency: speed * length.squareRoot(), period: period)
      return Wave(
        a: Float(cosine / length), b: Float(sine / length), phase: Float(second + turns), weight: 1,
        reach: Float(length / (2 * Double.pi)))
    }
    for index in waves.indices { waves[index].weight = Float(1.25 / Double(waveCount).squareRoot()) }
    return waves
  }

  /// The determinant; `finish` makes light of it, pixel by pixel.
  @inline(never)
  private func caustics(_ x: Lane8, _ y: Lane8) -> Lane8 {
    let focus = warp > 0 ? warp : 1
    return waves.withUnsafeBufferPointer { waves in
      // Where the ray began that ends here.
      var (slopeX, slopeY) = (Lane8(), Lane8())
      for wave in waves {
        let length = wave.reach * Float(2 * Double.pi)
        let cosine = Lanes.cosTurns((x * wave.a + y * wave.b) + wave.phase) * (wave.weight * wave.reach * length)
        slopeX += cosine * wave.a
        slopeY += cosine * wave.b
      }
      let (u, v) = (x - slopeX * focus, y - slopeY * focus)
      var (bendX, bendY, bendXY) = (Lane8(), Lane8(), Lane8())
      for wave in waves {
        let length = wave.reach * Float(2 * Double.pi)
        let amplitude = -wave.weight * length * length
        let sine = Lanes.sinTurns((u * wave.a + v * wave.b) + wave.phase) * amplitude
        bendX += sine * (wave.a * wave.a)
        bendY += sine * (wave.b * wave.b)
        bendXY += sine * (wave.a * wave.b)
      }
      let (xx, yy, xy) = (bendX * focus + 1, bendY * focus + 1, bendXY * focus)
      return xx * yy - xy * xy
    }
  }

  // MARK: From values to places among the colours

  /// Turns the values in a tile's alpha plane into places among the colours.
  func finish(_ tile: Tile) {
    // Ridges and billows lie between 0 and 1 by themselves.
    let isCentred = kind != .ridged && kind != .billow && kind != .caustics
    let middle: Float = isCentred ? 0.5 + brightness : brightness + 0.5 - 0.5 * contrast
    for row in 0..<tile.height {
      let out = tile.row(row, plane: 3)
      var column = 0
      while column < tile.width {
        var value = Lanes.load(out + column)
        if kind == .caustics {
          // Light 1 is 0.2, light 12 three quarters.
          let light = 1 / (Lanes.abs(value) + softness)
          value = light / (light + 3.7)
        }
        Lanes.store(value * contrast + middle, to: out + column)
        column &+= 8
      }
    }
  }
}
