import Raster

extension PixelRect {
  /// The columns between `left` and `right`, extended to whole blocks of eight columns. Both parameters and the result are counted in pixels
  /// from the rectangle's left side; blocks outside of the rectangle are left out.
  func blockColumns(from left: Double, to right: Double) -> Range<Int> {
    let columns = (width + 7) / 8 * 8
    guard right > 0, left < Double(columns) else { return 0..<0 }
    let begin = left > 0 ? Int(left) / 8 * 8 : 0
    let end = right < Double(columns) ? min((Int(right) + 8) / 8 * 8, columns) : columns
    return begin < end ? begin..<end : 0..<0
  }
}
