import Lanes
import Raster

extension PixelProgram {
  /// What a step does. A step with coefficients refers to the type that names them; the others are described here.
  enum Step {
    /// Raises alpha to the greatest of red, green and blue, at most 1, so that light that was added without alpha has an alpha.
    case cover
    case scale(Coefficients<ScaleStep>)
    case diagonal(Coefficients<DiagonalStep>)
    case matrix(Coefficients<MatrixStep>)
    /// Its own step, since it takes two fifths longer than `matrix` and most filters have no offset.
    case affine(Coefficients<AffineStep>)
    /// Clamps red, green and blue to 0...unit.
    case clamp
    /// Raises negative red, green and blue to 0.
    case clampBelow
    case fade(Coefficients<FadeStep>)
    case fadeAlpha(Coefficients<FadeStep>)
    case fullMatrix(Coefficients<FullMatrixStep>)
    /// From premultiplied to straight: divides by alpha.
    case straighten
    /// From straight to premultiplied: multiplies by alpha.
    case premultiply
    /// From linear light to encoded values. Light above white is first divided by its greatest channel, which is remembered.
    case encode
    /// Back to linear light, times what `encode` divided by.
    case decode
    case expose(Coefficients<ExposeStep>)
    case levels(Coefficients<LevelsStep>)
    case curves(Coefficients<CurvesStep>)
    case posterize(Coefficients<PosterizeStep>)
    case ramp(Coefficients<RampStep>)
    case vignette(Coefficients<VignetteStep>)
    case scanlines(Coefficients<ScanlinesStep>)
    case interlace(Coefficients<InterlaceStep>)
    case grain(Coefficients<GrainStep>)
  }
}

extension PixelProgram {
  /// Names the type of a step's coefficients, which lie in memory at the step's place and are read where they are needed. As payloads of
  /// the enumeration they would be copied for every eight pixels, which took 7 % of the time of ten filters.
  struct Coefficients<Values: BitwiseCopyable>: BitwiseCopyable {}

  /// Bytes from the coefficients of one step to those of the next.
  static let coefficientStride = 128
}

extension PixelProgram.Step {
  /// Whether `cover` comes first where light may lack alpha: true for steps whose result depends on alpha, and for all matrices.
  var readsAlpha: Bool {
    switch self {
    case .cover, .scale, .clampBelow, .fade, .fadeAlpha, .encode, .decode, .vignette, .scanlines: false
    default: true
    }
  }
}

/// A copy of a pixel program that runs without touching arrays. It is loaded again whenever the program's numbers change.
final class PixelProgramMemory: @unchecked Sendable {
  private let tables = AlignedBuffer<Float>(count: 0)
  private let coefficients = AlignedBuffer<UInt8>(count: 0)
  private let steps = AlignedBuffer<PixelProgram.Step>(count: 0)
  /// The number of steps.
  private(set) var count = 0

  /// Copies a program to the memory.
  func load(_ program: PixelProgram) {
    count = program.steps.count
    tables.resize(to: program.tables.count)
    coefficients.resize(to: program.coefficients.count)
    steps.resize(to: count)
    for (index, value) in program.tables.enumerated() { tables[index] = value }
    for (index, byte) in program.coefficients.enumerated() { coefficients[index] = byte }
    for (index, step) in program.steps.enumerated() { steps[index] = step }
  }

  /// Replaces the pixels of a row.
  ///
  /// - Parameters:
  ///   - x: frame coordinate of the first pixel.
  ///   - y: frame coordinate of the row.
  func run(_ row: TileRow, x: Int, y: Int) {
    if count == 0 { return }
    runSteps(
      steps.base, count, UnsafeRawPointer(coefficients.base), tables.base, row.plane(0), row.width, Float(x), Float(y))
  }
}

/// The coefficients of one step in memory.
private struct StepCoefficients {
  let address: UnsafeRawPointer

  @inline(__always)
  subscript<Values>(_: PixelProgram.Coefficients<Values>) -> UnsafePointer<Values> {
    address.assumingMemoryBound(to: Values.self)
  }
}

/// Runs a row of pixels through all steps, eight pixels at a time.
@inline(never)
private func runSteps(
  _ steps: UnsafeMutablePointer<PixelProgram.Step>, _ count: Int, _ allCoefficients: UnsafeRawPointer,
  _ tables: UnsafeMutablePointer<Float>, _ planes: UnsafeMutablePointer<Float>, _ width: Int, _ x: Float, _ y: Float
) {
  var column = 0
  while column < width {
    let pixel = planes + column
    var pixels = ColorPixels(
      red: Lanes.load(pixel), green: Lanes.load(pixel + width), blue: Lanes.load(pixel + 2 &* width),
      alpha: Lanes.load(pixel + 3 &* width), x: x + Float(column), y: y)
    var index = 0
    while index < count {
      let coefficients = StepCoefficients(address: allCoefficients + index &* PixelProgram.coefficientStride)
      switch steps[index] {
      case .cover: pixels.cover()
      case .scale(let step): coefficients[step].pointee.apply(to: &pixels)
      case .diagonal(let step): coefficients[step].pointee.apply(to: &pixels)
      case .matrix(let step): coefficients[step].pointee.apply(to: &pixels)
      case .affine(let step): coefficients[step].pointee.apply(to: &pixels)
      case .clamp: pixels.clamp()
      case .clampBelow: pixels.clampBelow()
      case .fade(let step): coefficients[step].pointee.applyPremultiplied(to: &pixels)
      case .fadeAlpha(let step): coefficients[step].pointee.applyStraight(to: &pixels)
      case .fullMatrix(let step): coefficients[step].pointee.apply(to: &pixels)
      case .straighten: pixels.straighten()
      case .premultiply: pixels.premultiply()
      case .encode: pixels.encode()
      case .decode: pixels.decode()
      case .expose(let step): coefficients[step].pointee.apply(to: &pixels)
      case .levels(let step): coefficients[step].pointee.apply(to: &pixels)
      case .curves(let step): coefficients[step].pointee.apply(to: &pixels, tables)
      case .posterize(let step): coefficients[step].pointee.apply(to: &pixels)
      case .ramp(let step): coefficients[step].pointee.apply(to: &pixels, tables)
      case .vignette(let step): coefficients[step].pointee.apply(to: &pixels)
      case .scanlines(let step): coefficients[step].pointee.apply(to: &pixels)
      case .interlace(let step): coefficients[step].pointee.apply(to: &pixels)
      case .grain(let step): coefficients[step].pointee.apply(to: &pixels)
      }
      index &+= 1
    }
    Lanes.store(pixels.red, to: pixel)
    Lanes.store(pixels.green, to: pixel + width)
    Lanes.store(pixels.blue, to: pixel + 2 &* width)
    Lanes.store(pixels.alpha, to: pixel + 3 &* width)
    column &+= 8
  }
}
