import JSON
import JavaScript
import Presets

/// Makes values of a script into nodes like those of JSON, and gathers what was no constant.
struct ScriptTree {
  let script: Script
  /// Lines of the report, one for each expression that is no constant.
  private(set) var lines: [ImportReport.Line] = []
  /// The first tokens of the expressions that have a line.
  private var noted: Set<Int> = []

  init(_ script: Script) { self.script = script }

  /// The node of a value; nil for one that is left out.
  ///
  /// - Parameter isRepeated: whether the value is one of many that a timer or a loop gives.
  mutating func node(of value: ScriptValue, path: String, isRepeated: Bool) -> JSONNode? {
    let origin = JSONNode.Position(source: 0, offset: script.offset(value.tokens.lowerBound))
    if value.isUnknown {
      note(value, path, "\(reason(of: value)); left out, so that the library's default counts")
      return nil
    }
    let node: JSONNode
    switch value.kind {
    case .undefined, .outside, .unknown: return nil
    case .null: node = JSONNode(.null, at: origin)
    case .flag(let flag): node = JSONNode(.bool(flag), at: origin)
    case .number(let number), .moment(let number):
      guard number.isFinite else {
        note(value, path, "it is no finite number; left out")
        return nil
      }
      node = JSONNode(.number(number, text: ScriptValue.decimal(number)), at: origin)
    case .text(let text): node = JSONNode(.string(text), at: origin)
    case .list(let elements):
      let nodes = elements.enumerated().compactMap { index, element in
        self.node(of: element, path: "\(path)[\(index)]", isRepeated: isRepeated)
      }
      return JSONNode(.array(nodes), at: origin)
    case .object(let members):
      let nodes = members.compactMap { member -> JSONNode.Member? in
        let inner = self.node(
          of: member.value, path: path.isEmpty ? member.key : "\(path).\(member.key)", isRepeated: isRepeated)
        return inner.map { JSONNode.Member(key: member.key, keyOrigin: $0.origin, node: $0) }
      }
      return JSONNode(.object(nodes), at: origin)
    case .function:
      note(value, path, "a function, which is not run; left out")
      return nil
    }
    if value.doubt != nil {
      let standIn = isRepeated ? "each repetition has a value of its own" : "\(shown(node)) stands for it"
      note(value, path, "\(reason(of: value)); \(standIn)")
    }
    return node
  }

  private func reason(of value: ScriptValue) -> String {
    let expression = "`\(script.excerpt(value.tokens))`"
    guard let doubt = value.doubt else { return "\(expression) is no constant" }
    if doubt.hasPrefix(expression) { return doubt }
    return doubt.hasPrefix("`") ? "\(expression) is no constant (\(doubt))" : "\(expression) is no constant: \(doubt)"
  }

  private func shown(_ node: JSONNode) -> String {
    switch node.value {
    case .number(let number, _): Written.decimal(number)
    case .string(let text): JSONWriter.quoted(String(text.prefix(40)))
    case .bool(let flag): flag ? "true" : "false"
    default: "a value"
    }
  }

  private mutating func note(_ value: ScriptValue, _ path: String, _ reason: String) {
    guard noted.insert(value.tokens.lowerBound).inserted else { return }
    lines.append(
      ImportReport.Line(key: path, kind: .noConstant, reason: "line \(script.line(value.tokens.lowerBound)): \(reason)")
    )
  }
}
