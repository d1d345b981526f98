import Model

/// A cell's boundaries as the estimates of cost treat them: a sampled particle that meets a boundary on a straight step bounces as
/// in `Integrator.bounce` (Simulation), but from one boundary alone in each step. No result reaches a pixel.
struct SampledBoundaries {
  private var lines: [Line] = []

  /// A line from which particles bounce. Positions with normal · position ≥ offset are inside.
  private struct Line {
    var normal: SIMD2<Double>
    var offset: Double
    var restitution: Double
    var friction: Double
    /// For a segment, which has two sides: the coordinate of its middle along the line, and half of its length. Nil for a whole
    /// line.
    var segment: (middle: Double, halfLength: Double)?
  }

  /// The point at which a particle's step crosses a line.
  private struct Crossing {
    var line: Line
    /// The line's normal on the particle's side, and the line's offset along it.
    var normal: SIMD3<Double>
    var offset: Double
    /// The share of the step before the crossing.
    var share: Double
  }

  init(_ boundaries: [Boundary], _ canvas: Canvas) {
    for boundary in boundaries where boundary.action == .bounce {
      func add(_ normalX: Double, _ normalY: Double, _ offset: Double) {
        lines.append(
          Line(
            normal: SIMD2(normalX, normalY), offset: offset, restitution: boundary.restitution,
            friction: boundary.friction))
      }
      switch boundary.shape {
      case .edges(let axis, let inset):
        if axis != .vertical {
          add(1, 0, inset)
          add(-1, 0, inset - canvas.widthPoints)
        }
        if axis != .horizontal {
          add(0, 1, inset)
          add(0, -1, inset - canvas.heightPoints)
        }
      case .floor(let y): add(0, -1, -y)
      case .line(let from, let to):
        let (x, y) = (to.x - from.x, to.y - from.y)
        let length = (x * x + y * y).squareRoot()
        guard length > 0 else { continue }
        let along = SIMD2(x, y) / length
        add(-along.y, along.x, from.y * along.x - from.x * along.y)
        lines[lines.count - 1].segment = (
          ((from.x + to.x) * along.x + (from.y + to.y) * along.y) / 2, length / 2
        )
      }
    }
  }

  /// Lets a particle bounce if it meets a boundary on its straight step from `start` to `state`.
  ///
  /// - Parameters:
  ///   - state: the state at the end of the step; a bounce changes it.
  ///   - seconds: the duration of the step.
  /// - Returns: the share of the step before the bounce; nil without a bounce, or for one too slow to cause births of children.
  func reflect(_ state: inout SampledParticle.State, from start: SampledParticle.State, seconds: Double) -> Double? {
    var first: Crossing?
    for line in lines where first == nil { first = Self.crossing(line, start.position, state.position) }
    guard let crossing = first else { return nil }
    let normal = crossing.normal
    let velocityChange = state.velocity - start.velocity
    var velocity = start.velocity + velocityChange * crossing.share
    let normalVelocity = (velocity * normal).sum()
    let impactSpeed = max(-normalVelocity, 0)
    let tangentVelocity = velocity - normal * normalVelocity
    let tangentSpeed = (tangentVelocity * tangentVelocity).sum().squareRoot()
    let frictionLoss = impactSpeed * (1 + crossing.line.restitution) * crossing.line.friction
    let keptShare = tangentSpeed > 0 ? max(1 - frictionLoss / tangentSpeed, 0) : 0
    velocity =
      tangentVelocity * keptShare + normal * (impactSpeed * crossing.line.restitution + normalVelocity + impactSpeed)
    // The remainder of the step: drift, kick, drift.
    let remaining = 1 - crossing.share
    state.position = start.position + (state.position - start.position) * crossing.share
    state.position += velocity * (seconds * remaining / 2)
    velocity += velocityChange * remaining
    state.position += velocity * (seconds * remaining / 2)
    state.velocity = velocity
    let depth = crossing.offset - (state.position * normal).sum()
    guard depth > 0 else { return impactSpeed >= Boundary.minimumTriggeringSpeed ? crossing.share : nil }
    // The particle rests on the boundary.
    state.position += normal * depth
    state.velocity -= normal * min((velocity * normal).sum(), 0)
    return nil
  }

  private static func crossing(_ line: Line, _ start: SIMD3<Double>, _ end: SIMD3<Double>) -> Crossing? {
    func distance(_ point: SIMD3<Double>) -> Double {
      point.x * line.normal.x + point.y * line.normal.y - line.offset
    }
    let (before, after) = (distance(start), distance(end))
    guard (before >= 0) != (after >= 0) else { return nil }
    let share = before / (before - after)
    let normal = SIMD3(line.normal, 0)
    guard let segment = line.segment else {
      return before >= 0 ? Crossing(line: line, normal: normal, offset: line.offset, share: share) : nil
    }
    let point = start + (end - start) * share
    let fromMiddle = point.x * line.normal.y - point.y * line.normal.x - segment.middle
    guard abs(fromMiddle) <= segment.halfLength else { return nil }
    let sign = before >= 0 ? 1.0 : -1.0
    return Crossing(line: line, normal: normal * sign, offset: line.offset * sign, share: share)
  }
}
