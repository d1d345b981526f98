import Lanes

// The separable blend modes of W3C, Compositing and Blending Level 1 (2024), section 9.1, that need straight colours. Each channel is
// mixed by itself; light above white counts as white. In `mixed` and in the comments of the formulas, s and b are straight values, 0...1;
// elsewhere they are premultiplied.

/// A formula that mixes straight colours, 0...1, channel by channel.
protocol MixFormula: ChannelFormula {
  /// Returns the specification's B(Cb, Cs): the mixture of a channel's straight values of source and backdrop.
  static func mixed(_ source: Float8, _ backdrop: Float8) -> Float8
}

extension MixFormula {
  static var readsBackdropAlpha: Bool { true }

  @inline(__always)
  static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 {
    s * (1 - ba) + b * (1 - sa) + (sa * ba) * mixed(straight(s, sa), straight(b, ba))
  }

  @inline(__always) static func alpha(_ sa: Float8, _ ba: Float8) -> Float8 { sa + ba * (1 - sa) }
}

/// Returns a premultiplied value as a straight value, clamped to 0...1. Alpha is raised to at least 10⁻³⁰, so that nothing is
/// divided by 0.
@inline(__always)
func straight(_ value: Float8, _ alpha: Float8) -> Float8 { saturate(value / Lanes.max(alpha, 1e-30)) }

/// `HardLightFormula` with source and backdrop exchanged.
enum OverlayFormula: MixFormula {
  @inline(__always) static func mixed(_ s: Float8, _ b: Float8) -> Float8 { HardLightFormula.mixed(b, s) }
}

/// min(s, b).
enum DarkenFormula: MixFormula {
  @inline(__always) static func mixed(_ s: Float8, _ b: Float8) -> Float8 { Lanes.min(s, b) }
}

/// max(s, b).
enum LightenFormula: MixFormula {
  @inline(__always) static func mixed(_ s: Float8, _ b: Float8) -> Float8 { Lanes.max(s, b) }
}

/// b ÷ (1 − s), at most 1; black stays black.
enum ColorDodgeFormula: MixFormula {
  @inline(__always) static func mixed(_ s: Float8, _ b: Float8) -> Float8 {
    Lanes.select(b .<= 0, Float8(), Lanes.min(b / Lanes.max(1 - s, 1e-30), 1))
  }
}

/// 1 − (1 − b) ÷ s, at least 0; white stays white.
enum ColorBurnFormula: MixFormula {
  @inline(__always) static func mixed(_ s: Float8, _ b: Float8) -> Float8 {
    Lanes.select(b .>= 1, Float8(repeating: 1), 1 - Lanes.min((1 - b) / Lanes.max(s, 1e-30), 1))
  }
}

/// Multiplies if s ≤ ½, screens otherwise: 2sb or b + (2s − 1) − b(2s − 1).
enum HardLightFormula: MixFormula {
  @inline(__always) static func mixed(_ s: Float8, _ b: Float8) -> Float8 {
    let doubled = s + s
    let screenSource = doubled - 1
    return Lanes.select(s .<= 0.5, b * doubled, b + screenSource - b * screenSource)
  }
}

/// If s ≤ ½, darkens: b + (2s − 1)·b(1 − b). Otherwise lightens: b + (2s − 1)·(D(b) − b) with the specification's D, which is √b for
/// b > ¼ and a cubic polynomial below.
enum SoftLightFormula: MixFormula {
  @inline(__always) static func mixed(_ s: Float8, _ b: Float8) -> Float8 {
    let amount = s + s - 1
    let dark = b + amount * b * (1 - b)
    // D(b).
    let curve = Lanes.select(b .<= 0.25, ((16 * b - 12) * b + 4) * b, Lanes.sqrt(b))
    return Lanes.select(s .<= 0.5, dark, b + amount * (curve - b))
  }
}

/// |s − b|.
enum DifferenceFormula: MixFormula {
  @inline(__always) static func mixed(_ s: Float8, _ b: Float8) -> Float8 { Lanes.abs(s - b) }
}

/// s + b − 2sb.
enum ExclusionFormula: MixFormula {
  @inline(__always) static func mixed(_ s: Float8, _ b: Float8) -> Float8 { s + b - 2 * (s * b) }
}
