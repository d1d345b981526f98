import Lanes

/// What a stack of colour filters does to a pixel, as a list of steps. Each pixel is loaded once, goes through all steps, and is stored
/// once.
///
/// Most steps work on premultiplied colours: with u for alpha, a colour filter c ↦ Mc + b becomes Mc + bu, and clamping to 0...1 becomes
/// clamping to 0...u. Where a formula needs the colour itself, steps divide by alpha before and multiply by it after; u is 1 between.
/// Matrices that follow each other are multiplied together unless a value has to be clamped between them.
struct PixelProgram {
  /// What a step does. Its coefficients lie `coefficientStride` floats from those of the step before.
  enum Step: UInt8 {
    /// Raises alpha to the greatest channel, up to 1: the alpha that light without one has in a picture.
    case cover
    /// The three channels times 0.
    case scale
    /// Each channel times 0 ... 2, plus 3 ... 5 times u.
    case diagonal
    /// The rows 0 ... 2, 3 ... 5 and 6 ... 8 of a matrix.
    case matrix
    /// The rows of a matrix as `matrix` has them, plus 9 ... 11 times u. It takes two fifths longer, and most filters have no offset.
    case affine
    /// Clamps to 0...u.
    case clamp
    /// Raises what is below 0 to 0.
    case clampBelow
    /// All four channels times 0.
    case fade
    /// Alpha times 0, for colours that are not premultiplied.
    case fadeAlpha
    /// The four rows of five of a matrix with alpha; the result is not premultiplied, its alpha clamped.
    case fullMatrix
    /// Divides by alpha.
    case straighten
    /// Multiplies by alpha.
    case premultiply
    /// From linear light to encoded values. Of light above white the greatest channel becomes 1 and is remembered.
    case encode
    /// Back to linear light, times what `encode` remembered.
    case decode
    /// Light times 0, of encoded values.
    case expose
    /// (c − 0)·1 clamped to 0...1, to the power 2, times 3, plus 4.
    case levels
    /// By the tables at 0, 1 and 2.
    case curves
    /// 0 steps, the last one (1) divided by 2.
    case posterize
    /// A mixture, by 0, with the colour at the luminance in the four tables from 1 on; 2 is 1 where luminances are to be encoded.
    case duotone
    /// Times a factor that falls from 1 to 1 − 0, between the distances given by 4 and 5 in squared form: see `PixelProgram+Run`.
    case vignette
    /// Times 1 − 0·(the share of the row that lines cover): spacing 1, thickness 2, offset 3.
    case scanlines
    /// A mixture, by 0 times the covered share of the row, with the colour 4 ... 7: spacing 1, thickness 2, offset 3.
    case interlace
    /// Noise times 0: 1 ÷ size is 1, chroma 2.
    case grain
  }

  static let coefficientStride = 24
  /// Intervals of a table of 0...1.
  static let tableIntervals = 1024
  /// Floats from one table to the next.
  static let tableStride = tableIntervals + 8

  private(set) var steps: [Step] = []
  private(set) var coefficients: [Float] = []
  private(set) var tables: [Float] = []
  /// For each step a whole number: the grain's seed.
  private(set) var seeds: [UInt32] = []

  /// Whether the canvas holds linear light.
  private let isLinear: Bool
  /// A matrix that has not been added yet, so that the next can be multiplied with it.
  private var pending: ColorAffine?
  private var isStraight = false
  private var isEncoded = false

  /// Whether pixels may hold light that no alpha belongs to, as on a canvas that layers have only added light to.
  private var holdsBareLight: Bool

  init(isLinear: Bool, holdsBareLight: Bool) {
    self.isLinear = isLinear
    self.holdsBareLight = holdsBareLight
  }

  /// Whether pixels stay as they are.
  var isEmpty: Bool { steps.isEmpty }

  // MARK: Steps

