import Lanes
import Model
import Raster

// Figures as flattened paths, at one time, in the figure's own plane (points).

extension FlattenedPath {
  /// Adds a figure's outline. Rectangles run clockwise from the start of their top side, ellipses from the right, stars and
  /// polygons from the top.
  package mutating func add(_ figure: Figure, at clock: AnimationClock) { add(figure, at: clock, morphCache: nil) }

  /// Adds a figure's outline. The cache keeps the correspondence between a morph's figures from frame to frame.
  mutating func add(_ figure: Figure, at clock: AnimationClock, morphCache: MorphCache?) {
    switch figure {
    case .rectangle(let rectangle):
      let (width, height) = (rectangle.size.x.value(at: clock), rectangle.size.y.value(at: clock))
      let middle = rectangle.center.point(at: clock)
      let radii = rectangle.corners.radii
      let box = RoundedBox(low: middle - Point(width, height) / 2, width: width, height: height) { corner in
        (radii.count == 4 ? radii[corner] : radii.first)?.point(at: clock) ?? Point(0, 0)
      }
      box.add(to: &self, isContinuous: rectangle.corners.style == .continuous)
    case .ellipse(let ellipse):
      let radii = ellipse.radius.point(at: clock)
      arc(center: ellipse.center.point(at: clock), radiusX: radii.x, radiusY: radii.y, from: 0, turns: 1)
      close()
    case .star(let star):
      let innerRatio = star.ratio.value(at: clock)
      add(
        corners: 2 * star.points, star.center.point(at: clock), star.radius.point(at: clock),
        star.rounding.value(at: clock)
      ) { $0 % 2 == 0 ? 1 : innerRatio }
    case .polygon(let polygon):
      add(
        corners: polygon.sides, polygon.center.point(at: clock), polygon.radius.point(at: clock),
        polygon.rounding.value(at: clock)
      ) { _ in 1 }
    case .arc(let piece):
      let radii = piece.radius.point(at: clock)
      let (first, turns) = sweep(piece.startAngle, piece.endAngle, clock)
      if turns == 0 { return }
      arc(center: piece.center.point(at: clock), radiusX: radii.x, radiusY: radii.y, from: first, turns: turns)
      if abs(turns) == 1 { close() }
    case .sector(let sector):
      addSector(
        sector.center.point(at: clock), sector.radius.point(at: clock),
        sweep(sector.startAngle, sector.endAngle, clock), sector.thickness.value(at: clock))
    case .polyline(let line):
      if line.isSmooth {
        addSmooth(count: line.points.count, isClosed: line.isClosed) { line.points[$0].point(at: clock) }
      } else {
        add(count: line.points.count, rounding: line.rounding.value(at: clock), isClosed: line.isClosed) {
          line.points[$0].point(at: clock)
        }
      }
    case .path(let path, let box): add(path, Self.map(of: path, into: box, clock))
    case .heart(let heart):
      let (middle, half) = (heart.center.point(at: clock), heart.size.point(at: clock) / 2)
      add(VectorPath.heart, PlaneMap(half.x, 0, 0, half.y, middle.x, middle.y))
    case .morph(let figures, let position): addMorph(figures, position.value(at: clock), at: clock, morphCache)
    }
  }

  /// The start of an arc, in turns clockwise from the right, and its extent, −1...1 turns. `start` and `end` are in degrees.
  private func sweep(_ start: AnimatedNumber, _ end: AnimatedNumber, _ clock: AnimationClock) -> (
    start: Double, extent: Double
  ) {
    let first = start.value(at: clock) / 360
    return (first, max(-1, min(1, end.value(at: clock) / 360 - first)))
  }

  /// Adds a sector of an ellipse. `thickness` is the share of the radius, from outside, that the sector covers: 1 reaches to
  /// the centre.
  private mutating func addSector(
    _ center: Point, _ radius: Point, _ sweep: (start: Double, extent: Double), _ thickness: Double
  ) {
    if sweep.extent == 0 || thickness <= 0 { return }
    arc(center: center, radiusX: radius.x, radiusY: radius.y, from: sweep.start, turns: sweep.extent)
    let inner = radius * max(1 - thickness, 0)
    let isWhole = abs(sweep.extent) == 1
    if isWhole { close() }
    if thickness >= 1 {
      if isWhole { return }
      line(to: center)
    } else {
      arc(
        center: center, radiusX: inner.x, radiusY: inner.y, from: sweep.start + sweep.extent, turns: -sweep.extent,
        startsContour: isWhole)
    }
    close()
  }

