import JSON
import Model

extension FormulaScope {
  /// The function of one's own that a name means, and its index; nil if there is none, or if it is defined later. One of the field comes
  /// before one of the preset.
  func function(named name: String) -> (index: Int, function: DefinedFunction)? {
    functions.prefix(frame.functionCount).lastIndex { $0.name == name }.map { ($0, functions[$0]) }
  }

  /// Where a mistake in the definition of a function is.
  enum PartOfFunction {
    /// The name with the parameters; offsets count from its first byte.
    case signature
    /// The body; offsets count from the byte after its equals sign.
    case formula
  }

  /// Defines the functions of the preset, or those of a field, before its names.
  ///
  /// - Parameters:
  ///   - members: the signature of each function with its formula, which is nil after a mistake that has been reported.
  ///   - names: all names that are defined after the functions: those of the field, or the preset's signals. Bodies may read them; a call
  ///     can use those that are defined before it.
  ///   - report: is called with the number of a function and a mistake in its definition.
  func define(
    functions members: [(signature: String, formula: String?)], seeing names: [String],
    report: (_ index: Int, _ part: PartOfFunction, _ failure: SyntaxFailure) -> Void
  ) {
    let read = members.enumerated().map { index, member in
      DefinedFunction(member.signature, member.formula) { report(index, .signature, $0) }
    }
    let outer = functions.count
    for (index, function) in read.enumerated() {
      var isSound = function.isSound
      func note(_ part: PartOfFunction, _ failure: SyntaxFailure) {
        report(index, part, failure)
        isSound = false
      }
      for message in function.parameters.compactMap(problem(ofLocalName:)) {
        note(.signature, SyntaxFailure(offset: 0, message: message))
      }
      if isSound, functions[outer...].contains(where: { $0.name == function.name }) {
        note(.signature, SyntaxFailure(offset: 0, message: "\(function.name) is written twice"))
      }
      if isSound {
        for failure in failures(inBodyOf: function, seeing: names, before: read[(index + 1)...].map(\.name)) {
          note(.formula, failure)
        }
      }
      var function = function
      function.isSound = isSound
      functions.append(function)
      frame.functionCount = functions.count
    }
  }

  /// What is wrong with a body for any arguments. What depends on their kinds is found when the function is called.
  private func failures(
    inBodyOf function: DefinedFunction, seeing names: [String], before laterNames: [String]
  ) -> [SyntaxFailure] {
    // The trial has a builder of its own, so that it leaves nothing in the program. With unknown values no call is evaluated.
    let trial = FormulaScope(presetScope, colorSpace: colorSpace)
    for name in definitions.map(\.name) + names { trial.define(name, as: .unknown) }
    trial.functions = functions
    trial.frame = Frame(
      locals: locals(of: function, Array(repeating: .unknown, count: function.parameters.count)),
      functionCount: functions.count)
    trial.notYetDefined = (function.name, laterNames)
    do throws(FormulaParser.Failures) {
      _ = try FormulaParser.compile(String(function.formula.dropFirst()), in: trial)
      return []
    } catch {
      return error.list
    }
  }

  /// What the body of the function with an index sees when it is called with some arguments: the functions before it, and, if it is not one
  /// of the preset, the names of the field.
  func frame(ofFunction index: Int, _ arguments: [FormulaVector]) -> Frame {
    Frame(
      locals: locals(of: functions[index], arguments), functionCount: index,
      readsNamesOfField: index >= presetScope.functions.count)
  }

  private func locals(of function: DefinedFunction, _ arguments: [FormulaVector]) -> [LocalName] {
    zip(function.parameters, arguments).map { name, value in
      LocalName(name: name, content: .value(value), role: "a parameter of \(function.name)")
    }
  }

  /// Why a function that is not defined yet cannot be called; nil if none of that name follows.
  func messageOfLaterFunction(_ name: String) -> String? {
    guard let (current, laterNames) = notYetDefined else { return nil }
    let rule = "a function may call only those before it"
    if name == current { return "\(name) calls itself: \(rule)" }
    return laterNames.contains(name) ? "\(name) is defined after \(current): \(rule)" : nil
  }
}
