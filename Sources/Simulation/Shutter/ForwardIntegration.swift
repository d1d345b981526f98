import Lanes

/// Integration of eight particles' trajectories forwards from age to age. It keeps the states after the last whole steps and goes
/// on from there; a copy goes on independently of the original. For cells with a closed form it does nothing.
struct ForwardIntegration {
  private let integrator: Integrator
  private let isStepped: Bool
  /// States after the whole steps that were made.
  var progress: IntegrationProgress

  /// Begins at birth.
  @inline(__always)
  init(_ kernel: UnsafeMutablePointer<CellKernel>, _ start: IntegrationStart) {
    integrator = Integrator(program: kernel.pointee.forces, constants: start.constants)
    isStepped = kernel.pointee.has(.stepped)
    progress = IntegrationProgress(state: start.state, steps: SIMD8())
  }

  /// Goes on to the last whole step before `age`, and returns the state at `age`, which must not lie before the age of the last
  /// call. For cells with a closed form the state is zero and nobody reads it.
  @inline(__always)
  mutating func advance(to age: Float8) -> IntegratorState {
    guard isStepped else { return IntegratorState() }
    let targetSteps = Lanes.truncateInRange(age * integrator.program.pointee.stepsPerSecond)
    return integrator.advance(&progress, to: targetSteps, age: age)
  }
}
