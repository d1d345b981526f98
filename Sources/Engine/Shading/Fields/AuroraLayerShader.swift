import Colorimetry
import Lanes
import Model
import Raster

/// Draws an aurora: curtains of light that hang from above down to a wavy lower edge, the *hem*.
///
/// The light is computed at samples, every second or fourth pixel of every second or fourth row; a spline interpolates the pixels in
/// between (`CoarseTile`). Once a frame, three values are computed for each curtain at each column of samples: the y of the hem, the
/// curtain's height above the hem, and the curtain's brightness. In a tile each curtain then adds its light to the samples: the
/// brightness, times a falloff along the height, times rays, which are noise along a coordinate that leans and fans out upwards.
/// The numbers in the formulas (amplitudes, frequencies and limits, in the units that the comments state) were chosen for their look.
final class AuroraLayerShader: LayerShader, @unchecked Sendable {
  private let aurora: Aurora
  private let canvas: Canvas
  private let loopSeconds: Double?
  private let seed: UInt32
  private var colors: FieldColors
  private var curtains: [Curtain] = []
  /// Pixels from one sample to the next: 2 or 4.
  private var step = 4
  /// Number of pixels by which rays lean to the right for each pixel upwards.
  private var slant: Float = 0
  /// Share of the light that the rays modulate, 0...1.
  private var rayContrast: Float = 0
  /// 1 ÷ the width of a ray in pixels.
  private var rayScale: Float = 1
  /// The factor of all light.
  private var intensity: Float = 0
  /// Three rows of `sampleCount` floats for each curtain: the hem's y in frame pixels, 1 ÷ the curtain's height in pixels, and
  /// the brightness. Sample i stands for the frame's pixel column firstSampleColumn + i · step.
  private let profiles = AlignedBuffer<Float>(count: 0)
  private var sampleCount = 0
  /// The frame column of sample 0: left of the frame, so that the samples of the frame's first tile are included.
  private static let firstSampleColumn = -8

  private struct Curtain {
    var seed: UInt32
    /// The time axis of the noises that shape the folds.
    var foldTime: FieldTime
    /// The time axis of the noises that make the rays.
    var rayTime: FieldTime
    /// The frame's rows between which the curtain is drawn, in pixels.
    var top: Double
    var bottom: Double
    /// The factor of the curtain's light: nearer curtains are brighter.
    var weight: Float
  }

  init(_ aurora: Aurora, in context: ShaderContext) {
    self.aurora = aurora
    (canvas, loopSeconds) = (context.canvas, context.loopSeconds)
    seed = context.noiseSeed(variant: aurora.variant)
    colors = FieldColors(aurora.colors, canvas: canvas, clock: AnimationClock(0))
  }

  var contentVersion: Int? { nil }
  var pixelNanoseconds: Double { aurora.pixelNanoseconds }
  var isEmpty: Bool { !(intensity > 0) }

