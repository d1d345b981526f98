import Colorimetry
import Lanes

/// The numbers that a field's formula reads at one place and time.
package struct FieldInputs: Sendable {
  package var localSeconds = 0.0
  package var canvasSeconds = 0.0
  /// The share of the duration that has passed.
  package var loop = 0.0
  package var durationSeconds = 0.0
  /// Points of the canvas.
  package var width = 0.0
  package var height = 0.0
  /// Points of a pixel.
  package var pixel = 1.0
  /// The place, in points.
  package var x = 0.0
  package var y = 0.0
  /// The field's animated numbers.
  package var values: [Double] = []
  package var seed: UInt32 = 0

  /// At a time on a canvas.
  ///
  /// - Parameter loopSeconds: length of the loop on the layer's clock; nil where nothing loops.
  package init(_ canvas: Canvas, at clock: AnimationClock, loopSeconds: Double?, values: [AnimatedNumber]) {
    localSeconds = clock.local
    canvasSeconds = clock.canvas
    durationSeconds = canvas.duration.double
    let period = loopSeconds ?? durationSeconds
    let cycles = period > 0 ? clock.local / period : 0
    loop = cycles - cycles.rounded(.down)
    width = canvas.widthPoints
    height = canvas.heightPoints
    pixel = 1 / canvas.pixelsPerPoint
    self.values = values.map { $0.value(at: clock) }
  }

  fileprivate func value(_ input: FieldInput) -> Double {
    switch input {
    case .localTime: localSeconds
    case .canvasTime: canvasSeconds
    case .loop: loop
    case .duration: durationSeconds
    case .width: width
    case .height: height
    case .pixel: pixel
    case .x: x
    case .y: y
    case .value(let index): values[index]
    }
  }
}

extension FieldProgram {
  /// The values at one place, by Doubles where the operations are those of other formulas.
  ///
  /// - Parameters:
  ///   - rate: values that are needed more often are left 0; with `.frame` only what is the same for all pixels is computed.
  ///   - ramp: the ramp's colour at a place, as the field's space has it.
  package func values(
    _ inputs: FieldInputs, through rate: FieldRate = .pixel, ramp: (Double) -> SIMD4<Double>
  ) -> [Double] {
    var values = [Double](repeating: 0, count: valueCount)
    for node in nodes where node.rate <= rate {
      let operands = node.operands.map { values[$0] }
      let results: [Double]
      switch node.operation {
      case .constant(let value): results = [value]
      case .input(let input): results = [inputs.value(input)]
      case .ramp:
        let color = ramp(operands[0])
        results = [color.x, color.y, color.z, color.w]
      default:
        results =
          node.operation.isPlain
          ? node.operation.plainValues(operands) : node.operation.noiseValues(operands, seed: inputs.seed)
      }
      for (offset, result) in results.enumerated() { values[node.firstValue + offset] = result.isFinite ? result : 0 }
    }
    return values
  }
}

extension FieldOperation {
  /// The results of an operation for which `isPlain` holds.
  func plainValues(_ operands: [Double]) -> [Double] {
    switch self {
    case .function(let function):
      let value = function.value(
        operands[0], operands.count > 1 ? operands[1] : 0, operands.count > 2 ? operands[2] : 0, seed: 0)
      return [value]
    case .sineAndCosine: return [Lanes.sin(operands[0]), Lanes.cos(operands[0])]
    case .multiplyAdd: return [operands[0] * operands[1] + operands[2]]
    case .decodeSRGB: return [TransferFunction.srgb.decode(max(operands[0], 0))]
    case .encodeSRGB: return [TransferFunction.srgb.encode(max(operands[0], 0))]
    default: preconditionFailure("This operation of a field has values of its own.")
    }
  }

  /// The results of a noise, by the very code of the pixels, so that a value does not depend on how often it is computed.
  fileprivate func noiseValues(_ operands: [Double], seed: UInt32) -> [Double] {
    func lanes(_ index: Int) -> Float8 { Float8(repeating: Float(operands[index])) }
    let period = FieldOperation.period(Float(operands.last ?? 0))
    switch self {
    case .valueNoise(let dimensions):
      let y = dimensions > 1 ? lanes(1) : Float8()
      let z = dimensions > 2 ? lanes(2) : Float8()
      return [
        Double(FieldOperation.valueNoise(lanes(0), y, z, dimensions: dimensions, period: period, seed: seed)[0])
      ]
    case .gradientNoise(let dimensions):
      let z = dimensions > 2 ? lanes(2) : Float8()
      return [
        Double(
          FieldOperation.gradientNoise(lanes(0), lanes(1), z, dimensions: dimensions, period: period, seed: seed)[0])
      ]
    case .fractalNoise(2, let octaves):
      return [Double(FractalNoise.at(lanes(0), lanes(1), octaves: octaves, seed: seed)[0])]
    case .fractalNoise(_, let octaves):
      return [Double(FractalNoise.at(lanes(0), lanes(1), lanes(2), octaves: octaves, period: period, seed: seed)[0])]
    case .hash(let channel):
      return [
        Double(
          PointHash.unit(lanes(0), lanes(1), lanes(2), seed: FieldOperation.seed(seed, channel: channel))[0])
      ]
    case .cells(let moves):
      let points = CellNoise.Points(jitter: lanes(2), turns: moves ? lanes(3) : nil, seed: seed)
      let nearest = CellNoise.nearest(lanes(0), lanes(1), points)
      return [Double(nearest.distance[0]), Double(nearest.identity[0])]
    case .cellBorders(let moves):
      let points = CellNoise.Points(jitter: lanes(2), turns: moves ? lanes(3) : nil, seed: seed)
      return [Double(CellNoise.border(lanes(0), lanes(1), points)[0])]
    default: preconditionFailure("This operation of a field is no noise.")
    }
  }
}

extension FieldOperation {
  /// The seed of a channel of `hash`.
  package static func seed(_ seed: UInt32, channel: Int) -> UInt32 { seed &+ UInt32(channel) &* 0x6c07_8965 }

  /// The whole number of cells after which a noise repeats; 0 for never.
  package static func period(_ value: Float) -> Int32 {
    value >= 1 ? Int32(min(value, Float(maximumPeriod)).rounded(.toNearestOrAwayFromZero)) : 0
  }
  package static let maximumPeriod = 1_000_000

  /// Value noise, 0...1. Coordinates beyond `dimensions` are not read; the period is that of the last one.
  @inline(__always)
  package static func valueNoise(
    _ x: Float8, _ y: Float8, _ z: Float8, dimensions: Int, period: Int32, seed: UInt32
  ) -> Float8 {
    switch dimensions {
    case 1: 0.5 + 0.5 * ValueNoise.at(x, seed: seed, period: period)
    case 2: 0.5 + 0.5 * ValueNoise.at(x, y, seed: seed, periodY: period)
    default: 0.5 + 0.5 * ValueNoise.at(x, y, z, seed: seed, periodZ: period)
    }
  }

  /// Gradient noise, −1...1, as `valueNoise`.
  @inline(__always)
  package static func gradientNoise(
    _ x: Float8, _ y: Float8, _ z: Float8, dimensions: Int, period: Int32, seed: UInt32
  ) -> Float8 {
    dimensions == 2
      ? GradientNoise.at(x, y, seed: seed, periodY: period).value
      : GradientNoise.at(x, y, z, seed: seed, periodZ: period).value
  }
}
