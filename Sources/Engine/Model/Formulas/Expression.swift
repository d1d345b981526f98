/// A compiled formula of a number: a program whose values are computed once for each time, in Double. Nothing is allocated if at most
/// 128 values, the signals that it reads among them, are needed at once.
///
/// Constants are folded, so that a formula that reads no time is one constant. Division by 0, roots and logarithms of negative
/// numbers, and all results that would not be finite give 0.
public struct Expression: Sendable, Equatable {
  /// The program, whose only output is the formula's value. Its values share places.
  package let program: FormulaProgram
  /// Animated numbers of the preset that the formula reads (signals). They follow the canvas's time, whatever the clock of the layer that
  /// has the formula. The program's input `.value(i)` is the i-th of them.
  private let signals: [AnimatedNumber]
  /// The seed of the formula's random numbers.
  private let seed: UInt64
  /// The value of a formula that reads no time; nil for other formulas.
  package let constant: Double?
  /// How many instructions run when the value is read, those of the signals that it reads included.
  package let instructionCount: Int

  /// The formula of a value that a builder of formulas of numbers has built; nil if the program is too large.
  package init?(_ value: FormulaValue, signals: [AnimatedNumber] = []) {
    let builder = value.builder
    guard !builder.isTooLarge, case .number(let seed) = builder.target else { return nil }
    program = builder.program([value]).sharingPlaces()
    self.signals = signals
    self.seed = seed
    constant = value.constant
    instructionCount = signals.reduce(program.nodes.count) { sum, signal in
      // A signal that reads others twice or more, which do so too, is a number that no limit allows.
      Int(min(Double(sum) + signal.source.instructionCount, 1e9))
    }
  }

  package func value(at clock: AnimationClock) -> Double {
    if let constant { return constant }
    let inputs = FormulaInputs(clock, seed: seed)
    // The signals' values lie behind the program's: particles read such formulas, and a list would be made for each.
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: program.valueCount + signals.count) { memory in
      let canvasClock = AnimationClock(clock.canvas)
      for index in signals.indices {
        memory.initializeElement(at: program.valueCount + index, to: signals[index].value(at: canvasClock))
      }
      program.compute(
        inputs, given: signals.isEmpty ? nil : UnsafePointer(memory.baseAddress.unsafelyUnwrapped) + program.valueCount,
        into: memory)
      return memory[program.outputs[0]]
    }
  }

  /// The formula that has the value of a signal.
  package static func reading(_ signal: AnimatedNumber) -> Expression? {
    let builder = FormulaBuilder(for: .number(seed: 0))
    return Expression(builder.input(.value(0)), signals: [signal])
  }

  /// Whether the formula calls `random` or `noise`.
  var readsRandomNumbers: Bool {
    signals.contains(where: \.source.isRandom)
      || program.nodes.contains { node in
        switch node.source {
        case .operation(.exactNoise), .operation(.exactNoise2D), .operation(.exactRandom): true
        default: false
        }
      }
  }

  /// How many rows a second the curves of sounds have that the formula's signals follow; nil if they follow none.
  var soundRowsPerSecond: Int? { signals.compactMap(\.source.soundRowsPerSecond).max() }

  /// Whether the formula reads the time of the canvas.
  var readsCanvasTime: Bool {
    !signals.isEmpty || program.nodes.contains { $0.source == .input(.canvasTime) }
  }
}

// MARK: Ranges

extension Expression {
  /// Number of pieces that the times are cut into, 4 to 64: fewer for a long program, so that pieces × instructions stay near
  /// `evaluationBudget`.
  private var pieceCount: Int { max(4, min(64, Expression.evaluationBudget / instructionCount)) }
  /// Instructions that one call of `valueRange` may run, unless even four pieces need more.
  private static let evaluationBudget = 8_192

  /// A range that contains the formula's values at all local and canvas seconds within the given ranges. A short range of time
  /// gives a narrow interval of values, so the times are cut into pieces, and the intervals of all pieces are joined.
  ///
  /// Both ranges are passed through at the same time: the n-th piece of local time belongs to the n-th piece of canvas time.
  ///
  /// - Parameter pieces: number of pieces that the times are cut into; nil for `pieceCount`.
  package func valueRange(local: ClosedRange<Double>, canvas: ClosedRange<Double>, pieces: Int? = nil) -> ClosedRange<
    Double
  > {
    if let constant { return constant...constant }
    let pieces = pieces ?? pieceCount
    return withUnsafeTemporaryAllocation(of: Interval.self, capacity: program.valueCount) { values in
      var result: Interval?
      for piece in 0..<pieces {
        func subrange(_ range: ClosedRange<Double>) -> Interval {
          let step = (range.upperBound - range.lowerBound) / Double(pieces)
          let low = range.lowerBound + step * Double(piece)
          return Interval(low, piece == pieces - 1 ? range.upperBound : low + step)
        }
        let canvasRange = subrange(canvas)
        let signals = signals.map { signal in
          let range = canvasRange.low...canvasRange.high
          // The times are cut already: signals that read signals would cut them again and again.
          let values = signal.valueRange(during: ClockRange(local: range, canvas: range), pieces: 1)
          return Interval(values.lowerBound, values.upperBound)
        }
        program.computeRanges(
          local: subrange(local), canvas: canvasRange, signals: signals, seed: seed, into: values)
        let range = values[program.outputs[0]]
        result = result?.hull(range) ?? range
      }
      let hull = result ?? .everything
      return hull.low...hull.high
    }
  }
}

extension FormulaProgram {
  /// Runs the program on intervals. Each result contains the value at all times within `local` and `canvas`.
  ///
  /// - Parameter values: memory for `valueCount` intervals.
  fileprivate func computeRanges(
    local: Interval, canvas: Interval, signals: [Interval], seed: UInt64,
    into values: UnsafeMutableBufferPointer<Interval>
  ) {
    for node in nodes {
      let result: Interval
      switch node.source {
      case .constant(let value): result = Interval(value, value)
      case .input(.localTime): result = local
      case .input(.canvasTime): result = canvas
      case .input(.value(let index)): result = signals[index]
      case .operation(let operation):
        let (a, b, c) = (
          values[Int(node.operands.x)], values[Int(node.operands.y)], values[Int(node.operands.z)]
        )
        result = operation.interval(of: a, b, c, seed: seed)
        if case .sineAndCosine = operation {
          values.initializeElement(at: node.firstValue + 1, to: FormulaOperation.cosine(of: a))
        }
      case .input, .noise, .ramp, .coarse, .interpolated:
        preconditionFailure("A formula of a number reads nothing that belongs to pixels.")
      }
      values.initializeElement(at: node.firstValue, to: result)
    }
  }
}
