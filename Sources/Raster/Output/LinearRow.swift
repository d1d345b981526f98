import Lanes

/// A row of float pixels on its way to the output: one row each of R, G, B and A, `planeStride` floats apart. Column 0
/// is the first pixel of the region that is written.
struct LinearRow {
  let base: UnsafeMutablePointer<Float>
  let planeStride: Int
  /// Whether many blocks are likely to equal their left neighbours.
  var repeatsItself = false

  /// Eight values from `column` on.
  @inline(__always)
  func load(_ plane: Int, _ column: Int) -> Float8 { Lanes.load(base + (plane &* planeStride &+ column)) }

  /// Eight values from `column` on. Where fewer are `left`, zeros follow them.
  @inline(__always)
  func load(_ plane: Int, _ column: Int, _ left: Int) -> Float8 {
    let source = base + (plane &* planeStride &+ column)
    return left >= 8 ? Lanes.load(source) : loadPartial(source, left)
  }
}
