import Colorimetry
import Lanes
import Model

/// A slot whose value moves, or depends on one that does.
enum AnimatedBirthParameter {
  case number(BirthParameter, AnimatedNumber, multiplier: AnimatedNumber?, factor: Double)
  case color(AnimatedColor, encoded: Bool)
}

/// Fills the slots of a cell: constants once, in the units of evaluation; the rest are listed.
struct BirthParameterCompiler {
  private(set) var constants = [Float8](repeating: Float8(repeating: 0), count: BirthParameter.count)
  private(set) var moving: [AnimatedBirthParameter] = []

  mutating func set(
    _ slot: BirthParameter, _ number: AnimatedNumber, times multiplier: AnimatedNumber? = nil, factor: Double = 1
  ) {
    let scale = multiplier ?? 1
    if let value = number.constant, let scale = scale.constant {
      constants[slot.rawValue] = Float8(repeating: Float(value * scale * factor))
    } else {
      moving.append(.number(slot, number, multiplier: multiplier, factor: factor))
    }
  }

  mutating func set(_ color: AnimatedColor, encoded: Bool) {
    if case .constant(let color) = color {
      let components = ColorTable.components(of: color, encoded: encoded)
      for (slot, value) in zip(
        [BirthParameter.red, .green, .blue, .alpha], [components.x, components.y, components.z, components.w])
      {
        constants[slot.rawValue] = Float8(repeating: Float(value))
      }
    } else {
      moving.append(.color(color, encoded: encoded))
    }
  }

  /// All slots of a cell. `emitter` is that of a root cell; its multipliers act on root cells alone.
  static func compile(_ cell: Cell, emitter: Emitter?, canvas: Canvas) -> BirthParameterCompiler {
    let point = canvas.pixelsPerPoint
    let degree = 1.0 / 360
    var slots = BirthParameterCompiler()
    if let emitter {
      slots.set(.positionX, emitter.position.x, factor: point)
      slots.set(.positionY, emitter.position.y, factor: point)
      slots.set(.sizeX, emitter.size.x, factor: point)
      slots.set(.sizeY, emitter.size.y, factor: point)
      slots.set(.positionZ, emitter.zPosition, factor: point)
      slots.set(.sizeZ, emitter.depth, factor: point)
    }
    slots.set(.lifetime, cell.lifetime, times: emitter?.lifetime)
    slots.set(.lifetimeRange, cell.lifetimeRange, times: emitter?.lifetime)
    // Motion
    slots.set(.velocity, cell.velocity, times: emitter?.velocity, factor: point)
    slots.set(.velocityRange, cell.velocityRange, times: emitter?.velocity, factor: point)
    slots.set(.longitude, cell.emissionLongitude, factor: degree)
    slots.set(.emissionRange, cell.emissionRange, factor: degree)
    slots.set(.gravityX, cell.xAcceleration, factor: point)
    slots.set(.gravityY, cell.yAcceleration, factor: point)
    slots.set(.drag, cell.drag)
    slots.set(.dragRange, cell.dragRange)
    slots.set(.windX, cell.wind.x, factor: point)
    slots.set(.windY, cell.wind.y, factor: point)
    slots.set(.inheritVelocity, cell.inheritVelocity)
    slots.set(.travel, cell.travel, factor: point)
    slots.set(.travelRange, cell.travelRange, factor: point)
    slots.set(.swayAmplitudeX, cell.swayAmplitude.x, factor: point)
    slots.set(.swayAmplitudeY, cell.swayAmplitude.y, factor: point)
    slots.set(.swayAmplitudeRangeX, cell.swayAmplitudeRange.x, factor: point)
    slots.set(.swayAmplitudeRangeY, cell.swayAmplitudeRange.y, factor: point)
    slots.set(.swayFrequencyX, cell.swayFrequency.x)
    slots.set(.swayFrequencyY, cell.swayFrequency.y)
    slots.set(.swayFrequencyRangeX, cell.swayFrequencyRange.x)
    slots.set(.swayFrequencyRangeY, cell.swayFrequencyRange.y)
    slots.set(.swayPhase, cell.swayPhase, factor: degree)
    slots.set(.swayPhaseRange, cell.swayPhaseRange, factor: degree)
    // Turn
    slots.set(.rotation, cell.rotation, factor: degree)
    slots.set(.rotationRange, cell.rotationRange, factor: degree)
    slots.set(.spin, cell.spin, times: emitter?.spin, factor: degree)
    slots.set(.spinRange, cell.spinRange, times: emitter?.spin, factor: degree)
    slots.set(.turn, cell.turn, factor: degree)
    slots.set(.turnRange, cell.turnRange, factor: degree)
    slots.set(.stretch, cell.stretch)
    slots.set(.tumble, cell.tumble, factor: degree)
    slots.set(.tumbleRange, cell.tumbleRange, factor: degree)
    slots.set(.tumbleSpeed, cell.tumbleSpeed, factor: degree)
    slots.set(.tumbleSpeedRange, cell.tumbleSpeedRange, factor: degree)
    slots.set(.backShade, cell.backShade)
    slots.set(.glint, cell.glint)
    // Size
    slots.set(.scale, cell.scale, times: emitter?.scale)
    slots.set(.scaleRange, cell.scaleRange, times: emitter?.scale)
    slots.set(.scaleSpeed, cell.scaleSpeed, times: emitter?.scale)
    // Colour
    slots.set(cell.color, encoded: canvas.blending == .srgb)
    slots.set(.redRange, cell.redRange)
    slots.set(.greenRange, cell.greenRange)
    slots.set(.blueRange, cell.blueRange)
    slots.set(.alphaRange, cell.alphaRange)
    slots.set(.redSpeed, cell.redSpeed)
    slots.set(.greenSpeed, cell.greenSpeed)
    slots.set(.blueSpeed, cell.blueSpeed)
    slots.set(.alphaSpeed, cell.alphaSpeed)
    slots.set(.intensity, cell.intensity)
    slots.set(.intensityRange, cell.intensityRange)
    slots.set(.twinkle, cell.twinkle)
    slots.set(.twinkleFrequency, cell.twinkleFrequency)
    // Air
    slots.set(.drift, cell.driftAmplitude, factor: point)
    slots.set(.flutter, cell.flutter, factor: point)
    slots.set(.flutterRange, cell.flutterRange, factor: point)
    slots.set(.flutterLift, cell.flutterLift)
    // Space
    slots.set(.latitude, cell.emissionLatitude, factor: degree)
    slots.set(.gravityZ, cell.zAcceleration, factor: point)
    slots.set(.tilt, cell.tilt, factor: degree)
    slots.set(.tiltRange, cell.tiltRange, factor: degree)
    slots.set(.tiltSpeed, cell.tiltSpeed, factor: degree)
    slots.set(.tiltSpeedRange, cell.tiltSpeedRange, factor: degree)
    slots.set(.shading, cell.shading)
    return slots
  }
}
