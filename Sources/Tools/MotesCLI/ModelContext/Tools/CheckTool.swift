import JSON
import Motes

extension ContextTool {
  static let check = ContextTool(
    name: "check", title: "Check a preset",
    about:
      "Every mistake of a preset at once, each with line, column, path and what would be right, and warnings of what was probably not meant.",
    parameters: ContextWorkplace.presetParameters + [
      ToolParameter(name: "loop", kind: .flag, about: "Check it as a loop, whose end meets its start.")
    ],
    resultSchema: [
      "type": "object",
      "properties": [
        "ok": ["type": "boolean"], "issueCount": ["type": "integer"], "issues": issuesSchema, "warnings": issuesSchema,
      ],
      "required": ["ok", "issueCount", "issues", "warnings"],
    ],
    work: { arguments, call in
      var settings = try call.workplace.settings(arguments)
      if arguments.flag("loop") { settings.loops = true }
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
        "ok": JSONNode(.bool(error == nil)), "issueCount": JSONNode(error?.count ?? 0),
        "issues": JSONNode(.array((error?.issues ?? []).map(node))), "warnings": JSONNode(.array(warnings.map(node))),
      ])
  }

  private static let issuesSchema: JSONNode = [
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

  private static func node(_ issue: PresetError.Issue) -> JSONNode {
    var members: [(String, JSONNode)] = [("file", JSONNode(issue.file))]
    if let line = issue.line { members.append(("line", JSONNode(line))) }
    if let column = issue.column { members.append(("column", JSONNode(column))) }
    if !issue.keyPath.isEmpty { members.append(("path", JSONNode(issue.keyPath))) }
    members.append(("message", JSONNode(issue.message)))
    return JSONNode(members: members)
  }
}
