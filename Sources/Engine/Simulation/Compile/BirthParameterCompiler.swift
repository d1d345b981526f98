import Colorimetry
import Lanes
import Model

/// A birth parameter that changes with time, or a colour (four birth parameters) that changes with time. `EmitterProgram.fillParameters`
/// reads its value at each birth.
enum AnimatedBirthParameter {
  /// The number × the emitter's `emitterMultiplier` (nil: 1) × `unitFactor`, which converts the preset's unit to the simulation's.
  case number(BirthParameter, AnimatedNumber, emitterMultiplier: AnimatedNumber?, unitFactor: Double)
  /// Straight red, green, blue and alpha, which set the parameters of these names; `encoded` says whether the canvas blends
  /// sRGB-encoded values.
  case color(AnimatedColor, encoded: Bool)
}

extension AnimatedBirthParameter {
  /// How many instructions of formulas a reading takes. Keyframes count as a few instructions.
  var instructionCount: Double {
    switch self {
    case .number(_, let number, let multiplier, _):
      number.source.instructionCount + (multiplier?.source.instructionCount ?? 0)
    case .color: 0
    }
  }
}

/// Compiles the birth parameters of a cell: computes the constant ones, in the simulation's units
/// (`ValueUnit.simulationFactor`), and lists the animated ones.
struct BirthParameterCompiler {
  /// By `BirthParameter.rawValue`: the parameter in all lanes; 0 where it is animated.
  private(set) var constants = [Float8](repeating: Float8(repeating: 0), count: BirthParameter.allCases.count)
  private(set) var animated: [AnimatedBirthParameter] = []
  /// For each row of `CellParameter.all`, the cell's components. They are listed once, since each listing copies the cell.
  let components: [[CellParameter.Component]]

  /// - Parameter emitter: the emitter of a root cell, whose values multiply the cell's; nil for a child.
  init(_ cell: Cell, emitter: Emitter?, canvas: Canvas) {
    let pixelsPerPoint = canvas.pixelsPerPoint
    components = CellParameter.all.map { $0.components(of: cell) }
    if let emitter {
      set(.emitterX, emitter.position.x, factor: pixelsPerPoint)
      set(.emitterY, emitter.position.y, factor: pixelsPerPoint)
      set(.emitterWidth, emitter.size.x, factor: pixelsPerPoint)
      set(.emitterHeight, emitter.size.y, factor: pixelsPerPoint)
      set(.emitterZ, emitter.zPosition, factor: pixelsPerPoint)
      set(.emitterDepth, emitter.depth, factor: pixelsPerPoint)
    }
    set(cell.color, encoded: canvas.blending == .srgb)
    for (row, rowComponents) in zip(CellParameter.all, components) {
      let factor = row.unit.simulationFactor(pixelsPerPoint: pixelsPerPoint)
      let multiplier = row.multiplier.flatMap { emitter?[keyPath: $0] }
      for component in rowComponents {
        set(component.parameter, component.number, times: multiplier, factor: factor)
      }
    }
  }

  private mutating func set(
    _ parameter: BirthParameter, _ number: AnimatedNumber, times multiplier: AnimatedNumber? = nil, factor: Double
  ) {
    let scale = multiplier ?? 1
    if let value = number.constant, let scale = scale.constant {
      constants[parameter.rawValue] = Float8(repeating: Float(value * scale * factor))
    } else {
      animated.append(.number(parameter, number, emitterMultiplier: multiplier, unitFactor: factor))
    }
  }

  private mutating func set(_ color: AnimatedColor, encoded: Bool) {
    guard case .constant(let color) = color else { return animated.append(.color(color, encoded: encoded)) }
    let components = ColorTable.components(of: color, encoded: encoded)
    let values = [components.x, components.y, components.z, components.w]
    for (parameter, value) in zip([BirthParameter.red, .green, .blue, .alpha], values) {
      constants[parameter.rawValue] = Float8(repeating: Float(value))
    }
  }
}
