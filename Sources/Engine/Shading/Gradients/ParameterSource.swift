import Colorimetry
import Lanes

/// The gradient parameters of a row's pixels. Columns are counted from the row's first pixel.
protocol ParameterSource {
  /// The parameter of the pixel in column `x`.
  func parameter(at x: Int) -> Float
  /// The parameters of eight pixels. `centers` are the pixels' centres in frame pixels; `out` points to the red of the first pixel, and
  /// planes lie `stride` floats apart.
  func parameters(_ centers: Float8, _ out: UnsafeMutablePointer<Float>, _ stride: Int) -> Float8
  /// The number of columns from column `x` on, in whole blocks, whose pixels all lie on `piece`. It may be a few blocks too
  /// small, never too large. `width` is the number of columns in the row.
  func columnCount(from x: Int, width: Int, on piece: UnsafePointer<ColorCurve.Piece>) -> Int
}

/// t = x·slope + constant for the x of a pixel's centre. Along a row t only rises or only falls, also after rounding: if two
/// pixels lie on a piece, so do all pixels between them.
struct LinearParameterSource: ParameterSource {
  let slope: Float
  /// 1 ÷ slope, for estimates.
  let inverseSlope: Float
  let constant: Float
  /// The centre of column 0 in frame pixels.
  let firstCenter: Float

  @inline(__always) func parameter(at x: Int) -> Float { (firstCenter + Float(x)) * slope + constant }
  @inline(__always) func parameters(_ centers: Float8, _ out: UnsafeMutablePointer<Float>, _ stride: Int) -> Float8 {
    centers * slope + constant
  }

  @inline(__always)
  func columnCount(from x: Int, width: Int, on piece: UnsafePointer<ColorCurve.Piece>) -> Int {
    if isInside(width - 1, piece) { return width - x }
    // Estimate the column in which the parameter leaves the piece, then verify it. An estimate that is too small only costs
    // time.
    let estimate = ((slope > 0 ? piece.pointee.end : piece.pointee.start) - constant) * inverseSlope - firstCenter
    if !(estimate > Float(x)) { return 0 }
    var count = estimate < Float(width) ? (Lanes.wholeInRange(estimate) &+ 1 &- x) & ~7 : width - x
    if count > 0 && !isInside(x &+ count &- 1, piece) { count &-= 8 }
    return count > 0 && isInside(x &+ count &- 1, piece) ? count : 0
  }

  @inline(__always)
  private func isInside(_ x: Int, _ piece: UnsafePointer<ColorCurve.Piece>) -> Bool {
    let t = parameter(at: x)
    return t >= piece.pointee.start && t < piece.pointee.end
  }
}

/// Parameters stored in the row's alpha plane.
struct StoredParameterSource: ParameterSource {
  let parameters: UnsafeMutablePointer<Float>

  @inline(__always) func parameter(at x: Int) -> Float { parameters[x] }
  @inline(__always) func parameters(_ centers: Float8, _ out: UnsafeMutablePointer<Float>, _ stride: Int) -> Float8 {
    Lanes.load(out + 3 &* stride)
  }

  @inline(__always)
  func columnCount(from x: Int, width: Int, on piece: UnsafePointer<ColorCurve.Piece>) -> Int {
    var end = x
    while end < width {
      let t = Lanes.load(parameters + end)
      if Lanes.any((t .< piece.pointee.start) .| (t .>= piece.pointee.end)) { break }
      end += 8
    }
    return end - x
  }
}
