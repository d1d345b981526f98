// Trails: the particle's own past as a ribbon.
//
// A point of the ribbon is where the particle was at an earlier age. In closed form the points are spread evenly over the
// past that is shown. A stepped path has them at multiples of some of its steps, counted from the birth, so that a point stays
// what it was from frame to frame; both ends are found exactly. The path is followed from the last whole step before the
// trail's end that is known (`StateCache`): in a film a frame costs the trail's own steps, not those since the birth.
import Lanes

extension Evaluation {
  /// When eight particles were where their trails begin and end.
  private struct Past {
    /// Seconds since birth, however long the particle has been dead.
    var age: Float8
    /// Ages that the ribbon reaches from and to.
    var head: Float8
    var tail: Float8
    var isSeen: SIMDMask<SIMD8<Int32>>

    /// A place along the ribbon: the share of its length in time that has passed since `age`.
    @inline(__always)
    func place(of moment: Float8, _ law: TrailParameters) -> Float8 {
      (age - moment) / Lanes.max(Lanes.min(age, law.duration), 1e-6)
    }
  }

  /// Lanes of memory that a ribbon of `law` needs while it is made.
  static func trailLanes(_ law: TrailParameters) -> Int { 8 * law.pointCount }

  /// Appends the trails of eight particles to their cell's ribbons.
  ///
  /// - Parameter age: seconds since their births; negative before, and past the lifetime after death.
  @inline(never)
  func drawTrail(
    _ code: CellEvaluator<GeneralCell>, _ particle: SpawnState, births: Double8, age: Float8, keys: DrawKeys
  ) {
    let law = code.kernel.pointee.trail.pointee
    let zero = Float8(repeating: 0)
    let lifetime = Lanes.max(particle.lifetime, 0)
    let isBorn = age .>= zero
    var past = Past(age: Lanes.max(age, 0), head: zero, tail: zero, isSeen: isBorn)
    past.isSeen = isBorn .& (age .< (law.lingers ? lifetime + law.duration : lifetime)) .& (lifetime .> zero)
    guard anyLane(past.isSeen) else { return }
    // Lanes that are not seen must stay finite, and need not be followed.
    past.age = zero.replacing(with: past.age, where: past.isSeen)
    past.head = Lanes.min(past.age, lifetime)
    past.tail = Lanes.min(Lanes.max(past.age - law.duration, 0), past.head)

    let count = law.pointCount
    let (xs, ys, places) = (trailMemory, trailMemory + count, trailMemory + 2 * count)
    if code.uses(.stepped) {
      tracePath(code, particle, births: births, keys: keys, past: &past, law, xs, ys, places)
      guard anyLane(past.isSeen) else { return }
    } else {
      for index in 0..<count {
        let moment = past.head - (past.head - past.tail) * (Float(index) / Float(count - 1))
        var life = CurveCoordinate()
        if code.uses(.lifeCurve) { life = CurveCoordinate(age: moment, lifetime: particle.lifetime) }
        let flight = IntegratorState(x: zero, y: zero, velocityX: zero, velocityY: zero)
        var motion = code.motion(of: particle, flight: flight, age: moment, place: life, wantsVelocity: false)
        see(code, &motion, point: index, of: count)
        (xs[index], ys[index], places[index]) = (motion.x, motion.y, past.place(of: moment, law))
      }
    }

    // The particle's look of the moment
    var life = CurveCoordinate()
    if code.uses(.lifeCurve) { life = CurveCoordinate(age: past.head, lifetime: particle.lifetime) }
    let scale = code.scale(of: particle, age: past.head, place: life)
    let color = code.color(of: particle, age: past.head, place: life, keys: keys)
    let halfWidth = (law.halfWidth > 0 ? Float8(repeating: law.halfWidth) : particle.halfHeight) * scale
    var keep = past.isSeen .& (halfWidth .> zero) .& (color.alpha .> zero)
    guard anyLane(keep) else { return }

    // Width and gains of each point, the box around all, and the length.
    let (widths, gains) = (trailMemory + 3 * count, trailMemory + 4 * count)
    var (left, top) = (Float8(repeating: .infinity), Float8(repeating: .infinity))
    var (right, bottom) = (-left, -top)
    var length = zero
    let least = Float8(repeating: law.leastHalfWidth)
    for index in 0..<count {
      let (x, y) = (xs[index], ys[index])
      let place = CurveCoordinate(age: places[index], lifetime: Float8(repeating: 1))
      var width = Lanes.max(halfWidth * place.look(up: law.widths).value, 0)
      var gain = place.look(up: law.gains).value
      if code.uses(.space), view.isOn {
        width *= widths[index]
        gain *= gains[index]
      }
      let drawn = Lanes.max(width, least)
      widths[index] = drawn
      gains[index] = gain * (width / drawn)
      left = Lanes.min(left, x - drawn)
      right = Lanes.max(right, x + drawn)
      top = Lanes.min(top, y - drawn)
      bottom = Lanes.max(bottom, y + drawn)
      if index > 0 {
        let (dx, dy) = (x - xs[index - 1], y - ys[index - 1])
        length += Lanes.sqrt(dx * dx + dy * dy)
      }
    }
    keep = keep .& (right .> Float8(repeating: -1)) .& (bottom .> Float8(repeating: -1))
    keep = keep .& (left .< Float8(repeating: code.kernel.pointee.frameWidth + 1))
    keep = keep .& (top .< Float8(repeating: code.kernel.pointee.frameHeight + 1))
    guard anyLane(keep) else { return }

    // A ribbon that is shorter than it is wide fades: one that rests is none.
    let share = Lanes.min(length / Lanes.max(halfWidth * 2, 1e-3), 1)
    for index in 0..<count { gains[index] *= share }
    if law.isColored {
      for index in 0..<count {
        let tint = CurveCoordinate(age: places[index], lifetime: Float8(repeating: 1)).look(upColor: law.ramp)
        gains[count + index] = tint.red * gains[index]
        gains[2 * count + index] = tint.green * gains[index]
        gains[3 * count + index] = tint.blue * gains[index]
        gains[index] *= tint.alpha
      }
    }
    let bits = Lanes.bits(of: keep)
    for lane in 0..<8 where bits & (1 << Int32(lane)) != 0 {
      record(
        code.kernel, lane, count, light: SIMD4(color.red[lane], color.green[lane], color.blue[lane], color.alpha[lane]))
    }
  }

