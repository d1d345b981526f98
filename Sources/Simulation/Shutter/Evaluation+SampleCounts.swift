import Lanes
import Model

// Shutter samples that eight particles need: for each a power of two up to `Shutter.maximumSamples`, as Floats. They follow from
// each particle alone.

extension Evaluation {
  /// Samples of sprites that are swept along straight pieces of their trajectories: as few as keep within
  /// `Shutter.maximumDeviationPixels`, and enough for what grows or fades.
  @inline(never)
  func sweptSampleCount(
    _ cell: CellEvaluator<GeneralCell>, _ particle: UnsafePointer<SpawnState>, _ motion: MotionEstimate
  ) -> Float8 {
    var counts = Float8(repeating: 1)
    var candidate: Float = 1
    while candidate < Float(Shutter.maximumSamples) {
      // n times as many pieces are n² times as straight.
      let maximumBend = Float(Shutter.maximumDeviationPixels) * candidate * candidate
      counts.replace(
        with: Float8(repeating: candidate * 2),
        where: motion.squaredBend .> Float8(repeating: maximumBend * maximumBend))
      candidate *= 2
    }
    let mayChange =
      cell.reads(.scaleSpeed) || cell.has(.scaleCurve) || cell.reads(.alphaSpeed) || cell.has(.alphaCurve)
      || cell.has(.threeD) && view.isOn
    return mayChange ? Lanes.max(counts, changingSampleCount(cell, particle, motion)) : counts
  }

  /// Samples of swept sprites that grow or fade: one for each pixel of radius, or for each eighth of opacity if these are more.
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
    // In samples.
    let samplesPerOpacity: Float = 8
    var change = particle.halfWidth * Lanes.abs(growth)
    if cell.has(.alphaCurve) {
      let table = cell.kernel.pointee.alphaCurve
      change = Lanes.max(
        change, samplesPerOpacity * Lanes.abs(lastLife.sample(table).value - firstLife.sample(table).value))
    }
    if cell.reads(.alphaSpeed) {
      change = Lanes.max(change, samplesPerOpacity * Lanes.abs(particle.alphaSpeed * (last - first)))
    }
    var counts = Float8(repeating: 1)
    var candidate: Float = 1
    while candidate < Float(Shutter.maximumChangingSamples) {
      counts.replace(with: Float8(repeating: candidate * 2), where: change .> Float8(repeating: candidate))
      candidate *= 2
    }
    return counts
  }

  /// Samples of sprites that are drawn without motion, in the middle of each piece: from one to the next centres move, and rims
  /// turn, by at most 1 ÷ `Shutter.samplesPerPixel` pixels together, unless the maximum is reached.
  @inline(never)
  func unsweptSampleCount(
    _ cell: CellEvaluator<GeneralCell>, _ pointer: UnsafePointer<SpawnState>, _ motion: MotionEstimate
  ) -> Float8 {
    let particle = pointer.pointee
    let (first, last) = (motion.first, motion.last)
    let radiansPerTurn: Float = 6.283_185_3
    let (firstLife, lastLife) = (cell.life(of: particle, age: first), cell.life(of: particle, age: last))
    let scale = cell.scale(of: particle, age: first, life: firstLife)
    let lastScale = cell.scale(of: particle, age: last, life: lastLife)
    let radius = Lanes.max(particle.halfWidth, particle.halfHeight)
    let rimRadius = radius * Lanes.max(scale * motion.start.scale, lastScale * motion.endScale)
    // Pixels that any point of the sprite moves at most; angles are turns until they are multiplied.
    var extent = motion.length + radius * Lanes.abs(lastScale * motion.endScale - scale * motion.start.scale)
    let seconds =
      cell.rotationSeconds(of: particle, age: last, life: lastLife)
      - cell.rotationSeconds(of: particle, age: first, life: firstLife)
    if cell.has(.rotation) {
      var angle = Lanes.abs(particle.spin * seconds)
      if cell.has(.turn) {
        let table = cell.kernel.pointee.travelEase
        let eased = lastLife.sample(table).value - firstLife.sample(table).value
        angle += Lanes.abs(particle.turn * eased)
      }
      if cell.has(.rotationCurve) {
        let table = cell.kernel.pointee.rotationCurve
        angle += Lanes.abs(lastLife.sample(table).value - firstLife.sample(table).value)
      }
      extent += angle * radiansPerTurn * rimRadius
    }
    if cell.has(.tumble) {
      extent += Lanes.abs(particle.tumbleSpeed * seconds) * radiansPerTurn * rimRadius
      if cell.has(.tilt) { extent += Lanes.abs(particle.tiltSpeed * seconds) * radiansPerTurn * rimRadius }
    }
    if cell.has(.align) { extent += motion.rotation * rimRadius }
    let desiredCount = extent * Float(Shutter.samplesPerPixel)
    var counts = Float8(repeating: 1)
    var candidate = Float(Shutter.minimumSamplesBeyondTwo)
    counts.replace(with: Float8(repeating: 2), where: extent .> Float8(repeating: Float(Shutter.oneSampleMotionPixels)))
    counts.replace(
      with: Float8(repeating: candidate), where: extent .> Float8(repeating: Float(Shutter.twoSampleMotionPixels)))
    while candidate < Float(Shutter.maximumSamples) {
      counts.replace(with: Float8(repeating: candidate * 2), where: desiredCount .> Float8(repeating: candidate))
      candidate *= 2
    }
    return counts
  }
}
