import Lanes

/// A tone map chosen when a loop is compiled; the result lies in 0...1.
package protocol ToneCurve {
  /// The curve at `x`, a channel after exposure.
  static func map(_ x: Float8) -> Float8
  /// Value up to which the curve only clamps at 0; nil where there is none.
  static var knee: Float? { get }
}

extension ToneCurve {
  @inline(__always) package static var knee: Float? { nil }
}

/// Cut off at 1.
package enum ClampCurve: ToneCurve {
  @inline(__always) package static func map(_ x: Float8) -> Float8 { unit(x) }
}

/// x up to ½, then 1 − ½/(1 + 2(x − ½)).
package enum FilmicCurve: ToneCurve {
  @inline(__always) package static var knee: Float? { 0.5 }
  @inline(__always) package static func map(_ x: Float8) -> Float8 {
    // 1 − ½/(1 + 2(x − ½)) = 1 − ¼/x; below ½ the other branch is taken.
    let light = Lanes.max(x, 0)
    return Lanes.select(light .<= 0.5, light, 1 - 0.25 / Lanes.max(light, 0.5))
  }
}

/// x(2.51x + 0.03)/(x(2.43x + 0.59) + 0.14), Krzysztof Narkowicz's fit of the ACES curve (2016).
package enum AcesCurve: ToneCurve {
  @inline(__always) package static func map(_ x: Float8) -> Float8 {
    // Beyond 10⁶ the curve has long reached its limit of 1.033, and squares stay finite.
    let light = Lanes.clamp(x, 0, 1_000_000)
    let numerator = light * (2.51 * light + 0.03)
    let denominator = light * (2.43 * light + 0.59) + 0.14
    return unit(numerator / denominator)
  }
}
