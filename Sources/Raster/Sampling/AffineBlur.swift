import Lanes

/// A blur along the paths of a motion: along a line, towards a point, or around one.
///
/// The motions of each kind form a group: half of a motion twice is the whole of it. So the mean of 4ⁿ pictures at equal steps of the motion
/// is the mean of four at a quarter of its length, n times over, each pass on the result of the one before: 4n samples of a pixel in place
/// of 4ⁿ. Steps are at most a pixel long where the motion is longest, up to 4⁵ of them. The weights of all samples are equal and sum to 1: what is even stays so.
package final class AffineBlur: @unchecked Sendable {
  /// What a share of the motion does to places, relative to its centre: a matrix by rows, and what is added.
  package struct Map: Sendable {
    let a: Float
    let b: Float
    let c: Float
    let d: Float
    let offset: SIMD2<Float>

    package init(a: Float = 1, b: Float = 0, c: Float = 0, d: Float = 1, offset: SIMD2<Float> = SIMD2()) {
      (self.a, self.b, self.c, self.d, self.offset) = (a, b, c, d, offset)
    }
  }

  /// The picture, and the memory that passes write to in turn with it.
  private let first: SampledPicture
  private let second: SampledPicture
  private var center = SIMD2<Float>()
  /// The four maps of each pass.
  private var maps: [[Map]] = []
  private let width: Int
  private let height: Int
  /// The pixels outside of which picture and result are transparent.
  private var workBox: PixelRect
  /// Pixels of `second` that no pass has written since the picture left them, because there was no motion.
  private var staleBox = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// Rows that one task computes.
  private static let taskRows = 8
  private static let maximumPasses = 5

  package init(width: Int, height: Int, mirrors: Bool) {
    (self.width, self.height) = (width, height)
    first = SampledPicture(width: width, height: height, mirrors: mirrors)
    second = SampledPicture(width: width, height: height, mirrors: mirrors)
    workBox = PixelRect(x: 0, y: 0, width: width, height: height)
  }

  /// Tells, after `configure` and before the first `gather`, that picture and result are transparent outside of `box`, and were so in the last
  /// frame: only tiles that touch it have to be gathered. At first the box is the whole picture.
  package func limitWork(to box: PixelRect) {
    let box = box.intersection(PixelRect(x: 0, y: 0, width: width, height: height)).union(staleBox)
    staleBox = maps.isEmpty ? box : PixelRect(x: 0, y: 0, width: 0, height: 0)
    // Places are found for eight pixels at a time.
    workBox = PixelRect(x: box.x / 8 * 8, y: box.y, width: box.endX - box.x / 8 * 8, height: box.height)
  }

  /// - Parameters:
  ///   - center: the fixed point of the motion, in coordinates of the picture.
  ///   - longestPixels: the path of the pixel that moves farthest.
  ///   - map: what a share of the motion, −½...½, does.
  package func configure(center: SIMD2<Float>, longestPixels: Double, map: (Double) -> Map) {
    self.center = center
    maps = []
    var step = 1.0
    while step * longestPixels > 1 && maps.count < Self.maximumPasses {
      step /= 4
      maps.append((0..<4).map { map((Double($0) - 1.5) * step) })
    }
    // A path shorter than a pixel is blurred by one pass, so that a motion begins softly.
    if maps.isEmpty && longestPixels > 0 { maps.append((0..<4).map { map((Double($0) - 1.5) / 4) }) }
  }

  package func gather(from tile: Tile, region: PixelRect) { first.store(tile, region: region) }

  package var taskCounts: [Int] { maps.map { _ in (height + Self.taskRows - 1) / Self.taskRows } }

  /// The result after all passes.
  package var result: SampledPicture { maps.count % 2 == 0 ? first : second }

  /// Computes some rows of one pass.
  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    let (from, onto) = pass % 2 == 0 ? (first, second) : (second, first)
    if workBox.isEmpty { return }
    let count = (workBox.width + 7) / 8 * 8
    scratch.reserve(4 * count + SampledPicture.Places.floatCount)
    let (planes, places) = (scratch.base, SampledPicture.Places(scratch.base + 4 * count))
    let rows = task * Self.taskRows..<min((task + 1) * Self.taskRows, height)
    for y in rows.clamped(to: workBox.y..<workBox.endY) {
      mean(maps[pass], from, Float(workBox.x), Float(y), into: planes, count: count, places)
      let output = UnsafeMutableRawPointer(onto.row(y) + workBox.x).assumingMemoryBound(to: Float.self)
      interleave(planes, planeStride: count, count: workBox.width, into: output)
    }
  }

  /// Writes the means of the pictures that four maps make of a row: four planes of `count` values, whole vectors of eight.
  @inline(never)
  private func mean(
    _ maps: [Map], _ picture: SampledPicture, _ x0: Float, _ y: Float, into planes: UnsafeMutablePointer<Float>,
    count: Int, _ places: SampledPicture.Places
  ) {
    let dy = y - center.y
    var column = 0
    while column < count {
      let x = Lanes.laneNumbers + (Float(column) + x0)
      let dx = x - center.x
      var sum = TextureSample(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8())
      for map in maps {
        // Differences from the pixel itself, so that a map that moves nothing moves nothing.
        let movedX = x + (dx * (map.a - 1) + (dy * map.b + map.offset.x))
        let movedY = (dx * map.c + (dy * (map.d - 1) + map.offset.y)) + y
        sum += picture.values(x: movedX, y: movedY, places) * Float8(repeating: 0.25)
      }
      let at = planes + column
      Lanes.store(sum.red, to: at)
      Lanes.store(sum.green, to: at + count)
      Lanes.store(sum.blue, to: at + 2 &* count)
      Lanes.store(sum.alpha, to: at + 3 &* count)
      column &+= 8
    }
  }
}
