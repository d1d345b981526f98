import Colorimetry
import Lanes
import Model
import Raster

/// Maps the values of a field to colours, at one time. A value is a location along the ramp, whose stops lie within 0...1.
struct FieldColors: Sendable {
  private let curve: ColorCurve
  /// Whether colours must be clamped to 0...alpha: on an `srgb` canvas, if the curve leaves that range.
  private let clamps: Bool

  init(_ map: ColorMap, canvas: Canvas, clock: AnimationClock) {
    let ramp = ColorRamp(stops: map.gradient.rampStops(at: clock), interpolation: map.interpolation)
    curve = ColorCurve(ramp, encoding: canvas.blending.encoding)
    clamps = canvas.blending == .srgb && !curve.isInGamut
  }

  /// Maps values to colours in a given encoding instead of the canvas's, for formulas that compute with colours.
  init(_ map: ColorMap, encoding: ColorRamp.Encoding, clock: AnimationClock) {
    let ramp = ColorRamp(stops: map.gradient.rampStops(at: clock), interpolation: map.interpolation)
    curve = ColorCurve(ramp, encoding: encoding)
    clamps = false
  }

  var isOpaque: Bool { curve.isOpaque }

  /// The premultiplied colour of one value.
  func color(at value: Float) -> SIMD4<Float> { curve.value(at: value) }

  /// Turns the values in a tile's alpha plane into colours, which overwrite all four planes.
  func colorize(_ tile: Tile) {
    curve.pieces.withUnsafeBufferPointer { pieces in
      guard let base = pieces.baseAddress else { return }
      let reader = Reader(pieces: base, lastIndex: pieces.count - 1)
      for row in 0..<tile.height {
        if isOpaque && !clamps { reader.colorizeOpaque(tile, row) } else { reader.colorize(tile, row, clamps) }
      }
    }
  }

  /// Calls `body` with a reader that colours eight values at a time. The reader is valid only during the call.
  @inline(__always)
  func withReader<Result>(_ body: (Reader) -> Result) -> Result {
    curve.pieces.withUnsafeBufferPointer { pieces in
      guard let base = pieces.baseAddress else { preconditionFailure("A ramp has at least one piece.") }
      return body(Reader(pieces: base, lastIndex: pieces.count - 1))
    }
  }

  /// Finds the colours of values in the pieces of a curve. Valid only as long as the curve's memory.
  struct Reader {
    let pieces: UnsafePointer<ColorCurve.Piece>
    /// The index of the last piece.
    let lastIndex: Int

    /// Colours a row of a tile whose alpha plane holds values, by an opaque curve.
    @inline(__always)
    func colorizeOpaque(_ tile: Tile, _ row: Int) {
      let out = tile.row(row, plane: 0)
      var pieceIndex = 0
      var column = 0
      while column < tile.width {
        let t = Lanes.load(out + (3 &* tile.width &+ column))
        let color = color(t, near: &pieceIndex)
        Lanes.store(color.red, to: out + column)
        Lanes.store(color.green, to: out + (tile.width &+ column))
        Lanes.store(color.blue, to: out + (2 &* tile.width &+ column))
        Lanes.store(Float8(repeating: 1), to: out + (3 &* tile.width &+ column))
        column &+= 8
      }
    }

    /// Colours a row of a tile whose alpha plane holds values.
    @inline(__always)
    func colorize(_ tile: Tile, _ row: Int, _ clamps: Bool) {
      let out = tile.row(row, plane: 0)
      var pieceIndex = 0
      var column = 0
      while column < tile.width {
        let t = Lanes.load(out + (3 &* tile.width &+ column))
        var color = color(t, near: &pieceIndex)
        if clamps {
          color.alpha = Lanes.clamp(color.alpha, 0, 1)
          color = color.clampedToAlpha()
        }
        color.store(to: out + column, planeStride: tile.width)
        column &+= 8
      }
    }

    /// The colours of eight values. `pieceIndex` is the piece that is tried first; on return it is the last piece that was used.
    @inline(__always)
    func color(_ t: Float8, near pieceIndex: inout Int) -> LaneColor {
      let piece = pieces + pieceIndex
      if !Lanes.any((t .< piece.pointee.start) .| (t .>= piece.pointee.end)) {
        return CubicPolynomial(piece).color(t)
      }
      return colorAcrossPieces(t, &pieceIndex)
    }

    /// The colours of eight values that lie on several pieces: each piece colours its own lanes.
    @inline(never)
    private func colorAcrossPieces(_ t: Float8, _ pieceIndex: inout Int) -> LaneColor {
      var result = LaneColor(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8())
      // Only the pieces from the lowest value's to the highest value's are needed.
      let (low, high) = bounds(of: t)
      pieceIndex = indexOfPiece(at: low, near: pieceIndex)
      while true {
        let piece = pieces + pieceIndex
        result = result.replaced(
          by: CubicPolynomial(piece).color(t), where: (t .>= piece.pointee.start) .& (t .< piece.pointee.end))
        if high < piece.pointee.end || pieceIndex == lastIndex { return result }
        pieceIndex += 1
      }
    }

    /// The least and the greatest of eight values.
    @inline(__always)
    private func bounds(of t: Float8) -> (low: Float, high: Float) {
      let (a, b) = (t.lowHalf, t.highHalf)
      let (low4, high4) = (a.replacing(with: b, where: b .< a), a.replacing(with: b, where: b .> a))
      let (c, d, e, f) = (low4.lowHalf, low4.highHalf, high4.lowHalf, high4.highHalf)
      let (low, high) = (c.replacing(with: d, where: d .< c), e.replacing(with: f, where: f .> e))
      return (low.x < low.y ? low.x : low.y, high.x > high.y ? high.x : high.y)
    }

    /// The index of the piece that contains t, searched from `start` in both directions.
    private func indexOfPiece(at t: Float, near start: Int) -> Int {
      var index = start
      while index > 0 && t < pieces[index].start { index -= 1 }
      while index < lastIndex && t >= pieces[index].end { index += 1 }
      return index
    }
  }
}
