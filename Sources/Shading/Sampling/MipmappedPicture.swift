import Lanes
import Raster

/// A picture that can be sampled anywhere: premultiplied pixels side by side, and the same picture at halves of its size, so that what is
/// drawn small has the mean of what it covers.
///
/// Each level has means of 2 × 2 pixels of the one before. Memory: 16 bytes a pixel, and a third more for the smaller levels.
final class MipmappedPicture: @unchecked Sendable {
  /// Red, green, blue and alpha.
  typealias Pixel = SIMD4<Float>

  /// What is outside of the picture.
  enum Edges: Sendable {
    /// Nothing.
    case transparent
    /// It goes on as it ends.
    case clamped
    /// Copies of the picture, side by side.
    case repeated
  }

  /// The picture at one size. Around it are `border` pixels, which samples near its edges read: transparent ones, or those of the
  /// picture beside this one where it is repeated.
  struct Level: Sendable {
    let width: Int
    let height: Int
    /// Pixels from one row to the next.
    let stride: Int
    fileprivate let memory: AlignedBuffer<Pixel>

    fileprivate init(width: Int, height: Int) {
      (self.width, self.height) = (width, height)
      stride = width + 2 * MipmappedPicture.border
      memory = AlignedBuffer(count: stride * (height + 2 * MipmappedPicture.border))
    }

    /// The pixel in the first column and row.
    var origin: UnsafeMutablePointer<Pixel> { memory.base + MipmappedPicture.border * (stride + 1) }
  }

  /// Pixels around a level: a cubic sample just outside of it reads as far.
  fileprivate static let border = 4
  /// Rows of a level that one task computes.
  private static let taskRows = 32

  let edges: Edges
  private(set) var levels: [Level]

  init(width: Int, height: Int, edges: Edges) {
    self.edges = edges
    levels = [Level(width: width, height: height)]
  }

  var width: Int { levels[0].width }
  var height: Int { levels[0].height }

  /// Makes sure that there are as many levels as are asked for, or as many as the picture has. Their pixels are made by `reduce`.
  func provideLevels(_ count: Int) {
    while levels.count < count, let last = levels.last, last.width > 1 || last.height > 1 {
      levels.append(Level(width: (last.width + 1) / 2, height: (last.height + 1) / 2))
    }
  }

