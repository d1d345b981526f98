import Lanes

/// Streaks of light through what is brighter than a threshold, in both directions along a line, falling off as exp(−distance ÷ length).
///
/// They live at the bloom's first resolution, blocks of 4 × 4 pixels. With a the factor from one block to the next, the sum of aⁿ times the
/// picture moved by n blocks for n = 0 ..< 4ᵖ is made in p passes: each adds four pictures moved by 0, 1, 2 and 3 steps, whose weights are
/// powers of the step's factor, and the next pass's step is four times as long (after M. Kawase, "Frame Buffer Postprocessing Effects in
/// DOUBLE-S.T.E.A.L", 2003). Steps between blocks are interpolated linearly. Light beyond an edge of the picture is not seen; the weights of both directions sum to 1, so that
/// what stays inside keeps its energy.
package final class Streak: @unchecked Sendable {
  /// Gathers the light and adds the result: a pyramid of one level.
  package let bloom: Bloom
  private let width: Int
  private let height: Int
  private let rowStride: Int
  /// Three planes each: the pictures between passes, in turn, for each direction.
  private let buffers: [AlignedBuffer<Float>]
  private var step = SIMD2<Float>()
  private var factor: Float = 0
  private var passCount = 1
  private var color = SIMD3<Float>(repeating: 1)

  /// Rows that one task computes.
  private static let taskRows = 16
  private static let maximumPasses = 5

  package init(width: Int, height: Int) {
    // A radius below a block: the pyramid has one level, whose blur is not used.
    bloom = Bloom(width: width, height: height, radiusPixels: 1)
    let level = bloom.levels[0]
    (self.width, self.height) = (level.width, level.height)
    rowStride = level.rowStride
    buffers = (0..<4).map { _ in AlignedBuffer(count: 3 * level.height * level.rowStride) }
  }

  /// - Parameters:
  ///   - direction: a unit vector along the streaks.
  ///   - lengthPixels: where a streak has 1/e of its light.
  package func configure(direction: SIMD2<Double>, lengthPixels: Double, color: SIMD3<Float>) {
    let blocks = max(lengthPixels / 4, 0.05)
    step = SIMD2<Float>(direction)
    factor = Lanes.exp(Float(-1 / blocks))
    // Until the light is below a thousandth, seven lengths away.
    var reach = 4.0
    passCount = 1
    while reach < 7 * blocks && passCount < Self.maximumPasses {
      reach *= 4
      passCount += 1
    }
    self.color = color
  }

  package var taskCounts: [Int] {
    let count = (height + Self.taskRows - 1) / Self.taskRows
    return Array(repeating: count, count: passCount + 1)
  }

  private func row(_ buffer: Int, _ y: Int, _ plane: Int) -> UnsafeMutablePointer<Float> {
    buffers[buffer].base + (plane * height + y) * rowStride + BloomLevel.margin
  }

  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    for y in task * Self.taskRows..<min((task + 1) * Self.taskRows, height) {
      if pass < passCount { extend(y, pass) } else { join(y) }
    }
  }

  /// The powers of a step's factor, and the length of the step in blocks.
  private func stepOf(_ pass: Int) -> (factor: Float, blocks: Float) {
    var (factor, blocks) = (self.factor, Float(1))
    for _ in 0..<pass {
      factor = (factor * factor) * (factor * factor)
      blocks *= 4
    }
    return (factor, blocks)
  }

  /// One pass over a row, for both directions.
  private func extend(_ y: Int, _ pass: Int) {
    let (factor, blocks) = stepOf(pass)
    for direction in 0..<2 {
      for plane in 0..<3 {
        let output = row(direction * 2 + pass % 2, y, plane)
        var weight: Float = 1
        for index in 0..<4 {
          let distance = Float(index) * blocks * (direction == 0 ? 1 : -1)
          addMoved(
            pass == 0 ? nil : direction * 2 + (pass + 1) % 2, y, plane, step * distance, weight, isFirst: index == 0,
            onto: output)
          weight *= factor
        }
      }
    }
  }

  /// Adds a row of a picture that is moved by whole and broken blocks, times a weight; nil stands for the gathered light.
  private func addMoved(
    _ buffer: Int?, _ y: Int, _ plane: Int, _ distance: SIMD2<Float>, _ weight: Float, isFirst: Bool,
    onto output: UnsafeMutablePointer<Float>
  ) {
    let (wholeX, wholeY) = (distance.x.rounded(.down), distance.y.rounded(.down))
    let (shareX, shareY) = (distance.x - wholeX, distance.y - wholeY)
    if isFirst { output.update(repeating: 0, count: width) }
    for below in 0..<2 {
      let from = y + Int(wholeY) + below
      let rowWeight = weight * (below == 0 ? 1 - shareY : shareY)
      if rowWeight == 0 || from < 0 || from >= height { continue }
      let source = buffer.map { row($0, from, plane) } ?? bloom.levels[0].sourceRow(from, plane: plane)
      for right in 0..<2 {
        let share = rowWeight * (right == 0 ? 1 - shareX : shareX)
        if share == 0 { continue }
        let shift = Int(wholeX) + right
        let (low, high) = (max(0, -shift), min(width, width - shift))
        var column = low
        while column + 8 <= high {
          Lanes.store(
            Lanes.load(output + column) + Lanes.load(source + column + shift) * share, to: output + column)
          column += 8
        }
        while column < high {
          output[column] += source[column + shift] * share
          column += 1
        }
      }
    }
  }

  /// Both directions as one glow, in the streak's colour.
  private func join(_ y: Int) {
    let last = (passCount - 1) % 2
    // The sum of the weights of one direction.
    var (sum, factor) = (Float(1), self.factor)
    for _ in 0..<passCount {
      sum *= (1 + factor) * (1 + factor * factor)
      factor = (factor * factor) * (factor * factor)
    }
    for plane in 0..<3 {
      let share = color[plane] / (2 * sum)
      let (forth, back) = (row(last, y, plane), row(2 + last, y, plane))
      let output = bloom.levels[0].blurredRow(y, plane: plane)
      for column in 0..<width { output[column] = (forth[column] + back[column]) * share }
    }
    bloom.levels[0].mirrorBlurredEnds(rows: y..<y + 1)
  }
}
