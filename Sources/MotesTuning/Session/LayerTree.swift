import Model
import Motes
import Presets

/// The layers of a preset's text, including those that are switched off.
struct LayerTree {
  private(set) var layers: [TuningReply.Layer] = []

  init(of preset: Preset) {
    var reader = JSONReader(preset.canonicalJSON, source: 0)
    guard let list = reader.read()?["layers"]?.elements else { return }
    var costs: [String: Double] = [:]
    for estimate in preset.estimate.layers { costs[estimate.name] = estimate.seconds * 1e3 }
    add(list, in: Group(path: "layers"), costs: costs, budgets: preset.budgets)
  }

  /// Names of the keys that hold a layer's source.
  private static let sources = Set(Declarations.all.first { $0.name == "layer" }?.sources ?? [])

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

  private mutating func add(
    _ list: [JSONNode], in group: Group, costs: [String: Double], budgets: [ParticleBudget]
  ) {
    // Estimates and times number layers without those that are switched off.
    var drawnIndex = 0
    for (index, node) in list.enumerated() {
      guard let members = node.members else { continue }
      let name = node["name"]?.string ?? ""
      // A path with a name finds the first layer of that name. Later ones, and names with characters of paths, are given by number.
      let isFirst = list.firstIndex { $0["name"]?.string == name } == index
      let isPlain = !name.isEmpty && isFirst && !name.contains { ".[]".contains($0) }
      var isEnabled = true
      if case .bool(let flag)? = node["enabled"]?.value { isEnabled = flag }
      let path = isPlain ? "\(group.path).\(name)" : "\(group.path)[\(index)]"
      let drawnName = name.isEmpty ? "[\(drawnIndex)]" : name
      let costName = group.costPrefix + drawnName
      let timeName = group.timePrefix + (name.isEmpty ? "layer \(drawnIndex + 1)" : name)
      let live = budgets.filter { $0.name.hasPrefix(costName + ".") || $0.name.hasPrefix(costName + "[") }
      layers.append(
        TuningReply.Layer(
          path: path, name: name.isEmpty ? "layer \(index)" : name, timeName: timeName,
          source: members.first { Self.sources.contains($0.key) }?.key ?? "", depth: group.depth, isEnabled: isEnabled,
          particles: live.reduce(0) { $0 + $1.liveCount }, milliseconds: costs[costName] ?? 0))
      if isEnabled { drawnIndex += 1 }
      if let inner = node["group"]?.elements {
        let group = Group(
          path: path + ".group", costPrefix: costName + ".", timePrefix: timeName + "/", depth: group.depth + 1)
        add(inner, in: group, costs: costs, budgets: budgets)
      }
    }
  }
}
