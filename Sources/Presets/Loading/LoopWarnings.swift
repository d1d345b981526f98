import Scenes

/// What a loop makes of particles that outlive it: a particle is born again each turn, so one that lives n turns is
/// shown n times at once. That is right for a snowfall and a surprise for stars that were meant to stay.
enum LoopWarnings {
  /// Turns that a particle may live before it is worth a word.
  private static let manyTurns = 8.0

  static func issues(of scene: Scene, path: String) -> [PresetError.Issue] {
    guard scene.canvas.loops, scene.canvas.duration > .zero else { return [] }
    return issues(of: scene.layers, name: "layers", turn: scene.canvas.duration.double, path: path)
  }

  private static func issues(
    of layers: [Layer], name: String, turn: Double, path: String
  ) -> [PresetError.Issue] {
    layers.enumerated().flatMap { index, layer -> [PresetError.Issue] in
      let layerName = layer.name.isEmpty ? "\(name)[\(index)]" : "\(name).\(layer.name)"
      switch layer.source {
      case .group(let inner): return issues(of: inner, name: layerName + ".group", turn: turn, path: path)
      case .emitter(let emitter):
        return emitter.cells.enumerated().compactMap { index, cell in
          let turns = (cell.lifetime.constant ?? 0) / (turn * layer.timing.speed)
          guard turns > manyTurns else { return nil }
          let cellName = cell.name.isEmpty ? "cells[\(index)]" : "cells.\(cell.name)"
          return PresetError.Issue(
            file: path, keyPath: "\(layerName).emitter.\(cellName).lifetime",
            message:
              "in this loop each particle is shown \(Int(min(turns.rounded(.up), 1e15))) times at once, since it "
              + "lives that many turns. \"= duration\" shows it once.")
        }
      default: return []
      }
    }
  }
}
