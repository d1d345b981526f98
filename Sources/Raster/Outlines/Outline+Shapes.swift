import Lanes

// The outlines that have a name of their own, in the square −1...1. What has a direction points along +x, as a star's first
// spike does and as a sprite that is aligned to its motion flies; hearts and triangles stand upright.

extension Outline {
  package static let heart: Outline = {
    var heart = Outline(rule: .plain)
    heart.move(to: Point(0, -0.5))
    heart.mirroredAcrossY([
      (Point(0.1, -0.74), Point(0.29, -0.87), Point(0.52, -0.87)),
      (Point(0.79, -0.87), Point(1, -0.65), Point(1, -0.35)),
      (Point(1, 0.16), Point(0.48, 0.46), Point(0, 0.93)),
    ])
    return heart
  }()

  /// Four points on the axes between hollow sides.
  package static var spark: Outline {
    var spark = Outline(rule: .plain)
    let (tip, waist) = (0.13, 0.032)
    spark.move(to: Point(1, 0))
    spark.curve(Point(tip, waist), Point(waist, tip), to: Point(0, 1))
    spark.curve(Point(-waist, tip), Point(-tip, waist), to: Point(-1, 0))
    spark.curve(Point(-tip, -waist), Point(-waist, -tip), to: Point(0, -1))
    spark.curve(Point(waist, -tip), Point(tip, -waist), to: Point(1, 0))
    return spark
  }

  /// A cherry's: from a narrow base at −x to two rounded tips with a notch between them.
  package static var petal: Outline {
    var petal = Outline(rule: .plain)
    petal.move(to: Point(-1, 0))
    petal.mirroredAcrossX([
      (Point(-0.82, 0.2), Point(-0.52, 0.64), Point(0.12, 0.66)),
      (Point(0.58, 0.67), Point(0.86, 0.46), Point(0.98, 0.22)),
      (Point(1.0, 0.17), Point(0.93, 0.14), Point(0.72, 0)),
    ])
    return petal
  }

  /// A pointed blade with a stem at −x, and a slit for the midrib.
  package static var leaf: Outline {
    var leaf = Outline(rule: .plain)
    leaf.move(to: Point(-1, 0.03))
    leaf.mirroredAcrossX([
      (Point(-0.9, 0.024), Point(-0.82, 0.022), Point(-0.73, 0.022)),
      (Point(-0.7, 0.28), Point(-0.46, 0.47), Point(-0.1, 0.46)),
      (Point(0.34, 0.45), Point(0.56, 0.12), Point(1, 0)),
    ])
    // The slit runs the other way round.
    leaf.move(to: Point(-0.6, 0))
    leaf.curve(Point(-0.44, -0.034), Point(0.06, -0.024), to: Point(0.66, 0))
    leaf.curve(Point(0.06, 0.024), Point(-0.44, 0.034), to: Point(-0.6, 0))
    return leaf
  }

  /// A sheet of paper that has been bent a little: its long sides bow the same way, and one corner is turned up.
  package static var paper: Outline {
    var paper = Outline(rule: .plain)
    paper.move(to: Point(-1, -0.56))
    paper.curve(Point(-0.4, -0.74), Point(0.16, -0.74), to: Point(0.62, -0.61))
    paper.line(to: Point(0.97, -0.28))
    paper.line(to: Point(1, 0.6))
    paper.curve(Point(0.4, 0.44), Point(-0.36, 0.44), to: Point(-0.96, 0.66))
    return paper
  }

  /// A streamer of one and a half waves, of even width along its way, with a notch in its tail.
  package static var ribbon: Outline {
    var ribbon = Outline(rule: .plain)
    ribbon.move(to: Point(-1, -0.12))
    ribbon.curve(Point(-0.84, -0.5), Point(-0.58, -0.5), to: Point(-0.37, -0.16))
    ribbon.curve(Point(-0.2, 0.1), Point(-0.08, 0.1), to: Point(0.08, -0.14))
    ribbon.curve(Point(0.28, -0.46), Point(0.58, -0.52), to: Point(1, -0.2))
    ribbon.line(to: Point(0.9, 0.16))
    ribbon.curve(Point(0.62, -0.14), Point(0.46, -0.1), to: Point(0.33, 0.12))
    ribbon.curve(Point(0.1, 0.5), Point(-0.32, 0.5), to: Point(-0.58, 0.1))
    ribbon.curve(Point(-0.63, 0), Point(-0.68, -0.04), to: Point(-0.72, 0.02))
    ribbon.line(to: Point(-0.83, -0.15))
    return ribbon
  }

  /// The whole square's height and width, its point up.
  package static var triangle: Outline {
    var triangle = Outline(rule: .plain)
    triangle.move(to: Point(0, -1))
    triangle.line(to: Point(-1, 1))
    triangle.line(to: Point(1, 1))
    return triangle
  }

  /// A part of a ring between two angles, in degrees clockwise from +x; `thickness` as a share of the radius, from the
  /// rim inwards. 360° and more are the whole ring.
  package static func sector(from start: Double, to end: Double, thickness: Double) -> Outline {
    let turns = min(abs(end - start) / 360, 1)
    let first = min(start, end) / 360
    let inner = 1 - min(max(thickness, 0), 1)
    var sector = Outline(rule: .plain)
    func point(_ turn: Double, _ radius: Double) -> Point {
      let (sine, cosine) = Lanes.sincosTurns(turn)
      return Point(cosine, sine) * radius
    }
    // An arc of angle θ is a cubic with handles of 4/3·tan(θ/4): off by 3·10⁻⁸ of the radius for 1/18 turn.
    func arc(_ from: Double, _ sweep: Double, _ radius: Double) {
      let count = max(Int((abs(sweep) * 18).rounded(.up)), 1)
      let step = sweep / Double(count)
      let handle = 4.0 / 3 * Lanes.tan(Double.pi / 2 * step)
      for piece in 0..<count {
        let (a, b) = (point(from + Double(piece) * step, radius), point(from + Double(piece + 1) * step, radius))
        sector.curve(a + Point(-a.y, a.x) * handle, b - Point(-b.y, b.x) * handle, to: b)
      }
    }
    sector.move(to: point(first, 1))
    arc(first, turns, 1)
    if turns == 1 {
      if inner == 0 { return sector }
      sector.move(to: point(first, inner))
    } else {
      sector.line(to: point(first + turns, inner))
    }
    if inner > 0 { arc(first + turns, -turns, inner) }
    return sector
  }

  /// Curves from where the outline is to the line x = 0, and back mirrored.
  private mutating func mirroredAcrossY(_ curves: [(Point, Point, Point)]) {
    mirrored(curves) { Point(-$0.x, $0.y) }
  }

  private mutating func mirroredAcrossX(_ curves: [(Point, Point, Point)]) {
    mirrored(curves) { Point($0.x, -$0.y) }
  }

  private mutating func mirrored(_ curves: [(Point, Point, Point)], _ mirror: (Point) -> Point) {
    guard let start = contours.last?.end else { return }
    for (a, b, end) in curves { curve(a, b, to: end) }
    let last = curves[curves.count - 1].2
    // A half that does not end on the mirror's line goes on straight across it.
    if mirror(last) != last { line(to: mirror(last)) }
    for (index, segment) in curves.enumerated().reversed() {
      curve(mirror(segment.1), mirror(segment.0), to: mirror(index > 0 ? curves[index - 1].2 : start))
    }
  }
}
