import Lanes

/// The ellipse around a picture's middle beyond which it is transparent. Round pictures leave a fifth of their rectangle empty, which the
/// rows of a turned sprite need not visit.
struct ContentEllipse {
  /// In row dy the ellipse is centred at `lean` · dy and reaches √(`squaredReach` − `squaredNarrowing` · dy²) to both sides.
  private let lean: Float
  private let squaredReach: Float
  private let squaredNarrowing: Float

  /// An ellipse that holds everything.
  private static let everything = ContentEllipse(lean: 0, squaredReach: .infinity, squaredNarrowing: 0)
  /// From this radius on the ellipse would cut off too little of the rectangle: its corners lie at √2.
  private static let greatestRadius: Float = 1.3

  private init(lean: Float, squaredReach: Float, squaredNarrowing: Float) {
    self.lean = lean
    self.squaredReach = squaredReach
    self.squaredNarrowing = squaredNarrowing
  }

  /// - Parameters:
  ///   - radius: of `TextureTaps.contentRadius`.
  ///   - kernel: the sprite, in focus.
  @inline(__always)
  init(radius: Float, _ kernel: PictureKernel) {
    // Local coordinates of the offset (dx, dy) are p·(dx, dy) and q·(dx, dy). Where their sum of squares is radius²,
    // (p.x² + q.x²)·dx² + 2·(p.x·p.y + q.x·q.y)·dx·dy + (p.y² + q.y²)·dy² = radius².
    // Edges are ramps that reach outside by at most √½ of a pixel.
    let radius = radius + 0.75 / min(kernel.halfX, kernel.halfY)
    let (p, q) = (kernel.row.axisX / kernel.halfX, kernel.row.axisY / kernel.halfY)
    let a = p.x * p.x + q.x * q.x
    let c = p.y * p.y + q.y * q.y
    let determinant = p.x * q.y - p.y * q.x
    // Of a sprite that is seen nearly from its edge, or is very thin, the equation's numbers would be too inexact.
    if !(radius < Self.greatestRadius) || !(determinant * determinant > 1e-3 * (a * c)) {
      self = Self.everything
      return
    }
    lean = -(p.x * p.y + q.x * q.y) / a
    squaredReach = radius * radius / a
    squaredNarrowing = determinant * determinant / (a * a)
  }

  /// The spans of rows `dy` pixels below the middle, as distances to the right. They are a pixel wider than the ellipse, for rounding; a
  /// row beside it keeps two.
  @inline(__always)
  func span(_ dy: Float8) -> (low: Float8, high: Float8) {
    let squared = squaredReach - squaredNarrowing * dy * dy
    let half = Lanes.sqrt(Lanes.max(squared, 0)) + 1
    return (lean * dy - half, lean * dy + half)
  }
}
