// Motion blur: a particle drawn as it is while the shutter is open.
//
// The shutter is open for h seconds before and after the frame's time t. A particle is seen from max(t − h, birth) to
// min(t + h, death), with that share of its light; between those, its way is cut into 1, 2, 4 … 64 parts of equal time, each
// drawn with an equal share of the light and the look of its own middle:
//
// - Discs and soft discs are swept along the straight line between the ends of a part (`Exposure.swept`), which is exact for
//   straight, even motion. There are as many parts as keep the way's middle within ¼ px of that line's: this bounds how
//   far it bends and how unevenly it is passed through. The line is shifted by ⅓ of what is left, so that its middle is the
//   mean place (Simpson's rule). What grows or fades meanwhile has as many parts as that needs.
// - All others are drawn at rest (`sampled`), in a part for each pixel that they move or their rim turns, at least four where
//   that is more than 1½, two below and one below ¼.
//
// The number of parts follows from the particle alone, never from its neighbours, so that what rests is one plain sprite, bit
// by bit, and costs as much. `Float` times are ages: absolute time never reaches lanes.

import Lanes
import Model

/// A part of eight particles' ways, as `draw` needs it.
struct ShutterSample {
  /// Of the light.
  var share = Float8()
  /// Places at the part's beginning and end.
  var startX = Float8()
  var startY = Float8()
  var endX = Float8()
  var endY = Float8()
  /// What is written into the column of owners.
  var owner = Float8()
  /// What all parts of a particle are sorted by.
  var order = Float8()

  /// Turns a round sprite in the middle of the part into one that is swept from its beginning to its end.
  @_transparent
  func sweep(_ axes: inout (xx: Float8, xy: Float8, yx: Float8, yy: Float8), x: inout Float8, y: inout Float8) {
    let (wayX, wayY) = (endX - startX, endY - startY)
    let (middleX, middleY) = ((startX + endX) * 0.5, (startY + endY) * 0.5)
    x += (middleX - x) * (1.0 / 3)
    y += (middleY - y) * (1.0 / 3)
    let way = Lanes.sqrt(wayX * wayX + wayY * wayY)
    // It may be turned.
    let radius = Lanes.sqrt(axes.xx * axes.xx + axes.xy * axes.xy)
    let zero = Float8(repeating: 0)
    // A way of less than 1/1000 px has no direction.
    let moves = way .> Float8(repeating: 1e-3)
    let inverse = 1 / way.replacing(with: Float8(repeating: 1), where: .!moves)
    let cosine = Float8(repeating: 1).replacing(with: wayX * inverse, where: moves)
    let sine = zero.replacing(with: wayY * inverse, where: moves)
    let long = radius + way.replacing(with: zero, where: .!moves) * 0.5
    axes = (cosine * long, sine * long, -sine * radius, cosine * radius)
  }
}

extension Evaluation {
  /// Whether any of eight candidates is seen while the shutter is open.
  @inline(__always)
  func mayBeExposed(_ kernel: UnsafeMutablePointer<CellKernel>, age: Float8) -> Bool {
    let half = Float8(repeating: kernel.pointee.halfShutter)
    return anyLane((age .>= -half) .& (age .< Float8(repeating: kernel.pointee.longestSight) + half))
  }

