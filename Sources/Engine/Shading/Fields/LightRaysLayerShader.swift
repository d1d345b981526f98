import Colorimetry
import Lanes
import Model
import Raster

/// Draws rays of light: the product of two noises over angle and time, fading towards the sides of the fan and with distance.
///
/// The light is computed at every fourth pixel of every fourth row and interpolated by a spline (`CoarseTile`). Near the origin, where
/// rays are narrower than the samples can show, the noise gives way to its mean.
final class LightRaysLayerShader: LayerShader, @unchecked Sendable {
  private let rays: LightRays
  private let canvas: Canvas
  private let loopSeconds: Double?
  private let seed: UInt32
  private var colors: FieldColors
  private var values = Values()

  /// The values at one time, in frame pixels and turns.
  private struct Values {
    /// The origin of the rays. y is in Double because row coordinates are subtracted in Double.
    var x: Float = 0
    var y = 0.0
    /// The direction of the fan's middle.
    var cosine: Float = 1
    var sine: Float = 0
    /// Turns from the fan's middle to its sides.
    var halfSpread: Float = 0.1
    /// 1 ÷ the length of the rays.
    var inverseLength: Float = 0
    /// Rays in a turn.
    var density: Float = 0
    /// How much of the light the noises modulate, 0...1, and the factor of all light.
    var contrast: Float = 0
    var intensity: Float = 0
    /// The time axes of the two noises.
    var time = FieldTime(at: 0, speed: 0, loopSeconds: nil)
    var slowTime = FieldTime(at: 0, speed: 0, loopSeconds: nil)
  }

  /// Pixels from one sample to the next.
  private static let step = 4

  init(_ rays: LightRays, in context: ShaderContext) {
    self.rays = rays
    (canvas, loopSeconds) = (context.canvas, context.loopSeconds)
    seed = context.noiseSeed(variant: rays.variant)
    colors = FieldColors(rays.colors, canvas: canvas, clock: AnimationClock(0))
  }

  var contentVersion: Int? { rays.isConstant ? 0 : nil }
  var pixelNanoseconds: Double { LightRays.pixelNanoseconds }
  var isEmpty: Bool { !(values.intensity > 0) }

  func update(at clock: AnimationClock) {
    if !rays.colors.isConstant { colors = FieldColors(rays.colors, canvas: canvas, clock: clock) }
    let pixelsPerPoint = canvas.pixelsPerPoint
    let (sine, cosine) = Angles.sineAndCosine(degrees: rays.angle.value(at: clock))
    let spreadTurns = max(rays.spread.value(at: clock), 0.1) / 360
    values = Values(
      x: Float(rays.position.x.value(at: clock) * pixelsPerPoint),
      y: rays.position.y.value(at: clock) * pixelsPerPoint,
      cosine: Float(cosine), sine: Float(sine), halfSpread: Float(spreadTurns / 2),
      inverseLength: Float(1 / (rays.length.value(at: clock) * pixelsPerPoint)),
      density: Float(rays.count.value(at: clock) / spreadTurns), contrast: Float(rays.contrast.value(at: clock)),
      intensity: Float(rays.intensity.value(at: clock)),
      time: FieldTime(at: clock.local, speed: rays.speed, loopSeconds: loopSeconds),
      slowTime: FieldTime(at: clock.local, speed: rays.speed * 0.6, loopSeconds: loopSeconds))
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    let coarse = CoarseTile(of: tile, step: LightRaysLayerShader.step, scratch: scratch)
    let samples = coarse.samples
    var isDark = true
    colors.withReader { reader in
      var pieceIndex = 0
      for row in 0..<samples.height {
        let y = Float(coarse.center(gridIndex: samples.y + row) - values.y)
        let out = samples.row(row, plane: 0)
        var column = 0
        while column < samples.width {
          let x = coarse.centers(sampleColumn: column) - values.x
          let (light, distance) = lightAndDistance(x, y)
          if Lanes.anyAbove(light, 0) { isDark = false }
          let color = reader.color(Lanes.min(distance, 1), near: &pieceIndex)
          Lanes.store(color.red * light, to: out + column)
          Lanes.store(color.green * light, to: out + (samples.width &+ column))
          Lanes.store(color.blue * light, to: out + (2 &* samples.width &+ column))
          Lanes.store(color.alpha * light, to: out + (3 &* samples.width &+ column))
          column &+= 8
        }
      }
    }
    if isDark { return false }
    coarse.interpolateLight(onto: tile, isEncoded: canvas.blending == .srgb, writesAlpha: writesAlpha)
    blocks.markAll(of: tile)
    return true
  }

  /// The light of eight samples, and the samples' distances from the origin as fractions of the rays' length. x and y are in pixels from
  /// the origin of the rays.
  @inline(never)
  private func lightAndDistance(_ x: Float8, _ y: Float) -> (light: Float8, distance: Float8) {
    // Rotated so that the fan's middle is along +x.
    let along = x * values.cosine + y * values.sine
    let across = y * values.cosine - x * values.sine
    let radius = Lanes.sqrt(x * x + y * y)
    let distance = radius * values.inverseLength
    let angleTurns = Lanes.atan2(y: across, x: along) * Float(0.5 / Double.pi)
    // 1 in the fan's middle, 0 at its sides.
    let nearMiddle = Lanes.clamp(1 - Lanes.abs(angleTurns) * (1 / values.halfSpread), 0, 1)
    let fan = smoothStep(nearMiddle)
    let remaining = Lanes.clamp(1 - distance, 0, 1)
    let fade = remaining * remaining * fan
    if !Lanes.any(fade .> 0) { return (Float8(), distance) }
    // At these samples a ray is 2π·radius ÷ density pixels wide. Its visibility rises with the width, from 0 at 3.6 pixels (0.3 · 12),
    // which samples four pixels apart cannot show, to 1 at 15.6 pixels (1.3 · 12).
    let visibility = Lanes.clamp(
      radius * Float(2 * Double.pi / 12) * (1 / values.density) - 0.3, 0, 1)
    // The position across the rays, in rays.
    let ray = angleTurns * values.density
    let firstNoise = GradientNoise.at(
      ray, Float8(repeating: values.time.cells), seed: seed, periodY: values.time.periodCells
    ).value
    let secondNoise = GradientNoise.at(
      ray * 0.53 + 7.3, Float8(repeating: values.slowTime.cells), seed: seed &+ 1, periodY: values.slowTime.periodCells
    ).value
    let firstLight = Lanes.clamp(firstNoise * 1.6 + 0.5, 0, 1)
    let secondLight = Lanes.clamp(secondNoise * 1.9 + 0.55, 0, 1)
    // Where rays are too narrow to show, the product gives way to 0.3, about its mean.
    let product = (smoothStep(firstLight) * smoothStep(secondLight) - 0.3) * visibility + 0.3
    // Without contrast the light is 1 everywhere. The product's factor of 3, about 1 ÷ 0.3, keeps the mean near 1 at any contrast.
    let modulation = product * (3 * values.contrast) + (1 - values.contrast)
    return (Lanes.max(modulation, 0) * fade * values.intensity, distance)
  }
}

extension LightRays: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { LightRaysLayerShader(self, in: context) }

  // Rays cover the whole frame: the smaller size that makes them cheaper is that of the frame.
  func cost(in frame: CostedFrame) -> SourceCost { frame.everyPixel(Self.pixelNanoseconds, remedy: "a smaller size") }

  /// Nanoseconds of one core for a pixel.
  fileprivate static let pixelNanoseconds = 1.7
}
