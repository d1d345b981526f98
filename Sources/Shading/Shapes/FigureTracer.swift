import Lanes
import Model
import Raster

// Figures as paths, at one time.

extension FlattenedPath {
  /// Adds a figure's outline. Rectangles run clockwise from the beginning of their top side, ellipses from the right, stars and
  /// polygons from the top.
  package mutating func add(_ figure: Figure, at clock: AnimationClock) { add(figure, at: clock, morphs: nil) }

  /// The same, with what is kept of morphs from time to time.
  mutating func add(_ figure: Figure, at clock: AnimationClock, morphs: MorphMemory?) {
    switch figure {
    case .rectangle(let center, let size, let corners):
      let (width, height) = (size.x.value(at: clock), size.y.value(at: clock))
      let middle = center.point(at: clock)
      let box = RoundedBox(low: middle - Point(width, height) / 2, width: width, height: height) { corner in
        let radius = corners.radii.count == 4 ? corners.radii[corner] : corners.radii.first
        return radius?.point(at: clock) ?? Point(0, 0)
      }
      box.add(to: &self, isContinuous: corners.style == .continuous)
    case .ellipse(let center, let radius):
      let radii = radius.point(at: clock)
      arc(center: center.point(at: clock), radiusX: radii.x, radiusY: radii.y, from: 0, turns: 1)
      close()
    case .star(let center, let radius, let points, let ratio, let rounding):
      let share = ratio.value(at: clock)
      add(
        corners: 2 * points, center.point(at: clock), radius.point(at: clock), rounding.value(at: clock)
      ) { $0 % 2 == 0 ? 1 : share }
    case .polygon(let center, let radius, let sides, let rounding):
      add(corners: sides, center.point(at: clock), radius.point(at: clock), rounding.value(at: clock)) { _ in 1 }
    case .arc(let center, let radius, let start, let end):
      let radii = radius.point(at: clock)
      let (first, turns) = sweep(start, end, clock)
      if turns == 0 { return }
      arc(center: center.point(at: clock), radiusX: radii.x, radiusY: radii.y, from: first, turns: turns)
      if abs(turns) == 1 { close() }
    case .sector(let center, let radius, let start, let end, let thickness):
      addSector(
        center.point(at: clock), radius.point(at: clock), sweep(start, end, clock), thickness.value(at: clock))
    case .polyline(let points, let isClosed, let isSmooth, let rounding):
      if isSmooth {
        addSmooth(count: points.count, isClosed: isClosed) { points[$0].point(at: clock) }
      } else {
        add(count: points.count, rounding: rounding.value(at: clock), isClosed: isClosed) {
          points[$0].point(at: clock)
        }
      }
    case .path(let path, let frame): add(path, Self.map(of: path, into: frame, clock))
    case .heart(let center, let size):
      let (middle, half) = (center.point(at: clock), size.point(at: clock) / 2)
      add(VectorPath.heart, PlaneMap(half.x, 0, 0, half.y, middle.x, middle.y))
    case .morph(let figures, let place): addMorph(figures, place.value(at: clock), at: clock, morphs)
    }
  }

  /// Where an arc begins and how far it runs, in turns; more than one turn is one.
  private func sweep(_ start: AnimatedNumber, _ end: AnimatedNumber, _ clock: AnimationClock) -> (
    start: Double, turns: Double
  ) {
    let first = start.value(at: clock) / 360
    return (first, max(-1, min(1, end.value(at: clock) / 360 - first)))
  }

  private mutating func addSector(
    _ center: Point, _ radius: Point, _ sweep: (start: Double, turns: Double), _ thickness: Double
  ) {
    if sweep.turns == 0 || thickness <= 0 { return }
    arc(center: center, radiusX: radius.x, radiusY: radius.y, from: sweep.start, turns: sweep.turns)
    let inner = radius * max(1 - thickness, 0)
    let isWhole = abs(sweep.turns) == 1
    if isWhole { close() }
    if thickness >= 1 {
      if isWhole { return }
      line(to: center)
    } else {
      arc(
        center: center, radiusX: inner.x, radiusY: inner.y, from: sweep.start + sweep.turns, turns: -sweep.turns,
        begins: isWhole)
    }
    close()
  }

