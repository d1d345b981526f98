import Lanes
import Model

/// A picture that is blurred where it is sampled, by a width that may differ from place to place.
///
/// A level of half sizes is made from the one before by the weights (1, 3, 3, 1)/8 along both axes, the first one by plain means (P. Burt and E. Adelson,
/// 1983, "The Laplacian pyramid as a compact image code"). Interpolated by the cubic B-spline, level n shows the picture blurred by nearly a Gaussian of the
/// variance 4ⁿ · 7/12 − 3/4, in squared pixels. A sample is a mixture of the two levels between which its variance lies, weighted so that the mixture has that
/// variance; below the first it is a mixture with the picture itself. The splines of coarse levels are computed once, on a grid twice as fine, between whose
/// points they are linear, which adds 4ⁿ/24; those of fine levels are read by four bilinear samples between pixels that share their weights
/// (C. Sigg and M. Hadwiger, 2005, "Fast third-order texture filtering"). Error: standard deviations within 6 %, by where an edge lies on a level's grid.
///
/// What need not be exact is read linearly from fine levels, too: in a fifth of the time, with standard deviations that vary by 20 % from pixel to pixel.
///
/// Only a box need be stored and computed. Cost, of one thread: 1.4 ns for a stored pixel, 2 ns for one whose levels are made; a sample as much as two
/// bilinear ones, or five for each of two fine levels.
@usableFromInline
package final class BlurPyramid: @unchecked Sendable {
  @usableFromInline package let picture: SampledPicture
  /// The splines of the levels from `BlurLevels.firstSmooth` on.
  private var smooth: [SampledPicture] = []
  /// How many levels samples read, and how many are finished, the picture's own pixels included.
  private var levelCount = 1
  private var finishedLevels = 1
  /// The pixels of the picture that are stored.
  private var box: PixelRect
  /// The levels as samples read them.
  private var sampled: [SampledLevel] = []

  /// Rows of a spline that one task computes.
  private static let taskRows = 16

  /// A level as it is read.
  @usableFromInline
  package struct SampledLevel: BitwiseCopyable {
    @usableFromInline let pixels: SampledPicture.Level
    /// Pixels of the level for each pixel of the picture.
    @usableFromInline let scale: Float
    /// Whether it holds a spline, which is read linearly.
    @usableFromInline let isSmooth: Bool
    /// The variance of the blur, in squared pixels of the picture.
    @usableFromInline let variance: Float
    /// The mean variance where the level is read linearly.
    @usableFromInline let linearVariance: Float
  }

  package init(width: Int, height: Int, edges: SampledPicture.Edges) {
    picture = SampledPicture(width: width, height: height, edges: edges)
    box = PixelRect(x: 0, y: 0, width: width, height: height)
    setSampled()
  }

  /// Prepares for blurs of up to a standard deviation.
  package func prepare(deviationPixels: Float) {
    let count = deviationPixels > 0 ? BlurLevels.index(deviationPixels: deviationPixels) + 1 : 1
    picture.reserveLevels(count)
    let available = min(count, picture.levels.count)
    guard available != levelCount else { return }
    levelCount = available
    while smooth.count + BlurLevels.firstSmooth < levelCount {
      let finer = picture.levels[smooth.count + BlurLevels.firstSmooth - 1]
      smooth.append(SampledPicture(width: finer.width, height: finer.height, edges: picture.edges))
    }
    setSampled()
  }

  private func setSampled() {
    sampled = (0..<levelCount).map { level in
      let isSmooth = level >= BlurLevels.firstSmooth
      return SampledLevel(
        pixels: isSmooth ? smooth[level - BlurLevels.firstSmooth].levels[0] : picture.levels[level],
        scale: 1 / Float(1 << (isSmooth ? level - 1 : level)), isSmooth: isSmooth,
        variance: BlurLevels.variance(ofLevel: level), linearVariance: BlurLevels.linearVariance(ofLevel: level))
    }
  }

  // MARK: Passes

  /// Limits what is computed to what depends on a box of the picture.
  package func limit(to box: PixelRect) {
    self.box = box.intersection(PixelRect(x: 0, y: 0, width: picture.width, height: picture.height))
  }

  /// Tells that other pixels are about to be stored.
  package func begin() { finishedLevels = 1 }
  /// Tells that all passes are done.
  package func end() { finishedLevels = max(finishedLevels, levelCount) }

  /// The tasks of the passes after which samples may be taken: one pass for each level, then one for each level's spline.
  package var taskCounts: [Int] {
    let levels = finishedLevels..<max(levelCount, finishedLevels)
    return levels.map { picture.taskCount(ofLevel: $0) }
      + smoothLevels.map { (smooth[$0 - BlurLevels.firstSmooth].height + Self.taskRows - 1) / Self.taskRows }
  }

  /// The levels whose splines are still to be computed.
  private var smoothLevels: Range<Int> {
    let first = max(finishedLevels, BlurLevels.firstSmooth)
    return first..<max(levelCount, first)
  }

  package func perform(pass: Int, task: Int) {
    let reduced = max(levelCount - finishedLevels, 0)
    if pass < reduced {
      let level = finishedLevels + pass
      reduce(level, task: task)
    } else {
      computeSpline(ofLevel: smoothLevels.lowerBound + pass - reduced, task: task)
    }
  }

  /// The box in pixels of a level.
  private func coarse(_ level: Int) -> PixelRect {
    let (x, y) = (box.x >> level, box.y >> level)
    let size = (1 << level) - 1
    return PixelRect(
      x: x, y: y, width: ((box.endX + size) >> level) - x, height: ((box.endY + size) >> level) - y)
  }

  /// A pixel beyond a level's edge is one inside.
  @inline(__always)
  private func stored(_ index: Int, _ count: Int) -> Int {
    if index >= 0, index < count { return index }
    if picture.edges != .mirrored { return index < 0 ? 0 : count - 1 }
    return index < 0 ? min(-1 - index, count - 1) : max(2 * count - 1 - index, 0)
  }

  /// Makes rows of a level from the level before.
  private func reduce(_ level: Int, task: Int) {
    let box = coarse(level)
    if level == 1 { return picture.reduce(level: 1, task: task, box: box) }
    let (finer, onto) = (picture.levels[level - 1], picture.levels[level])
    let rowCount = SampledPicture.rowsPerTask
    let first = max(task * rowCount, box.y)
    for y in first..<max(min(min((task + 1) * rowCount, onto.height), box.endY), first) {
      func row(_ offset: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
        finer.row(stored(2 * y + offset, finer.height))
      }
      let (a, b, c, d) = (row(-1), row(0), row(1), row(2))
      /// The mixture of a column's four pixels.
      @inline(__always) func column(_ index: Int) -> SIMD4<Float> {
        let x = stored(index, finer.width)
        return ((a[x] + d[x]) + (b[x] + c[x]) * 3) * 0.125
      }
      let output = onto.row(y)
      var (left, middle) = (column(2 * box.x - 1), column(2 * box.x))
      for x in box.x..<min(box.endX, onto.width) {
        let (right, next) = (column(2 * x + 1), column(2 * x + 2))
        output[x] = ((left + next) + (middle + right) * 3) * 0.125
        (left, middle) = (right, next)
      }
    }
  }

  /// Computes rows of a level's spline on a grid twice as fine, whose points lie a quarter of the level's pixels before and after their centres.
  private func computeSpline(ofLevel level: Int, task: Int) {
    let (from, onto) = (picture.levels[level], smooth[level - BlurLevels.firstSmooth].levels[0])
    let box = coarse(level - 1).intersection(PixelRect(x: 0, y: 0, width: onto.width, height: onto.height))
    let rows =
      max(
        task * Self.taskRows, box.y)..<max(min((task + 1) * Self.taskRows, box.endY), max(task * Self.taskRows, box.y))
    // The spline's weights three quarters and a quarter of the way from the second to the third pixel.
    let late = SIMD4<Float>(1, 121, 235, 27) * (1.0 / 384)
    let early = SIMD4<Float>(27, 235, 121, 1) * (1.0 / 384)
    for y in rows {
      let (top, down) = y % 2 == 0 ? (y / 2 - 2, late) : (y / 2 - 1, early)
      func row(_ offset: Int) -> UnsafeMutablePointer<SIMD4<Float>> { from.row(stored(top + offset, from.height)) }
      let (a, b, c, d) = (row(0), row(1), row(2), row(3))
      /// The mixture of a column's four pixels.
      @inline(__always) func column(_ index: Int) -> SIMD4<Float> {
        let x = stored(index, from.width)
        return (a[x] * down.x + b[x] * down.y) + (c[x] * down.z + d[x] * down.w)
      }
      let output = onto.row(y)
      // Pairs of points share five columns.
      let first = box.x / 2
      var (p, q, r, s) = (column(first - 2), column(first - 1), column(first), column(first + 1))
      for x in first..<(box.endX + 1) / 2 {
        let next = column(x + 2)
        output[2 * x] = (p * late.x + q * late.y) + (r * late.z + s * late.w)
        if 2 * x + 1 < onto.width { output[2 * x + 1] = (q * early.x + r * early.y) + (s * early.z + next * early.w) }
        (p, q, r, s) = (q, r, s, next)
      }
    }
  }

  // MARK: Samples

  /// Calls `body` with what samples need.
  @inlinable @inline(__always)
  package func withSamples(_ body: (BlurSamples) -> Void) {
    let edges = edges
    readLevels { levels in
      SamplePlaces.withMemory { places in body(BlurSamples(levels: levels, edges: edges, places: places)) }
    }
  }

  @usableFromInline var edges: SampledPicture.Edges { picture.edges }

  @usableFromInline
  func readLevels(_ body: (UnsafeBufferPointer<SampledLevel>) -> Void) { sampled.withUnsafeBufferPointer(body) }
}

