import Colorimetry
import Lanes
import Model

/// The colours of a mesh over its grid, as bicubic patches of the values that tiles hold.
///
/// Between the vertices the mixture, premultiplied and in the mesh's own colour space, is a tensor product of cubic Hermite
/// curves, or bilinear if unsmoothed. Slopes are central differences, zero at the boundary and at extremes, and at most three
/// times the smaller of the adjacent differences (F. N. Fritsch and R. E. Carlson, "Monotone Piecewise Cubic Interpolation",
/// 1980). Mixed derivatives are a quarter of the diagonal differences.
///
/// Where tiles hold another encoding (mostly linear light), each cell is divided into as many patches as a bicubic through 4 ×
/// 4 exact colours needs to stay within 1/8,000 of the range of sRGB-encoded values, 0.03 of an 8-bit step. Adjacent patches
/// share the colours of their common side, so that there are no seams.
/// Cost: some 50 ns for each of the 12 to 19 exact colours of a patch; only once if the colours are constant.
struct MeshColors {
  /// Cells in a row and in a column.
  private let columns: Int
  private let rows: Int
  private let interpolation: ColorInterpolation
  private let encoding: ColorRamp.Encoding
  /// Whether colours are cubic between vertices; otherwise they are bilinear.
  private let smooths: Bool

  /// Patches along each side of a cell.
  private(set) var divisions = 1
  private(set) var isOpaque = false
  /// 16 coefficients (R, G, B, A) for each patch: that of uⁱvʲ has index 4j + i, u and v from −1 to 1. The patches of a cell
  /// follow each other row by row, and so do the cells.
  let patches = AlignedBuffer<SIMD4<Float>>(count: 0)

  // The mixture at the vertices, premultiplied and in the mesh's colour space, and the mixture's derivatives per cell; row by row.
  private let values = AlignedBuffer<SIMD4<Double>>(count: 0)
  private let slopesX = AlignedBuffer<SIMD4<Double>>(count: 0)
  private let slopesY = AlignedBuffer<SIMD4<Double>>(count: 0)
  private let mixedDerivatives = AlignedBuffer<SIMD4<Double>>(count: 0)
  /// Memory for the exact colours of one cell, and for those of a patch's check points.
  private let exactColors = AlignedBuffer<SIMD4<Double>>(count: 0)
  private let checkColors = AlignedBuffer<SIMD4<Double>>(count: 4)

  /// Greatest error, where 1 is the range of sRGB-encoded values.
  private static let tolerance = 1.0 / 8000
  /// The numbers of patches along a side that are tried. The last number is accepted however large the error is.
  private static let divisionCounts = [1, 2, 3, 4, 6, 8, 12, 16]

  init(_ mesh: Mesh, encoding: ColorRamp.Encoding) {
    columns = mesh.columns - 1
    rows = mesh.rows - 1
    interpolation = mesh.interpolation
    smooths = mesh.smoothsColors
    self.encoding = encoding
    values.resize(to: mesh.columns * mesh.rows)
    slopesX.resize(to: mesh.columns * mesh.rows)
    slopesY.resize(to: mesh.columns * mesh.rows)
    mixedDerivatives.resize(to: mesh.columns * mesh.rows)
  }

  /// Evaluates the colours at a time.
  mutating func update(_ mesh: Mesh, at clock: AnimationClock) {
    isOpaque = true
    for index in mesh.vertices.indices {
      let color = mesh.vertices[index].color.value(at: clock)
      if color.alpha < 1 { isOpaque = false }
      let alpha = color.alpha
      let components = interpolation.space.components(ofLight: SIMD3(color.red, color.green, color.blue))
      values.base[index] = SIMD4(components * alpha, alpha)
    }
    findSlopes()
    for count in MeshColors.divisionCounts {
      divisions = count
      if fitPatches() { break }
    }
  }

  // MARK: Slopes

