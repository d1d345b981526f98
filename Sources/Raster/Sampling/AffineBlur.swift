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

  /// Rows that one task computes.
  private static let taskRows = 8
  private static let maximumPasses = 5

  package init(width: Int, height: Int, mirrors: Bool) {
    (self.width, self.height) = (width, height)
    first = SampledPicture(width: width, height: height, mirrors: mirrors)
    second = SampledPicture(width: width, height: height, mirrors: mirrors)
    workBox = PixelRect(x: 0, y: 0, width: width, height: height)
  }

  /// Tells, before the first `gather`, that picture and result are transparent outside of `box`, and always were: only tiles that touch it
  /// have to be gathered. At first the box is the whole picture.
  package func limitWork(to box: PixelRect) {
    let box = box.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
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
    scratch.reserve(3 * count)
    let offsets = UnsafeMutableRawPointer(scratch.base).assumingMemoryBound(to: Int32.self)
    let (fractionX, fractionY) = (scratch.base + count, scratch.base + 2 * count)
    let rows = task * Self.taskRows..<min((task + 1) * Self.taskRows, height)
    for y in rows.clamped(to: workBox.y..<workBox.endY) {
      let output = onto.row(y) + workBox.x
      for (index, map) in maps[pass].enumerated() {
        locate(map, from, Float(workBox.x), Float(y), count, offsets, fractionX, fractionY)
        let (corner, stride) = (from.corner, from.rowStride)
        if index == 0 {
          for x in 0..<workBox.width {
            output[x] = bilinear(corner + Int(offsets[x]), stride, fractionX[x], fractionY[x]) * 0.25
          }
        } else {
          for x in 0..<workBox.width {
            output[x] += bilinear(corner + Int(offsets[x]), stride, fractionX[x], fractionY[x]) * 0.25
          }
        }
      }
    }
  }

  @inline(never)
  private func locate(
    _ map: Map, _ picture: SampledPicture, _ x0: Float, _ y: Float, _ count: Int, _ offsets: UnsafeMutablePointer<Int32>,
    _ fractionX: UnsafeMutablePointer<Float>, _ fractionY: UnsafeMutablePointer<Float>
  ) {
    let dy = y - center.y
    let stride = Int32(picture.rowStride)
    var column = 0
    while column < count {
      let x = Lanes.laneNumbers + (Float(column) + x0)
      let dx = x - center.x
      // Differences from the pixel itself, so that a map that moves nothing moves nothing.
      let movedX = x + (dx * (map.a - 1) + (dy * map.b + map.offset.x))
      let movedY = (dx * map.c + (dy * (map.d - 1) + map.offset.y)) + y
      let px = SampledPicture.inside(movedX, size: picture.width, mirrors: picture.mirrors)
      let py = SampledPicture.inside(movedY, size: picture.height, mirrors: picture.mirrors)
      let (left, above) = (Lanes.floor(px), Lanes.floor(py))
      let offset = (Lanes.truncateInRange(above) &+ 1) &* stride &+ (Lanes.truncateInRange(left) &+ 1)
      UnsafeMutableRawPointer(offsets + column).storeBytes(of: offset, as: Int32x8.self)
      Lanes.store(px - left, to: fractionX + column)
      Lanes.store(py - above, to: fractionY + column)
      column &+= 8
    }
  }
}
