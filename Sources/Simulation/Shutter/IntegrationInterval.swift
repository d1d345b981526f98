import Lanes

/// Span of eight particles' ages in which their paths are followed forwards: the last whole steps that are known, from which
/// to go on. For cells with a closed form it does nothing.
struct IntegrationInterval {
  private let integrator: Integrator
  private let isStepped: Bool
  var progress: IntegrationProgress

  /// Begins at birth.
  @inline(__always)
  init(_ kernel: UnsafeMutablePointer<CellKernel>, _ start: IntegrationStart) {
    integrator = Integrator(program: kernel.pointee.forces, constants: start.constants)
    isStepped = kernel.pointee.uses(.stepped)
    progress = IntegrationProgress(state: start.state, steps: SIMD8())
  }

  /// Goes on to the last whole step before `age`, and returns the state at `age`; no age may lie before the last.
  @inline(__always)
  mutating func advance(to age: Float8) -> IntegratorState {
    guard isStepped else { return IntegratorState() }
    let wanted = Lanes.truncateInRange(age * integrator.program.pointee.stepsPerSecond)
    return integrator.advance(&progress, to: wanted, age: age)
  }
}
