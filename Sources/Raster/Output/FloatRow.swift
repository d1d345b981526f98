import Lanes

/// A row of float pixels on its way to the output: planes R, G, B and A, `planeStride` floats apart, with the tile's values or
/// with those that `YUVWriter` has encoded (no A). Column 0 is the first pixel of the region that is written; the columns of
/// a left margin are negative.
struct FloatRow {
  let base: UnsafeMutablePointer<Float>
  let planeStride: Int
  /// Whether many blocks of eight are likely to equal their left neighbours, so that comparing blocks saves time.
  var likelyRepeatsBlocks = false

  /// Eight values from `column` on of a plane: 0 R, 1 G, 2 B, 3 A.
  @inline(__always)
  func load(_ plane: Int, _ column: Int) -> Float8 { Lanes.load(base + (plane &* planeStride &+ column)) }

  /// Eight values from `column` on. Where the row has fewer than eight `remaining`, zeros follow them.
  @inline(__always)
  func load(_ plane: Int, _ column: Int, _ remaining: Int) -> Float8 {
    let source = base + (plane &* planeStride &+ column)
    return remaining >= 8 ? Lanes.load(source) : loadPartial(source, remaining)
  }
}
