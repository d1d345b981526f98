import Colorimetry
import Lanes
import Model

/// The colours of a mesh over its grid, as bicubic patches of the samples that tiles hold.
///
/// Between the points the mixture, premultiplied and in the mesh's own space, is a tensor product of cubic Hermite curves:
/// slopes are central differences, zero at the rim and at extremes, at most three times the smaller of both neighbouring steps
/// (F. N. Fritsch and R. E. Carlson, "Monotone Piecewise Cubic Interpolation", 1980), mixed slopes a quarter of the diagonal
/// difference; unsmoothed it is bilinear. Where tiles hold something else (light, mostly), each cell is cut in as many patches
/// as a bicubic through 4 × 4 exact colours needs to be within 1/8,000 of an sRGB-encoded unit of them in between: 0.03 of an
/// 8-bit step. Neighbouring patches share the colours of their common side, so that none has a seam.
/// Cost: some 50 ns for each of 12 to 19 exact colours a patch, once where colours rest.
struct MeshColors {
  /// Cells in a row and in a column.
  private let columns: Int
  private let rows: Int
  private let interpolation: ColorInterpolation
  private let encoding: ColorRamp.Encoding
  private let smooths: Bool

  /// Patches along each side of a cell.
  private(set) var divisions = 1
  private(set) var isOpaque = false
  /// 16 coefficients (R, G, B, A) for each patch: that of uⁱvʲ is number 4j + i, u and v from −1 to 1. Patches of a cell row by
  /// row, cells row by row.
  let patches = AlignedBuffer<SIMD4<Float>>(count: 0)

  // The mixture at the points, and its slopes.
  private let values = AlignedBuffer<SIMD4<Double>>(count: 0)
  private let slopesX = AlignedBuffer<SIMD4<Double>>(count: 0)
  private let slopesY = AlignedBuffer<SIMD4<Double>>(count: 0)
  private let mixed = AlignedBuffer<SIMD4<Double>>(count: 0)
  private let nodes = AlignedBuffer<SIMD4<Double>>(count: 0)
  private let probes = AlignedBuffer<SIMD4<Double>>(count: 4)

  private static let tolerance = 1.0 / 8000
  private static let allDivisions = [1, 2, 3, 4, 6, 8, 12, 16]

  init(_ mesh: Mesh, encoding: ColorRamp.Encoding) {
    columns = mesh.columns - 1
    rows = mesh.rows - 1
    interpolation = mesh.interpolation
    smooths = mesh.smoothsColors
    self.encoding = encoding
    values.reserve(mesh.columns * mesh.rows)
    slopesX.reserve(mesh.columns * mesh.rows)
    slopesY.reserve(mesh.columns * mesh.rows)
    mixed.reserve(mesh.columns * mesh.rows)
  }

