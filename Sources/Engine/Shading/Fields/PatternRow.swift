import Lanes

/// A row of pixels on the plane of a pattern: the coordinates of each pixel in cells, its footprint on the plane, and how much
/// of the footprint the pattern covers.
///
/// A footprint is a box along the cells' axes u and v. Its size along u is how much u changes from one pixel to the next plus how much
/// it changes from one row to the next; likewise along v.
///
/// The functions `grid`, `stripes`, `checks`, `dots` and `hexagons` take the x of eight pixels' centres, in frame pixels.
struct PatternRow {
  /// A pixel whose centre has the coordinate x in the frame has u = (x − centerX)·uSlope + uConstant, and v likewise.
  private let centerX: Float
  private let uSlope, uConstant, vSlope, vConstant: Float
  /// The magnitudes of the changes of u and v to the next pixel of the row.
  private let stepRightU, stepRightV: Float
  /// The change of u and v to the next row: (x − centerX)·stepDownSlope + stepDownConstant.
  private let stepDownSlopeU, stepDownSlopeV: Float
  private let stepDownConstantU, stepDownConstantV: Float
  /// The width of lines and stripes, the diameter of dots, or the width of hexagons' sides, in cells.
  private let thickness: Float
  /// Cells by which every footprint is widened.
  private let softness: Float

  /// - Parameter row: counted from the top of the frame.
  /// - Returns: nil for a row beyond the horizon.
  init?(_ view: PatternLayerShader.View, row: Int) {
    // With perspective p, tilt θ, and x and y in points from the centre, the plane's Y = y·p ÷ n with n = p·cos θ + y·sin θ, and
    // its X = x·scale with scale = (p − Y·sin θ) ÷ p. `slope` is dY/dy, and `scaleSlope` is d(scale)/dy.
    let y = (Double(row) + 0.5 - view.centerY) * view.pointsPerPixel
    let p = view.perspective
    let n = p * view.cosine + y * view.sine
    guard n > 1e-4 * p else { return nil }
    let planeY = y * p / n
    let scale = (p - planeY * view.sine) / p
    let slope = p * p * view.cosine / (n * n)
    let scaleSlope = -view.sine * slope / p
    centerX = Float(view.centerX)
    let step = view.pointsPerPixel
    // An even number of cells is subtracted from u, so that Float is precise enough. No pattern is changed by that: checks repeat after two
    // cells, all others after one.
    let (constantU, constantV) = (planeY * view.xy + view.offsetX, planeY * view.yy + view.offsetY)
    uSlope = Float(step * scale * view.xx)
    vSlope = Float(step * scale * view.yx)
    uConstant = Float(constantU - 2 * (constantU / 2).rounded(.down))
    vConstant = Float(constantV)
    stepRightU = Float((step * scale * view.xx).magnitude)
    stepRightV = Float((step * scale * view.yx).magnitude)
    // For each point down the canvas, the point that is seen moves by (x · scaleSlope, slope) on the plane.
    stepDownSlopeU = Float(step * step * scaleSlope * view.xx)
    stepDownConstantU = Float(step * slope * view.xy)
    stepDownSlopeV = Float(step * step * scaleSlope * view.yx)
    stepDownConstantV = Float(step * slope * view.yy)
    thickness = view.thickness
    softness = view.softness
  }

  private struct CellCoordinates {
    /// Position in cells.
    let u, v: Float8
    /// Sizes of the footprint in cells.
    let du, dv: Float8
  }

  /// The coordinates of eight pixels, given the x of their centres in frame pixels.
  @inline(__always)
  private func coordinates(_ x: Float8) -> CellCoordinates {
    let offset = x - centerX
    return CellCoordinates(
      u: offset * uSlope + uConstant, v: offset * vSlope + vConstant,
      du: Lanes.max(Lanes.abs(offset * stepDownSlopeU + stepDownConstantU) + stepRightU, 1e-5) + softness,
      dv: Lanes.max(Lanes.abs(offset * stepDownSlopeV + stepDownConstantV) + stepRightV, 1e-5) + softness)
  }

  /// The share of the interval x ± width/2 that is covered by bands, `thickness` wide, around whole numbers.
  @inline(__always)
  private func bands(_ x: Float8, _ width: Float8) -> Float8 {
    // Shifted so that bands begin at whole numbers. Then they cover ⌊x⌋·thickness + min(x − ⌊x⌋, thickness) between 0 and x.
    let start = x + 0.5 * thickness - width * 0.5
    let end = start + width
    let (wholeStart, wholeEnd) = (Lanes.floor(start), Lanes.floor(end))
    let from = Lanes.min(start - wholeStart, thickness)
    let to = Lanes.min(end - wholeEnd, thickness)
    let covered = (wholeEnd - wholeStart) * thickness + (to - from)
    return Lanes.clamp(covered / width, 0, 1)
  }