  /// Draws eight particles, part by part; the parts of a particle follow each other in its cell's columns.
  @inline(never)
  func expose(
    _ code: CellEvaluator<GeneralCell>, _ newborn: UnsafePointer<SpawnState>, births: Double8, age: Float8,
    keys: DrawKeys,
    block: Block, batch: Int, rootPlace: Int
  ) {
    let kernel = code.kernel
    let zero = Float8(repeating: 0)
    let half = Float8(repeating: kernel.pointee.halfShutter)
    var lifetime = Lanes.max(newborn.pointee.lifetime, zero)
    let isFollowed = code.uses(.mortal) && code.uses(.hasChildren)
    var isOpen = (age .>= -half) .& (age .< lifetime + half)
    let wanted = isFollowed ? age .>= Float8(repeating: -kernel.pointee.longestHalfShutter) : isOpen
    guard anyLane(wanted) else { return }

    // Follow the stepped to the shutter's opening, and look ahead for a border that ends a life.
    let particle = IntegrationStart(newborn.pointee, births: births)
    var leg = IntegrationInterval(kernel, particle)
    if code.uses(.stepped) {
      let names = StateCacheKey(
        births: births, keys: keys.own, cell: StateCacheKey.own(cell: kernel.pointee.flatIndex), rootPlace: rootPlace)
      let opening = zero.replacing(with: Lanes.min(Lanes.max(age - half, zero), lifetime), where: wanted)
      _ = fly(kernel, particle, age: opening, names: names, progress: &leg.progress)
      if code.uses(.mortal) {
        var ahead = leg
        let closing = age + Float8(repeating: kernel.pointee.longestHalfShutter)
        let end = ahead.advance(to: Lanes.max(Lanes.min(closing, lifetime), opening)).end
        if code.uses(.hasChildren) { (block.fields + batch * InheritedField.count)[.end] = end }
        lifetime = Lanes.min(lifetime, end)
        isOpen = isOpen .& (age .< lifetime + half)
      }
    }

    // Find when each is seen, and in how many parts.
    let isWhole = (age .>= half) .& (age + half .< lifetime)
    var first = Lanes.max(age - half, zero)
    var last = Lanes.min(age + half, lifetime)
    isOpen = isOpen .& (isWhole .| (last .> first))
    guard anyLane(isOpen) else { return }
    // Lanes that are not shown must stay finite all the same.
    first = zero.replacing(with: first, where: isOpen)
    last = zero.replacing(with: last, where: isOpen)
    let span = last - first
    let one = Float8(repeating: 1)
    let middle = (first + span * 0.5).replacing(with: age, where: isWhole)
    let light = (span / Lanes.max(half + half, 1e-9)).replacing(with: one, where: isWhole)
    let isSwept = kernel.pointee.exposure == .swept
    var start = MotionPoint()
    var parts = one
    if kernel.pointee.exposure != .none {
      let way = MotionEstimate(self, code, newborn, leg: leg, from: first, middle: middle, to: last)
      start = way.start
      if isSwept {
        parts = way.straightParts
        if mayChange(code) { parts = Lanes.max(parts, changes(code, newborn, way, from: first, to: last)) }
      } else {
        parts = samples(code, newborn, way, from: first, to: last)
      }
      parts = one.replacing(with: parts, where: isOpen)
    }
    let step = 1 / parts
    let most = Int(parts.max())

    // Draw part by part.
    let cursor = cursors + kernel.pointee.flatIndex
    let begin = cursor.pointee.count
    var part = ShutterSample()
    part.share = light * step
    if kernel.pointee.order != .none {
      var life = CurveCoordinate()
      if code.uses(.lifeCurve) { life = CurveCoordinate(age: middle, lifetime: newborn.pointee.lifetime) }
      var flight = IntegratorState(x: zero, y: zero, velocityX: zero, velocityY: zero)
      if code.uses(.stepped), code.uses(.space) {
        var ahead = leg
        flight = ahead.advance(to: middle)
      }
      let motion = code.motion(of: newborn.pointee, flight: flight, age: middle, place: life, wantsVelocity: false)
      part.order = code.order(age: age, depth: motion.z)
    }
    if most > 1 { part.owner = Float8(0, 1, 2, 3, 4, 5, 6, 7) }
    (part.endX, part.endY) = (start.x, start.y)
    for index in 0..<most {
      let number = Float8(repeating: Float(index))
      let isDrawn = isOpen .& (number .< parts)
      let from = Lanes.min(number * step, one)
      let to = Lanes.min((number + 1) * step, one)
      var moment = first + span * ((from + to) * 0.5)
      moment = moment.replacing(with: middle, where: parts .== one)
      var flight = IntegratorState(x: zero, y: zero, velocityX: zero, velocityY: zero)
      if code.uses(.stepped) { flight = leg.advance(to: moment) }
      if isSwept {
        (part.startX, part.startY) = (part.endX, part.endY)
        let end = place(code, newborn, age: Lanes.max(first + span * to, moment), leg: &leg)
        (part.endX, part.endY) = (end.x, end.y)
      }
      draw(
        code, newborn.pointee, flight: flight, age: moment, isVisible: isDrawn, keys: keys, part: part, isExposed: true)
    }
    if most > 1 { sortParts(kernel.pointee.flatIndex, from: begin, parts: parts) }
  }

