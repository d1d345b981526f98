import Lanes

/// Heights from the brightness of a picture, smoothed so that a step of brightness becomes a slope of a given width.
///
/// The smoothing is that of a tent of this width, the product of two boxes: it turns no dark line into a bright one, as a single box does. It is made
/// of weights (1, 2, 1)/4 at distances of 1, 2, 4 … pixels, each of which doubles the tent; the last one is weakened to (q, 1 − 2q, q), so that the
/// variance, width²/24, follows the width without steps. `ReliefSurface` brings a variance of 1 itself: widths below 5 pixels need nothing else. Cost:
/// two loads and three operations for eight pixels, a distance and a direction.
package final class BrightnessHeights: ReliefHeights, @unchecked Sendable {
  private let width: Int
  private let height: Int
  private let brightness: PaddedPlane
  /// What odd and even passes write.
  private var smoothed: [PaddedPlane] = []
  private var levels: [Level] = []
  package private(set) var heightPixels: Float = 1

  /// A pass: the weights (share, 1 − 2·share, share) at a distance in pixels.
  private struct Level {
    let distance: Int
    let share: Float
  }

  private static let taskRows = 16

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    brightness = PaddedPlane(width: width, height: height, margin: 16)
  }

  /// Sets the scale.
  ///
  /// - Parameters:
  ///   - widthPixels: the width of the slope that a step of brightness becomes, at most 256 pixels.
  ///   - heightPixels: the height at a brightness of 1.
  package func configure(widthPixels: Float, heightPixels: Float) {
    precondition(widthPixels <= 256, "A slope is at most 256 pixels wide.")
    self.heightPixels = heightPixels
    levels = []
    var variance = widthPixels * widthPixels / 24 - 1
    var distance = 1
    while variance > 1e-3 {
      let square = Float(2 * distance * distance)
      let share = min(variance / square, 0.25)
      levels.append(Level(distance: distance, share: share))
      variance -= share * square
      distance *= 2
    }
    while smoothed.count < min(levels.count, 2) {
      smoothed.append(PaddedPlane(width: width, height: height, margin: 16))
    }
  }

  /// The brightness of a row's pixels, 0...1.
  package func row(_ y: Int) -> UnsafeMutablePointer<Float> { brightness.row(y) }

  package var plane: PaddedPlane { levels.isEmpty ? brightness : smoothed[(levels.count - 1) % 2] }

  package var taskCounts: [Int] { levels.map { _ in (height + Self.taskRows - 1) / Self.taskRows } }

  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    let level = levels[pass]
    let (source, target) = (pass == 0 ? brightness : smoothed[(pass - 1) % 2], smoothed[pass % 2])
    let margin = (level.distance + 7) / 8 * 8 + 8
    let columnCount = (width + 7) / 8 * 8
    scratch.resize(to: columnCount + 2 * margin)
    let sums = scratch.base + margin
    for y in task * Self.taskRows..<min((task + 1) * Self.taskRows, height) {
      let (above, below) = (source.row(max(y - level.distance, 0)), source.row(min(y + level.distance, height - 1)))
      combine(above, source.row(y), below, level.share, columnCount, to: sums)
      (sums - margin).update(repeating: sums[0], count: margin)
      (sums + width).update(repeating: sums[width - 1], count: columnCount - width + margin)
      combine(sums - level.distance, sums, sums + level.distance, level.share, columnCount, to: target.row(y))
    }
  }

  @inline(__always)
  private func combine(
    _ before: UnsafeMutablePointer<Float>, _ middle: UnsafeMutablePointer<Float>, _ after: UnsafeMutablePointer<Float>,
    _ share: Float, _ count: Int, to output: UnsafeMutablePointer<Float>
  ) {
    let middleShare = 1 - 2 * share
    var column = 0
    while column < count {
      let sides = Lanes.load(before + column) + Lanes.load(after + column)
      Lanes.store(Lanes.load(middle + column) * middleShare + sides * share, to: output + column)
      column &+= 8
    }
  }
}
