import Lanes

/// A tone map of each channel alone. It is a generic parameter of loops, so that they are compiled for each tone map.
package protocol ToneCurve {
  /// Returns the curve's value, 0...1, at `x`: one channel of linear light after exposure.
  static func map(_ x: Float8) -> Float8
  /// The x up to which the curve is max(x, 0), so that loops may skip `map`; nil if skipping would save nothing.
  static var knee: Float? { get }
}

extension ToneCurve {
  @inline(__always) package static var knee: Float? { nil }
}

/// Light limited to 0...1.
package enum ClampCurve: ToneCurve {
  @inline(__always) package static func map(_ x: Float8) -> Float8 { saturate(x) }
}

/// x for x in 0...½; above ½, 1 − ½/(1 + 2(x − ½)), which approaches 1; 0 for negative x.
package enum FilmicCurve: ToneCurve {
  @inline(__always) package static var knee: Float? { 0.5 }
  @inline(__always) package static func map(_ x: Float8) -> Float8 {
    // 1 − ½/(1 + 2(x − ½)) = 1 − ¼/x. The divisor is at least ½, so that lanes that select `light` do not divide by 0.
    let light = Lanes.max(x, 0)
    return Lanes.select(light .<= 0.5, light, 1 - 0.25 / Lanes.max(light, 0.5))
  }
}

/// x(2.51x + 0.03)/(x(2.43x + 0.59) + 0.14), Krzysztof Narkowicz's fit of the ACES curve (2016), cut off at 1.
package enum AcesCurve: ToneCurve {
  @inline(__always) package static func map(_ x: Float8) -> Float8 {
    // Light is limited to 10⁶. Squares are then finite, and the curve is already above 1, near its limit of 2.51/2.43 = 1.033.
    let light = Lanes.clamp(x, 0, 1_000_000)
    let numerator = light * (2.51 * light + 0.03)
    let denominator = light * (2.43 * light + 0.59) + 0.14
    return saturate(numerator / denominator)
  }
}

/// A tone map whose channels depend on each other.
package protocol ColorToneCurve {
  /// Returns a colour, each channel 0...1 or up to the peak of a display, for linear light after exposure.
  func map(_ color: LaneRGB) -> LaneRGB
  /// Whether `encoded` takes less time than `map` and the sRGB curve.
  var encodesDirectly: Bool { get }
  /// Returns the colour as sRGB encodes it.
  func encoded(_ color: LaneRGB) -> LaneRGB
}

extension ColorToneCurve {
  @inline(__always) package var encodesDirectly: Bool { false }
  @inline(__always) package func encoded(_ color: LaneRGB) -> LaneRGB { map(color).map { encodeSRGB($0) } }
}

/// Red, green and blue of eight pixels.
package struct LaneRGB {
  package var red, green, blue: Float8

  @inline(__always)
  package init(_ red: Float8, _ green: Float8, _ blue: Float8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  @inline(__always) var least: Float8 { Lanes.min(Lanes.min(red, green), blue) }
  @inline(__always) var greatest: Float8 { Lanes.max(Lanes.max(red, green), blue) }

  @inline(__always)
  func map(_ change: (Float8) -> Float8) -> LaneRGB { LaneRGB(change(red), change(green), change(blue)) }
}
