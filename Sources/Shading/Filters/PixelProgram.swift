import Lanes

/// What a stack of colour filters does to a pixel, as a list of steps. Each pixel is loaded once, goes through all steps, and is stored
/// once.
///
/// Most steps work on premultiplied colours: with u for alpha, a colour filter c ↦ Mc + b becomes Mc + bu, and clamping to 0...1 becomes
/// clamping to 0...u. Where a formula needs straight colours, a step before it divides by alpha and a step after it multiplies by alpha; in
/// between u is 1. Consecutive matrices are multiplied together unless a value has to be clamped between them.
struct PixelProgram {
  /// What a step does. In the descriptions, k[0], k[1] … are the step's coefficients, and u is alpha where colours are premultiplied,
  /// otherwise 1. The coefficients of neighbouring steps lie `coefficientStride` floats apart.
  enum Step: UInt8 {
    /// Raises alpha to the greatest of red, green and blue, at most 1, so that light that was added without alpha has an alpha.
    case cover
    /// Red, green and blue times k[0].
    case scale
    /// Red, green and blue times k[0], k[1] and k[2], plus u times k[3], k[4] and k[5].
    case diagonal
    /// A matrix with the rows k[0...2], k[3...5] and k[6...8].
    case matrix
    /// A matrix as in `matrix`, plus the offset u times k[9...11]. Its own step, since it takes two fifths longer than `matrix` and most
    /// filters have no offset.
    case affine
    /// Clamps red, green and blue to 0...u.
    case clamp
    /// Raises negative red, green and blue to 0.
    case clampBelow
    /// All four channels times k[0].
    case fade
    /// Alpha times k[0], for straight colours.
    case fadeAlpha
    /// A matrix for straight red, green, blue and alpha: four rows of four factors and an offset, k[0...19]. Alpha is clamped to 0...1.
    case fullMatrix
    /// From premultiplied to straight: divides by alpha.
    case straighten
    /// From straight to premultiplied: multiplies by alpha.
    case premultiply
    /// From linear light to encoded values. Light above white is first divided by its greatest channel, which is remembered.
    case encode
    /// Back to linear light, times what `encode` divided by.
    case decode
    /// Multiplies the light of encoded values by k[0].
    case expose
    /// For each of red, green and blue, c: (c − k[0])·k[1] clamped to 0...1, to the power k[2], times k[3], plus k[4]; clamped again.
    case levels
    /// Looks red, green and blue up in the tables at the offsets k[0], k[1] and k[2].
    case curves
    /// For each of red, green and blue, c: min(⌊c·k[0]⌋, k[1])·k[2].
    case posterize
    /// Looks the pixel's luminance up in a colour ramp and mixes the result in with the share k[0]. The ramp is four tables (red, green,
    /// blue, alpha) in a row from the offset k[1] on. Where k[2] is 1, the luminance is encoded first.
    case duotone
    /// Red, green and blue times a factor that falls smoothly from 1 to 1 − k[0] between the distances k[4] and k[4] + 1 ÷ k[5] from the
    /// pixel (k[1], k[2]). Distances are pixels times k[3], that is, in units of half of the canvas's diagonal.
    case vignette
    /// Red, green and blue times 1 − k[0]·(the share of the row that lines cover). The lines have the spacing k[1], the thickness k[2] and
    /// the offset k[3], in pixels.
    case scanlines
    /// Mixes in the colour k[4...6] with the share k[0]·(the share of the row that lines cover). The lines are as for `scanlines`.
    case interlace
    /// Adds noise times L·(1 − L)·k[0], for the luminance L. The grain's size is 1 ÷ k[1] pixels, and k[2] is the share of coloured grain.
    case grain
  }

  static let coefficientStride = 24
  /// The intervals into which a table divides 0...1.
  static let tableIntervals = 1024
  /// Floats from one table to the next: the values at both ends of each interval, rounded up to a multiple of eight.
  static let tableStride = tableIntervals + 8

  private(set) var steps: [Step] = []
  /// The coefficients of all steps, `coefficientStride` floats for each.
  private(set) var coefficients: [Float] = []
  /// The tables that steps look values up in, one after the other.
  private(set) var tables: [Float] = []
  /// The seed of each step's noise; only `grain` reads it.
  private(set) var seeds: [UInt32] = []

  /// Whether the canvas holds linear light.
  private let isLinear: Bool
  /// A matrix that has not been added to `steps` yet, so that the next matrix can be multiplied with it.
  private var pending: ColorAffine?
  /// Whether the steps so far leave straight colours, and whether they leave encoded ones.
  private var isStraight = false
  private var isEncoded = false

  /// Whether pixels may hold light without alpha, as on a canvas where layers have only added light; false once the step `cover` is added.
  private var holdsBareLight: Bool

  init(isLinear: Bool, holdsBareLight: Bool) {
    self.isLinear = isLinear
    self.holdsBareLight = holdsBareLight
  }

  // MARK: Steps

  /// Adds a step with its coefficients.
  mutating func append(_ step: Step, _ values: [Double] = [], seed: UInt32 = 0) {
    flush()
    appendStep(step, values, seed)
  }

  /// Adds a step to `steps`, and before it `cover` where the step needs it. Does not add the pending matrix first.
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
    if !(isLinear ? affine.keepsNonNegative : affine.keepsUnitRange) {
      flush()
      appendStep(isLinear ? .clampBelow : .clamp)
    }
  }

  /// Adds the pending matrix to `steps`.
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

  /// Multiplies the pixel's opacity.
  mutating func appendFade(_ factor: Double) {
    // Straight colours keep their red, green and blue; premultiplied ones are multiplied too.
    append(isStraight ? .fadeAlpha : .fade, [factor])
  }

  // MARK: Forms of colours

  /// Makes the following steps act on straight colours.
  mutating func enterStraight() {
    flush()
    if isEncoded { leaveEncoded() }
    if !isStraight { appendStep(.straighten) }
    isStraight = true
  }

  /// Makes the following steps act on straight, encoded colours of 0...1.
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

  /// Makes the following steps act on premultiplied colours as the canvas holds them. Every program must end in this form.
  mutating func enterPremultiplied() {
    flush()
    if isEncoded { leaveEncoded() }
    if isStraight { appendStep(.premultiply) }
    isStraight = false
  }

  /// Makes the following steps act on colours in the canvas's encoding, premultiplied or straight.
  mutating func enterCanvasValues() {
    flush()
    if isEncoded { leaveEncoded() }
  }

  // MARK: Tables

  /// Adds a table of the values of a function on 0...1.
  ///
  /// - Returns: the table's offset in `tables`, to be used as a coefficient.
  mutating func appendTable(_ value: (Double) -> Double) -> Double {
    let offset = tables.count
    for index in 0..<Self.tableStride {
      tables.append(Float(value(min(Double(index) / Double(Self.tableIntervals), 1))))
    }
    return Double(offset)
  }
}

extension PixelProgram.Step {
  /// Whether `cover` comes first where light may lack alpha: true for steps whose result depends on alpha, and for all matrices.
  fileprivate var readsAlpha: Bool {
    switch self {
    case .cover, .scale, .clampBelow, .fade, .fadeAlpha, .encode, .decode, .vignette, .scanlines: false
    default: true
    }
  }
}
