import Lanes
import Model

/// From the frame's light to values between 0 and 1 that can be written to a file.
package struct OutputTransform: Sendable, Equatable {
  /// Multiplies light; 2^exposure.
  package var exposureScale: Float
  /// How light above 1 is brought back.
  package var toneMap: Post.ToneMap
  /// The tile holds sRGB-encoded values (an `srgb` canvas): they are only clamped, since exposure and tone map are of
  /// light.
  package var inputIsEncoded: Bool

  package init(exposureScale: Float = 1, toneMap: Post.ToneMap = .none, inputIsEncoded: Bool = false) {
    self.exposureScale = exposureScale
    self.toneMap = toneMap
    self.inputIsEncoded = inputIsEncoded
  }
}

extension OutputTransform {
  /// What the values are, with the factor of exposure: for choosing a compiled loop.
  enum Kind {
    case encoded
    case clamped(Float)
    case filmic(Float)
    case aces(Float)
  }

  var kind: Kind {
    if inputIsEncoded { return .encoded }
    return switch toneMap {
    case .none: .clamped(exposureScale)
    case .filmic: .filmic(exposureScale)
    case .aces: .aces(exposureScale)
    }
  }
}

/// A tone map chosen when a loop is compiled; the result lies in 0...1.
package protocol ToneCurve {
  static func map(_ x: Lane8) -> Lane8
  /// Up to here the curve changes nothing (but holds what is below 0 at 0); nil where it has no such part.
  static var knee: Float? { get }
}

extension ToneCurve {
  @inline(__always) package static var knee: Float? { nil }
}

/// Cut off at 1.
package enum ClampCurve: ToneCurve {
  @inline(__always) package static func map(_ x: Lane8) -> Lane8 { unit(x) }
}

/// x up to ½, then 1 − ½/(1 + 2(x − ½)).
package enum FilmicCurve: ToneCurve {
  @inline(__always) package static var knee: Float? { 0.5 }
  @inline(__always) package static func map(_ x: Lane8) -> Lane8 {
    // 1 − ½/(1 + 2(x − ½)) = 1 − ¼/x; below ½ the other branch is taken.
    let light = Lanes.max(x, 0)
    return Lanes.select(light .<= 0.5, light, 1 - 0.25 / Lanes.max(light, 0.5))
  }
}

/// x(2.51x + 0.03)/(x(2.43x + 0.59) + 0.14), Krzysztof Narkowicz's fit of the ACES curve (2016).
package enum AcesCurve: ToneCurve {
  @inline(__always) package static func map(_ x: Lane8) -> Lane8 {
    // Beyond 10⁶ the curve has long reached its limit of 1.033, and squares stay finite.
    let light = Lanes.clamp(x, 0, 1_000_000)
    let numerator = light * (2.51 * light + 0.03)
    let denominator = light * (2.43 * light + 0.59) + 0.14
    return unit(numerator / denominator)
  }
}

/// The sRGB curve for x in 0...1: 12.92x up to 0.0031308, else 1.055·x^(1/2.4) − 0.055.
///
/// The power is a minimax polynomial of degree 8 in x^¼ − ⅝ (its own error 8·10⁻⁸); with the rounding of Float at most
/// 2.5·10⁻⁷ from the exact curve, 1/15 of a 16-bit code. Two roots and 17 operations for eight values.
@inline(__always)
package func encodeSRGB(_ x: Lane8) -> Lane8 { encodeSRGB(x, root: rootForSRGB(x)) }

/// The roots of `encodeSRGB`, which take long.
@inline(__always)
func rootForSRGB(_ x: Lane8) -> Lane8 { Lanes.sqrt(Lanes.sqrt(x)) - 0.625 }

/// The rest of it.
@inline(__always)
func encodeSRGB(_ x: Lane8, root u: Lane8) -> Lane8 {
  let u2 = u * u
  let u4 = u2 * u2
  // Pairs of terms, from the lowest degree up.
  let pair0 = 0x1.b54116p-2 + 0x1.490cc2p+0 * u
  let pair2 = 0x1.5efac2p-1 - 0x1.f3b416p-4 * u
  let pair4 = 0x1.0c8452p-4 - 0x1.752f66p-5 * u
  let pair6 = 0x1.1d778ap-5 - 0x1.12931ap-4 * u
  let low = pair0 + pair2 * u2
  let high = pair4 + pair6 * u2
  let power = low + (high + 0x1.7803a4p-4 * u4) * u4
  return Lanes.select(x .<= 0.003_130_8, 12.92 * x, Lanes.min(power, 1))
}
