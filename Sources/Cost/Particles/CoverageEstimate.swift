import Lanes
import Model

/// Estimates how many pixels of a frame a cell's particles cover, from the sizes, ages and depths of a sparse sample of them, the
/// lens, and how many lie outside of the frame.
///
/// The life is cut into equal pieces, and also at the stops of the curves of size and depth, so that no narrow peak of a curve is
/// missed. In each piece the particles count with their largest size.
struct CoverageEstimate {
  let canvas: Canvas
  let cell: Cell
  let sprites: SpriteTraits
  /// The particles from which the estimate extrapolates.
  let sample: CellSample
  /// Whether the particles have a z coordinate.
  let isThreeDimensional: Bool
  /// The cell's greatest speed in points a second, which caps the estimated speed of stepped particles.
  let maximumSpeed: Double
  /// The times at which the camera's values are read: their largest and smallest values count.
  let clocks: ClockRange
  /// Greatest change of alpha a second by `Cell.alphaSpeed`.
  let maximumAlphaSpeed: Double
  /// Greatest acceleration by forces, in points a second squared.
  let forceAcceleration: Double
  /// Local seconds for which the shutter is open.
  let openSeconds: Double
  /// Gives the number of shutter samples of a particle, and the points that it sweeps in each.
  let shutter: (_ scale: Double, _ speed: Double, ShutterEstimate.Change) -> (count: Double, sweptLength: Double)
  /// A sprite is lengthened by the distance that it moves in this time.
  let stretchSeconds: Double

  /// Facts about a cell's sprites that are needed for each particle, computed once because they depend on many values.
  struct SpriteTraits {
    let isStepped: Bool
    let areRound: Bool
    let areTumbling: Bool
    let mayTurn: Bool

    init(_ cell: Cell) {
      isStepped = cell.isStepped
      areRound = cell.hasRoundSprites
      areTumbling = cell.isTumbling
      mayTurn = cell.mayTurn
    }
  }

  /// What a cell's particles cover on average.
  struct Result {
    /// Pixels that a particle covers, integrated over its life in seconds; times births a second, the pixels covered in the
    /// steady state.
    var pixelSecondsPerBirth = 0.0
    /// Mean of pixels per particle at the age at which it is greatest.
    var pixelsAtWorstAge = 0.0
    /// Mean of pixels per descendant at the worst time after the root particles' birth: that at which all descendants together
    /// cover the most. The descendants need not be alive together or of equal age. Infinite if not computed.
    var pixelsPerDescendant = Double.infinity
    /// Mean of pixels per trail.
    var pixelsPerTrail = 0.0
    /// Mean number of shutter samples of a particle.
    var shutterSamples = 1.0
    /// Share of the particles that lie in the frame.
    var shownShare = 1.0
    /// The least quotient of the circle of confusion's radius and half the sprite's longer side, of all sampled particles in the
    /// frame; 0 if there is none.
    var minimumBlurShare = 0.0
  }

  /// The coverage of the sample.
  ///
  /// - Parameters:
  ///   - elapsed: the greatest age in seconds that particles reach.
  ///   - particlesPerPiece: the number of particles that are sampled in each piece of the life.
  func evaluate(elapsed: Double, particlesPerPiece: Int) -> Result {
    let lifetimes = sample.particles.map(\.lifetime)
    guard let longest = lifetimes.max(), longest > 0 else { return Result() }
    // A life shorter than 1/64 of the longest counts as that long here.
    let shortest = max(lifetimes.min() ?? longest, longest / 64)
    let edges = pieceEdges(until: min(1, elapsed / shortest))
    let camera = WorstCaseCamera(canvas, clocks)
    var result = Result()
    var (pixelSeconds, errorSquares, sampledCount) = (0.0, 0.0, 0.0)
    var (shutterSamples, shownCount, trailPixels) = (0.0, 0.0, 0.0)
    var minimumBlurShare = Double.infinity
    for piece in 0..<(edges.count - 1) {
      let (start, end) = (edges[piece], edges[piece + 1])
      let scale = maximumScale(start, end)
      var (pieceSum, pieceSquares, reachedCount) = (0.0, 0.0, 0.0)
      for number in 0..<particlesPerPiece {
        // Each piece takes particles of another part of the sample, which begins 37 particles after that of the piece before it.
        let index = (piece &* 37 &+ number) % sample.particles.count
        let particle = sample.particles[index]
        let share = start + (end - start) * ((Double(number) + 0.5) / Double(particlesPerPiece))
        let seconds = (end - start) * particle.lifetime
        // Not even the oldest particle reaches this age.
        if share * particle.lifetime > elapsed { continue }
        let footprint = footprint(of: particle, share: share, curveScale: scale, camera)
        pieceSum += footprint.pixels
        pieceSquares += footprint.pixels * footprint.pixels
        reachedCount += 1
        pixelSeconds += footprint.pixels * seconds
        shutterSamples += footprint.shutterSamples
        if footprint.pixels > 0 {
          shownCount += 1
          minimumBlurShare = min(minimumBlurShare, footprint.blurShare)
        }
        trailPixels += footprint.trailPixels
        sampledCount += 1
      }
      guard reachedCount > 0 else { continue }
      let mean = pieceSum / reachedCount
      let deviation = max(pieceSquares / reachedCount - mean * mean, 0).squareRoot()
      // The sample may have missed the few largest particles: its standard error is added.
      let error = deviation / reachedCount.squareRoot()
      result.pixelsAtWorstAge = max(result.pixelsAtWorstAge, mean + error)
      errorSquares += error * error * (end - start) * (end - start) * longest * longest
    }
    guard sampledCount > 0 else { return result }
    result.pixelSecondsPerBirth = pixelSeconds / Double(particlesPerPiece) + errorSquares.squareRoot()
    result.shutterSamples = shutterSamples / sampledCount
    result.shownShare = shownCount / sampledCount
    result.pixelsPerTrail = trailPixels / sampledCount
    result.minimumBlurShare = shownCount > 0 ? minimumBlurShare : 0
    result.pixelsPerDescendant = maximumPixelsPerDescendant(camera) ?? .infinity
    return result
  }

