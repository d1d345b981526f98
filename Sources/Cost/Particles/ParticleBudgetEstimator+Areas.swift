import Model

// How many pixels a cell's particles and trails cover, and how many links and integration steps of trails it has.

extension ParticleBudgetEstimator {
  /// What the cell's particles cover, from a sample of them.
  func coverage(
    of cell: Cell, _ sample: CellSample, _ motion: MotionEstimate, _ longestShutter: ShutterEstimate, _ context: Context
  ) -> CoverageEstimate.Result {
    let isSwept = cell.isSwept
    let estimate = CoverageEstimate(
      canvas: canvas, cell: cell, sprites: .init(cell), sample: sample, isThreeDimensional: motion.isThreeDimensional,
      maximumSpeed: motion.speed, clocks: context.clocks,
      maximumAlphaSpeed: context.largest(cell.alphaSpeed), forceAcceleration: motion.forceAcceleration,
      openSeconds: longestShutter.seconds,
      shutter: { scale, speed, change in
        let shutter = ShutterEstimate(
          cell, seconds: longestShutter.seconds, scale: scale, speed: speed,
          forceAcceleration: motion.forceAcceleration,
          pixelsPerPoint: canvas.pixelsPerPoint, change: change, largest: context.largest)
        return (shutter.sampleCount, isSwept ? shutter.trajectoryLength / shutter.sampleCount : 0)
      }, stretchSeconds: context.largest(cell.stretch))
    // Fewer particles are sampled where each also needs an estimate of its shutter samples.
    return estimate.evaluate(
      elapsed: min(context.elapsed, .greatestFiniteMagnitude),
      particlesPerPiece: longestShutter.seconds > 0
        ? max(sampledParticlesPerLifePiece / 4, 4) : sampledParticlesPerLifePiece)
  }

  /// Whether a force whose centre lies far in front of the canvas's plane, towards the camera, may gather particles close to the
  /// camera. If so, the estimate must not assume that particles are spread evenly in depth.
  func isPulledTowardsTheEye(_ cell: Cell, _ motion: MotionEstimate, _ context: Context) -> Bool {
    guard motion.isThreeDimensional, let camera = canvas.camera else { return false }
    let near = camera.distance.valueRange(during: context.clocks).lowerBound / 4
    return cell.forces.contains { force in
      switch force {
      case .attractor(let attractor): attractor.zPosition.valueRange(during: context.clocks).upperBound > near
      case .vortex(let vortex): vortex.zPosition.valueRange(during: context.clocks).upperBound > near
      default: false
      }
    }
  }

  /// Pixels by which anti-aliasing lengthens a side of a box: one at either end.
  private static let edgePixels = 2.0

  /// Pixels of the largest particle's box, at most the frame. A camera counts with its mean magnification, because the result is
  /// multiplied by the number of particles.
  func maximumBoxPixels(
    _ cell: Cell, _ motion: MotionEstimate, _ shutter: ShutterEstimate, _ context: Context
  ) -> Double {
    let camera =
      motion.isThreeDimensional
      ? CameraEstimate(canvas, planeDistance: motion.planeDistance, context.clocks) : CameraEstimate()
    let sweptLength = cell.isSwept ? shutter.trajectoryLength / shutter.sampleCount : 0
    let addedLength = motion.speed * context.largest(cell.stretch) + sweptLength
    let margin = Self.edgePixels + 2 * camera.blurPixels
    let pixelsPerPoint = camera.areaFactor.squareRoot() * canvas.pixelsPerPoint
    let areas = cell.sprites.map { sprite in
      ((sprite.width * motion.scale + addedLength) * pixelsPerPoint + margin)
        * (sprite.height * motion.scale * pixelsPerPoint + margin)
    }
    return min(areas.max() ?? 0, framePixels)
  }

  /// Pixels of the longest trail's box as if it were straight, at most the frame; 0 without trails.
  func trailBoxPixels(_ cell: Cell, _ motion: MotionEstimate) -> Double {
    guard let trail = cell.trail else { return 0 }
    // A cell without sprites of its own has the default one.
    let spriteHeight = cell.sprites.map(\.height).max() ?? Sprite(.softDisc).height
    let maximumFactor = max(1, trail.taper) * (trail.widthOverLength.map(\.value).max() ?? 1)
    let width =
      (trail.width ?? spriteHeight) * motion.scale * maximumFactor * canvas.pixelsPerPoint + Self.edgePixels
    let length = motion.speed * trail.duration * canvas.pixelsPerPoint + width
    return min(width * length, framePixels)
  }

  /// The number of lines between particles that are spread evenly over the canvas: n² ÷ 2 pairs, times the share of the canvas
  /// (at most 1) that a circle with the links' distance as its radius covers.
  func linkCount(of cell: Cell, liveCount: Double) -> Double {
    guard let links = cell.links else { return 0 }
    let canvasArea = canvas.widthPoints * canvas.heightPoints
    return liveCount * liveCount / 2 * min(1, .pi * links.distance * links.distance / canvasArea)
  }

  /// Integration steps of one trail: from the particle's birth to the trail's oldest point, along the trail, and one for each of
  /// its points. 0 without trails.
  func trailSteps(_ cell: Cell, stepsOfLife: Double) -> Double {
    guard let trail = cell.trail else { return 0 }
    return stepsOfLife + trail.duration / cell.step + Double(trail.segments)
  }
}
