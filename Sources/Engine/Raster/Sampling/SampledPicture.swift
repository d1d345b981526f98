import Lanes

/// A picture that can be sampled anywhere: interleaved premultiplied pixels, and, where they are asked for, the same picture at successively
/// halved sizes (mipmaps), so that where it is drawn smaller, each pixel of the frame shows the mean of what it covers.
///
/// Each level is half as wide and high as the level before, rounded up, and holds means of 2 × 2 of its pixels. A pixel is four floats, so that
/// one load reads all of it; eight bits of linear light would show steps. Memory: 16 bytes a pixel, and a third more for the smaller levels.
@usableFromInline
package final class SampledPicture: @unchecked Sendable {
  /// Red, green, blue and alpha.
  @usableFromInline package typealias Pixel = SIMD4<Float>

  /// What samples outside of the picture read.
  @usableFromInline
  package enum Edges: Sendable {
    /// Transparent pixels.
    case transparent
    /// The pixels at the picture's edge continue.
    case clamped
    /// Copies of the picture, side by side.
    case repeated
    /// Mirror images of the picture, side by side.
    case mirrored
  }

  /// The picture at one size, with a border of `border` pixels around it that samples near the edges read. The border of a repeated picture
  /// holds pixels of the neighbouring copies; all other borders are transparent. With clamped and mirrored edges, pixels of the border count
  /// with a weight of 0. The memory belongs to the picture.
  @usableFromInline
  package struct Level: @unchecked Sendable, BitwiseCopyable {
    @usableFromInline package let width: Int
    @usableFromInline package let height: Int
    /// Pixels from one row to the next.
    @usableFromInline package let stride: Int
    /// The pixel in the first column and row.
    @usableFromInline package let origin: UnsafeMutablePointer<Pixel>

    /// The first pixel of a row.
    @inlinable @inline(__always)
    package func row(_ y: Int) -> UnsafeMutablePointer<Pixel> { origin + y &* stride }

    /// The four numbers of a pixel; those of the next pixel to the right follow.
    func floats(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Float> {
      UnsafeMutableRawPointer(row(y) + x).assumingMemoryBound(to: Float.self)
    }
  }

  /// The border around a level, in pixels: a cubic sample just outside of the level reads this far.
  private static let border = 4
  /// Rows of a level that one task computes.
  static let rowsPerTask = 32

  package let edges: Edges
  /// Whether every level covers exactly the picture: after a level of an odd width or height, a pixel covers a little less than 2 × 2. Otherwise
  /// it covers 2 × 2, so that positions are always halved, and the last column or row reaches half a pixel beyond the picture.
  private let levelsFit: Bool
  /// The levels, the finest first.
  @usableFromInline package private(set) var levels: [Level] = []
  /// Where the first level has equal neighbours, for pictures of which much is one colour; nil where nobody asks for it.
  package private(set) var equalPixels: EqualPixels?
  /// The memory of each level, including levels that only an earlier size had.
  private var memory: [AlignedBuffer<Pixel>] = []

  package init(width: Int, height: Int, edges: Edges, levelsFit: Bool = false) {
    precondition(width > 0 && height > 0, "A picture needs at least one pixel.")
    self.edges = edges
    self.levelsFit = levelsFit
    addLevel(width: width, height: height)
  }

  package var width: Int { levels[0].width }
  package var height: Int { levels[0].height }

  /// The first pixel of a row of the first level.
  package func row(_ y: Int) -> UnsafeMutablePointer<Pixel> { levels[0].row(y) }

  /// Changes the size and leaves only the first level, whose pixels are undefined until all have been stored.
  package func resize(width: Int, height: Int) {
    levels.removeAll(keepingCapacity: true)
    addLevel(width: width, height: height)
    if equalPixels != nil { findEqualPixels() }
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

  /// Begins to find equal neighbours in what is stored from tiles.
  package func findEqualPixels() { equalPixels = EqualPixels(width: width, height: height) }

  /// Copies the pixels of a tile inside of `region` to the first level. The tile's coordinates are those of the picture.
  package func store(_ tile: Tile, region: PixelRect) {
    requireTile(tile, covers: region)
    let level = levels[0]
    for y in region.y..<region.endY {
      let planes = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
      interleave(planes, planeStride: tile.width, count: region.width, into: level.floats(region.x, y))
      equalPixels?.find(in: planes, planeStride: tile.width, count: region.width, x: region.x, y: y)
    }
  }

  /// Sets all pixels of the first level to those of `picture` from (`x`, `y`) on. Beyond that picture its last column and row are repeated.
  package func store(_ picture: LightPicture, x: Int = 0, y: Int = 0) {
    let (tile, level) = (picture.pixels.tile, levels[0])
    let copiedCount = min(max(picture.width - x, 0), level.width)
    for row in 0..<level.height {
      let planes = tile.row(min(y + row, picture.height - 1), plane: 0)
      interleave(planes + x, planeStride: tile.width, count: copiedCount, into: level.floats(0, row))
      let onto = level.row(row)
      for column in copiedCount..<level.width {
        for plane in 0..<4 { onto[column][plane] = planes[plane * tile.width + picture.width - 1] }
      }
      if picture.isOpaque { for column in 0..<level.width { onto[column].w = 1 } }
    }
    wrap(level: 0)
  }

  /// Adds levels, whose pixels are still undefined, until there are `count`, or until the smallest has one pixel. `reduce` computes the
  /// pixels.
  package func reserveLevels(_ count: Int) {
    while levels.count < count, let last = levels.last, last.width > 1 || last.height > 1 {
      addLevel(width: (last.width + 1) / 2, height: (last.height + 1) / 2)
    }
  }

  /// Adds levels and computes their pixels until there are `count` levels, or until the smallest has one pixel.
  ///
  /// - Returns: the number of levels to use, at most `count`.
  package func computeLevels(upTo count: Int) -> Int {
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
      let (from, onto) = (level.row(wrapped(y, level.height)), level.row(y))
      for x in -Self.border..<level.width + Self.border where y < 0 || y >= level.height || x < 0 || x >= level.width {
        onto[x] = from[wrapped(x, level.width)]
      }
    }
  }

  /// The number of tasks that make a level from the level before.
  package func taskCount(ofLevel index: Int) -> Int {
    (levels[index].height + Self.rowsPerTask - 1) / Self.rowsPerTask
  }

  /// Makes some rows of a level from the level before, which must be complete. `index` is above 0.
  ///
  /// - Parameter box: the pixels of the level that are made; nil for all.
  package func reduce(level index: Int, task: Int, box: PixelRect? = nil) {
    let (level, finer) = (levels[index], levels[index - 1])
    if levelsFit && (finer.width % 2 == 1 || finer.height % 2 == 1) { return fit(level, to: finer, task: task) }
    // If the finer level's width or height is odd, its last column or row is paired with itself, or with pixels of the border.
    let pairsWithItself = edges == .clamped || edges == .mirrored
    let box = box ?? PixelRect(x: 0, y: 0, width: level.width, height: level.height)
    let start = max(task * Self.rowsPerTask, box.y)
    let end = min(min((task + 1) * Self.rowsPerTask, level.height), box.endY)
    for y in start..<max(end, start) {
      let first = finer.row(2 * y)
      let second = pairsWithItself && 2 * y + 1 >= finer.height ? first : first + finer.stride
      let onto = level.row(y)
      for x in max(box.x, 0)..<max(min(box.endX, level.width), max(box.x, 0)) {
        let left = 2 * x
        let right = pairsWithItself && left + 1 >= finer.width ? left : left + 1
        onto[x] = ((first[left] + first[right]) + (second[left] + second[right])) * 0.25
      }
    }
  }

  /// Makes some rows of a level that covers the same as a finer one: each pixel is the mean of the finer pixels under it, weighted by area.
  private func fit(_ level: Level, to finer: Level, task: Int) {
    /// The first of three finer pixels along an axis under a pixel, and their shares of the mean. A pixel that is two wide covers no third.
    func covered(_ index: Int, _ finerCount: Int, _ count: Int) -> (first: Int, shares: SIMD3<Float>) {
      let width = Double(finerCount) / Double(count)
      let (start, end) = (Double(index) * width, Double(index + 1) * width)
      let first = min(Int(start), finerCount - 1)
      let shares = (0..<3).map { max(min(Double(first + $0 + 1), end) - max(Double(first + $0), start), 0) / width }
      return (first, SIMD3(Float(shares[0]), Float(shares[1]), Float(shares[2])))
    }
    let columns = (0..<level.width).map { covered($0, finer.width, level.width) }
    for y in task * Self.rowsPerTask..<min((task + 1) * Self.rowsPerTask, level.height) {
      let rows = covered(y, finer.height, level.height)
      for (x, column) in columns.enumerated() {
        var sum = Pixel()
        for row in 0..<3 {
          let pixels = finer.row(rows.first + row) + column.first
          let (left, middle, right) = (
            pixels[0] * column.shares.x, pixels[1] * column.shares.y, pixels[2] * column.shares.z
          )
          sum += (left + middle + right) * rows.shares[row]
        }
        level.row(y)[x] = sum
      }
    }
  }

  /// Makes the four channels of each pixel, which must be equal, those of the pixel itself, of its neighbour to the right, of the one below, and
  /// of the one to the right of that, at all levels (`Level.linearOfNeighbors`).
  func gatherNeighbors() {
    for level in levels {
      for y in 0..<level.height {
        let (row, below) = (level.row(y), level.row(y + 1))
        for x in 0..<level.width { row[x] = Pixel(row[x].x, row[x + 1].x, below[x].x, below[x + 1].x) }
      }
    }
  }

  /// Copies the pixels of row `y`, from column `x` on, to the four planes of a row of a tile. Beyond the picture its edge is repeated.
  package func copyRow(_ y: Int, x: Int, onto target: TileRow) {
    let source = row(min(max(y, 0), height - 1))
    // The pixels that are copied in whole vectors of eight.
    let vectorizedCount = x >= 0 ? max(min(target.width, width - x) / 8 * 8, 0) : 0
    if vectorizedCount > 0 {
      let floats = UnsafeMutableRawPointer(source + x).assumingMemoryBound(to: Float.self)
      separate(floats, count: vectorizedCount, into: target.plane(0), planeStride: target.width)
    }
    for column in vectorizedCount..<target.width {
      let pixel = source[min(max(x + column, 0), width - 1)]
      for plane in 0..<4 { target.plane(plane)[column] = pixel[plane] }
    }
  }
}
