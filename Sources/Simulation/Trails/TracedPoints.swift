import Lanes

/// Points of one particle's ribbon, in memory that holds eight: x, y, location along the ribbon, half width, gain, and the
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
  func position(_ point: Int) -> SIMD2<Float> { SIMD2(self(0, point), self(1, point)) }

  /// Points that one straight piece skips at most.
  static var mostSkipped: Int { 16 }

  /// Whether all points between two lie on the straight piece from one to the other, with the width and the light that the
  /// piece has there: within a tenth of a pixel and 1/256 of the light.
  @inline(__always)
  func areStraight(from point: Int, to end: Int, planeCount: Int) -> Bool {
    let from = position(point)
    let line = position(end) - from
    let square = (line * line).sum()
    let inverse = square > 1e-12 ? 1 / square : 0
    var between = point &+ 1
    while between < end {
      let offset = position(between) - from
      let share = clamped((offset * line).sum() * inverse)
      let aside = offset - line * share
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

  /// Offset of the path's middle from the straight line to the next point; nil where it is not visible.
  ///
  /// From the cubic through both points with the mean velocities around them. At a sharp corner, where a bound reflected the
  /// particle, the line stays straight.
  @inline(__always)
  func bow(from point: Int) -> SIMD2<Float>? {
    let (from, to) = (position(point), position(point + 1))
    let (start, end) = (self(2, point), self(2, point + 1))
    let time = end - start
    guard time > 1e-6 else { return nil }
    let line = to - from
    func velocity(_ from: Int, _ to: Int) -> SIMD2<Float> {
      let time = self(2, to) - self(2, from)
      return time > 1e-6 ? (position(to) - position(from)) / time : SIMD2()
    }
    var bow: SIMD2<Float>
    if point > 0, point + 2 < count {
      bow = (velocity(point - 1, point + 1) - velocity(point, point + 2)) * (time / 8)
    } else if point + 2 < count {
      bow = (line - velocity(point, point + 2) * time) / 4
    } else if point > 0 {
      bow = (velocity(point - 1, point + 1) * time - line) / 4
    } else {
      return nil
    }
    let square = (bow * bow).sum()
    let mostSquare = (line * line).sum() * (0.15 * 0.15)
    return square > 0.1 * 0.1 && square < mostSquare ? bow : nil
  }
}
