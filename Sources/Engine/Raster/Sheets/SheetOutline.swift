import Lanes
import Model

/// The outline of a sheet before it is bent, and the veins in it, by formulas in pixels.
///
/// The two sides lie at y = middle ± half breadth, which depends on x; a form may end at another edge in addition. The coverage of a pixel
/// between two edges is the sum of what each leaves, less 1, so that narrow forms keep their light.
struct SheetOutline {
  private let style: SheetStyle
  private let halfLength: Float
  private let halfBreadth: Float
  private let inverseLength: Float
  private let inverseBreadth: Float

  /// Where a leaf's blade begins, in half lengths.
  private static var bladeStart: Float { -0.7 }
  private static var veinCount: Float { 9 }
  /// Half the width of a leaf's stalk, in half lengths, and how far its midrib is off the axis, in half breadths.
  private static var stalkHalfWidth: Float { 0.018 }
  private static var greatestCurve: Float { 0.055 }
  /// Where a petal's lobes reach farthest, in half breadths.
  private static var lobeMiddle: Float { 0.42 }

  init(_ style: SheetStyle, _ pose: SheetPose) {
    self.style = style
    (halfLength, halfBreadth) = (pose.halfLength, pose.halfBreadth)
    (inverseLength, inverseBreadth) = (1 / pose.halfLength, 1 / pose.halfBreadth)
  }

  /// What a sheet is like at eight places.
  struct Place {
    var coverage = Float8()
    /// 0 at the base, 1 at the tip.
    var progress = Float8()
    /// −1 at one side, 0 in the middle, 1 at the other.
    var across = Float8()
    /// Pixels from the middle, to both sides, and from there to the edge.
    var offset = Float8()
    var half = Float8()
    /// How much of the pixel is a vein.
    var vein = Float8()
    /// Factor of the light, of the swelling between veins.
    var swelling = Float8(repeating: 1)
  }

  @_transparent
  func at(_ x: Float8, _ y: Float8, _ pose: SheetPose, _ sight: SheetPose.Sight) -> Place {
    switch style.form {
    case .paper, .ribbon: strip(x, y, pose, sight)
    case .leaf: leaf(x, y, pose, sight)
    case .petal: petal(x, y, pose, sight)
    }
  }

  /// Adds to places, some of which are covered, what only their colours need.
  @_transparent
  func addDetails(_ place: inout Place) {
    place.across = Lanes.clamp(place.offset / Lanes.max(place.half, 1), -1, 1)
    guard style.veins > 0 else { return }
    switch style.form {
    case .paper, .ribbon: break
    case .leaf: addLeafVeins(&place)
    case .petal: addPetalVeins(&place)
    }
  }

  /// Half of the breadth of a leaf's blade from its beginning, 0, to its tip, 1, as a share of the greatest, at 0.43.
  @inline(__always)
  private static func leafWidth(_ p: Float8) -> Float8 { Lanes.sqrt(p) * (1 - p) * (p * 0.8 + 1) * 1.9906 }

  /// Half of the breadth of a petal from its base, 0, to its tip, 1, as a share of the greatest, at 0.56: narrow at the base, round at the tip.
  @inline(__always)
  private static func petalWidth(_ q: Float8) -> Float8 { q * (1.9 - q * 0.9) * Lanes.sqrt(1 - q) * 1.9284 }

  /// A bound of the magnitude of y between two places along the length.
  @inline(__always)
  func greatestHalf(from first: Float8, to last: Float8) -> Float8 {
    @inline(__always) func greatest(_ a: Float8, _ b: Float8, peak: Float, _ width: (Float8) -> Float8) -> Float8 {
      let ends = Lanes.max(width(a), width(b))
      return Lanes.select((a .< peak) .& (b .> peak), Float8(repeating: 1), ends) * halfBreadth
    }
    switch style.form {
    case .paper, .ribbon: return Float8(repeating: halfBreadth)
    case .leaf:
      let scale = 1 / (1 - Self.bladeStart)
      let (a, b) = (
        saturate((first * inverseLength - Self.bladeStart) * scale),
        saturate((last * inverseLength - Self.bladeStart) * scale)
      )
      let blade = greatest(a, b, peak: 0.43) { Self.leafWidth($0) }
      return Lanes.max(blade * (1 - Self.greatestCurve), Self.stalkHalfWidth * halfLength)
        + Self.greatestCurve * halfBreadth
    case .petal:
      return greatest(first * (0.5 * inverseLength) + 0.5, last * (0.5 * inverseLength) + 0.5, peak: 0.56) {
        Self.petalWidth(saturate($0))
      }
    }
  }

