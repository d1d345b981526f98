import JSON
import Model

extension PresetDecoder {
  /// Reads the preset's signals into the scope, one after the other, so that each may read those before it.
  func readSignals(_ node: JSONNode) {
    guard let members = node.members else {
      report("should be an object of names and numbers that may be animated, not \(node.messageText)", at: node)
      return
    }
    for member in members {
      inside(key: member.key) {
        if let problem = problem(ofSignalName: member.key) { return report(problem, at: member.keyOrigin) }
        guard let number = animatedNumber(member.node, NumberSchema(.none)) else { return }
        scope.signals.append(Scope.Signal(name: member.key, number: number))
      }
    }
  }

  private func problem(ofSignalName name: String) -> String? {
    if !Scope.isName(name) { return Scope.nameRule }
    if scope.knob(named: name) != nil { return "\(name) is a knob: another name is needed" }
    if let function = scope.functions.first(where: { $0.parameters.contains(name) }) {
      return "\(name) is a parameter of \(function.usage): another name is needed"
    }
    return scope.signal(named: name) == nil ? nil : "written twice"
  }
}
