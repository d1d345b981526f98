import Raster

/// A rectangle with rounded corners.
struct RoundedBox {
  typealias Point = SIMD2<Double>

  let low: Point
  let high: Point
  let topLeft, topRight, bottomRight, bottomLeft: Point

  /// Units of its radius that a continuous corner takes from each side.
  private static let continuousReach = 1.528665

  /// - Parameter radius: of the corners 0 to 3: top left, top right, bottom right, bottom left.
  init(low: Point, width: Double, height: Double, radius: (Int) -> Point) {
    self.low = low
    high = low + Point(width, height)
    func held(_ corner: Int) -> Point {
      let own = radius(corner)
      return own.x > 0 && own.y > 0 ? own : Point(0, 0)
    }
    (topLeft, topRight, bottomRight, bottomLeft) = (held(0), held(1), held(2), held(3))
  }

  /// By how much all radii shrink so that those of no side are longer than it (CSS Backgrounds 3, section 5.5).
  private func fit(reach: Double) -> Double {
    let (width, height) = (high.x - low.x, high.y - low.y)
    var scale = 1.0
    func hold(_ side: Double, _ sum: Double) { if sum * reach > side { scale = min(scale, side / (sum * reach)) } }
    hold(width, topLeft.x + topRight.x)
    hold(width, bottomLeft.x + bottomRight.x)
    hold(height, topLeft.y + bottomLeft.y)
    hold(height, topRight.y + bottomRight.y)
    return scale
  }

  func add(to path: inout FlattenedPath, isContinuous: Bool) {
    let reach = isContinuous ? Self.continuousReach : 1
    let scale = fit(reach: reach)
    // Corners with the directions in which the path comes to them and leaves them, and the turn at which their arcs begin.
    func corner(_ place: Point, _ into: Point, _ out: Point, _ radius: Point, _ start: Double) {
      if radius.x <= 0 {
        path.line(to: place)
      } else if isContinuous {
        addContinuous(place, into * radius, out * radius, to: &path)
      } else {
        // Along x the horizontal radius, whatever the quarter.
        path.arc(
          center: place - into * radius + out * radius, radiusX: radius.x, radiusY: radius.y, from: start, turns: 0.25)
      }
    }
    // The path begins behind the top left corner, which it comes to last.
    path.move(to: Point(low.x + topLeft.x * scale * reach, low.y))
    corner(Point(high.x, low.y), Point(1, 0), Point(0, 1), topRight * scale, 0.75)
    corner(high, Point(0, 1), Point(-1, 0), bottomRight * scale, 0)
    corner(Point(low.x, high.y), Point(-1, 0), Point(0, -1), bottomLeft * scale, 0.25)
    corner(low, Point(0, -1), Point(1, 0), topLeft * scale, 0.5)
    path.close()
  }

  /// The curve that UIBezierPath draws, in units of the radius: distances before the corner and behind it.
  private func addContinuous(_ corner: Point, _ into: Point, _ out: Point, to path: inout FlattenedPath) {
    func point(_ before: Double, _ behind: Double) -> Point { corner - into * before + out * behind }
    path.line(to: point(1.528665, 0))
    path.curve(point(1.08849296, 0), point(0.86840694, 0), to: point(0.63149379, 0.07491139))
    path.curve(point(0.37282383, 0.16905956), point(0.16905956, 0.37282383), to: point(0.07491139, 0.63149379))
    path.curve(point(0, 0.86840694), point(0, 1.08849296), to: point(0, 1.528665))
  }
}
