// Paths without a closed form: the particle's own age in fixed steps.
//
// The rule is drift, kick, drift (the leapfrog; L. Verlet, 1967): half a step along the velocity, a whole step of
// acceleration read there, half a step along the new velocity. It is of second order, costs one reading of the forces a
// step, and keeps an orbit's energy: a spring of stiffness k stays bounded as long as √k · step < 2, where the midpoint rule
// winds outwards at any step. Constant acceleration is exact. Drag is taken inside the kick by the trapezoid rule with its
// coefficient at the middle's velocity, at most 2 ÷ step: stronger drag stops a particle within a step, and never throws
// it back.
// An age is ⌊age ÷ step⌋ whole steps and one step of what is left. The state after whole steps is the same numbers however
// they were reached, so it may be kept (`FlightCache`); the last, partial step never is.
import Lanes

/// Where eight particles are, and how fast.
struct Flight: BitwiseCopyable {
  var x: Float8
  var y: Float8
  var velocityX: Float8
  var velocityY: Float8
}

/// What stays the same all along eight particles' paths.
struct FlightConstants: BitwiseCopyable {
  var gravityX: Float8
  var gravityY: Float8
  var drag: Float8
  var windX: Float8
  var windY: Float8
  /// Layer-local seconds.
  var births: Double8
}

/// The way of eight particles under a law.
struct FlightPath {
  let law: UnsafePointer<FlightLaw>
  let constants: FlightConstants

  /// Places and speeds are held inside ± this many pixels (a second), far outside of every frame, so that no force that
  /// pushes ever harder ends in infinity.
  @inline(__always) private static var bound: Float { 0x1p24 }

  /// Moves `state`, the state after `done` whole steps, on to `wanted` whole steps where it is behind, and returns where it
  /// is `rest` seconds later.
  @inline(never)
  func follow(_ state: inout Flight, from done: SIMD8<Int32>, to wanted: SIMD8<Int32>, rest: Float8) -> Flight {
    let law = law.pointee
    let wholeStep = Float8(repeating: law.step)
    var done = done
    while true {
      let lags = done .< wanted
      let isLast = Lanes.bits(of: lags) == 0
      let step = isLast ? rest : wholeStep
      let half = step * 0.5
      // Drift to the middle of the step and read the forces there.
      let middleX = state.x + state.velocityX * half
      let middleY = state.y + state.velocityY * half
      var pushX = constants.gravityX
      var pushY = constants.gravityY
      for index in 0..<law.forceCount {
        let force = law.forces + index
        switch force.pointee.kind {
        case .radialAttractor:
          let (x, y) = (force.pointee.x - middleX, force.pointee.y - middleY)
          let pull = FlightPath.pull(force, distance: Lanes.sqrt(x * x + y * y))
          pushX += x * pull
          pushY += y * pull
        case .lineAttractor:
          let (normalX, normalY) = (force.pointee.normalX, force.pointee.normalY)
          let way = (force.pointee.x - middleX) * normalX + (force.pointee.y - middleY) * normalY
          let pull = way * FlightPath.pull(force, distance: Lanes.abs(way))
          pushX += pull * normalX
          pushY += pull * normalY
        }
      }
      // Kick the velocity against the air.
      var velocityX = state.velocityX - constants.windX
      var velocityY = state.velocityY - constants.windY
      var loss = constants.drag * half
      if law.quadraticDrag > 0 {
        // The coefficient is that at the middle of the kick.
        let slope = half * law.quadraticDrag
        let first = 1 / (1 + loss + slope * FlightPath.length(velocityX, velocityY))
        loss += slope * FlightPath.length((velocityX + half * pushX) * first, (velocityY + half * pushY) * first)
      }
      loss = Lanes.min(loss, 1)
      let share = 1 / (1 + loss)
      velocityX = (velocityX * (1 - loss) + step * pushX) * share + constants.windX
      velocityY = (velocityY * (1 - loss) + step * pushY) * share + constants.windY
      // Drift on.
      var next = Flight(
        x: middleX, y: middleY, velocityX: Lanes.clamp(velocityX, -FlightPath.bound, FlightPath.bound),
        velocityY: Lanes.clamp(velocityY, -FlightPath.bound, FlightPath.bound))
      next.x = Lanes.clamp(middleX + next.velocityX * half, -FlightPath.bound, FlightPath.bound)
      next.y = Lanes.clamp(middleY + next.velocityY * half, -FlightPath.bound, FlightPath.bound)
      if isLast { return next }
      state.x = state.x.replacing(with: next.x, where: lags)
      state.y = state.y.replacing(with: next.y, where: lags)
      state.velocityX = state.velocityX.replacing(with: next.velocityX, where: lags)
      state.velocityY = state.velocityY.replacing(with: next.velocityY, where: lags)
      done = done.replacing(with: done &+ 1, where: lags)
    }
  }

  @inline(__always)
  private static func length(_ x: Float8, _ y: Float8) -> Float8 { Lanes.sqrt(x * x + y * y) }

  /// An attractor's acceleration for each pixel of distance.
  @inline(__always)
  private static func pull(_ force: UnsafePointer<ForceRecord>, distance: Float8) -> Float8 {
    let beyond = Lanes.max(distance - force.pointee.radius, 0)
    var pull = beyond * force.pointee.strength / Lanes.max(distance, 1e-6)
    if force.pointee.falloff > 0 {
      let weaker = 1 / (1 + beyond * force.pointee.falloffInverse)
      for _ in 0..<force.pointee.falloff { pull *= weaker }
    }
    return pull
  }
}
