import Lanes

/// A row of pixels on the plane of a pattern: the coordinates of each in cells, its footprint, and how much of that the pattern
/// covers.
///
/// A footprint is a box along the cells' axes, as wide along each as one step to the next pixel and one to the next row.
struct PatternRow {
  /// u = (x − center) · a + b, v = (x − center) · c + d.
  private let center: Float
  private let a, b, c, d: Float
  /// Sizes of footprints: constants of the row, then terms that grow with |x − center|.
  private let baseU, baseV: Float
  private let growU, growV: Float
  private let growMiddleU, growMiddleV: Float
  private let thickness: Float
  private let softness: Float

  /// Nil beyond the horizon.
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
    // Whole cells are subtracted, an even number for checks, so that Float is precise enough.
    let (constantU, constantV) = (planeY * view.xy + view.offsetX, planeY * view.yy + view.offsetY)
    a = Float(step * scale * view.xx)
    c = Float(step * scale * view.yx)
    b = Float(constantU - 2 * (constantU / 2).rounded(.down))
    d = Float(constantV)
    baseU = Float((step * scale * view.xx).magnitude)
    baseV = Float((step * scale * view.yx).magnitude)
    // A step down moves by (x · scaleSlope, slope).
    growU = Float(step * step * scaleSlope * view.xx)
    growMiddleU = Float(step * slope * view.xy)
    growV = Float(step * step * scaleSlope * view.yx)
    growMiddleV = Float(step * slope * view.yy)
    thickness = view.thickness
    softness = view.softness
  }

  private struct CellCoordinates {
    let u, v: Float8
    /// Sizes of the footprint.
    let du, dv: Float8
  }

  @inline(__always)
  private func coordinates(_ x: Float8) -> CellCoordinates {
    let offset = x - center
    return CellCoordinates(
      u: offset * a + b, v: offset * c + d,
      du: Lanes.max(Lanes.abs(offset * growU + growMiddleU) + baseU, 1e-5) + softness,
      dv: Lanes.max(Lanes.abs(offset * growV + growMiddleV) + baseV, 1e-5) + softness)
  }

  /// The share of x ± width/2 that is covered by bands, `thickness` wide, around whole numbers.
  @inline(__always)
  private func bands(_ x: Float8, _ width: Float8) -> Float8 {
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
  func grid(_ x: Float8) -> Float8 {
    let cell = coordinates(x)
    let (along, across) = (bands(cell.u, cell.du), bands(cell.v, cell.dv))
    return along + across - along * across
  }

  @inline(__always)
  func stripes(_ x: Float8) -> Float8 {
    let cell = coordinates(x)
    return bands(cell.u, cell.du)
  }

  @inline(__always)
  func checks(_ x: Float8) -> Float8 {
    let cell = coordinates(x)
    let product = square(cell.u, cell.du) * square(cell.v, cell.dv)
    return 0.5 - 0.5 * product
  }

  /// The mean over x ± width/2 of a square wave that is 1 from 0 to 1 and −1 from 1 to 2.
  @inline(__always)
  private func square(_ x: Float8, _ width: Float8) -> Float8 {
    let (from, to) = (x - width * 0.5, x + width * 0.5)
    return Lanes.clamp((triangle(to) - triangle(from)) / width, -1, 1)
  }

  /// The integral of that wave: up to 1 at 1, back to 0 at 2.
  @inline(__always)
  private func triangle(_ x: Float8) -> Float8 {
    let phase = x - Lanes.floor(x * 0.5) * 2
    return 1 - Lanes.abs(phase - 1)
  }

  @inline(__always)
  func dots(_ x: Float8) -> Float8 {
    let cell = coordinates(x)
    let (du, dv) = (cell.u - Lanes.round(cell.u), cell.v - Lanes.round(cell.v))
    let width = (cell.du + cell.dv) * 0.5
    let radius = thickness / 2
    let edge = Lanes.clamp((radius - Lanes.sqrt(du * du + dv * dv)) / width + 0.5, 0, 1)
    // Correction for dots smaller than a footprint.
    let small = Lanes.min(width * 0.5 / radius, 1)
    return faded(edge * (1 - small * small * 0.215), mean: Float(Double.pi) * radius * radius, cell)
  }

  /// The outlines of hexagons whose flat sides face left and right.
  @inline(__always)
  func hexagons(_ x: Float8) -> Float8 {
    let cell = coordinates(x)
    // The nearer centre of two rectangular lattices, 1 by √3.
    let tall = Float(3.0.squareRoot())
    let au = cell.u - Lanes.round(cell.u)
    let av = cell.v - Lanes.round(cell.v * (1 / tall)) * tall
    let bu = cell.u - Lanes.floor(cell.u) - 0.5
    let bv = cell.v - (Lanes.floor(cell.v * (1 / tall)) + 0.5) * tall
    let squaredA = au * au + av * av
    let squaredB = bu * bu + bv * bv
    let isFirst = squaredA .< squaredB
    let u = Lanes.abs(Lanes.select(isFirst, au, bu))
    let v = Lanes.abs(Lanes.select(isFirst, av, bv))
    // The sides are one half from the centre.
    let distance = 0.5 - Lanes.max(u, u * 0.5 + v * (tall / 2))
    let width = (cell.du + cell.dv) * 0.5
    let edge = Lanes.clamp((0.5 * thickness - distance) / width + 0.5, 0, 1)
    let thin = Lanes.min(Float8(repeating: thickness) / width, 1)
    let hole = 1 - thickness
    return faded(Lanes.min(edge, thin), mean: 1 - hole * hole, cell)
  }

  /// Fades to the mean of the pattern where a footprint is nearly a cell.
  @inline(__always)
  private func faded(_ value: Float8, mean: Float, _ cell: CellCoordinates) -> Float8 {
    let share = Lanes.clamp(Lanes.max(cell.du, cell.dv) * 1.6 - 0.5, 0, 1)
    return value + (mean - value) * smoothStep(share)
  }
}
