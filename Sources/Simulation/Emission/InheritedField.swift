import Lanes

/// Fields of a `SpawnState` that are kept in memory for the particle's children.
///
/// The raw value is the field's index in an `InheritedFieldBlock`.
enum InheritedField: Int, CaseIterable {
  case lifetime
  case x, y, velocityX, velocityY, directionX, directionY
  case gravityX, gravityY, drag, windX, windY, travel
  case swayAmplitudeX, swayAmplitudeY, swayFrequencyX, swayFrequencyY, swayPhase
  case scale, scaleSpeed
  case red, green, blue, redSpeed, greenSpeed, blueSpeed
  /// Age in seconds at which a boundary kills the particle, infinite where none does; only of cells with
  /// `CellFeature.killBoundary`.
  case endAge
  // Drift and flutter
  case drift, driftPhase, flutter, flutterLift, tumble, tumbleSpeed
  // Particles in 3-D
  case z, velocityZ, directionZ, gravityZ
  // Particles that gather
  case scatterX, scatterY, gatherDelay

  /// One more than the raw value of the last case.
  @inline(__always) static var count: Int { InheritedField.gatherDelay.rawValue + 1 }
}

extension InheritedField {
  /// Fields that children of a cell gather from their parents; the others are 0 for all particles of the cell.
  static func fields(of kernel: CellKernel) -> [InheritedField] {
    var fields: [InheritedField] = [
      .lifetime, .x, .y, .velocityX, .velocityY, .directionX, .directionY, .scale, .scaleSpeed, .red, .green, .blue,
    ]
    if kernel.has(.gravity) { fields += [.gravityX, .gravityY] }
    if kernel.has(.drag) { fields += [.drag] }
    if kernel.has(.drag) || kernel.has(.stepped), kernel.has(.wind) { fields += [.windX, .windY] }
    if kernel.has(.killBoundary) { fields += [.endAge] }
    if kernel.has(.threeD) { fields += [.z, .velocityZ, .directionZ, .gravityZ] }
    if kernel.has(.travel) { fields += [.travel] }
    if kernel.has(.sway) {
      fields += [.swayAmplitudeX, .swayAmplitudeY, .swayFrequencyX, .swayFrequencyY, .swayPhase]
    }
    if kernel.features.contains(parameter: .driftAmplitude) { fields += [.drift, .driftPhase] }
    if kernel.has(.flutter) { fields += [.flutter, .flutterLift, .tumble, .tumbleSpeed] }
    if kernel.has(.gather) { fields += [.scatterX, .scatterY, .gatherDelay] }
    if kernel.has(.colorSpeed) { fields += [.redSpeed, .greenSpeed, .blueSpeed] }
    return fields
  }
}

/// Inherited fields of eight particles: `InheritedField.count` elements, by `InheritedField.rawValue`.
typealias InheritedFieldBlock = UnsafeMutablePointer<Float8>

extension UnsafeMutablePointer where Pointee == Float8 {
  @inline(__always)
  subscript(field: InheritedField) -> Float8 {
    get { self[field.rawValue] }
    nonmutating set { self[field.rawValue] = newValue }
  }
}
