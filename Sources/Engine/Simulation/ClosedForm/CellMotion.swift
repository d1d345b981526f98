import Model

/// What the rest of the simulation knows of a motion that most cells do not have. Its formula is called by `CellEvaluator.motion`, and
/// what each particle's motion depends on is chosen by `CellEvaluator.spawnMotions`.
///
/// Such a motion may bend a trajectory several times while a shutter is open.
struct CellMotion: Sendable {
  /// The feature of the cells that have the motion.
  let feature: CellFeature
  /// Numbers, at least one of which must not be 0 in a cell that has the motion. Empty for a motion that does not begin with numbers:
  /// `CellFeatures` finds it.
  var amplitudes: [BirthParameter] = []
  /// Numbers that have no effect in a cell without the motion.
  var details: [BirthParameter] = []
  /// Another feature without which the motion has no effect.
  var requirement: CellFeature?
  /// Members of a parent's state at birth that its children read, to be born where the motion has carried their parent.
  var inherited: [PartialKeyPath<SpawnState> & Sendable] = []

  static let all: [CellMotion] = [
    CellMotion(feature: .travel, amplitudes: [.travel, .travelRange], inherited: [\.travel]),
    CellMotion(
      feature: .sway,
      amplitudes: [.swayAmplitudeX, .swayAmplitudeY, .swayAmplitudeRangeX, .swayAmplitudeRangeY],
      details: [
        .swayFrequencyX, .swayFrequencyY, .swayFrequencyRangeX, .swayFrequencyRangeY, .swayPhase, .swayPhaseRange,
      ],
      inherited: [\.swayAmplitudeX, \.swayAmplitudeY, \.swayFrequencyX, \.swayFrequencyY, \.swayPhase]),
    CellMotion(feature: .drift, amplitudes: [.driftAmplitude], inherited: [\.drift, \.driftPhase]),
    // Flutter follows the tumble's angle.
    CellMotion(
      feature: .flutter, amplitudes: [.flutter, .flutterRange], requirement: .tumble,
      inherited: [\.flutter, \.flutterLift, \.tumble, \.tumbleSpeed]),
    CellMotion(feature: .gather, inherited: [\.scatterX, \.scatterY, \.gatherDelay]),
    CellMotion(feature: .offset),
    CellMotion(feature: .depthCurve),
    CellMotion(feature: .stepped),
    CellMotion(feature: .wrap),
  ]
}
