import JSON
import Model

/// Warnings of cells whose particles are all outside of the picture at all times.
///
/// The canvas is compared with a disc around the emitter's position that no particle leaves. If the disc's radius is not known
/// for sure (because of forces, bounds, depth, children, trails, gathering, or a number of motion that `reach` does not reckon with), there
/// is no warning.
enum ReachWarnings {
  /// Points around the canvas within which the rim of an anti-aliased or blurred sprite may still be visible.
  private static let marginPoints = 50.0
  /// Standard deviations beyond which a glow is invisible.
  private static let glowDeviations = 4.0
  /// Ranges, in seconds, that contain every time at which a value is read.
  private static let allTimes = ClockRange(local: -1e6...1e6, canvas: -1e6...1e6)

  static func problems(of scene: Scene) -> [SceneProblem] {
    // A canvas filter for which the layers are drawn with a margin may bring particles from the margin into the picture.
    let hasMargin = scene.post.appliedFilters(canvas: scene.canvas).marginPixels(canvas: scene.canvas) > 0
    return hasMargin
      ? [] : scene.layers.enumerated().flatMap { problems(of: $1, [.layer(name: $1.name, index: $0)], scene) }
  }

  /// Warnings of a layer and of the layers in it.
  ///
  /// - Parameter path: the layer's scene path.
  private static func problems(of layer: Layer, _ path: [ScenePathComponent], _ scene: Scene) -> [SceneProblem] {
    guard layer.filters.isEmpty, layer.transform == nil else { return [] }
    var found = layer.innerLayers.flatMap { problems(of: $0.layer, path + $0.scenePath, scene) }
    if case .emitter(let emitter) = layer.source {
      found += emitter.cells.enumerated().compactMap { index, cell -> SceneProblem? in
        guard let reach = reach(of: cell, in: emitter), isOutside(emitter, reach, scene) else { return nil }
        return SceneProblem(
          path: path + [.cell(name: cell.name, index: index)],
          message: "these particles are never in the picture: they move at most \(plain(reach.rounded(.up))) points "
            + "from the emitter's position, which is farther outside the canvas")
      }
    }
    return found
  }

  /// Whether a disc around the emitter's position lies outside of the canvas at all times, and always on the same side of it.
  ///
  /// - Parameter reach: the disc's radius in points.
  private static func isOutside(_ emitter: Emitter, _ reach: Double, _ scene: Scene) -> Bool {
    let x = emitter.position.x.valueRange(during: allTimes)
    let y = emitter.position.y.valueRange(during: allTimes)
    let distance = reach + marginPoints + (scene.post.withLook.bloom?.radius ?? 0) * glowDeviations
    return x.upperBound + distance < 0 || x.lowerBound - distance > scene.canvas.widthPoints
      || y.upperBound + distance < 0 || y.lowerBound - distance > scene.canvas.heightPoints
  }

  /// The distance in points from the emitter's position that no part of a particle exceeds; nil if it is not known.
  private static func reach(of cell: Cell, in emitter: Emitter) -> Double? {
    guard !emitter.isThreeDimensional(cell), cell.cells.isEmpty, cell.forces.isEmpty, cell.bounds.isEmpty,
      cell.trail == nil, cell.links == nil, cell.gather == nil, cell.offsetOverLife.isEmpty,
      cell.velocityOverLife.isEmpty
    else { return nil }
    guard !movesOtherwise(cell), cell.stretch.constant == 0, let birthDistance = extent(of: emitter) else { return nil }
    // The additional second covers ages slightly beyond the life, which occur while a shutter is open.
    let seconds = (greatest(cell.lifetime) + greatest(cell.lifetimeRange) / 2) * greatest(emitter.lifetime) + 1
    let speed = (greatest(cell.velocity) + greatest(cell.velocityRange) / 2) * greatest(emitter.velocity)
    // Drag is left out, because it only shortens the distance.
    let acceleration = greatest(cell.xAcceleration) + greatest(cell.yAcceleration)
    let distance =
      speed * seconds + acceleration * seconds * seconds / 2 + greatest(cell.travel) + greatest(cell.travelRange) / 2
    let scale = greatest(cell.scale) + greatest(cell.scaleRange) / 2 + greatest(cell.scaleSpeed) * seconds
    let scaleFactor = cell.scaleOverLife.map { abs($0.value) }.max() ?? 1
    // Width and height together exceed a sprite's diagonal. A cell without sprites shows the default, a disc 64 points wide and high.
    let spriteSize = cell.sprites.map { $0.width + $0.height }.max() ?? (64 + 64)
    // Doubled, because timing curves of travel and scale may overshoot.
    let clusterDistance = (cell.cluster?.spread ?? 0) * 2.0.squareRoot()
    return birthDistance + clusterDistance + 2 * (distance + scale * greatest(emitter.scale) * scaleFactor * spriteSize)
  }

  /// Numbers of motion with which `reach` reckons, or which do not carry particles farther.
  private static let reckonedMotion: Set<BirthParameter> = [
    .xAcceleration, .yAcceleration, .zAcceleration, .drag, .dragRange, .inheritVelocity, .travel, .travelRange,
  ]
  /// The other rows of motion, with the numbers that they have in a cell that does not set them.
  private static let otherMotion = CellParameter.all
    .filter {
      (BirthParameter.xAcceleration ..< .rotation).contains($0.parameter) && !reckonedMotion.contains($0.parameter)
    }
    .map { row in (row: row, unset: row.components(of: Cell(name: "", cellPath: 0)).map(\.number.constant)) }

  /// Whether a number moves the cell's particles with which `reach` does not reckon.
  private static func movesOtherwise(_ cell: Cell) -> Bool {
    otherMotion.contains { row, unset in row.components(of: cell).map(\.number.constant) != unset }
  }

  /// The distance in points from the emitter's position within which all births lie; nil for shapes for which it is not computed.
  private static func extent(of emitter: Emitter) -> Double? {
    switch emitter.shape {
    case .point: 0
    case .line, .rectangle, .circle, .ellipse, .ring: greatest(emitter.size.x) + greatest(emitter.size.y)
    case .polygon(let points): points.map { abs($0.x) + abs($0.y) }.max()
    default: nil
    }
  }

  /// The greatest magnitude that a number has at any time.
  private static func greatest(_ number: AnimatedNumber) -> Double {
    let range = number.valueRange(during: allTimes)
    return max(abs(range.lowerBound), abs(range.upperBound))
  }
}
