import Lanes

/// Blends premultiplied light onto a row of pixels, chosen when a loop is compiled.
///
/// A transparent source leaves the backdrop's bits alone: what a kernel draws does not depend on how far its blocks of
/// eight reach past the sprite.
protocol Blender {
  /// Whether the alpha plane is kept up to date. Without it alpha is neither read nor written.
  static var keepsAlpha: Bool { get }
  /// Whether an opaque source leaves nothing of the backdrop.
  static var opaqueReplaces: Bool { get }
  /// Blends eight pixels of a row; `pixel` points to the red plane's value, the other planes follow `width` apart.
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, width: Int)
}

/// All four planes by one rule, whose results are not limited.
struct RuleBlender<Rule: BlendRule>: Blender {
  static var keepsAlpha: Bool { true }
  static var opaqueReplaces: Bool { Rule.opaqueReplaces }

  @inline(__always)
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, width: Int
  ) {
    Rule.blend(red, green, blue, alpha, onto: pixel, width: width, keepsAlpha: true, clampsToUnit: false)
  }
}

/// The three colours by one rule, for a tile whose alpha is never read. The rule must not read the backdrop's alpha.
struct ColorBlender<Rule: BlendRule>: Blender {
  static var keepsAlpha: Bool { false }
  static var opaqueReplaces: Bool { Rule.opaqueReplaces }

  @inline(__always)
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, width: Int
  ) {
    Rule.blend(red, green, blue, alpha, onto: pixel, width: width, keepsAlpha: false, clampsToUnit: false)
  }
}

/// Any rule, in code that is compiled once for the rule and called for every eight pixels: for blends that are not
/// worth a copy of every kernel.
struct SharedBlender: Blender {
  static var keepsAlpha: Bool { true }
  static var opaqueReplaces: Bool { false }
  let rule: any BlendRule.Type
  let clampsToUnit: Bool

  @inline(__always)
  func blend(
    red: Float8, green: Float8, blue: Float8, alpha: Float8, onto pixel: UnsafeMutablePointer<Float>, width: Int
  ) {
    rule.blendOutOfLine(red, green, blue, alpha, onto: pixel, width: width, clampsToUnit: clampsToUnit)
  }
}
