import Lanes

/// A row of pixels on the plane of a pattern: where each lies, in cells, how large its footprint is, and how much of that the
/// pattern covers.
///
/// A footprint is a box along the cells' axes: as wide as a step to the next pixel and one to the next row move along each.
struct PatternRow {
  /// u = (x − center) · a + b, v = (x − center) · c + d.
  private let center: Float
  private let a, b, c, d: Float
  /// Footprints: first what is the same along the row, then what grows with |x − center|.
  private let wideU, wideV: Float
  private let growU, growV: Float
  private let growMiddleU, growMiddleV: Float
  private let thickness: Float
  private let softness: Float

  /// nil beyond the horizon.
  init?(_ view: PatternLayerShader.View, row: Int) {
    // With perspective p, tilt θ and y from the center, the plane's Y = y·p ÷ (p·cos θ + y·sin θ), its X = x·(p − Y·sin θ) ÷ p.
    let y = (Double(row) + 0.5 - view.centerY) * view.pixel
    let p = view.perspective
    let n = p * view.cosine + y * view.sine
    guard n > 1e-4 * p else { return nil }
    let planeY = y * p / n
    let scale = (p - planeY * view.sine) / p
    let slope = p * p * view.cosine / (n * n)
    let scaleSlope = -view.sine * slope / p
    center = Float(view.centerX)
    let step = view.pixel
    // Numbers of whole cells are taken off, so that Float is fine enough.
    let (restB, restD) = (planeY * view.xy + view.offsetX, planeY * view.yy + view.offsetY)
    a = Float(step * scale * view.xx)
    c = Float(step * scale * view.yx)
    // Even numbers, for checks.
    b = Float(restB - 2 * (restB / 2).rounded(.down))
    d = Float(restD)
    wideU = Float((step * scale * view.xx).magnitude)
    wideV = Float((step * scale * view.yx).magnitude)
    // A step down moves by (x · scaleSlope, slope).
    growU = Float(step * step * scaleSlope * view.xx)
    growMiddleU = Float(step * slope * view.xy)
    growV = Float(step * step * scaleSlope * view.yx)
    growMiddleV = Float(step * slope * view.yy)
    thickness = view.thickness
    softness = view.softness
  }

  private struct Places {
    let u, v: Lane8
    /// Sizes of the footprint.
    let du, dv: Lane8
  }

  @inline(__always)
  private func places(_ x: Lane8) -> Places {
    let offset = x - center
    return Places(
      u: offset * a + b, v: offset * c + d,
      du: Lanes.max(Lanes.abs(offset * growU + growMiddleU) + wideU, 1e-5) + softness,
      dv: Lanes.max(Lanes.abs(offset * growV + growMiddleV) + wideV, 1e-5) + softness)
  }

  /// The share of x ± width/2 that bands cover which are `thickness` wide around whole numbers.
  @inline(__always)
  private func bands(_ x: Lane8, _ width: Lane8) -> Lane8 {
    // The integral of the bands, from the start of one.
    let start = x + 0.5 * thickness - width * 0.5
    let end = start + width
    let (wholeStart, wholeEnd) = (Lanes.floor(start), Lanes.floor(end))
    let from = Lanes.min(start - wholeStart, thickness)
    let to = Lanes.min(end - wholeEnd, thickness)
    let covered = (wholeEnd - wholeStart) * thickness + (to - from)
    return Lanes.clamp(covered / width, 0, 1)
  }

  @inline(__always)
  func grid(_ x: Lane8) -> Lane8 {
    let place = places(x)
    let (along, across) = (bands(place.u, place.du), bands(place.v, place.dv))
    return along + across - along * across
  }

  @inline(__always)
  func stripes(_ x: Lane8) -> Lane8 {
    let place = places(x)
    return bands(place.u, place.du)
  }

  @inline(__always)
  func checks(_ x: Lane8) -> Lane8 {
    let place = places(x)
    let product = square(place.u, place.du) * square(place.v, place.dv)
    return 0.5 - 0.5 * product
  }

  /// The mean over x ± width/2 of a wave that is 1 from 0 to 1 and −1 from 1 to 2.
  @inline(__always)
  private func square(_ x: Lane8, _ width: Lane8) -> Lane8 {
    let (from, to) = (x - width * 0.5, x + width * 0.5)
    return Lanes.clamp((triangle(to) - triangle(from)) / width, -1, 1)
  }

  /// Its integral: up to 1 at 1, back to 0 at 2.
  @inline(__always)
  private func triangle(_ x: Lane8) -> Lane8 {
    let place = x - Lanes.floor(x * 0.5) * 2
    return 1 - Lanes.abs(place - 1)
  }

  @inline(__always)
  func dots(_ x: Lane8) -> Lane8 {
    let place = places(x)
    let (du, dv) = (place.u - Lanes.round(place.u), place.v - Lanes.round(place.v))
    let width = (place.du + place.dv) * 0.5
    let radius = thickness / 2
    let edge = Lanes.clamp((radius - Lanes.sqrt(du * du + dv * dv)) / width + 0.5, 0, 1)
    // Dots smaller than a footprint cover less than their middle.
    let small = Lanes.min(width * 0.5 / radius, 1)
    return evened(edge * (1 - small * small * 0.215), mean: Float(Double.pi) * radius * radius, place)
  }

  /// The rims of hexagons, whose flat sides face left and right.
  @inline(__always)
  func hexagons(_ x: Lane8) -> Lane8 {
    let place = places(x)
    // The nearer middle of two rectangular lattices, 1 by √3.
    let tall = Float(3.0.squareRoot())
    let au = place.u - Lanes.round(place.u)
    let av = place.v - Lanes.round(place.v * (1 / tall)) * tall
    let bu = place.u - Lanes.floor(place.u) - 0.5
    let bv = place.v - (Lanes.floor(place.v * (1 / tall)) + 0.5) * tall
    let squareA = au * au + av * av
    let squareB = bu * bu + bv * bv
    let isFirst = squareA .< squareB
    let u = Lanes.abs(Lanes.select(isFirst, au, bu))
    let v = Lanes.abs(Lanes.select(isFirst, av, bv))
    // From the middle to the sides it is one half.
    let distance = 0.5 - Lanes.max(u, u * 0.5 + v * (tall / 2))
    let width = (place.du + place.dv) * 0.5
    let edge = Lanes.clamp((0.5 * thickness - distance) / width + 0.5, 0, 1)
    let thin = Lanes.min(Lane8(repeating: thickness) / width, 1)
    let hole = 1 - thickness
    return evened(Lanes.min(edge, thin), mean: 1 - hole * hole, place)
  }

  /// Gives way to the mean where a footprint is nearly a cell.
  @inline(__always)
  private func evened(_ value: Lane8, mean: Float, _ place: Places) -> Lane8 {
    let share = Lanes.clamp(Lanes.max(place.du, place.dv) * 1.6 - 0.5, 0, 1)
    return value + (mean - value) * smoothStep(share)
  }
}
