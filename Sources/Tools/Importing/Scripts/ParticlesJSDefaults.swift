import JSON
import Presets

/// The values that particles.js has where a call of `particlesJS` writes none. tsParticles, whose options have the same keys, has others.
enum ParticlesJSDefaults {
  private static let values: [(path: [String], value: JSONNode.Value)] = [
    (["number", "value"], .number(400, text: "400")), (["number", "density", "enable"], .bool(true)),
    (["number", "density", "value_area"], .number(800, text: "800")), (["size", "value"], .number(20, text: "20")),
    (["line_linked", "enable"], .bool(true)), (["line_linked", "distance"], .number(100, text: "100")),
    (["line_linked", "color"], .string("#fff")), (["line_linked", "opacity"], .number(1, text: "1")),
    (["move", "enable"], .bool(true)), (["move", "speed"], .number(2, text: "2")),
  ]

  /// Options with the missing values added, and a line of the report that names them; nil without any.
  static func filled(_ root: JSONNode) -> (root: JSONNode, line: ImportReport.Line?) {
    var root = root
    var added: [String] = []
    for (path, value) in values where add(value, ["particles"] + path, to: &root) {
      added.append(path.joined(separator: "."))
    }
    guard !added.isEmpty else { return (root, nil) }
    let line = ImportReport.Line(
      key: "particles", kind: .chosen,
      reason: "particles.js's own values where the script writes none: \(listed(added, conjunction: "and"))")
    return (root, line)
  }

  /// Adds a value at a path, unless there is one; false if there is, or if something else stands in the way.
  private static func add(_ value: JSONNode.Value, _ path: [String], to node: inout JSONNode) -> Bool {
    guard case .object(var members) = node.value, let key = path.first else { return false }
    let place = members.firstIndex { $0.key == key }
    if path.count == 1 {
      guard place == nil else { return false }
      members.append(JSONNode.Member(key: key, keyOrigin: node.origin, node: JSONNode(value, at: node.origin)))
    } else if let place {
      guard add(value, Array(path.dropFirst()), to: &members[place].node) else { return false }
    } else {
      var inner = JSONNode(.object([]), at: node.origin)
      _ = add(value, Array(path.dropFirst()), to: &inner)
      members.append(JSONNode.Member(key: key, keyOrigin: node.origin, node: inner))
    }
    node = JSONNode(.object(members), at: node.origin)
    return true
  }
}
