import Lanes

/// How premultiplied light is laid on what is below it. s and b are source and backdrop, αs and αb their alphas.
package enum BlendKind: Sendable, CaseIterable {
  /// s + b(1 − αs).
  case normal
  /// s + b, α = min(1, αs + αb).
  case add
  /// s + b − min(s, 1)·min(b, 1): what is already above 1 is not darkened.
  case screen
  /// s′b′ + s(1 − αb) + b(1 − αs), where s′ = s clamped to 0...αs and b′ = b clamped to 0...αb, so that neither colour
  /// counts as lighter than white.
  case multiply
}

/// How light is laid on what is below, chosen when a kernel is compiled. A source of nothing leaves the backdrop's bits alone:
/// what a kernel draws does not depend on how far its blocks of eight reach past the sprite.
protocol Blender {
  /// Whether the alpha plane is kept up to date. Without it alpha is neither read nor written.
  static var keepsAlpha: Bool { get }
  /// Whether an opaque source leaves nothing of the backdrop.
  static var opaqueReplaces: Bool { get }
  /// Blends eight pixels of the four planes of a row; `pixel` points to the first plane's value, `width` apart.
  func lay(red: Lane8, green: Lane8, blue: Lane8, alpha: Lane8, onto pixel: UnsafeMutablePointer<Float>, width: Int)
}

extension Blender {
  static var opaqueReplaces: Bool { false }
}

/// One rule, by its formulas.
protocol BlendRule: Blender {
  func color(_ s: Lane8, _ b: Lane8, _ sourceAlpha: Lane8, _ backdropAlpha: Lane8) -> Lane8
  func alpha(_ s: Lane8, _ b: Lane8) -> Lane8
}

extension BlendRule {
  @inline(__always)
  func lay(red: Lane8, green: Lane8, blue: Lane8, alpha: Lane8, onto pixel: UnsafeMutablePointer<Float>, width: Int) {
    let redPlane = pixel
    let greenPlane = pixel + width
    let bluePlane = greenPlane + width
    let alphaPlane = bluePlane + width
    let backdropAlpha = Self.keepsAlpha ? Lanes.load(alphaPlane) : Lane8(repeating: 1)
    Lanes.store(color(red, Lanes.load(redPlane), alpha, backdropAlpha), to: redPlane)
    Lanes.store(color(green, Lanes.load(greenPlane), alpha, backdropAlpha), to: greenPlane)
    Lanes.store(color(blue, Lanes.load(bluePlane), alpha, backdropAlpha), to: bluePlane)
    if Self.keepsAlpha { Lanes.store(self.alpha(alpha, backdropAlpha), to: alphaPlane) }
  }
}

struct NormalBlend: BlendRule {
  static var keepsAlpha: Bool { true }
  static var opaqueReplaces: Bool { true }
  @inline(__always) func color(_ s: Lane8, _ b: Lane8, _ sa: Lane8, _ ba: Lane8) -> Lane8 { s + b * (1 - sa) }
  @inline(__always) func alpha(_ s: Lane8, _ b: Lane8) -> Lane8 { s + b * (1 - s) }
}

struct AddBlend: BlendRule {
  static var keepsAlpha: Bool { true }
  @inline(__always) func color(_ s: Lane8, _ b: Lane8, _ sa: Lane8, _ ba: Lane8) -> Lane8 { s + b }
  @inline(__always) func alpha(_ s: Lane8, _ b: Lane8) -> Lane8 { Lanes.min(s + b, 1) }
}

struct ScreenBlend: BlendRule {
  static var keepsAlpha: Bool { true }
  @inline(__always) func color(_ s: Lane8, _ b: Lane8, _ sa: Lane8, _ ba: Lane8) -> Lane8 {
    s + b - Lanes.min(s, 1) * Lanes.min(b, 1)
  }
  @inline(__always) func alpha(_ s: Lane8, _ b: Lane8) -> Lane8 { s + b - s * b }
}

/// A rule for a picture whose own alpha nobody will read: the colours' bits are those of `Base`, which must not look at
/// the backdrop's alpha.
struct WithoutAlpha<Base: BlendRule>: BlendRule {
  static var keepsAlpha: Bool { false }
  static var opaqueReplaces: Bool { Base.opaqueReplaces }
  let base: Base

  @inline(__always) init(_ base: Base) { self.base = base }
  @inline(__always) func color(_ s: Lane8, _ b: Lane8, _ sa: Lane8, _ ba: Lane8) -> Lane8 { base.color(s, b, sa, ba) }
  @inline(__always) func alpha(_ s: Lane8, _ b: Lane8) -> Lane8 { b }
}

/// Every rule in one piece of code that is compiled once and called for every eight pixels: for what is not worth a copy of
/// every kernel. `clampsToUnit` holds the result inside 0...1: encoded values on an `srgb` canvas.
struct AnyBlend: Blender {
  static var keepsAlpha: Bool { true }
  let kind: BlendKind
  let clampsToUnit: Bool

  @inline(never)
  func lay(red: Lane8, green: Lane8, blue: Lane8, alpha: Lane8, onto pixel: UnsafeMutablePointer<Float>, width: Int) {
    switch kind {
    case .normal: lay(NormalBlend(), red, green, blue, alpha, pixel, width)
    case .add: lay(AddBlend(), red, green, blue, alpha, pixel, width)
    case .screen: lay(ScreenBlend(), red, green, blue, alpha, pixel, width)
    case .multiply: lay(MultiplyBlend(), red, green, blue, alpha, pixel, width)
    }
  }

  @inline(__always)
  private func lay<Rule: BlendRule>(
    _ rule: Rule, _ red: Lane8, _ green: Lane8, _ blue: Lane8, _ alpha: Lane8, _ pixel: UnsafeMutablePointer<Float>,
    _ width: Int
  ) {
    if clampsToUnit {
      Clamped(base: rule).lay(red: red, green: green, blue: blue, alpha: alpha, onto: pixel, width: width)
    } else {
      rule.lay(red: red, green: green, blue: blue, alpha: alpha, onto: pixel, width: width)
    }
  }
}

private struct MultiplyBlend: BlendRule {
  static var keepsAlpha: Bool { true }
  @inline(__always) func color(_ s: Lane8, _ b: Lane8, _ sa: Lane8, _ ba: Lane8) -> Lane8 {
    Lanes.min(Lanes.max(s, 0), sa) * Lanes.min(Lanes.max(b, 0), ba) + s * (1 - ba) + b * (1 - sa)
  }
  @inline(__always) func alpha(_ s: Lane8, _ b: Lane8) -> Lane8 { s + b - s * b }
}

/// A rule whose result is held inside 0...1.
private struct Clamped<Base: BlendRule>: BlendRule {
  static var keepsAlpha: Bool { true }
  let base: Base
  @inline(__always) func color(_ s: Lane8, _ b: Lane8, _ sa: Lane8, _ ba: Lane8) -> Lane8 {
    unit(base.color(s, b, sa, ba))
  }
  @inline(__always) func alpha(_ s: Lane8, _ b: Lane8) -> Lane8 { unit(base.alpha(s, b)) }
}
