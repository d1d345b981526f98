// Motion blur: shutter samples of a particle while the shutter is open.
//
// The shutter is open for h seconds before and after the frame's time t. A particle is visible from max(t − h, birth) to
// min(t + h, death); its light is reduced to the share (this time) ÷ 2h. Its trajectory during this time is cut into 1, 2,
// 4 … 64 pieces of equal time. Each piece is drawn as one sample, with an equal share of the light and with the size and colour
// that the particle has in the piece's middle:
//
// - Discs and soft discs are swept along the straight line between the ends of a piece (`ShutterMode.swept`), which is exact
//   for straight, uniform motion. The number of pieces is chosen so that the trajectory's position in the middle of each piece's
//   time is within ¼ px of the middle of the piece's line. This limits how far a piece bends and how much the speed changes on
//   it. The line is then moved by ⅔ of that distance towards the trajectory, so that its middle is the mean position (Simpson's
//   rule). Sprites that grow or fade while the shutter is open may have more pieces.
// - All other sprites are drawn without motion in the middle of each piece (`ShutterMode.sampled`). Let d be the pixels that the
//   sprite moves plus the pixels that its rim turns. Up to d = ¼ there is one sample, up to 1½ there are two; above that there is
//   a sample for each pixel of d, but at least four.
//
// The number of samples depends on the particle alone, never on its neighbours. A particle without motion is one plain sprite, to
// the last bit the same as with a closed shutter, and costs as much. All times in Float are ages: local times, which may be
// large, stay in Double.

import Lanes
import Model

extension Evaluation {
  /// Whether any of eight candidates is visible while the shutter is open.
  @inline(__always)
  func mayBeVisibleWhileOpen(_ kernel: UnsafeMutablePointer<CellKernel>, age: Float8) -> Bool {
    let half = Float8(repeating: kernel.pointee.halfShutter)
    return Lanes.any((age .>= -half) .& (age .< Float8(repeating: kernel.pointee.maximumVisibleAge) + half))
  }

  /// Ages in seconds between which eight particles are visible while the shutter is open.
  private struct OpenAges {
    var first: Float8
    var middle: Float8
    var last: Float8
    /// last − first as a share of the time for which the shutter is open, 0 to 1.
    var openShare: Float8
    /// Which lanes are visible at all; the others' ages are 0.
    var isVisible: SIMDMask<Int32x8>

    /// - Parameters:
    ///   - age: seconds at the frame's time; negative before birth.
    ///   - lifetime: seconds.
    ///   - halfShutter: seconds for which the shutter is open on either side of the frame's time.
    ///   - mayBeVisible: which lanes may be visible.
    @inline(__always)
    init(age: Float8, lifetime: Float8, halfShutter half: Float8, mayBeVisible: SIMDMask<Int32x8>) {
      let zero = Float8(repeating: 0)
      // Lanes that are visible all the time get an exact middle and share, even if `first` and `last` are rounded.
      let isVisibleThroughout = (age .>= half) .& (age + half .< lifetime)
      first = Lanes.max(age - half, zero)
      last = Lanes.min(age + half, lifetime)
      isVisible = mayBeVisible .& (isVisibleThroughout .| (last .> first))
      // Lanes that are not visible must stay finite, too.
      first = zero.replacing(with: first, where: isVisible)
      last = zero.replacing(with: last, where: isVisible)
      let span = last - first
      middle = (first + span * 0.5).replacing(with: age, where: isVisibleThroughout)
      // Where only children have motion blur, their parent's `half` is 0, and 0 ÷ 0 would be NaN.
      openShare = (span / Lanes.max(half + half, 1e-9)).replacing(
        with: Float8(repeating: 1), where: isVisibleThroughout)
    }
  }

  /// Appends the shutter samples of eight particles; those of one particle follow each other in its cell's columns.
  @inline(never)
  func appendShutterSamples(
    _ cell: CellEvaluator<GeneralCell>, _ particle: UnsafePointer<SpawnState>, _ batch: SpawnBatch
  ) {
    let kernel = cell.kernel
    let age = batch.age
    let zero = Float8(repeating: 0)
    let half = Float8(repeating: kernel.pointee.halfShutter)
    var lifetime = Lanes.max(particle.pointee.lifetime, zero)
    let isFollowedForChildren = cell.has(.killBoundary) && cell.has(.children)
    var mayBeVisible = (age .>= -half) .& (age .< lifetime + half)
    // If children depend on when a boundary ends their parent's life, the parent is followed until the last shutter closes.
    let isIntegrated =
      isFollowedForChildren ? age .>= Float8(repeating: -kernel.pointee.maximumHalfShutter) : mayBeVisible
    guard Lanes.any(isIntegrated) else { return }

    var integration = ForwardIntegration(kernel, IntegrationStart(particle.pointee, birthTimes: batch.birthTimes))
    if cell.has(.stepped) {
      integrateToOpening(&integration, cell, particle, batch, lifetime: &lifetime, isIntegrated: isIntegrated)
      mayBeVisible = mayBeVisible .& (age .< lifetime + half)
    }
    let ages = OpenAges(age: age, lifetime: lifetime, halfShutter: half, mayBeVisible: mayBeVisible)
    guard Lanes.any(ages.isVisible) else { return }

    // Find how many samples each particle needs.
    let one = Float8(repeating: 1)
    var start = MotionPoint()
    var counts = one
    if kernel.pointee.shutterMode != .closed {
      let motion = MotionEstimate(
        self, cell, particle, integration: integration, frameAge: age, first: ages.first, middle: ages.middle,
        last: ages.last)
      start = motion.start
      counts =
        kernel.pointee.shutterMode == .swept
        ? sweptSampleCount(cell, particle, motion) : unsweptSampleCount(cell, particle, motion)
      counts = one.replacing(with: counts, where: ages.isVisible)
    }
    let maximumCount = Int(counts.max())

    // Append the first sample of all particles, then the second sample of all, and so on; then sort the records by particle.
    let firstRecord = cursors[kernel.pointee.cellIndex].count
    var sample = ShutterSample()
    if cell.has(.order) { sample.sortingKey = sortingKey(cell, particle, age: age, ages, integration) }
    // Until the samples are sorted, a particle's ID is its lane.
    if maximumCount > 1 { sample.particleID = Float8(0, 1, 2, 3, 4, 5, 6, 7) }
    // Each sample starts where the previous one ends.
    (sample.endX, sample.endY) = (start.x, start.y)
    append(
      sample, cell, particle, ages, frameAge: age, counts: counts, maximumCount: maximumCount, keys: batch.keys,
      &integration)
    if maximumCount > 1 { sortSamples(kernel.pointee.cellIndex, from: firstRecord, counts: counts) }
  }

