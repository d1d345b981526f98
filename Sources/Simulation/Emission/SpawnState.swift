/// What eight particles keep from their birth on, after all draws: their whole path, look and offspring follow from
/// these and their age.
///
/// It lives in registers between birth and drawing; `InheritedField` names the part that children read from memory. What a cell
/// does not use stays zero.
struct SpawnState {
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
  // What follows is not needed by children.
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
  var sprite = SIMD8<Int32>()

  @inline(__always)
  init() {}

  /// Parents from memory, where fields that their cell does not use are 0.
  @inline(__always)
  init(parents block: InheritedFieldBlock) {
    lifetime = block[.lifetime]
    x = block[.x]
    y = block[.y]
    velocityX = block[.velocityX]
    velocityY = block[.velocityY]
    directionX = block[.directionX]
    directionY = block[.directionY]
    gravityX = block[.gravityX]
    gravityY = block[.gravityY]
    drag = block[.drag]
    windX = block[.windX]
    windY = block[.windY]
    travel = block[.travel]
    swayAmplitudeX = block[.swayAmplitudeX]
    swayAmplitudeY = block[.swayAmplitudeY]
    swayFrequencyX = block[.swayFrequencyX]
    swayFrequencyY = block[.swayFrequencyY]
    swayPhase = block[.swayPhase]
    scale = block[.scale]
    scaleSpeed = block[.scaleSpeed]
    red = block[.red]
    green = block[.green]
    blue = block[.blue]
    redSpeed = block[.redSpeed]
    greenSpeed = block[.greenSpeed]
    blueSpeed = block[.blueSpeed]
    drift = block[.drift]
    driftPhase = block[.driftPhase]
    flutter = block[.flutter]
    flutterLift = block[.flutterLift]
    tumble = block[.tumble]
    tumbleSpeed = block[.tumbleSpeed]
    z = block[.z]
    velocityZ = block[.velocityZ]
    directionZ = block[.directionZ]
    gravityZ = block[.gravityZ]
  }

  /// Keeps what children read.
  @inline(__always)
  func store(to block: InheritedFieldBlock) {
    block[.lifetime] = lifetime
    block[.x] = x
    block[.y] = y
    block[.velocityX] = velocityX
    block[.velocityY] = velocityY
    block[.directionX] = directionX
    block[.directionY] = directionY
    block[.gravityX] = gravityX
    block[.gravityY] = gravityY
    block[.drag] = drag
    block[.windX] = windX
    block[.windY] = windY
    block[.travel] = travel
    block[.swayAmplitudeX] = swayAmplitudeX
    block[.swayAmplitudeY] = swayAmplitudeY
    block[.swayFrequencyX] = swayFrequencyX
    block[.swayFrequencyY] = swayFrequencyY
    block[.swayPhase] = swayPhase
    block[.scale] = scale
    block[.scaleSpeed] = scaleSpeed
    block[.red] = red
    block[.green] = green
    block[.blue] = blue
    block[.redSpeed] = redSpeed
    block[.greenSpeed] = greenSpeed
    block[.blueSpeed] = blueSpeed
    block[.drift] = drift
    block[.driftPhase] = driftPhase
    block[.flutter] = flutter
    block[.flutterLift] = flutterLift
    block[.tumble] = tumble
    block[.tumbleSpeed] = tumbleSpeed
    block[.z] = z
    block[.velocityZ] = velocityZ
    block[.directionZ] = directionZ
    block[.gravityZ] = gravityZ
  }
}