  /// Derives the mixture's derivatives at all vertices.
  private func findSlopes() {
    let width = columns + 1
    for row in 0...rows {
      for column in 0...columns {
        let vertex = row * width + column
        slopesX.base[vertex] = slope(vertex, stride: 1, at: column, last: columns)
        slopesY.base[vertex] = slope(vertex, stride: width, at: row, last: rows)
        guard smooths, column > 0, row > 0, column < columns, row < rows else {
          mixedDerivatives.base[vertex] = .zero
          continue
        }
        let rising = values.base[vertex + width + 1] + values.base[vertex - width - 1]
        let falling = values.base[vertex + width - 1] + values.base[vertex - width + 1]
        mixedDerivatives.base[vertex] = (rising - falling) / 4
      }
    }
  }

  /// The derivative at a vertex along its row or column. `stride` is the distance of neighbours in `values`; `index`, 0...last, is
  /// the vertex's position in the row or column.
  private func slope(_ vertex: Int, stride: Int, at index: Int, last: Int) -> SIMD4<Double> {
    guard smooths, index > 0, index < last else { return .zero }
    let before = values.base[vertex] - values.base[vertex - stride]
    let after = values.base[vertex + stride] - values.base[vertex]
    var slope = (before + after) / 2
    for channel in 0..<4 {
      if before[channel] * after[channel] <= 0 {
        slope[channel] = 0
        continue
      }
      let maximum = 3 * min(before[channel].magnitude, after[channel].magnitude)
      if slope[channel].magnitude > maximum { slope[channel] = slope[channel] < 0 ? -maximum : maximum }
    }
    return slope
  }

  // MARK: Patches

  /// Whether tiles hold the mixture itself, which is bicubic.
  private var tilesHoldMixture: Bool {
    switch encoding {
    case .linear: interpolation.space == .srgbLinear
    case .srgb: interpolation.space == .srgb
    }
  }

  /// Fits `divisions` × `divisions` patches to each cell. Returns false if these are too few.
  private func fitPatches() -> Bool {
    let count = divisions
    patches.resize(to: 16 * count * count * columns * rows)
    // Four exact colours along the side of a patch; adjacent patches share one.
    let colorsPerSide = 3 * count + 1
    exactColors.resize(to: colorsPerSide * colorsPerSide)
    let skipsCheck = tilesHoldMixture || count == MeshColors.divisionCounts.last
    var patch = patches.base
    for row in 0..<rows {
      for column in 0..<columns {
        findExactColors(column, row)
        for y in 0..<count {
          for x in 0..<count {
            fitPatch(patch, exactColors.base + (3 * y * colorsPerSide + 3 * x), colorsPerSide)
            if !skipsCheck, !isClose(patch, column, row, x, y) { return false }
            patch += 16
          }
        }
      }
    }
    return true
  }

  /// Sets `exactColors` to the colours of a cell at the ends and the quarters of every patch, row by row.
  private func findExactColors(_ column: Int, _ row: Int) {
    let colorsPerSide = 3 * divisions + 1
    for x in 0..<colorsPerSide {
      let curve = CrossSection(self, column, row, at: parameter(of: x))
      for y in 0..<colorsPerSide { exactColors.base[y * colorsPerSide + x] = curve.value(at: parameter(of: y)) }
    }
    convertToTileValues(exactColors.base, count: colorsPerSide * colorsPerSide)
  }

  /// The parameter along a cell, 0...1, at which the exact colour with this column or row is taken: at 0, ¼ and ¾ of each
  /// patch.
  private func parameter(of index: Int) -> Double {
    let quarter = [0, 0.25, 0.75][index % 3]
    return (Double(index / 3) + quarter) / Double(divisions)
  }

