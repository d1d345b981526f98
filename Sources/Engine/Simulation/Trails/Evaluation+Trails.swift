// Trails: the particle's own past as a ribbon.
//
// A point of the ribbon is the particle's position at an earlier age. For a closed form the points are spread evenly over the
// visible past. On a stepped trajectory they lie at multiples of `TrailParameters.stepStride` steps, counted from the birth, so
// that a point stays in its place from frame to frame; only the head and the tail lie between multiples. The trajectory is
// integrated from a state before the tail that the `StateCache` has: in a movie a frame costs the trail's own steps, not all steps
// since the birth.
//
// The points of eight particles at a time are traced in `trailMemory`. Each visible ribbon is then written to its record with as
// few points as it needs: points on straight pieces are left out, and on a sharp bend a point is added between two others.
import Lanes

extension Evaluation {
  /// Ages in seconds between which the trails of eight particles are visible.
  private struct TrailAges {
    /// Seconds since birth, also after the particle's death.
    var age: Float8
    /// Age at the ribbon's first point: `age`, or after the particle's death the age at which it died.
    var head: Float8
    /// Age at the ribbon's last point.
    var tail: Float8
    var isVisible: SIMDMask<Int32x8>

    /// Location along the ribbon of the point at `pointAge`: the time since `pointAge` as a share of the trail's duration, or of
    /// `age` while that is shorter.
    @inline(__always)
    func location(of pointAge: Float8, _ parameters: TrailParameters) -> Float8 {
      (age - pointAge) / Lanes.max(Lanes.min(age, parameters.duration), 1e-6)
    }
  }

  /// Planes of the memory in which eight ribbons are traced (`TracedPoints.Plane`): `count` Float8 each.
  private struct TrailPlanes {
    let xs: UnsafeMutablePointer<Float8>
    let ys: UnsafeMutablePointer<Float8>
    let locations: UnsafeMutablePointer<Float8>
    /// Half widths in pixels; before `setWidthsAndGains` the camera's scale.
    let halfWidths: UnsafeMutablePointer<Float8>
    /// Gains, followed by the planes of red, green and blue gains; before `setWidthsAndGains` the camera's opacity.
    let gains: UnsafeMutablePointer<Float8>

    @inline(__always)
    init(_ memory: UnsafeMutablePointer<Float8>, count: Int) {
      func plane(_ index: Int) -> UnsafeMutablePointer<Float8> { memory + index * count }
      (xs, ys) = (plane(TracedPoints.Plane.x), plane(TracedPoints.Plane.y))
      (locations, halfWidths) = (plane(TracedPoints.Plane.location), plane(TracedPoints.Plane.halfWidth))
      gains = plane(TracedPoints.Plane.gain)
    }
  }

  /// Appends the trails of eight particles to their cell's ribbons.
  @inline(never)
  func appendTrails(_ cell: CellEvaluator<GeneralCell>, _ particle: SpawnState, _ batch: SpawnBatch) {
    let parameters = cell.kernel.pointee.trail.pointee
    let zero = Float8(repeating: 0)
    let lifetime = Lanes.max(particle.lifetime, 0)
    let isBorn = batch.age .>= zero
    var ages = TrailAges(age: Lanes.max(batch.age, 0), head: zero, tail: zero, isVisible: isBorn)
    ages.isVisible =
      isBorn .& (batch.age .< (parameters.lingers ? lifetime + parameters.duration : lifetime))
      .& (lifetime .> zero)
    guard Lanes.any(ages.isVisible) else { return }
    // Lanes that are not visible must stay finite; their age of 0 takes no steps of integration.
    ages.age = zero.replacing(with: ages.age, where: ages.isVisible)
    ages.head = Lanes.min(ages.age, lifetime)
    ages.tail = Lanes.min(Lanes.max(ages.age - parameters.duration, 0), ages.head)

    let count = parameters.pointCount
    let planes = TrailPlanes(trailMemory, count: count)
    if cell.has(.stepped) {
      traceSteppedTrajectory(cell, particle, batch, &ages, parameters, planes)
      guard Lanes.any(ages.isVisible) else { return }
    } else {
      for index in 0..<count {
        let pointAge = ages.head - (ages.head - ages.tail) * (Float(index) / Float(count - 1))
        trace(index, cell, particle, stepped: IntegratorState(), pointAge: pointAge, ages, parameters, planes)
      }
    }

    // The ribbon's light and half width at its head. Its points store factors of both.
    let life = cell.life(of: particle, age: ages.head)
    let scale = cell.scale(of: particle, age: ages.head, life: life)
    let color = cell.color(of: particle, age: ages.head, life: life, keys: batch.keys)
    let halfWidth =
      (parameters.halfWidth > 0 ? Float8(repeating: parameters.halfWidth) : particle.halfHeight) * scale
    var isDrawn = ages.isVisible .& (halfWidth .> zero) .& (color.alpha .> zero)
    guard Lanes.any(isDrawn) else { return }
    let measured = setWidthsAndGains(cell, planes, parameters, halfWidth: halfWidth)
    isDrawn = isDrawn .& measured.isInFrame
    guard Lanes.any(isDrawn) else { return }
    multiplyGains(planes, parameters, length: measured.length, halfWidth: halfWidth)
    let bits = Lanes.bitmask(of: isDrawn)
    for lane in 0..<8 where bits & (1 << Int32(lane)) != 0 {
      append(
        cell.kernel, lane: lane, pointCount: count,
        light: SIMD4(color.red[lane], color.green[lane], color.blue[lane], color.alpha[lane]))
    }
  }

