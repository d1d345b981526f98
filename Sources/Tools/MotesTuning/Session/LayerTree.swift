import Cost
import JSON
import Model
import Motes
import Presets

/// The layers of a preset's text, including those that are switched off.
struct LayerTree {
  private(set) var layers: [TuningReply.Layer] = []

  init(of preset: Preset) {
    var reader = JSONReader(preset.resolvedJSON, source: 0)
    guard let list = reader.read()?["layers"]?.elements else { return }
    var milliseconds: [String: Double] = [:]
    let budgets = preset.scene.particleBudgets()
    for estimate in preset.scene.estimate(budgets).layers { milliseconds[estimate.name] = estimate.seconds * 1e3 }
    add(list, at: ListPosition(path: "layers"), milliseconds: milliseconds, budgets: budgets)
  }

  /// The keys that say what a layer draws, of which each layer has one: emitter, gradient …
  private static let sourceKeys = Set(Declarations.all.first { $0.name == "layer" }?.sourceKeys ?? [])

  /// Where a list of layers lies: in the preset itself, or in a group.
  private struct ListPosition {
    /// The list's path in the syntax of `--set`.
    var path: String
    /// The groups around the list, as in estimates and budgets.
    var scenePath: [ScenePathComponent] = []
    /// Names of the groups around the list, as in measured times, with a slash after each.
    var timePrefix = ""
  }

  /// Adds the layers of a list, and those of the groups in it.
  ///
  /// - Parameters:
  ///   - milliseconds: estimated milliseconds of layers, by their names in estimates.
  ///   - budgets: the budgets of all cells of the preset.
  private mutating func add(
    _ list: [JSONNode], at position: ListPosition, milliseconds: [String: Double], budgets: [ParticleBudget]
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
      let path = hasPathWithName ? "\(position.path).\(name)" : "\(position.path)[\(index)]"
      let scenePath = position.scenePath + [.layer(name: name, index: drawnIndex)]
      let costName = scenePath.scenePathName
      let timeName = position.timePrefix + (name.isEmpty ? "layer \(drawnIndex + 1)" : name)
      // Another layer may have the name of one that is switched off.
      let layerBudgets =
        isEnabled ? budgets.filter { $0.name.hasPrefix(costName + ".") || $0.name.hasPrefix(costName + "[") } : []
      layers.append(
        TuningReply.Layer(
          path: path, name: name.isEmpty ? "layer \(index)" : name, timeName: timeName,
          source: members.first { Self.sourceKeys.contains($0.key) }?.key ?? "", depth: position.scenePath.count,
          isEnabled: isEnabled, particles: layerBudgets.liveCount,
          milliseconds: isEnabled ? milliseconds[costName] ?? 0 : 0))
      if isEnabled { drawnIndex += 1 }
      if let inner = node["group"]?.elements {
        let innerPosition = ListPosition(
          path: path + ".group", scenePath: scenePath, timePrefix: timeName + "/")
        add(inner, at: innerPosition, milliseconds: milliseconds, budgets: budgets)
      }
    }
  }
}
