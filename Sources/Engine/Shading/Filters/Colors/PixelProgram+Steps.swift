import Lanes
import Raster

extension PixelProgram {
  /// What a step does. A step with coefficients is described at their type; the others are described here.
  enum Step {
    /// Raises alpha to the greatest of red, green and blue, at most 1, so that light that was added without alpha has an alpha.
    case cover
    case scale(ScaleStep)
    case diagonal(DiagonalStep)
    case matrix(MatrixStep)
    /// Its own step, since it takes two fifths longer than `matrix` and most filters have no offset.
    case affine(AffineStep)
    /// Clamps red, green and blue to 0...unit.
    case clamp
    /// Raises negative red, green and blue to 0.
    case clampBelow
    case fade(FadeStep)
    case fadeAlpha(FadeStep)
    case fullMatrix(FullMatrixStep)
    /// From premultiplied to straight: divides by alpha.
    case straighten
    /// From straight to premultiplied: multiplies by alpha.
    case premultiply
    /// From linear light to encoded values. Light above white is first divided by its greatest channel, which is remembered.
    case encode
    /// Back to linear light, times what `encode` divided by.
    case decode
    case expose(ExposeStep)
    case levels(LevelsStep)
    case curves(CurvesStep)
    case posterize(PosterizeStep)
    case ramp(RampStep)
    case vignette(VignetteStep)
    case scanlines(ScanlinesStep)
    case interlace(InterlaceStep)
    case grain(GrainStep)
    /// Grain of linear light.
    case lightGrain(GrainStep)
  }
}

extension PixelProgram.Step {
  /// Whether `cover` comes first where light may lack alpha: true for steps whose result depends on alpha, and for all matrices.
  var readsAlpha: Bool {
    switch self {
    case .cover, .scale, .clampBelow, .fade, .fadeAlpha, .encode, .decode, .vignette, .scanlines, .lightGrain: false
    default: true
    }
  }
}

/// A copy of a pixel program that runs without touching arrays. It is loaded again whenever the program's numbers change.
final class PixelProgramMemory: @unchecked Sendable {
  private let tables = AlignedBuffer<Float>(count: 0)
  private let steps = AlignedBuffer<PixelProgram.Step>(count: 0)
  /// The number of steps.
  private(set) var count = 0
  /// Floats of memory for each pixel of a row (`RowMemory`).
  private(set) var rowPlaneCount = 0

  /// Copies a program to the memory.
  func load(_ program: PixelProgram) {
    count = program.steps.count
    rowPlaneCount = program.rowPlaneCount
    tables.resize(to: program.tables.count)
    steps.resize(to: count)
    for (index, value) in program.tables.enumerated() { tables[index] = value }
    for (index, step) in program.steps.enumerated() { steps[index] = step }
  }

  /// Replaces the pixels of a row.
  ///
  /// - Parameters:
  ///   - x: frame coordinate of the first pixel.
  ///   - y: frame coordinate of the row.
  ///   - memory: `rowPlaneCount` planes of the row's width.
  func run(_ row: TileRow, x: Int, y: Int, memory: RowMemory) {
    if count == 0 { return }
    runSteps(
      steps.base, count, tables.base,
      RowPixels(planes: row.plane(0), width: row.width, x: Float(x), y: Float(y)), memory)
  }
}

/// A row of pixels on its way through the steps of a program. Each step goes over the whole row, which lies in the first-level cache: so the
/// square roots and divisions of several vectors overlap. Five filters take a seventh less time than by all steps for eight pixels at a
/// time, grain half.
private struct RowPixels {
  let planes: UnsafeMutablePointer<Float>
  let width: Int
  /// Frame coordinates of the first pixel.
  let x: Float
  let y: Float
  /// Whether colours are straight; otherwise they are premultiplied.
  var isStraight = false

  /// Replaces the colours of eight pixels at a time; `change` is also given their column in the row.
  @inline(__always)
  func changeColors(_ change: (inout ColorPixels, Int) -> Void) {
    var column = 0
    while column < width {
      var pixels = load(column)
      change(&pixels, column)
      store(pixels, column)
      column &+= 8
    }
  }