/// Samples of a `BlurPyramid`.
@usableFromInline
package struct BlurSamples {
  @usableFromInline let levels: UnsafeBufferPointer<BlurPyramid.SampledLevel>
  @usableFromInline let edges: SampledPicture.Edges
  @usableFromInline let places: SamplePlaces

  @usableFromInline
  init(
    levels: UnsafeBufferPointer<BlurPyramid.SampledLevel>, edges: SampledPicture.Edges, places: SamplePlaces
  ) {
    (self.levels, self.edges, self.places) = (levels, edges, places)
  }

  /// The picture itself, interpolated linearly, at positions counted from the centre of its first pixel.
  @inlinable @inline(__always)
  package func sharp(_ x: Float8, _ y: Float8) -> LaneColor { levels[0].pixels.linear(x, y, edges, places) }

  /// The picture blurred by a variance in squared pixels, of at most what the pyramid was prepared for.
  ///
  /// - Parameter isExact: a constant after inlining: whether standard deviations are within 6 %, or within 20 % in a fifth of the time below three
  ///   pixels.
  @inlinable @inline(__always)
  package func blurred(_ x: Float8, _ y: Float8, variance: Float8, isExact: Bool) -> LaneColor {
    let (least, most) = (variance.min(), variance.max())
    @inline(__always) func width(_ index: Int) -> Float {
      isExact ? levels[index].variance : levels[index].linearVariance
    }
    var sum = LaneColor(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8())
    // Read linearly, the first level is the picture itself.
    var index = isExact ? 0 : 1
    if index == levels.count { return sharp(x, y) }
    if least < width(index) { sum = sharp(x, y) * (1 - Lanes.clamp(variance * (1 / width(index)), 0, 1)) }
    var last: Float = 0
    while index < levels.count, most > last {
      let level = levels[index]
      let own = width(index)
      let isLast = index == levels.count &- 1
      let next = isLast ? Float.infinity : width(index &+ 1)
      if least < next {
        var share = Lanes.clamp((variance - last) * (1 / (own - last)), 0, 1)
        if !isLast { share -= Lanes.clamp((variance - own) * (1 / (next - own)), 0, 1) }
        let (u, v) = ((x + 0.5) * level.scale - 0.5, (y + 0.5) * level.scale - 0.5)
        sum +=
          (isExact && !level.isSmooth
            ? level.pixels.spline(u, v, edges, places) : level.pixels.linear(u, v, edges, places)) * share
      }
      last = own
      index &+= 1
    }
    return sum
  }

  /// The picture's own pixels: eight of a row.
  @inlinable @inline(__always)
  package func pixels(fromColumn x: Int, row y: Int) -> LaneColor {
    let level = levels[0].pixels
    let first = level.originFloats + 4 &* (y &* level.stride &+ x)
    @inline(__always) func pair(_ lane: Int) -> Float8 { Lanes.fours(first + 4 &* lane, first + 4 &* (lane &+ 4)) }
    return level.color(pair(0), pair(1), pair(2), pair(3))
  }
}

