import Lanes

/// A row of float pixels to be converted: planes R, G, B and A, `planeStride` floats apart. The values are a tile's, a background's, their
/// mixture, or values that `YUVWriter` has encoded; A is only defined if the format has alpha. Column 0 is the first pixel of
/// the region that is written; columns of a left margin are negative.
struct FloatRow {
  /// The value at column 0 of plane R.
  let base: UnsafeMutablePointer<Float>
  let planeStride: Int
  /// Whether many blocks of eight are likely to be equal to their left neighbours, so that comparing blocks saves time.
  var likelyRepeatsBlocks = false

  /// Returns eight values of a plane (0 R, 1 G, 2 B, 3 A) from `column` on.
  @inline(__always)
  func load(_ plane: Int, _ column: Int) -> Float8 { Lanes.load(base + (plane &* planeStride &+ column)) }

  /// Returns eight values of a plane from `column` on. If fewer than eight are `remaining`, zeros follow them.
  @inline(__always)
  func load(_ plane: Int, _ column: Int, _ remaining: Int) -> Float8 {
    let source = base + (plane &* planeStride &+ column)
    return remaining >= 8 ? Lanes.load(source) : loadPartial(source, remaining)
  }
}