  /// Replaces the colours and alphas of eight pixels at a time.
  @inline(__always)
  func changePixels(_ change: (inout ColorPixels) -> Void) {
    var column = 0
    while column < width {
      var pixels = load(column)
      change(&pixels)
      store(pixels, column)
      Lanes.store(pixels.alpha, to: planes + (column &+ 3 &* width))
      column &+= 8
    }
  }

  @inline(__always)
  private func load(_ column: Int) -> ColorPixels {
    let pixel = planes + column
    let alpha = Lanes.load(pixel + 3 &* width)
    return ColorPixels(
      red: Lanes.load(pixel), green: Lanes.load(pixel + width), blue: Lanes.load(pixel + 2 &* width), alpha: alpha,
      unit: isStraight ? Float8(repeating: 1) : alpha, x: x + Float(column), y: y)
  }

  @inline(__always)
  private func store(_ pixels: ColorPixels, _ column: Int) {
    let pixel = planes + column
    Lanes.store(pixels.red, to: pixel)
    Lanes.store(pixels.green, to: pixel + width)
    Lanes.store(pixels.blue, to: pixel + 2 &* width)
  }
}

/// Runs a row of pixels through all steps.
@inline(never)
private func runSteps(
  _ steps: UnsafeMutablePointer<PixelProgram.Step>, _ count: Int, _ tables: UnsafeMutablePointer<Float>,
  _ start: RowPixels, _ memory: RowMemory
) {
  var row = start
  let (width, excess) = (row.width, memory.floats)
  for index in 0..<count {
    switch steps[index] {
    case .cover: row.changePixels { $0.cover() }
    case .scale(let step): row.changeColors { pixels, _ in step.apply(to: &pixels) }
    case .diagonal(let step): row.changeColors { pixels, _ in step.apply(to: &pixels) }
    case .matrix(let step): row.changeColors { pixels, _ in step.apply(to: &pixels) }
    case .affine(let step): row.changeColors { pixels, _ in step.apply(to: &pixels) }
    case .clamp: row.changeColors { pixels, _ in pixels.clamp() }
    case .clampBelow: row.changeColors { pixels, _ in pixels.clampBelow() }
    case .fade(let step): row.changePixels { step.applyPremultiplied(to: &$0) }
    case .fadeAlpha(let step): row.changePixels { step.applyStraight(to: &$0) }
    case .fullMatrix(let step): row.changePixels { step.apply(to: &$0) }
    case .straighten:
      row.changeColors { pixels, _ in pixels.straighten() }
      row.isStraight = true
    case .premultiply:
      row.changeColors { pixels, _ in pixels.premultiply() }
      row.isStraight = false
    case .encode:
      row.changeColors { pixels, column in Lanes.store(pixels.encode(), to: excess + column) }
    case .decode:
      row.changeColors { pixels, column in pixels.decode(excess: Lanes.load(excess + column)) }
    case .expose(let step): row.changeColors { pixels, _ in step.apply(to: &pixels) }
    case .levels(let step): row.changeColors { pixels, _ in step.apply(to: &pixels) }
    case .curves(let step): row.changeColors { pixels, _ in step.apply(to: &pixels, tables) }
    case .posterize(let step): row.changeColors { pixels, _ in step.apply(to: &pixels) }
    case .ramp(let step): row.changePixels { step.apply(to: &$0, tables) }
    case .vignette(let step): row.changeColors { pixels, _ in step.apply(to: &pixels) }
    case .scanlines(let step): row.changeColors { pixels, _ in step.apply(to: &pixels) }
    case .interlace(let step): row.changeColors { pixels, _ in step.apply(to: &pixels) }
    case .grain(let step):
      step.computeNoise(memory, x: row.x, y: row.y, width: width)
      row.changeColors { pixels, column in
        step.apply(to: &pixels, memory.floats + column, planeStride: width)
      }
    case .lightGrain(let step):
      step.computeNoise(memory, x: row.x, y: row.y, width: width)
      row.changeColors { pixels, column in
        step.applyToLight(&pixels, memory.floats + column, planeStride: width)
      }
    }
  }
}
