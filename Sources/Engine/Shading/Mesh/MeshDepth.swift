import Lanes

/// The depth of a mesh's surface, which decides what is visible where a mesh overlaps itself: the greatest depth is on top.
///
/// Later cells lie above earlier ones. Within a cell depth grows with u, and more with v, so that sheets that cross do so along
/// a smooth line.
struct MeshDepth {
  /// The depth in the middle of a patch, and its growth per u and v.
  private let center, alongU, alongV: Float

  /// The depth of one patch of a cell that has `divisions` patches along each side.
  @inline(__always)
  init(cell: Int, divisions: Int, patchX: Int, patchY: Int) {
    // The depths of successive cells differ by 2. Across a cell that is a single patch, depth grows by 1: by 2 · 3/16 along u plus
    // 2 · 5/16 along v, both of which run from −1 to 1. With up to 63 × 63 cells Float resolves 1/2,048.
    let size = 1 / Float(divisions)
    alongU = 3.0 / 16 * size
    alongV = 5.0 / 16 * size
    center = Float(2 * (cell + 1)) + (2 * Float(patchX) + 1) * alongU + (2 * Float(patchY) + 1) * alongV
  }

  /// The depths of eight points of the patch, all above 0.
  @inline(__always)
  func value(_ u: Float8, _ v: Float8) -> Float8 { u * alongU + v * alongV + center }
}
