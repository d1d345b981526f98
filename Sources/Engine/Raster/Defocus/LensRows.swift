import Lanes

/// The disc of a lens on the grid of `DefocusGrid`, as rows of cells. Each row is as wide as the disc is on average over the row's height.
struct LensRows {
  /// Number of rows from the middle row downwards, including it; the rows above mirror them.
  let count: Int
  /// 1 ÷ the sum of all rows' widths, in cells.
  let inverseArea: Float
  private var wholes = SIMD16<Int32>()
  private var fractions = SIMD16<Float>()

  /// The reach of the row at `distance` rows from the middle row: half its width in cells, plus ½, as the whole part and the fraction.
  subscript(distance: Int) -> (whole: Int, fraction: Float) {
    @inline(__always) get { (Int(wholes[distance]), fractions[distance]) }
  }

  /// - Parameter exactRadius: the disc's radius in cells.
  init(radius exactRadius: Float) {
    // A row's width is measured along eight lines. A smaller disc would fit between two lines and have no area. A radius of a tenth of
    // a cell blurs nothing visibly.
    let radius = max(exactRadius, 0.1)
    // Row d covers the distances d − ½ to d + ½ from the middle, so it is needed if d − ½ < radius.
    count = max(Int((radius - 0.5).rounded(.up)), 0) + 1
    var area: Float = 0
    for distance in 0..<count {
      // The mean of the half widths of the disc along eight lines across the row.
      let y = Float(distance) - 0.5 + (Lanes.laneNumbers + 0.5) * 0.125
      let halfWidths = Lanes.sqrt(Lanes.max(radius * radius - y * y, 0))
      let pairs = halfWidths.lowHalf + halfWidths.highHalf
      let halfWidth = ((pairs[0] + pairs[2]) + (pairs[1] + pairs[3])) * 0.125
      // Every row but the middle one exists twice: above and below the middle.
      area += 2 * halfWidth * (distance == 0 ? 1 : 2)
      let reach = halfWidth + 0.5
      let whole = Int(reach)
      wholes[distance] = Int32(whole)
      fractions[distance] = reach - Float(whole)
    }
    inverseArea = 1 / area
  }
}
