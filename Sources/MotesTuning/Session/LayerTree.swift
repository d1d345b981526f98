import Model
import Motes
import Presets

/// The layers of a preset as its text has them, those that are switched off included.
struct LayerTree {
  private(set) var layers: [TuningReply.Layer] = []

  init(of preset: Preset) {
    var reader = JSONReader(preset.canonicalJSON, source: 0)
    guard let list = reader.read()?["layers"]?.elements else { return }
    var costs: [String: Double] = [:]
    for estimate in preset.estimate.layers { costs[estimate.name] = estimate.seconds * 1e3 }
    add(list, in: Group(path: "layers"), costs: costs, budgets: preset.budgets)
  }

  /// Names of keys that hold what a layer draws.
  private static let sources = Set(Declarations.all.first { $0.name == "layer" }?.sources ?? [])

  /// Where a list of layers stands.
  private struct Group {
    /// As `--set` takes it.
    var path: String
    /// Names as estimates and budgets have them, with a full stop behind them.
    var costPrefix = ""
    /// Names as times have them, with a slash behind them.
    var timePrefix = ""
    var depth = 0
  }

  private mutating func add(
    _ list: [JSONNode], in group: Group, costs: [String: Double], budgets: [ParticleBudget]
  ) {
    // What is drawn is counted without the layers that are switched off.
    var drawnIndex = 0
    for (index, node) in list.enumerated() {
      guard let members = node.members else { continue }
      let name = node["name"]?.string ?? ""
      // A path finds the first layer of a name; others, and names with signs of paths in them, stand by their number.
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
          particles: live.reduce(0) { $0 + $1.live }, milliseconds: costs[costName] ?? 0))
      if isEnabled { drawnIndex += 1 }
      if let inner = node["group"]?.elements {
        let group = Group(
          path: path + ".group", costPrefix: costName + ".", timePrefix: timeName + "/", depth: group.depth + 1)
        add(inner, in: group, costs: costs, budgets: budgets)
      }
    }
  }
}