  /// Writes the bicubic through 4 × 4 colours, at −1, −½, ½ and 1 along both axes, to `patch`. Rows of `colors` lie
  /// `colorsPerSide` elements apart.
  private func fitPatch(
    _ patch: UnsafeMutablePointer<SIMD4<Float>>, _ colors: UnsafePointer<SIMD4<Double>>, _ colorsPerSide: Int
  ) {
    /// The cubic over −1...1 through values at −1, −½, ½ and 1 (as in `ColorCurve`).
    func cubic(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>) -> Cubic {
      let (evenEnds, evenQuarters) = ((a + d) / 2, (b + c) / 2)
      let (oddEnds, oddQuarters) = ((d - a) / 2, (c - b) / 2)
      let p2 = (evenEnds - evenQuarters) * (4.0 / 3)
      let p3 = (oddEnds - 2 * oddQuarters) * (4.0 / 3)
      return Cubic(c0: evenEnds - p2, c1: oddEnds - p3, c2: p2, c3: p3)
    }
    /// The cubic through the colours of a row.
    func along(_ row: Int) -> Cubic {
      let first = colors + row * colorsPerSide
      return cubic(first[0], first[1], first[2], first[3])
    }
    let (a, b, c, d) = (along(0), along(1), along(2), along(3))
    // For each power of u, its coefficient as a cubic over v.
    let coefficients = [
      cubic(a.c0, b.c0, c.c0, d.c0), cubic(a.c1, b.c1, c.c1, d.c1), cubic(a.c2, b.c2, c.c2, d.c2),
      cubic(a.c3, b.c3, c.c3, d.c3),
    ]
    for power in 0..<4 {
      patch[power] = SIMD4<Float>(coefficients[power].c0)
      patch[4 + power] = SIMD4<Float>(coefficients[power].c1)
      patch[8 + power] = SIMD4<Float>(coefficients[power].c2)
      patch[12 + power] = SIMD4<Float>(coefficients[power].c3)
    }
  }

  /// Whether a patch is close to the exact colours at three check points, which lie between the colours that the patch passes through.
  /// (x, y) is the patch's column and row in the cell.
  private func isClose(_ patch: UnsafePointer<SIMD4<Float>>, _ column: Int, _ row: Int, _ x: Int, _ y: Int) -> Bool {
    // The check points (u, v).
    let points = [(0.0, 0.0), (0.0, 0.8), (-0.8, 0.0)]
    for (index, point) in points.enumerated() {
      let curve = CrossSection(self, column, row, at: (Double(x) + (point.0 + 1) / 2) / Double(divisions))
      checkColors.base[index] = curve.value(at: (Double(y) + (point.1 + 1) / 2) / Double(divisions))
    }
    convertToTileValues(checkColors.base, count: points.count)
    for (index, point) in points.enumerated() {
      let exact = checkColors.base[index]
      let found = MeshColors.value(of: patch, Float(point.0), Float(point.1))
      for channel in 0..<4 {
        var allowed = MeshColors.tolerance
        // Encoding stretches light x by 0.44 ÷ x^(7/12), which is at most 1 ÷ (1.4·√x); near black by 12.92 = 1 ÷ 0.0774.
        if encoding == .linear, channel < 3 { allowed *= max(0.0774, 1.4 * exact[channel].magnitude.squareRoot()) }
        if !((exact[channel] - Double(found[channel])).magnitude <= allowed) { return false }
      }
    }
    return true
  }

