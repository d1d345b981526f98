// Table of the numeric keys of a cell: a new key is a case of `BirthParameter` and a row of `CellParameter.all`.

/// A number that a particle reads once, at its birth; the x and the y of a point are two numbers.
///
/// The cases are first the emitter's own numbers and the components of a colour, then the numbers of the rows of
/// `CellParameter.all`, in the order of the rows.
@usableFromInline
package enum BirthParameter: Int, CaseIterable, Sendable, Comparable {
  // Emitter
  case emitterX, emitterY, emitterWidth, emitterHeight, emitterZ, emitterDepth
  // Colour
  case red, green, blue, alpha
  // Emission
  case lifetime, lifetimeRange
  // Motion
  case velocity, velocityRange, emissionLongitude, emissionRange, emissionLatitude
  case xAcceleration, yAcceleration, zAcceleration, drag, dragRange, windX, windY, inheritVelocity
  case travel, travelRange
  case swayAmplitudeX, swayAmplitudeY, swayAmplitudeRangeX, swayAmplitudeRangeY
  case swayFrequencyX, swayFrequencyY, swayFrequencyRangeX, swayFrequencyRangeY, swayPhase, swayPhaseRange
  case driftAmplitude, flutter, flutterRange, flutterLift
  // Rotation
  // `turn` is a rotation made over the whole life, besides the speed `spin`.
  case rotation, rotationRange, spin, spinRange, turn, turnRange, stretch
  case tumble, tumbleRange, tumbleSpeed, tumbleSpeedRange, tilt, tiltRange, tiltSpeed, tiltSpeedRange
  case shading, backShade, glint
  // Size
  case scale, scaleRange, scaleSpeed
  // Light
  case intensity, intensityRange
  case redRange, greenRange, blueRange, alphaRange, redSpeed, greenSpeed, blueSpeed, alphaSpeed
  case twinkle, twinkleFrequency

  @inlinable
  package static func < (a: BirthParameter, b: BirthParameter) -> Bool { a.rawValue < b.rawValue }
}

extension CellParameter {
  private static let accelerations = Limits.accelerations
  /// Description of a key that is the width of the random range around the value of the key before it.
  private static let width = "Width of the random range."
  /// Description of a key that is a point: the widths of the random ranges around the components of the key before it.
  private static let widths = "Width of the random ranges."

