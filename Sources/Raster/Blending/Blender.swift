import Lanes

/// Blends premultiplied light onto eight pixels at a time: a `BlendFormula` together with what is done about alpha and
/// clamping. A generic parameter of the loops, so that each loop is compiled once for every blender.
///
/// A transparent source leaves the backdrop's bits alone: what a kernel draws does not depend on how far its blocks of
/// eight reach past the sprite.
protocol Blender {
  /// Whether the alpha plane is kept up to date. If not, alpha is neither read nor written.
  static var writesAlpha: Bool { get }
  /// Whether an opaque source leaves nothing of the backdrop.
  static var opaqueReplaces: Bool { get }
  /// Blends eight pixels of a row. `pixel` points to the first one's red value; the other planes follow `planeStride`
  /// floats apart.
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, planeStride: Int)
}

/// All four planes by one formula; results are not clamped.
struct ColorAndAlphaBlender<Formula: BlendFormula>: Blender {
  static var writesAlpha: Bool { true }
  static var opaqueReplaces: Bool { Formula.opaqueReplaces }

  @inline(__always)
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, planeStride: Int
  ) {
    Formula.blend(
      red, green, blue, alpha, onto: pixel, planeStride: planeStride, writesAlpha: true, clampsToUnit: false)
  }
}

/// The three colour planes by one formula, for a tile whose alpha is never read; results are not clamped. The formula must
/// not read the backdrop's alpha.
struct ColorOnlyBlender<Formula: BlendFormula>: Blender {
  static var writesAlpha: Bool { false }
  static var opaqueReplaces: Bool { Formula.opaqueReplaces }

  @inline(__always)
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, planeStride: Int
  ) {
    Formula.blend(
      red, green, blue, alpha, onto: pixel, planeStride: planeStride, writesAlpha: false, clampsToUnit: false)
  }
}

/// All four planes by any formula, through a function that is compiled once for each formula and called for every eight
/// pixels: for blends that are not worth a copy of every kernel.
struct SharedBlender: Blender {
  static var writesAlpha: Bool { true }
  static var opaqueReplaces: Bool { false }
  let formula: any BlendFormula.Type
  let clampsToUnit: Bool

  @inline(__always)
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, planeStride: Int
  ) {
    formula.blendOutOfLine(red, green, blue, alpha, onto: pixel, planeStride: planeStride, clampsToUnit: clampsToUnit)
  }
}
