import Raster

extension PixelRect {
  /// The columns from `left` to `right` in whole blocks of eight. All are counted from the rectangle's left side.
  func blocks(from left: Double, to right: Double) -> Range<Int> {
    let columns = (width + 7) / 8 * 8
    guard right > 0, left < Double(columns) else { return 0..<0 }
    let begin = left > 0 ? Int(left) / 8 * 8 : 0
    let end = right < Double(columns) ? min((Int(right) + 8) / 8 * 8, columns) : columns
    return begin < end ? begin..<end : 0..<0
  }
}
