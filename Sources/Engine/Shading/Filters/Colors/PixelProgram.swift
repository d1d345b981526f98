import Lanes

/// What a stack of colour filters does to a pixel, as a list of steps. Each step goes over
/// a row of pixels while it lies in the first-level cache.
///
/// Most steps work on premultiplied colours: with u for alpha (`ColorPixels.unit`), a colour filter c ↦ Mc + b becomes Mc + bu, and clamping
/// to 0...1 becomes clamping to 0...u. Where a formula needs straight colours, a step before it divides by alpha and a step after it multiplies by alpha; in
/// between u is 1. Consecutive matrices are multiplied together unless a value has to be clamped between them.
struct PixelProgram {
  private(set) var steps: [Step] = []
  /// The tables that steps look values up in, one after the other.
  private(set) var tables: [Float] = []
  /// Floats of memory for each pixel of a row (`RowMemory`). The first is for what `encode` hands on to `decode`.
  private(set) var rowPlaneCount = 1

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

  /// Adds a step.
  mutating func append(_ step: Step) {
    flush()
    appendStep(step)
  }

  /// Adds a step to `steps`, and before it `cover` where the step needs it. Does not add the pending matrix first.
  private mutating func appendStep(_ step: Step) {
    if holdsBareLight && step.readsAlpha {
      holdsBareLight = false
      appendStep(.cover)
    }
    steps.append(step)
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
    let (red, green, blue) = affine.rows
    let (hasOffset, offset) = (affine.offset != SIMD3(), SIMD3<Float>(affine.offset))
    if affine.isDiagonal {
      let factors = SIMD3<Float>(SIMD3(red.x, green.y, blue.z))
      if !hasOffset && red.x == green.y && green.y == blue.z {
        appendStep(.scale(ScaleStep(factor: factors.x)))
      } else {
        appendStep(.diagonal(DiagonalStep(factors: factors, offset: offset)))
      }
    } else {
      let matrix = MatrixStep(red: SIMD3<Float>(red), green: SIMD3<Float>(green), blue: SIMD3<Float>(blue))
      if hasOffset {
        appendStep(.affine(AffineStep(matrix: matrix, offset: offset)))
      } else {
        appendStep(.matrix(matrix))
      }
    }
  }

  /// Multiplies the pixel's opacity.
  mutating func appendFade(_ factor: Double) {
    // Straight colours keep their red, green and blue; premultiplied ones are multiplied too.
    let step = FadeStep(factor: Float(factor))
    append(isStraight ? .fadeAlpha(step) : .fade(step))
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

  // MARK: Memory

  /// Adds planes, of a float for each pixel of a row, to the memory that is kept from row to row.
  ///
  /// - Returns: the number of the first of them.
  mutating func reserveRowPlanes(_ count: Int) -> Int {
    defer { rowPlaneCount += count }
    return rowPlaneCount
  }

  /// Adds a table of the values of a function on 0...1.
  mutating func appendTable(_ value: (Double) -> Double) -> ColorTable {
    let table = ColorTable(offset: Int32(tables.count))
    for index in 0..<ColorTable.stride {
      tables.append(Float(value(min(Double(index) / Double(ColorTable.intervals), 1))))
    }
    return table
  }
}
