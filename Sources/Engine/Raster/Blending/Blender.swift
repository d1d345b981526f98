import Lanes

/// Blends premultiplied light onto eight pixels at a time, by a `BlendFormula`, with or without alpha and clamping. Loops
/// have the blender as a generic parameter, so each loop is compiled once for every blender.
///
/// A transparent source does not change the backdrop's bits. So it does not matter how far a kernel's blocks of eight reach
/// past the sprite.
protocol Blender {
  /// Whether the alpha plane is kept up to date. If not, alpha is neither read nor written.
  var writesAlpha: Bool { get }
  /// Whether a kernel may store an opaque source instead of blending it, because the result would be the same.
  static var opaqueSourceReplacesBackdrop: Bool { get }
  /// Blends eight pixels of a row. `pixel` points to the red value of the first of them; the other planes follow `planeStride`
  /// floats apart.
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, planeStride: Int)
}

/// Blends all four planes by one formula; results are not clamped.
struct ColorAndAlphaBlender<Formula: BlendFormula>: Blender {
  var writesAlpha: Bool { true }
  static var opaqueSourceReplacesBackdrop: Bool { Formula.opaqueSourceReplacesBackdrop }

  @inline(__always)
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, planeStride: Int
  ) {
    Formula.blend(
      red, green, blue, alpha, onto: pixel, planeStride: planeStride, writesAlpha: true, clampsToUnit: false)
  }
}

/// Blends the three colour planes by one formula, for a tile whose alpha is never read; results are not clamped. The formula must
/// not read the backdrop's alpha.
struct ColorOnlyBlender<Formula: BlendFormula>: Blender {
  var writesAlpha: Bool { false }
  static var opaqueSourceReplacesBackdrop: Bool { Formula.opaqueSourceReplacesBackdrop }

  @inline(__always)
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, planeStride: Int
  ) {
    Formula.blend(
      red, green, blue, alpha, onto: pixel, planeStride: planeStride, writesAlpha: false, clampsToUnit: false)
  }
}

/// Blends by any formula, for blend modes that are not worth a compiled copy of every kernel. For every eight
/// pixels it calls a function that is compiled once for each formula.
struct SharedBlender: Blender {
  /// False because the formula is not known when kernels are compiled.
  static var opaqueSourceReplacesBackdrop: Bool { false }
  let formula: any BlendFormula.Type
  let writesAlpha: Bool
  /// Whether results are clamped to 0...1.
  let clampsToUnit: Bool

  @inline(__always)
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, planeStride: Int
  ) {
    formula.blendOutOfLine(
      red, green, blue, alpha, onto: pixel, planeStride: planeStride, writesAlpha: writesAlpha,
      clampsToUnit: clampsToUnit)
  }
}
