import Colorimetry
import Lanes
import Model
import Raster

/// Draws a field of noise: computes values on a grid as coarse as the noise allows (`CoarseTile`), interpolates them, and maps
/// each pixel's value to a colour.
final class NoiseLayerShader: LayerShader, @unchecked Sendable {
  private let noise: Noise
  private let canvas: Canvas
  private let loopSeconds: Double?
  private let seed: UInt32
  private let isConstant: Bool
  private var colors: FieldColors
  private var field: NoiseField
  private var isReady = false

  init(_ noise: Noise, in context: ShaderContext) {
    self.noise = noise
    pixelNanoseconds = noise.pixelNanoseconds(in: CostedFrame(canvas: context.canvas, seconds: 0))
    (canvas, loopSeconds) = (context.canvas, context.loopSeconds)
    seed = context.noiseSeed(variant: noise.variant)
    isConstant = noise.isConstant
    colors = FieldColors(noise.colors, canvas: canvas, clock: AnimationClock(0))
    field = NoiseField(noise, seed: seed, canvas: canvas, clock: AnimationClock(0), loopSeconds: loopSeconds)
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var isOpaque: Bool { colors.isOpaque }
  let pixelNanoseconds: Double

  func update(at clock: AnimationClock) {
    if isConstant && isReady { return }
    isReady = true
    if !noise.colors.isConstant { colors = FieldColors(noise.colors, canvas: canvas, clock: clock) }
    field = NoiseField(noise, seed: seed, canvas: canvas, clock: clock, loopSeconds: loopSeconds)
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    if field.step == 1 {
      for row in 0..<tile.height {
        let out = tile.row(row, plane: 3)
        let y = Double(tile.y + row) + 0.5
        var x = Lanes.laneNumbers + (Float(tile.x) + 0.5)
        var column = 0
        while column < tile.width {
          Lanes.store(field.value(x, y), to: out + column)
          x += 8
          column &+= 8
        }
      }
    } else {
      let coarse = CoarseTile(of: tile, step: field.step, scratch: scratch)
      let samples = coarse.samples
      for row in 0..<samples.height {
        let out = samples.row(row, plane: 3)
        let y = coarse.center(gridIndex: samples.y + row)
        var column = 0
        while column < samples.width {
          Lanes.store(field.value(coarse.centers(sampleColumn: column), y), to: out + column)
          column &+= 8
        }
      }
      coarse.interpolate(planes: 3..<4)
    }
    field.mapToColorRange(tile)
    colors.colorize(tile)
    blocks.markAll(of: tile)
    return true
  }
}

extension Noise: ShadedSource {
  var mayBeOpaque: Bool { true }

  func makeShader(in context: ShaderContext) -> any LayerShader { NoiseLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    frame.everyPixel(pixelNanoseconds(in: frame), remedy: "fewer octaves, or a larger scale")
  }

  /// Nanoseconds of one core for a pixel: those of all octaves, a part of which is computed for each pixel and a part only for the pixels
  /// between which values are interpolated.
  fileprivate func pixelNanoseconds(in frame: CostedFrame) -> Double {
    let canvas = frame.canvas
    let smallest = min(
      scale.x.valueRange(during: frame.clocks).lowerBound, scale.y.valueRange(during: frame.clocks).lowerBound)
    let warp = frame.largest(warp)
    let stepPixels = Double(stepPixels(cellPixels: max(smallest, 1e-3) * canvas.pixelsPerPoint, warp: warp))
    let computedOctaves: Double =
      switch kind {
      case .plasma: 1.5
      case .caustics: 2.8
      default: Double(octaves + (warp != 0 ? 2 * min(octaves, 2) : 0))
      }
    return 0.3 + computedOctaves * (0.3 + 5.1 / (stepPixels * stepPixels))
  }
}
