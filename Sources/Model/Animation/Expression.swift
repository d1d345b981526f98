import Lanes

/// A compiled formula of the preset language: a program for a small stack machine, so that evaluating it neither
/// recurses nor allocates and comparing two of them compares their text's meaning.
///
/// The parser in `Presets` folds constants while it emits, hence a formula without a clock is one `.constant`.
/// Rules: x/0, roots and logarithms of negatives are 0; a result that is not finite is 0.
public struct Expression: Sendable, Equatable {
  /// In postfix order; `Expression.Builder` keeps it well formed.
  package let program: [Instruction]
  /// Mixed into `random` and `noise`, so that two seeds give two pictures.
  package let seed: UInt64

  package enum Instruction: Sendable, Equatable {
    case constant(Double)
    /// `t`: seconds of the layer's own time.
    case localTime
    /// `T`: seconds of the canvas's time.
    case canvasTime
    /// Takes as many values from the stack as the function has arguments and puts its result there.
    case call(Function)
  }

  /// Values that can lie on the stack at once, and instructions of one formula.
  package static let deepestStack = 64
  package static let longestProgram = 2_000

  /// The value if no clock is read.
  package var constant: Double? {
    if program.count == 1, case .constant(let value) = program[0] { return value }
    return nil
  }

  package func value(at clock: AnimationClock) -> Double {
    if let constant { return constant }
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: Expression.deepestStack) { stack in
      var top = 0
      for instruction in program {
        switch instruction {
        case .constant(let value):
          stack.initializeElement(at: top, to: value)
          top += 1
        case .localTime:
          stack.initializeElement(at: top, to: clock.local)
          top += 1
        case .canvasTime:
          stack.initializeElement(at: top, to: clock.canvas)
          top += 1
        case .call(let function):
          top -= function.argumentCount
          let a = stack[top]
          let b = function.argumentCount > 1 ? stack[top + 1] : 0
          let c = function.argumentCount > 2 ? stack[top + 2] : 0
          stack.initializeElement(at: top, to: function.value(a, b, c, seed: seed))
          top += 1
        }
      }
      return top > 0 ? stack[top - 1] : 0
    }
  }

  /// Emits a program in postfix order, folding what is constant.
  package struct Builder {
    package private(set) var program: [Instruction] = []
    package private(set) var height = 0
    package private(set) var tallest = 0
    package let seed: UInt64

    package init(seed: UInt64) { self.seed = seed }

    /// Whether the program still fits into the machine.
    package var fits: Bool { tallest <= Expression.deepestStack && program.count <= Expression.longestProgram }

    package mutating func push(_ instruction: Instruction) {
      if case .call(let function) = instruction { return call(function) }
      program.append(instruction)
      height += 1
      tallest = max(tallest, height)
    }

    private mutating func call(_ function: Function) {
      let count = function.argumentCount
      precondition(height >= count, "A function of an expression needs its arguments on the stack.")
      height -= count - 1
      let arguments = program.suffix(count).compactMap { instruction -> Double? in
        if case .constant(let value) = instruction { return value }
        return nil
      }
      // In postfix order the last `count` instructions are the arguments themselves if all of them are constants.
      guard arguments.count == count else {
        program.append(.call(function))
        return
      }
      program.removeLast(count)
      let value = function.value(
        arguments[0], count > 1 ? arguments[1] : 0, count > 2 ? arguments[2] : 0, seed: seed)
      program.append(.constant(value))
    }

    /// The finished formula; nil unless exactly one value is left and the machine can run it.
    package func finished() -> Expression? {
      guard height == 1, fits else { return nil }
      return Expression(program: program, seed: seed)
    }
  }
}