  /// Where eight particles are at `age`, and which way they look.
  @inline(never)
  fileprivate func place(
    _ code: CellEvaluator<GeneralCell>, _ newborn: UnsafePointer<SpawnState>, age: Float8,
    leg: inout IntegrationInterval
  ) -> MotionPoint {
    let zero = Float8(repeating: 0)
    var life = CurveCoordinate()
    if code.uses(.lifeCurve) { life = CurveCoordinate(age: age, lifetime: newborn.pointee.lifetime) }
    var flight = IntegratorState(x: zero, y: zero, velocityX: zero, velocityY: zero)
    if code.uses(.stepped) { flight = leg.advance(to: age) }
    let looks = code.uses(.align) || code.uses(.stretch)
    var motion = code.motion(of: newborn.pointee, flight: flight, age: age, place: life, wantsVelocity: looks)
    var place = MotionPoint()
    if code.uses(.space), view.isOn { place.scale = view.sight(of: &motion).scale }
    (place.x, place.y) = (motion.x, motion.y)
    if looks {
      let direction = code.direction(of: motion, particle: newborn.pointee)
      (place.directionX, place.directionY) = (direction.x, direction.y)
    }
    return place
  }

  /// Whether swept sprites may grow or fade while the shutter is open.
  @inline(__always)
  private func mayChange(_ code: CellEvaluator<GeneralCell>) -> Bool {
    code.uses(.scaleSpeed) || code.uses(.scaleCurve) || code.uses(.alphaSpeed) || code.uses(.alphaCurve)
      || code.uses(.space) && view.isOn
  }

  /// Parts that swept sprites need because they grow or fade: one for each pixel of radius, and one for each eighth of opacity.
  @inline(never)
  private func changes(
    _ code: CellEvaluator<GeneralCell>, _ newborn: UnsafePointer<SpawnState>, _ way: MotionEstimate, from first: Float8,
    to last: Float8
  ) -> Float8 {
    let particle = newborn.pointee
    var (lifeFirst, lifeLast) = (CurveCoordinate(), CurveCoordinate())
    if code.uses(.lifeCurve) {
      lifeFirst = CurveCoordinate(age: first, lifetime: particle.lifetime)
      lifeLast = CurveCoordinate(age: last, lifetime: particle.lifetime)
    }
    let radius = particle.halfWidth
    let growth =
      code.scale(of: particle, age: last, place: lifeLast) * way.endScale
      - code.scale(of: particle, age: first, place: lifeFirst) * way.start.scale
    var change = radius * Lanes.abs(growth)
    if code.uses(.alphaCurve) {
      let table = code.kernel.pointee.alphaCurve
      change = Lanes.max(change, 8 * Lanes.abs(lifeLast.look(up: table).value - lifeFirst.look(up: table).value))
    }
    if code.uses(.alphaSpeed) { change = Lanes.max(change, 8 * Lanes.abs(particle.alphaSpeed * (last - first))) }
    var parts = Float8(repeating: 1)
    var number: Float = 1
    while number < Float(Shutter.mostChanges) {
      parts.replace(with: Float8(repeating: number * 2), where: change .> Float8(repeating: number))
      number *= 2
    }
    return parts
  }

