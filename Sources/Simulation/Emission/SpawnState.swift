import Lanes

/// State of eight particles at their birth, after all draws: their whole path, look and offspring follow from it and their
/// age.
///
/// It lives in registers between birth and drawing; `InheritedField` names what children read from memory. What a cell
/// does not use stays zero.
struct SpawnState {
  // Inherited by children
  var lifetime = Float8()
  var x = Float8()
  var y = Float8()
  var velocityX = Float8()
  var velocityY = Float8()
  var directionX = Float8()
  var directionY = Float8()
  var gravityX = Float8()
  var gravityY = Float8()
  var drag = Float8()
  var windX = Float8()
  var windY = Float8()
  var travel = Float8()
  var swayAmplitudeX = Float8()
  var swayAmplitudeY = Float8()
  var swayFrequencyX = Float8()
  var swayFrequencyY = Float8()
  var swayPhase = Float8()
  var scale = Float8()
  var scaleSpeed = Float8()
  var red = Float8()
  var green = Float8()
  var blue = Float8()
  var redSpeed = Float8()
  var greenSpeed = Float8()
  var blueSpeed = Float8()
  var drift = Float8()
  var driftPhase = Float8()
  var flutter = Float8()
  var flutterLift = Float8()
  var tumble = Float8()
  var tumbleSpeed = Float8()
  var z = Float8()
  var velocityZ = Float8()
  var directionZ = Float8()
  var gravityZ = Float8()
  // Not needed by children
  var alpha = Float8()
  var alphaSpeed = Float8()
  var intensity = Float8()
  var twinkle = Float8()
  var twinkleFrequency = Float8()
  var rotation = Float8()
  var spin = Float8()
  var turn = Float8()
  var stretch = Float8()
  var tilt = Float8()
  var tiltSpeed = Float8()
  var backShade = Float8()
  var glint = Float8()
  var shading = Float8()
  var halfWidth = Float8()
  var halfHeight = Float8()
  var headShift = Float8()
  var sprite = Int32x8()

  @inline(__always)
  init() {}

  /// Parents from memory, where fields that their cell does not use are 0.
  @inline(__always)
  init(parents block: InheritedFieldBlock) {
    forEachInherited { field, value in value = block[field] }
  }

  /// Keeps what children read.
  @inline(__always)
  func store(to block: InheritedFieldBlock) {
    var copy = self
    copy.forEachInherited { field, value in block[field] = value }
  }

  /// All fields that children read, but the end of life, which only a path tells.
  @_transparent
  private mutating func forEachInherited(_ body: (InheritedField, inout Float8) -> Void) {
    body(.lifetime, &lifetime)
    body(.x, &x)
    body(.y, &y)
    body(.velocityX, &velocityX)
    body(.velocityY, &velocityY)
    body(.directionX, &directionX)
    body(.directionY, &directionY)
    body(.gravityX, &gravityX)
    body(.gravityY, &gravityY)
    body(.drag, &drag)
    body(.windX, &windX)
    body(.windY, &windY)
    body(.travel, &travel)
    body(.swayAmplitudeX, &swayAmplitudeX)
    body(.swayAmplitudeY, &swayAmplitudeY)
    body(.swayFrequencyX, &swayFrequencyX)
    body(.swayFrequencyY, &swayFrequencyY)
    body(.swayPhase, &swayPhase)
    body(.scale, &scale)
    body(.scaleSpeed, &scaleSpeed)
    body(.red, &red)
    body(.green, &green)
    body(.blue, &blue)
    body(.redSpeed, &redSpeed)
    body(.greenSpeed, &greenSpeed)
    body(.blueSpeed, &blueSpeed)
    body(.drift, &drift)
    body(.driftPhase, &driftPhase)
    body(.flutter, &flutter)
    body(.flutterLift, &flutterLift)
    body(.tumble, &tumble)
    body(.tumbleSpeed, &tumbleSpeed)
    body(.z, &z)
    body(.velocityZ, &velocityZ)
    body(.directionZ, &directionZ)
    body(.gravityZ, &gravityZ)
  }
}
