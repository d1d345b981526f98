import Colorimetry
import Lanes

/// The numbers that a field's formula reads at one place and time.
package struct FieldInputs: Sendable {
  package var localSeconds = 0.0
  package var canvasSeconds = 0.0
  /// The share, 0 ..< 1, of the current loop that has passed; if nothing loops, of the canvas's duration.
  package var loop = 0.0
  package var durationSeconds = 0.0
  /// Size of the canvas in points.
  package var width = 0.0
  package var height = 0.0
  /// Side of a pixel in points.
  package var pixel = 1.0
  /// The position on the canvas, in points.
  package var x = 0.0
  package var y = 0.0
  /// The field's animated numbers, as they are at that time.
  package var values: [Double] = []
  package var seed: UInt32 = 0

  /// The inputs at a time. The position and the seed are 0; the caller sets them.
  ///
  /// - Parameter loopSeconds: length of the loop on the layer's clock; nil if nothing loops.
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
  /// The program's values at one position, computed in Double, except noise, which is computed as for pixels.
  ///
  /// - Parameters:
  ///   - rate: how often the values that are needed change; those that change more often stay 0. With `.frame` only values that
  ///     are the same for all pixels are computed.
  ///   - ramp: the straight colour of the field's ramp at a location 0...1, in the field's colour space.
  package func values(
    _ inputs: FieldInputs, through rate: FieldRate = .pixel, ramp: (Double) -> SIMD4<Double>
  ) -> [Double] {
    [Double](unsafeUninitializedCapacity: valueCount) { values, count in
      values.initialize(repeating: 0)
      count = valueCount
      for node in nodes where node.rate <= rate {
        var operands = FieldOperands()
        for index in node.operands { operands.append(values[index]) }
        let results: SIMD4<Double>
        switch node.operation {
        case .constant(let value): results = SIMD4(value, 0, 0, 0)
        case .input(let input): results = SIMD4(inputs.value(input), 0, 0, 0)
        case .ramp: results = ramp(operands[0])
        default:
          results =
            node.operation.isPure
            ? node.operation.pureValues(operands) : node.operation.noiseValues(operands, seed: inputs.seed)
        }
        // A node's operands and results are indices into the program's values.
        for (offset, index) in node.values.enumerated() {
          values[index] = results[offset].isFinite ? results[offset] : 0
        }
      }
    }
  }
}

/// The operands of an operation, at most eight, stored without an allocation.
struct FieldOperands {
  private var numbers = SIMD8<Double>()
  private(set) var count = 0

  init() {}
  init(_ numbers: [Double]) { for number in numbers { append(number) } }

  mutating func append(_ number: Double) {
    numbers[count] = number
    count += 1
  }

  /// An operand by its index; 0 if there is none.
  subscript(index: Int) -> Double { numbers[index] }
  /// The last operand; 0 if there is none.
  var last: Double { count > 0 ? numbers[count - 1] : 0 }
}

extension FieldOperation {
  /// The results of an operation that follow from its operands alone (`isPure`), padded with zeros.
  func pureValues(_ operands: FieldOperands) -> SIMD4<Double> {
    switch self {
    case .function(let function):
      return SIMD4(function.value(operands[0], operands[1], operands[2], seed: 0), 0, 0, 0)
    case .sineAndCosine: return SIMD4(Lanes.sin(operands[0]), Lanes.cos(operands[0]), 0, 0)
    case .multiplyAdd: return SIMD4(operands[0] * operands[1] + operands[2], 0, 0, 0)
    case .decodeSRGB: return SIMD4(TransferFunction.srgb.decode(min(max(operands[0], 0), 1)), 0, 0, 0)
    case .encodeSRGB: return SIMD4(TransferFunction.srgb.encode(min(max(operands[0], 0), 1)), 0, 0, 0)
    default: preconditionFailure("The results of this field operation do not follow from its operands alone.")
    }
  }

  /// The results of a noise, padded with zeros. The same code computes noise for pixels, so that a value does not depend on its
  /// rate.
  fileprivate func noiseValues(_ operands: FieldOperands, seed: UInt32) -> SIMD4<Double> {
    func lanes(_ index: Int) -> Float8 { Float8(repeating: Float(operands[index])) }
    func first(_ lanes: Float8) -> SIMD4<Double> { SIMD4(Double(lanes[0]), 0, 0, 0) }
    let period = FieldOperation.period(Float(operands.last))
    switch self {
    case .valueNoise(let dimensions):
      let y = dimensions > 1 ? lanes(1) : Float8()
      let z = dimensions > 2 ? lanes(2) : Float8()
      return first(FieldOperation.valueNoise(lanes(0), y, z, dimensions: dimensions, period: period, seed: seed))
    case .gradientNoise(let dimensions):
      let z = dimensions > 2 ? lanes(2) : Float8()
      return first(
        FieldOperation.gradientNoise(lanes(0), lanes(1), z, dimensions: dimensions, period: period, seed: seed))
    case .fractalNoise(2, let octaves):
      return first(FractalNoise.at(lanes(0), lanes(1), octaves: octaves, seed: seed))
    case .fractalNoise(_, let octaves):
      return first(FractalNoise.at(lanes(0), lanes(1), lanes(2), octaves: octaves, period: period, seed: seed))
    case .hash(let channel):
      return first(PointHash.uniform(lanes(0), lanes(1), lanes(2), seed: FieldOperation.seed(seed, channel: channel)))
    case .cells(let moves):
      let points = CellNoise.Points(jitter: lanes(2), orbitTurns: moves ? lanes(3) : nil, seed: seed)
      let nearest = CellNoise.nearest(lanes(0), lanes(1), points)
      return SIMD4(Double(nearest.distance[0]), Double(nearest.identity[0]), 0, 0)
    case .cellBorders(let moves):
      let points = CellNoise.Points(jitter: lanes(2), orbitTurns: moves ? lanes(3) : nil, seed: seed)
      return first(CellNoise.borderDistance(lanes(0), lanes(1), points))
    default: preconditionFailure("This operation of a field is no noise.")
    }
  }
}

extension FieldOperation {
  /// The seed of a channel of `hash`. The factor is that of the Mersenne Twister's initialization.
  package static func seed(_ seed: UInt32, channel: Int) -> UInt32 { seed &+ UInt32(channel) &* 0x6c07_8965 }

  /// The whole number of cells after which a noise repeats, from an operand; 0 for never.
  package static func period(_ value: Float) -> Int32 {
    value >= 1 ? Int32(min(value, Float(maximumPeriod)).rounded(.toNearestOrAwayFromZero)) : 0
  }
  /// The greatest period of a noise, in cells.
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

  /// Gradient noise, −1...1, with the parameters of `valueNoise`.
  @inline(__always)
  package static func gradientNoise(
    _ x: Float8, _ y: Float8, _ z: Float8, dimensions: Int, period: Int32, seed: UInt32
  ) -> Float8 {
    dimensions == 2
      ? GradientNoise.at(x, y, seed: seed, periodY: period).value
      : GradientNoise.at(x, y, z, seed: seed, periodZ: period).value
  }
}