  // MARK: Descendants

  /// The number of times after the birth of the root particles at which descendants are sampled.
  private static let descendantTimeCount = 24
  /// The most particles that are sampled at each of these times.
  private static let maximumDescendants = 64

  /// The value of `Result.pixelsPerDescendant`; nil if all particles are born together with the root particles.
  private func maximumPixelsPerDescendant(_ camera: WorstCaseCamera) -> Double? {
    let particles = sample.particles.prefix(Self.maximumDescendants)
    let firstBirth = particles.reduce(Double.infinity) { min($0, $1.delay) }
    let lastDeath = particles.reduce(0) { max($0, $1.delay + $1.lifetime) }
    guard particles.contains(where: { $0.delay > 0 }), lastDeath > firstBirth else { return nil }
    var most = 0.0
    for number in 0..<Self.descendantTimeCount {
      let time = firstBirth + (lastDeath - firstBirth) * (Double(number) + 0.5) / Double(Self.descendantTimeCount)
      var (sum, squares) = (0.0, 0.0)
      for particle in particles where particle.lifetime > 0 {
        let share = (time - particle.delay) / particle.lifetime
        guard (0...1).contains(share) else { continue }
        // The particle counts with its largest size between half-way to the earlier sampled time and half-way to the later one.
        let halfStep = (lastDeath - firstBirth) / Double(2 * Self.descendantTimeCount) / particle.lifetime
        let scale = maximumScale(max(0, share - halfStep), min(1, share + halfStep))
        let pixels = footprint(of: particle, share: share, curveScale: scale, camera).pixels
        sum += pixels
        squares += pixels * pixels
      }
      let count = Double(particles.count)
      let mean = sum / count
      most = max(most, mean + (max(squares / count - mean * mean, 0) / count).squareRoot())
    }
    return most
  }

  // MARK: Pieces of the life

  /// The number of equal pieces that the life is cut into.
  private static let pieceCount = 16

  /// Edges of the pieces of the life up to `end`, as shares of the life: those of equal pieces, and the stops of curves.
  private func pieceEdges(until end: Double) -> [Double] {
    var edges = (0...Self.pieceCount).map { end * Double($0) / Double(Self.pieceCount) }
    for stop in cell.scaleOverLife + cell.depthOverLife where stop.location > 0 && stop.location < end {
      edges.append(stop.location)
    }
    edges.sort()
    return edges
  }

  /// The largest factor by `scaleOverLife` in a piece.
  private func maximumScale(_ start: Double, _ end: Double) -> Double {
    if cell.scaleOverLife.isEmpty { return 1 }
    let steps = 4
    return (0...steps).reduce(0) { largest, step in
      max(largest, cell.scaleOverLife.value(at: start + (end - start) * Double(step) / Double(steps)))
    }
  }

  // MARK: One particle

  /// A camera's worst case: the distance, focus and aperture that magnify and blur most, and its centre at time 0.
  private struct WorstCaseCamera {
    var hasCamera = false
    var center = SIMD2<Double>()
    /// Points from the eye to the canvas's plane.
    var distance = 1.0
    /// Points from the eye, nearer than which nothing is shown.
    var clipDistance = 0.0
    /// Points from the eye to the plane in focus.
    var focusDistance = 1.0
    /// The lens's radius in points, magnified like a length in the plane in focus.
    var magnifiedLensRadius = 0.0
    var maximumBlurPoints = 0.0
    /// Whether neither centre nor distance is animated; true without a camera.
    var isStill = true