  /// Reads the colours at a time.
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
    for count in MeshColors.allDivisions {
      divisions = count
      if fit() { break }
    }
  }

  // MARK: Slopes

  private func findSlopes() {
    let width = columns + 1
    for row in 0...rows {
      for column in 0...columns {
        let place = row * width + column
        slopesX.base[place] = slope(place, step: 1, at: column, last: columns)
        slopesY.base[place] = slope(place, step: width, at: row, last: rows)
        guard smooths, column > 0, row > 0, column < columns, row < rows else {
          mixed.base[place] = .zero
          continue
        }
        let rising = values.base[place + width + 1] + values.base[place - width - 1]
        let falling = values.base[place + width - 1] + values.base[place - width + 1]
        mixed.base[place] = (rising - falling) / 4
      }
    }
  }

  private func slope(_ place: Int, step: Int, at index: Int, last: Int) -> SIMD4<Double> {
    guard smooths, index > 0, index < last else { return .zero }
    let before = values.base[place] - values.base[place - step]
    let after = values.base[place + step] - values.base[place]
    var slope = (before + after) / 2
    for channel in 0..<4 {
      if before[channel] * after[channel] <= 0 {
        slope[channel] = 0
        continue
      }
      let most = 3 * min(before[channel].magnitude, after[channel].magnitude)
      if slope[channel].magnitude > most { slope[channel] = slope[channel] < 0 ? -most : most }
    }
    return slope
  }

  // MARK: Patches

  /// Whether tiles hold the mixture itself, which is bicubic.
  private var isExact: Bool {
    switch encoding {
    case .linear: interpolation.space == .srgbLinear
    case .srgb: interpolation.space == .srgb
    }
  }

  /// Makes the patches; false if they are too few.
  private func fit() -> Bool {
    let count = divisions
    patches.reserve(16 * count * count * columns * rows)
    let side = 3 * count + 1
    nodes.reserve(side * side)
    var patch = patches.base
    for row in 0..<rows {
      for column in 0..<columns {
        sampleNodes(column, row)
        for y in 0..<count {
          for x in 0..<count {
            fit(patch, nodes.base + (3 * y * side + 3 * x), side)
            if !isExact, count < 16, !isClose(patch, column, row, x, y) { return false }
            patch += 16
          }
        }
      }
    }
    return true
  }

  /// Exact colours of a cell at the ends and the quarters of every patch.
  private func sampleNodes(_ column: Int, _ row: Int) {
    let side = 3 * divisions + 1
    for x in 0..<side {
      let curve = CrossSection(self, column, row, at: place(of: x))
      for y in 0..<side { nodes.base[y * side + x] = curve.value(at: place(of: y)) }
    }
    sample(nodes.base, count: side * side)
  }

  private func place(of node: Int) -> Double {
    let quarter = [0, 0.25, 0.75][node % 3]
    return (Double(node / 3) + quarter) / Double(divisions)
  }

  /// The bicubic through 4 × 4 colours.
  private func fit(_ patch: UnsafeMutablePointer<SIMD4<Float>>, _ node: UnsafePointer<SIMD4<Double>>, _ side: Int) {
    func cubic(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>) -> Cubic {
      let (evenEnds, evenQuarters) = ((a + d) / 2, (b + c) / 2)
      let (oddEnds, oddQuarters) = ((d - a) / 2, (c - b) / 2)
      let p2 = (evenEnds - evenQuarters) * (4.0 / 3)
      let p3 = (oddEnds - 2 * oddQuarters) * (4.0 / 3)
      return Cubic(c0: evenEnds - p2, c1: oddEnds - p3, c2: p2, c3: p3)
    }
    func along(_ row: Int) -> Cubic {
      let first = node + row * side
      return cubic(first[0], first[1], first[2], first[3])
    }
    let (a, b, c, d) = (along(0), along(1), along(2), along(3))
    let columns = [
      cubic(a.c0, b.c0, c.c0, d.c0), cubic(a.c1, b.c1, c.c1, d.c1), cubic(a.c2, b.c2, c.c2, d.c2),
      cubic(a.c3, b.c3, c.c3, d.c3),
    ]
    for power in 0..<4 {
      patch[power] = SIMD4<Float>(columns[power].c0)
      patch[4 + power] = SIMD4<Float>(columns[power].c1)
      patch[8 + power] = SIMD4<Float>(columns[power].c2)
      patch[12 + power] = SIMD4<Float>(columns[power].c3)
    }
  }

  /// Compares a patch with the exact colours where it may be furthest from them.
  private func isClose(_ patch: UnsafePointer<SIMD4<Float>>, _ column: Int, _ row: Int, _ x: Int, _ y: Int) -> Bool {
    let places = [(0.0, 0.0), (0.0, 0.8), (-0.8, 0.0)]
    for (index, place) in places.enumerated() {
      let curve = CrossSection(self, column, row, at: (Double(x) + (place.0 + 1) / 2) / Double(divisions))
      probes.base[index] = curve.value(at: (Double(y) + (place.1 + 1) / 2) / Double(divisions))
    }
    sample(probes.base, count: places.count)
    for (index, place) in places.enumerated() {
      let exact = probes.base[index]
      let found = MeshColors.value(of: patch, Float(place.0), Float(place.1))
      for channel in 0..<4 {
        var allowed = MeshColors.tolerance
        // Encoding stretches light x by 0.44 ÷ x^(7/12), which is at most 1 ÷ (1.4·√x), and 13 times near black.
        if encoding == .linear, channel < 3 { allowed *= max(0.0774, 1.4 * exact[channel].magnitude.squareRoot()) }
        if !((exact[channel] - Double(found[channel])).magnitude <= allowed) { return false }
      }
    }
    return true
  }

  private static func value(of patch: UnsafePointer<SIMD4<Float>>, _ u: Float, _ v: Float) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    for power in [3, 2, 1, 0] {
      let first = patch + 4 * power
      sum = sum * v + (((first[3] * u + first[2]) * u + first[1]) * u + first[0])
    }
    return sum
  }

  /// Puts what tiles hold in place of mixtures, two at a time in lanes where a curve is in the way.
  private func sample(_ mixtures: UnsafeMutablePointer<SIMD4<Double>>, count: Int) {
    if isExact { return }
    var index = 0
    while index < count {
      let isPair = index + 1 < count
      let (first, second) = (mixtures[index], isPair ? mixtures[index + 1] : .zero)
      let (a, b) = (light(of: first), light(of: second))
      var samples = SIMD8(lowHalf: a, highHalf: b)
      if encoding == .srgb || interpolation.space == .srgb {
        var lanes = Lanes.narrow(samples)
        lanes = encoding == .srgb ? MeshColors.encoded(lanes) : MeshColors.decoded(lanes)
        samples = Lanes.widen(lanes)
      }
      mixtures[index] = premultiplied(samples.lowHalf, first)
      if isPair { mixtures[index + 1] = premultiplied(samples.highHalf, second) }
      index += 2
    }
  }

  private func alpha(of mixture: SIMD4<Double>) -> Double { isOpaque ? 1 : min(max(mixture.w, 0), 1) }

  /// Straight linear light of a mixture; of one in `srgb`, encoded values.
  private func light(of mixture: SIMD4<Double>) -> SIMD4<Double> {
    let alpha = self.alpha(of: mixture)
    guard alpha > 1e-6 else { return .zero }
    let components = SIMD3(mixture.x, mixture.y, mixture.z) / alpha
    let light = interpolation.space == .srgb ? components : interpolation.space.linearLight(components)
    return SIMD4(light, 0)
  }

  private func premultiplied(_ sample: SIMD4<Double>, _ mixture: SIMD4<Double>) -> SIMD4<Double> {
    let alpha = self.alpha(of: mixture)
    guard alpha > 1e-6 else { return .zero }
    return SIMD4(sample.x * alpha, sample.y * alpha, sample.z * alpha, alpha)
  }

  /// The sRGB curve and its inverse, mirrored below 0.
  private static func encoded(_ light: Lane8) -> Lane8 {
    let x = Lanes.abs(light)
    let power = 1.055 * Lanes.pow(Lanes.max(x, 1e-6), Float(1 / 2.4)) - 0.055
    return Lanes.copySign(Lanes.select(x .<= 0.0031308, x * 12.92, power), light)
  }

  private static func decoded(_ value: Lane8) -> Lane8 {
    let x = Lanes.abs(value)
    let power = Lanes.pow((x + 0.055) * Float(1 / 1.055), 2.4)
    return Lanes.copySign(Lanes.select(x .<= 0.04045, x * Float(1 / 12.92), power), value)
  }

  private struct Cubic {
    let c0, c1, c2, c3: SIMD4<Double>
  }

  /// A cell's mixture at one u, as a curve over v.
  private struct CrossSection {
    private let start, startSlope, end, endSlope: SIMD4<Double>
    private let smooths: Bool

    init(_ colors: MeshColors, _ column: Int, _ row: Int, at u: Double) {
      let width = colors.columns + 1
      let place = row * width + column
      smooths = colors.smooths
      let weights = CrossSection.weights(u, colors.smooths)
      func along(
        _ values: AlignedBuffer<SIMD4<Double>>, _ slopes: AlignedBuffer<SIMD4<Double>>, _ place: Int
      ) -> SIMD4<Double> {
        (values.base[place] * weights.x + values.base[place + 1] * weights.z)
          + (slopes.base[place] * weights.y + slopes.base[place + 1] * weights.w)
      }
      start = along(colors.values, colors.slopesX, place)
      startSlope = along(colors.slopesY, colors.mixed, place)
      end = along(colors.values, colors.slopesX, place + width)
      endSlope = along(colors.slopesY, colors.mixed, place + width)
    }

    func value(at v: Double) -> SIMD4<Double> {
      let weights = CrossSection.weights(v, smooths)
      return (start * weights.x + end * weights.z) + (startSlope * weights.y + endSlope * weights.w)
    }

    /// Of the first value, its slope, the second value, its slope.
    private static func weights(_ t: Double, _ smooths: Bool) -> SIMD4<Double> {
      if !smooths { return SIMD4(1 - t, 0, t, 0) }
      let rest = 1 - t
      return SIMD4((1 + 2 * t) * (rest * rest), t * (rest * rest), t * t * (3 - 2 * t), t * t * (t - 1))
    }
  }
}
