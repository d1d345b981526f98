import Lanes
import Model
import Raster

/// The outline of a blob at one time: a closed path of cubic curves around its centre, in points.
package struct BlobOutline {
  package typealias Point = SIMD2<Double>

  /// The blob's centre, which the radii are measured from, in the canvas's points.
  package let center: Point
  /// Where the outline begins and ends.
  package private(set) var start = Point(0, 0)
  /// The two control points and the end of each cubic Bézier curve. A curve begins where the curve before it ends, the first one at `start`.
  package private(set) var curves: [(first: Point, second: Point, end: Point)] = []

  /// - Parameters:
  ///   - stream: the source of the random numbers: point i has those of `stream.key(index: i)`.
  ///   - loopSeconds: length of the loop; nil where nothing loops.
  package init(_ blob: Blob, at clock: AnimationClock, stream: StreamKey, loopSeconds: Double?) {
    center = Point(blob.center.x.value(at: clock), blob.center.y.value(at: clock))
    let pointCount = blob.points
    let radii = Self.radii(blob, at: clock, stream: stream, loopSeconds: loopSeconds)
    let rotationTurns = blob.rotation.value(at: clock) / 360
    /// The unit vector from the centre to the outline's point `index`, or to the middle between two points for a whole number plus ½.
    /// Without rotation point 0 lies to the right, and the others follow clockwise.
    func direction(_ index: Double) -> Point {
      let (sine, cosine) = Lanes.sincosTurns(index / Double(pointCount) + rotationTurns)
      return Point(cosine, sine)
    }
    let points = radii.indices.map { center + direction(Double($0)) * radii[$0] }
    func point(_ index: Int) -> Point { points[(index + pointCount) % pointCount] }
    curves.reserveCapacity(pointCount)
    switch blob.curve {
    case .smooth:
      start = points[0]
      // The tangent at a point is parallel to the line between the point's neighbours. With equal radii each curve is an arc of a
      // circle over the angle a = 1/pointCount turn. The arc's handles are 4/3·tan(a/4) radii long, its chord 2·sin(a/2) radii.
      let handlePerChord =
        (4.0 / 3) * Self.tangent(0.25 / Double(pointCount)) / (2 * Self.sine(0.5 / Double(pointCount)))
      for index in 0..<pointCount {
        let (from, to) = (point(index), point(index + 1))
        let handleLength = Self.length(to - from) * handlePerChord
        let startHandle = Self.unit(to - point(index - 1)) * handleLength
        let endHandle = Self.unit(point(index + 2) - from) * handleLength
        curves.append((from + startHandle, to - endHandle, to))
      }
    case .quadratic:
      start = points[0]
      // The control point's distance from the centre ÷ the mean radius of the curve's ends. By default the control point lies
      // where the tangents of a circle meet.
      let controlRatio = blob.control ?? 1 / Lanes.sincosTurns(0.5 / Double(pointCount)).cos
      for index in 0..<pointCount {
        let meanRadius = (radii[index] + radii[(index + 1) % pointCount]) / 2
        let controlPoint = center + direction(Double(index) + 0.5) * (meanRadius * controlRatio)
        appendQuadratic(from: point(index), controlPoint, to: point(index + 1))
      }
    case .corners:
      // Each point is the control point of a curve between the midpoints of the two sides of the polygon that meet at the point.
      start = (point(-1) + points[0]) / 2
      for index in 0..<pointCount {
        let (from, to) = ((point(index - 1) + point(index)) / 2, (point(index) + point(index + 1)) / 2)
        appendQuadratic(from: from, point(index), to: to)
      }
    }
  }

  /// Appends a quadratic curve as a cubic. The cubic's control points lie two thirds of the way from the ends to `control`.
  private mutating func appendQuadratic(from: Point, _ control: Point, to: Point) {
    curves.append((from + (control - from) * (2.0 / 3), to + (control - to) * (2.0 / 3), to))
  }

  /// The channels of a point's random numbers.
  private enum Channel {
    static let radius: UInt32 = 0
    /// The first of three channels, one for the phase of each sine.
    static let firstPhase: UInt32 = 1
  }

  /// The radius of each point of the outline, in points of the canvas.
  private static func radii(_ blob: Blob, at clock: AnimationClock, stream: StreamKey, loopSeconds: Double?) -> [Double]
  {
    let radius = blob.radius.value(at: clock)
    let irregularity = blob.irregularity.value(at: clock)
    let wobble = blob.wobble.value(at: clock)
    let phase = Self.phase(at: clock.local, period: blob.period, loopSeconds: loopSeconds)
    return (0..<blob.points).map { index in
      let key = stream.key(index: UInt64(truncatingIfNeeded: index))
      func random(_ channel: UInt32) -> Double { Double(key.uniform(channel: channel)) }
      // The point's radius ÷ the blob's.
      var relativeRadius = 1 + irregularity * (2 * random(Channel.radius) - 1)
      switch blob.motion {
      case .wave: relativeRadius += wobble * sine(phase + blob.waveStep / 360 * Double(index))
      case .noise:
        // Sines of one, two and three cycles, so that the sum has the period of the first; their amplitudes add up to 1.
        var sum = 0.0
        for (harmonic, amplitude) in [0.62, 0.28, 0.1].enumerated() {
          let channel = Channel.firstPhase + UInt32(truncatingIfNeeded: harmonic)
          sum += amplitude * sine(phase * Double(harmonic + 1) + random(channel))
        }
        relativeRadius += wobble * sum
      }
      // However strong the wobble, the radius stays above 0.
      return radius * max(relativeRadius, 0.02)
    }
  }

  /// The phase (0 ..< 1) at a time, in seconds, of a motion that repeats after `period` seconds. In a loop the period is adjusted so that a
  /// whole number of periods, at least one, fits into `loopSeconds`.
  static func phase(at time: Double, period: Double, loopSeconds: Double?) -> Double {
    var cycles = time / period
    if let loopSeconds, loopSeconds > 0 {
      cycles = time / loopSeconds * max(1, (loopSeconds / period).rounded())
    }
    return cycles - cycles.rounded(.down)
  }

  /// The sine of an angle in turns.
  private static func sine(_ turns: Double) -> Double { Lanes.sincosTurns(turns).sin }

  /// The tangent of an angle in turns, below a quarter turn.
  private static func tangent(_ turns: Double) -> Double {
    let (sine, cosine) = Lanes.sincosTurns(turns)
    return sine / cosine
  }

  private static func length(_ vector: Point) -> Double { (vector * vector).sum().squareRoot() }

  /// The vector of length 1 in the direction of `vector`; 0 for a vector of length 0.
  private static func unit(_ vector: Point) -> Point {
    let length = length(vector)
    return length > 1e-12 ? vector / length : Point(0, 0)
  }

  /// Adds the outline to a path as a closed contour.
  package func add(to path: inout FlattenedPath) {
    path.move(to: start)
    for curve in curves { path.curve(curve.first, curve.second, to: curve.end) }
    path.close()
  }

  /// Calls `body` with `count` points of each curve, at equal steps of the curve's parameter. The curve's start is included, its end is not.
  package func sample(perCurve count: Int, _ body: (Point) -> Void) {
    var from = start
    for curve in curves {
      for step in 0..<count {
        let u = Double(step) / Double(count)
        let v = 1 - u
        body(from * (v * v * v) + (curve.first * v + curve.second * u) * (3 * u * v) + curve.end * (u * u * u))
      }
      from = curve.end
    }
  }
}