  /// Sets position and location of one point of eight ribbons, and the camera's scale and opacity there.
  @inline(__always)
  private func trace(
    _ index: Int, _ cell: CellEvaluator<GeneralCell>, _ particle: SpawnState, stepped: IntegratorState,
    pointAge: Float8, _ ages: TrailAges, _ parameters: TrailParameters, _ planes: TrailPlanes
  ) {
    let life = cell.life(of: particle, age: pointAge)
    var motion = cell.motion(of: particle, stepped: stepped, age: pointAge, life: life, wantsVelocity: false)
    if cell.has(.threeD), view.hasCamera {
      let projection = view.project(&motion)
      planes.halfWidths[index] = projection.scale
      planes.gains[index] = projection.opacity
      // Ribbons lose light in the haze, and get none of its colour.
      if view.hasHaze { planes.gains[index] = projection.opacity * view.passingShare(depth: projection.depth) }
    }
    planes.xs[index] = motion.x
    planes.ys[index] = motion.y
    planes.locations[index] = ages.location(of: pointAge, parameters)
  }

  /// Traces stepped trajectories through the visible past, from the tail to the head. If a boundary ended a life, the head is where
  /// it did so.
  @inline(__always)
  private func traceSteppedTrajectory(
    _ cell: CellEvaluator<GeneralCell>, _ particle: SpawnState, _ batch: SpawnBatch, _ ages: inout TrailAges,
    _ parameters: TrailParameters, _ planes: TrailPlanes
  ) {
    let program = cell.kernel.pointee.forces
    let start = IntegrationStart(particle, birthTimes: batch.birthTimes)
    let identity = StateCacheIdentity(batch, purpose: .trail, cell: cell.kernel.pointee.cellIndex)
    var progress = IntegrationProgress(state: start.state, steps: SIMD8())
    var stepped = integrate(cell.kernel, start, age: ages.tail, identity: identity, progress: &progress)
    let integrator = Integrator(program: program, constants: start.constants)
    let headSteps = Lanes.truncateInRange(ages.head * program.pointee.stepsPerSecond)
    let stride = Int32x8(repeating: parameters.stepStride)
    // Whole steps at the traced point: first the multiple of the stride at or before the tail, then the next multiples. Ribbons that
    // reach the head with fewer than `pointCount` points repeat the head.
    var step = (progress.steps / stride) &* stride
    var pointAge = ages.tail
    for index in (0..<parameters.pointCount).reversed() {
      let livingAge = Lanes.min(pointAge, stepped.endAge)
      trace(index, cell, particle, stepped: stepped, pointAge: livingAge, ages, parameters, planes)
      if index == 0 { break }
      step = step &+ stride
      pointAge = Lanes.min(Lanes.float(step) * program.pointee.stepSeconds, ages.head)
      let targetSteps = step.replacing(with: headSteps, where: step .> headSteps)
      stepped = integrator.advance(&progress, to: targetSteps, age: pointAge)
    }
    ages.head = Lanes.min(ages.head, stepped.endAge)
    let end = parameters.lingers ? ages.head + parameters.duration : stepped.endAge
    ages.isVisible = ages.isVisible .& (ages.age .< end)
  }

