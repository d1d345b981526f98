import Lanes
import Model

/// The blur of a lens that is out of focus. Each pixel is spread evenly over the shape of the aperture, a disc or a polygon. Towards the
/// picture's corners the lens's rim may cut the shape (cat's eye).
///
/// A row of the shape is a span of pixels. The sum of a span is the difference of two running sums along the row, which are
/// interpolated if the span ends inside of a pixel. So a pixel costs two interpolated reads for each row of the shape, however
/// wide the row is. Running sums begin at the picture's edge, so their rounding errors are those of numbers as large as the sum
/// of a row. From a radius of 12 pixels on, the picture is reduced to means of 2 × 2 pixels and enlarged linearly, which softens
/// the shape's edge by a pixel; from 256 pixels on to 4 × 4 and from 512 on to 8 × 8, which softens the edge by at most a hundredth of
/// the radius. So up to a radius of 1,024 pixels, no pixel costs more than at 255. The sum over the spans is divided by their area, so a
/// picture of one colour stays as it is. Without cat's eye, a light also keeps its energy, except for rounding. With cat's eye, its energy
/// changes by up to about a tenth in the corners, because the rim cuts the shapes of neighbouring pixels differently.
///
/// The calls of a frame are, in this order: `configure`, `gather` for every tile, both passes, and `row` for any row of the result.
package final class LensBlur: @unchecked Sendable {
  /// Size of the picture in pixels.
  private let width: Int
  private let height: Int
  /// Whether the picture is mirrored beyond its edges; otherwise it is transparent there.
  private let mirrorsAtEdges: Bool
  /// The shape that `configure` has set.
  private var aperture = Aperture()
  /// Whether `configure` has been called.
  private var isConfigured = false
  /// Side in pixels of a block that is stored as one mean (`lensBlurReduction`).
  private var reduction = 1
  /// Size of the stored picture in blocks.
  private var storedWidth = 0
  private var storedHeight = 0
  /// Number of stored columns beyond the picture on each side.
  private var margin = 0
  /// Floats from one row of `sums` to the next.
  private var rowStride = 0
  /// The stored picture, plane after plane and row after row; a row begins with its left margin. The first pass replaces the
  /// picture by running sums.
  private let sums = AlignedBuffer<Float>(count: 0)
  /// The result of the second pass, plane after plane.
  private let blurred = AlignedBuffer<Float>(count: 0)
  /// Where the span of each row of the shape, from −`reach` to `reach`, begins (`lows`) and ends (`highs`), relative to the
  /// shape's middle, in blocks.
  private var lows: [Float] = []
  private var highs: [Float] = []
  /// Number of the shape's rows above its middle row, and below it.
  private var reach = 0

  /// Rows of the stored picture that one task computes.
  private static let taskRows = 16

  /// The shape over which light is spread.
  package struct Aperture: Sendable, Equatable {
    /// Radius in pixels; for a polygon, the distance of its corners from the middle.
    package var radius = 0.0
    /// Number of a polygon's sides; 0 for a disc.
    package var blades = 0
    /// Clockwise rotation of the polygon in turns.
    package var turns = 0.0
    /// How far the lens's rim is moved over the aperture in the picture's corners, as a share of the aperture's diameter.
    package var catEye = 0.0
    /// Position of the lens's axis in pixels of the picture.
    package var axisPoint = SIMD2<Double>()
    /// 1 ÷ the distance in pixels from the axis to a corner.
    package var inverseCornerDistance = 0.0
    /// Highlights are multiplied by up to 1 plus this number before they are spread.
    package var addedHighlightGain: Float = 0

    package init() {}
  }

  package init(width: Int, height: Int, mirrorsAtEdges: Bool) {
    (self.width, self.height, self.mirrorsAtEdges) = (width, height, mirrorsAtEdges)
  }

  /// Sets the shape. Must be called before `gather`.
  package func configure(_ aperture: Aperture) {
    if isConfigured && aperture == self.aperture { return }
    self.aperture = aperture
    isConfigured = true
    reduction = lensBlurReduction(radiusPixels: aperture.radius)
    storedWidth = (width + reduction - 1) / reduction
    storedHeight = (height + reduction - 1) / reduction
    let radius = aperture.radius / Double(reduction)
    reach = Int(radius.rounded(.up))
    margin = (reach + 2 + 7) / 8 * 8
    // A row has one running sum more than values, and room for whole vectors.
    rowStride = (storedWidth + 2 * margin + 16 + 7) / 8 * 8
    sums.resize(to: 4 * storedHeight * rowStride + 64)
    blurred.resize(to: 4 * storedHeight * blurredStride + 64)
    makeSpans(radius)
  }

  /// Floats from one row of `blurred` to the next.
  private var blurredStride: Int { (storedWidth + 15) / 8 * 8 }

  /// Computes the spans of the shape from which a pixel gathers light: the aperture's shape, mirrored at its middle. `radius` is the
  /// aperture's radius in blocks.
  private func makeSpans(_ radius: Double) {
    lows = []
    highs = []
    for row in -reach...reach {
      let y = -Double(row)
      var (low, high) = (-radius, radius)
      if aperture.blades < 3 {
        let half = max(radius * radius - y * y, 0).squareRoot()
        (low, high) = (-half, half)
      } else {
        // Each side is a line whose distance from the middle is the radius times the cosine of half the angle between corners.
        let (_, halfAngleCosine) = Lanes.sincosTurns(0.5 / Double(aperture.blades))
        let apothem = radius * halfAngleCosine
        for side in 0..<aperture.blades {
          let (sine, cosine) = Lanes.sincosTurns(
            (Double(side) + 0.5) / Double(aperture.blades) + aperture.turns - 0.25)
          // The polygon lies where x·cosine + y·sine ≤ apothem.
          let bound = apothem - y * sine
          if cosine > 1e-9 {
            high = min(high, bound / cosine)
          } else if cosine < -1e-9 {
            low = max(low, bound / cosine)
          } else if bound < 0 {
            // The side is parallel to the row, and the row lies outside of it.
            high = low
          }
        }
      }
      if high < low { (low, high) = (0, 0) }
      lows.append(Float(-high))
      highs.append(Float(-low))
    }
    // A shape smaller than a pixel gathers only the pixel itself.
    let area = zip(lows, highs).reduce(Float(0)) { $0 + ($1.1 - $1.0) }
    if area < 1 {
      for index in lows.indices { (lows[index], highs[index]) = index == reach ? (-0.5, 0.5) : (0, 0) }
    }
  }

  /// Whether the result is the picture itself, because nothing is blurred and highlights are not made brighter.
  package var isIdentity: Bool { aperture.radius < 0.05 && aperture.addedHighlightGain == 0 }

  // MARK: Input

  /// The first value of a row of a plane of `sums`, after its left margin.
  private func sumRow(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    sums.base + (plane * storedHeight + y) * rowStride + margin
  }

  /// Stores the part of a tile inside of `region`, whose first column and row must be multiples of the blocks' side.
  package func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    if region.width <= 0 || region.height <= 0 { return }
    precondition(
      region.x % reduction == 0 && region.y % reduction == 0, "A blur takes whole blocks of the pixels that it reduces."
    )
    let count = (region.width + 7) / 8 * 8
    scratch.resize(to: 4 * count + 16)
    for row in region.y / reduction..<(region.endY + reduction - 1) / reduction {
      for plane in 0..<4 { (scratch.base + plane * count).update(repeating: 0, count: count) }
      let last = min((row + 1) * reduction, region.endY)
      for y in row * reduction..<last {
        addRow(
          tile.row(y - tile.y, plane: 0) + (region.x - tile.x), tile.width, region.width, scratch.base, count)
      }
      for plane in 0..<4 {
        let rowSums = scratch.base + plane * count
        let output = sumRow(row, plane: plane) + region.x / reduction
        if reduction == 1 {
          output.update(from: rowSums, count: region.width)
        } else {
          // Pixels of a block that lie beyond the picture are left out of the mean. If the picture is not mirrored, they count as
          // transparent.
          let rows = mirrorsAtEdges ? last - row * reduction : reduction
          // Beyond the region's last pixel the sums are 0.
          addNeighbors(rowSums, count)
          let blocks = (region.width + reduction - 1) / reduction
          let area = Float(rows * reduction)
          for column in 0..<blocks { output[column] = rowSums[column] / area }
          let remainder = region.width % reduction
          if mirrorsAtEdges, remainder > 0 { output[blocks - 1] = rowSums[blocks - 1] / Float(rows * remainder) }
        }
      }
    }
  }

  /// Replaces the first of `count` values by the sums of `reduction` neighbours each; up to 16 floats behind them are read.
  private func addNeighbors(_ values: UnsafeMutablePointer<Float>, _ count: Int) {
    var (side, sumCount) = (1, count)
    while side < reduction {
      (side, sumCount) = (side * 2, sumCount / 2)
      var index = 0
      while index < sumCount {
        let (a, b) = (Lanes.load(values + 2 &* index), Lanes.load(values + 2 &* index + 8))
        Lanes.store(Lanes.evens(a, b) + Lanes.odds(a, b), to: values + index)
        index &+= 8
      }
    }
  }

  /// Adds the pixels of a row to `rowSums`, with highlights made brighter. Planes of `rowSums` are `sumStride` floats apart.
  private func addRow(
    _ pixels: UnsafeMutablePointer<Float>, _ stride: Int, _ width: Int, _ rowSums: UnsafeMutablePointer<Float>,
    _ sumStride: Int
  ) {
    var column = 0
    while column < width {
      let isWhole = width - column >= 8
      func load(_ plane: Int) -> Float8 {
        isWhole
          ? Lanes.load(pixels + plane * stride + column) : loadPartial(pixels + plane * stride + column, width - column)
      }
      var (red, green, blue) = (load(0), load(1), load(2))
      if aperture.addedHighlightGain > 0 {
        // Pixels above 0.7 count as highlights; the gain grows continuously from there on.
        let brightest = Lanes.max(Lanes.max(red, green), blue)
        let share = Lanes.clamp((brightest - 0.7) / Lanes.max(brightest, 0.7), 0, 1)
        let factor = share * aperture.addedHighlightGain + 1
        (red, green, blue) = (red * factor, green * factor, blue * factor)
      }
      for (plane, value) in [red, green, blue, load(3)].enumerated() {
        let sum = rowSums + plane * sumStride + column
        Lanes.store(Lanes.load(sum) + value, to: sum)
      }
      column += 8
    }
  }

  // MARK: Passes

  /// The number of tasks of each pass: running sums, then the blur. There are no passes if `isIdentity`.
  package var taskCounts: [Int] {
    let count = (storedHeight + Self.taskRows - 1) / Self.taskRows
    return isIdentity ? [] : [count, count]
  }

  /// Computes the rows of one task of a pass.
  package func perform(pass: Int, task: Int) {
    for y in task * Self.taskRows..<min((task + 1) * Self.taskRows, storedHeight) {
      if pass == 0 { sumUp(y) } else { blurRow(y) }
    }
  }

  /// Replaces a row's values, margins included, by running sums: element i becomes the sum of the elements before it.
  private func sumUp(_ y: Int) {
    for plane in 0..<4 {
      let row = sumRow(y, plane: plane)
      for column in 1...margin {
        row[-column] = mirrorsAtEdges ? row[BloomLevel.mirrored(-column, storedWidth)] : 0
        row[storedWidth - 1 + column] =
          mirrorsAtEdges ? row[BloomLevel.mirrored(storedWidth - 1 + column, storedWidth)] : 0
      }
    }
    let count = storedWidth + 2 * margin
    let (a, b) = (sumRow(y, plane: 0) - margin, sumRow(y, plane: 1) - margin)
    let (c, d) = (sumRow(y, plane: 2) - margin, sumRow(y, plane: 3) - margin)
    var sum = SIMD4<Float>()
    for index in 0...count {
      // There is one more sum than there are values.
      let value = index < count ? SIMD4(a[index], b[index], c[index], d[index]) : SIMD4()
      (a[index], b[index], c[index], d[index]) = (sum.x, sum.y, sum.z, sum.w)
      sum += value
    }
    for index in count + 1..<rowStride { (a[index], b[index], c[index], d[index]) = (sum.x, sum.y, sum.z, sum.w) }
  }

  /// Computes a row of the result from running sums.
  private func blurRow(_ y: Int) {
    let planeStride = storedHeight * rowStride
    let outputStride = storedHeight * blurredStride
    let output = blurred.base + y * blurredStride
    let radius = Float(aperture.radius / Double(reduction))
    // For a light at distance x from the axis, the rim is moved by shift·x (`rimShift`). Let p be the position, relative to the axis, of the
    // pixel that gathers. A light at p + o passes the rim if |shift·(p + o) − o| is at most the radius. These o form a disc around
    // shift·p ÷ (1 − shift), whose radius is larger by the factor 1 ÷ (1 − shift).
    let rimShift = min(Float(2 * aperture.catEye * aperture.radius * aperture.inverseCornerDistance), 0.5)
    let widening = 1 / (1 - rimShift)
    let rimRadius = radius * widening
    let axis = SIMD2<Float>(aperture.axisPoint / Double(reduction))
    lows.withUnsafeBufferPointer { lows in
      highs.withUnsafeBufferPointer { highs in
        var column = 0
        while column < storedWidth {
          var (red, green, blue, alpha) = (Float8(), Float8(), Float8(), Float8())
          var area: Float = 0
          // The middle of the disc of all o. It changes so slowly that eight neighbouring pixels share it. Each group of eight has a fixed
          // position in the picture.
          let rimCenter = (SIMD2(Float(column) + 4, Float(y) + 0.5) - axis) * (rimShift * widening)
          for index in 0..<lows.count {
            var (low, high) = (lows[index], highs[index])
            let row = y + index - reach
            if rimShift > 0 {
              let dy = Float(index - reach) - rimCenter.y
              let half = max(rimRadius * rimRadius - dy * dy, 0).squareRoot()
              low = max(low, rimCenter.x - half)
              high = min(high, rimCenter.x + half)
            }
            if high <= low { continue }
            area += high - low
            guard mirrorsAtEdges || (row >= 0 && row < storedHeight) else { continue }
            let inside = row >= 0 && row < storedHeight ? row : BloomLevel.mirrored(row, storedHeight)
            // The span's ends, counted from the left edge of the first of the eight pixels.
            let (left, right) = (low + 0.5, high + 0.5)
            let (leftWhole, rightWhole) = (left.rounded(.down), right.rounded(.down))
            let (leftShare, rightShare) = (left - leftWhole, right - rightWhole)
            let base = sums.base + inside * rowStride + margin + column
            let spanStart = base + Int(leftWhole)
            let spanEnd = base + Int(rightWhole)
            @inline(__always) func span(_ plane: Int) -> Float8 {
              let (a, b) = (spanEnd + plane &* planeStride, spanStart + plane &* planeStride)
              let (a0, b0) = (Lanes.load(a), Lanes.load(b))
              let end = a0 + (Lanes.load(a + 1) - a0) * rightShare
              let start = b0 + (Lanes.load(b + 1) - b0) * leftShare
              return end - start
            }
            red += span(0)
            green += span(1)
            blue += span(2)
            alpha += span(3)
          }
          let weight = area > 0 ? 1 / area : 0
          Lanes.store(Lanes.max(red * weight, 0), to: output + column)
          Lanes.store(Lanes.max(green * weight, 0), to: output + outputStride + column)
          Lanes.store(Lanes.max(blue * weight, 0), to: output + 2 * outputStride + column)
          Lanes.store(Lanes.clamp(alpha * weight, 0, 1), to: output + 3 * outputStride + column)
          column += 8
        }
      }
    }
  }

  // MARK: Result

  /// The block of a pixel's column or row, and how far the pixel's centre lies behind the block's centre, in blocks.
  private func place(_ pixel: Int) -> (block: Int, offset: Float) {
    let block = pixel >= 0 ? pixel / reduction : (pixel + 1) / reduction - 1
    let offset = (Float(pixel - block * reduction) + 0.5) / Float(reduction) - 0.5
    return (block, offset)
  }

  /// Number of floats of scratch memory that `row` needs for `width` values.
  package static func rowScratchCount(width: Int) -> Int { (width / 2 + 4 + 15) / 8 * 8 + 16 }

  /// Writes `count` values of a plane of the result, from column `x` of row `y` on. Columns and rows beyond the picture repeat its edge.
  ///
  /// - Parameters:
  ///   - x: must be even where blocks have two pixels.
  ///   - output: needs room for whole vectors of eight.
  ///   - scratch: memory of `rowScratchCount(width: count)` floats.
  package func row(
    _ y: Int, x: Int, count: Int, plane: Int, into output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    // If nothing is blurred, no pass has run, and `sums` still has the gathered pixels.
    let stride = isIdentity ? rowStride : blurredStride
    let rows = isIdentity ? sumRow(0, plane: plane) : blurred.base + plane * storedHeight * blurredStride
    func row(_ y: Int) -> UnsafeMutablePointer<Float> { rows + min(max(y, 0), storedHeight - 1) * stride }
    func column(_ x: Int) -> Int { min(max(x, 0), storedWidth - 1) }
    if reduction == 1 {
      let values = row(y)
      for index in 0..<count { output[index] = values[column(x + index)] }
      return
    }
    let (block, rowOffset) = place(y)
    let (near, far) = (row(block), row(rowOffset < 0 ? block - 1 : block + 1))
    let farShare = rowOffset.magnitude
    let first = place(x).block - 1
    // The first and the last pixel may lie inside of a block, and both have a neighbour beyond theirs.
    let valueCount = (count + reduction - 1) / reduction + 3
    for index in 0..<valueCount {
      let at = column(first + index)
      scratch[index] = near[at] * (1 - farShare) + far[at] * farShare
    }
    if reduction > 2 {
      for index in 0..<count {
        let (block, offset) = place(x + index)
        let here = scratch + (block - first)
        output[index] = here[0] * (1 - offset.magnitude) + here[offset < 0 ? -1 : 1] * offset.magnitude
      }
      return
    }
    var index = 0
    while index < count {
      let at = scratch + index / 2
      let (before, here, after) = (Lanes.load(at), Lanes.load(at + 1), Lanes.load(at + 2))
      let pair = Lanes.interleaved(here * 0.75 + before * 0.25, here * 0.75 + after * 0.25)
      Lanes.store(pair.low, to: output + index)
      if index + 8 < count { Lanes.store(pair.high, to: output + index + 8) }
      index += 16
    }
  }
}
