// Trails: the particle's own past as a ribbon.
//
// A point of the ribbon is where the particle was at an earlier age. In closed form the points are spread evenly over the
// visible past. A stepped path has them at multiples of some of its steps, counted from the birth, so that a point stays
// what it was from frame to frame; both ends are found exactly. The path is followed from the last whole step before the
// trail's end that is known (`StateCache`): in a film a frame costs the trail's own steps, not those since the birth.
import Lanes

extension Evaluation {
  /// Ages between which eight particles' trails are visible.
  private struct TrailAges {
    /// Seconds since birth, however long the particle has been dead.
    var age: Float8
    /// Ages at the ribbon's beginning, at the particle, and at its end.
    var head: Float8
    var tail: Float8
    var isVisible: SIMDMask<Int32x8>

    /// Location along the ribbon: the share of its length in time that has passed since `moment`.
    @inline(__always)
    func location(of moment: Float8, _ parameters: TrailParameters) -> Float8 {
      (age - moment) / Lanes.max(Lanes.min(age, parameters.duration), 1e-6)
    }
  }

  /// Planes of the memory that eight ribbons are made in. Until widths and gains are known, theirs hold the camera's scale and
  /// opacity.
  private struct TrailPlanes {
    let xs: UnsafeMutablePointer<Float8>
    let ys: UnsafeMutablePointer<Float8>
    let locations: UnsafeMutablePointer<Float8>
    let widths: UnsafeMutablePointer<Float8>
    let gains: UnsafeMutablePointer<Float8>

    @inline(__always)
    init(_ memory: UnsafeMutablePointer<Float8>, count: Int) {
      (xs, ys, locations) = (memory, memory + count, memory + 2 * count)
      (widths, gains) = (memory + 3 * count, memory + 4 * count)
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
    guard anyLane(ages.isVisible) else { return }
    // Lanes that are not visible must stay finite, and need not be followed.
    ages.age = zero.replacing(with: ages.age, where: ages.isVisible)
    ages.head = Lanes.min(ages.age, lifetime)
    ages.tail = Lanes.min(Lanes.max(ages.age - parameters.duration, 0), ages.head)

    let count = parameters.pointCount
    let planes = TrailPlanes(trailMemory, count: count)
    if cell.uses(.stepped) {
      traceSteppedPath(cell, particle, batch, &ages, parameters, planes)
      guard anyLane(ages.isVisible) else { return }
    } else {
      for index in 0..<count {
        let moment = ages.head - (ages.head - ages.tail) * (Float(index) / Float(count - 1))
        trace(index, cell, particle, stepped: IntegratorState(), moment: moment, ages, parameters, planes)
      }
    }

    // The particle's look at the head
    let life = cell.life(of: particle, age: ages.head)
    let scale = cell.scale(of: particle, age: ages.head, life: life)
    let color = cell.color(of: particle, age: ages.head, life: life, keys: batch.keys)
    let halfWidth =
      (parameters.halfWidth > 0 ? Float8(repeating: parameters.halfWidth) : particle.halfHeight) * scale
    var keep = ages.isVisible .& (halfWidth .> zero) .& (color.alpha .> zero)
    guard anyLane(keep) else { return }
    let extent = setWidths(cell, planes, parameters, halfWidth: halfWidth)
    keep = keep .& extent.isInFrame
    guard anyLane(keep) else { return }
    setGains(planes, parameters, length: extent.length, halfWidth: halfWidth)
    let bits = Lanes.bits(of: keep)
    for lane in 0..<8 where bits & (1 << Int32(lane)) != 0 {
      append(
        cell.kernel, lane, count, light: SIMD4(color.red[lane], color.green[lane], color.blue[lane], color.alpha[lane]))
    }
  }

  /// Sets one point of eight ribbons.
  @inline(__always)
  private func trace(
    _ index: Int, _ cell: CellEvaluator<GeneralCell>, _ particle: SpawnState, stepped: IntegratorState,
    moment: Float8, _ ages: TrailAges, _ parameters: TrailParameters, _ planes: TrailPlanes
  ) {
    let life = cell.life(of: particle, age: moment)
    var motion = cell.motion(of: particle, stepped: stepped, age: moment, life: life, wantsVelocity: false)
    if cell.uses(.space), view.isOn {
      let projection = view.project(&motion)
      planes.widths[index] = projection.scale
      planes.gains[index] = projection.opacity
    }
    planes.xs[index] = motion.x
    planes.ys[index] = motion.y
    planes.locations[index] = ages.location(of: moment, parameters)
  }

