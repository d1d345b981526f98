import JSON
import Motes

extension ContextTool {
  static let check = ContextTool(
    name: "check", title: "Check a preset",
    about:
      "Every mistake of a preset at once, each with line, column, path and what would be right, and warnings of what was probably not meant.",
    parameters: ContextWorkplace.presetParameters,
    resultSchema: [
      "type": "object",
      "properties": [
        "ok": ["type": "boolean"], "issueCount": ["type": "integer"], "issues": issuesSchema, "warnings": issuesSchema,
      ],
      "required": ["ok", "issueCount", "issues", "warnings"],
    ],
    work: { arguments, call in
      let settings = try call.workplace.settings(arguments)
      do {
        let preset = try call.workplace.preset(arguments, settings)
        return report(error: nil, warnings: preset.warnings)
      } catch let error as PresetError {
        return report(error: error, warnings: [])
      }
    })

  /// A preset with mistakes is a result like any other: the tool has done its work.
  private static func report(error: PresetError?, warnings: [PresetError.Issue]) -> ToolResult {
    let lines = warnings.map { "warning: \($0)" }
    let text = ([error.map { "\($0)" } ?? "ok"] + lines).joined(separator: "\n")
    return ToolResult(
      parts: [.text(text)],
      values: [
        "ok": JSONValue(error == nil), "issueCount": JSONValue(error?.count ?? 0),
        "issues": JSONValue((error?.issues ?? []).map(node)), "warnings": JSONValue(warnings.map(node)),
      ])
  }

  private static let issuesSchema: JSONValue = [
    "type": "array",
    "items": [
      "type": "object",
      "properties": [
        "file": ["type": "string"], "line": ["type": "integer"], "column": ["type": "integer"],
        "path": ["type": "string"], "message": ["type": "string"],
      ],
      "required": ["file", "message"],
    ],
  ]

  private static func node(_ issue: PresetError.Issue) -> JSONValue {
    var members: [(String, JSONValue)] = [("file", JSONValue(issue.file))]
    if let line = issue.line { members.append(("line", JSONValue(line))) }
    if let column = issue.column { members.append(("column", JSONValue(column))) }
    if !issue.keyPath.isEmpty { members.append(("path", JSONValue(issue.keyPath))) }
    members.append(("message", JSONValue(issue.message)))
    return JSONValue(members: members)
  }
}
