import Lanes
import Model

// Light above white, for PQ and HLG. A value of 1 of a tile, after exposure, is white of 203 cd/m² (BT.2408), so that a frame
// looks like its SDR twin up to the tone map's knee; above it, light that SDR would press together below white or cut off reaches
// up to 1000 cd/m², what most displays and films are made for.

/// A tone map whose ceiling is the peak of a display in place of white: the SDR curve up to a knee, at which its slope is 1, and
/// from there a hyperbola that approaches `peak`.
///
/// For the filmic curve, which is just that with its knee at ½ and its ceiling at 1, only the ceiling rises. Without a tone map
/// the knee is white, where SDR cuts off. The ACES curve keeps its toe up to where it begins to flatten.
package struct HighlightCurve {
  /// Nits, cd/m², of white.
  static let whiteNits: Float = 203
  /// Nits of the brightest light.
  package static let peakNits: Float = 1000
  /// The brightest light, in units of white.
  static let peak = peakNits / whiteNits

  private let isAces: Bool
  private let knee: Float
  /// The curve's value at the knee.
  private let kneeValue: Float

  init(_ toneMap: Post.ToneMap) {
    switch toneMap {
    case .none: (isAces, knee, kneeValue) = (false, 1, 1)
    case .filmic: (isAces, knee, kneeValue) = (false, 0.5, 0.5)
    case .aces: (isAces, knee, kneeValue) = (true, 0.355_900_5, 0.499_570_9)
    }
  }

  /// The curve at `x`, one channel of linear light after exposure: 0...`peak`.
  @inline(__always)
  func map(_ x: Float8) -> Float8 {
    let light = Lanes.max(x, 0)
    let base = isAces ? AcesCurve.map(light) : light
    let room = Self.peak - kneeValue
    let above = Self.peak - room * room / (Lanes.max(light - knee, 0) + room)
    return Lanes.select(light .<= knee, base, above)
  }
}

/// Tile values on their way to display light: exposure, tone map, BT.2020.
struct HDRLight {
  private let exposure: Float
  private let curve: HighlightCurve
  private let inputIsEncoded: Bool
  private let inputIsMapped: Bool

  init(_ transform: OutputTransform) {
    exposure = transform.exposureScale
    curve = HighlightCurve(transform.toneMap)
    inputIsEncoded = transform.inputIsEncoded
    inputIsMapped = transform.inputIsMapped
  }

  /// The light, 0...`HighlightCurve.peak` in units of white, of one channel of a tile. The values of an `srgb` canvas, which take
  /// neither exposure nor tone map, end at white.
  @inline(__always)
  func displayed(_ x: Float8) -> Float8 {
    inputIsEncoded ? decodeSRGB(saturate(x)) : mapped(x)
  }

  /// A value of a tile after exposure and tone map: light, or an encoded value on an `srgb` canvas.
  @inline(__always)
  func mapped(_ x: Float8) -> Float8 {
    if inputIsEncoded { return saturate(x) }
    if inputIsMapped { return Lanes.min(Lanes.max(x, 0), HighlightCurve.peak) }
    return curve.map(x * exposure)
  }

  /// Light in BT.709's primaries, which sRGB has too, in those of BT.2020 (BT.2087).
  @inline(__always)
  static func wide(_ red: Float8, _ green: Float8, _ blue: Float8) -> (red: Float8, green: Float8, blue: Float8) {
    (
      0.627_403_90 * red + 0.329_283_04 * green + 0.043_313_07 * blue,
      0.069_097_29 * red + 0.919_540_40 * green + 0.011_362_32 * blue,
      0.016_391_44 * red + 0.088_013_31 * green + 0.895_595_25 * blue
    )
  }
}
