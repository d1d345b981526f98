import Lanes
import Model

// Shutter samples that eight particles need: a power of two up to `Shutter.maximumSamples`, from each particle alone.

extension Evaluation {
  /// Samples of sprites that are swept along straight pieces of their paths.
  @inline(never)
  func sweptSampleCount(
    _ cell: CellEvaluator<GeneralCell>, _ particle: UnsafePointer<SpawnState>, _ motion: MotionEstimate
  ) -> Float8 {
    var count = Float8(repeating: 1)
    var number: Float = 1
    while number < Float(Shutter.maximumSamples) {
      // n times as many pieces are n² times as straight.
      let limit = Float(Shutter.maximumDeviationPixels) * number * number
      count.replace(with: Float8(repeating: number * 2), where: motion.bend .> Float8(repeating: limit * limit))
      number *= 2
    }
    let mayChange =
      cell.reads(.scaleSpeed) || cell.uses(.scaleCurve) || cell.reads(.alphaSpeed) || cell.uses(.alphaCurve)
      || cell.uses(.space) && view.isOn
    return mayChange ? Lanes.max(count, changingSampleCount(cell, particle, motion)) : count
  }

  /// Samples of swept sprites that grow or fade: one for each pixel of radius, and one for each eighth of opacity.
  @inline(never)
  private func changingSampleCount(
    _ cell: CellEvaluator<GeneralCell>, _ pointer: UnsafePointer<SpawnState>, _ motion: MotionEstimate
  ) -> Float8 {
    let particle = pointer.pointee
    let (first, last) = (motion.first, motion.last)
    let (firstLife, lastLife) = (cell.life(of: particle, age: first), cell.life(of: particle, age: last))
    let growth =
      cell.scale(of: particle, age: last, life: lastLife) * motion.endScale
      - cell.scale(of: particle, age: first, life: firstLife) * motion.start.scale
    var change = particle.halfWidth * Lanes.abs(growth)
    if cell.uses(.alphaCurve) {
      let table = cell.kernel.pointee.alphaCurve
      change = Lanes.max(change, 8 * Lanes.abs(lastLife.sample(table).value - firstLife.sample(table).value))
    }
    if cell.reads(.alphaSpeed) { change = Lanes.max(change, 8 * Lanes.abs(particle.alphaSpeed * (last - first))) }
    var count = Float8(repeating: 1)
    var number: Float = 1
    while number < Float(Shutter.maximumChangingSamples) {
      count.replace(with: Float8(repeating: number * 2), where: change .> Float8(repeating: number))
      number *= 2
    }
    return count
  }

  /// Samples of sprites at rest: their middles move and their rims turn by at most a pixel from one to the next.
  @inline(never)
  func restingSampleCount(
    _ cell: CellEvaluator<GeneralCell>, _ pointer: UnsafePointer<SpawnState>, _ motion: MotionEstimate
  ) -> Float8 {
    let particle = pointer.pointee
    let (first, last) = (motion.first, motion.last)
    let radians: Float = 6.283_185_3
    let (firstLife, lastLife) = (cell.life(of: particle, age: first), cell.life(of: particle, age: last))
    let scale = cell.scale(of: particle, age: first, life: firstLife)
    let lastScale = cell.scale(of: particle, age: last, life: lastLife)
    let radius = Lanes.max(particle.halfWidth, particle.halfHeight)
    let rim = radius * Lanes.max(scale * motion.start.scale, lastScale * motion.endScale)
    var extent = motion.length + radius * Lanes.abs(lastScale * motion.endScale - scale * motion.start.scale)
    let seconds =
      cell.rotationSeconds(of: particle, age: last, life: lastLife)
      - cell.rotationSeconds(of: particle, age: first, life: firstLife)
    if cell.uses(.rotation) {
      var angle = Lanes.abs(particle.spin * seconds)
      if cell.uses(.turn) {
        let table = cell.kernel.pointee.travelEase
        let eased = lastLife.sample(table).value - firstLife.sample(table).value
        angle += Lanes.abs(particle.turn * eased)
      }
      if cell.uses(.rotationCurve) {
        let table = cell.kernel.pointee.rotationCurve
        angle += Lanes.abs(lastLife.sample(table).value - firstLife.sample(table).value)
      }
      extent += angle * radians * rim
    }
    if cell.uses(.tumble) {
      extent += Lanes.abs(particle.tumbleSpeed * seconds) * radians * rim
      if cell.uses(.tilt) { extent += Lanes.abs(particle.tiltSpeed * seconds) * radians * rim }
    }
    if cell.uses(.align) { extent += motion.rotation * rim }
    let fine = extent * Float(Shutter.samplesPerPixel)
    var count = Float8(repeating: 1)
    var number = Float(Shutter.minimumSamplesBeyondTwo)
    count.replace(with: Float8(repeating: 2), where: extent .> Float8(repeating: Float(Shutter.oneSampleMotionPixels)))
    count.replace(
      with: Float8(repeating: number), where: extent .> Float8(repeating: Float(Shutter.twoSampleMotionPixels)))
    while number < Float(Shutter.maximumSamples) {
      count.replace(with: Float8(repeating: number * 2), where: fine .> Float8(repeating: number))
      number *= 2
    }
    return count
  }
}
