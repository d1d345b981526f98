import Lanes
import Model

// Numbers of shutter samples that eight particles need: powers of two up to `Shutter.maximumSamples`, as Floats. A particle's number
// does not depend on other particles.

extension Evaluation {
  /// Number of samples of sprites that are swept along straight pieces of their trajectories: the fewest with which the pieces
  /// deviate by no more than `Shutter.maximumDeviationPixels`, or more where sprites grow or fade.
  @inline(never)
  func sweptSampleCount(
    _ cell: CellEvaluator<GeneralCell>, _ particle: UnsafePointer<SpawnState>, _ motion: MotionEstimate
  ) -> Float8 {
    var counts = Float8(repeating: 1)
    var count: Float = 1
    while count < Float(Shutter.maximumSamples) {
      // With n times as many pieces, each deviates from its straight line by 1/n² as much.
      let maximumBend = Float(Shutter.maximumDeviationPixels) * count * count
      counts.replace(
        with: Float8(repeating: count * 2),
        where: motion.squaredBend .> Float8(repeating: maximumBend * maximumBend))
      count *= 2
    }
    let mayGrowOrFade =
      cell.mayBeNonzero(.scaleSpeed) || cell.has(.scaleCurve) || cell.mayBeNonzero(.alphaSpeed) || cell.has(.alphaCurve)
      || cell.has(.threeD) && view.hasCamera
    return mayGrowOrFade ? Lanes.max(counts, growOrFadeSampleCount(cell, particle, motion)) : counts
  }

  /// Number of samples of swept sprites that grow or fade: a power of two up to `Shutter.maximumGrowOrFadeSamples`. There is at least
  /// one sample for each pixel by which the radius changes, and for each eighth by which the opacity changes.
  @inline(never)
  private func growOrFadeSampleCount(
    _ cell: CellEvaluator<GeneralCell>, _ pointer: UnsafePointer<SpawnState>, _ motion: MotionEstimate
  ) -> Float8 {
    let particle = pointer.pointee
    let (first, last) = (motion.firstAge, motion.lastAge)
    let (firstLife, lastLife) = (cell.life(of: particle, age: first), cell.life(of: particle, age: last))
    let growth =
      cell.scale(of: particle, age: last, life: lastLife) * motion.endCameraScale
      - cell.scale(of: particle, age: first, life: firstLife) * motion.start.cameraScale
    let samplesPerOpacity: Float = 8
    // Change while the shutter is open, in samples: one sample for each pixel of radius.
    var change = particle.halfWidth * Lanes.abs(growth)
    if cell.has(.alphaCurve) {
      let table = cell.kernel.pointee.alphaCurve
      change = Lanes.max(
        change, samplesPerOpacity * Lanes.abs(lastLife.sample(table).value - firstLife.sample(table).value))
    }
    if cell.mayBeNonzero(.alphaSpeed) {
      change = Lanes.max(change, samplesPerOpacity * Lanes.abs(particle.alphaSpeed * (last - first)))
    }
    var counts = Float8(repeating: 1)
    var count: Float = 1
    while count < Float(Shutter.maximumGrowOrFadeSamples) {
      counts.replace(with: Float8(repeating: count * 2), where: change .> Float8(repeating: count))
      count *= 2
    }
    return counts
  }

  /// Number of samples of sprites that are drawn without motion, in the middle of each piece. From one sample to the next the
  /// centre moves and the rim turns by at most 1 ÷ `Shutter.samplesPerPixel` pixels together, unless the number of samples is
  /// limited by `Shutter.maximumSamples`, or `Shutter.oneSampleMotionPixels` and `twoSampleMotionPixels` allow fewer.
  @inline(never)
  func unsweptSampleCount(
    _ cell: CellEvaluator<GeneralCell>, _ pointer: UnsafePointer<SpawnState>, _ motion: MotionEstimate
  ) -> Float8 {
    let particle = pointer.pointee
    let (first, last) = (motion.firstAge, motion.lastAge)
    let (firstLife, lastLife) = (cell.life(of: particle, age: first), cell.life(of: particle, age: last))
    let firstScale = cell.scale(of: particle, age: first, life: firstLife)
    let lastScale = cell.scale(of: particle, age: last, life: lastLife)
    let radius = Lanes.max(particle.halfWidth, particle.halfHeight)
    let rimRadius = radius * Lanes.max(firstScale * motion.start.cameraScale, lastScale * motion.endCameraScale)
    // Estimate of the pixels that the sprite's rim moves: the centre's motion, plus growth, plus rotation.
    var motionPixels =
      motion.length + radius * Lanes.abs(lastScale * motion.endCameraScale - firstScale * motion.start.cameraScale)
    let rotationSeconds =
      cell.rotationSeconds(of: particle, age: last, life: lastLife)
      - cell.rotationSeconds(of: particle, age: first, life: firstLife)
    if cell.has(.rotation) {
      var turns = Lanes.abs(particle.spin * rotationSeconds)
      if cell.has(.easedTurn) {
        let table = cell.kernel.pointee.travelEase
        let eased = lastLife.sample(table).value - firstLife.sample(table).value
        turns += Lanes.abs(particle.turn * eased)
      }
      if cell.has(.rotationCurve) {
        let table = cell.kernel.pointee.rotationCurve
        turns += Lanes.abs(lastLife.sample(table).value - firstLife.sample(table).value)
      }
      motionPixels += turns * radiansPerTurn * rimRadius
    }
    if cell.has(.tumble) {
      motionPixels += Lanes.abs(particle.tumbleSpeed * rotationSeconds) * radiansPerTurn * rimRadius
      if cell.has(.tilt) {
        motionPixels += Lanes.abs(particle.tiltSpeed * rotationSeconds) * radiansPerTurn * rimRadius
      }
    }
    if cell.has(.align) { motionPixels += motion.directionChange * rimRadius }
    let desiredCount = motionPixels * Float(Shutter.samplesPerPixel)
    var counts = Float8(repeating: 1)
    var count = Float(Shutter.minimumSamplesBeyondTwo)
    counts.replace(
      with: Float8(repeating: 2), where: motionPixels .> Float8(repeating: Float(Shutter.oneSampleMotionPixels)))
    counts.replace(
      with: Float8(repeating: count), where: motionPixels .> Float8(repeating: Float(Shutter.twoSampleMotionPixels))
    )
    while count < Float(Shutter.maximumSamples) {
      counts.replace(with: Float8(repeating: count * 2), where: desiredCount .> Float8(repeating: count))
      count *= 2
    }
    return counts
  }
}