  /// The coverage between two sides, `near` pixels inside of the nearer and `far` inside of the other one.
  @inline(__always)
  private func between(_ near: Float8, _ far: Float8) -> Float8 {
    saturate(saturate(near + 0.5) + saturate(far + 0.5) - 1)
  }

  // MARK: Paper, ribbon

  @inline(__always)
  private func strip(_ x: Float8, _ y: Float8, _ pose: SheetPose, _ sight: SheetPose.Sight) -> Place {
    var place = Place()
    let one = Float8(repeating: 1)
    let acrossSides = pose.pixels(Float8(), one, sight)
    let (distanceX, distanceY) = (Lanes.abs(x), Lanes.abs(y))
    var coverage = between((halfBreadth - distanceY) * acrossSides, (halfBreadth + distanceY) * acrossSides)
    if style.notch > 0, style.form == .ribbon {
      let acrossEnd = pose.pixels(one, Float8(), sight)
      coverage *= saturate((x + halfLength) * acrossEnd + 0.5) * notch(x, y, pose, sight)
    } else {
      let acrossEnd = pose.pixels(one, Float8(), sight)
      coverage *= between((halfLength - distanceX) * acrossEnd, (halfLength + distanceX) * acrossEnd)
    }
    place.coverage = coverage
    place.progress = x * (0.5 * inverseLength) + 0.5
    (place.offset, place.half) = (y, Float8(repeating: halfBreadth))
    return place
  }

  /// The coverage of what a straight notch over the whole breadth leaves.
  @inline(__always)
  private func notch(_ x: Float8, _ y: Float8, _ pose: SheetPose, _ sight: SheetPose.Sight) -> Float8 {
    let slope = style.notch * halfLength * inverseBreadth
    let distance = (Lanes.abs(y) - halfBreadth) * slope + (halfLength - x)
    let gradient = Lanes.copySign(Float8(repeating: slope), y)
    return saturate(distance * pose.pixels(Float8(repeating: -1), gradient, sight) + 0.5)
  }

  /// The coverage of what a notch between two round lobes leaves.
  @inline(__always)
  private func roundNotch(_ x: Float8, _ y: Float8, _ pose: SheetPose, _ sight: SheetPose.Sight) -> Float8 {
    let depth = style.notch * halfLength
    let inverseWidth = inverseBreadth * (1 / Self.lobeMiddle)
    // 1 in the middle, 0 where a lobe reaches farthest.
    let inside = Lanes.max(1 - Lanes.abs(y) * inverseWidth, 0)
    let slope = inside * (2 * depth * inverseWidth)
    let distance = (halfLength - x) - inside * inside * depth
    let pixels = pose.pixels(Float8(repeating: -1), Lanes.copySign(slope, y), sight)
    return saturate(distance * pixels + 0.5)
  }

  // MARK: Leaf

