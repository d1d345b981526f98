import Lanes
import Model
import Raster

extension Filter.VariableBlur: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    VariableBlurFilter(self, canvas: canvas, input: input)
  }

  /// Pixels are mixed from several Gaussian blurs: with a line a row needs two of these, around a point most.
  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    line == nil ? 26 : 15
  }
}

/// A Gaussian blur whose width varies across the picture.
///
/// The picture is blurred by several Gaussians, the levels, each half as wide as the level before. A pixel is a mixture of the two levels that
/// its own width lies between, weighted so that the mixture has the variance of the pixel's own Gaussian. Only the rows of a
/// level that some pixel needs are computed: if the width varies from top to bottom, each row needs two levels. Wide levels are stored as
/// smaller pictures; narrow levels (`NarrowGaussians`) are computed when a tile is finished, from one copy of the picture.
final class VariableBlurFilter: NeighborhoodFilter, @unchecked Sendable {
  private let settings: Filter.VariableBlur
  private let canvas: Canvas
  private let input: PixelRect
  /// Levels that work on smaller pictures, the widest first. Only the levels that a frame needs take memory.
  private let allWideLevels: [GaussianBlur]
  /// The number of wide levels that the current frame needs.
  private var wideLevelCount = 0
  /// The levels after the wide ones.
  private let narrowLevels: NarrowGaussians
  /// The number of all levels that the current frame needs.
  private var levelCount = 1
  private let isConstant: Bool
  /// The variances of the levels, and then 0 for the picture itself.
  private var variances: [Float] = []
  private var widthMap = WidthMap()

  /// The standard deviation in pixels as a function of the position in the input, with the centre of the first pixel at (0, 0).
  private struct WidthMap {
    var isRadial = false
    /// The position from which distances are measured.
    var origin = SIMD2<Float>()
    /// By how much the share of the largest width grows for each pixel along x and y, in a linear map.
    var slope = SIMD2<Float>()
    /// For a radial map: the distance from `origin`, in pixels, at which the blur begins, and 1 ÷ the pixels from there to the widest blur.
    var inner: Float = 0
    var inverseLength: Float = 0
    /// The largest standard deviation in pixels.
    var largest: Float = 0

    @inline(__always)
    func sigma(_ x: Float8, _ y: Float) -> Float8 {
      let (dx, dy) = (x - origin.x, y - origin.y)
      if isRadial {
        let distance = Lanes.sqrt(dx * dx + dy * dy)
        return Lanes.clamp((distance - inner) * inverseLength, 0, 1) * largest
      }
      return Lanes.clamp(dx * slope.x + dy * slope.y, 0, 1) * largest
    }

    /// The least and the greatest standard deviation in some rows, for x from 0 to `columns`.
    func range(rows: ClosedRange<Float>, columns: Float) -> ClosedRange<Float> {
      func at(_ x: Float, _ y: Float) -> Float { sigma(Float8(repeating: x), y)[0] }
      let corners = [
        at(0, rows.lowerBound), at(columns, rows.lowerBound), at(0, rows.upperBound), at(columns, rows.upperBound),
      ]
      var least = corners.min() ?? 0
      if isRadial {
        // The position in the rows that is nearest to the blur's centre.
        let x = min(max(origin.x, 0), columns)
        least = min(least, at(x, min(max(origin.y, rows.lowerBound), rows.upperBound)))
      }
      return least...max(corners.max() ?? 0, least)
    }
  }

  /// Nil where the filter never changes anything.
  init?(_ settings: Filter.VariableBlur, canvas: Canvas, input: PixelRect) {
    if settings.radius.isZero { return nil }
    self.settings = settings
    self.canvas = canvas
    self.input = input
    isConstant = settings.animatedValues.areConstant
    let mirrorsAtEdges = input.isWhole(of: canvas)
    allWideLevels = (0..<12).map { _ in
      GaussianBlur(
        width: input.width, height: input.height, firstPlane: 0, planeCount: 4, mirrorsAtEdges: mirrorsAtEdges)
    }
    narrowLevels = NarrowGaussians(width: input.width, height: input.height, mirrorsAtEdges: mirrorsAtEdges)
  }

  private var wideLevels: ArraySlice<GaussianBlur> { allWideLevels[..<wideLevelCount] }

  var contentVersion: Int? { isConstant ? 0 : nil }
  /// The passes of each wide level, one level after the other.
  var taskCounts: [Int] { wideLevels.flatMap(\.taskCounts) }