  /// Parts that sprites at rest need: their middles move and their rims turn by at most a pixel from one to the next.
  @inline(never)
  private func samples(
    _ code: CellEvaluator<GeneralCell>, _ newborn: UnsafePointer<SpawnState>, _ way: MotionEstimate, from first: Float8,
    to last: Float8
  ) -> Float8 {
    let particle = newborn.pointee
    let turn: Float = 6.283_185_3
    var (lifeFirst, lifeLast) = (CurveCoordinate(), CurveCoordinate())
    if code.uses(.lifeCurve) {
      lifeFirst = CurveCoordinate(age: first, lifetime: particle.lifetime)
      lifeLast = CurveCoordinate(age: last, lifetime: particle.lifetime)
    }
    let (scale, lastScale) = (
      code.scale(of: particle, age: first, place: lifeFirst), code.scale(of: particle, age: last, place: lifeLast)
    )
    let radius = Lanes.max(particle.halfWidth, particle.halfHeight)
    let rim = radius * Lanes.max(scale * way.start.scale, lastScale * way.endScale)
    var extent = way.length + radius * Lanes.abs(lastScale * way.endScale - scale * way.start.scale)
    let turned =
      code.turnSeconds(of: particle, age: last, place: lifeLast)
      - code.turnSeconds(of: particle, age: first, place: lifeFirst)
    if code.uses(.rotation) {
      var angle = Lanes.abs(particle.spin * turned)
      if code.uses(.turn) {
        let table = code.kernel.pointee.travelEase
        let eased = lifeLast.look(up: table).value - lifeFirst.look(up: table).value
        angle += Lanes.abs(particle.turn * eased)
      }
      if code.kernel.pointee.lifeFactors.contains(.rotation) {
        let table = code.kernel.pointee.rotationCurve
        angle += Lanes.abs(lifeLast.look(up: table).value - lifeFirst.look(up: table).value)
      }
      extent += angle * turn * rim
    }
    if code.uses(.tumble) {
      extent += Lanes.abs(particle.tumbleSpeed * turned) * turn * rim
      if code.kernel.pointee.traits.contains(.tilt) {
        extent += Lanes.abs(particle.tiltSpeed * turned) * turn * rim
      }
    }
    if code.uses(.align) || code.uses(.stretch) { extent += way.turning * rim }
    let fine = extent * Float(Shutter.partsPerPixel)
    var parts = Float8(repeating: 1)
    var most = Float(Shutter.fewParts)
    parts.replace(with: Float8(repeating: 2), where: extent .> Float8(repeating: Float(Shutter.leastMotion)))
    parts.replace(with: Float8(repeating: most), where: extent .> Float8(repeating: Float(Shutter.slowMotion)))
    while most < Float(Shutter.mostParts) {
      parts.replace(with: Float8(repeating: most * 2), where: fine .> Float8(repeating: most))
      most *= 2
    }
    return parts
  }

  /// Puts the records from `begin` on, which lie part by part with the lane of their particle as owner, particle by particle,
  /// and lets those of the same one know it.
  @inline(never)
  private func sortParts(_ cell: Int, from begin: Int, parts: Float8) {
    let cursor = cursors + cell
    let (count, stride) = (cursor.pointee.count - begin, cursor.pointee.stride)
    if count == 0 { return }
    let owners = cursor.pointee.floats + ParticleColumns.Column.owner.rawValue * stride + begin
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count + 16) { memory in
      let row = memory.baseAddress.unsafelyUnwrapped
      let order = UnsafeMutableRawPointer(row + count).assumingMemoryBound(to: Int32.self)
      let starts = order + count
      // Count each lane's records.
      for lane in 0..<9 { starts[lane] = 0 }
      for index in 0..<count { starts[Int(owners[index]) + 1] += 1 }
      var particles = 0
      for lane in 0..<8 {
        if starts[lane + 1] > 0 { particles += 1 }
        starts[lane + 1] += starts[lane]
      }
      cursor.pointee.furtherParts += count - particles
      for index in 0..<count {
        let lane = Int(owners[index])
        order[Int(starts[lane])] = Int32(truncatingIfNeeded: index)
        starts[lane] += 1
      }
      // starts[lane] is now the end of the lane's records.
      for column in ParticleColumns.Column.allCases where column != .owner {
        let values = cursor.pointee.floats + column.rawValue * stride + begin
        row.update(from: values, count: count)
        for index in 0..<count { values[index] = row[Int(order[index])] }
      }
      let sprites = cursor.pointee.sprites + begin
      let bytes = UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt8.self)
      bytes.update(from: sprites, count: count)
      for index in 0..<count { sprites[index] = bytes[Int(order[index])] }
      var first = 0
      for lane in 0..<8 {
        let end = Int(starts[lane])
        let owner = parts[lane] > 1 ? 1 + UInt32(truncatingIfNeeded: (begin + first) % 0xff_ffff) : 0
        for index in first..<end { owners[index] = Float(bitPattern: owner) }
        first = end
      }
    }
  }
}

/// A part of eight particles' way: the last whole steps that are known, from which to go on.
private struct IntegrationInterval {
  private let path: Integrator
  var progress: IntegrationProgress

