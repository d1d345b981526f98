import Lanes
import Model

/// A lens blur of a picture that is stored at a half, a quarter or an eighth of its size.
///
/// A row of the shape is a span of cells. The sum of a span is the difference of two running sums along the row; where a span ends inside of
/// a cell, a share of the cell is added. So a cell costs two reads for each row of the shape, however wide the row is. The sum over the spans
/// is divided by their area, so a picture of one colour stays as it is. Without cat's eye, a light keeps its energy, except for rounding.
///
/// Running sums begin at the left edge of the content, so their rounding errors are those of numbers as large as the sum of a row.
final class LensLevel {
  /// Side in pixels of the squares that one cell stands for.
  let side: Int
  let width, height: Int
  private let mirrorsAtEdges: Bool
  /// The reduced picture, the running sums of its rows, and the result.
  let picture, sums, blurred: LensPicture
  /// The cells outside of which picture and result are transparent; columns are whole vectors.
  private(set) var box = PixelRect(x: 0, y: 0, width: 0, height: 0)
  /// Whether the picture was gathered when the passes were last done: then it is transparent wherever it was transparent before.
  var isCurrent = false
  private var aperture = LensAperture()
  private var discRadius: Float = 1
  private var radius = LensRadius(0)
  /// The radii in pixels, of a disc of the same variance, at which the level is seen.
  private var seenRadii: ClosedRange<Float> = 0...0
  /// The greatest magnitude of the radius that is seen.
  private var greatest: Float = 0
  /// A transparent row.
  private let zeros: AlignedBuffer<Float>
  private let sides = AlignedBuffer<LensSide>(count: 16)
  /// The spans of the shape where it is the same everywhere.
  private let commonSpans = AlignedBuffer<Float>(count: 0)
  private var spans: LensSpans?
  /// The spans of the shape at all radii, where the radius varies and the rim does not cut the shape.
  private let spanTable = LensSpanTable()
  /// The number of floats that the spans of the largest shape take.
  private var spanCount = 0

  init(side: Int, width: Int, height: Int, mirrorsAtEdges: Bool) {
    self.side = side
    (self.width, self.height) = ((width + side - 1) / side, (height + side - 1) / side)
    self.mirrorsAtEdges = mirrorsAtEdges
    picture = LensPicture(width: self.width, height: self.height)
    sums = LensPicture(width: self.width, height: self.height)
    blurred = LensPicture(width: self.width, height: self.height)
    zeros = AlignedBuffer(count: self.width + 64)
  }

  /// The variance along an axis, in squares of pixels, that reducing and enlarging the picture add to the shape's.
  ///
  /// A light's place within 2 × 2 pixels is lost (0.25). Each further reduction weighs four cells by 1, 3, 3 and 1, a variance of ¾ cell. The
  /// linear enlargement of 2 × 2 pixels adds 0.75, the cubic one of larger cells ⅙ cell; cells of the level are part of the shape
  /// (`LensVariance`).
  static func addedVariance(side: Int) -> Float {
    switch side {
    case 2: 0.25 + 0.75
    case 4: 0.25 + 3 + 16.0 / 6
    default: 0.25 + 3 + 12 + 64.0 / 6
    }
  }

  /// Removes what was gathered in an earlier frame, if the level has not been in use since.
  func clearOldPicture() {
    if !isCurrent { picture.clear() }
  }