  func update(at clock: AnimationClock) {
    let scale = canvas.pixelsPerPoint
    let largest = settings.radius.value(at: clock) * scale
    widthMap = WidthMap()
    widthMap.largest = Float(largest)
    /// A point, by default the canvas's centre, in pixels of the input, with the centre of the first pixel at (0, 0).
    func position(_ point: AnimatedPoint?) -> SIMD2<Double> {
      var position = SIMD2(Double(canvas.widthPixels), Double(canvas.heightPixels)) / 2
      if let point { position = SIMD2(point.x.value(at: clock), point.y.value(at: clock)) * scale }
      return position - SIMD2(Double(input.x), Double(input.y)) - 0.5
    }
    if let line = settings.line {
      let from = position(line.start)
      let path = position(line.end) - from
      let square = max((path * path).sum(), 1e-6)
      widthMap.origin = SIMD2<Float>(from)
      widthMap.slope = SIMD2<Float>(path / square)
    } else {
      let (across, down) = (Double(canvas.widthPixels), Double(canvas.heightPixels))
      let halfDiagonal = (across * across + down * down).squareRoot() / 2
      let (innerPixels, outerPixels) = (
        settings.inner.value(at: clock) * halfDiagonal, settings.outer.value(at: clock) * halfDiagonal
      )
      widthMap.isRadial = true
      widthMap.origin = SIMD2<Float>(position(settings.center))
      widthMap.inner = Float(innerPixels)
      widthMap.inverseLength = Float(1 / max(outerPixels - innerPixels, 1e-3))
    }
    levelCount = 1
    while largest / Double(1 << levelCount) >= Filter.VariableBlur.minimumSigmaPixels
      && levelCount < allWideLevels.count
    {
      levelCount += 1
    }
    let sigmas = (0..<levelCount).map { largest / Double(1 << $0) }
    variances = sigmas.map { Float($0 * $0) } + [0]
    wideLevelCount = sigmas.firstIndex { NarrowGaussians.isNarrow(sigmaPixels: $0) } ?? levelCount
    for (level, sigma) in zip(wideLevels, sigmas) {
      level.configure(sigma: SIMD2(repeating: sigma), shift: SIMD2())
    }
    narrowLevels.configure(sigmas: Array(sigmas[wideLevelCount...]))
  }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    let (tile, region) = (tile.relative(to: (input.x, input.y)), region.relative(to: (input.x, input.y)))
    for level in wideLevels { level.gather(from: tile, region: region, scratch: scratch) }
    narrowLevels.gather(from: tile, region: region)
  }

  /// The levels that are mixed in pixels whose standard deviations lie in a range; the sharp picture is not counted.
  private func neededLevels(_ sigmas: ClosedRange<Float>) -> Range<Int> {
    let (least, most) = (sigmas.lowerBound * sigmas.lowerBound, sigmas.upperBound * sigmas.upperBound)
    // Level k has a weight where the variance lies between those of the levels after and before it.
    let first = (0..<levelCount).first { most > variances[$0 + 1] } ?? levelCount
    let last = (0..<levelCount).last { $0 == 0 || least < variances[$0 - 1] } ?? -1
    return first..<max(last + 1, first)
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    var (level, levelPass) = (0, pass)
    while levelPass >= wideLevels[level].taskCounts.count {
      levelPass -= wideLevels[level].taskCounts.count
      level += 1
    }
    if levelPass == wideLevels[level].taskCounts.count - 1 {
      // The last pass computes the stored rows, and rows of the result are interpolated from several of them: hence the margin.
      let rows = wideLevels[level].fullSizeRows(ofTask: task)
      let sigmas = widthMap.range(
        rows: Float(rows.lowerBound - 16)...Float(rows.upperBound + 16), columns: Float(input.width))
      if !neededLevels(sigmas).contains(level) { return }
    }
    wideLevels[level].perform(pass: levelPass, task: task, scratch: scratch)
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    let stride = (tile.width + 31) / 32 * 32
    scratch.resize(to: 4 * stride + GaussianBlur.rowScratchCount(width: tile.width))
    let (blurred, rowScratch) = (scratch.base, scratch.base + 4 * stride)
    for row in 0..<tile.height {
      let (x, y) = (tile.x - input.x, tile.y - input.y + row)
      let sigmas = widthMap.range(rows: Float(y)...Float(y), columns: Float(input.width))
      let needed = neededLevels(sigmas)
      if sigmas.upperBound == 0 || needed.isEmpty { continue }
      let pixels = TileRow(tile, row: row)
      // From the narrowest level on: the first mixture keeps a share of the picture itself.
      for level in needed.reversed() {
        for plane in 0..<4 {
          let onto = blurred + plane * stride
          if level < wideLevelCount {
            wideLevels[level].row(y, x: x, count: tile.width, plane: plane, into: onto, scratch: rowScratch)
          } else {
            narrowLevels.row(
              y, x: x, count: tile.width, plane: plane, index: level - wideLevelCount, into: onto, scratch: rowScratch)
          }
        }
        mix(pixels, blurred, stride, level, x, y)
      }
    }
  }

  /// Mixes a level into pixels that so far hold the mixture of the levels after it.
  private func mix(
    _ pixels: TileRow, _ blurred: UnsafeMutablePointer<Float>, _ stride: Int, _ level: Int, _ x: Int, _ y: Int
  ) {
    let (high, low) = (variances[level], variances[level + 1])
    let inverse = 1 / max(high - low, 1e-12)
    var column = 0
    while column < pixels.width {
      let sigma = widthMap.sigma(Lanes.laneNumbers + Float(x &+ column), Float(y))
      let share = Lanes.clamp((sigma * sigma - low) * inverse, 0, 1)
      for plane in 0..<4 {
        let pixel = pixels.plane(plane) + column
        let old = Lanes.load(pixel)
        // With a share of 0 the pixel stays exactly as it was; with 1 it is exactly the blurred one.
        let mixed = old * (1 - share) + Lanes.load(blurred + plane &* stride + column) * share
        Lanes.store(Lanes.select(share .> 0, mixed, old), to: pixel)
      }
      column &+= 8
    }
  }
}