  /// Sets half width and gain of each point. Where a ribbon is thinner than `minimumHalfWidth` it is drawn that wide, with its gain
  /// reduced in proportion. Finds the ribbons' lengths in pixels, and which of them touch the frame or its margin (`cullMargin`).
  ///
  /// - Parameter halfWidth: pixels at the head.
  @inline(__always)
  private func setWidthsAndGains(
    _ cell: CellEvaluator<GeneralCell>, _ planes: TrailPlanes, _ parameters: TrailParameters, halfWidth: Float8
  ) -> (length: Float8, isInFrame: SIMDMask<Int32x8>) {
    var (left, top) = (Float8(repeating: .infinity), Float8(repeating: .infinity))
    var (right, bottom) = (-left, -top)
    var length = Float8(repeating: 0)
    let minimumHalfWidth = Float8(repeating: parameters.minimumHalfWidth)
    for index in 0..<parameters.pointCount {
      let (x, y) = (planes.xs[index], planes.ys[index])
      let location = CurveCoordinate(age: planes.locations[index], lifetime: Float8(repeating: 1))
      var trueHalfWidth = Lanes.max(halfWidth * location.sample(parameters.widths).value, 0)
      var gain = location.sample(parameters.gains).value
      if cell.has(.threeD), view.hasCamera {
        trueHalfWidth *= planes.halfWidths[index]
        gain *= planes.gains[index]
      }
      let drawnHalfWidth = Lanes.max(trueHalfWidth, minimumHalfWidth)
      planes.halfWidths[index] = drawnHalfWidth
      planes.gains[index] = gain * (trueHalfWidth / drawnHalfWidth)
      left = Lanes.min(left, x - drawnHalfWidth)
      right = Lanes.max(right, x + drawnHalfWidth)
      top = Lanes.min(top, y - drawnHalfWidth)
      bottom = Lanes.max(bottom, y + drawnHalfWidth)
      if index > 0 {
        let (dx, dy) = (x - planes.xs[index - 1], y - planes.ys[index - 1])
        length += Lanes.sqrt(dx * dx + dy * dy)
      }
    }
    let margin = cell.kernel.pointee.cullMargin
    var isInFrame = (right .> Float8(repeating: -margin)) .& (bottom .> Float8(repeating: -margin))
    isInFrame = isInFrame .& (left .< Float8(repeating: cell.kernel.pointee.frameWidth + margin))
    isInFrame = isInFrame .& (top .< Float8(repeating: cell.kernel.pointee.frameHeight + margin))
    return (length, isInFrame)
  }

  /// Fades ribbons that are shorter than wide, down to no light for a particle at rest, and multiplies the gains by the colour along
  /// the ribbon.
  @inline(__always)
  private func multiplyGains(_ planes: TrailPlanes, _ parameters: TrailParameters, length: Float8, halfWidth: Float8) {
    let count = parameters.pointCount
    let gains = planes.gains
    let lengthPerWidth = Lanes.min(length / Lanes.max(halfWidth * 2, 1e-3), 1)
    for index in 0..<count { gains[index] *= lengthPerWidth }
    guard parameters.isColored else { return }
    for index in 0..<count {
      let location = CurveCoordinate(age: planes.locations[index], lifetime: Float8(repeating: 1))
      let tint = location.sampleColor(parameters.ramp)
      // The planes of red, green and blue follow the plane of gains, which becomes that of alpha.
      gains[count + index] = tint.red * gains[index]
      gains[2 * count + index] = tint.green * gains[index]
      gains[3 * count + index] = tint.blue * gains[index]
      gains[index] *= tint.alpha
    }
  }

  /// Writes one lane's ribbon, in two or more parts if the particle wrapped from one side of the frame to the other.
  ///
  /// - Parameters:
  ///   - pointCount: number of traced points.
  ///   - light: red, green, blue and alpha at the head, premultiplied.
  private func append(
    _ kernel: UnsafeMutablePointer<CellKernel>, lane: Int, pointCount count: Int, light: SIMD4<Float>
  ) {
    let ribbons = output.ribbons[kernel.pointee.cellIndex]
    guard let style = ribbons.style else { return }
    let points = TracedPoints(memory: trailMemory, lane: lane, count: count)
    let wrap = kernel.pointee.forces.pointee.wrapRectangle
    // A particle that moves by more than half of the wrap rectangle between two points has wrapped.
    func wraps(between point: Int, and next: Int) -> Bool {
      let step = points.position(next) - points.position(point)
      return wrap.width > 0 && abs(step.x) > wrap.width * 0.5 || wrap.height > 0 && abs(step.y) > wrap.height * 0.5
    }
    var point = 0
    while point < count - 1 {
      var writer = RibbonWriter(record: ribbons.append(), layout: style.layout, light: light)
      writer.add(points, point)
      while point < count - 1, !wraps(between: point, and: point + 1) {
        // Make the straight piece as long as the traced points allow.
        var end = point + 1
        while end < count - 1, end - point < TracedPoints.maximumIntervalsPerPiece, !wraps(between: end, and: end + 1),
          points.areStraight(from: point, to: end + 1, layout: style.layout)
        {
          end += 1
        }
        if end == point + 1, let bow = points.bow(from: point) { writer.add(points, point, halfway: bow) }
        writer.add(points, end)
        point = end
      }
      writer.end()
      point += 1
    }
  }
}