  /// Prepares the passes of a frame.
  ///
  /// - Parameters:
  ///   - box: the pixels outside of which picture and result are transparent.
  ///   - greatest: the greatest magnitude of the radius that is seen in the box; nil where only the next coarser level is made of the picture.
  func configure(
    _ aperture: LensAperture, _ radius: LensRadius, greatest: Double?, seenRadii: ClosedRange<Float>, box: PixelRect
  ) {
    (self.aperture, self.radius, self.seenRadii) = (aperture, radius, seenRadii)
    discRadius = Float(aperture.discRadius)
    let (x, y) = (box.x / side / 8 * 8, box.y / side)
    self.box = PixelRect(
      x: x, y: y, width: ((box.endX + side - 1) / side - x + 7) / 8 * 8, height: (box.endY + side - 1) / side - y)
    for (index, value) in aperture.sides.enumerated() { sides[index] = value }
    spans = nil
    guard let greatest else { return picture.reserve(margin: 16) }
    self.greatest = Float(greatest)
    let largest = self.greatest / Float(side)
    spanCount = LensSpans.count(radius: largest)
    for picture in [picture, sums, blurred] { picture.reserve(margin: Int(largest) + 20) }
    if radius.isUniform && aperture.catEye == 0 {
      commonSpans.resize(to: spanCount)
      spans = makeSpans(cells(of: radius.value(0, 0)), rim: nil, values: commonSpans.base)
    } else if aperture.catEye == 0 {
      // The table is made for whole 16 pixels, so that it need not be made again for each frame.
      let most = (min(Float(max(abs(radius.least), abs(radius.greatest))), seenRadii.upperBound / discRadius) / 16)
        .rounded(.up)
      let radii = min(seenRadii.lowerBound / discRadius, 16 * most)...16 * most
      spanTable.make(aperture, radii: radii, step: Float(side) / 16) { cells(of: $0) }
    }
  }

  private func makeSpans(
    _ radius: Float, rim: LensSpans.Rim?, values: UnsafeMutablePointer<Float>
  ) -> LensSpans {
    var spans = LensSpans(values: values)
    let count = aperture.blades < 3 ? 0 : aperture.blades
    spans.set(radius: radius, sides: UnsafeBufferPointer(start: UnsafePointer(sides.base), count: count), rim: rim)
    return spans
  }

  /// The radius in cells with which a radius in pixels is drawn.
  private func cells(of radius: Float) -> Float {
    let disc = radius * discRadius
    let variance = (0.25 * disc * disc - Self.addedVariance(side: side)) / Float(side * side)
    let cells = LensVariance.radius(variance: variance) / discRadius
    return radius < 0 ? -cells : cells
  }

  // MARK: Passes

  /// Rows that one task computes.
  static let taskRows = 16

  /// The number of tasks of each pass.
  var taskCount: Int { (box.height + Self.taskRows - 1) / Self.taskRows }

  private func rows(ofTask task: Int) -> Range<Int> {
    let first = box.y + task * Self.taskRows
    return first..<min(first + Self.taskRows, box.endY)
  }

  /// Reduces rows of the next finer level's picture to half their size.
  func reduce(_ finer: LensLevel, task: Int, scratch: AlignedBuffer<Float>) {
    scratch.resize(to: 2 * box.width + 64)
    let source = finer.picture
    for y in rows(ofTask: task) {
      for plane in 0..<4 {
        // Columns 2x − 1 to 2x + 2 of the finer picture for each column x: `columns` begins with the column before the box.
        let (first, count) = (2 * box.x - 1, 2 * box.width + 2)
        // Outside of the box the finer picture may hold that of an earlier frame.
        let known = finer.box
        func row(_ y: Int) -> UnsafeMutablePointer<Float> {
          let inside = mirrorsAtEdges ? BloomLevel.mirrored(y, source.height) : y
          if inside < known.y || inside >= known.endY { return finer.zeros.base }
          return source.row(inside) + (plane * source.planeStride + first)
        }
        let rows = (row(2 * y - 1), row(2 * y), row(2 * y + 1), row(2 * y + 2))
        var column = 0
        while column < count {
          let outer = Lanes.load(rows.0 + column) + Lanes.load(rows.3 + column)
          let inner = Lanes.load(rows.1 + column) + Lanes.load(rows.2 + column)
          Lanes.store(outer * 0.125 + inner * 0.375, to: scratch.base + column)
          column += 8
        }
        if !mirrorsAtEdges {
          for column in 0..<max(known.x - first, 0) { scratch[column] = 0 }
          for column in min(known.endX - first, count + 8)..<count + 8 { scratch[column] = 0 }
        } else {
          scratch[0] = scratch[1]
          for column in source.width - first..<count {
            scratch[column] = scratch[BloomLevel.mirrored(column + first, source.width) - first]
          }
        }
        let output = picture.row(y) + plane * picture.planeStride + box.x
        column = 0
        while column < box.width {
          let values = scratch.base + 2 * column
          let (a, b) = (Lanes.load(values), Lanes.load(values + 8))
          let (c, d) = (Lanes.load(values + 2), Lanes.load(values + 10))
          let outer = Lanes.evens(a, b) + Lanes.odds(c, d)
          let inner = Lanes.odds(a, b) + Lanes.evens(c, d)
          Lanes.store(outer * 0.125 + inner * 0.375, to: output + column)
          column += 8
        }
        // Whole vectors reach beyond the picture.
        for column in min(width, box.endX)..<box.endX { output[column - box.x] = 0 }
      }
    }
  }

