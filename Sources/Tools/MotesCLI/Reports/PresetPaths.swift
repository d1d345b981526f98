import JSON
import Motes

/// The text of `motes describe --paths`: every value that a preset gives, by the path that `--set` takes.
enum PresetPaths {
  /// Keys of a preset that say nothing of its picture, and the knobs, which are set by their names.
  private static let otherKeys = ["$schema", "format", "extends", "name", "about", "tags", "knobs"]
  /// The longest value, in characters, that is shown whole.
  private static let maximumValueLength = 60
  /// The widest column of paths, in characters.
  private static let maximumPathWidth = 56

  static func text(of preset: Preset) -> String {
    var reader = JSONReader(preset.resolvedJSON, source: 0)
    let root = reader.read()
    var rows: [(path: String, value: String)] = []
    for member in root?.members ?? [] where !otherKeys.contains(member.key) {
      add(member.node, path: member.key, to: &rows)
    }
    let width = min(rows.map(\.path.count).max() ?? 0, maximumPathWidth)
    let lines = rows.map { "  " + $0.path.padded(to: width) + "  " + $0.value }
    return
      ([
        "Paths for --set PATH=VALUE, with the values now. Keys that are not given have their defaults: motes help cell lists those of a cell,"
      ]
      + ["and --set adds them. Knobs are set by their names."] + [""] + lines).joined(separator: "\n")
  }

  /// Adds the values of a node: itself, unless it is an object or holds objects.
  private static func add(_ node: JSONNode, path: String, to rows: inout [(path: String, value: String)]) {
    if let members = node.members, !members.isEmpty {
      for member in members where isAddressable(member.key) {
        add(member.node, path: "\(path).\(member.key)", to: &rows)
      }
    } else if let elements = node.elements, elements.contains(where: { $0.members != nil }) {
      let names = elements.map { $0["name"]?.string }
      for (index, element) in elements.enumerated() {
        // An element goes by its name where no element before it has the same.
        if let name = names[index], isAddressable(name), names.firstIndex(of: name) == index {
          add(element, path: "\(path).\(name)", to: &rows)
        } else {
          add(element, path: "\(path)[\(index)]", to: &rows)
        }
      }
    } else {
      let text = String(decoding: JSONWriter.inOrder(node), as: UTF8.self)
      rows.append((path, text.count > maximumValueLength ? "\(text.prefix(maximumValueLength - 1))…" : text))
    }
  }

  /// Whether a name can be a step of a path, in which a full stop and a bracket begin the next step.
  private static func isAddressable(_ name: String) -> Bool {
    !name.isEmpty && !name.contains { ".[".contains($0) }
  }
}