  /// Corners on an ellipse, the first at its top.
  private mutating func add(
    corners count: Int, _ center: Point, _ radius: Point, _ rounding: Double, _ share: (Int) -> Double
  ) {
    add(count: count, rounding: rounding, isClosed: true) { corner in
      let (sine, cosine) = Lanes.sincosTurns(Double(corner) / Double(count))
      return center + Point(sine, -cosine) * radius * share(corner)
    }
  }

  /// Straight lines, with corners cut by arcs of radius `rounding` at most, or as large as half the sides beside them allow.
  private mutating func add(count: Int, rounding: Double, isClosed: Bool, corner: (Int) -> Point) {
    guard count > 0 else { return }
    let isSharp = rounding <= 0 || count < 3
    var before = corner(count - 1)
    var own = corner(0)
    for index in 0..<count {
      let after = corner(index + 1 < count ? index + 1 : 0)
      let isEnd = !isClosed && (index == 0 || index == count - 1)
      if isEnd || isSharp {
        if index == 0 { move(to: own) } else { line(to: own) }
      } else {
        addRounded(before, own, after, rounding, begins: index == 0)
      }
      (before, own) = (own, after)
    }
    if isClosed { close() }
  }

  private mutating func addRounded(_ before: Point, _ corner: Point, _ after: Point, _ rounding: Double, begins: Bool) {
    let (into, out) = (corner - before, after - corner)
    guard let a = unitVector(into), let b = unitVector(out) else { return begins ? move(to: corner) : line(to: corner) }
    let (cross, dot) = (a.x * b.y - a.y * b.x, (a * b).sum())
    // tan(θ/2) of the turn θ.
    let tangent = abs(cross) / max(1 + dot, 1e-9)
    if tangent < 1e-6 { return begins ? move(to: corner) : line(to: corner) }
    let room = min((into * into).sum(), (out * out).sum()).squareRoot() / 2
    let cut = min(rounding * tangent, room)
    let radius = cut / tangent
    let turnsRight = cross > 0
    // From the centre to where the arc begins: against the normal on the inner side.
    let axis = turnsRight ? Point(a.y, -a.x) : Point(-a.y, a.x)
    let turns = Lanes.atan2(y: cross, x: dot) / (2 * Double.pi)
    arc(
      center: corner - a * cut - axis * radius, radiusX: radius, radiusY: radius, axis: axis, from: 0, turns: turns,
      begins: begins)
  }

  /// A curve through points, whose direction at each is that between its neighbours (E. Catmull and R. Rom, "A class of local
  /// interpolating splines", 1974).
  private mutating func addSmooth(count: Int, isClosed: Bool, place: (Int) -> Point) {
    guard count > 0 else { return }
    func point(_ index: Int) -> Point {
      place(isClosed ? (index + count) % count : max(0, min(index, count - 1)))
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

  private static func map(of path: VectorPath, into frame: Figure.PathFrame?, _ clock: AnimationClock) -> PlaneMap {
    guard let frame else { return PlaneMap(scale: 1) }
    var flat = FlattenedPath(tolerance: 1e-3)
    flat.add(path, PlaneMap(scale: 1))
    guard let box = flat.box else { return PlaneMap(scale: 1) }
    let (middle, extent) = ((box.low + box.high) / 2, box.high - box.low)
    let side = max(extent.x, extent.y)
    let scale = frame.size.map { side > 0 ? $0.value(at: clock) / side : 1 } ?? 1
    let place = frame.center.point(at: clock) - middle * scale
    return PlaneMap(scale, 0, 0, scale, place.x, place.y)
  }
}

extension AnimatedPoint {
  package func point(at clock: AnimationClock) -> SIMD2<Double> { SIMD2(x.value(at: clock), y.value(at: clock)) }
}
