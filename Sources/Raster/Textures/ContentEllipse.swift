import Lanes

/// The ellipse around a sprite's centre outside of which its picture is transparent. A round picture leaves a fifth of its rectangle empty;
/// with the ellipse the rows of a turned sprite skip that part.
struct ContentEllipse {
  /// In the row dy pixels below the centre, the ellipse is centred at dx = `lean` · dy and extends √(`squaredReach` − `squaredNarrowing` · dy²)
  /// to each side.
  private let lean: Float
  private let squaredReach: Float
  private let squaredNarrowing: Float

  /// An infinite ellipse, which limits no row.
  private static let everything = ContentEllipse(lean: 0, squaredReach: .infinity, squaredNarrowing: 0)
  /// From this radius on, the ellipse would cut off too little of the rectangle to be useful: the rectangle's corners lie at √2.
  private static let greatestRadius: Float = 1.3

  private init(lean: Float, squaredReach: Float, squaredNarrowing: Float) {
    self.lean = lean
    self.squaredReach = squaredReach
    self.squaredNarrowing = squaredNarrowing
  }

  /// - Parameters:
  ///   - radius: `TextureTaps.contentRadius` of the sprite.
  ///   - kernel: the sprite's kernel. The sprite must be in focus unless `radius` is infinite.
  @inline(__always)
  init(radius: Float, _ kernel: PictureKernel) {
    // The local coordinates of the offset (dx, dy) are the dot products p·(dx, dy) and q·(dx, dy). On the ellipse their squares add up
    // to radius²: (p.x² + q.x²)·dx² + 2·(p.x·p.y + q.x·q.y)·dx·dy + (p.y² + q.y²)·dy² = radius². `lean` and the others solve it for dx.
    // The ramps of the sprite's edges extend at most √½ of a pixel outwards, hence 0.75.
    let radius = radius + 0.75 / min(kernel.halfX, kernel.halfY)
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
    squaredReach = radius * radius / a
    squaredNarrowing = determinant * determinant / (a * a)
  }

  /// Returns the spans of the rows `dy` pixels below the centre, as distances to the right of the centre. They extend a pixel beyond the
  /// ellipse on each side, because of rounding; a row that misses the ellipse has a span of two pixels.
  @inline(__always)
  func span(_ dy: Float8) -> (low: Float8, high: Float8) {
    let squared = squaredReach - squaredNarrowing * dy * dy
    let half = Lanes.sqrt(Lanes.max(squared, 0)) + 1
    return (lean * dy - half, lean * dy + half)
  }
}