  @inline(__always)
  private func leaf(_ x: Float8, _ y: Float8, _ pose: SheetPose, _ sight: SheetPose.Sight) -> Place {
    var place = Place()
    let scale = 1 / (1 - Self.bladeStart)
    let unlimited = (x * inverseLength - Self.bladeStart) * scale
    let p = saturate(unlimited)
    // The midrib is slightly curved, and the blade as much less broad.
    let bladeHalf = (1 - Self.greatestCurve) * halfBreadth
    let y = y - (p * (1 - p)) * (4 * Self.greatestCurve * halfBreadth)
    let distance = Lanes.abs(y)
    let root = Lanes.sqrt(p)
    let (rest, growth) = (1 - p, p * 0.8 + 1)
    let width = Self.leafWidth(p)
    let steepness =
      (rest * growth * 0.5 / Lanes.max(root, 0.05) + root * (rest * 0.8 - growth))
      * (1.9906 * scale * inverseLength * bladeHalf)
    // One half is a little wider.
    var half = width * (Lanes.copySign(Float8(repeating: 0.05), y) + 0.95) * bladeHalf
    if style.serration > 0 {
      let teeth = Lanes.fract(p * (2 * Self.veinCount))
      half *= 1 - (1 - teeth) * (style.serration * 0.1)
    }
    let stalk =
      saturate((x + halfLength) + 0.5) * Lanes.select(p .< 0.5, Float8(repeating: Self.stalkHalfWidth), Float8())
      * halfLength
    let isStalk = stalk .> half
    half = Lanes.max(half, stalk)
    let pixels = pose.pixels(
      Lanes.select(isStalk, Float8(), steepness), Lanes.copySign(Float8(repeating: 1), -y), sight)
    place.coverage = between((half - distance) * pixels, (half + distance) * pixels)
    place.progress = p
    (place.offset, place.half) = (y, half)
    return place
  }

  /// A midrib, and side veins that leave it towards the tip, in turns on both sides.
  @inline(__always)
  private func addLeafVeins(_ place: inout Place) {
    let (p, y) = (place.progress, place.offset)
    let distance = Lanes.abs(y)
    let pixelsOfLength = 2 * halfLength
    let ribHalfWidth = (1.05 - p) * (0.012 * pixelsOfLength)
    let rib = Self.line(distance, halfWidth: ribHalfWidth)
    let aside = Lanes.abs(place.across)
    // Side veins bend forwards.
    let shift = Lanes.copySign(Float8(repeating: 0.25), y) + 0.25
    let v = distance * inverseLength
    let phase = (p - v * (v * 0.5 + 0.45)) * Self.veinCount + shift
    let nearest = Lanes.abs(Lanes.fract(phase) - 0.5)
    let width = (1.1 - aside) * (0.0055 * pixelsOfLength)
    let veins = Self.line((0.5 - nearest) * (0.75 * pixelsOfLength / Self.veinCount), halfWidth: width)
    place.vein = Lanes.max(rib, veins * 0.7) * style.veins
    place.swelling = 1 - (0.5 - nearest) * (0.5 - nearest) * (0.9 * style.veins) * saturate(aside * 4)
  }

  /// The share of a pixel that a line covers, whose width may be less than a pixel.
  @inline(__always)
  private static func line(_ distance: Float8, halfWidth: Float8) -> Float8 {
    saturate(halfWidth - distance + 0.5) * Lanes.min(halfWidth * 2, 1)
  }

  // MARK: Petal

  @inline(__always)
  private func petal(_ x: Float8, _ y: Float8, _ pose: SheetPose, _ sight: SheetPose.Sight) -> Place {
    var place = Place()
    let q = saturate(x * (0.5 * inverseLength) + 0.5)
    let root = Lanes.sqrt(1 - q)
    let base = q * (1.9 - q * 0.9)
    let half = Self.petalWidth(q) * halfBreadth
    let steepness =
      ((1.9 - q * 1.8) * root - base * 0.5 / Lanes.max(root, 0.05)) * (0.9642 * halfBreadth * inverseLength)
    let distance = Lanes.abs(y)
    let pixels = pose.pixels(steepness, Lanes.copySign(Float8(repeating: 1), -y), sight)
    var coverage = between((half - distance) * pixels, (half + distance) * pixels)
    if style.notch > 0 { coverage *= roundNotch(x, y, pose, sight) }
    place.coverage = coverage
    place.progress = q
    (place.offset, place.half) = (y, half)
    return place
  }

  /// Fine veins fan out from the base.
  @inline(__always)
  private func addPetalVeins(_ place: inout Place) {
    let q = place.progress
    let nearest = Lanes.abs(Lanes.fract(place.across * 4.5 * (q * 0.35 + 0.65)) - 0.5) * 2
    let fade = saturate((1 - q) * 1.6) * min(halfBreadth * 0.0625, 1)
    place.vein = nearest * nearest * fade * (0.45 * style.veins)
  }
}
