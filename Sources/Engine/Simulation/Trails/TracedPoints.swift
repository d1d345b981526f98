import Lanes
import Model

/// Points of one particle's ribbon before the ribbon is simplified. They are one lane of a memory for eight particles, which consists
/// of planes of `count` Float8, one for each point from the head to the tail.
struct TracedPoints {
  /// The lane's first Float; the next Float of the same lane is eight Floats further.
  private let floats: UnsafePointer<Float>
  let count: Int

  /// Indices of the planes.
  enum Plane {
    @inline(__always) static var x: Int { 0 }
    @inline(__always) static var y: Int { 1 }
    /// Location along the ribbon: 0 at a living particle, 1 at the tail.
    @inline(__always) static var location: Int { 2 }
    @inline(__always) static var halfWidth: Int { 3 }
    @inline(__always) static var gain: Int { 4 }
    // Gains of red, green and blue, where the ribbon is coloured.
    @inline(__always) static var redGain: Int { 5 }
    @inline(__always) static var greenGain: Int { 6 }
    @inline(__always) static var blueGain: Int { 7 }
    @inline(__always) static var count: Int { 8 }
  }

  @inline(__always)
  init(memory: UnsafeMutablePointer<Float8>, lane: Int, count: Int) {
    floats = UnsafeRawPointer(memory).assumingMemoryBound(to: Float.self) + lane
    self.count = count
  }

  /// A point's value in a plane.
  @inline(__always)
  func value(inPlane plane: Int, at point: Int) -> Float { floats[(plane &* count &+ point) &* 8] }

  @inline(__always)
  func position(_ point: Int) -> SIMD2<Float> {
    SIMD2(value(inPlane: Plane.x, at: point), value(inPlane: Plane.y, at: point))
  }

  /// Indices in `Plane` of the half width and the gains, which a record of the layout has besides x and y. In the record, which has no
  /// plane of locations, each index is one less.
  @inline(__always)
  static func appearancePlanes(_ layout: RibbonLayout) -> Range<Int> { Plane.halfWidth..<layout.planeCount &+ 1 }

  /// The greatest number of intervals between traced points that one straight piece replaces.
  static var maximumIntervalsPerPiece: Int { 16 }

  /// Pixels by which a straight piece may deviate from the traced points, and its half width from theirs.
  @inline(__always) private static var tolerancePixels: Float { 0.1 }

  /// Whether all points between `point` and `end` lie on the straight piece from one to the other, with the half width and the
  /// gains that the piece has there: within `tolerancePixels`, and within 1/256 for gains.
  @inline(__always)
  func areStraight(from point: Int, to end: Int, layout: RibbonLayout) -> Bool {
    let from = position(point)
    let line = position(end) - from
    let squaredLength = (line * line).sum()
    let inverse = squaredLength > 1e-12 ? 1 / squaredLength : 0
    var between = point &+ 1
    while between < end {
      let offset = position(between) - from
      // Coordinate of the piece's nearest point: 0 at `point`, 1 at `end`.
      let share = clamped((offset * line).sum() * inverse)
      let distance = offset - line * share
      if (distance * distance).sum() > TracedPoints.tolerancePixels * TracedPoints.tolerancePixels { return false }
      var tolerance = TracedPoints.tolerancePixels
      for plane in TracedPoints.appearancePlanes(layout) {
        let (first, last) = (value(inPlane: plane, at: point), value(inPlane: plane, at: end))
        let interpolated = first + share * (last - first)
        if abs(value(inPlane: plane, at: between) - interpolated) > tolerance { return false }
        // The half width comes first; all planes after it are gains.
        tolerance = 1.0 / 256
      }
      between &+= 1
    }
    return true
  }

  @inline(__always)
  private func clamped(_ share: Float) -> Float { share > 0 ? (share < 1 ? share : 1) : 0 }

  /// Offset in pixels from the middle of the straight line to the next point to the middle of the curve; nil if the straight line is
  /// good enough.
  ///
  /// The curve is the cubic through both points whose velocities at the points are central differences (Catmull-Rom). Between the
  /// first two or last two points of the ribbon it is a parabola, since only one velocity is known. Where the offset is `maximumBow`
  /// of the line's length or more, the points lie around a sharp corner, at which a boundary reflected the particle: the line stays
  /// straight.
  @inline(__always)
  func bow(from point: Int) -> SIMD2<Float>? {
    let maximumBow: Float = 0.15
    let (from, to) = (position(point), position(point + 1))
    // Time is measured in locations along the ribbon.
    let time = value(inPlane: Plane.location, at: point + 1) - value(inPlane: Plane.location, at: point)
    guard time > 1e-6 else { return nil }
    let line = to - from
    func velocity(_ from: Int, _ to: Int) -> SIMD2<Float> {
      let time = value(inPlane: Plane.location, at: to) - value(inPlane: Plane.location, at: from)
      return time > 1e-6 ? (position(to) - position(from)) / time : SIMD2()
    }
    var bow: SIMD2<Float>
    if point > 0, point + 2 < count {
      // A Hermite cubic's middle lies (v₀ − v₁)·time ÷ 8 from the line's.
      bow = (velocity(point - 1, point + 1) - velocity(point, point + 2)) * (time / 8)
    } else if point + 2 < count {
      bow = (line - velocity(point, point + 2) * time) / 4
    } else if point > 0 {
      bow = (velocity(point - 1, point + 1) * time - line) / 4
    } else {
      return nil
    }
    let squaredBow = (bow * bow).sum()
    let squaredMaximum = (line * line).sum() * (maximumBow * maximumBow)
    return squaredBow > TracedPoints.tolerancePixels * TracedPoints.tolerancePixels && squaredBow < squaredMaximum
      ? bow : nil
  }
}
