import Lanes

/// Streaks of light through pixels brighter than a threshold, in both directions along a line: the filter `streak`, not the sprite shape.
/// They fall off as exp(−distance ÷ length).
///
/// They are computed at the resolution of the bloom's level 0, in blocks of 4 × 4 pixels. Let a be the factor by which light
/// falls off from one block to the next. A streak is the sum over n = 0 ..< 4ᵖ of aⁿ times the picture moved by n blocks. It
/// takes p passes: each pass adds four copies of the previous picture, moved by 0, 1, 2 and 3 steps, with the weights 1, f, f²
/// and f³. In the first pass a step is one block long and f = a; in each further pass the step is four times as long and f is the
/// fourth power of the f before (after M. Kawase, "Frame Buffer Postprocessing Effects in DOUBLE-S.T.E.A.L", 2003). Moves by
/// fractions of a block are interpolated linearly. Light that leaves the picture is lost; the weights of both directions add up
/// to 1, so all other light keeps its energy.
package final class Streak: @unchecked Sendable {
  /// Gathers the light and adds the finished streaks to the frame: a pyramid of one level.
  package let bloom: Bloom
  /// Size in blocks.
  private let width: Int
  private let height: Int
  /// Floats from one row to the next.
  private let rowStride: Int
  /// Two pictures of three planes for each direction: elements 0 and 1 for one direction, 2 and 3 for the opposite one. Even
  /// passes write the first of the two pictures, odd passes the second. Each pass reads the picture that it does not write; the
  /// first pass reads the gathered light.
  private let buffers: [AlignedBuffer<Float>]
  /// The unit vector along the streaks.
  private var direction = SIMD2<Float>()
  /// The factor by which light falls off from one block to the next.
  private var blockFactor: Float = 0
  /// Number of passes that extend the streaks.
  private var passCount = 1
  /// Factor of the streaks' red, green and blue.
  private var color = SIMD3<Float>(repeating: 1)

  /// Rows that one task computes.
  private static let taskRows = 16
  /// Five passes reach 4⁵ = 1,024 blocks, 4,096 pixels.
  private static let maximumPasses = 5

  package init(width: Int, height: Int) {
    // A radius below 8 pixels gives the pyramid one level. Its blur is not used.
    bloom = Bloom(width: width, height: height, radiusPixels: 1)
    let level = bloom.levels[0]
    (self.width, self.height) = (level.width, level.height)
    rowStride = level.rowStride
    buffers = (0..<4).map { _ in AlignedBuffer(count: 3 * level.height * level.rowStride) }
  }

  /// Sets the form and colour of the streaks.
  ///
  /// - Parameters:
  ///   - direction: a unit vector along the streaks.
  ///   - lengthPixels: the distance over which a streak falls to 1/e.
  ///   - color: factor of the streaks' red, green and blue.
  package func configure(direction: SIMD2<Double>, lengthPixels: Double, color: SIMD3<Float>) {
    let lengthBlocks = max(lengthPixels / 4, 0.05)
    self.direction = SIMD2<Float>(direction)
    blockFactor = Lanes.exp(Float(-1 / lengthBlocks))
    // At a distance of seven lengths the light has fallen below a thousandth.
    var reachBlocks = 4.0
    passCount = 1
    while reachBlocks < 7 * lengthBlocks && passCount < Self.maximumPasses {
      reachBlocks *= 4
      passCount += 1
    }
    self.color = color
  }

  /// The number of tasks of each pass: `passCount` passes extend the streaks, and a last one joins both directions.
  package var taskCounts: [Int] {
    let count = (height + Self.taskRows - 1) / Self.taskRows
    return Array(repeating: count, count: passCount + 1)
  }

  /// Column 0 of row `y` of a plane (0 R, 1 G, 2 B) of the picture `buffers[buffer]`.
  private func row(_ buffer: Int, _ y: Int, _ plane: Int) -> UnsafeMutablePointer<Float> {
    buffers[buffer].base + (plane * height + y) * rowStride + BloomLevel.margin
  }

  /// Computes the rows of one task of a pass.
  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    for y in task * Self.taskRows..<min((task + 1) * Self.taskRows, height) {
      if pass < passCount { extend(y, pass) } else { joinDirections(y) }
    }
  }

  /// Returns the factor by which light falls off over one step of a pass, and the step's length in blocks.
  private func step(ofPass pass: Int) -> (factor: Float, blocks: Float) {
    var (factor, blocks) = (blockFactor, Float(1))
    for _ in 0..<pass {
      factor = (factor * factor) * (factor * factor)
      blocks *= 4
    }
    return (factor, blocks)
  }

  /// Computes a row of one pass, for both directions.
  private func extend(_ y: Int, _ pass: Int) {
    let (factor, stepBlocks) = step(ofPass: pass)
    for directionIndex in 0..<2 {
      for plane in 0..<3 {
        let output = row(directionIndex * 2 + pass % 2, y, plane)
        var weight: Float = 1
        for copy in 0..<4 {
          let distance = Float(copy) * stepBlocks * (directionIndex == 0 ? 1 : -1)
          addMoved(
            pass == 0 ? nil : directionIndex * 2 + (pass + 1) % 2, y, plane, direction * distance, weight,
            isFirst: copy == 0, onto: output)
          weight *= factor
        }
      }
    }
  }

  /// Adds row `y` of a moved picture, times `weight`.
  ///
  /// - Parameters:
  ///   - buffer: index of the picture in `buffers`; nil for the gathered light.
  ///   - offset: where output pixels read the picture, relative to themselves, in blocks. Fractions are interpolated linearly.
  ///   - isFirst: whether this is the first picture to be added, so that `output` is set to 0 before.
  private func addMoved(
    _ buffer: Int?, _ y: Int, _ plane: Int, _ offset: SIMD2<Float>, _ weight: Float, isFirst: Bool,
    onto output: UnsafeMutablePointer<Float>
  ) {
    let (wholeX, wholeY) = (offset.x.rounded(.down), offset.y.rounded(.down))
    let (fractionX, fractionY) = (offset.x - wholeX, offset.y - wholeY)
    if isFirst { output.update(repeating: 0, count: width) }
    for rowOffset in 0..<2 {
      let sourceY = y + Int(wholeY) + rowOffset
      let rowWeight = weight * (rowOffset == 0 ? 1 - fractionY : fractionY)
      if rowWeight == 0 || sourceY < 0 || sourceY >= height { continue }
      let source = buffer.map { row($0, sourceY, plane) } ?? bloom.levels[0].sourceRow(sourceY, plane: plane)
      for columnOffset in 0..<2 {
        let pixelWeight = rowWeight * (columnOffset == 0 ? 1 - fractionX : fractionX)
        if pixelWeight == 0 { continue }
        let shift = Int(wholeX) + columnOffset
        // The output columns whose source column lies inside the picture.
        let (firstColumn, endColumn) = (max(0, -shift), min(width, width - shift))
        var column = firstColumn
        while column + 8 <= endColumn {
          Lanes.store(
            Lanes.load(output + column) + Lanes.load(source + column + shift) * pixelWeight, to: output + column)
          column += 8
        }
        while column < endColumn {
          output[column] += source[column + shift] * pixelWeight
          column += 1
        }
      }
    }
  }

  /// Writes a row of the glow: the mean of both directions, in the streaks' colour.
  private func joinDirections(_ y: Int) {
    let lastBuffer = (passCount - 1) % 2
    // The sum of the weights of one direction: each pass multiplies the sum by 1 + f + f² + f³ = (1 + f)·(1 + f²).
    var (sum, factor) = (Float(1), blockFactor)
    for _ in 0..<passCount {
      sum *= (1 + factor) * (1 + factor * factor)
      factor = (factor * factor) * (factor * factor)
    }
    for plane in 0..<3 {
      let scale = color[plane] / (2 * sum)
      let (oneSide, otherSide) = (row(lastBuffer, y, plane), row(2 + lastBuffer, y, plane))
      let output = bloom.levels[0].blurredRow(y, plane: plane)
      for column in 0..<width { output[column] = (oneSide[column] + otherSide[column]) * scale }
    }
    bloom.levels[0].mirrorBlurredEnds(tint: .one, rows: y..<y + 1)
  }
}
