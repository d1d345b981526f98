import Model

/// What a loop makes of particles that outlive it: a particle is born again each turn, so one that lives n turns is
/// shown n times at once. That is right for a snowfall and a surprise for stars that were meant to stay.
enum LoopWarnings {
  /// Turns that a particle may live before it is worth a word.
  private static let manyTurns = 8.0

  static func problems(of scene: Scene) -> [SceneProblem] {
    guard scene.canvas.loops, scene.canvas.duration > .zero else { return [] }
    return problems(of: scene.layers, in: [], turn: scene.canvas.duration.double)
  }

  private static func problems(of layers: [Layer], in place: [ScenePathComponent], turn: Double) -> [SceneProblem] {
    layers.enumerated().flatMap { index, layer -> [SceneProblem] in
      let place = place + [.layer(name: layer.name, index: index)]
      switch layer.source {
      case .group(let inner): return problems(of: inner, in: place, turn: turn)
      case .emitter(let emitter):
        return emitter.cells.enumerated().compactMap { index, cell in
          let turns = (cell.lifetime.constant ?? 0) / (turn * layer.timing.speed)
          guard turns > manyTurns else { return nil }
          return SceneProblem(
            place: place + [.cell(name: cell.name, index: index), .key("lifetime")],
            message:
              "in this loop each particle is shown \(Int(min(turns.rounded(.up), 1e15))) times at once, since it "
              + "lives that many turns. \"= duration\" shows it once.")
        }
      default: return []
      }
    }
  }
}
