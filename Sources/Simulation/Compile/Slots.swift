/// The numbers that a particle reads at its birth, in pixels, turns, seconds and canvas colours.
enum BirthParameter: Int, CaseIterable {
  case positionX, positionY, sizeX, sizeY
  case lifetime, lifetimeRange
  case velocity, velocityRange, longitude, emissionRange
  case gravityX, gravityY, drag, dragRange, windX, windY, inheritVelocity
  case travel, travelRange
  case swayAmplitudeX, swayAmplitudeY, swayAmplitudeRangeX, swayAmplitudeRangeY
  case swayFrequencyX, swayFrequencyY, swayFrequencyRangeX, swayFrequencyRangeY
  case swayPhase, swayPhaseRange
  case rotation, rotationRange, spin, spinRange, turn, turnRange, stretch
  case tumble, tumbleRange, tumbleSpeed, tumbleSpeedRange, backShade, glint
  case scale, scaleRange, scaleSpeed
  case red, green, blue, alpha
  case redRange, greenRange, blueRange, alphaRange
  case redSpeed, greenSpeed, blueSpeed, alphaSpeed
  case intensity, intensityRange, twinkle, twinkleFrequency
  // Air
  case drift, flutter, flutterRange, flutterLift
  // Space
  case positionZ, sizeZ, latitude, gravityZ
  case tilt, tiltRange, tiltSpeed, tiltSpeedRange, shading

  static let count = allCases.count
}

/// What a child may read of its parent: the part of `SpawnState` that is kept in memory. Eight particles are one block of
/// `InheritedField.count` lanes.
enum InheritedField: Int, CaseIterable {
  case lifetime
  case x, y, velocityX, velocityY, directionX, directionY
  case gravityX, gravityY, drag, windX, windY, travel
  case swayAmplitudeX, swayAmplitudeY, swayFrequencyX, swayFrequencyY, swayPhase
  case scale, scaleSpeed
  case red, green, blue, redSpeed, greenSpeed, blueSpeed
  /// Age at which a border ends the life; filled for cells of `Features.mortal` alone.
  case end
  // Air
  case drift, driftPhase, flutter, flutterLift, tumble, tumbleSpeed
  // Space
  case z, velocityZ, directionZ, gravityZ

  static let count = 37
}

/// What a cell uses. A batch of eight skips all else.
struct Features: OptionSet, BitwiseCopyable {
  let rawValue: UInt64

  static let lifetimeRange = Features(rawValue: 1 << 0)
  static let velocity = Features(rawValue: 1 << 1)
  static let velocityRange = Features(rawValue: 1 << 2)
  static let cone = Features(rawValue: 1 << 3)
  static let gravity = Features(rawValue: 1 << 4)
  static let drag = Features(rawValue: 1 << 5)
  static let dragRange = Features(rawValue: 1 << 6)
  static let wind = Features(rawValue: 1 << 7)
  static let travel = Features(rawValue: 1 << 8)
  static let travelRange = Features(rawValue: 1 << 9)
  static let offset = Features(rawValue: 1 << 10)
  static let sway = Features(rawValue: 1 << 11)
  static let swayAmplitudeRange = Features(rawValue: 1 << 12)
  static let swayFrequencyRange = Features(rawValue: 1 << 13)
  static let swayPhaseRange = Features(rawValue: 1 << 14)
  static let rotation = Features(rawValue: 1 << 15)
  static let rotationRange = Features(rawValue: 1 << 16)
  static let spinRange = Features(rawValue: 1 << 17)
  static let align = Features(rawValue: 1 << 18)
  static let stretch = Features(rawValue: 1 << 19)
  static let tumble = Features(rawValue: 1 << 20)
  static let tumbleRange = Features(rawValue: 1 << 21)
  static let tumbleSpeedRange = Features(rawValue: 1 << 22)
  static let scaleRange = Features(rawValue: 1 << 23)
  static let scaleSpeed = Features(rawValue: 1 << 24)
  static let scaleCurve = Features(rawValue: 1 << 25)
  static let palette = Features(rawValue: 1 << 26)
  static let redRange = Features(rawValue: 1 << 27)
  static let greenRange = Features(rawValue: 1 << 28)
  static let blueRange = Features(rawValue: 1 << 29)
  static let alphaRange = Features(rawValue: 1 << 30)
  static let colorSpeed = Features(rawValue: 1 << 31)
  static let colorClamp = Features(rawValue: 1 << 32)
  static let alphaSpeed = Features(rawValue: 1 << 33)
  static let alphaCurve = Features(rawValue: 1 << 34)
  static let ramp = Features(rawValue: 1 << 35)
  static let intensity = Features(rawValue: 1 << 36)
  static let intensityRange = Features(rawValue: 1 << 37)
  static let twinkle = Features(rawValue: 1 << 38)
  static let manySprites = Features(rawValue: 1 << 39)
  static let streaks = Features(rawValue: 1 << 40)
  static let inheritVelocity = Features(rawValue: 1 << 41)
  static let inheritColor = Features(rawValue: 1 << 42)
  static let inheritScale = Features(rawValue: 1 << 43)
  static let glint = Features(rawValue: 1 << 44)
  static let birthJitter = Features(rawValue: 1 << 45)
  /// Some slot moves: slots are filled for each batch.
  static let animated = Features(rawValue: 1 << 46)
  static let isChild = Features(rawValue: 1 << 47)
  static let isRound = Features(rawValue: 1 << 48)
  /// Birth on a shape larger than a point.
  static let shape = Features(rawValue: 1 << 49)
  static let hasChildren = Features(rawValue: 1 << 50)
  static let encodedLight = Features(rawValue: 1 << 51)
  static let animatedBurst = Features(rawValue: 1 << 52)
  static let turn = Features(rawValue: 1 << 53)
  static let turnRange = Features(rawValue: 1 << 54)
  /// Some curve is read at age ÷ lifetime.
  static let lifeCurve = Features(rawValue: 1 << 55)
  /// The direction of birth has a use.
  static let direction = Features(rawValue: 1 << 56)
  /// Some draw is made once for each parent.
  static let sharing = Features(rawValue: 1 << 57)
  /// The path has no closed form.
  static let stepped = Features(rawValue: 1 << 58)
  /// Borders may end a life early.
  static let mortal = Features(rawValue: 1 << 59)
  static let drift = Features(rawValue: 1 << 61)
  static let flutter = Features(rawValue: 1 << 62)
  /// Particles have a depth.
  static let space = Features(rawValue: 1 << 60)
  /// What follows from an open shutter (`Evaluation.expose`).
  static let exposed = Features(rawValue: 1 << 63)
}
