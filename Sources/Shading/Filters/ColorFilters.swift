import Colorimetry
import Lanes
import Model
import Raster

/// Consecutive colour filters, fused: a pixel is loaded once, goes through all filters, and is stored once.
///
/// On an `srgb` canvas values are clamped after each filter, as in CSS; on a linear canvas light above white is kept, and negative light
/// becomes 0. Curves, levels, posterization and grain act on encoded values on every canvas, as in photo editors.
final class ColorFilters: PointwiseFilter, @unchecked Sendable {
  fileprivate let filters: [Filter]
  fileprivate let canvas: Canvas
  /// Whether the filters are those of the canvas, not of a layer or group.
  private let actsOnCanvas: Bool
  private let memory = PixelProgramMemory()
  private let isConstant: Bool
  private var isLoaded = false

  /// Nil where the filters never change anything.
  init?(_ filters: [Filter], canvas: Canvas, actsOnCanvas: Bool = false) {
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
    var program = PixelProgram(isLinear: canvas.blending != .srgb, holdsBareLight: actsOnCanvas)
    for filter in filters { filter.append(to: &program, canvas: canvas, clock: clock) }
    program.enterPremultiplied()
    memory.load(program)
    isLoaded = true
  }

  func apply(to row: TileRow, x: Int, y: Int) { memory.run(row, x: x, y: y) }
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

extension PixelProgram {
  /// Adds a step that maps a pixel's luminance to the colours of a ramp and mixes them in by `amount`.
  fileprivate mutating func appendRamp(_ colors: FieldColors, amount: Double, isLinear: Bool) {
    enterPremultiplied()
    let tableOffsets = (0..<4).map { channel in
      appendTable { location in
        let color = colors.color(at: Float(location))
        let alpha = min(max(color.w, 0), 1)
        let value = channel < 3 ? max(color[channel], 0) : alpha
        return Double(isLinear ? value : min(value, alpha))
      }
    }
    append(.duotone, [amount, tableOffsets[0], isLinear ? 1 : 0])
  }
}

extension Filter {
  /// The colours of a thermal camera, from cold to hot.
  fileprivate static let thermalColors = ColorMap(
    stops: [
      (0, 0.010, 0.003, 0.060), (0.18, 0.030, 0.010, 0.300), (0.36, 0.300, 0.010, 0.420), (0.54, 0.850, 0.060, 0.120),
      (0.72, 1.000, 0.320, 0.010), (0.88, 1.000, 0.800, 0.120), (1, 1, 1, 0.9),
    ].map { location, red, green, blue in
      Gradient.Stop(
        color: .constant(LinearColor(red: red, green: green, blue: blue)), location: AnimatedNumber(location))
    })

  /// Whether the filter never changes a pixel.
  fileprivate var isConstantIdentity: Bool {
    animatedValues.areConstant && isIdentity(at: AnimationClock(0))
  }

  /// Whether the filter draws each frame differently even where no value is animated.
  fileprivate var isNewInEachFrame: Bool {
    if case .grain = self { return true }
    return false
  }

  /// Whether the filter, with the values that it has at the clock's time, changes no pixel.
  private func isIdentity(at clock: AnimationClock) -> Bool {
    /// Whether a number has a value at the clock's time.
    func has(_ number: AnimatedNumber, _ value: Double) -> Bool { number.value(at: clock) == value }
    switch self {
    case .brightness(let amount), .contrast(let amount), .saturate(let amount), .opacity(let amount):
      return has(amount, 1)
    case .grayscale(let amount), .sepia(let amount), .invert(let amount), .hueRotate(let amount), .exposure(let amount):
      return has(amount, 0)
    case .colorMatrix(let matrix):
      return matrix.values.enumerated().allSatisfy { has($1, $0 % 6 == 0 ? 1 : 0) }
    case .tint: return false
    case .levels(let levels):
      return has(levels.inputBlack, 0) && has(levels.inputWhite, 1) && has(levels.gamma, 1)
        && has(levels.outputBlack, 0) && has(levels.outputWhite, 1)
    case .curves(let curves): return curves.byKey.allSatisfy { $0.points.isEmpty }
    case .duotone(let duotone): return has(duotone.amount, 0)
    case .vignette(let vignette): return has(vignette.amount, 0)
    case .scanlines(let lines): return has(lines.amount, 0)
    case .interlace(let lines): return has(lines.amount, 0)
    case .grain(let grain): return has(grain.amount, 0)
    case .infrared(let amount): return has(amount, 0)
    case .posterize, .bloom, .blur, .dropShadow, .innerShadow, .glow, .displacement, .pixellate, .emboss, .edges,
      .motionBlur, .lensBlur, .variableBlur, .halation, .streak, .lightGrid, .sinebow, .transform,
      .reflection, .crosswarp:
      return false
    }
  }

