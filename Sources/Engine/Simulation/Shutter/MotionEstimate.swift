import Lanes
import Model

/// Positions in frame pixels and directions of eight particles at one age.
struct MotionPoint {
  var x = Float8()
  var y = Float8()
  /// Unit vector; zero for cells whose sprites are not aligned to their motion.
  var directionX = Float8()
  var directionY = Float8()
  /// Magnification by the camera.
  var cameraScale = Float8(repeating: 1)
}

/// Estimate of eight particles' motion while the shutter is open.
struct MotionEstimate {
  /// Ages in seconds between which the particles are visible while the shutter is open.
  let firstAge: Float8
  let lastAge: Float8
  /// The point of the trajectory at the first age.
  let start: MotionPoint
  /// Magnification by the camera at the last age.
  let endCameraScale: Float8
  /// Length in pixels of the straight lines between the points of the trajectory that are evaluated.
  let length: Float8
  /// Square of the distance in pixels from the trajectory's middle to the middle of the straight line between its ends. If the
  /// trajectory may have several bends, it is the largest of this and of the halves' distances, each times 4 as for a parabola.
  let squaredBend: Float8
  /// Distance between the unit vectors of direction at both ends, which is about their angle in radians if it is small.
  let directionChange: Float8

  /// Evaluates the trajectory at its ends and middle; if it may have several bends, also in the middles of its halves.
  ///
  /// - Parameter frameAge: the particles' ages at the frame's time.
  @inline(never)
  init(
    _ evaluation: Evaluation, _ cell: CellEvaluator<GeneralCell>, _ particle: UnsafePointer<SpawnState>,
    integration: ForwardIntegration, frameAge: Float8, first: Float8, middle: Float8, last: Float8
  ) {
    var integration = integration
    // Whether the trajectory may have several bends, which its ends and middle alone would not show.
    let mayBendSeveralTimes = cell.has(.bends)
    (firstAge, lastAge) = (first, last)
    start = evaluation.point(cell, particle, age: first, frameAge: frameAge, &integration)
    var quarter = start
    if mayBendSeveralTimes {
      quarter = evaluation.point(cell, particle, age: first + (middle - first) * 0.5, frameAge: frameAge, &integration)
    }
    let center = evaluation.point(cell, particle, age: middle, frameAge: frameAge, &integration)
    var threeQuarters = center
    if mayBendSeveralTimes {
      threeQuarters = evaluation.point(
        cell, particle, age: middle + (last - middle) * 0.5, frameAge: frameAge, &integration)
    }
    let end = evaluation.point(cell, particle, age: last, frameAge: frameAge, &integration)
    endCameraScale = end.cameraScale
    let wholeBend = MotionEstimate.squaredBend(start, center, end)
    if mayBendSeveralTimes {
      // Under constant acceleration a trajectory bends a quarter as far in half of the time: squared, a sixteenth.
      let firstHalf = Lanes.max(wholeBend, 16 * MotionEstimate.squaredBend(start, quarter, center))
      squaredBend = Lanes.max(firstHalf, 16 * MotionEstimate.squaredBend(center, threeQuarters, end))
      length =
        MotionEstimate.distance(start, quarter) + MotionEstimate.distance(quarter, center)
        + MotionEstimate.distance(center, threeQuarters) + MotionEstimate.distance(threeQuarters, end)
    } else {
      squaredBend = wholeBend
      length = MotionEstimate.distance(start, center) + MotionEstimate.distance(center, end)
    }
    let (x, y) = (end.directionX - start.directionX, end.directionY - start.directionY)
    directionChange = Lanes.sqrt(x * x + y * y)
  }

  /// Square of the distance from `middle` to the middle of the line from `start` to `end`.
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
  ///
  /// - Parameters:
  ///   - frameAge: the particles' ages at the frame's time, from which the camera's motion is counted.
  ///   - integration: is advanced to `age`. It must not have been advanced to a later age before.
  @inline(never)
  func point(
    _ cell: CellEvaluator<GeneralCell>, _ particle: UnsafePointer<SpawnState>, age: Float8, frameAge: Float8,
    _ integration: inout ForwardIntegration
  ) -> MotionPoint {
    let life = cell.life(of: particle.pointee, age: age)
    let stepped = integration.advance(to: age)
    let hasDirection = cell.has(.align)
    var motion = cell.motion(
      of: particle.pointee, stepped: stepped, age: age, life: life, wantsVelocity: hasDirection)
    var point = MotionPoint()
    if cell.has(.threeD), view.hasCamera { point.cameraScale = view.project(&motion, after: age - frameAge).scale }
    (point.x, point.y) = (motion.x, motion.y)
    if hasDirection {
      let direction = cell.direction(of: motion, particle: particle.pointee)
      (point.directionX, point.directionY) = (direction.x, direction.y)
    }
    return point
  }
}
