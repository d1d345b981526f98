extension Preset {
  /// The text that `motes new NAME --from START` writes: a preset with comments that can be rendered without changes.
  ///
  /// - Parameters:
  ///   - name: the preset's name; any text.
  ///   - schema: the address of the JSON Schema for editors; nil to leave out the key `$schema`.
  ///   - start: what the preset shows at first.
  package static func template(name: String, schema: String? = nil, from start: PresetStart = .particles) -> String {
    func jsonText(_ text: String) -> String { JSONText.text(text).written() }
    let schemaLine = schema.map { "\n  \"$schema\": \(jsonText($0))," } ?? ""
    return """
      // A preset of Motes. Comments and trailing commas are allowed; `motes check` reports what is wrong, and where.
      {\(schemaLine)
        "format": 1,
        "name": \(jsonText(name)),
        "about": \(jsonText("\(name): describe in one sentence what it shows.")),
      \(start.body)
      }

      """
  }
}
