import Lanes
import Model

/// The formulas of one blend mode, of premultiplied light: s and b are source and backdrop, αs and αb their alphas.
///
/// A rule that mixes channels can implement `blendOutOfLine` itself.
protocol BlendRule {
  /// Whether an opaque source leaves nothing of the backdrop.
  static var opaqueReplaces: Bool { get }
  /// Whether `color` depends on αs.
  static var readsSourceAlpha: Bool { get }
  /// Whether `color` depends on αb.
  static var readsBackdropAlpha: Bool { get }

  static func color(_ s: Float8, _ b: Float8, _ sourceAlpha: Float8, _ backdropAlpha: Float8) -> Float8
  static func alpha(_ s: Float8, _ b: Float8) -> Float8

  /// Blends eight pixels as `Blender.blend` does; the code is never inlined.
  static func blendOutOfLine(
    _ red: Float8, _ green: Float8, _ blue: Float8, _ alpha: Float8, onto pixel: UnsafeMutablePointer<Float>,
    width: Int,
    clampsToUnit: Bool)
}

extension BlendMode {
  /// The formulas of the mode: the one list of modes in this module.
  var rule: any BlendRule.Type {
    switch self {
    case .normal: NormalRule.self
    case .add: AddRule.self
    case .screen: ScreenRule.self
    case .multiply: MultiplyRule.self
    }
  }

  /// Whether the light depends on the alpha of what is below.
  package var readsBackdropAlpha: Bool { rule.readsBackdropAlpha }
}

extension BlendRule {
  static var opaqueReplaces: Bool { false }
  static var readsSourceAlpha: Bool { true }
  static var readsBackdropAlpha: Bool { false }

  /// - Parameters:
  ///   - keepsAlpha: without it alpha is neither read nor written.
  ///   - clampsToUnit: whether results are held inside 0...1.
  @inline(__always)
  static func blend(
    _ red: Float8, _ green: Float8, _ blue: Float8, _ alpha: Float8, onto pixel: UnsafeMutablePointer<Float>,
    width: Int,
    keepsAlpha: Bool, clampsToUnit: Bool
  ) {
    let redPlane = pixel
    let greenPlane = pixel + width
    let bluePlane = greenPlane + width
    let alphaPlane = bluePlane + width
    let backdropAlpha = keepsAlpha ? Lanes.load(alphaPlane) : Float8(repeating: 1)
    @inline(__always) func limited(_ x: Float8) -> Float8 { clampsToUnit ? unit(x) : x }
    Lanes.store(limited(color(red, Lanes.load(redPlane), alpha, backdropAlpha)), to: redPlane)
    Lanes.store(limited(color(green, Lanes.load(greenPlane), alpha, backdropAlpha)), to: greenPlane)
    Lanes.store(limited(color(blue, Lanes.load(bluePlane), alpha, backdropAlpha)), to: bluePlane)
    if keepsAlpha { Lanes.store(limited(self.alpha(alpha, backdropAlpha)), to: alphaPlane) }
  }

  @inline(never)
  static func blendOutOfLine(
    _ red: Float8, _ green: Float8, _ blue: Float8, _ alpha: Float8, onto pixel: UnsafeMutablePointer<Float>,
    width: Int,
    clampsToUnit: Bool
  ) {
    if clampsToUnit {
      blend(red, green, blue, alpha, onto: pixel, width: width, keepsAlpha: true, clampsToUnit: true)
    } else {
      blend(red, green, blue, alpha, onto: pixel, width: width, keepsAlpha: true, clampsToUnit: false)
    }
  }
}

/// s + b(1 − αs).
enum NormalRule: BlendRule {
  static var opaqueReplaces: Bool { true }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 {
    s + b * (1 - sa)
  }
  @inline(__always) static func alpha(_ s: Float8, _ b: Float8) -> Float8 { s + b * (1 - s) }
}

/// s + b, α = min(1, αs + αb).
enum AddRule: BlendRule {
  static var readsSourceAlpha: Bool { false }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 { s + b }
  @inline(__always) static func alpha(_ s: Float8, _ b: Float8) -> Float8 { Lanes.min(s + b, 1) }
}

/// s + b − min(s, 1)·min(b, 1): what is already above 1 is not darkened.
enum ScreenRule: BlendRule {
  static var readsSourceAlpha: Bool { false }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 {
    s + b - Lanes.min(s, 1) * Lanes.min(b, 1)
  }
  @inline(__always) static func alpha(_ s: Float8, _ b: Float8) -> Float8 { s + b - s * b }
}

/// s′b′ + s(1 − αb) + b(1 − αs), where s′ = s clamped to 0...αs and b′ = b clamped to 0...αb, so that neither colour
/// counts as lighter than white.
enum MultiplyRule: BlendRule {
  static var readsBackdropAlpha: Bool { true }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 {
    Lanes.min(Lanes.max(s, 0), sa) * Lanes.min(Lanes.max(b, 0), ba) + s * (1 - ba) + b * (1 - sa)
  }
  @inline(__always) static func alpha(_ s: Float8, _ b: Float8) -> Float8 { s + b - s * b }
}
