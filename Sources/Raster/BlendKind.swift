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

/// One rule of blending, chosen when a kernel is compiled. A source of nothing leaves the backdrop's bits alone: what a
/// kernel draws does not depend on how far its blocks of eight reach past the sprite.
protocol Blender {
  static func color(_ s: Lane8, _ b: Lane8, _ sourceAlpha: Lane8, _ backdropAlpha: Lane8) -> Lane8
  static func alpha(_ s: Lane8, _ b: Lane8) -> Lane8
}

enum NormalBlend: Blender {
  @inline(__always) static func color(_ s: Lane8, _ b: Lane8, _ sa: Lane8, _ ba: Lane8) -> Lane8 {
    s + b * (1 - sa)
  }
  @inline(__always) static func alpha(_ s: Lane8, _ b: Lane8) -> Lane8 { s + b * (1 - s) }
}

enum AddBlend: Blender {
  @inline(__always) static func color(_ s: Lane8, _ b: Lane8, _ sa: Lane8, _ ba: Lane8) -> Lane8 { s + b }
  @inline(__always) static func alpha(_ s: Lane8, _ b: Lane8) -> Lane8 { Lanes.min(s + b, 1) }
}

enum ScreenBlend: Blender {
  @inline(__always) static func color(_ s: Lane8, _ b: Lane8, _ sa: Lane8, _ ba: Lane8) -> Lane8 {
    s + b - Lanes.min(s, 1) * Lanes.min(b, 1)
  }
  @inline(__always) static func alpha(_ s: Lane8, _ b: Lane8) -> Lane8 { s + b - s * b }
}

enum MultiplyBlend: Blender {
  @inline(__always) static func color(_ s: Lane8, _ b: Lane8, _ sa: Lane8, _ ba: Lane8) -> Lane8 {
    let product = Lanes.min(Lanes.max(s, 0), sa) * Lanes.min(Lanes.max(b, 0), ba)
    return product + s * (1 - ba) + b * (1 - sa)
  }
  @inline(__always) static func alpha(_ s: Lane8, _ b: Lane8) -> Lane8 { s + b - s * b }
}

/// The same, held inside 0...1 after each particle or layer: encoded values on an `srgb` canvas.
enum Clamped<Base: Blender>: Blender {
  @inline(__always) static func color(_ s: Lane8, _ b: Lane8, _ sa: Lane8, _ ba: Lane8) -> Lane8 {
    unit(Base.color(s, b, sa, ba))
  }
  @inline(__always) static func alpha(_ s: Lane8, _ b: Lane8) -> Lane8 { unit(Base.alpha(s, b)) }
}

/// Blends eight pixels of the four planes of a row; `pixel` points to the first plane's value, `width` apart.
@inline(__always)
func blend<Rule: Blender>(
  _ rule: Rule.Type, red: Lane8, green: Lane8, blue: Lane8, alpha: Lane8, onto pixel: UnsafeMutablePointer<Float>,
  width: Int
) {
  let redPlane = pixel
  let greenPlane = pixel + width
  let bluePlane = greenPlane + width
  let alphaPlane = bluePlane + width
  let backdropAlpha = Lanes.load(alphaPlane)
  Lanes.store(Rule.color(red, Lanes.load(redPlane), alpha, backdropAlpha), to: redPlane)
  Lanes.store(Rule.color(green, Lanes.load(greenPlane), alpha, backdropAlpha), to: greenPlane)
  Lanes.store(Rule.color(blue, Lanes.load(bluePlane), alpha, backdropAlpha), to: bluePlane)
  Lanes.store(Rule.alpha(alpha, backdropAlpha), to: alphaPlane)
}
