import Foundation
import JSON

/// A tool that clients may call.
struct ContextTool: Sendable {
  let name: String
  let title: String
  let about: String
  let parameters: [ToolParameter]
  /// Whether the tool changes no file.
  var onlyReads = true
  /// The JSON Schema of the result's values; nil where it is text and pictures alone.
  var resultSchema: JSONValue?
  /// Does the work. What it throws is told to the client as text.
  let work: @Sendable (ToolArguments, ContextCall) throws -> ToolResult

  static let all = [teach, help, list, describe, check, frame, sheet, render]

  /// The tool as `tools/list` lists it.
  var description: JSONValue {
    var schema: [(String, JSONValue)] = [
      ("type", "object"), ("properties", JSONValue(members: parameters.map { ($0.name, $0.schema) })),
    ]
    let required = parameters.filter(\.isRequired)
    if !required.isEmpty { schema.append(("required", JSONValue(required.map { JSONValue($0.name) }))) }
    schema.append(("additionalProperties", false))
    var members: [(String, JSONValue)] = [
      ("name", JSONValue(name)), ("title", JSONValue(title)), ("description", JSONValue(about)),
      ("inputSchema", JSONValue(members: schema)),
    ]
    if let resultSchema { members.append(("outputSchema", resultSchema)) }
    // It replaces no file but its own, and reaches nothing but the working folder.
    members.append(
      (
        "annotations",
        ["readOnlyHint": JSONValue(onlyReads), "destructiveHint": false, "openWorldHint": false]
      ))
    return JSONValue(members: members)
  }
}

/// What a tool answers.
struct ToolResult {
  /// A part of the answer.
  enum Part {
    case text(String)
    /// The bytes of a PNG file.
    case png([UInt8])
  }

  var parts: [Part]
  /// What the text says, as values, for a tool with a `resultSchema`.
  var values: JSONValue?
  var isFailure = false

  static func text(_ text: String) -> ToolResult { ToolResult(parts: [.text(text)]) }
  static func failure(_ text: String) -> ToolResult { ToolResult(parts: [.text(text)], isFailure: true) }

  /// The result as `tools/call` answers it.
  var value: JSONValue {
    let content = parts.map { part -> JSONValue in
      switch part {
      case .text(let text): ["type": "text", "text": JSONValue(text)]
      case .png(let bytes):
        ["type": "image", "data": JSONValue(Data(bytes).base64EncodedString()), "mimeType": "image/png"]
      }
    }
    var members: [(String, JSONValue)] = [("content", JSONValue(content))]
    if let values { members.append(("structuredContent", values)) }
    members.append(("isError", JSONValue(isFailure)))
    return JSONValue(members: members)
  }
}

/// What a tool works with besides its arguments.
struct ContextCall {
  let workplace: ContextWorkplace
  /// Whether the client does not want the answer any more, or the server is to end.
  let isStopped: () -> Bool
  /// Tells the client how far the work is, if it wants to know.
  let reportProgress: (_ done: Int, _ total: Int) -> Void
}