  /// The colour of a patch at u and v of −1...1.
  private static func value(of patch: UnsafePointer<SIMD4<Float>>, _ u: Float, _ v: Float) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    for power in [3, 2, 1, 0] {
      let first = patch + 4 * power
      sum = sum * v + (((first[3] * u + first[2]) * u + first[1]) * u + first[0])
    }
    return sum
  }

  /// Converts mixtures in place to colours as tiles hold them. If a transfer function is needed, two mixtures are converted at a time.
  private func convertToTileValues(_ mixtures: UnsafeMutablePointer<SIMD4<Double>>, count: Int) {
    if tilesHoldMixture { return }
    var index = 0
    while index < count {
      let isPair = index + 1 < count
      let (first, second) = (mixtures[index], isPair ? mixtures[index + 1] : .zero)
      let (a, b) = (straightColor(of: first), straightColor(of: second))
      var colors = SIMD8(lowHalf: a, highHalf: b)
      if encoding == .srgb || interpolation.space == .srgb {
        var lanes = Lanes.narrow(colors)
        lanes = encoding == .srgb ? MeshColors.encoded(lanes) : MeshColors.decoded(lanes)
        colors = Lanes.widen(lanes)
      }
      mixtures[index] = premultiplied(colors.lowHalf, first)
      if isPair { mixtures[index + 1] = premultiplied(colors.highHalf, second) }
      index += 2
    }
  }

  private func alpha(of mixture: SIMD4<Double>) -> Double { isOpaque ? 1 : min(max(mixture.w, 0), 1) }

  /// The straight linear light of a mixture; or, if the mesh's colour space is `srgb`, its straight encoded values.
  private func straightColor(of mixture: SIMD4<Double>) -> SIMD4<Double> {
    let alpha = self.alpha(of: mixture)
    guard alpha > 1e-6 else { return .zero }
    let components = SIMD3(mixture.x, mixture.y, mixture.z) / alpha
    let color = interpolation.space == .srgb ? components : interpolation.space.linearLight(components)
    return SIMD4(color, 0)
  }

  /// A straight colour, premultiplied by a mixture's alpha.
  private func premultiplied(_ color: SIMD4<Double>, _ mixture: SIMD4<Double>) -> SIMD4<Double> {
    let alpha = self.alpha(of: mixture)
    guard alpha > 1e-6 else { return .zero }
    return SIMD4(color.x * alpha, color.y * alpha, color.z * alpha, alpha)
  }

  /// The sRGB transfer function from light to encoded values, mirrored for negative values.
  private static func encoded(_ light: Float8) -> Float8 {
    let x = Lanes.abs(light)
    let power = 1.055 * Lanes.pow(Lanes.max(x, 1e-6), Float(1 / 2.4)) - 0.055
    return Lanes.copySign(Lanes.select(x .<= 0.0031308, x * 12.92, power), light)
  }

  /// The inverse of `encoded`.
  private static func decoded(_ value: Float8) -> Float8 {
    let x = Lanes.abs(value)
    let power = Lanes.pow((x + 0.055) * Float(1 / 1.055), 2.4)
    return Lanes.copySign(Lanes.select(x .<= 0.04045, x * Float(1 / 12.92), power), value)
  }

  /// c0 + x·(c1 + x·(c2 + x·c3)).
  private struct Cubic {
    let c0, c1, c2, c3: SIMD4<Double>
  }

  /// The mixture of a cell at a constant u, as a curve over v.
  private struct CrossSection {
    private let start, startSlope, end, endSlope: SIMD4<Double>
    private let smooths: Bool

    init(_ colors: MeshColors, _ column: Int, _ row: Int, at u: Double) {
      let width = colors.columns + 1
      let vertex = row * width + column
      smooths = colors.smooths
      let weights = CrossSection.weights(u, colors.smooths)
      func along(
        _ values: AlignedBuffer<SIMD4<Double>>, _ slopes: AlignedBuffer<SIMD4<Double>>, _ vertex: Int
      ) -> SIMD4<Double> {
        (values.base[vertex] * weights.x + values.base[vertex + 1] * weights.z)
          + (slopes.base[vertex] * weights.y + slopes.base[vertex + 1] * weights.w)
      }
      start = along(colors.values, colors.slopesX, vertex)
      startSlope = along(colors.slopesY, colors.mixedDerivatives, vertex)
      end = along(colors.values, colors.slopesX, vertex + width)
      endSlope = along(colors.slopesY, colors.mixedDerivatives, vertex + width)
    }

    func value(at v: Double) -> SIMD4<Double> {
      let weights = CrossSection.weights(v, smooths)
      return (start * weights.x + end * weights.z) + (startSlope * weights.y + endSlope * weights.w)
    }

    /// Hermite weights of the first value, its slope, the second value and its slope.
    private static func weights(_ t: Double, _ smooths: Bool) -> SIMD4<Double> {
      if !smooths { return SIMD4(1 - t, 0, t, 0) }
      let s = 1 - t
      return SIMD4((1 + 2 * t) * (s * s), t * (s * s), t * t * (3 - 2 * t), t * t * (t - 1))
    }
  }
}
