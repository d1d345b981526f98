import Lanes

/// Values of a particle that are kept in memory for its children: the members of its `SpawnState` with the same names, and `endAge`.
///
/// The raw value is the index in an `InheritedValueBatch`.
enum InheritedValue: Int, CaseIterable {
  case lifetime
  case x, y, velocityX, velocityY, directionX, directionY
  case gravityX, gravityY, drag, windX, windY, travel
  case swayAmplitudeX, swayAmplitudeY, swayFrequencyX, swayFrequencyY, swayPhase
  case scale, scaleSpeed
  case red, green, blue, redSpeed, greenSpeed, blueSpeed
  /// Age in seconds at which a boundary kills the particle, infinite where none does; only of cells with
  /// `CellFeature.killBoundary`.
  case endAge
  // Of particles that drift or flutter
  case drift, driftPhase, flutter, flutterLift, tumble, tumbleSpeed
  // Of particles in 3-D
  case z, velocityZ, directionZ, gravityZ
  // Of particles that gather
  case scatterX, scatterY, gatherDelay

  /// One more than the raw value of the last case.
  @inline(__always) static var count: Int { InheritedValue.gatherDelay.rawValue + 1 }
}

extension InheritedValue {
  /// The values that children read from parents of this cell. Of the others, `endAge` is never read, and the rest are 0 for every
  /// particle of the cell.
  static func inherited(from kernel: CellKernel) -> [InheritedValue] {
    var values: [InheritedValue] = [
      .lifetime, .x, .y, .velocityX, .velocityY, .directionX, .directionY, .scale, .scaleSpeed, .red, .green, .blue,
    ]
    if kernel.has(.gravity) { values += [.gravityX, .gravityY] }
    if kernel.has(.drag) { values += [.drag] }
    if kernel.has(.drag) || kernel.has(.stepped), kernel.has(.wind) { values += [.windX, .windY] }
    if kernel.has(.killBoundary) { values += [.endAge] }
    if kernel.has(.threeD) { values += [.z, .velocityZ, .directionZ, .gravityZ] }
    if kernel.has(.travel) { values += [.travel] }
    if kernel.has(.sway) {
      values += [.swayAmplitudeX, .swayAmplitudeY, .swayFrequencyX, .swayFrequencyY, .swayPhase]
    }
    if kernel.features.contains(parameter: .driftAmplitude) { values += [.drift, .driftPhase] }
    if kernel.has(.flutter) { values += [.flutter, .flutterLift, .tumble, .tumbleSpeed] }
    if kernel.has(.gather) { values += [.scatterX, .scatterY, .gatherDelay] }
    if kernel.has(.colorSpeed) { values += [.redSpeed, .greenSpeed, .blueSpeed] }
    return values
  }
}

/// Memory for the inherited values of eight particles: `InheritedValue.count` elements, by `InheritedValue.rawValue`.
typealias InheritedValueBatch = UnsafeMutablePointer<Float8>

extension UnsafeMutablePointer where Pointee == Float8 {
  @inline(__always)
  subscript(value: InheritedValue) -> Float8 {
    get { self[value.rawValue] }
    nonmutating set { self[value.rawValue] = newValue }
  }
}
