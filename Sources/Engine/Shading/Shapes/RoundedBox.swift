import Raster

/// A rectangle with rounded corners.
struct RoundedBox {
  typealias Point = SIMD2<Double>

  /// The corners with the least and the greatest coordinates.
  let low: Point
  let high: Point
  /// Horizontal and vertical radii of the corners; 0 for a sharp corner.
  let topLeft, topRight, bottomRight, bottomLeft: Point

  /// The length that a continuous corner takes from each side, in radii: that of UIBezierPath's corners.
  private static let continuousReach = 1.528665

  /// - Parameter radius: the horizontal and vertical radius of the corners 0 to 3: top left, top right, bottom right, bottom
  ///   left.
  init(low: Point, width: Double, height: Double, radius: (Int) -> Point) {
    self.low = low
    high = low + Point(width, height)
    func usableRadius(_ corner: Int) -> Point {
      let radius = radius(corner)
      return radius.x > 0 && radius.y > 0 ? radius : Point(0, 0)
    }
    (topLeft, topRight, bottomRight, bottomLeft) = (usableRadius(0), usableRadius(1), usableRadius(2), usableRadius(3))
  }

  /// The factor by which all radii shrink so that two corners never take more than their common side (CSS Backgrounds 3, section
  /// 5.5). A corner takes `reach` times its radius from each side.
  private func shrinkFactor(reach: Double) -> Double {
    let (width, height) = (high.x - low.x, high.y - low.y)
    var scale = 1.0
    func limit(_ side: Double, _ sum: Double) { if sum * reach > side { scale = min(scale, side / (sum * reach)) } }
    limit(width, topLeft.x + topRight.x)
    limit(width, bottomLeft.x + bottomRight.x)
    limit(height, topLeft.y + bottomLeft.y)
    limit(height, topRight.y + bottomRight.y)
    return scale
  }

  /// Adds the outline, clockwise. With `isContinuous` the curvature changes gradually at the corners.
  func add(to path: inout FlattenedPath, isContinuous: Bool) {
    let reach = isContinuous ? Self.continuousReach : 1
    let scale = shrinkFactor(reach: reach)
    /// Adds a corner at `point`, given the directions in which the path enters and leaves it, and the start of its arc in turns
    /// clockwise from the right.
    func corner(_ point: Point, _ into: Point, _ out: Point, _ radius: Point, _ start: Double) {
      if radius.x <= 0 {
        path.line(to: point)
      } else if isContinuous {
        addContinuous(point, into * radius, out * radius, to: &path)
      } else {
        // The horizontal radius is along x in every quadrant.
        path.arc(
          center: point - into * radius + out * radius, radiusX: radius.x, radiusY: radius.y, from: start, turns: 0.25)
      }
    }
    // The path begins after the top left corner, which it reaches last.
    path.move(to: Point(low.x + topLeft.x * scale * reach, low.y))
    corner(Point(high.x, low.y), Point(1, 0), Point(0, 1), topRight * scale, 0.75)
    corner(high, Point(0, 1), Point(-1, 0), bottomRight * scale, 0)
    corner(Point(low.x, high.y), Point(-1, 0), Point(0, -1), bottomLeft * scale, 0.25)
    corner(low, Point(0, -1), Point(1, 0), topLeft * scale, 0.5)
    path.close()
  }

  /// Adds the curve that UIBezierPath draws. Each of its points is given by two distances in radii: back along the side before
  /// the corner, and on along the side after it. `into` and `out` are the directions of these sides, as long as the radius.
  private func addContinuous(_ corner: Point, _ into: Point, _ out: Point, to path: inout FlattenedPath) {
    func point(_ before: Double, _ after: Double) -> Point { corner - into * before + out * after }
    path.line(to: point(Self.continuousReach, 0))
    path.curve(point(1.08849296, 0), point(0.86840694, 0), to: point(0.63149379, 0.07491139))
    path.curve(point(0.37282383, 0.16905956), point(0.16905956, 0.37282383), to: point(0.07491139, 0.63149379))
    path.curve(point(0, 0.86840694), point(0, 1.08849296), to: point(0, Self.continuousReach))
  }
}