  /// Computes the running sums of rows: element i is the sum of the elements before it.
  func sumUp(task: Int) {
    let margin = picture.margin
    for y in rows(ofTask: task) {
      if mirrorsAtEdges { picture.mirror(row: y) }
      let stride = picture.planeStride
      let (from, onto) = (picture.row(y), sums.row(y))
      let first = mirrorsAtEdges ? -margin : box.x
      let end = mirrorsAtEdges ? width + margin : box.endX
      for plane in 0..<4 {
        let (values, output) = (from + plane * stride, onto + plane * stride)
        (output - margin).update(repeating: 0, count: first + margin)
        // A common sum at the beginning of each eight columns, so that the sums do not depend on where the first are.
        var before = Float8()
        var column = first
        while column < end {
          let sums = Self.runningSums(Lanes.load(values + column))
          Lanes.store(before + Self.moved(sums, Self.byOne), to: output + column)
          before += Float8(repeating: sums[7])
          column &+= 8
        }
        (output + column).update(repeating: before[0], count: stride - margin - column)
      }
    }
  }

  /// For each lane, the sum of the lanes up to it.
  @inline(__always)
  private static func runningSums(_ x: Float8) -> Float8 {
    let pairs = x + moved(x, byOne)
    let fours = pairs + moved(pairs, byTwo)
    return fours + moved(fours, byFour)
  }

  /// The lanes moved up, with zeros below.
  @inline(__always)
  private static func moved(_ x: Float8, _ order: Int32x8) -> Float8 {
    Lanes.select(order .>= 0, Lanes.permuted(x, by: order & 7), Float8())
  }
  private static var byOne: Int32x8 { Int32x8(-1, 0, 1, 2, 3, 4, 5, 6) }
  private static var byTwo: Int32x8 { Int32x8(-1, -1, 0, 1, 2, 3, 4, 5) }
  private static var byFour: Int32x8 { Int32x8(-1, -1, -1, -1, 0, 1, 2, 3) }

  /// Computes rows of the result.
  func blur(task: Int, scratch: AlignedBuffer<Float>) {
    scratch.resize(to: spanCount)
    let rows = rows(ofTask: task)
    for y in rows {
      blurRow(y, scratch.base)
      repeatEdges(y)
    }
  }

