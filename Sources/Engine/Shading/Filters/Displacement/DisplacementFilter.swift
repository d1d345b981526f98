import Lanes
import Model
import Raster

/// A kind of displacement: where pixels are taken from, and what it costs to find out.
protocol DrawnDisplacement: DisplacementFilterKind, DrawnFilter {
  /// Prepares the kernels of all frames.
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels

  /// Nanoseconds for a pixel to find the place that it is taken from.
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double

  /// The number that selects the random numbers.
  var seedVariant: Int { get }
}

extension DrawnDisplacement {
  var seedVariant: Int { 0 }

  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    isConstantIdentity ? nil : DisplacementFilter(self, canvas: canvas, input: input)
  }

  /// Storing a pixel of the picture.
  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 1.4 }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    findingNanoseconds(on: canvas, during: clocks) + samplesPerPixel(on: canvas, during: clocks) * 1.6
  }
}

/// What a displacement makes kernels of.
struct DisplacementKernels: Sendable {
  /// Makes the kernel of a frame.
  let make: @Sendable (DisplacementContext) -> any DisplacementKernel
  /// Collects what the kernels need from a tile of the filter's map, inside a region, both relative to the input; nil without a map.
  var gatherMap: (@Sendable (Tile, PixelRect, MapReader) -> Void)?

  init(_ make: @escaping @Sendable (DisplacementContext) -> any DisplacementKernel) { self.make = make }
}

/// A filter that takes pixels from other positions: it stores its input as a picture and samples this picture where a kernel says.
final class DisplacementFilter: NeighborhoodFilter, MappedFilter, @unchecked Sendable {
  private let displacement: any DrawnDisplacement
  private let canvas: Canvas
  private let picture: SampledPicture
  /// The frame pixel at the input's upper left corner.
  private let origin: (x: Int, y: Int)
  private let isConstant: Bool
  private let kernels: DisplacementKernels
  private var kernel: any DisplacementKernel

  init(_ displacement: some DrawnDisplacement, canvas: Canvas, input: PixelRect) {
    self.displacement = displacement
    self.canvas = canvas
    origin = (input.x, input.y)
    picture = SampledPicture(
      width: input.width, height: input.height, edges: input.isWhole(of: canvas) ? .mirrored : .transparent)
    isConstant = displacement.animatedValues.areConstant && !displacement.isSelfAnimated
    kernels = displacement.kernels(for: canvas, input: input)
    kernel = kernels.make(Self.context(displacement, canvas, AnimationClock(0)))
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var taskCounts: [Int] { [] }

  func update(at clock: AnimationClock) { kernel = kernels.make(Self.context(displacement, canvas, clock)) }

  static func context(
    _ displacement: any DrawnDisplacement, _ canvas: Canvas, _ clock: AnimationClock
  ) -> DisplacementContext {
    let dispersion = Float(displacement.dispersion.value(at: clock))
    let seed = CounterHash.mix64(canvas.seed &+ UInt64(displacement.seedVariant) &* 0x9e37_79b9)
    return DisplacementContext(
      canvas: canvas, clock: clock, channelFactors: SIMD3(1 - dispersion, 1, 1 + dispersion),
      seed: UInt32(truncatingIfNeeded: seed))
  }

  var canReuseGatheredInput: Bool { true }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  func gatherMap(from tile: Tile, region: PixelRect) {
    kernels.gatherMap?(
      tile.relative(to: origin), region.relative(to: origin), MapReader(isEncoded: canvas.blending == .srgb))
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {}

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    let kernel = kernel
    let rowFloatCount = (DisplacedRow.floatCount(tile.width) + 15) / 16 * 16
    scratch.resize(to: rowFloatCount + kernel.scratchCount)
    let kernelScratch = scratch.base + rowFloatCount
    // To the right of the row's pixels one more block is needed: averaging compares each pixel with its right neighbour.
    let filledCount = tile.width + 8
    kernel.begin(count: filledCount, x: tile.x, scratch: kernelScratch)
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
