/// Bounds of one particle's motion while the shutter is open, from its speeds and accelerations. Where these are unknown
/// (forces, curves over life), it counts as many samples as there can be.
struct ShutterBound {
  /// Local seconds for which the shutter is open.
  var seconds: Double
  var sampleCount = 1.0
  /// Points along the particle's path.
  var pathPoints = 0.0

  init(
    _ cell: Cell, seconds: Double, scale: Double, speed: Double, push: Double,
    pixelsPerPoint: Double,
    most: (AnimatedNumber) -> Double
  ) {
    self.seconds = seconds
    guard seconds > 0 else { return }
    func pair(_ point: AnimatedPoint, _ range: AnimatedPoint) -> (x: Double, y: Double) {
      (most(point.x) + most(range.x) / 2, most(point.y) + most(range.y) / 2)
    }
    let reach = pair(cell.swayAmplitude, cell.swayAmplitudeRange)
    let hertz = pair(cell.swayFrequency, cell.swayFrequencyRange)
    let (paceX, paceY) = (2 * Double.pi * hertz.x, 2 * Double.pi * hertz.y)
    // Swirls and swoops are swings too.
    let drift = most(cell.driftAmplitude)
    let driftPace = 2 * Double.pi * (speed / cell.driftScale + cell.driftFrequency)
    let flutter = (most(cell.flutter) + most(cell.flutterRange) / 2) * (1 + 2 * most(cell.flutterLift))
    let flutterPace = 2 * Double.pi * (most(cell.tumbleSpeed) + most(cell.tumbleSpeedRange) / 2) / 360
    pathPoints = (speed + reach.x * paceX + reach.y * paceY + drift * driftPace + flutter * flutterPace) * seconds
    let isUnknown =
      !cell.offsetOverLife.isEmpty || !cell.depthOverLife.isEmpty || most(cell.travel) > 0 || most(cell.travelRange) > 0
    if isUnknown {
      sampleCount = Double(Shutter.maximumSamples)
    } else if cell.isSwept {
      let drag = most(cell.drag) + most(cell.dragRange) / 2
      var acceleration =
        most(cell.xAcceleration) + most(cell.yAcceleration) + drag * (speed + most(cell.wind.x) + most(cell.wind.y))
      acceleration += reach.x * paceX * paceX + reach.y * paceY * paceY
      acceleration += drift * driftPace * driftPace + 2 * flutter * flutterPace * flutterPace + push
      var bend = acceleration * seconds * seconds / 8
      // A boundary reverses a path at once; a curve may stop it.
      if !cell.bounds.isEmpty || !cell.velocityOverLife.isEmpty { bend += speed * seconds / 2 }
      bend *= pixelsPerPoint
      while sampleCount < Double(Shutter.maximumSamples) && bend > Shutter.straightness * sampleCount * sampleCount {
        sampleCount *= 2
      }
      let changes =
        !cell.scaleOverLife.isEmpty || !cell.alphaOverLife.isEmpty || most(cell.scaleSpeed) > 0
        || most(cell.alphaSpeed) > 0
      if changes { sampleCount = max(sampleCount, Double(Shutter.maximumChangingSamples)) }
    } else {
      let radius = cell.sprites.reduce(0) { max($0, $1.width, $1.height) } / 2 * scale
      let spins =
        most(cell.spin) + most(cell.spinRange) / 2 + most(cell.tumbleSpeed) + most(cell.tumbleSpeedRange) / 2
      var turned = spins * max(1, cell.spinOverLife.map { abs($0.value) }.max() ?? 0) * seconds
      if cell.alignToMotion || !cell.rotationOverLife.isEmpty || most(cell.stretch) > 0
        || most(cell.turn) + most(cell.turnRange) > 0
      {
        turned += 180
      }
      let pixels = (pathPoints + turned * Double.pi / 180 * radius) * pixelsPerPoint
      if pixels > Shutter.leastMotion { sampleCount = 2 }
      if pixels > Shutter.slowMotion { sampleCount = Double(Shutter.fewSamples) }
      while sampleCount < Double(Shutter.maximumSamples) && pixels * Shutter.samplesPerPixel > sampleCount {
        sampleCount *= 2
      }
    }
  }
}