    init(_ canvas: Canvas, _ clocks: ClockRange) {
      guard let camera = canvas.camera else { return }
      hasCamera = true
      isStill =
        camera.center.x.isConstant && camera.center.y.isConstant && camera.distance.isConstant
      let clock = AnimationClock(0)
      center = SIMD2(camera.center.x.value(at: clock), camera.center.y.value(at: clock))
      distance = camera.distance.valueRange(during: clocks).lowerBound
      clipDistance = distance * Camera.clipDistanceShare
      let focusZ = camera.focus.valueRange(during: clocks)
      focusDistance = max(distance - focusZ.upperBound, clipDistance)
      magnifiedLensRadius = camera.aperture.valueRange(during: clocks).upperBound / 2 * (distance / focusDistance)
      maximumBlurPoints =
        Double(min(canvas.widthPixels, canvas.heightPixels)) * Camera.maximumBlurShare / canvas.pixelsPerPoint
    }
  }

  /// The pixels of the frame that a particle and its trail cover at a share of its life, the number of its shutter samples, and the
  /// quotient whose minimum is `Result.minimumBlurShare`.
  ///
  /// - Parameter curveScale: the factor of the particle's size by `Cell.scaleOverLife`.
  private func footprint(
    of particle: SampledParticle, share: Double, curveScale: Double, _ camera: WorstCaseCamera
  ) -> (pixels: Double, shutterSamples: Double, trailPixels: Double, blurShare: Double) {
    let state = sample.motion.state(of: particle, share: share)
    var (x, y) = (state.position.x, state.position.y)
    var isPositionKnown = sample.hasKnownPositions && camera.isStill
    var speed = state.speed
    if sprites.isStepped, particle.trajectory.isEmpty {
      // Forces may have accelerated the particle since its birth.
      speed = min(speed + forceAcceleration * share * particle.lifetime, max(maximumSpeed, speed))
    }
    var magnification = 1.0
    var blur = 0.0
    if isThreeDimensional, camera.hasCamera {
      let distance = camera.distance - state.position.z
      if distance <= camera.clipDistance { return (0, 0, 0, 0) }
      magnification = camera.distance / distance
      x = camera.center.x + (x - camera.center.x) * magnification
      y = camera.center.y + (y - camera.center.y) * magnification
      speed *= magnification
      blur = min(
        camera.magnifiedLensRadius * abs(distance - camera.focusDistance) / distance, camera.maximumBlurPoints)
    } else if !isThreeDimensional {
      // The camera does not move what is flat.
      isPositionKnown = sample.hasKnownPositions
    }
    let scale = particle.scale(at: share) * curveScale
    if !(scale > 0) { return (0, 0, 0, 0) }
    var exposure = (count: 1.0, sweptLength: 0.0)
    if openSeconds > 0 {
      exposure = shutter(scale * magnification, speed, change(of: particle, share: share, magnification, state, camera))
    }
    var halfWidth = particle.width / 2 * scale * magnification
    var halfHeight = particle.height / 2 * scale * magnification
    let isRound = sprites.areRound && exposure.sweptLength == 0
    halfWidth += (speed * stretchSeconds + exposure.sweptLength) / 2
    if sprites.areTumbling {
      let age = share * particle.lifetime
      // Seen edge-on, a sprite keeps this share of its height or width (`FlatSprite` in Simulation).
      let thickness = 1.0 / 32
      halfHeight *= max(abs(Lanes.sincosTurns(particle.tumble + particle.tumbleSpeed * age).cos), thickness)
      halfWidth *= max(abs(Lanes.sincosTurns(particle.tilt + particle.tiltSpeed * age).cos), thickness)
    }
    var trailPixels = 0.0
    if let trail = cell.trail {
      let width = (trail.width ?? particle.height) * scale * magnification * meanTrailWidthFactor(trail)
      // The straight distance from the trail's end to its head; the trail of a young particle ends where the particle was born.
      let tailShare = max(0, share - trail.duration / max(particle.lifetime, 1e-6))
      let moved = state.position - sample.motion.state(of: particle, share: tailShare).position
      var length = (moved.x * moved.x + moved.y * moved.y).squareRoot() * magnification
      if sprites.isStepped { length = speed * min(trail.duration, share * particle.lifetime) }
      trailPixels = clippedPixels(
        x, y, max(length, width) / 2, width / 2, isPositionKnown: isPositionKnown,
        reach: length + sample.wanderPoints)
    }
    let blurShare = blur / max(halfWidth, halfHeight, 1e-9)
    (halfWidth, halfHeight) = (halfWidth + blur, halfHeight + blur)
    var pixels = clippedPixels(
      x, y, halfWidth, halfHeight, isPositionKnown: isPositionKnown, reach: sample.wanderPoints)
    if !isRound, sprites.mayTurn {
      // A long sprite may lie at any angle: the share of the sprite that lies in the frame is taken to be that of the circle
      // around it.
      let radius = max(halfWidth, halfHeight)
      let circlePixels = clippedPixels(
        x, y, radius, radius, isPositionKnown: isPositionKnown, reach: sample.wanderPoints)
      let pixelsPerPoint = canvas.pixelsPerPoint
      pixels = circlePixels * (halfWidth * halfHeight / max(radius * radius, 1e-12))
      pixels = min(pixels, 4 * halfWidth * halfHeight * pixelsPerPoint * pixelsPerPoint)
    }
    return (pixels * (isRound ? .pi / 4 : 1) * exposure.count, exposure.count, trailPixels, blurShare)
  }

