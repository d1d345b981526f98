import Lanes
import Model
import Raster

/// The outline of a blob at one time: a closed path of cubic curves around its centre, in points.
package struct BlobOutline {
  package typealias Point = SIMD2<Double>

  package let center: Point
  package private(set) var start = Point(0, 0)
  package private(set) var curves: [(first: Point, second: Point, end: Point)] = []

  /// - Parameters:
  ///   - stream: the root of the random draws.
  ///   - period: local seconds of a loop; nil where nothing loops.
  package init(_ blob: Blob, at clock: AnimationClock, stream: StreamKey, period: Double?) {
    center = Point(blob.center.x.value(at: clock), blob.center.y.value(at: clock))
    let count = blob.points
    let radii = Self.radii(blob, at: clock, stream: stream, period: period)
    let rotation = blob.rotation.value(at: clock) / 360
    func direction(_ step: Double) -> Point {
      let (sine, cosine) = Lanes.sincosTurns(step / Double(count) + rotation)
      return Point(cosine, sine)
    }
    let points = radii.indices.map { center + direction(Double($0)) * radii[$0] }
    func point(_ index: Int) -> Point { points[(index + count) % count] }
    curves.reserveCapacity(count)
    switch blob.curve {
    case .smooth:
      start = points[0]
      // With equal radii each curve is a circle's arc: handles of 4/3·tan(a/4) radii, relative to the length of the chord.
      let reach = (4.0 / 3) * Self.tangent(0.25 / Double(count)) / (2 * Self.sine(0.5 / Double(count)))
      for index in 0..<count {
        let (from, to) = (point(index), point(index + 1))
        let handle = Self.length(to - from) * reach
        let out = Self.unit(to - point(index - 1)) * handle
        let into = Self.unit(point(index + 2) - from) * handle
        curves.append((from + out, to - into, to))
      }
    case .quadratic:
      start = points[0]
      let control = blob.control ?? 1 / Lanes.sincosTurns(0.5 / Double(count)).cos
      for index in 0..<count {
        let mean = (radii[index] + radii[(index + 1) % count]) / 2
        let pull = center + direction(Double(index) + 0.5) * (mean * control)
        let (from, to) = (point(index), point(index + 1))
        curves.append((from + (pull - from) * (2.0 / 3), to + (pull - to) * (2.0 / 3), to))
      }
    case .corners:
      start = (point(-1) + points[0]) / 2
      for index in 0..<count {
        let (from, to) = ((point(index - 1) + point(index)) / 2, (point(index) + point(index + 1)) / 2)
        let pull = point(index)
        curves.append((from + (pull - from) * (2.0 / 3), to + (pull - to) * (2.0 / 3), to))
      }
    }
  }

  private static func radii(_ blob: Blob, at clock: AnimationClock, stream: StreamKey, period: Double?) -> [Double] {
    let radius = blob.radius.value(at: clock)
    let irregularity = blob.irregularity.value(at: clock)
    let wobble = blob.wobble.value(at: clock)
    let phase = Self.phase(at: clock.local, of: blob.period, in: period)
    return (0..<blob.points).map { index in
      let key = stream.key(index: UInt64(truncatingIfNeeded: index))
      func draw(_ channel: UInt32) -> Double { Double(key.uniform(channel: channel)) }
      var share = 1 + irregularity * (2 * draw(0) - 1)
      switch blob.motion {
      case .wave: share += wobble * sine(phase + blob.waveStep / 360 * Double(index))
      case .noise:
        // Sines of one, two and three cycles, so that the sum has the period of the first.
        var sum = 0.0
        for (harmonic, size) in [0.62, 0.28, 0.1].enumerated() {
          let number = UInt32(truncatingIfNeeded: harmonic + 1)
          sum += size * sine(phase * Double(harmonic + 1) + draw(number))
        }
        share += wobble * sum
      }
      return radius * max(share, 0.02)
    }
  }

  /// The phase (0 ..< 1) of a motion that repeats after `seconds`: in a loop a whole number of times.
  static func phase(at time: Double, of seconds: Double, in loop: Double?) -> Double {
    var cycles = time / seconds
    if let loop, loop > 0 { cycles = time / loop * max(1, (loop / seconds).rounded()) }
    return cycles - cycles.rounded(.down)
  }

  private static func sine(_ revolutions: Double) -> Double { Lanes.sincosTurns(revolutions).sin }

  /// The tangent of an angle below a quarter of a revolution.
  private static func tangent(_ revolutions: Double) -> Double {
    let (sine, cosine) = Lanes.sincosTurns(revolutions)
    return sine / cosine
  }

  private static func length(_ vector: Point) -> Double { (vector * vector).sum().squareRoot() }

  private static func unit(_ vector: Point) -> Point {
    let size = length(vector)
    return size > 1e-12 ? vector / size : Point(0, 0)
  }

  package func add(to path: inout FlattenedPath) {
    path.move(to: start)
    for curve in curves { path.curve(curve.first, curve.second, to: curve.end) }
    path.close()
  }

  /// Calls `body` with `count` points along each curve, its end excluded.
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