  /// Adds a polygon whose corners lie in evenly spaced directions from the centre, the first at the top, the others clockwise.
  /// `radiusFactor` gives each corner's distance from the centre, relative to the ellipse with the radii `radius`.
  private mutating func add(
    corners count: Int, _ center: Point, _ radius: Point, _ rounding: Double, _ radiusFactor: (Int) -> Double
  ) {
    add(count: count, rounding: rounding, isClosed: true) { corner in
      center + VectorPath.cornerDirection(corner, of: count) * radius * radiusFactor(corner)
    }
  }

  /// Adds straight lines whose corners are rounded by arcs of radius `rounding`, or of a smaller radius, so that an arc takes at most
  /// half of each adjacent side.
  private mutating func add(count: Int, rounding: Double, isClosed: Bool, corner: (Int) -> Point) {
    guard count > 0 else { return }
    let isSharp = rounding <= 0 || count < 3
    var before = corner(count - 1)
    var current = corner(0)
    for index in 0..<count {
      let after = corner(index + 1 < count ? index + 1 : 0)
      let isEnd = !isClosed && (index == 0 || index == count - 1)
      if isEnd || isSharp {
        if index == 0 { move(to: current) } else { line(to: current) }
      } else {
        addRounded(before, current, after, rounding, startsContour: index == 0)
      }
      (before, current) = (current, after)
    }
    if isClosed { close() }
  }

  /// Adds the line to a corner and the arc that rounds the corner. If `startsContour` is true, a contour begins at the arc, without the
  /// line.
  private mutating func addRounded(
    _ before: Point, _ corner: Point, _ after: Point, _ rounding: Double, startsContour: Bool
  ) {
    let (into, out) = (corner - before, after - corner)
    guard let a = unitVector(into), let b = unitVector(out) else {
      return startsContour ? move(to: corner) : line(to: corner)
    }
    let (cross, dot) = (a.x * b.y - a.y * b.x, (a * b).sum())
    // tan(θ/2), where the path changes its direction by θ.
    let tangent = abs(cross) / max(1 + dot, 1e-9)
    if tangent < 1e-6 { return startsContour ? move(to: corner) : line(to: corner) }
    let maximumCut = min((into * into).sum(), (out * out).sum()).squareRoot() / 2
    // The distance from the corner to the ends of the arc.
    let cut = min(rounding * tangent, maximumCut)
    let radius = cut / tangent
    let turnsRight = cross > 0
    // From the centre to the start of the arc: opposite to the inner normal.
    let axis = turnsRight ? Point(a.y, -a.x) : Point(-a.y, a.x)
    let turns = Lanes.atan2(y: cross, x: dot) / (2 * Double.pi)
    arc(
      center: corner - a * cut - axis * radius, radiusX: radius, radiusY: radius, axis: axis, from: 0,
      turns: turns,
      startsContour: startsContour)
  }

  /// Adds a Catmull-Rom spline through `count` points, the knots (E. Catmull and R. Rom, "A class of local interpolating
  /// splines", 1974).
  private mutating func addSmooth(count: Int, isClosed: Bool, knot: (Int) -> Point) {
    guard count > 0 else { return }
    func point(_ index: Int) -> Point {
      knot(isClosed ? (index + count) % count : max(0, min(index, count - 1)))
    }
    var (before, from, to) = (point(-1), point(0), point(1))
    move(to: from)
    for index in 0..<(isClosed ? count : count - 1) {
      let after = point(index + 2)
      curve(from + (to - before) / 6, to - (after - from) / 6, to: to)
      (before, from, to) = (from, to, after)
    }
    if isClosed { close() }
  }

  // MARK: Paths

  /// The mapping of a path into a target box: it moves the middle of the path's own box to the target's centre, and scales the
  /// longer side of the path's own box to the target's size. The identity without a target.
  private static func map(of path: VectorPath, into target: Figure.PathBox?, _ clock: AnimationClock) -> PlaneMap {
    guard let target else { return PlaneMap(scale: 1) }
    var flattened = FlattenedPath(tolerance: 1e-3)
    flattened.add(path, PlaneMap(scale: 1))
    guard let box = flattened.box else { return PlaneMap(scale: 1) }
    let (middle, extent) = ((box.low + box.high) / 2, box.high - box.low)
    let side = max(extent.x, extent.y)
    let scale = target.size.map { side > 0 ? $0.value(at: clock) / side : 1 } ?? 1
    let origin = target.center.point(at: clock) - middle * scale
    return PlaneMap(scale, 0, 0, scale, origin.x, origin.y)
  }
}

extension AnimatedPoint {
  /// The value at a time, as a vector.
  package func point(at clock: AnimationClock) -> SIMD2<Double> { SIMD2(x.value(at: clock), y.value(at: clock)) }
}