  func update(at clock: AnimationClock) {
    if !aurora.colors.isConstant { colors = FieldColors(aurora.colors, canvas: canvas, clock: clock) }
    intensity = Float(aurora.intensity.value(at: clock))
    let pixelsPerPoint = canvas.pixelsPerPoint
    let rayWidth = aurora.rayWidth.value(at: clock) * pixelsPerPoint
    step = rayWidth >= 20 ? 4 : 2
    slant = Float(aurora.slant.value(at: clock))
    rayContrast = Float(aurora.rays.value(at: clock))
    rayScale = Float(1 / rayWidth)
    let height = aurora.height.value(at: clock) * pixelsPerPoint
    let sway = aurora.sway.value(at: clock) * pixelsPerPoint
    let meanY = aurora.position.value(at: clock) * pixelsPerPoint
    let spread = aurora.spread.value(at: clock) * pixelsPerPoint
    let foldsPerPixel = 1 / (aurora.scale.value(at: clock) * pixelsPerPoint)

    // Samples come in whole blocks of eight and reach some pixels beyond the frame's right side.
    sampleCount = (canvas.widthPixels + 64) / step / 8 * 8 + 16
    profiles.resize(to: 3 * aurora.curtains * sampleCount)
    curtains.removeAll(keepingCapacity: true)
    for index in 0..<aurora.curtains {
      let curtainSeed = NoiseLattice.hash(seed &+ UInt32(index) &* 0x9e37_79b9)
      // From −½ for the farthest curtain to ½ for the nearest.
      let rank = aurora.curtains > 1 ? Double(index) / Double(aurora.curtains - 1) - 0.5 : 0
      let middleY = meanY + spread * rank
      // Farther curtains, which hang higher, are smaller.
      let size = 1 + 0.35 * rank
      // In `writeProfile` a swing is at most 2 + 0.55 + 0.12 sways, and a curtain's height is at most 2 · `height`. The curtain's
      // light begins 0.2 of the curtain's height below the hem and ends 1.9 of the curtain's heights above the hem: 0.4 and 3.8
      // times `height`.
      let curtain = Curtain(
        seed: curtainSeed, foldTime: FieldTime(at: clock.local, speed: aurora.speed, loopSeconds: loopSeconds),
        rayTime: FieldTime(at: clock.local, speed: aurora.speed * 2.5, loopSeconds: loopSeconds),
        top: middleY - sway * 2.67 * size - height * 3.8 * size,
        bottom: middleY + sway * 2.67 * size + height * 0.4 * size,
        weight: Float(0.75 + 0.25 * size))
      curtains.append(curtain)
      writeProfile(
        curtain, index, middleY: middleY, sway: sway * size, height: height * size, foldsPerPixel: foldsPerPixel / size)
    }
  }

  /// Writes the hem, the height and the brightness of a curtain to `profiles`. The hem swings around `middleY`; `middleY`, `sway` and
  /// `height` are in pixels.
  private func writeProfile(
    _ curtain: Curtain, _ index: Int, middleY: Double, sway: Double, height: Double, foldsPerPixel: Double
  ) {
    let hems = profiles.base + 3 * index * sampleCount
    let inverseHeights = hems + sampleCount
    let brightnesses = inverseHeights + sampleCount
    let timeCells = Float8(repeating: curtain.foldTime.cells)
    let periodCells = curtain.foldTime.periodCells
    let foldOffset = Float(curtain.seed & 0xff)
    for first in stride(from: 0, to: sampleCount, by: 8) {
      let x = Lanes.laneNumbers * Float(step) + (Float(AuroraLayerShader.firstSampleColumn + first * step) + 0.5)
      let folds = x * Float(foldsPerPixel) + foldOffset
      /// Noise of `cellsPerFold` cells per fold; each `channel` is another noise.
      @inline(never) func noise(_ cellsPerFold: Float, _ channel: UInt32) -> Float8 {
        GradientNoise.at(folds * cellsPerFold, timeCells, seed: curtain.seed &+ channel, periodY: periodCells).value
      }
      // The hem's distance from `middleY`, in units of the sway.
      let swing = noise(0.6, 1) * 2 + noise(1.7, 2) * 0.55 + noise(4.1, 5) * 0.12
      let relativeHeight = Lanes.clamp(noise(0.9, 3) * 1.5 + noise(3.3, 6) * 0.4 + 1, 0.35, 2)
      // A curtain is invisible in places, and its brightness varies along the folds.
      let presence = Lanes.clamp(noise(0.5, 4) * 2.2 + 0.62, 0, 1)
      let glow = Lanes.clamp(noise(2.3, 7) * 1.4 + 0.75, 0.15, 1.6)
      Lanes.store(swing * Float(sway) + Float(middleY), to: hems + first)
      Lanes.store(1 / (relativeHeight * Float(height)), to: inverseHeights + first)
      Lanes.store(smoothStep(presence) * glow * (intensity * curtain.weight), to: brightnesses + first)
    }
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    // Samples lie up to 8 px above and below the tile.
    let (top, bottom) = (Double(tile.y) - 8, Double(tile.y + tile.height) + 8)
    if !curtains.contains(where: { $0.top < bottom && $0.bottom > top }) { return false }
    let coarse = CoarseTile(of: tile, step: step, scratch: scratch)
    let samples = coarse.samples
    clear(samples)
    for (index, curtain) in curtains.enumerated() where curtain.top < bottom && curtain.bottom > top {
      for row in 0..<samples.height { addLight(of: curtain, index, row, coarse) }
    }
    coarse.interpolateLight(onto: tile, isEncoded: canvas.blending == .srgb, writesAlpha: writesAlpha)
    blocks.markAll(of: tile)
    return true
  }

