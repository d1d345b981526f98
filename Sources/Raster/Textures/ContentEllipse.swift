import Lanes

/// The part of a sprite outside of which its picture is transparent: an ellipse around the centre, and where that touches the sprite's edges,
/// strips along the centre lines up to the edges' ramps. A round picture leaves a fifth of its rectangle empty; with the ellipse the rows of
/// a turned sprite skip that part. An ellipse that held the strips too would be 0.75 px larger all around, with 7 % more blocks of eight pixels.
struct ContentEllipse {
  /// In the row dy pixels below the centre, the ellipse is centred at dx = `lean` · dy and extends √(`squaredReach` − `squaredNarrowing` · dy²)
  /// to each side.
  private let lean: Float
  private let squaredReach: Float
  private let squaredNarrowing: Float
  /// Half the widths of the strips in pixels: of the one up to the left and right edges, and of the other.
  private let stripY: Float
  private let stripX: Float
  /// Half the lengths of the strips in pixels.
  private let reachX: Float
  private let reachY: Float

  /// An infinite ellipse, which limits no row.
  private static let everything = ContentEllipse()
  /// From this radius on, the ellipse would cut off too little of the rectangle to be useful: the rectangle's corners lie at √2.
  private static let greatestRadius: Float = 1.3
  /// Distance in pixels by which everything is larger than it must be, because of rounding.
  private static let slack: Float = 0.05

  private init() {
    (lean, squaredReach, squaredNarrowing) = (0, .infinity, 0)
    (stripX, stripY, reachX, reachY) = (0, 0, 0, 0)
  }

  /// - Parameters:
  ///   - radius: `TextureTaps.contentRadius` of the sprite.
  ///   - kernel: the sprite's kernel. The sprite must be in focus unless `radius` is infinite.
  @inline(__always)
  init(radius: Float, _ kernel: PictureKernel) {
    // The local coordinates of the offset (dx, dy) are the dot products p·(dx, dy) and q·(dx, dy). On the ellipse their squares add up
    // to radius²: (p.x² + q.x²)·dx² + 2·(p.x·p.y + q.x·q.y)·dx·dy + (p.y² + q.y²)·dy² = radius². `lean` and the others solve it for dx.
    let (p, q) = (kernel.row.axisX / kernel.halfX, kernel.row.axisY / kernel.halfY)
    let a = p.x * p.x + q.x * q.x
    let c = p.y * p.y + q.y * q.y
    let determinant = p.x * q.y - p.y * q.x
    // The solution would be too inexact for a sprite that is very thin or seen nearly edge-on.
    if !(radius < Self.greatestRadius) || !(determinant * determinant > 1e-3 * (a * c)) {
      self = Self.everything
      return
    }
    lean = -(p.x * p.y + q.x * q.y) / a
    // The difference under the root may be wrong by 6·10⁻⁶ of its first term.
    squaredReach = radius * radius / a * 1.000_02
    squaredNarrowing = determinant * determinant / (a * a)
    // Beyond an edge, on its ramp, the picture shows its nearest pixels: those at the edge, of which some lie inside the ellipse.
    let strip = max(radius * radius - 1, 0).squareRoot()
    (stripX, stripY) = (strip * kernel.halfX + Self.slack, strip * kernel.halfY + Self.slack)
    (reachX, reachY) = (kernel.ramps.reachX + Self.slack, kernel.ramps.reachY + Self.slack)
  }

  /// Returns the spans of the rows `dy` pixels below the centre, as distances to the right of the centre. A row that misses the ellipse and
  /// the strips has a span of a tenth of a pixel.
  ///
  /// - Parameter slabs: those of the sprite.
  @inline(__always)
  func span(_ dy: Float8, _ slabs: Slabs) -> (low: Float8, high: Float8) {
    let squared = squaredReach - squaredNarrowing * dy * dy
    let half = Lanes.sqrt(Lanes.max(squared, 0)) + Self.slack
    var (low, high) = (lean * dy - half, lean * dy + half)
    include(slabs.span(dy, reachX, stripY), &low, &high)
    include(slabs.span(dy, stripX, reachY), &low, &high)
    return (low, high)
  }

  /// Extends spans by those of a strip, in the rows that the strip crosses.
  @inline(__always)
  private func include(
    _ strip: (low: Float8, high: Float8), _ low: inout Float8, _ high: inout Float8
  ) {
    let isCrossed = strip.low .<= strip.high
    low = Lanes.select(isCrossed, Lanes.min(low, strip.low), low)
    high = Lanes.select(isCrossed, Lanes.max(high, strip.high), high)
  }
}
