import Lanes

/// Integrates the trajectories of eight particles to ascending ages. The states after the last whole steps are kept, so each call
/// continues from them; a copy continues independently of the original. For cells with a closed form nothing is integrated.
struct ForwardIntegration {
  private let integrator: Integrator
  private let isStepped: Bool
  /// States after the whole steps so far.
  var progress: IntegrationProgress

  /// Begins at birth.
  @inline(__always)
  init(_ kernel: UnsafeMutablePointer<CellKernel>, _ start: IntegrationStart) {
    integrator = Integrator(program: kernel.pointee.forces, constants: start.constants)
    isStepped = kernel.pointee.has(.stepped)
    progress = IntegrationProgress(state: start.state, steps: SIMD8())
  }

  /// Continues to the last whole step before `age` and returns the state at `age`. Ages must not decrease from call to call.
  /// For cells with a closed form the state is zero and is not read.
  @inline(__always)
  mutating func advance(to age: Float8) -> IntegratorState {
    guard isStepped else { return IntegratorState() }
    let targetSteps = Lanes.truncateInRange(age * integrator.program.pointee.stepsPerSecond)
    return integrator.advance(&progress, to: targetSteps, age: age)
  }
}
