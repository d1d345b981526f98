import Lanes

/// The points of one particle's ribbon, in memory that holds eight: x, y, place along the ribbon, half width, gain, and the
/// gains of red, green and blue.
struct TracedPoints {
  private let floats: UnsafePointer<Float>
  let count: Int

  @inline(__always)
  init(memory: UnsafeMutablePointer<Float8>, lane: Int, count: Int) {
    floats = UnsafeRawPointer(memory).assumingMemoryBound(to: Float.self) + lane
    self.count = count
  }

  /// Number `plane` of a point.
  @inline(__always)
  func callAsFunction(_ plane: Int, _ point: Int) -> Float { floats[(plane &* count &+ point) &* 8] }

  @inline(__always)
  func place(_ point: Int) -> SIMD2<Float> { SIMD2(self(0, point), self(1, point)) }

  /// Points that one straight piece goes past at most.
  static var mostSkipped: Int { 16 }

  /// Whether all points between two lie on the straight piece from one to the other, with the width and the light that the
  /// piece has there: within a tenth of a pixel and 1/256 of the light.
  @inline(__always)
  func areStraight(from point: Int, to end: Int, planeCount: Int) -> Bool {
    let from = place(point)
    let way = place(end) - from
    let square = (way * way).sum()
    let inverse = square > 1e-12 ? 1 / square : 0
    var between = point &+ 1
    while between < end {
      let away = place(between) - from
      let share = clamped((away * way).sum() * inverse)
      let aside = away - way * share
      if (aside * aside).sum() > 0.1 * 0.1 { return false }
      var limit: Float = 0.1
      for plane in 3..<planeCount &+ 1 {
        let value = self(plane, point) + share * (self(plane, end) - self(plane, point))
        if abs(self(plane, between) - value) > limit { return false }
        limit = 1.0 / 256
      }
      between &+= 1
    }
    return true
  }

  @inline(__always)
  private func clamped(_ share: Float) -> Float { share > 0 ? (share < 1 ? share : 1) : 0 }

  /// How far the path's middle lies beside the straight line to the next point, where that can be seen.
  ///
  /// From the cubic through both points with the mean velocities around them. At a sharp turn, where a border threw the
  /// particle back, the line stays straight.
  @inline(__always)
  func bow(from point: Int) -> SIMD2<Float>? {
    let (from, to) = (place(point), place(point + 1))
    let (start, end) = (self(2, point), self(2, point + 1))
    let time = end - start
    guard time > 1e-6 else { return nil }
    let way = to - from
    func velocity(_ from: Int, _ to: Int) -> SIMD2<Float> {
      let time = self(2, to) - self(2, from)
      return time > 1e-6 ? (place(to) - place(from)) / time : SIMD2()
    }
    var bow: SIMD2<Float>
    if point > 0, point + 2 < count {
      bow = (velocity(point - 1, point + 1) - velocity(point, point + 2)) * (time / 8)
    } else if point + 2 < count {
      bow = (way - velocity(point, point + 2) * time) / 4
    } else if point > 0 {
      bow = (velocity(point - 1, point + 1) * time - way) / 4
    } else {
      return nil
    }
    let square = (bow * bow).sum()
    let mostSquare = (way * way).sum() * (0.15 * 0.15)
    return square > 0.1 * 0.1 && square < mostSquare ? bow : nil
  }
}

/// Writes one record of `Ribbons`.
struct RibbonWriter {
  private let record: UnsafeMutablePointer<Float>
  private let rule: TrailStyle
  private var count = 0
  private var low = SIMD2<Float>(repeating: .infinity)
  private var high = SIMD2<Float>(repeating: -.infinity)

  @inline(__always)
  init(record: UnsafeMutablePointer<Float>, rule: TrailStyle, light: SIMD4<Float>) {
    self.record = record
    self.rule = rule
    (record[4], record[5], record[6], record[7]) = (light.x, light.y, light.z, light.w)
  }

  @inline(__always)
  mutating func add(_ points: TracedPoints, _ point: Int) {
    add(points.place(point)) { points($0, point) }
  }

  /// The middle between a point and the next, moved by `bow`.
  @inline(__always)
  mutating func add(_ points: TracedPoints, _ point: Int, halfway bow: SIMD2<Float>) {
    add((points.place(point) + points.place(point + 1)) * 0.5 + bow) {
      (points($0, point) + points($0, point + 1)) * 0.5
    }
  }

  @inline(__always)
  private mutating func add(_ place: SIMD2<Float>, _ number: (Int) -> Float) {
    var target = record + (TrailStyle.headCount &+ count)
    let width = number(3)
    target[0] = place.x
    target[rule.planeStride] = place.y
    for plane in 3..<rule.planeCount &+ 1 {
      target[2 &* rule.planeStride] = number(plane)
      target += rule.planeStride
    }
    low = SIMD2(min(low.x, place.x - width), min(low.y, place.y - width))
    high = SIMD2(max(high.x, place.x + width), max(high.y, place.y + width))
    count &+= 1
  }

  @inline(__always)
  func end() {
    (record[0], record[1], record[2], record[3]) = (low.x, low.y, high.x, high.y)
    record[8] = Float(count)
  }
}
