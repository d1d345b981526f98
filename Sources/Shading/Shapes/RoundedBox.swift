import Raster

/// A rectangle with rounded corners.
struct RoundedBox {
  typealias Point = SIMD2<Double>

  let low: Point
  let high: Point
  /// Top left, top right, bottom right, bottom left.
  let radii: [Point]

  /// Units of its radius that a continuous corner takes from each side.
  private static let continuousReach = 1.528665

  /// - Parameter radii: none, one for all corners, or four.
  init(low: Point, width: Double, height: Double, radii: [Point]) {
    self.low = low
    high = low + Point(width, height)
    let all = radii.count == 4 ? radii : Array(repeating: radii.first ?? Point(0, 0), count: 4)
    self.radii = all.map { $0.x > 0 && $0.y > 0 ? $0 : Point(0, 0) }
  }

  /// By how much all radii shrink so that those of no side are longer than it (CSS Backgrounds 3, section 5.5).
  private func fit(reach: Double) -> Double {
    let (width, height) = (high.x - low.x, high.y - low.y)
    let sums = [
      (width, radii[0].x + radii[1].x), (width, radii[3].x + radii[2].x), (height, radii[0].y + radii[3].y),
      (height, radii[1].y + radii[2].y),
    ]
    return sums.reduce(1) { $1.1 * reach > $1.0 ? min($0, $1.0 / ($1.1 * reach)) : $0 }
  }

  func add(to path: inout FlatPath, isContinuous: Bool) {
    let scale = fit(reach: isContinuous ? Self.continuousReach : 1)
    // Corners with the directions in which the path comes to them and leaves them.
    let corners: [(point: Point, into: Point, out: Point)] = [
      (low, Point(0, -1), Point(1, 0)), (Point(high.x, low.y), Point(1, 0), Point(0, 1)),
      (high, Point(0, 1), Point(-1, 0)), (Point(low.x, high.y), Point(-1, 0), Point(0, -1)),
    ]
    // The path begins behind the top left corner, which it comes to last.
    let reach = isContinuous ? Self.continuousReach : 1
    path.move(to: Point(low.x + radii[0].x * scale * reach, low.y))
    for number in [1, 2, 3, 0] {
      let corner = corners[number]
      let radius = radii[number] * scale
      if radius.x <= 0 {
        path.line(to: corner.point)
      } else if isContinuous {
        addContinuous(corner.point, corner.into * radius, corner.out * radius, to: &path)
      } else {
        let center = corner.point - corner.into * radius + corner.out * radius
        // Along x the horizontal radius, whatever the quarter.
        path.arc(
          center: center, radiusX: radius.x, radiusY: radius.y, from: [0.5, 0.75, 0, 0.25][number], turns: 0.25)
      }
    }
    path.close()
  }

  /// The curve that UIBezierPath draws, in units of the radius: distances before the corner and behind it.
  private func addContinuous(_ corner: Point, _ into: Point, _ out: Point, to path: inout FlatPath) {
    func point(_ before: Double, _ behind: Double) -> Point { corner - into * before + out * behind }
    path.line(to: point(1.528665, 0))
    path.curve(point(1.08849296, 0), point(0.86840694, 0), to: point(0.63149379, 0.07491139))
    path.curve(point(0.37282383, 0.16905956), point(0.16905956, 0.37282383), to: point(0.07491139, 0.63149379))
    path.curve(point(0, 0.86840694), point(0, 1.08849296), to: point(0, 1.528665))
  }
}