  /// Adds a curtain's light to a row of samples, counted from the first row of `coarse.samples`.
  private func addLight(of curtain: Curtain, _ index: Int, _ row: Int, _ coarse: CoarseTile) {
    let samples = coarse.samples
    let y = coarse.center(gridIndex: samples.y + row)
    // The index in `profiles` of the row's first sample: `samples.x` counts samples from the frame's left side.
    let first = samples.x - AuroraLayerShader.firstSampleColumn / step
    let hems = profiles.base + 3 * index * sampleCount
    let out = samples.row(row, plane: 0)
    let width = samples.width
    let timeCells = Float8(repeating: curtain.rayTime.cells)
    let frameCenter = Float(canvas.widthPixels) / 2
    var pieceIndex = 0
    colors.withReader { reader in
      var column = 0
      while column < width {
        let profileIndex = min(max(first + column, 0), sampleCount - 8)
        let hem = Lanes.load(hems + profileIndex)
        let inverseHeight = Lanes.load(hems + (sampleCount &+ profileIndex))
        // The distance above the hem, in pixels and in heights of the curtain.
        let above = hem - Float(y)
        let heightsAbove = above * inverseHeight
        let isNear = (heightsAbove .> -0.2) .& (heightsAbove .< 1.9)
        if Lanes.any(isNear) {
          let brightness = Lanes.load(hems + (2 &* sampleCount &+ profileIndex))
          let x = coarse.centers(sampleColumn: column)
          // Rays lean and fan out upwards.
          let fan = Lanes.max(heightsAbove, 0) * 0.3 + 1
          let rayPosition = (x - above * slant - frameCenter) * rayScale / fan
          let rayFactor = rayFactor(at: rayPosition, timeCells, curtain)
          // A soft step at the hem, then a decay that ends 1.9 heights above it: (1 − heights/1.9)⁵.
          let rise = Lanes.clamp(heightsAbove * 7 + 1, 0, 1)
          let fade = Lanes.clamp(1 - heightsAbove * Float(1 / 1.9), 0, 1)
          let fade2 = fade * fade
          let falloff = smoothStep(rise) * (fade2 * fade2 * fade)
          let light = falloff * brightness * rayFactor
          // The ramp's colours run from the hem to 1.3 heights above the hem.
          let color = reader.color(Lanes.clamp(heightsAbove * Float(1 / 1.3), 0, 1), near: &pieceIndex)
          add(color.red * light, to: out + column)
          add(color.green * light, to: out + (width &+ column))
          add(color.blue * light, to: out + (2 &* width &+ column))
          add(color.alpha * light, to: out + (3 &* width &+ column))
        }
        column &+= 8
      }
    }
  }

  /// The factor by which rays modulate the light, 1 − `rayContrast` ... 1. `position` is counted across the rays, in widths of a ray.
  @inline(never)
  private func rayFactor(at position: Float8, _ timeCells: Float8, _ curtain: Curtain) -> Float8 {
    let periodCells = curtain.rayTime.periodCells
    let fine = GradientNoise.at(position, timeCells, seed: curtain.seed &+ 11, periodY: periodCells).value
    let broad = GradientNoise.at(position * 0.27, timeCells, seed: curtain.seed &+ 12, periodY: periodCells).value
    let rayLight = Lanes.clamp(fine * 1.5 + broad * 1.3 + 0.5, 0, 1)
    return smoothStep(rayLight) * rayContrast + (1 - rayContrast)
  }
}

extension Aurora: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { AuroraLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost { frame.everyPixel(pixelNanoseconds, remedy: "fewer curtains") }

  /// Nanoseconds of one core for a pixel.
  fileprivate var pixelNanoseconds: Double { 1.6 + 0.23 * Double(curtains) }
}
