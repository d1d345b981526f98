import Colorimetry
import JSON
import Model

// The functions and names that the formulas of a field or a displacement share, and the functions that all formulas of a preset share.

extension PresetDecoder {
  /// The most names that a field or a displacement may define, and the most functions, as of the preset itself.
  private static let maximumNames = 64

  /// Reads the preset's functions into the scope.
  ///
  /// - Parameter signals: the preset's signals, which bodies may read.
  func readFunctions(_ node: JSONNode, before signals: JSONNode?) {
    let formulaScope = FormulaScope(scope, colorSpace: .linear)
    let names = signals?.members?.map(\.key) ?? []
    define(functions: definitions(node, "functions"), seeing: names, in: formulaScope)
    scope.functions = formulaScope.functions
  }

  /// Defines the functions and names of an object's keys `functions` and `let`.
  func define(_ functions: JSONNode?, _ names: JSONNode?, in formulaScope: FormulaScope) {
    if let functions {
      inside(key: "functions") {
        let seenNames = names?.members?.map(\.key) ?? []
        define(functions: definitions(functions, "functions"), seeing: seenNames, in: formulaScope)
      }
    }
    if let names { inside(key: "let") { define(names: definitions(names, "names"), in: formulaScope) } }
  }

  /// The members of an object that defines names or functions; none after reporting that there are too many.
  private func definitions(_ node: JSONNode, _ subject: String) -> [JSONNode.Member] {
    guard let members = node.members else {
      report("should be an object of \(subject) with formulas, not \(node.messageText)", at: node)
      return []
    }
    guard members.count <= Self.maximumNames else {
      report("\(grouped(members.count)) \(subject); at most \(Self.maximumNames) are allowed", at: node)
      return []
    }
    return members
  }

  /// Defines functions, whose bodies may read `names`.
  private func define(
    functions members: [JSONNode.Member], seeing names: [String], in formulaScope: FormulaScope
  ) {
    let formulas = members.map { member in
      (signature: member.key, formula: inside(key: member.key) { formulaText(member.node) })
    }
    formulaScope.define(functions: formulas, seeing: names) { index, part, failure in
      let member = members[index]
      inside(key: member.key) {
        switch part {
        case .signature:
          report(failure.message, at: sources.origin(ofByte: failure.offset, inStringAt: member.keyOrigin))
        case .formula:
          report(failure.message, in: member.node.string ?? "", of: member.node, byte: failure.offset + 1)
        }
      }
    }
  }

  /// Defines the names of an object's key `let`.
  private func define(names members: [JSONNode.Member], in formulaScope: FormulaScope) {
    for member in members {
      inside(key: member.key) {
        // Even a name with a problem is defined below, so that it is not unknown in the formulas that use it.
        if let message = formulaScope.problem(ofName: member.key) { report(message, at: member.keyOrigin) }
        if let text = member.node.string {
          if text.utf8.first != UInt8(ascii: "="), let color = LinearColor(css: text), color.alpha == 1 {
            return formulaScope.define(member.key, as: formulaScope.vector(color))
          }
          return formulaScope.define(member.key, as: compileFieldFormula(member.node, in: formulaScope))
        }
        guard let number = animatedNumber(member.node, NumberSchema(.none)) else {
          return formulaScope.define(member.key, as: FormulaVector.unknown)
        }
        formulaScope.define(member.key, as: number)
      }
    }
  }
}