  /// Moves a point in space to where the camera sees it; its scale and opacity wait where its width and gain will be.
  @inline(__always)
  private func see(_ code: CellEvaluator<GeneralCell>, _ motion: inout Motion, point: Int, of count: Int) {
    guard code.uses(.space), view.isOn else { return }
    let sight = view.sight(of: &motion)
    trailMemory[3 * count + point] = sight.scale
    trailMemory[4 * count + point] = sight.opacity
  }

  /// Follows stepped paths through the past that is shown; where a border ended a life, the ribbon begins there.
  @inline(__always)
  private func tracePath(
    _ code: CellEvaluator<GeneralCell>, _ particle: SpawnState, births: Double8, keys: DrawKeys, past: inout Past,
    _ law: TrailParameters,
    _ xs: UnsafeMutablePointer<Float8>, _ ys: UnsafeMutablePointer<Float8>, _ places: UnsafeMutablePointer<Float8>
  ) {
    let flightLaw = code.kernel.pointee.law
    let start = IntegrationStart(particle, births: births)
    let names = StateCacheKey(
      births: births, keys: keys.own, cell: StateCacheKey.trail(ofCell: code.kernel.pointee.flatIndex), rootPlace: -1)
    var progress = IntegrationProgress(state: start.flight, done: SIMD8())
    var flight = fly(code.kernel, start, age: past.tail, names: names, progress: &progress)
    let path = Integrator(law: flightLaw, constants: start.constants)
    let last = Lanes.truncateInRange(past.head * flightLaw.pointee.stepInverse)
    let stride = SIMD8<Int32>(repeating: law.stepStride)
    var step = progress.done / stride &* stride
    var moment = past.tail
    for index in (0..<law.pointCount).reversed() {
      let alive = Lanes.min(moment, flight.end)
      var life = CurveCoordinate()
      if code.uses(.lifeCurve) { life = CurveCoordinate(age: alive, lifetime: particle.lifetime) }
      var motion = code.motion(of: particle, flight: flight, age: alive, place: life, wantsVelocity: false)
      see(code, &motion, point: index, of: law.pointCount)
      (xs[index], ys[index], places[index]) = (motion.x, motion.y, past.place(of: alive, law))
      if index == 0 { break }
      step = step &+ stride
      moment = Lanes.min(Lanes.float(step) * flightLaw.pointee.step, past.head)
      let wanted = step.replacing(with: last, where: step .> last)
      flight = path.follow(&progress.state, done: &progress.done, to: wanted, age: moment)
    }
    past.head = Lanes.min(past.head, flight.end)
    past.isSeen = past.isSeen .& (past.age .< (law.lingers ? past.head + law.duration : flight.end))
  }

  /// Writes one ribbon; two or more where the particle left the frame at one side and came back at the other.
  private func record(
    _ kernel: UnsafeMutablePointer<CellKernel>, _ lane: Int, _ count: Int, light: SIMD4<Float>
  ) {
    let ribbons = output.ribbons[kernel.pointee.flatIndex]
    guard let rule = ribbons.rule else { return }
    let points = TracedPoints(memory: trailMemory, lane: lane, count: count)
    let wrap = kernel.pointee.law.pointee.wrap
    func areApart(_ point: Int, _ next: Int) -> Bool {
      let way = points.place(next) - points.place(point)
      return wrap.y > 0 && abs(way.x) > wrap.y * 0.5 || wrap.w > 0 && abs(way.y) > wrap.w * 0.5
    }
    var point = 0
    while point < count - 1 {
      var writer = RibbonWriter(record: ribbons.append(), rule: rule, light: light)
      writer.add(points, point)
      while point < count - 1, !areApart(point, point + 1) {
        var end = point + 1
        while end < count - 1, end - point < TracedPoints.mostSkipped, !areApart(end, end + 1),
          points.areStraight(from: point, to: end + 1, planeCount: rule.planeCount)
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