  /// The share of each footprint that lines along both axes cover.
  @inline(__always)
  func grid(_ x: Float8) -> Float8 {
    let cell = coordinates(x)
    let (coverageU, coverageV) = (bands(cell.u, cell.du), bands(cell.v, cell.dv))
    return coverageU + coverageV - coverageU * coverageV
  }

  /// The share of each footprint that stripes cover, which repeat along u.
  @inline(__always)
  func stripes(_ x: Float8) -> Float8 {
    let cell = coordinates(x)
    return bands(cell.u, cell.du)
  }

  /// The share of each footprint that the coloured squares of a checkerboard cover.
  @inline(__always)
  func checks(_ x: Float8) -> Float8 {
    let cell = coordinates(x)
    let product = meanSquareWave(cell.u, cell.du) * meanSquareWave(cell.v, cell.dv)
    return 0.5 - 0.5 * product
  }

  /// The mean over x ± width/2 of a square wave that is 1 from 0 to 1 and −1 from 1 to 2.
  @inline(__always)
  private func meanSquareWave(_ x: Float8, _ width: Float8) -> Float8 {
    let (from, to) = (x - width * 0.5, x + width * 0.5)
    return Lanes.clamp((triangle(to) - triangle(from)) / width, -1, 1)
  }

  /// The integral of the square wave of `meanSquareWave`, a triangle wave: 0 at 0, 1 at 1, 0 at 2.
  @inline(__always)
  private func triangle(_ x: Float8) -> Float8 {
    let phase = x - Lanes.floor(x * 0.5) * 2
    return 1 - Lanes.abs(phase - 1)
  }

  /// The share of each footprint that discs around points with whole coordinates cover; `thickness` is their diameter.
  @inline(__always)
  func dots(_ x: Float8) -> Float8 {
    let cell = coordinates(x)
    let (offsetU, offsetV) = (cell.u - Lanes.round(cell.u), cell.v - Lanes.round(cell.v))
    let width = (cell.du + cell.dv) * 0.5
    let radius = thickness / 2
    let coverage = Lanes.clamp((radius - Lanes.sqrt(offsetU * offsetU + offsetV * offsetV)) / width + 0.5, 0, 1)
    // Dots smaller than a footprint become fainter, down to 1 − 0.215 ≈ π/4, the share of a square that its inscribed disc covers.
    let footprintPerDot = Lanes.min(width * 0.5 / radius, 1)
    return faded(
      coverage * (1 - footprintPerDot * footprintPerDot * 0.215), mean: Float(Double.pi) * radius * radius, cell)
  }

  /// The share of each footprint that the outlines of hexagons cover. Two sides of each hexagon are parallel to the axis v.
  @inline(__always)
  func hexagons(_ x: Float8) -> Float8 {
    let cell = coordinates(x)
    // The centres of hexagons form two rectangular lattices with cells of 1 by √3: a begins at (0, 0), b half a cell further along
    // both axes. (u, v) becomes the offset from the nearest centre, mirrored into the first quadrant.
    let cellHeight = Float(3.0.squareRoot())
    let au = cell.u - Lanes.round(cell.u)
    let av = cell.v - Lanes.round(cell.v * (1 / cellHeight)) * cellHeight
    let bu = cell.u - Lanes.floor(cell.u) - 0.5
    let bv = cell.v - (Lanes.floor(cell.v * (1 / cellHeight)) + 0.5) * cellHeight
    let squaredA = au * au + av * av
    let squaredB = bu * bu + bv * bv
    let isNearerToA = squaredA .< squaredB
    let u = Lanes.abs(Lanes.select(isNearerToA, au, bu))
    let v = Lanes.abs(Lanes.select(isNearerToA, av, bv))
    // The distance from the nearest side: sides lie half a cell from the centre.
    let distance = 0.5 - Lanes.max(u, u * 0.5 + v * (cellHeight / 2))
    let width = (cell.du + cell.dv) * 0.5
    let coverage = Lanes.clamp((0.5 * thickness - distance) / width + 0.5, 0, 1)
    // A line narrower than a footprint covers at most this share of it.
    let greatestShare = Lanes.min(Float8(repeating: thickness) / width, 1)
    // The size of a hexagon's inside, without its outline, ÷ that of the hexagon.
    let insideScale = 1 - thickness
    return faded(Lanes.min(coverage, greatestShare), mean: 1 - insideScale * insideScale, cell)
  }

  /// Fades to the mean of the pattern where a footprint is nearly a cell: from 0.31 to 0.94 cells.
  @inline(__always)
  private func faded(_ value: Float8, mean: Float, _ cell: CellCoordinates) -> Float8 {
    let share = Lanes.clamp(Lanes.max(cell.du, cell.dv) * 1.6 - 0.5, 0, 1)
    return value + (mean - value) * smoothStep(share)
  }
}
