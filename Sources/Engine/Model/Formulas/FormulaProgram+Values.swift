/// The numbers that a formula reads at one place and time.
package struct FormulaInputs: Sendable {
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
  /// The seed of random numbers and noises. Noises of pixels use its lower half.
  package var seed: UInt64 = 0

  /// The inputs of a formula of numbers.
  init(_ clock: AnimationClock, seed: UInt64) {
    localSeconds = clock.local
    canvasSeconds = clock.canvas
    self.seed = seed
  }

  /// The inputs of a formula for pixels at a time. The position and the seed are 0; the caller sets them.
  ///
  /// - Parameter loopSeconds: length of the loop on the layer's clock; nil if nothing loops.
  package init(_ canvas: Canvas, at clock: AnimationClock, loopSeconds: Double?, values: [AnimatedNumber]) {
    self.init(clock, seed: 0)
    durationSeconds = canvas.duration.double
    let period = loopSeconds ?? durationSeconds
    let cycles = period > 0 ? clock.local / period : 0
    loop = cycles - cycles.rounded(.down)
    width = canvas.widthPoints
    height = canvas.heightPoints
    pixel = 1 / canvas.pixelsPerPoint
    self.values = values.map { $0.value(at: clock) }
  }

  fileprivate func value(_ input: FormulaInput) -> Double {
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

extension FormulaProgram {
  /// Computes values at one position, in Double, except noise, which is computed as for pixels.
  ///
  /// - Parameters:
  ///   - rate: how often the values that are needed change. Those that change more often are not computed: with `.frame` only
  ///     values that are the same for all pixels are.
  ///   - given: the values that stand for `FormulaInputs.values`; nil for these.
  ///   - ramp: the straight colour of the field's ramp at a location 0...1, in the field's colour space.
  ///   - values: memory for `valueCount` numbers.
  func compute(
    _ inputs: FormulaInputs, through rate: FormulaRate = .pixel, given: UnsafePointer<Double>? = nil,
    ramp: (Double) -> SIMD4<Double> = { _ in .zero }, into values: UnsafeMutableBufferPointer<Double>
  ) {
    for node in nodes where node.rate <= rate {
      @inline(__always)
      func operand(_ index: Int) -> Double { values[Int(node.operands[index])] }
      switch node.source {
      case .constant(let value): values[node.firstValue] = value
      case .input(.value(let index)) where given != nil: values[node.firstValue] = given.unsafelyUnwrapped[index]
      case .input(let input): values[node.firstValue] = inputs.value(input)
      case .operation(.sineAndCosine):
        let results = FormulaOperation.sineAndCosine.values(operand(0), 0, 0, seed: 0)
        (values[node.firstValue], values[node.firstValue + 1]) = (results.x, results.y)
      case .operation(let operation):
        values[node.firstValue] = operation.value(operand(0), operand(1), operand(2), seed: inputs.seed)
      case .noise(let noise):
        let operands = SIMD4(operand(0), operand(1), operand(2), operand(3))
        let results = noise.values(operands, seed: UInt32(truncatingIfNeeded: inputs.seed))
        for (offset, index) in node.values.enumerated() {
          values[index] = results[offset].isFinite ? results[offset] : 0
        }
      case .coarse: values[node.firstValue] = operand(0)
      case .interpolated: preconditionFailure("Grids are of pixels, not of numbers.")
      case .ramp:
        let color = ramp(operand(0))
        for (offset, index) in node.values.enumerated() { values[index] = color[offset] }
      }
    }
  }

  /// The program's values at one position; see `compute`. Those that change more often than `rate` are 0.
  package func values(
    _ inputs: FormulaInputs, through rate: FormulaRate = .pixel, ramp: (Double) -> SIMD4<Double>
  ) -> [Double] {
    [Double](unsafeUninitializedCapacity: valueCount) { values, count in
      values.initialize(repeating: 0)
      count = valueCount
      compute(inputs, through: rate, ramp: ramp, into: values)
    }
  }
}