  mutating func append(_ step: Step, _ values: [Double] = [], seed: UInt32 = 0) {
    flush()
    appendStep(step, values, seed)
  }

  private mutating func appendStep(_ step: Step, _ values: [Double] = [], _ seed: UInt32 = 0) {
    if holdsBareLight && step.readsAlpha {
      holdsBareLight = false
      appendStep(.cover)
    }
    steps.append(step)
    seeds.append(seed)
    coefficients += (0..<Self.coefficientStride).map { $0 < values.count ? Float(values[$0]) : 0 }
  }

  /// Applies a matrix to the canvas's values, linear or encoded. On an `srgb` canvas its results are clamped to 0...1, on a linear one
  /// light above 1 is kept.
  mutating func append(_ affine: ColorAffine) {
    if isEncoded { leaveEncoded() }
    pending = pending.map { $0.followed(by: affine) } ?? affine
    if !(isLinear ? affine.keepsPositive : affine.keepsUnitRange) {
      flush()
      appendStep(isLinear ? .clampBelow : .clamp)
    }
  }

  private mutating func flush() {
    guard let affine = pending else { return }
    pending = nil
    let (a, b, c) = affine.rows
    if affine.isDiagonal {
      if affine.offset == SIMD3() && a.x == b.y && b.y == c.z {
        appendStep(.scale, [a.x])
      } else {
        appendStep(.diagonal, [a.x, b.y, c.z, affine.offset.x, affine.offset.y, affine.offset.z])
      }
    } else {
      let matrix = [a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z]
      if affine.offset == SIMD3() {
        appendStep(.matrix, matrix)
      } else {
        appendStep(.affine, matrix + [affine.offset.x, affine.offset.y, affine.offset.z])
      }
    }
  }

  /// Multiplies alpha, and with it all of the pixel.
  mutating func appendFade(_ factor: Double) {
    // Straight colours keep their values; a matrix that is pending acts on them alone.
    append(isStraight ? .fadeAlpha : .fade, [factor])
  }

  // MARK: Forms of colours

  /// Makes the steps that follow act on colours that are not premultiplied.
  mutating func enterStraight() {
    flush()
    if isEncoded { leaveEncoded() }
    if !isStraight { appendStep(.straighten) }
    isStraight = true
  }

  /// Makes the steps that follow act on encoded colours of 0...1 that are not premultiplied.
  mutating func enterEncoded() {
    flush()
    if isEncoded { return }
    if !isStraight { appendStep(.straighten) }
    isStraight = true
    // An `srgb` canvas holds such values already.
    if isLinear { appendStep(.encode) }
    isEncoded = true
  }

  private mutating func leaveEncoded() {
    flush()
    if isLinear { appendStep(.decode) }
    isEncoded = false
  }

  /// Makes the steps that follow act on premultiplied colours as the canvas holds them. A program ends so.
  mutating func enterPremultiplied() {
    flush()
    if isEncoded { leaveEncoded() }
    if isStraight { appendStep(.premultiply) }
    isStraight = false
  }

  /// Makes the steps that follow act on colours as the canvas holds them, premultiplied or not.
  mutating func enterCanvasValues() {
    flush()
    if isEncoded { leaveEncoded() }
  }

  // MARK: Tables

  /// Adds a table of the values of a function of 0...1.
  ///
  /// - Returns: its offset in `tables`, for a coefficient.
  mutating func appendTable(_ value: (Double) -> Double) -> Double {
    let offset = tables.count
    for index in 0..<Self.tableStride {
      tables.append(Float(value(min(Double(index) / Double(Self.tableIntervals), 1))))
    }
    return Double(offset)
  }
}

extension PixelProgram.Step {
  /// Whether the result depends on alpha, so that light needs one.
  fileprivate var readsAlpha: Bool {
    switch self {
    case .cover, .scale, .clampBelow, .fade, .fadeAlpha, .encode, .decode, .vignette, .scanlines: false
    default: true
    }
  }
}
