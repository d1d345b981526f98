import Colorimetry
import Lanes
import Model
import Raster

/// The values of a field of noise at one time.
///
/// Lengths are in *cells* of the noise's first octave, whose size is `Noise.scale`. The sum of octaves is scaled to a standard
/// deviation of a quarter; ridged and billow noises are scaled to about 0...1 instead. The domain is warped after I. Quilez,
/// "Domain warping" (2002). Ridged and billow noises are F. K. Musgrave's ("Texturing and Modeling", 1994).
struct NoiseField: Sendable {
  /// Pixels from one computed value to the next: 1, 2, 4 or 8.
  let step: Int
  private let kind: Noise.Kind
  /// The pixel (x, y) lies at (x·xx + (y·xy + xConstant), x·yx + (y·yy + yConstant)) in cells. The terms that depend on the row
  /// alone are added in Double.
  private let xx, yx: Float
  private let xy, xConstant, yy, yConstant: Double
  private let octaves: [Octave]
  /// The octaves that warp the domain: first those that move points along x, then as many that move points along y.
  private let warpOctaves: [Octave]
  /// How far the domain is warped, where 1 is about one cell; for caustics the focus.
  let warp: Float
  /// The waves of a plasma or of caustics.
  let waves: [Wave]
  private let contrast: Float
  private let brightness: Float
  /// Factor of the sum of octaves.
  private let weight: Float
  /// Added to the determinant of caustics, so that no line of light is thinner than a pixel.
  private let softness: Float
  /// Whether the field is constant in time, so that two-dimensional noise is enough.
  private let isStill: Bool

  struct Octave: Sendable {
    /// The octave's lattice coordinates are u = a·X + b·Y + x and v = c·X + d·Y + y, for X and Y in cells of the first octave.
    var a, b, c, d: Float
    var x, y: Float
    /// The octave's position along the time axis.
    var z: Float
    var weight: Float
    var seed: UInt32
    /// Cells of the octave after which its lattice repeats; 0 for never.
    var periodX, periodY, periodZ: Int32
  }

  /// A sine wave of the field: its phase at (x, y), in cycles, is x·a + y·b + phase.
  struct Wave: Sendable {
    var a, b, phase: Float
    var weight: Float
    /// The wavelength in cells ÷ 2π, which is the amplitude of the wave's slope ÷ that of its curvature. Used by caustics
    /// alone.
    var lengthOver2Pi: Float
  }

  init(_ noise: Noise, seed: UInt32, canvas: Canvas, clock: AnimationClock, loopSeconds: Double?) {
    kind = noise.kind
    let pointsPerPixel = 1 / canvas.pixelsPerPoint
    let scale = SIMD2(noise.scale.x.value(at: clock), noise.scale.y.value(at: clock))
    let (sine, cosine) = Angles.sineAndCosine(degrees: noise.rotation.value(at: clock))
    let middle = SIMD2(
      canvas.widthPoints / 2 + noise.offset.x.value(at: clock),
      canvas.heightPoints / 2 + noise.offset.y.value(at: clock))
    // From the canvas to the field, which is rotated against it: rotate back about the middle, then divide by the cell's size.
    xx = Float(cosine * pointsPerPixel / scale.x)
    yx = Float(-sine * pointsPerPixel / scale.y)
    (xy, yy) = (sine * pointsPerPixel / scale.x, cosine * pointsPerPixel / scale.y)
    xConstant = -(middle.x * cosine + middle.y * sine) / scale.x
    yConstant = (middle.x * sine - middle.y * cosine) / scale.y
    warp = Float(noise.warp.value(at: clock))
    isStill = noise.speed == 0

    let time = clock.local
    var octaves: [Octave] = []
    var warpOctaves: [Octave] = []
    var waves: [Wave] = []
    var weight = 1.0
    switch noise.kind {
    case .plasma:
      waves = NoiseField.plasmaWaves(seed: seed, speed: noise.speed, time: time, loopSeconds: loopSeconds)
    case .caustics:
      waves = NoiseField.waterSurface(seed: seed, speed: noise.speed, time: time, loopSeconds: loopSeconds)
    default:
      let drift = SIMD2(noise.drift.x / scale.x, noise.drift.y / scale.y)
      octaves = (0..<noise.octaves).map { NoiseField.octave($0, noise, seed, drift, time, loopSeconds) }
      let squaredWeightSum = octaves.reduce(0) { $0 + Double($1.weight * $1.weight) }
      let weightSum = octaves.reduce(0) { $0 + Double($1.weight) }
      // The standard deviation of one octave: of value noise, and of gradient noise in two and in three dimensions.
      let deviation = noise.kind == .value ? 0.3 : (noise.speed == 0 ? 0.18 : 0.13)
      let isUnsigned = noise.kind == .ridged || noise.kind == .billow
      weight = isUnsigned ? 1 / weightSum : 0.25 / (deviation * squaredWeightSum.squareRoot())
      if warp != 0 {
        let count = min(noise.octaves, 2)
        for axis in 0..<2 {
          warpOctaves += (0..<count).map {
            NoiseField.octave($0, noise, seed ^ (0x5bd1_e995 &* UInt32(axis + 1)), drift, time, loopSeconds)
          }
        }
      }
    }
    self.octaves = octaves
    self.warpOctaves = warpOctaves
    self.waves = waves
    self.weight = Float(weight)
    contrast = Float(noise.contrast.value(at: clock))
    brightness = Float(noise.brightness.value(at: clock))
    // More for small cells, whose lines of light are thinner.
    softness = Float(0.06 + 5 * pointsPerPixel / min(scale.x, scale.y))

    step = noise.stepPixels(cellPixels: min(scale.x, scale.y) / pointsPerPixel, warp: Double(warp))
  }

