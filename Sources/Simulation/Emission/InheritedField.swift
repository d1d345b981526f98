import Lanes

/// Fields of a `SpawnState` that are kept in memory for the particle's children. Eight particles are one block of
/// `InheritedField.count` lanes.
enum InheritedField: Int, CaseIterable {
  case lifetime
  case x, y, velocityX, velocityY, directionX, directionY
  case gravityX, gravityY, drag, windX, windY, travel
  case swayAmplitudeX, swayAmplitudeY, swayFrequencyX, swayFrequencyY, swayPhase
  case scale, scaleSpeed
  case red, green, blue, redSpeed, greenSpeed, blueSpeed
  /// Age at which a boundary ends the life; filled for cells with `CellFeature.mortal` alone.
  case end
  // Air
  case drift, driftPhase, flutter, flutterLift, tumble, tumbleSpeed
  // Space
  case z, velocityZ, directionZ, gravityZ

  @inline(__always) static var count: Int { InheritedField.gravityZ.rawValue + 1 }
}

extension InheritedField {
  /// Fields that children of a cell read of their parents.
  static func fields(of kernel: CellKernel) -> [InheritedField] {
    var fields: [InheritedField] = [
      .lifetime, .x, .y, .velocityX, .velocityY, .directionX, .directionY, .scale, .scaleSpeed, .red, .green, .blue,
    ]
    if kernel.uses(.gravity) { fields += [.gravityX, .gravityY] }
    if kernel.uses(.drag) { fields += [.drag] }
    if kernel.uses(.drag) || kernel.uses(.stepped), kernel.uses(.wind) { fields += [.windX, .windY] }
    if kernel.uses(.mortal) { fields += [.end] }
    if kernel.uses(.space) { fields += [.z, .velocityZ, .directionZ, .gravityZ] }
    if kernel.uses(.travel) { fields += [.travel] }
    if kernel.uses(.sway) {
      fields += [.swayAmplitudeX, .swayAmplitudeY, .swayFrequencyX, .swayFrequencyY, .swayPhase]
    }
    if kernel.features.contains(parameter: .driftAmplitude) { fields += [.drift, .driftPhase] }
    if kernel.uses(.flutter) { fields += [.flutter, .flutterLift, .tumble, .tumbleSpeed] }
    if kernel.uses(.colorSpeed) { fields += [.redSpeed, .greenSpeed, .blueSpeed] }
    return fields
  }
}

/// Inherited fields of eight particles.
typealias InheritedFieldBlock = UnsafeMutablePointer<Float8>

extension UnsafeMutablePointer where Pointee == Float8 {
  @inline(__always)
  subscript(field: InheritedField) -> Float8 {
    get { self[field.rawValue] }
    nonmutating set { self[field.rawValue] = newValue }
  }
}
