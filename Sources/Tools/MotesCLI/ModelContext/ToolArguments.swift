import Colorimetry
import JSON

/// An argument that a tool takes: its row gives the schema, and checks what a client sends.
struct ToolParameter: Sendable {
  enum Kind: Sendable {
    case text
    case flag
    case number
    case wholeNumber
    /// An object of names and values of any kind.
    case values
  }

  let name: String
  let kind: Kind
  let about: String
  var isRequired = false

  var schema: JSONValue {
    let type: JSONValue =
      switch kind {
      case .text: "string"
      case .flag: "boolean"
      case .number: "number"
      case .wholeNumber: "integer"
      case .values: "object"
      }
    return ["type": type, "description": JSONValue(about)]
  }

  /// What a value should be, in a sentence.
  private var expectation: String {
    switch kind {
    case .text: "a text"
    case .flag: "true or false"
    case .number: "a number"
    case .wholeNumber: "a whole number"
    case .values: "an object of names and values"
    }
  }

  fileprivate func check(_ node: JSONNode) throws {
    switch (kind, node.value) {
    case (.text, .string), (.flag, .bool), (.number, .number), (.values, .object): return
    case (.wholeNumber, .number(_, let text)) where text.allSatisfy(\.isWholeNumber): return
    default: throw UsageError("\(name) should be \(expectation), not \(node.messageText).")
    }
  }
}

/// The arguments of a call, each of the kind that its parameter has.
struct ToolArguments {
  private var values: [String: JSONNode] = [:]

  /// - Parameter given: an object; nil for no arguments.
  /// - Throws: `UsageError` for an argument that the tool does not have, one of another kind, or a missing one.
  init(_ given: JSONNode?, of tool: ContextTool) throws {
    let names = tool.parameters.map(\.name)
    for member in given?.members ?? [] {
      guard let parameter = tool.parameters.first(where: { $0.name == member.key }) else {
        let hint = Spelling.hint(member.key, among: names)
        let known = names.isEmpty ? " It has none." : " There are \(listed(names, conjunction: "and"))."
        throw UsageError("\(tool.name) has no argument \(quoted(member.key)).\(hint.isEmpty ? known : hint)")
      }
      // Clients may send null for an argument that is left out.
      if case .null = member.node.value { continue }
      try parameter.check(member.node)
      values[member.key] = member.node
    }
    for parameter in tool.parameters where parameter.isRequired && values[parameter.name] == nil {
      throw UsageError("\(tool.name) needs the argument \(parameter.name): \(parameter.about)")
    }
  }

  func text(_ name: String) -> String? { values[name]?.string }

  /// Whether a flag is set; nil if it is not given.
  func flag(_ name: String) -> Bool? {
    if case .bool(let flag) = values[name]?.value { return flag }
    return nil
  }

  /// A number as it was written.
  func number(_ name: String) -> String? {
    if case .number(_, let text) = values[name]?.value { return text }
    return nil
  }

  /// The names and values of an object, in their order.
  func members(_ name: String) -> [JSONNode.Member] { values[name]?.members ?? [] }
}
