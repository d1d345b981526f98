import Lanes

/// A blur along the paths of a motion: along a line, towards a point, or around one.
///
/// With each of these motions, moving twice by half of the way is the same as moving the whole way. So the mean of 4ⁿ pictures at
/// equal steps of the motion can be computed in n passes. Each pass takes the mean of four moved copies of the previous pass's
/// result; its steps are a quarter as long as those of the previous pass. That takes 4n samples for each pixel instead of 4ⁿ.
/// There are so many passes that the last steps are at most a pixel long, but at most five. All samples have equal weights, which
/// add up to 1, so a picture of one colour stays as it is.
package final class AffineBlur: @unchecked Sendable {
  /// How a share of the motion moves positions relative to the motion's centre: multiplication by the matrix (a b; c d), then the
  /// addition of an offset in pixels.
  package struct Map: Sendable {
    /// The matrix, row by row.
    let a: Float
    let b: Float
    let c: Float
    let d: Float
    let offset: SIMD2<Float>

    package init(a: Float = 1, b: Float = 0, c: Float = 0, d: Float = 1, offset: SIMD2<Float> = SIMD2()) {
      (self.a, self.b, self.c, self.d, self.offset) = (a, b, c, d, offset)
    }
  }

  /// The gathered picture, and a second picture. Passes alternately read one of them and write the other.
  private let first: SampledPicture
  private let second: SampledPicture
  /// The fixed point of a motion towards or around a point; it has no effect on a motion along a line.
  private var center = SIMD2<Float>()
  /// The four maps of each pass, longest steps first.
  private var maps: [[Map]] = []
  private let width: Int
  private let height: Int
  /// The box outside of which picture and result are transparent.
  private var workBox: PixelRect
  /// Where `second` may hold the result of an earlier frame, because the last frame was without motion and no pass wrote to `second`;
  /// otherwise empty.
  private var staleBox = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// Rows that one task computes.
  private static let taskRows = 8
  private static let maximumPasses = 5
  /// Pixels of a row whose places are all computed before the first of them is sampled: so the processor does not wait for each, which takes
  /// a third off the time.
  private static let chunkWidth = 64

  package init(width: Int, height: Int, edges: SampledPicture.Edges) {
    (self.width, self.height) = (width, height)
    first = SampledPicture(width: width, height: height, edges: edges)
    second = SampledPicture(width: width, height: height, edges: edges)
    workBox = PixelRect(x: 0, y: 0, width: width, height: height)
  }

  /// Declares that picture and result are transparent outside of `box`, and were so in the frame before. Only tiles that touch
  /// the box then have to be gathered. May be called after `configure` and before the first `gather`; without this call, the box
  /// is the whole picture.
  package func limitWork(to box: PixelRect) {
    let box = box.intersection(PixelRect(x: 0, y: 0, width: width, height: height)).union(staleBox)
    staleBox = maps.isEmpty ? box : PixelRect(x: 0, y: 0, width: 0, height: 0)
    // Eight pixels are sampled at a time, so the box begins at a multiple of eight.
    workBox = PixelRect(x: box.x / 8 * 8, y: box.y, width: box.endX - box.x / 8 * 8, height: box.height)
  }

  /// Sets the motion.
  ///
  /// - Parameters:
  ///   - center: the fixed point of a motion towards or around a point, in coordinates of the picture.
  ///   - longestPathPixels: length of the path of the pixel that moves farthest.
  ///   - map: returns the effect of a share of the motion, −½...½.
  package func configure(center: SIMD2<Float>, longestPathPixels: Double, map: (Double) -> Map) {
    self.center = center
    maps = []
    var step = 1.0
    while step * longestPathPixels > 1 && maps.count < Self.maximumPasses {
      step /= 4
      maps.append((0..<4).map { map((Double($0) - 1.5) * step) })
    }
    // A path shorter than a pixel is blurred by one pass, so that the blur of a beginning motion does not jump.
    if maps.isEmpty && longestPathPixels > 0 { maps.append((0..<4).map { map((Double($0) - 1.5) / 4) }) }
  }

  /// Stores the part of a tile inside of `region`. The tile and the region have coordinates of the picture.
  package func gather(from tile: Tile, region: PixelRect) { first.store(tile, region: region) }

  /// The number of tasks of each pass.
  package var taskCounts: [Int] { maps.map { _ in (height + Self.taskRows - 1) / Self.taskRows } }

  /// The result after all passes.
  package var result: SampledPicture { maps.count % 2 == 0 ? first : second }

  /// Computes the rows of one task of a pass.
  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    let (source, target) = pass % 2 == 0 ? (first, second) : (second, first)
    if workBox.isEmpty { return }
    let count = (workBox.width + 7) / 8 * 8
    scratch.resize(to: 4 * count + maps[pass].count * (Self.chunkWidth / 8) * SamplePlaces.floatCount)
    let (planes, places) = (scratch.base, scratch.base + 4 * count)
    let rows = task * Self.taskRows..<min((task + 1) * Self.taskRows, height)
    for y in rows.clamped(to: workBox.y..<workBox.endY) {
      mean(maps[pass], source, Float(workBox.x), Float(y), into: planes, count: count, places)
      let output = UnsafeMutableRawPointer(target.row(y) + workBox.x).assumingMemoryBound(to: Float.self)
      interleave(planes, planeStride: count, count: workBox.width, into: output)
    }
  }

  /// Writes, for each pixel of row `y` from column `firstX` on, the mean of the picture at the four places to which `maps` move the pixel:
  /// four planes of `count` values, a multiple of eight.
  ///
  /// - Parameter places: memory for the places of `chunkWidth` pixels moved by each map.
  @inline(never)
  private func mean(
    _ maps: [Map], _ picture: SampledPicture, _ firstX: Float, _ y: Float, into planes: UnsafeMutablePointer<Float>,
    count: Int, _ places: UnsafeMutablePointer<Float>
  ) {
    let (level, edges) = (picture.levels[0], picture.edges)
    let dy = y - center.y
    var first = 0
    while first < count {
      let end = min(first &+ Self.chunkWidth, count)
      var place = places
      for column in stride(from: first, to: end, by: 8) {
        let x = Lanes.laneNumbers + (Float(column) + firstX)
        let dx = x - center.x
        for map in maps {
          // Computed as differences from the pixel's own place, so that the identity returns exactly that place.
          let movedX = x + (dx * (map.a - 1) + (dy * map.b + map.offset.x))
          let movedY = (dx * map.c + (dy * (map.d - 1) + map.offset.y)) + y
          level.setPlaces(edges.stored(movedX, level.width), edges.stored(movedY, level.height), SamplePlaces(place))
          place += SamplePlaces.floatCount
        }
      }
      place = places
      for column in stride(from: first, to: end, by: 8) {
        var sum = LaneColor.transparent
        for _ in maps {
          sum += level.linear(SamplePlaces(place)) * 0.25
          place += SamplePlaces.floatCount
        }
        sum.store(to: planes + column, planeStride: count)
      }
      first = end
    }
  }
}
