import Lanes

/// Brings colours outside of the gamut, some channel of which is below 0, inside by less saturation instead of cutting them off.
///
/// Source: the distances of the Reference Gamut Compression of the Academy Color Encoding System (2021). A channel's distance from
/// the greatest one, as a share of that, is 0 for grey and 1 at the gamut's edge. Distances up to a threshold T stay; greater ones approach 1,
/// as 1 − (1 − T)²/(d + 1 − 2T) does with slope 1 at T. So the hue is kept, and neighbouring colours stay apart.
/// Cost: 8 operations for eight pixels without such colours, otherwise 25 and four divisions.
package enum GamutCompression {
  /// T.
  private static var threshold: Float { 0.85 }

  @inline(__always)
  package static func compress(_ color: LaneRGB) -> LaneRGB {
    let greatest = color.greatest
    // A channel is farther from the greatest one than the threshold where it is below this.
    let bound = greatest * Float(1 - threshold)
    guard Lanes.anyAbove(bound - color.least, 0) else { return color }
    let inverse = 1 / Lanes.max(greatest, 1e-9)
    return color.map { channel in
      // Distances are limited, so that no product is infinite.
      let distance = Lanes.min((greatest - channel) * inverse, 1e6)
      let room = 1 - threshold
      let nearer = 1 - room * room / (Lanes.max(distance - threshold, 0) + room)
      let compressed = Lanes.select(distance .> threshold, greatest - greatest * nearer, channel)
      // Where no channel is above 0 there is no light.
      return Lanes.select(greatest .> 0, compressed, Float8())
    }
  }
}

/// A tone map after `GamutCompression`.
struct SoftGamut<Next: ColorToneCurve>: ColorToneCurve {
  let next: Next

  @inline(__always)
  func map(_ color: LaneRGB) -> LaneRGB { next.map(GamutCompression.compress(color)) }
  @inline(__always)
  var encodesDirectly: Bool { next.encodesDirectly }
  @inline(__always)
  func encoded(_ color: LaneRGB) -> LaneRGB { next.encoded(GamutCompression.compress(color)) }
}
