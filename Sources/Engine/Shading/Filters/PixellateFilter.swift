import Lanes
import Model
import Raster

extension Filter.Pixellate: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    PixellateFilter(self, canvas: canvas, input: input)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    3
  }
}

/// Replaces the picture by squares, each in the mean colour of the pixels that it covers; a pixel at a square's border is weighted by the
/// part of it that lies in the square. Pixels that several squares share become mixtures of these squares, so that squares of any size
/// move smoothly.
final class PixellateFilter: NeighborhoodFilter, @unchecked Sendable {
  private let settings: Filter.Pixellate
  private let canvas: Canvas
  private let picture: SampledPicture
  private let origin: (x: Int, y: Int)
  private let isConstant: Bool
  /// The premultiplied colours of the squares, row by row.
  private let colors = AlignedBuffer<SIMD4<Float>>(count: 0)
  private var columns = Squares(from: 0, side: 1, pixels: 0)
  private var rows = Squares(from: 0, side: 1, pixels: 0)

  init(_ settings: Filter.Pixellate, canvas: Canvas, input: PixelRect) {
    self.settings = settings
    self.canvas = canvas
    origin = (input.x, input.y)
    picture = SampledPicture(width: input.width, height: input.height, edges: .mirrored)
    isConstant = settings.animatedValues.areConstant
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  /// A task for each row of squares.
  var taskCounts: [Int] { columns.isIdentity ? [] : [rows.count] }

  /// Squares along one axis.
  private struct Squares {
    /// Side in pixels.
    let side: Double
    /// Where the first square begins, in pixels from the picture's edge: 0 or negative.
    let start: Double
    let count: Int
    /// The picture's pixels along the axis.
    let pixels: Int

    /// - Parameters:
    ///   - position: where one of the squares begins, in pixels from the picture's edge.
    ///   - pixels: the picture's pixels along the axis.
    init(from position: Double, side: Double, pixels: Int) {
      self.side = side
      self.pixels = pixels
      start = position - (position / side).rounded(.up) * side
      count = max(Int(((Double(pixels) - start) / side).rounded(.up)), 1)
    }

    /// Whether squares are no larger than pixels.
    var isIdentity: Bool { side <= 1 }

    /// The part of a square that lies in the picture.
    func range(_ index: Int) -> (low: Double, high: Double) {
      let low = start + Double(index) * side
      return (max(low, 0), min(low + side, Double(pixels)))
    }

    /// The square that covers the left (or upper) part of a pixel, and the share of the pixel that the square covers.
    func firstSquare(at pixel: Int) -> (index: Int, share: Float) {
      let position = min(max((Double(pixel) - start) / side, 0), Double(count - 1))
      let index = Int(position)
      let end = start + Double(index + 1) * side
      return (index, index == count - 1 ? 1 : Float(min(max(end - Double(pixel), 0), 1)))
    }
  }

  func update(at clock: AnimationClock) {
    let scale = canvas.pixelsPerPoint
    let side = max(settings.size.value(at: clock) * scale, 1)
    var center = SIMD2(Double(canvas.widthPixels), Double(canvas.heightPixels)) / 2
    if let point = settings.center { center = SIMD2(point.x.value(at: clock), point.y.value(at: clock)) * scale }
    columns = Squares(from: center.x - Double(origin.x), side: side, pixels: picture.width)
    rows = Squares(from: center.y - Double(origin.y), side: side, pixels: picture.height)
    if !columns.isIdentity { colors.resize(to: columns.count * rows.count) }
  }

  var canReuseGatheredInput: Bool { true }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  /// Computes the colours of one row of squares.
  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    let (low, high) = rows.range(task)
    let output = colors.base + task * columns.count
    for index in 0..<columns.count { output[index] = SIMD4() }
    if high <= low { return }
    for y in Int(low)..<min(Int(high.rounded(.up)), picture.height) {
      let height = Float(min(high, Double(y + 1)) - max(low, Double(y)))
      let pixels = picture.row(y)
      for index in 0..<columns.count {
        let (left, right) = columns.range(index)
        if right <= left { continue }
        let (first, end) = (Int(left), min(Int(right.rounded(.up)), picture.width))
        var sum = pixels[first] * Float(min(right, Double(first + 1)) - left)
        if end - first > 1 {
          for x in first + 1..<end - 1 { sum += pixels[x] }
          sum += pixels[end - 1] * Float(right - Double(end - 1))
        }
        output[index] += sum * height
      }
    }
    for index in 0..<columns.count {
      let (left, right) = columns.range(index)
      if right > left { output[index] *= Float(1 / ((right - left) * (high - low))) }
    }
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    scratch.resize(to: 6 * tile.width)
    let pixels = UnsafeMutableRawPointer(scratch.base).assumingMemoryBound(to: SIMD4<Float>.self)
    let floats = scratch.base
    let shares = scratch.base + 4 * tile.width
    let indices = UnsafeMutableRawPointer(scratch.base + 5 * tile.width).assumingMemoryBound(to: Int32.self)
    let x = tile.x - origin.x
    for column in 0..<tile.width {
      let square = columns.firstSquare(at: min(max(x + column, 0), picture.width - 1))
      shares[column] = square.share
      indices[column] = Int32(square.index)
    }
    for row in 0..<tile.height {
      let y = min(max(tile.y + row - origin.y, 0), picture.height - 1)
      if columns.isIdentity {
        let from = picture.row(y)
        for column in 0..<tile.width { pixels[column] = from[min(max(x + column, 0), picture.width - 1)] }
      } else {
        let square = rows.firstSquare(at: y)
        let upper = colors.base + square.index * columns.count
        let lower = square.share < 1 ? upper + columns.count : upper
        for column in 0..<tile.width {
          let index = Int(indices[column])
          let share = shares[column]
          let next = share < 1 ? index + 1 : index
          let top = upper[index] * share + upper[next] * (1 - share)
          let bottom = lower[index] * share + lower[next] * (1 - share)
          pixels[column] = top * square.share + bottom * (1 - square.share)
        }
      }
      separate(floats, count: tile.width, into: tile.row(row, plane: 0), planeStride: tile.width)
    }
  }
}
