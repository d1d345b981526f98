import Lanes
import Model

// Light above white, for PQ and HLG. After exposure, a tile's value of 1 is white: 203 cd/m² (BT.2408). Up to the tone map's
// knee, light is the same as in SDR (standard dynamic range). Light above the knee is compressed by SDR into the range up to white,
// or cut off at white. Here such light extends up to 1000 cd/m², the peak for which most displays and films are made.

/// A tone map whose ceiling is the peak of a display instead of white: the SDR curve up to a knee, where its slope is 1, and
/// from there on a hyperbola that approaches `peak`.
///
/// The SDR filmic curve is such a curve too, with its knee at ½ and its ceiling at 1; only the ceiling changes. Without a tone map
/// the knee is white, where SDR cuts off. With the ACES curve the knee is where the curve's slope has fallen to 1.
package struct HighlightCurve {
  /// White in nits (cd/m²).
  static let whiteNits: Float = 203
  /// The brightest light in nits (cd/m²).
  package static let peakNits: Float = 1000
  /// The brightest light, in units of white.
  static let peak = peakNits / whiteNits

  /// Whether the curve below the knee is `AcesCurve`; otherwise light is not changed there.
  private let isAces: Bool
  /// The light, after exposure, up to which the curve is that of SDR.
  private let knee: Float
  /// The curve's value at the knee.
  private let kneeValue: Float

  /// Nil for a tone map whose channels depend on each other.
  init?(_ toneMap: Post.ToneMap) {
    switch toneMap {
    case .neutral, .agx: return nil
    case .none: (isAces, knee, kneeValue) = (false, 1, 1)
    case .filmic: (isAces, knee, kneeValue) = (false, 0.5, 0.5)
    case .aces: (isAces, knee, kneeValue) = (true, 0.355_900_5, 0.499_570_9)
    }
  }

  /// Returns the curve's value, 0...`peak`, at `x`: one channel of linear light after exposure.
  @inline(__always)
  func map(_ x: Float8) -> Float8 {
    let light = Lanes.max(x, 0)
    let base = isAces ? AcesCurve.map(light) : light
    let headroom = Self.peak - kneeValue
    let aboveKnee = Self.peak - headroom * headroom / (Lanes.max(light - knee, 0) + headroom)
    return Lanes.select(light .<= knee, base, aboveKnee)
  }
}

/// Converts tile values to display light: exposure, tone map and BT.2020's primaries.
struct HDRLight {
  /// Factor of the light: 2^exposure.
  private let exposureScale: Float
  private let curve: Curve
  private let softensGamut: Bool
  /// Whether the tile has sRGB-encoded values, as on an `srgb` canvas.
  private let inputIsEncoded: Bool
  /// Whether exposure and tone map have already been applied.
  private let inputIsMapped: Bool

  private enum Curve {
    case channels(HighlightCurve)
    case neutral(NeutralCurve)
    case agx(AgXCurve)
  }

  init(_ transform: OutputTransform) {
    exposureScale = transform.exposureScale
    softensGamut = transform.softensGamut
    if let channels = HighlightCurve(transform.toneMap) {
      curve = .channels(channels)
    } else if transform.toneMap == .neutral {
      curve = .neutral(NeutralCurve(toe: transform.toe, peak: HighlightCurve.peak))
    } else {
      curve = .agx(AgXCurve(peak: HighlightCurve.peak))
    }
    inputIsEncoded = transform.inputIsEncoded
    inputIsMapped = transform.inputIsMapped
  }

  /// Returns the display light, 0...`HighlightCurve.peak` in units of white, of a tile's colours. The values of an `srgb` canvas
  /// are neither exposed nor tone-mapped, and end at white.
  @inline(__always)
  func displayed(_ color: LaneRGB) -> LaneRGB {
    inputIsEncoded ? color.map { decodeSRGB(saturate($0)) } : mapped(color)
  }

  /// Returns a tile's colours after exposure and tone map: light, or encoded values on an `srgb` canvas.
  @inline(__always)
  func mapped(_ color: LaneRGB) -> LaneRGB {
    if inputIsEncoded { return color.map { saturate($0) } }
    if inputIsMapped { return color.map { Lanes.min(Lanes.max($0, 0), HighlightCurve.peak) } }
    var exposed = color.map { $0 * exposureScale }
    if softensGamut { exposed = GamutCompression.compress(exposed) }
    return switch curve {
    case .channels(let curve): exposed.map { curve.map($0) }
    case .neutral(let curve): curve.map(exposed)
    case .agx(let curve): curve.map(exposed)
    }
  }

  /// Converts light from BT.709's primaries, which are also sRGB's, to BT.2020's primaries (BT.2087).
  @inline(__always)
  static func bt2020(_ red: Float8, _ green: Float8, _ blue: Float8) -> (red: Float8, green: Float8, blue: Float8) {
    (
      0.627_403_90 * red + 0.329_283_04 * green + 0.043_313_07 * blue,
      0.069_097_29 * red + 0.919_540_40 * green + 0.011_362_32 * blue,
      0.016_391_44 * red + 0.088_013_31 * green + 0.895_595_25 * blue
    )
  }
}