  private func blurRow(_ y: Int, _ ownSpans: UnsafeMutablePointer<Float>) {
    let stride = picture.planeStride
    let output = blurred.row(y)
    let cell = Float(side)
    // By how much the radius differs, at most, between the middle of eight cells and any pixel that is interpolated from one of them.
    let variation = Float(abs(radius.x)) * (4 + 2.5) * cell + Float(abs(radius.y)) * 2.5 * cell
    var column = box.x
    while column < box.endX {
      var spans = self.spans
      if spans == nil {
        // Eight neighbouring cells share the shape of their middle. Each group of eight has a fixed position in the picture.
        let radius = radius.value((Float(column) + 4) * cell, (Float(y) + 0.5) * cell)
        let magnitude = abs(radius) * discRadius
        if magnitude + variation < seenRadii.lowerBound || magnitude - variation > seenRadii.upperBound {
          column += 8
          continue
        }
        let limited = min(max(radius, -greatest), greatest)
        spans = aperture.catEye == 0 ? spanTable.spans(limited) : cutSpans(limited, column, y, ownSpans)
      }
      guard let spans else { preconditionFailure("The spans have been made.") }
      let weight = spans.area > 0 ? 1 / spans.area : 0
      if self.spans == nil {
        var sum = EightColors()
        forEachSpan(of: spans, y, column) { sum.add($0.light(at: 0, stride)) }
        store(sum, weight, to: output + column)
        column += 8
      } else {
        // Two times eight columns share the work of finding the span; the last eight may lie in the margin.
        var (left, right) = (EightColors(), EightColors())
        forEachSpan(of: spans, y, column) {
          left.add($0.light(at: 0, stride))
          right.add($0.light(at: 8, stride))
        }
        store(left, weight, to: output + column)
        store(right, weight, to: output + column + 8)
        column += 16
      }
    }
  }

  /// The spans of the shape as the lens's rim cuts it in the middle of eight cells.
  private func cutSpans(
    _ radius: Float, _ column: Int, _ y: Int, _ values: UnsafeMutablePointer<Float>
  ) -> LensSpans {
    let cells = cells(of: radius)
    // For a light at distance x from the axis, the rim is moved by shift · x. Let p be the position, relative to the axis, of the cell that
    // gathers. A light at p + o passes the rim if |shift · (p + o) − o| is at most the radius. These o form a disc around
    // shift · p ÷ (1 − shift), whose radius is larger by the factor 1 ÷ (1 − shift). Before the plane in focus all is turned by 180°.
    let rimShift = min(max(Float(2 * aperture.catEye * aperture.inverseCornerDistance) * radius, -0.5), 0.5)
    let widening = 1 / (1 - rimShift)
    let place = SIMD2(Float(column) + 4, Float(y) + 0.5) - SIMD2<Float>(aperture.axisPoint / Double(side))
    let rim = LensSpans.Rim(center: place * (rimShift * widening), radius: abs(cells) * widening)
    return makeSpans(cells, rim: rim, values: values)
  }

  /// A span of a row of the picture.
  private struct Span {
    /// The picture and its running sums at the column that gathers.
    let picture, sums: UnsafeMutablePointer<Float>
    let start, end: Int
    let startShare, endShare, weight: Float

    /// The light of the spans of eight columns.
    @inline(__always)
    func light(at column: Int, _ stride: Int) -> EightColors {
      @inline(__always) func light(_ plane: Int) -> Float8 {
        let (a, b) = (end &+ plane &* stride &+ column, start &+ plane &* stride &+ column)
        let whole = Lanes.load(sums + a) - Lanes.load(sums + b)
        return (whole + (Lanes.load(picture + a) * endShare - Lanes.load(picture + b) * startShare)) * weight
      }
      return EightColors(red: light(0), green: light(1), blue: light(2), alpha: light(3))
    }
  }

  @inline(__always)
  private func forEachSpan(of spans: LensSpans, _ y: Int, _ column: Int, _ body: (Span) -> Void) {
    var row = mirrorsAtEdges ? -spans.reach : max(-spans.reach, box.y &- y)
    let last = mirrorsAtEdges ? spans.reach : min(spans.reach, box.endY &- 1 &- y)
    while row <= last {
      let span = spans.values + LensSpans.floatCount &* (row &+ spans.reach)
      let inside = y &+ row >= 0 && y &+ row < height ? y &+ row : BloomLevel.mirrored(y &+ row, height)
      row &+= 1
      body(
        Span(
          picture: picture.row(inside) + column, sums: sums.row(inside) + column, start: Lanes.wholeInRange(span[0]),
          end: Lanes.wholeInRange(span[2]), startShare: span[1], endShare: span[3], weight: span[4]))
    }
  }

