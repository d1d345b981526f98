import Lanes
import Raster

/// A picture that can be sampled anywhere: interleaved premultiplied pixels, and the same picture at successively halved sizes (mipmaps), so
/// that where it is drawn smaller, each pixel of the frame shows the mean of what it covers.
///
/// Each level holds means of 2 × 2 pixels of the level before. Memory: 16 bytes a pixel, and a third more for the smaller levels.
final class MipmappedPicture: @unchecked Sendable {
  /// Red, green, blue and alpha.
  typealias Pixel = SIMD4<Float>

  /// What samples outside of the picture read.
  enum Edges: Sendable {
    /// Transparent pixels.
    case transparent
    /// The pixels at the picture's edge continue.
    case clamped
    /// Copies of the picture, side by side.
    case repeated
  }

  /// The picture at one size, with a border of `border` pixels around it that samples near the edges read. The border of a repeated picture
  /// holds pixels of the neighbouring copies; all other borders are transparent. With clamped edges the border is not read. The memory
  /// belongs to the picture.
  struct Level: @unchecked Sendable, BitwiseCopyable {
    let width: Int
    let height: Int
    /// Pixels from one row to the next.
    let stride: Int
    /// The pixel in the first column and row.
    let origin: UnsafeMutablePointer<Pixel>
  }

  /// The border around a level, in pixels: a cubic sample just outside of the level reads this far.
  fileprivate static let border = 4
  /// Rows of a level that one task computes.
  private static let rowsPerTask = 32

  let edges: Edges
  private(set) var levels: [Level] = []
  /// The memory of each level, including levels that only an earlier size had.
  private var memory: [AlignedBuffer<Pixel>] = []

  init(width: Int, height: Int, edges: Edges) {
    self.edges = edges
    addLevel(width: width, height: height)
  }

  /// Changes the size and leaves only the first level, whose pixels are undefined until all have been stored.
  func resize(width: Int, height: Int) {
    levels.removeAll(keepingCapacity: true)
    addLevel(width: width, height: height)
  }

  private func addLevel(width: Int, height: Int) {
    let (border, stride) = (Self.border, width + 2 * Self.border)
    let count = stride * (height + 2 * border)
    // Reused memory holds another size's pixels, so its border has to be cleared.
    let isReused = levels.count < memory.count
    if isReused { memory[levels.count].resize(to: count) } else { memory.append(AlignedBuffer(count: count)) }
    let origin = memory[levels.count].base + border * (stride + 1)
    levels.append(Level(width: width, height: height, stride: stride, origin: origin))
    guard isReused else { return }
    for y in -border..<height + border {
      let row = origin + y * stride
      if y < 0 || y >= height {
        (row - border).update(repeating: Pixel(), count: stride)
      } else {
        (row - border).update(repeating: Pixel(), count: border)
        (row + width).update(repeating: Pixel(), count: border)
      }
    }
  }

  var width: Int { levels[0].width }
  var height: Int { levels[0].height }

  /// Adds levels, whose pixels are still undefined, until there are `count`, or until the smallest has one pixel. `reduce` computes the
  /// pixels.
  func reserveLevels(_ count: Int) {
    while levels.count < count, let last = levels.last, last.width > 1 || last.height > 1 {
      addLevel(width: (last.width + 1) / 2, height: (last.height + 1) / 2)
    }
  }

  /// Copies the pixels of a tile inside `region` to the first level. The tile's coordinates are those of the picture.
  func store(_ tile: Tile, region: PixelRect) {
    let level = levels[0]
    for y in region.y..<region.endY {
      let from = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
      let onto = UnsafeMutableRawPointer(level.origin + (y * level.stride + region.x))
      interleave(
        from, planeStride: tile.width, count: region.width, into: onto.assumingMemoryBound(to: Float.self))
    }
  }

  /// Sets all pixels of the first level.
  func store(_ picture: LightPicture) {
    let tile = picture.pixels.tile
    store(tile, region: PixelRect(x: 0, y: 0, width: width, height: height))
    let level = levels[0]
    for y in 0..<height {
      let row = level.origin + y * level.stride
      if picture.isOpaque { for x in 0..<width { row[x].w = 1 } }
    }
    wrap(level: 0)
  }

  /// Adds levels and computes their pixels until there are `count` levels, or until the smallest has one pixel.
  ///
  /// - Returns: the number of levels to use, at most `count`.
  func computeLevels(upTo count: Int) -> Int {
    let first = levels.count
    reserveLevels(count)
    for index in first..<max(first, levels.count) {
      for task in 0..<taskCount(ofLevel: index) { reduce(level: index, task: task) }
      wrap(level: index)
    }
    return min(count, levels.count)
  }

  /// Fills the border of a level of a repeated picture.
  private func wrap(level index: Int) {
    guard edges == .repeated else { return }
    let level = levels[index]
    func wrapped(_ x: Int, _ count: Int) -> Int { ((x % count) + count) % count }
    for y in -Self.border..<level.height + Self.border {
      let from = level.origin + wrapped(y, level.height) * level.stride
      let onto = level.origin + y * level.stride
      for x in -Self.border..<level.width + Self.border where y < 0 || y >= level.height || x < 0 || x >= level.width {
        onto[x] = from[wrapped(x, level.width)]
      }
    }
  }

  /// The number of tasks that make a level from the level before.
  func taskCount(ofLevel index: Int) -> Int { (levels[index].height + Self.rowsPerTask - 1) / Self.rowsPerTask }

  /// Makes some rows of a level from the level before, which must be complete. `index` is above 0.
  func reduce(level index: Int, task: Int) {
    let (level, finer) = (levels[index], levels[index - 1])
    for y in task * Self.rowsPerTask..<min((task + 1) * Self.rowsPerTask, level.height) {
      let first = finer.origin + 2 * y * finer.stride
      // If the finer level's height is odd, its last row is paired with itself for clamped edges, otherwise with a row of the border.
      let second = edges == .clamped && 2 * y + 1 >= finer.height ? first : first + finer.stride
      let onto = level.origin + y * level.stride
      for x in 0..<level.width {
        let left = 2 * x
        let right = edges == .clamped && left + 1 >= finer.width ? left : left + 1
        onto[x] = ((first[left] + first[right]) + (second[left] + second[right])) * 0.25
      }
    }
  }
}
