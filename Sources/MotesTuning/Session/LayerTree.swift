import JSON
import Model
import Motes
import Presets

/// The layers of a preset's text, including those that are switched off.
struct LayerTree {
  private(set) var layers: [TuningReply.Layer] = []

  init(of preset: Preset) {
    var reader = JSONReader(preset.canonicalJSON, source: 0)
    guard let list = reader.read()?["layers"]?.elements else { return }
    var milliseconds: [String: Double] = [:]
    for estimate in preset.estimate.layers { milliseconds[estimate.name] = estimate.seconds * 1e3 }
    add(list, in: Group(path: "layers"), milliseconds: milliseconds, budgets: preset.budgets)
  }

  /// Names of the keys one of which says what a layer draws: emitter, gradient …
  private static let sources = Set(Declarations.all.first { $0.name == "layer" }?.sourceKeys ?? [])

  /// A list of layers: the preset's own, or that of a group.
  private struct Group {
    /// The list's path in the syntax of `--set`.
    var path: String
    /// The groups' names in estimates and budgets, with a full stop after each.
    var costPrefix = ""
    /// The groups' names in measured times, with a slash after each.
    var timePrefix = ""
    var depth = 0
  }

  /// Adds the layers of a list, and those of the groups in it.
  ///
  /// - Parameters:
  ///   - milliseconds: estimated milliseconds of layers, by their names in estimates.
  ///   - budgets: the budgets of all cells of the preset.
  private mutating func add(
    _ list: [JSONNode], in group: Group, milliseconds: [String: Double], budgets: [ParticleBudget]
  ) {
    // The layer's index without layers that are switched off: estimates and measured times leave these out.
    var drawnIndex = 0
    for (index, node) in list.enumerated() {
      guard let members = node.members else { continue }
      let name = node["name"]?.string ?? ""
      // A path with a name finds the first layer of that name. The path of any other layer has the layer's index; so has the path
      // of a layer whose name contains characters of paths.
      let isFirst = list.firstIndex { $0["name"]?.string == name } == index
      let hasPathWithName = !name.isEmpty && isFirst && !name.contains { ".[]".contains($0) }
      var isEnabled = true
      if case .bool(let flag)? = node["enabled"]?.value { isEnabled = flag }
      let path = hasPathWithName ? "\(group.path).\(name)" : "\(group.path)[\(index)]"
      let drawnName = name.isEmpty ? "[\(drawnIndex)]" : name
      let costName = group.costPrefix + drawnName
      let timeName = group.timePrefix + (name.isEmpty ? "layer \(drawnIndex + 1)" : name)
      let layerBudgets = budgets.filter { $0.name.hasPrefix(costName + ".") || $0.name.hasPrefix(costName + "[") }
      layers.append(
        TuningReply.Layer(
          path: path, name: name.isEmpty ? "layer \(index)" : name, timeName: timeName,
          source: members.first { Self.sources.contains($0.key) }?.key ?? "", depth: group.depth, isEnabled: isEnabled,
          particles: layerBudgets.reduce(0) { $0 + $1.liveCount }, milliseconds: milliseconds[costName] ?? 0))
      if isEnabled { drawnIndex += 1 }
      if let inner = node["group"]?.elements {
        let group = Group(
          path: path + ".group", costPrefix: costName + ".", timePrefix: timeName + "/", depth: group.depth + 1)
        add(inner, in: group, milliseconds: milliseconds, budgets: budgets)
      }
    }
  }
}