  @inline(__always)
  private func store(_ sum: EightColors, _ weight: Float, to output: UnsafeMutablePointer<Float>) {
    let stride = blurred.planeStride
    Lanes.store(Lanes.max(sum.red * weight, 0), to: output)
    Lanes.store(Lanes.max(sum.green * weight, 0), to: output + stride)
    Lanes.store(Lanes.max(sum.blue * weight, 0), to: output + 2 &* stride)
    Lanes.store(Lanes.clamp(sum.alpha * weight, 0, 1), to: output + 3 &* stride)
  }

  /// Repeats the edges of the result's row beyond the picture, for the interpolation of its outermost pixels.
  private func repeatEdges(_ y: Int) {
    for plane in 0..<4 {
      let row = blurred.row(y) + plane * blurred.planeStride
      (row[-2], row[-1]) = (row[0], row[0])
      for column in width..<width + 10 { row[column] = row[width - 1] }
    }
  }

  // MARK: Result

  /// Floats of scratch memory that `row` needs for `width` values.
  static func scratchCount(width: Int) -> Int { width / 2 + 64 }

  /// Writes `count` values of a plane of the result, from column `x` of row `y` on, which is a multiple of 8. Up to 31 values without meaning
  /// are written after them.
  func row(
    _ y: Int, x: Int, count: Int, plane: Int, into output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    let block = y / side
    // How far the row's centre lies behind that of the cells' row, in cells.
    let offset = (Float(y - block * side) + 0.5) / Float(side) - 0.5
    let reach = side == 2 ? 1 : 2
    let first = x / side - reach
    // Beyond the box all is transparent, but at the picture's edges the last row is repeated.
    func row(_ y: Int) -> UnsafeMutablePointer<Float> {
      let y = min(max(y, 0), height - 1)
      return y >= box.y && y < box.endY ? blurred.row(y) + (plane * blurred.planeStride + first) : zeros.base
    }
    let cellCount = (count + side - 1) / side + 2 * reach
    var index = 0
    if side == 2 {
      let (near, far, farShare) = (row(block), row(offset < 0 ? block - 1 : block + 1), offset.magnitude)
      while index < cellCount {
        Lanes.store(Lanes.load(near + index) * (1 - farShare) + Lanes.load(far + index) * farShare, to: scratch + index)
        index &+= 8
      }
    } else {
      let start = offset < 0 ? block - 2 : block - 1
      let rows = (row(start), row(start + 1), row(start + 2), row(start + 3))
      let weights = Self.cubicWeights(offset < 0 ? offset + 1 : offset)
      while index < cellCount {
        let outer = Lanes.load(rows.0 + index) * weights[0] + Lanes.load(rows.3 + index) * weights[3]
        let inner = Lanes.load(rows.1 + index) * weights[1] + Lanes.load(rows.2 + index) * weights[2]
        Lanes.store(outer + inner, to: scratch + index)
        index &+= 8
      }
    }
    // Columns outside of the box may hold results of earlier frames.
    let (left, right) = (box.x - first, box.endX - first)
    if box.x > 0 { for index in 0..<min(max(left, 0), cellCount) { scratch[index] = 0 } }
    if box.endX < width { for index in min(max(right, 0), cellCount)..<cellCount { scratch[index] = 0 } }
    enlarge(scratch, count, into: output)
    if plane == 3 && side > 2 {
      for index in stride(from: 0, to: count, by: 8) {
        Lanes.store(Lanes.min(Lanes.load(output + index), 1), to: output + index)
      }
    }
  }

