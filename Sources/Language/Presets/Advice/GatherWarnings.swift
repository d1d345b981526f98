import JSON
import Model

/// Warnings of particles that die before they have come together.
enum GatherWarnings {
  /// Ranges, in seconds, that contain every time at which a value is read.
  private static let allTimes = ClockRange(local: -1e6...1e6, canvas: -1e6...1e6)

  static func problems(of scene: Scene) -> [SceneProblem] {
    scene.layers.enumerated().flatMap { problems(of: $1, [.layer(name: $1.name, index: $0)]) }
  }

  private static func problems(of layer: Layer, _ path: [ScenePathComponent]) -> [SceneProblem] {
    var found = layer.innerLayers.flatMap { problems(of: $0.layer, path + $0.scenePath) }
    if case .emitter(let emitter) = layer.source {
      found += emitter.cells.enumerated().compactMap { index, cell in
        problem(of: cell, in: emitter).map {
          SceneProblem(path: path + [.cell(name: cell.name, index: index), .key("gather")], message: $0)
        }
      }
    }
    return found
  }

  private static func problem(of cell: Cell, in emitter: Emitter) -> String? {
    guard let gather = cell.gather else { return nil }
    let lifetime =
      (cell.lifetime.valueRange(during: allTimes).upperBound
        + max(cell.lifetimeRange.valueRange(during: allTimes).upperBound, 0) / 2)
      * emitter.lifetime.valueRange(during: allTimes).upperBound
    let arrivals = gather.arrivals.map(\.age)
    guard let missed = arrivals.firstIndex(where: { $0 > lifetime }) else { return nil }
    let place = arrivals.count == 1 ? "at their places" : "on shape \(missed + 1) of \(arrivals.count)"
    return "these particles live for at most \(SceneProblem.numberText(lifetime)) s, and are \(place) after "
      + "\(SceneProblem.numberText(arrivals[missed])) s: a lifetime of more than "
      + "\(SceneProblem.numberText(arrivals[arrivals.count - 1])) s lets them come together"
  }
}