  /// All numeric keys of a cell that are read at a particle's birth, in the order of the reference. The numbers after
  /// `channels:` are channels of the random hash and never change. `randomGroup:` is the group that the key's random number belongs
  /// to: a cell's key `shared` lists names of groups, and the children of one parent have equal random numbers in these groups. A key that
  /// is `effective(beside:)` other keys has an effect only if at least one of those keys is given.
  package static let all: [CellParameter] = [
    // Emission
    .number("lifetime", \.lifetime, .lifetime, .seconds, in: 0...1e5, "How long a particle lives.").multiplied(
      byEmitter: \.lifetime),
    .number("lifetimeRange", \.lifetimeRange, .lifetimeRange, .seconds, in: 0...1e5, width).multiplied(
      byEmitter: \.lifetime
    )
    .asRangeWidth(randomGroup: .lifetime, channels: 2),
    // Motion
    .number("velocity", \.velocity, .velocity, .pointsPerSecond, "Speed at birth.").multiplied(byEmitter: \.velocity),
    .number("velocityRange", \.velocityRange, .velocityRange, .pointsPerSecond, width).multiplied(byEmitter: \.velocity)
      .asRangeWidth(randomGroup: .velocity, channels: 17),
    .number(
      "emissionLongitude", \.emissionLongitude, .emissionLongitude, .degrees,
      "Direction at birth: 0 right, 90 down; a child's is relative to its parent's direction."),
    .number(
      "emissionRange", \.emissionRange, .emissionRange, .degrees,
      "The whole angle of the cone of directions around emissionLongitude."
    )
    .asRangeWidth(randomGroup: .direction, channels: 16),
    .number(
      "emissionLatitude", \.emissionLatitude, .emissionLatitude, .degrees, in: -180...180,
      "Angle at birth out of the canvas's plane, towards the eye; at 90 particles fly straight at the eye."),
    .number(
      "xAcceleration", \.xAcceleration, .xAcceleration, .pointsPerSecondSquared, in: accelerations,
      "Acceleration to the right."),
    .number(
      "yAcceleration", \.yAcceleration, .yAcceleration, .pointsPerSecondSquared, in: accelerations,
      "Acceleration downwards."),
    .number(
      "zAcceleration", \.zAcceleration, .zAcceleration, .pointsPerSecondSquared, in: accelerations,
      "Acceleration towards the eye."),
    .number(
      "drag", \.drag, .drag, .perSecond, in: 0...1e3,
      "Rate at which the velocity relative to the air decays: after a second the share e^−drag of it is left."),
    .number("dragRange", \.dragRange, .dragRange, .perSecond, in: 0...2e3, width).asRangeWidth(
      randomGroup: .drag, channels: 18),
    .point("wind", \.wind, .windX, .windY, .pointsPerSecond, "Velocity of the air; it acts through drag.")
      .effective(beside: "drag", "dragRange", "forces"),
    .number(
      "inheritVelocity", \.inheritVelocity, .inheritVelocity, .factor, in: -100...100,
      "Share of the parent's velocity that is added to the particle's own at its birth."),
    .number(
      "travel", \.travel, .travel, .points,
      "Distance that a particle moves along its direction at birth by the end of its life, besides all other motion."),
    .number("travelRange", \.travelRange, .travelRange, .points, width).asRangeWidth(
      randomGroup: .travel, channels: 19),
    .point(
      "swayAmplitude", \.swayAmplitude, .swayAmplitudeX, .swayAmplitudeY, .points,
      "How far a particle swings to each side, across and down."),
    .point(
      "swayAmplitudeRange", \.swayAmplitudeRange, .swayAmplitudeRangeX, .swayAmplitudeRangeY, .points, widths
    ).asRangeWidth(randomGroup: .sway, channels: 20, 21),
    .point(
      "swayFrequency", \.swayFrequency, .swayFrequencyX, .swayFrequencyY, .hertz, in: -1e3...1e3,
      "Swings a second, across and down."
    ).effective(beside: "swayAmplitude", "swayAmplitudeRange"),
    .point(
      "swayFrequencyRange", \.swayFrequencyRange, .swayFrequencyRangeX, .swayFrequencyRangeY, .hertz, in: 0...2e3,
      widths
    ).asRangeWidth(randomGroup: .sway, channels: 22, 23).effective(beside: "swayAmplitude", "swayAmplitudeRange"),
    .number("swayPhase", \.swayPhase, .swayPhase, .degrees, "Where in its swing a particle begins.")
      .effective(beside: "swayAmplitude", "swayAmplitudeRange"),
    .number(
      "swayPhaseRange", \.swayPhaseRange, .swayPhaseRange, .degrees,
      "Width of the random range; one random number serves both directions."
    ).asRangeWidth(randomGroup: .sway, channels: 24).effective(beside: "swayAmplitude", "swayAmplitudeRange"),
    .number(
      "driftAmplitude", \.driftAmplitude, .driftAmplitude, .points, in: 0...1e5,
      "About how far swirling air displaces a particle from its path, for smoke and dust; needs no integration."),
    .number(
      "flutter", \.flutter, .flutter, .points, in: 0...1e5,
      "How far a tumbling particle, such as paper or a leaf, swoops to each side with every revolution of its tumble."),
    .number("flutterRange", \.flutterRange, .flutterRange, .points, in: 0...1e5, width).asRangeWidth(
      randomGroup: .sway, channels: 130),
    .number(
      "flutterLift", \.flutterLift, .flutterLift, .share, in: -10...10,
      "How far a swooping particle sinks and rises again, as a share of flutter; its fall is slowest where the swoop turns."
    ).effective(beside: "flutter", "flutterRange"),
    // Rotation
    .number("rotation", \.rotation, .rotation, .degrees, "Rotation at birth, clockwise."),
    .number("rotationRange", \.rotationRange, .rotationRange, .degrees, width).asRangeWidth(
      randomGroup: .rotation, channels: 32),
    .number("spin", \.spin, .spin, .degreesPerSecond, "Speed of rotation, clockwise.").multiplied(byEmitter: \.spin),
    .number("spinRange", \.spinRange, .spinRange, .degreesPerSecond, width).multiplied(byEmitter: \.spin).asRangeWidth(
      randomGroup: .spin, channels: 33),
    .number("turn", \.turn, .turn, .degrees, "Rotation made by the end of life, eased by travelEase; adds to spin."),
    .number("turnRange", \.turnRange, .turnRange, .degrees, width).asRangeWidth(randomGroup: .spin, channels: 36),
    .number(
      "stretch", \.stretch, .stretch, .seconds, in: 0...100,
      "The sprite lies along the particle's motion and is longer by speed × stretch."),
    .number("tumble", \.tumble, .tumble, .degrees, "Rotation about the sprite's own x axis at birth."),
    .number("tumbleRange", \.tumbleRange, .tumbleRange, .degrees, width).asRangeWidth(
      randomGroup: .rotation, channels: 34),
    .number("tumbleSpeed", \.tumbleSpeed, .tumbleSpeed, .degreesPerSecond, "Speed of tumbling."),
    .number("tumbleSpeedRange", \.tumbleSpeedRange, .tumbleSpeedRange, .degreesPerSecond, width)
      .asRangeWidth(randomGroup: .spin, channels: 35),
    .number("tilt", \.tilt, .tilt, .degrees, "Rotation about the sprite's own y axis at birth."),
    .number("tiltRange", \.tiltRange, .tiltRange, .degrees, width).asRangeWidth(randomGroup: .rotation, channels: 102),
    .number("tiltSpeed", \.tiltSpeed, .tiltSpeed, .degreesPerSecond, "Speed of tilting."),
    .number("tiltSpeedRange", \.tiltSpeedRange, .tiltSpeedRange, .degreesPerSecond, width)
      .asRangeWidth(randomGroup: .spin, channels: 103),
    .number(
      "shading", \.shading, .shading, .share, in: 0...1,
      "Share of its light that a flat sprite loses as it rotates away from the lamp."),
    .number(
      "backShade", \.backShade, .backShade, .factor, in: 0...100,
      "Light of a tumbling sprite's back as a share of its front's."
    ).effective(
      beside: "tumble", "tumbleRange", "tumbleSpeed", "tumbleSpeedRange", "tilt", "tiltRange", "tiltSpeed",
      "tiltSpeedRange"),
    .number(
      "glint", \.glint, .glint, .factor, in: 0...1e3, "White light that is added when a tumbling sprite faces the lamp."
    ),
    // Size
    .number("scale", \.scale, .scale, .factor, in: -1e3...1e3, "Multiplies the sprite's size.").multiplied(
      byEmitter: \.scale),
    .number("scaleRange", \.scaleRange, .scaleRange, .factor, in: 0...2e3, width).multiplied(byEmitter: \.scale)
      .asRangeWidth(randomGroup: .scale, channels: 40),
    .number("scaleSpeed", \.scaleSpeed, .scaleSpeed, .perSecond, in: -1e3...1e3, "Growth of scale.").multiplied(
      byEmitter: \.scale),
    // Light
    .number(
      "intensity", \.intensity, .intensity, .factor, in: 0...1e5,
      "Multiplies the colour's light: a spark at 6 glows. Opacity does not change: at 0.2 a sprite is dark rather than transparent, unless its blend is add."
    ),
    .number("intensityRange", \.intensityRange, .intensityRange, .factor, in: 0...2e5, width)
      .asRangeWidth(randomGroup: .intensity, channels: 53),
    .number("redRange", \.redRange, .redRange, .none, in: 0...1e4, "Width of the random range of red.").asRangeWidth(
      randomGroup: .color, channels: 49),
    .number("greenRange", \.greenRange, .greenRange, .none, in: 0...1e4, "Width of the random range of green.")
      .asRangeWidth(randomGroup: .color, channels: 50),
    .number("blueRange", \.blueRange, .blueRange, .none, in: 0...1e4, "Width of the random range of blue.")
      .asRangeWidth(randomGroup: .color, channels: 51),
    .number(
      "alphaRange", \.alphaRange, .alphaRange, .share, in: 0...2,
      "Width of the random range of opacity."
    )
    .asRangeWidth(randomGroup: .color, channels: 52),
    .number("redSpeed", \.redSpeed, .redSpeed, .perSecond, in: -1e4...1e4, "Change of red."),
    .number("greenSpeed", \.greenSpeed, .greenSpeed, .perSecond, in: -1e4...1e4, "Change of green."),
    .number("blueSpeed", \.blueSpeed, .blueSpeed, .perSecond, in: -1e4...1e4, "Change of blue."),
    .number(
      "alphaSpeed", \.alphaSpeed, .alphaSpeed, .perSecond, in: -1e4...1e4,
      "Change of opacity: −0.5 fades in two seconds."),
    .number(
      "twinkle", \.twinkle, .twinkle, .share, in: 0...1,
      "Flicker: the greatest share of light that is taken away. Opacity does not change: unless its blend is add, a sprite becomes dark rather than transparent."
    ),
    .number("twinkleFrequency", \.twinkleFrequency, .twinkleFrequency, .hertz, in: 0...1e3, "Flickers a second.")
      .effective(beside: "twinkle"),
  ]
}