  /// Sets the pixels of `region` of the first level, in the tile's coordinates.
  func store(_ tile: Tile, region: PixelRect) {
    let level = levels[0]
    for y in region.y..<region.endY {
      let (from, width) = (tile.row(y - tile.y, plane: 0) + (region.x - tile.x), tile.width)
      let onto = level.origin + (y * level.stride + region.x)
      for x in 0..<region.width {
        onto[x] = Pixel(from[x], from[x + width], from[x + 2 * width], from[x + 3 * width])
      }
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

  /// Makes sure that there are as many levels as are asked for, or as many as the picture has, with their pixels.
  ///
  /// - Returns: how many of them are to be used.
  func provideAllLevels(upTo count: Int) -> Int {
    let first = levels.count
    provideLevels(count)
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
    func inside(_ x: Int, _ count: Int) -> Int { ((x % count) + count) % count }
    for y in -Self.border..<level.height + Self.border {
      let from = level.origin + inside(y, level.height) * level.stride
      let onto = level.origin + y * level.stride
      for x in -Self.border..<level.width + Self.border where y < 0 || y >= level.height || x < 0 || x >= level.width {
        onto[x] = from[inside(x, level.width)]
      }
    }
  }

  /// Tasks by which a level is made of the one before.
  func taskCount(ofLevel index: Int) -> Int { (levels[index].height + Self.taskRows - 1) / Self.taskRows }

  /// Makes some rows of a level, whose index is above 0, of the one before, which is complete.
  func reduce(level index: Int, task: Int) {
    let (level, finer) = (levels[index], levels[index - 1])
    for y in task * Self.taskRows..<min((task + 1) * Self.taskRows, level.height) {
      let first = finer.origin + 2 * y * finer.stride
      // At an odd size's end there is the border, or the last row once more.
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

extension MipmappedPicture.Level {
  /// The pixel whose middle is nearest; positions are those of middles, the first pixel's is 0. Between two pixels the left or upper one
  /// counts, as in Chromium, also where rounding has moved the position by a little.
  @inline(__always)
  func nearest(_ x: Float, _ y: Float, _ edges: MipmappedPicture.Edges) -> SIMD4<Float> {
    let half: Float = 0.5 - 1.0 / 1024
    if edges == .repeated {
      let (column, row) = (repeated(x + half, width), repeated(y + half, height))
      return origin[Int(row.rounded(.down)) &* stride &+ Int(column.rounded(.down))]
    }
    let (column, row) = (clamped(x + half, 0, width &- 1), clamped(y + half, 0, height &- 1))
    return origin[Int(row.rounded(.down)) &* stride &+ Int(column.rounded(.down))]
  }

  /// The mixture of the four pixels around a position.
  @inline(__always)
  func linear(_ x: Float, _ y: Float, _ edges: MipmappedPicture.Edges) -> SIMD4<Float> {
    let column: Float
    let row: Float
    switch edges {
    case .clamped: (column, row) = (clamped(x, 0, width &- 1), clamped(y, 0, height &- 1))
    case .transparent: (column, row) = (clamped(x, -2, width &+ 1), clamped(y, -2, height &+ 1))
    case .repeated: (column, row) = (repeated(x, width), repeated(y, height))
    }
    let (left, top) = (column.rounded(.down), row.rounded(.down))
    let (fx, fy) = (column - left, row - top)
    let pixel = origin + (Int(top) &* stride &+ Int(left))
    let upper = pixel[0] * (1 - fx) + pixel[1] * fx
    let lower = pixel[stride] * (1 - fx) + pixel[stride &+ 1] * fx
    return upper * (1 - fy) + lower * fy
  }

  /// A cubic through the sixteen pixels around a position (Catmull and Rom 1974, A class of local interpolating splines), held within
  /// the range of the inner four, so that nothing rings.
  @inline(__always)
  func cubic(_ x: Float, _ y: Float) -> SIMD4<Float> {
    let (column, row) = (clamped(x, -2, width &+ 1), clamped(y, -2, height &+ 1))
    let (left, top) = (column.rounded(.down), row.rounded(.down))
    let (wx, wy) = (Self.weights(column - left), Self.weights(row - top))
    let pixel = origin + (Int(top) &* stride &+ Int(left))
    @inline(__always) func sum(_ row: UnsafeMutablePointer<SIMD4<Float>>) -> SIMD4<Float> {
      (row[-1] * wx.x + row[0] * wx.y) + (row[1] * wx.z + row[2] * wx.w)
    }
    let upper = sum(pixel - stride) * wy.x + sum(pixel) * wy.y
    let lower = sum(pixel + stride) * wy.z + sum(pixel + 2 &* stride) * wy.w
    let (a, b, c, d) = (pixel[0], pixel[1], pixel[stride], pixel[stride &+ 1])
    @inline(__always) func less(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      b.replacing(with: a, where: a .< b)
    }
    @inline(__always) func more(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      b.replacing(with: a, where: a .> b)
    }
    let (low, high) = (less(less(a, b), less(c, d)), more(more(a, b), more(c, d)))
    return less(more(upper + lower, low), high)
  }

  /// The weights of four values for a position between the second and the third.
  @inline(__always)
  private static func weights(_ f: Float) -> SIMD4<Float> {
    SIMD4(
      f * (f * (1 - 0.5 * f) - 0.5), 1 + f * f * (1.5 * f - 2.5), f * (0.5 + f * (2 - 1.5 * f)),
      f * f * (0.5 * f - 0.5))
  }

  /// A position in the first of pictures that repeat.
  @inline(__always)
  private func repeated(_ x: Float, _ count: Int) -> Float {
    let size = Float(count)
    let rest = x - (x / size).rounded(.down) * size
    // Rounding may leave as much as the size, or less than nothing.
    return rest > 0 ? (rest < size ? rest : 0) : 0
  }

  @inline(__always)
  private func clamped(_ x: Float, _ low: Int, _ high: Int) -> Float {
    let (low, high) = (Float(low), Float(high))
    let raised = x > low ? x : low
    return raised < high ? raised : high
  }
}
