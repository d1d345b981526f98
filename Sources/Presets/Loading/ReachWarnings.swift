import Model

/// Warnings of cells none of whose particles is ever in the picture.
///
/// A disc around the births that no particle leaves is compared with the canvas. Where that disc is not known for sure (forces, borders,
/// depth, children, trails, gathering, what swings or drifts), nothing is said.
enum ReachWarnings {
  /// Points around the canvas in which something may still be seen: the rim of an anti-aliased or blurred sprite.
  private static let margin = 50.0
  /// Standard deviations of a glow beyond which nothing of it is left.
  private static let glowDeviations = 4.0
  private static let allTimes = ClockRange(local: -1e6...1e6, canvas: -1e6...1e6)

  static func problems(of scene: Scene) -> [SceneProblem] {
    // There is nothing beyond the canvas that its filters could bring into the picture, unless one has the layers drawn wider.
    let isWider = scene.post.appliedFilters(canvas: scene.canvas).marginPixels(canvas: scene.canvas) > 0
    return isWider
      ? [] : scene.layers.enumerated().flatMap { problems(of: $1, [.layer(name: $1.name, index: $0)], scene) }
  }

  private static func problems(of layer: Layer, _ path: [ScenePathComponent], _ scene: Scene) -> [SceneProblem] {
    guard layer.filters.isEmpty, layer.transform == nil else { return [] }
    var found = layer.innerLayers.flatMap { problems(of: $0.layer, path + $0.path, scene) }
    if case .emitter(let emitter) = layer.source {
      found += emitter.cells.enumerated().compactMap { index, cell -> SceneProblem? in
        guard let reach = reach(of: cell, in: emitter), isOutside(emitter, reach, scene) else { return nil }
        return SceneProblem(
          path: path + [.cell(name: cell.name, index: index)],
          message: "these particles are never in the picture: they come at most \(plain(reach.rounded(.up))) points "
            + "from the emitter's position, which lies farther outside of the canvas")
      }
    }
    return found
  }

  /// Whether a disc around every position of the emitter lies outside of the canvas, on one side of it for all times.
  private static func isOutside(_ emitter: Emitter, _ reach: Double, _ scene: Scene) -> Bool {
    let x = emitter.position.x.valueRange(during: allTimes)
    let y = emitter.position.y.valueRange(during: allTimes)
    let distance = reach + margin + (scene.post.bloom?.radius ?? 0) * glowDeviations
    return x.upperBound + distance < 0 || x.lowerBound - distance > scene.canvas.widthPoints
      || y.upperBound + distance < 0 || y.lowerBound - distance > scene.canvas.heightPoints
  }

  /// The distance in points from the emitter's position that no part of a particle exceeds; nil where it is not known.
  private static func reach(of cell: Cell, in emitter: Emitter) -> Double? {
    guard !emitter.isThreeDimensional(cell), cell.cells.isEmpty, cell.forces.isEmpty, cell.bounds.isEmpty,
      cell.trail == nil, cell.links == nil, cell.gather == nil, cell.offsetOverLife.isEmpty,
      cell.velocityOverLife.isEmpty
    else { return nil }
    let others: [AnimatedNumber] = [
      cell.wind.x, cell.wind.y, cell.swayAmplitude.x, cell.swayAmplitude.y, cell.swayAmplitudeRange.x,
      cell.swayAmplitudeRange.y, cell.driftAmplitude, cell.flutter, cell.flutterRange, cell.stretch,
    ]
    guard others.allSatisfy({ $0.constant == 0 }), let birth = extent(of: emitter) else { return nil }
    // Ages while a shutter is open may lie a little beyond the life.
    let seconds = (most(cell.lifetime) + most(cell.lifetimeRange) / 2) * most(emitter.lifetime) + 1
    let speed = (most(cell.velocity) + most(cell.velocityRange) / 2) * most(emitter.velocity)
    // Drag only shortens the way.
    let acceleration = most(cell.xAcceleration) + most(cell.yAcceleration)
    let way = speed * seconds + acceleration * seconds * seconds / 2 + most(cell.travel) + most(cell.travelRange) / 2
    let growth = most(cell.scale) + most(cell.scaleRange) / 2 + most(cell.scaleSpeed) * seconds
    let curve = cell.scaleOverLife.map { abs($0.value) }.max() ?? 1
    let sprite = cell.sprites.map { $0.width + $0.height }.max() ?? 128
    // Twice as much: timing curves of travel and scale may overshoot their ends.
    return birth + 2 * (way + growth * most(emitter.scale) * curve * sprite)
  }

  /// Points from the emitter's position within which all births lie; nil for shapes of which that is not known here.
  private static func extent(of emitter: Emitter) -> Double? {
    switch emitter.shape {
    case .point: 0
    case .line, .rectangle, .circle, .ellipse, .ring: most(emitter.size.x) + most(emitter.size.y)
    case .polygon(let points): points.map { abs($0.x) + abs($0.y) }.max()
    default: nil
    }
  }

  /// The greatest size, without its sign, that a number ever has.
  private static func most(_ number: AnimatedNumber) -> Double {
    let range = number.valueRange(during: allTimes)
    return max(abs(range.lowerBound), abs(range.upperBound))
  }
}