  /// Follows stepped paths through the visible past. Where a bound ended a life, the ribbon begins there.
  @inline(__always)
  private func traceSteppedPath(
    _ cell: CellEvaluator<GeneralCell>, _ particle: SpawnState, _ batch: SpawnBatch, _ ages: inout TrailAges,
    _ parameters: TrailParameters, _ planes: TrailPlanes
  ) {
    let program = cell.kernel.pointee.forces
    let start = IntegrationStart(particle, births: batch.births)
    let cacheKey = StateCacheKey(batch, purpose: .trail, cell: cell.kernel.pointee.flatIndex)
    var progress = IntegrationProgress(state: start.state, steps: SIMD8())
    var stepped = integrate(cell.kernel, start, age: ages.tail, cacheKey: cacheKey, progress: &progress)
    let integrator = Integrator(program: program, constants: start.constants)
    let last = Lanes.truncateInRange(ages.head * program.pointee.stepsPerSecond)
    let stride = Int32x8(repeating: parameters.stepStride)
    var step = progress.steps / stride &* stride
    var moment = ages.tail
    for index in (0..<parameters.pointCount).reversed() {
      let alive = Lanes.min(moment, stepped.endAge)
      trace(index, cell, particle, stepped: stepped, moment: alive, ages, parameters, planes)
      if index == 0 { break }
      step = step &+ stride
      moment = Lanes.min(Lanes.float(step) * program.pointee.stepSeconds, ages.head)
      let wanted = step.replacing(with: last, where: step .> last)
      stepped = integrator.advance(&progress, to: wanted, age: moment)
    }
    ages.head = Lanes.min(ages.head, stepped.endAge)
    let end = parameters.lingers ? ages.head + parameters.duration : stepped.endAge
    ages.isVisible = ages.isVisible .& (ages.age .< end)
  }

  /// Sets the width of each point, with the light of what is drawn wider than it is; finds the ribbons' lengths, and which
  /// touch the frame.
  @inline(__always)
  private func setWidths(
    _ cell: CellEvaluator<GeneralCell>, _ planes: TrailPlanes, _ parameters: TrailParameters, halfWidth: Float8
  ) -> (length: Float8, isInFrame: SIMDMask<Int32x8>) {
    var (left, top) = (Float8(repeating: .infinity), Float8(repeating: .infinity))
    var (right, bottom) = (-left, -top)
    var length = Float8(repeating: 0)
    let least = Float8(repeating: parameters.leastHalfWidth)
    for index in 0..<parameters.pointCount {
      let (x, y) = (planes.xs[index], planes.ys[index])
      let location = CurveCoordinate(age: planes.locations[index], lifetime: Float8(repeating: 1))
      var width = Lanes.max(halfWidth * location.sample(parameters.widths).value, 0)
      var gain = location.sample(parameters.gains).value
      if cell.uses(.space), view.isOn {
        width *= planes.widths[index]
        gain *= planes.gains[index]
      }
      let drawn = Lanes.max(width, least)
      planes.widths[index] = drawn
      planes.gains[index] = gain * (width / drawn)
      left = Lanes.min(left, x - drawn)
      right = Lanes.max(right, x + drawn)
      top = Lanes.min(top, y - drawn)
      bottom = Lanes.max(bottom, y + drawn)
      if index > 0 {
        let (dx, dy) = (x - planes.xs[index - 1], y - planes.ys[index - 1])
        length += Lanes.sqrt(dx * dx + dy * dy)
      }
    }
    var isInFrame = (right .> Float8(repeating: -1)) .& (bottom .> Float8(repeating: -1))
    isInFrame = isInFrame .& (left .< Float8(repeating: cell.kernel.pointee.frameWidth + 1))
    isInFrame = isInFrame .& (top .< Float8(repeating: cell.kernel.pointee.frameHeight + 1))
    return (length, isInFrame)
  }

  /// Fades ribbons that are shorter than wide (one that rests is none), and applies the colour along them.
  @inline(__always)
  private func setGains(_ planes: TrailPlanes, _ parameters: TrailParameters, length: Float8, halfWidth: Float8) {
    let count = parameters.pointCount
    let gains = planes.gains
    let share = Lanes.min(length / Lanes.max(halfWidth * 2, 1e-3), 1)
    for index in 0..<count { gains[index] *= share }
    guard parameters.isColored else { return }
    for index in 0..<count {
      let location = CurveCoordinate(age: planes.locations[index], lifetime: Float8(repeating: 1))
      let tint = location.sampleColor(parameters.ramp)
      gains[count + index] = tint.red * gains[index]
      gains[2 * count + index] = tint.green * gains[index]
      gains[3 * count + index] = tint.blue * gains[index]
      gains[index] *= tint.alpha
    }
  }

  /// Writes one lane's ribbon; two or more where the particle left the frame at one side and came back at the other.
  private func append(_ kernel: UnsafeMutablePointer<CellKernel>, _ lane: Int, _ count: Int, light: SIMD4<Float>) {
    let ribbons = output.ribbons[kernel.pointee.flatIndex]
    guard let style = ribbons.style else { return }
    let points = TracedPoints(memory: trailMemory, lane: lane, count: count)
    let wrap = kernel.pointee.forces.pointee.wrapRectangle
    func areApart(_ point: Int, _ next: Int) -> Bool {
      let step = points.position(next) - points.position(point)
      return wrap.width > 0 && abs(step.x) > wrap.width * 0.5 || wrap.height > 0 && abs(step.y) > wrap.height * 0.5
    }
    var point = 0
    while point < count - 1 {
      var writer = RibbonWriter(record: ribbons.append(), style: style, light: light)
      writer.add(points, point)
      while point < count - 1, !areApart(point, point + 1) {
        var end = point + 1
        while end < count - 1, end - point < TracedPoints.mostSkipped, !areApart(end, end + 1),
          points.areStraight(from: point, to: end + 1, planeCount: style.planeCount)
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