  /// How a particle changes while the shutter is open.
  private func change(
    of particle: SampledParticle, share: Double, _ magnification: Double, _ state: SampledParticle.State,
    _ camera: WorstCaseCamera
  ) -> ShutterEstimate.Change {
    let half = openSeconds / 2 / max(particle.lifetime, 1e-6)
    let (first, last) = (max(0, share - half), min(1, share + half))
    /// By how much a curve over life (1 without stops) times a factor changes; `factor` gives it at a share of the life.
    func difference(_ stops: [NumberStop], _ factor: (Double) -> Double) -> Double {
      let (start, end) = stops.isEmpty ? (1, 1) : (stops.value(at: first), stops.value(at: last))
      return abs(end * factor(last) - start * factor(first))
    }
    var growth = difference(cell.scaleOverLife) { particle.scale(at: $0) } * magnification
    if isThreeDimensional, camera.hasCamera {
      // A particle that comes nearer grows.
      let relativeGrowth = abs(state.velocity.z) * openSeconds * magnification / max(camera.distance, 1)
      growth += particle.scale(at: share) * magnification * relativeGrowth
    }
    let fading = max(
      difference(cell.alphaOverLife) { _ in 1 },
      maximumAlphaSpeed * openSeconds)
    let before = sample.motion.state(of: particle, share: first)
    let after = sample.motion.state(of: particle, share: last)
    func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
    let turnedRadians = length(after.velocity - before.velocity) / max(state.speed, 1e-6)
    // The factors of `Evaluation.growOrFadeSampleCount`: a sample for each pixel by which the radius grows, and eight for fading from
    // alpha 1 to 0.
    return .init(
      samples: max(particle.width / 2 * canvas.pixelsPerPoint * growth, 8 * fading),
      turnedDegrees: sample.hasKnownPositions ? min(turnedRadians * 180 / .pi, 180) : 180,
      movedPoints: length(after.position - before.position) * magnification)
  }

  /// Mean width along a trail ÷ the width at its head.
  private func meanTrailWidthFactor(_ trail: Trail) -> Double {
    let taper = (1 + trail.taper) / 2
    if trail.widthOverLength.isEmpty { return taper }
    let steps = 8
    let sum = (0..<steps).reduce(0.0) { sum, step in
      let location = (Double(step) + 0.5) / Double(steps)
      return sum + abs(trail.widthOverLength.value(at: location)) * (1 + (trail.taper - 1) * location)
    }
    return sum / Double(steps)
  }

  /// Pixels of a box around the point (x, y) of the canvas that lie inside of the frame. The box may be displaced by up to
  /// `reach` points and, if its position is not known, lie anywhere; of all these places, the one nearest to the middle of the
  /// frame is assumed.
  private func clippedPixels(
    _ x: Double, _ y: Double, _ halfWidth: Double, _ halfHeight: Double, isPositionKnown: Bool, reach: Double
  ) -> Double {
    func shown(_ center: Double, _ half: Double, _ length: Double) -> Double {
      var middle = length / 2
      if isPositionKnown, abs(center - middle) > reach { middle = center - (center > middle ? reach : -reach) }
      return max(0, min(middle + half, length) - max(middle - half, 0)) * canvas.pixelsPerPoint
    }
    return shown(x, halfWidth, canvas.widthPoints) * shown(y, halfHeight, canvas.heightPoints)
  }
}

extension Cell {
  /// Whether the cell's sprites may lie at other angles than 0.
  fileprivate var mayTurn: Bool {
    alignToMotion || !rotationOverLife.isEmpty
      || [rotation, rotationRange, spin, spinRange, turn, turnRange].contains { !$0.isZero }
  }
}
