import Lanes

/// The part of a sprite outside of which the sprite's picture is transparent: an ellipse around the centre, and two strips along
/// the centre lines. The strips reach to the outer ends of the edges' ramps. Beyond an edge, a ramp repeats the picture's pixels
/// at the edge, some of which may lie inside of the ellipse.
///
/// A round picture leaves a fifth of its rectangle empty, which the rows of a turned sprite skip thanks to the ellipse. An ellipse that holds
/// the strips too would be 0.75 px larger all around, with 7 % more blocks of eight pixels.
struct ContentEllipse {
  /// In the row dy pixels below the centre, the ellipse is centred at dx = `lean` · dy and extends √(`squaredReach` − `squaredNarrowing` · dy²)
  /// to each side.
  private let lean: Float
  private let squaredReach: Float
  private let squaredNarrowing: Float
  /// Half the size in pixels of the strip along the sprite's x axis: `reachX` × `stripY`.
  private let reachX: Float
  private let stripY: Float
  /// Half the size in pixels of the strip along the sprite's y axis: `stripX` × `reachY`.
  private let stripX: Float
  private let reachY: Float

  /// An infinite ellipse: no row's span ends at it.
  private static let everything = ContentEllipse()
  /// From this radius on, the ellipse would cut off too little of the rectangle to be useful: the rectangle's corners lie at √2.
  private static let greatestRadius: Float = 1.3
  /// Distance in pixels by which the ellipse and the strips are enlarged on each side, because of rounding.
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
    // to radius²: a·dx² + 2·(p.x·p.y + q.x·q.y)·dx·dy + c·dy² = radius². `lean`, `squaredReach` and `squaredNarrowing` solve this for dx.
    let (p, q) = (kernel.coordinates.gradientX / kernel.halfX, kernel.coordinates.gradientY / kernel.halfY)
    let a = p.x * p.x + q.x * q.x
    let c = p.y * p.y + q.y * q.y
    let determinant = p.x * q.y - p.y * q.x
    // The solution would be too inexact for a sprite that is very thin or seen nearly edge-on.
    if !(radius < Self.greatestRadius) || !(determinant * determinant > 1e-3 * (a * c)) {
      self = Self.everything
      return
    }
    lean = -(p.x * p.y + q.x * q.y) / a
    // Rounding may change the difference under the root by 6·10⁻⁶ of its first term, so this term is enlarged.
    squaredReach = radius * radius / a * 1.000_02
    squaredNarrowing = determinant * determinant / (a * a)
    // Beyond an edge, its ramp shows the nearest pixels of the picture: those at the edge. On the edge, at a distance of 1, the ellipse is
    // √(radius² − 1) wide to each side of the centre line.
    let strip = max(radius * radius - 1, 0).squareRoot()
    (stripX, stripY) = (strip * kernel.halfX + Self.slack, strip * kernel.halfY + Self.slack)
    (reachX, reachY) = (kernel.ramps.reachX + Self.slack, kernel.ramps.reachY + Self.slack)
  }

  /// Returns the spans of the eight rows `dy` pixels below the centre, as distances in pixels to the right of the centre. A row that misses
  /// the ellipse and the strips has a span of a tenth of a pixel.
  ///
  /// - Parameter slabs: the sprite's slabs.
  @inline(__always)
  func span(_ dy: Float8, _ slabs: Slabs) -> (low: Float8, high: Float8) {
    let squaredHalfWidth = squaredReach - squaredNarrowing * dy * dy
    let halfWidth = Lanes.sqrt(Lanes.max(squaredHalfWidth, 0)) + Self.slack
    var (low, high) = (lean * dy - halfWidth, lean * dy + halfWidth)
    include(slabs.span(dy, reachX, stripY), &low, &high)
    include(slabs.span(dy, stripX, reachY), &low, &high)
    return (low, high)
  }

  /// Extends the spans `low`...`high` by a strip's spans, in the rows that the strip crosses.
  @inline(__always)
  private func include(
    _ strip: (low: Float8, high: Float8), _ low: inout Float8, _ high: inout Float8
  ) {
    let isCrossed = strip.low .<= strip.high
    low = Lanes.select(isCrossed, Lanes.min(low, strip.low), low)
    high = Lanes.select(isCrossed, Lanes.max(high, strip.high), high)
  }
}
