import Lanes
import Raster

/// A picture at half the size and smaller, as rough water mirrors it: each level is half as high as the one before, and every second one half as wide, since
/// mirror images in water that is seen in perspective are smeared mostly upwards and downwards.
final class WaterMirror: @unchecked Sendable {
  /// The pixels of the frame that are stored, from an even column and row on.
  let frame: PixelRect
  /// The levels, the finest first.
  let levels: [SampledPicture]
  /// Pixels of the frame along a pixel of each level.
  let scales: [(x: Float, y: Float)]

  /// Levels for images that are smeared with a deviation of up to 170 pixels.
  private static let levelCount = 9
  private static let taskRows = 16

  init(_ input: PixelRect) {
    let (left, top) = (input.x & ~1, input.y & ~1)
    frame = PixelRect(x: left, y: top, width: input.endX - left, height: input.endY - top)
    var (width, height) = (max((frame.width + 1) / 2, 1), max((frame.height + 1) / 2, 1))
    var scale: (x: Float, y: Float) = (2, 2)
    var levels: [SampledPicture] = []
    var scales: [(x: Float, y: Float)] = []
    for level in 0..<Self.levelCount {
      levels.append(SampledPicture(width: width, height: height, edges: .clamped))
      scales.append(scale)
      height = max((height + 1) / 2, 1)
      scale.y *= 2
      if level % 2 == 1 {
        width = max((width + 1) / 2, 1)
        scale.x *= 2
      }
    }
    (self.levels, self.scales) = (levels, scales)
  }

  /// Stores means of 2 × 2 pixels of a tile, which begin at even columns and rows of the frame. Only the frame's own edges may divide them.
  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    let level = levels[0].levels[0]
    let (left, top) = (region.x & ~1, region.y & ~1)
    let count = (region.endX - left + 1) / 2
    let stride = (count + 7) / 8 * 8 + 8
    scratch.resize(to: 4 * stride)
    // The last whole vector that lies in the region; none where the region's first column is the second of its pair.
    let vectorEnd = left == region.x ? region.width / 16 * 8 : 0
    var y = top
    while y < region.endY {
      let (upper, lower) = (max(y, region.y), min(y + 1, region.endY - 1))
      for plane in 0..<4 {
        let first = tile.row(upper - tile.y, plane: plane) + (left - tile.x)
        let second = tile.row(lower - tile.y, plane: plane) + (left - tile.x)
        let output = scratch.base + plane &* stride
        var column = 0
        while column < vectorEnd {
          let at = 2 &* column
          let (a, b) = (
            Lanes.load(first + at) + Lanes.load(second + at), Lanes.load(first + at + 8) + Lanes.load(second + at + 8)
          )
          Lanes.store((Lanes.evens(a, b) + Lanes.odds(a, b)) * 0.25, to: output + column)
          column &+= 8
        }
        while column < count {
          let at = max(2 &* column, region.x - left)
          let next = min(2 &* column &+ 1, region.endX - left - 1)
          output[column] = ((first[at] + second[at]) + (first[next] + second[next])) * 0.25
          column &+= 1
        }
      }
      let target = level.row((y - frame.y) / 2) + (left - frame.x) / 2
      interleave(
        scratch.base, planeStride: stride, count: count,
        into: UnsafeMutableRawPointer(target).assumingMemoryBound(to: Float.self))
      y += 2
    }
  }

  func taskCount(ofLevel index: Int) -> Int { (levels[index].height + Self.taskRows - 1) / Self.taskRows }

  /// Makes some rows of a level from the level before. Rows are mixed by the weights 1, 3, 3, 1, so that levels fall off softly, like the Gaussian
  /// distribution of slopes.
  func reduce(level index: Int, task: Int) {
    let (level, finer) = (levels[index].levels[0], levels[index - 1].levels[0])
    let isNarrower = finer.width > level.width
    for y in task * Self.taskRows..<min((task + 1) * Self.taskRows, level.height) {
      func row(_ offset: Int) -> UnsafeMutablePointer<SampledPicture.Pixel> {
        finer.row(min(max(2 * y + offset, 0), finer.height - 1))
      }
      let (a, b, c, d) = (row(-1), row(0), row(1), row(2))
      let output = level.row(y)
      @inline(__always) func mixed(_ x: Int) -> SampledPicture.Pixel {
        (a[x] + d[x]) * 0.125 + (b[x] + c[x]) * 0.375
      }
      if isNarrower {
        for x in 0..<level.width {
          output[x] = (mixed(2 * x) + mixed(min(2 * x + 1, finer.width - 1))) * 0.5
        }
      } else {
        for x in 0..<level.width { output[x] = mixed(x) }
      }
    }
  }
}