  /// Adds the filter's steps to a program, with the values that the filter has at the clock's time.
  fileprivate func append(to program: inout PixelProgram, canvas: Canvas, clock: AnimationClock) {
    if isIdentity(at: clock) { return }
    func value(_ number: AnimatedNumber) -> Double { number.value(at: clock) }
    let isLinear = canvas.blending != .srgb
    let scale = canvas.pixelsPerPoint
    switch self {
    case .bloom, .blur, .dropShadow, .innerShadow, .glow, .displacement, .pixellate, .emboss, .edges,
      .motionBlur, .lensBlur, .variableBlur, .halation, .streak, .lightGrid, .sinebow, .transform,
      .reflection, .crosswarp:
      preconditionFailure("The filter is no colour filter.")
    case .brightness(let amount): program.append(ColorAffine(scale: value(amount)))
    case .contrast(let amount): program.append(.contrast(value(amount)))
    case .saturate(let amount): program.append(.saturate(value(amount)))
    case .grayscale(let amount): program.append(.grayscale(value(amount)))
    case .sepia(let amount): program.append(.sepia(value(amount)))
    case .hueRotate(let angle): program.append(.hueRotate(degrees: value(angle)))
    case .invert(let amount): program.append(.invert(value(amount)))
    case .opacity(let amount):
      program.enterCanvasValues()
      program.appendFade(value(amount))
    case .exposure(let stops):
      let factor = Lanes.exp2(value(stops))
      if isLinear {
        program.append(ColorAffine(scale: factor))
      } else {
        program.enterEncoded()
        program.append(.expose, [factor])
      }
    case .colorMatrix(let matrix):
      program.enterStraight()
      program.append(.fullMatrix, matrix.values.map(value))
      program.append(isLinear ? .clampBelow : .clamp)
    case .tint(let tint):
      var matrix = [Double](repeating: 0, count: 20)
      for (channel, factor) in tint.factors(at: clock, encodesColors: !isLinear).enumerated() {
        matrix[6 * channel] = factor
      }
      program.enterStraight()
      program.append(.fullMatrix, matrix)
      program.append(isLinear ? .clampBelow : .clamp)
    case .levels(let levels):
      let (black, white) = (value(levels.inputBlack), value(levels.inputWhite))
      let (low, high) = (value(levels.outputBlack), value(levels.outputWhite))
      program.enterEncoded()
      // If black and white coincide, everything above becomes white: a very steep slope stands for an infinite one.
      let width = white - black
      let slope = 1 / (abs(width) < 1e-6 ? 1e-6 : width)
      program.append(.levels, [black, slope, 1 / max(value(levels.gamma), 0.01), high - low, low])
    case .curves(let curves):
      let functions = curves.byKey.map { _, points in
        MonotoneCurve(points.map { SIMD2(value($0.x), value($0.y)) })
      }
      program.enterEncoded()
      let tableOffsets = (1...3).map { channel in
        program.appendTable { input in
          // The first curve acts on all channels, before the channel's own curve.
          let shared = min(max(functions[0].value(at: input), 0), 1)
          return min(max(functions[channel].value(at: shared), 0), 1)
        }
      }
      program.append(.curves, tableOffsets)
    case .posterize(let steps):
      let count = max(value(steps), 2)
      program.enterEncoded()
      // The factor is slightly more than the number of steps: rounding then never moves a value at which a step begins into the step below.
      let last = count.rounded(.up) - 1
      program.append(.posterize, [count * (1 + 1e-6), last, 1 / last])
    case .duotone(let duotone):
      let colors = FieldColors(duotone.colors, canvas: canvas, clock: clock)
      program.appendRamp(colors, amount: value(duotone.amount), isLinear: isLinear)
    case .infrared(let amount):
      let colors = FieldColors(Self.thermalColors, canvas: canvas, clock: clock)
      program.appendRamp(colors, amount: value(amount), isLinear: isLinear)
    case .vignette(let vignette):
      let center =
        vignette.center
        ?? AnimatedPoint(
          AnimatedNumber(canvas.widthPoints / 2), AnimatedNumber(canvas.heightPoints / 2))
      let (width, height) = (Double(canvas.widthPixels), Double(canvas.heightPixels))
      let halfDiagonal = (width * width + height * height).squareRoot() / 2
      let (inner, outer) = (value(vignette.inner), value(vignette.outer))
      program.enterCanvasValues()
      program.append(
        .vignette,
        [
          value(vignette.amount), value(center.x) * scale - 0.5, value(center.y) * scale - 0.5, 1 / halfDiagonal, inner,
          1 / max(outer - inner, 1e-6),
        ])
    case .scanlines(let lines):
      let spacing = max(value(lines.spacing) * scale, 0.01)
      program.enterCanvasValues()
      program.append(
        .scanlines,
        [value(lines.amount), spacing, spacing * value(lines.thickness), value(lines.offset) * scale])
    case .interlace(let lines):
      let thickness = max(value(lines.thickness) * scale, 0.005)
      let color = lines.color.value(at: clock)
      let opaque = LinearColor(red: color.red, green: color.green, blue: color.blue).clampedTileValue(on: canvas)
      program.enterCanvasValues()
      program.append(
        .interlace,
        [
          value(lines.amount) * color.alpha, 2 * thickness, thickness, value(lines.offset) * scale, Double(opaque.x),
          Double(opaque.y), Double(opaque.z),
        ])
    case .grain(let grain):
      // The seed follows from the canvas's time: frames have different grain, which does not depend on what was drawn before, and in a loop
      // frame N is frame 0.
      let seed = CounterHash.mix64(clock.canvas.bitPattern ^ canvas.seed &+ UInt64(grain.variant) &* 0x9e37_79b9)
      program.enterEncoded()
      // Times 4, since the grain's factor L·(1 − L) is at most ¼.
      program.append(
        .grain, [4 * value(grain.amount), 1 / max(value(grain.size) * scale, 0.01), value(grain.chroma)],
        seed: UInt32(truncatingIfNeeded: seed))
    }
  }
}
