import Lanes
import Model
import Raster

/// A filter that takes pixels from other positions: it stores its input as a picture and samples this picture where a kernel says.
final class DisplacementFilter: NeighborhoodFilter, MappedFilter, @unchecked Sendable {
  private let displacement: Filter.Displacement
  private let canvas: Canvas
  private let picture: SampledPicture
  /// The frame pixel at the input's upper left corner.
  private let origin: (x: Int, y: Int)
  private let isConstant: Bool
  private var kernel: any DisplacementKernel
  /// The order of a formula's instructions; nil for other displacements.
  private let schedule: FieldSchedule?
  /// The values read from the map; nil for displacements without a map.
  private let mapPlanes: DisplacementMapPlanes?

  /// Nil where the filter never changes anything.
  init?(_ displacement: Filter.Displacement, canvas: Canvas, input: PixelRect) {
    if displacement.isConstantIdentity { return nil }
    self.displacement = displacement
    self.canvas = canvas
    origin = (input.x, input.y)
    picture = SampledPicture(
      width: input.width, height: input.height, edges: input.isWhole(of: canvas) ? .mirrored : .transparent)
    isConstant = displacement.animatedValues.areConstant && !displacement.isSelfAnimated
    if case .formula(let formula) = displacement.shape {
      schedule = FieldSchedule(formula.program)
    } else {
      schedule = nil
    }
    switch displacement.shape {
    case .map: mapPlanes = DisplacementMapPlanes(width: input.width, height: input.height, planeCount: 2)
    case .heightMap: mapPlanes = DisplacementMapPlanes(width: input.width, height: input.height, planeCount: 1)
    default: mapPlanes = nil
    }
    kernel = Self.makeKernel(displacement, schedule, mapPlanes, origin, canvas, AnimationClock(0))
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var readsInputInFinish: Bool { false }
  var taskCounts: [Int] { [] }

  func update(at clock: AnimationClock) {
    kernel = Self.makeKernel(displacement, schedule, mapPlanes, origin, canvas, clock)
  }

  private static func makeKernel(
    _ displacement: Filter.Displacement, _ schedule: FieldSchedule?, _ mapPlanes: DisplacementMapPlanes?,
    _ origin: (x: Int, y: Int), _ canvas: Canvas, _ clock: AnimationClock
  ) -> any DisplacementKernel {
    let dispersion = Float(displacement.dispersion.value(at: clock))
    let variant: Int =
      switch displacement.shape {
      case .water(let water): water.variant
      case .turbulence(let noise): noise.variant
      case .formula(let formula): formula.variant
      default: 0
      }
    let seed = CounterHash.mix64(canvas.seed &+ UInt64(variant) &* 0x9e37_79b9)
    let context = DisplacementContext(
      canvas: canvas, clock: clock, channelFactors: SIMD3(1 - dispersion, 1, 1 + dispersion),
      seed: UInt32(truncatingIfNeeded: seed))
    return switch displacement.shape {
    case .wave(let wave): WaveKernel(wave, context)
    case .circleWave(let wave): CircleWaveKernel(wave, context)
    case .ripple(let ripple): RippleKernel(ripple, context)
    case .water(let water): WaterKernel(water, context)
    case .bubble(let bubble): BubbleKernel(bubble, context)
    case .lens(let lens): LensKernel(lens, context)
    case .swirl(let swirl): SwirlKernel(swirl, context)
    case .turbulence(let noise): TurbulenceKernel(noise, context)
    case .formula(let formula): FormulaKernel(formula, schedule ?? FieldSchedule(formula.program), context)
    case .map(let map): MapKernel(map, mapPlanes, origin, context)
    case .heightMap(let map): HeightMapKernel(map, mapPlanes, origin, context)
    case .kaleidoscope(let mirrors): KaleidoscopeKernel(mirrors, context)
    case .mirror(let mirror): MirrorKernel(mirror, context)
    case .barrel(let amount): BarrelKernel(amount, context)
    case .colorPlanes(let shift): ColorPlanesKernel(shift, context)
    case .chromaticAberration(let fringe): ChromaticAberrationKernel(fringe, context)
    }
  }

  var canReuseGatheredInput: Bool { true }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  func gatherMap(from tile: Tile, region: PixelRect) {
    guard let mapPlanes else { return }
    let (tile, region) = (tile.relative(to: origin), region.relative(to: origin))
    let reader = MapReader(isEncoded: canvas.blending == .srgb)
    switch displacement.shape {
    case .map(let map): MapKernel.gather(map, from: tile, region: region, into: mapPlanes, reader)
    case .heightMap(let map): HeightMapKernel.gather(map, from: tile, region: region, into: mapPlanes, reader)
    default: break
    }
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {}

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    let kernel = kernel
    let rowFloatCount = (DisplacedRow.floatCount(tile.width) + 15) / 16 * 16
    scratch.resize(to: rowFloatCount + kernel.scratchCount)
    let kernelScratch = scratch.base + rowFloatCount
    // To the right of the row's pixels one more block is needed: averaging compares each pixel with its right neighbour.
    let filledCount = tile.width + 8
    for row in 0..<tile.height {
      // If the kernel needs averaging, the displacements of the row below are computed, too, and are then already there for the next row:
      // even and odd rows use different halves of the memory (`DisplacedRow`).
      let displaced = DisplacedRow(scratch.base, count: tile.width, isOdd: row % 2 == 1)
      let y = tile.y + row
      if row == 0 {
        kernel.fill(displaced.dx, displaced.dy, count: filledCount, x: tile.x, y: y, scratch: kernelScratch)
      }
      if kernel.needsAveraging {
        kernel.fill(
          displaced.belowX, displaced.belowY, count: filledCount, x: tile.x, y: y + 1, scratch: kernelScratch)
      } else if row > 0 {
        kernel.fill(displaced.dx, displaced.dy, count: filledCount, x: tile.x, y: y, scratch: kernelScratch)
      }
      let pixels = TileRow(tile, row: row)
      displaced.sample(
        picture, x: tile.x - origin.x, y: y - origin.y, channelFactors: kernel.channelFactors,
        needsAveraging: kernel.needsAveraging, onto: pixels
      )
      if kernel.changesLight { kernel.light(pixels, x: tile.x, y: y) }
    }
  }
}

extension PixelRect {
  /// Whether the rectangle is exactly that of a canvas's pixels. Only filters of the canvas have such an input. The input of a layer's
  /// filter is larger, and what lies outside of it counts as transparent.
  func isWhole(of canvas: Canvas) -> Bool {
    self == PixelRect(x: 0, y: 0, width: canvas.widthPixels, height: canvas.heightPixels)
  }
}
