import Lanes
import Model

/// Positions and directions of eight particles at one age.
struct MotionPoint {
  var x = Float8()
  var y = Float8()
  var directionX = Float8()
  var directionY = Float8()
  /// Factor of perspective on the size.
  var scale = Float8(repeating: 1)
}

/// Estimate of eight particles' motion while the shutter is open.
struct MotionEstimate {
  /// Ages between which the shutter is open for the particles, and the age in the middle.
  let first: Float8
  let middle: Float8
  let last: Float8
  let start: MotionPoint
  /// Factor of perspective on the size at the end.
  let endScale: Float8
  /// Pixels along the path, as far as the points that are looked at tell.
  let length: Float8
  /// Square of the distance from the path's middle to that of the straight line; for a path that winds, as far as its halves
  /// tell.
  let bend: Float8
  /// Change of direction, in radians, roughly.
  let rotation: Float8

  /// Looks at the path's ends and middle, and where it may wind at the middles of its halves.
  @inline(never)
  init(
    _ evaluation: Evaluation, _ cell: CellEvaluator<GeneralCell>, _ particle: UnsafePointer<SpawnState>,
    interval: IntegrationInterval, first: Float8, middle: Float8, last: Float8
  ) {
    var interval = interval
    let winds =
      cell.has(.stepped) || cell.has(.sway) || cell.has(.travel) || cell.has(.offset)
      || cell.reads(.driftAmplitude) || cell.has(.flutter) || cell.has(.depthCurve) || cell.has(.wrap)
    (self.first, self.middle, self.last) = (first, middle, last)
    start = evaluation.point(cell, particle, age: first, &interval)
    var quarter = start
    if winds { quarter = evaluation.point(cell, particle, age: first + (middle - first) * 0.5, &interval) }
    let center = evaluation.point(cell, particle, age: middle, &interval)
    var threeQuarters = center
    if winds { threeQuarters = evaluation.point(cell, particle, age: middle + (last - middle) * 0.5, &interval) }
    let end = evaluation.point(cell, particle, age: last, &interval)
    endScale = end.scale
    let wholeBend = MotionEstimate.squaredBend(start, center, end)
    if winds {
      // A bend of a half is a quarter of the whole's.
      let firstHalf = Lanes.max(wholeBend, 16 * MotionEstimate.squaredBend(start, quarter, center))
      bend = Lanes.max(firstHalf, 16 * MotionEstimate.squaredBend(center, threeQuarters, end))
      length =
        MotionEstimate.distance(start, quarter) + MotionEstimate.distance(quarter, center)
        + MotionEstimate.distance(center, threeQuarters) + MotionEstimate.distance(threeQuarters, end)
    } else {
      bend = wholeBend
      length = MotionEstimate.distance(start, center) + MotionEstimate.distance(center, end)
    }
    let (x, y) = (end.directionX - start.directionX, end.directionY - start.directionY)
    rotation = Lanes.sqrt(x * x + y * y)
  }

  /// Square of the distance from `middle` to the middle of a line.
  @inline(__always)
  private static func squaredBend(_ start: MotionPoint, _ middle: MotionPoint, _ end: MotionPoint) -> Float8 {
    let x = (start.x + end.x) * 0.5 - middle.x
    let y = (start.y + end.y) * 0.5 - middle.y
    return x * x + y * y
  }

  @inline(__always)
  private static func distance(_ a: MotionPoint, _ b: MotionPoint) -> Float8 {
    let (x, y) = (b.x - a.x, b.y - a.y)
    return Lanes.sqrt(x * x + y * y)
  }
}

extension Evaluation {
  /// Positions and, where the cell aligns its sprites, directions of eight particles at `age`.
  @inline(never)
  func point(
    _ cell: CellEvaluator<GeneralCell>, _ particle: UnsafePointer<SpawnState>, age: Float8,
    _ interval: inout IntegrationInterval
  ) -> MotionPoint {
    let life = cell.life(of: particle.pointee, age: age)
    let stepped = interval.advance(to: age)
    let hasDirection = cell.has(.align)
    var motion = cell.motion(
      of: particle.pointee, stepped: stepped, age: age, life: life, wantsVelocity: hasDirection)
    var point = MotionPoint()
    if cell.has(.threeD), view.isOn { point.scale = view.project(&motion).scale }
    (point.x, point.y) = (motion.x, motion.y)
    if hasDirection {
      let direction = cell.direction(of: motion, particle: particle.pointee)
      (point.directionX, point.directionY) = (direction.x, direction.y)
    }
    return point
  }
}