  /// Integrates stepped particles to the opening of their shutter. From there it looks ahead, until the last of the cells' shutters
  /// closes, for a boundary that ends their lives.
  ///
  /// - Parameters:
  ///   - integration: receives the states at the opening.
  ///   - lifetime: seconds; is cut short where a boundary ends a life.
  ///   - isIntegrated: lanes that are needed; the others stay at age 0.
  @inline(__always)
  private func integrateToOpening(
    _ integration: inout ForwardIntegration, _ cell: CellEvaluator<GeneralCell>, _ particle: UnsafePointer<SpawnState>,
    _ batch: SpawnBatch, lifetime: inout Float8, isIntegrated: SIMDMask<Int32x8>
  ) {
    let kernel = cell.kernel
    let zero = Float8(repeating: 0)
    let half = Float8(repeating: kernel.pointee.halfShutter)
    let opening = zero.replacing(with: Lanes.min(Lanes.max(batch.age - half, zero), lifetime), where: isIntegrated)
    _ = integrate(
      kernel, IntegrationStart(particle.pointee, birthTimes: batch.birthTimes), age: opening,
      identity: StateCacheIdentity(batch, purpose: .particle, cell: kernel.pointee.cellIndex),
      progress: &integration.progress)
    guard cell.has(.killBoundary) else { return }
    var ahead = integration
    let closing = batch.age + Float8(repeating: kernel.pointee.maximumHalfShutter)
    let endAge = ahead.advance(to: Lanes.max(Lanes.min(closing, lifetime), opening)).endAge
    if cell.has(.children) { batch.keptState.pointee.endAge = endAge }
    lifetime = Lanes.min(lifetime, endAge)
  }

  /// Sorting key that all samples of a particle share: z in the middle of its visible time, or the age at the frame's time.
  @inline(__always)
  private func sortingKey(
    _ cell: CellEvaluator<GeneralCell>, _ particle: UnsafePointer<SpawnState>, age: Float8, _ ages: OpenAges,
    _ integration: ForwardIntegration
  ) -> Float8 {
    let life = cell.life(of: particle.pointee, age: ages.middle)
    var stepped = IntegratorState()
    if cell.has(.stepped), cell.has(.threeD) {
      var ahead = integration
      stepped = ahead.advance(to: ages.middle)
    }
    let motion = cell.motion(
      of: particle.pointee, stepped: stepped, age: ages.middle, life: life, wantsVelocity: false)
    return cell.sortingKey(age: age, z: view.sortingZ(motion))
  }

  /// Appends the samples of eight particles, `counts` of each, sample by sample.
  ///
  /// - Parameters:
  ///   - template: what all samples have in common; `endX` and `endY` are where the first sample starts.
  ///   - frameAge: the particles' ages at the frame's time.
  ///   - maximumCount: the largest of `counts`.
  @inline(__always)
  private func append(
    _ template: ShutterSample, _ cell: CellEvaluator<GeneralCell>, _ particle: UnsafePointer<SpawnState>,
    _ ages: OpenAges, frameAge: Float8, counts: Float8, maximumCount: Int, keys: RandomKeys,
    _ integration: inout ForwardIntegration
  ) {
    let one = Float8(repeating: 1)
    // `step`, `from` and `to` are shares of the time between the first and the last open age.
    let step = 1 / counts
    let span = ages.last - ages.first
    var sample = template
    sample.lightShare = ages.openShare * step
    for index in 0..<maximumCount {
      let number = Float8(repeating: Float(index))
      let isDrawn = ages.isVisible .& (number .< counts)
      let from = Lanes.min(number * step, one)
      let to = Lanes.min((number + 1) * step, one)
      var age = ages.first + span * ((from + to) * 0.5)
      age = age.replacing(with: ages.middle, where: counts .== one)
      sample.secondsAfterFrame = age - frameAge
      let stepped = integration.advance(to: age)
      if cell.kernel.pointee.shutterMode == .swept {
        (sample.startX, sample.startY) = (sample.endX, sample.endY)
        // Rounding must not put the end before the middle: integration goes forwards only.
        let end = point(
          cell, particle, age: Lanes.max(ages.first + span * to, age), frameAge: frameAge, &integration)
        (sample.endX, sample.endY) = (end.x, end.y)
      }
      appendSprites(
        cell, particle.pointee, stepped: stepped, age: age, isAlive: isDrawn, keys: keys, sample: sample,
        isSample: true)
    }
  }
}