extension SampledPicture.Level {
  /// Interpolation by the cubic B-spline of the sixteen pixels around each position.
  @usableFromInline
  func spline(_ x: Float8, _ y: Float8, _ edges: SampledPicture.Edges, _ places: SamplePlaces) -> LaneColor {
    let (column, row) = (SplineTaps(x), SplineTaps(y))
    var upper = linear(column.first, row.first, edges, places) * column.firstShare
    upper += linear(column.second, row.first, edges, places) * (1 - column.firstShare)
    var lower = linear(column.first, row.second, edges, places) * column.firstShare
    lower += linear(column.second, row.second, edges, places) * (1 - column.firstShare)
    var sum = upper * row.firstShare
    sum += lower * (1 - row.firstShare)
    return sum
  }
}

/// The two positions along an axis at which linear interpolation gives a cubic B-spline's sums of two pixels each, and the first one's share.
private struct SplineTaps {
  let first: Float8
  let second: Float8
  let firstShare: Float8

  @inline(__always)
  init(_ x: Float8) {
    let left = Lanes.floor(x)
    let f = x - left
    let e = 1 - f
    let (outer, last) = (e * e * e * (1.0 / 6), f * f * f * (1.0 / 6))
    let inner = (f * f * (f * 3 - 6) + 4) * (1.0 / 6)
    firstShare = outer + inner
    first = left - 1 + inner / firstShare
    second = left + 1 + last / (1 - firstShare)
  }
}
