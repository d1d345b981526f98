import Lanes

/// A compiled formula of the preset language: a program for a stack machine, evaluated without recursion or allocation.
///
/// Constants are folded, so that a formula that reads no time is one `.constant`. Division by 0, roots and logarithms of negative
/// numbers, and all results that would not be finite give 0.
public struct Expression: Sendable, Equatable {
  /// Instructions in postfix order. `Builder` makes sure that each finds its arguments on the stack.
  package let program: [Instruction]
  /// The seed of `random` and `noise`.
  package let seed: UInt64

  /// A step of a program. Every instruction pushes one value onto the stack.
  package enum Instruction: Sendable, Equatable {
    case constant(Double)
    /// `t`: local seconds.
    case localTime
    /// `T`: canvas seconds.
    case canvasTime
    /// Pops the function's arguments from the stack and pushes its result.
    case call(Function)
  }

  /// The most values that lie on the stack at once.
  package static let maximumStackDepth = 64
  /// The most instructions of one formula.
  package static let maximumProgramLength = 2_000

  /// The value of a formula that reads no time; nil for other formulas.
  package var constant: Double? {
    if program.count == 1, case .constant(let value) = program[0] { return value }
    return nil
  }

  package func value(at clock: AnimationClock) -> Double {
    if let constant { return constant }
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: Expression.maximumStackDepth) { stack in
      /// The number of values on the stack, which is the index of the next free element.
      var depth = 0
      for instruction in program {
        switch instruction {
        case .constant(let value):
          stack.initializeElement(at: depth, to: value)
          depth += 1
        case .localTime:
          stack.initializeElement(at: depth, to: clock.local)
          depth += 1
        case .canvasTime:
          stack.initializeElement(at: depth, to: clock.canvas)
          depth += 1
        case .call(let function):
          depth -= function.argumentCount
          let a = stack[depth]
          let b = function.argumentCount > 1 ? stack[depth + 1] : 0
          let c = function.argumentCount > 2 ? stack[depth + 2] : 0
          stack.initializeElement(at: depth, to: function.value(a, b, c, seed: seed))
          depth += 1
        }
      }
      return depth > 0 ? stack[depth - 1] : 0
    }
  }

  /// Whether the program calls `random`, `noise` or `noise2`.
  var readsRandomNumbers: Bool {
    program.contains { instruction in
      switch instruction {
      case .call(.random), .call(.noise), .call(.noise2): true
      default: false
      }
    }
  }

  /// Builds a program in postfix order and folds constants.
  package struct Builder {
    package private(set) var program: [Instruction] = []
    /// The number of values on the stack after the program so far.
    package private(set) var stackDepth = 0
    /// The most values on the stack anywhere in the program so far.
    package private(set) var peakStackDepth = 0
    package let seed: UInt64

    package init(seed: UInt64) { self.seed = seed }

    /// Whether the program is within the limits.
    package var isWithinLimits: Bool {
      peakStackDepth <= Expression.maximumStackDepth && program.count <= Expression.maximumProgramLength
    }

    /// Appends an instruction; a call whose arguments are constants becomes one constant.
    package mutating func push(_ instruction: Instruction) {
      if case .call(let function) = instruction { return call(function) }
      program.append(instruction)
      stackDepth += 1
      peakStackDepth = max(peakStackDepth, stackDepth)
    }

    private mutating func call(_ function: Function) {
      let argumentCount = function.argumentCount
      precondition(stackDepth >= argumentCount, "A function of an expression needs its arguments on the stack.")
      // The arguments leave the stack, the result comes onto it.
      stackDepth -= argumentCount - 1
      let arguments = program.suffix(argumentCount).compactMap { instruction -> Double? in
        if case .constant(let value) = instruction { return value }
        return nil
      }
      // If the last `argumentCount` instructions are all constants, they are the arguments.
      guard arguments.count == argumentCount else {
        program.append(.call(function))
        return
      }
      program.removeLast(argumentCount)
      let value = function.value(
        arguments[0], argumentCount > 1 ? arguments[1] : 0, argumentCount > 2 ? arguments[2] : 0, seed: seed)
      program.append(.constant(value))
    }

    /// The finished formula; nil if more or less than one value is left on the stack, or the program exceeds the limits.
    package func finished() -> Expression? {
      guard stackDepth == 1, isWithinLimits else { return nil }
      return Expression(program: program, seed: seed)
    }
  }
}
