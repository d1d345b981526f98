import Model

/// Upper estimates of one particle's motion while the shutter is open, from its speeds and accelerations, and of its shutter
/// samples.
///
/// If speeds and accelerations are unknown, the greatest possible number of samples counts: for a cell with gather, and in the worst
/// case (without a `Change`) also for one with travel, offsets over life or depth over life.
/// The counts are made like those of `Evaluation.sweptSampleCount` and `unsweptSampleCount` in Simulation.
struct ShutterEstimate {
  /// Local seconds for which the shutter is open.
  var seconds: Double
  /// Shutter samples of one particle: a power of two, at most `Shutter.maximumSamples`.
  var sampleCount = 1.0
  /// Length in points of the particle's trajectory during the exposure.
  var trajectoryLength = 0.0

  /// What is known about one sampled particle while the shutter is open; used in place of the worst case.
  struct Change {
    /// Shutter samples that the particle's growth and its fading need (`Evaluation.growOrFadeSampleCount`).
    var samples: Double
    /// Degrees by which the direction of the particle's motion turns.
    var turnedDegrees: Double
    /// Straight distance in points between the particle's positions when the shutter opens and when it closes.
    var movedPoints: Double
  }

  /// - Parameters:
  ///   - seconds: local seconds for which the shutter is open.
  ///   - scale: largest factor of the sprite's size.
  ///   - speed: largest speed in points a second, without sway, drift and flutter.
  ///   - forceAcceleration: points a second squared.
  ///   - change: what is known about one particle; nil for the worst case.
  ///   - largest: gives the largest magnitude of a number at any time.
  init(
    _ cell: Cell, seconds: Double, scale: Double, speed: Double, forceAcceleration: Double, pixelsPerPoint: Double,
    change: Change? = nil, largest: (AnimatedNumber) -> Double
  ) {
    self.seconds = seconds
    guard seconds > 0 else { return }
    /// The largest magnitudes of a point's components; `range` has the widths of the random ranges around them.
    func pair(_ point: AnimatedPoint, _ range: AnimatedPoint) -> (x: Double, y: Double) {
      (largest(point.x) + largest(range.x) / 2, largest(point.y) + largest(range.y) / 2)
    }
    // Sway, drift and flutter count as oscillations: of amplitude A (points) and angular frequency ω (radians a second), their
    // speed is at most A·ω and their acceleration A·ω².
    let swayPoints = pair(cell.swayAmplitude, cell.swayAmplitudeRange)
    let swayHertz = pair(cell.swayFrequency, cell.swayFrequencyRange)
    let (swayOmegaX, swayOmegaY) = (2 * Double.pi * swayHertz.x, 2 * Double.pi * swayHertz.y)
    let driftPoints = largest(cell.driftAmplitude)
    let driftOmega = 2 * Double.pi * (speed / cell.driftScale + cell.driftFrequency)
    // The lift of flutter, A·lift·sin 2θ, turns twice as fast as its swing, A·sin θ. So together their speed is at most
    // A·(1 + 2·lift)·ω, and their acceleration A·(1 + 4·lift)·ω², for which twice the speed times ω is taken.
    let flutterPoints = (largest(cell.flutter) + largest(cell.flutterRange) / 2) * (1 + 2 * largest(cell.flutterLift))
    let flutterOmega = 2 * Double.pi * (largest(cell.tumbleSpeed) + largest(cell.tumbleSpeedRange) / 2) / 360
    trajectoryLength =
      (speed + swayPoints.x * swayOmegaX + swayPoints.y * swayOmegaY + driftPoints * driftOmega
        + flutterPoints * flutterOmega) * seconds
    if let change { trajectoryLength = max(trajectoryLength, change.movedPoints) }
    let isUnknown =
      cell.gather != nil
      || change == nil
        && (!cell.offsetOverLife.isEmpty || !cell.depthOverLife.isEmpty || largest(cell.travel) > 0
          || largest(cell.travelRange) > 0)
    if isUnknown {
      sampleCount = Double(Shutter.maximumSamples)
    } else if cell.isSwept {
      let drag = largest(cell.drag) + largest(cell.dragRange) / 2
      var acceleration =
        largest(cell.xAcceleration) + largest(cell.yAcceleration)
        + drag * (speed + largest(cell.wind.x) + largest(cell.wind.y))
      acceleration += swayPoints.x * swayOmegaX * swayOmegaX + swayPoints.y * swayOmegaY * swayOmegaY
      acceleration +=
        driftPoints * driftOmega * driftOmega + 2 * flutterPoints * flutterOmega * flutterOmega + forceAcceleration
      // A trajectory with the acceleration a deviates from the chord between its ends by at most a·t²/8 in t seconds.
      var deviationPixels = acceleration * seconds * seconds / 8
      // A boundary may reverse a trajectory in an instant, a curve over life may stop it: either deviates by up to half of its
      // length.
      if !cell.bounds.isEmpty || !cell.velocityOverLife.isEmpty { deviationPixels += speed * seconds / 2 }
      deviationPixels *= pixelsPerPoint
      // Cut into n pieces, the trajectory deviates from the pieces' chords by 1 ÷ n² of that.
      while sampleCount < Double(Shutter.maximumSamples)
        && deviationPixels > Shutter.maximumDeviationPixels * sampleCount * sampleCount
      {
        sampleCount *= 2
      }
      let growsOrFades =
        !cell.scaleOverLife.isEmpty || !cell.alphaOverLife.isEmpty || largest(cell.scaleSpeed) > 0
        || largest(cell.alphaSpeed) > 0
      let maximumGrowOrFadeSamples = Double(Shutter.maximumGrowOrFadeSamples)
      if let change {
        var changingSamples = 1.0
        while changingSamples < maximumGrowOrFadeSamples && change.samples > changingSamples { changingSamples *= 2 }
        sampleCount = max(sampleCount, changingSamples)
      } else if growsOrFades {
        sampleCount = max(sampleCount, maximumGrowOrFadeSamples)
      }
    } else {
      let radiusPoints = cell.sprites.reduce(0) { max($0, $1.width, $1.height) } / 2 * scale
      let degreesPerSecond =
        largest(cell.spin) + largest(cell.spinRange) / 2 + largest(cell.tumbleSpeed)
        + largest(cell.tumbleSpeedRange) / 2
      var rotatedDegrees =
        degreesPerSecond * max(1, cell.spinOverLife.map { abs($0.value) }.max() ?? 0) * seconds
      // Rotations that do not follow from an angular velocity count as half a turn.
      if !cell.rotationOverLife.isEmpty || largest(cell.turn) + largest(cell.turnRange) > 0 {
        rotatedDegrees += 180
      } else if cell.alignToMotion || largest(cell.stretch) > 0 {
        rotatedDegrees += change?.turnedDegrees ?? 180
      }
      // The path of the sprite's centre, and that of its rim around the centre.
      let movedPixels = (trajectoryLength + rotatedDegrees * Double.pi / 180 * radiusPoints) * pixelsPerPoint
      if movedPixels > Shutter.oneSampleMotionPixels { sampleCount = 2 }
      if movedPixels > Shutter.twoSampleMotionPixels { sampleCount = Double(Shutter.minimumSamplesBeyondTwo) }
      while sampleCount < Double(Shutter.maximumSamples) && movedPixels * Shutter.samplesPerPixel > sampleCount {
        sampleCount *= 2
      }
    }
  }
}