  // MARK: Values

  /// The values of eight pixels of a row, given by their centres in frame pixels.
  @inline(__always)
  func value(_ x: Float8, _ y: Double) -> Float8 {
    let cellX = x * xx + Float(y * xy + xConstant)
    let cellY = x * yx + Float(y * yy + yConstant)
    switch kind {
    case .plasma: return plasma(cellX, cellY)
    case .caustics: return causticsDeterminant(cellX, cellY)
    default: return sum(cellX, cellY)
    }
  }

  /// The weighted sum of all octaves at eight points, in cells, after warping the domain.
  @inline(never)
  private func sum(_ x: Float8, _ y: Float8) -> Float8 {
    var (x, y) = (x, y)
    if warp != 0 {
      let half = warpOctaves.count / 2
      var (shiftX, shiftY) = (Float8(), Float8())
      warpOctaves.withUnsafeBufferPointer { octaves in
        for index in 0..<half {
          shiftX += NoiseField.gradient(octaves[index], x, y, isStill)
          shiftY += NoiseField.gradient(octaves[half + index], x, y, isStill)
        }
      }
      // With a warp of 1, large shifts are about one cell.
      x += shiftX * (3 * warp)
      y += shiftY * (3 * warp)
    }
    var result = Float8()
    octaves.withUnsafeBufferPointer { octaves in
      for octave in octaves {
        switch kind {
        case .value: result += NoiseField.value(octave, x, y, isStill)
        case .ridged:
          let crest = Lanes.max(1 - Lanes.abs(NoiseField.gradient(octave, x, y, isStill)) * (3 / octave.weight), 0)
          result += crest * crest * octave.weight
        case .billow:
          result += Lanes.abs(NoiseField.gradient(octave, x, y, isStill)) * 3
        default: result += NoiseField.gradient(octave, x, y, isStill)
        }
      }
    }
    return result * weight
  }

  /// Gradient noise of one octave, times its weight.
  @inline(never)
  private static func gradient(_ octave: Octave, _ x: Float8, _ y: Float8, _ isStill: Bool) -> Float8 {
    let u = (x * octave.a + y * octave.b) + octave.x
    let v = (x * octave.c + y * octave.d) + octave.y
    if isStill {
      return GradientNoise.at(u, v, seed: octave.seed, periodX: octave.periodX, periodY: octave.periodY).value
        * octave.weight
    }
    return GradientNoise.at(
      u, v, Float8(repeating: octave.z), seed: octave.seed, periodX: octave.periodX, periodY: octave.periodY,
      periodZ: octave.periodZ
    ).value * octave.weight
  }

  /// Value noise of one octave, times its weight.
  @inline(never)
  private static func value(_ octave: Octave, _ x: Float8, _ y: Float8, _ isStill: Bool) -> Float8 {
    let u = (x * octave.a + y * octave.b) + octave.x
    let v = (x * octave.c + y * octave.d) + octave.y
    if isStill {
      return ValueNoise.at(u, v, seed: octave.seed, periodX: octave.periodX, periodY: octave.periodY) * octave.weight
    }
    return ValueNoise.at(
      u, v, Float8(repeating: octave.z), seed: octave.seed, periodX: octave.periodX, periodY: octave.periodY,
      periodZ: octave.periodZ) * octave.weight
  }

  // MARK: Colours

  /// Maps the values in a tile's alpha plane to the range of the colours: contrast and brightness, and the light of caustics.
  func mapToColorRange(_ tile: Tile) {
    // Ridged noise, billow noise and the light of caustics lie between 0 and 1; the others lie around 0.
    let isCentred = kind != .ridged && kind != .billow && kind != .caustics
    let middle: Float = isCentred ? 0.5 + brightness : brightness + 0.5 - 0.5 * contrast
    for row in 0..<tile.height {
      let out = tile.row(row, plane: 3)
      var column = 0
      while column < tile.width {
        var value = Lanes.load(out + column)
        if kind == .caustics {
          // A tone curve of the brightness 1 ÷ |det|: 1 becomes about 0.2, and 12 about three quarters.
          let light = 1 / (Lanes.abs(value) + softness)
          value = light / (light + 3.7)
        }
        Lanes.store(value * contrast + middle, to: out + column)
        column &+= 8
      }
    }
  }
}
