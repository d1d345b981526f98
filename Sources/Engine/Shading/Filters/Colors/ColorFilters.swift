import Colorimetry
import Lanes
import Model
import Raster

/// Consecutive colour filters, fused: their steps are joined, and what one undoes of the step before is left out (`PixelProgram`).
///
/// On an `srgb` canvas values are clamped after each filter, as in CSS; on a linear canvas light above white is kept, and negative light
/// becomes 0. Filters that enter encoded values (`enterEncoded`) act on them on every canvas, as in photo editors.
final class ColorFilters: PointwiseFilter, @unchecked Sendable {
  fileprivate let filters: [any ColorFilterKind]
  fileprivate let canvas: Canvas
  /// Whether the filters are those of the canvas, not of a layer or group.
  private let actsOnCanvas: Bool
  private let program = PixelProgramMemory()
  private let isConstant: Bool
  private var isLoaded = false

  /// Nil where the filters never change anything.
  init?(_ filters: [any ColorFilterKind], canvas: Canvas, actsOnCanvas: Bool = false) {
    let active = filters.filter { !$0.isConstantIdentity }
    if active.isEmpty { return nil }
    self.filters = active
    self.canvas = canvas
    self.actsOnCanvas = actsOnCanvas
    isConstant = active.allSatisfy { $0.animatedValues.areConstant && !$0.isNewInEachFrame }
  }

  var contentVersion: Int? { isConstant ? 0 : nil }

  func update(at clock: AnimationClock) {
    if isConstant && isLoaded { return }
    let moment = CanvasMoment(canvas: canvas, clock: clock)
    var program = PixelProgram(isLinear: moment.isLinear, holdsBareLight: actsOnCanvas)
    for filter in filters where !filter.isIdentity(at: clock) { filter.append(to: &program, at: moment) }
    program.enterPremultiplied()
    self.program.load(program)
    isLoaded = true
  }

  func rowFloatCount(width: Int) -> Int { program.rowPlaneCount * width }

  func apply(to row: TileRow, x: Int, y: Int, memory: RowMemory) { program.run(row, x: x, y: y, memory: memory) }
}

/// A kind of filter each of whose pixels depends on the same pixel of the input alone, and that works by steps of a `PixelProgram`.
protocol ColorFilterKind: DrawnFilter {
  /// Whether the filter, with the values that it has at the clock's time, changes no pixel.
  func isIdentity(at clock: AnimationClock) -> Bool

  /// Adds the filter's steps to a program, with the values that the filter has at a time.
  func append(to program: inout PixelProgram, at moment: CanvasMoment)

  /// Whether the filter draws each frame differently even where no value is animated.
  var isNewInEachFrame: Bool { get }

  /// Nanoseconds of one core for a pixel, on a machine such as that of `CostTable`.
  static var pixelNanoseconds: Double { get }
}

extension ColorFilterKind {
  var isNewInEachFrame: Bool { false }

  /// Whether the filter never changes a pixel.
  fileprivate var isConstantIdentity: Bool { animatedValues.areConstant && isIdentity(at: AnimationClock(0)) }

  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? { ColorFilters([self], canvas: canvas) }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    isConstantIdentity ? 0 : Self.pixelNanoseconds
  }
}

/// A canvas at a time, at which a filter's values are read.
struct CanvasMoment {
  let canvas: Canvas
  let clock: AnimationClock

  /// Whether the canvas holds linear light.
  var isLinear: Bool { canvas.blending != .srgb }
  func value(_ number: AnimatedNumber) -> Double { number.value(at: clock) }
  /// A length in pixels.
  func pixels(_ number: AnimatedNumber) -> Double { number.value(at: clock) * canvas.pixelsPerPoint }
}

extension AnimatedNumber {
  /// Whether the number has a value at the clock's time.
  func has(_ value: Double, at clock: AnimationClock) -> Bool { self.value(at: clock) == value }
}

/// The pointwise filters of one layer or of the whole canvas, with consecutive `ColorFilters` fused into one filter.
package func fused(_ filters: [any PointwiseFilter], target: Filter.Target) -> [any PointwiseFilter] {
  var result: [any PointwiseFilter] = []
  // Consecutive colour filters that are not in `result` yet.
  var consecutive: [ColorFilters] = []
  func fuseConsecutive() {
    if let first = consecutive.first,
      let fused = ColorFilters(
        consecutive.flatMap(\.filters), canvas: first.canvas, actsOnCanvas: target == .canvas)
    {
      result.append(fused)
    }
    consecutive = []
  }
  for filter in filters {
    if let next = filter as? ColorFilters {
      consecutive.append(next)
    } else {
      fuseConsecutive()
      result.append(filter)
    }
  }
  fuseConsecutive()
  return result
}