  /// The weights of four neighbouring values, between the middle two of which a place lies: halfway between an interpolating cubic
  /// (E. Catmull and R. Rom, 1974), which shows the cells at the edges of discs, and a cubic B-spline, which softens edges.
  private static func cubicWeights(_ t: Float) -> SIMD4<Float> {
    let rest: Float = 1 - t
    let a: Float = 0.5 * (rest * rest * rest / 6 - 0.5 * t * rest * rest)
    let d: Float = 0.5 * (t * t * t / 6 - 0.5 * t * t * rest)
    // The weights' sum is 1, and their centroid is the place.
    let c: Float = t + a - 2 * d
    let b: Float = 1 - a - c - d
    return SIMD4<Float>(a, b, c, d)
  }

  /// Enlarges a row of cells, which begins with one cell before the first pixel's, for larger cells with two.
  private func enlarge(_ cells: UnsafeMutablePointer<Float>, _ count: Int, into output: UnsafeMutablePointer<Float>) {
    var index = 0
    switch side {
    case 2:
      while index < count {
        let at = cells + index / 2
        let (before, here, after) = (Lanes.load(at), Lanes.load(at + 1) * 0.75, Lanes.load(at + 2))
        let pair = Lanes.interleaved(here + before * 0.25, here + after * 0.25)
        Lanes.store(pair.low, to: output + index)
        Lanes.store(pair.high, to: output + index + 8)
        index &+= 16
      }
    case 4:
      let (near, far) = (Self.cubicWeights(0.125), Self.cubicWeights(0.375))
      while index < count {
        let at = cells + index / 4
        let (a, b, c) = (Lanes.load(at), Lanes.load(at + 1), Lanes.load(at + 2))
        let (d, e) = (Lanes.load(at + 3), Lanes.load(at + 4))
        // The first two pixels of a cell lie before its centre: their weights are those of the last two, turned round.
        let first = mix(d, c, b, a, far)
        let second = mix(d, c, b, a, near)
        let third = mix(b, c, d, e, near)
        let fourth = mix(b, c, d, e, far)
        let (evens, odds) = (Lanes.interleaved(first, third), Lanes.interleaved(second, fourth))
        let (left, right) = (Lanes.interleaved(evens.low, odds.low), Lanes.interleaved(evens.high, odds.high))
        Lanes.store(left.low, to: output + index)
        Lanes.store(left.high, to: output + index + 8)
        Lanes.store(right.low, to: output + index + 16)
        Lanes.store(right.high, to: output + index + 24)
        index &+= 32
      }
    default:
      // The weights of five cells for each of the eight pixels of the middle one.
      var weights = (Float8(), Float8(), Float8(), Float8(), Float8())
      for pixel in 0..<8 {
        let offset = (Float(pixel) + 0.5) / 8 - 0.5
        let four = Self.cubicWeights(offset < 0 ? offset + 1 : offset)
        if offset < 0 {
          (weights.0[pixel], weights.1[pixel]) = (four[0], four[1])
          (weights.2[pixel], weights.3[pixel]) = (four[2], four[3])
        } else {
          (weights.1[pixel], weights.2[pixel]) = (four[0], four[1])
          (weights.3[pixel], weights.4[pixel]) = (four[2], four[3])
        }
      }
      while index < count {
        let at = cells + index / 8
        let outer: Float8 = weights.0 * at[0] + weights.4 * at[4]
        let inner: Float8 = weights.1 * at[1] + weights.3 * at[3]
        Lanes.store(Lanes.max(outer + inner + weights.2 * at[2], 0), to: output + index)
        index &+= 8
      }
    }
  }

  /// The weighted mean of four values, which overshoots a little beside edges, but not below 0.
  @inline(__always)
  private func mix(_ a: Float8, _ b: Float8, _ c: Float8, _ d: Float8, _ weights: SIMD4<Float>) -> Float8 {
    let outer: Float8 = a * weights[0] + d * weights[3]
    let inner: Float8 = b * weights[1] + c * weights[2]
    return Lanes.max(outer + inner, 0)
  }
}