  /// The way from birth on.
  @inline(__always)
  init(_ kernel: UnsafeMutablePointer<CellKernel>, _ particle: IntegrationStart) {
    path = Integrator(law: kernel.pointee.law, constants: particle.constants)
    progress = IntegrationProgress(state: particle.flight, done: SIMD8())
  }

  /// Goes on to the last whole step before `age`, and returns where the particles are then; no age may lie before the last.
  @inline(__always)
  mutating func advance(to age: Float8) -> IntegratorState {
    let wanted = Lanes.truncateInRange(age * path.law.pointee.stepInverse)
    return path.follow(&progress.state, done: &progress.done, to: wanted, age: age)
  }
}

/// Where eight particles are, and which way they look.
private struct MotionPoint {
  var x = Float8()
  var y = Float8()
  var directionX = Float8()
  var directionY = Float8()
  /// Of its size, by perspective.
  var scale = Float8(repeating: 1)
}

/// What is known of eight particles' ways while the shutter is open.
private struct MotionEstimate {
  var start = MotionPoint()
  /// Pixels along the way, as far as its parts are known.
  var length = Float8()
  /// Square of the distance from the way's middle to that of the straight line; of one that winds, as far as its halves say.
  var bend = Float8()
  /// How much the direction changes, in radians, roughly.
  var turning = Float8()
  /// Of its size at the end, by perspective.
  var endScale = Float8(repeating: 1)

  /// Looks at the way's ends and middle, and where it may wind at those of its halves.
  @inline(never)
  init(
    _ evaluation: Evaluation, _ code: CellEvaluator<GeneralCell>, _ newborn: UnsafePointer<SpawnState>,
    leg: IntegrationInterval,
    from first: Float8, middle: Float8, to last: Float8
  ) {
    var leg = leg
    let winds =
      code.uses(.stepped) || code.uses(.sway) || code.uses(.travel) || code.uses(.offset) || code.uses(.drift)
      || code.uses(.flutter) || code.kernel.pointee.lifeFactors.contains(.depth) || code.kernel.pointee.wraps
    start = evaluation.place(code, newborn, age: first, leg: &leg)
    var quarter = start
    if winds { quarter = evaluation.place(code, newborn, age: first + (middle - first) * 0.5, leg: &leg) }
    let center = evaluation.place(code, newborn, age: middle, leg: &leg)
    var threeQuarters = center
    if winds { threeQuarters = evaluation.place(code, newborn, age: middle + (last - middle) * 0.5, leg: &leg) }
    let end = evaluation.place(code, newborn, age: last, leg: &leg)
    endScale = end.scale
    bend = MotionEstimate.square(start, center, end)
    if winds {
      // A bend of a half is a quarter of the whole's.
      bend = Lanes.max(bend, 16 * MotionEstimate.square(start, quarter, center))
      bend = Lanes.max(bend, 16 * MotionEstimate.square(center, threeQuarters, end))
      length =
        MotionEstimate.distance(start, quarter) + MotionEstimate.distance(quarter, center)
        + MotionEstimate.distance(center, threeQuarters)
        + MotionEstimate.distance(threeQuarters, end)
    } else {
      length = MotionEstimate.distance(start, center) + MotionEstimate.distance(center, end)
    }
    let (x, y) = (end.directionX - start.directionX, end.directionY - start.directionY)
    turning = Lanes.sqrt(x * x + y * y)
  }

  /// The square of the distance from `middle` to the middle of a line.
  @inline(__always)
  private static func square(_ start: MotionPoint, _ middle: MotionPoint, _ end: MotionPoint) -> Float8 {
    let x = (start.x + end.x) * 0.5 - middle.x
    let y = (start.y + end.y) * 0.5 - middle.y
    return x * x + y * y
  }

  @inline(__always)
  private static func distance(_ a: MotionPoint, _ b: MotionPoint) -> Float8 {
    let (x, y) = (b.x - a.x, b.y - a.y)
    return Lanes.sqrt(x * x + y * y)
  }

  /// Parts that are straight enough: n times as many are n² times as straight.
  var straightParts: Float8 {
    var parts = Float8(repeating: 1)
    var number: Float = 1
    while number < Float(Shutter.mostParts) {
      let limit = Float(Shutter.straightness) * number * number
      parts.replace(with: Float8(repeating: number * 2), where: bend .> Float8(repeating: limit * limit))
      number *= 2
    }
    return parts
  }
}
