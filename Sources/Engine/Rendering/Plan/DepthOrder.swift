import Model

/// The order in which the layers of a group with the order `depth` are composited: the painter's algorithm.
///
/// Layers that are fixed to the screen divide the list into runs. In each run the layers in space, the cards, are sorted by the depth of
/// their anchors before the camera, the farthest first. Particles in space that stand in a run are divided into slices by the
/// depths of its cards, and each slice is drawn between two cards.
struct DepthOrder: Sendable {
  /// One of the planned layers.
  private enum Member: Sendable {
    case fixed
    /// The card with this index in its run.
    case card(Int)
    case slice(Int)
  }

  /// By the index of the planned layer.
  private var members: [Member] = []
  private var runs: [Run] = []
  private var currentRun = Run()

  /// A part of the list without fixed layers.
  private struct Run: Sendable {
    var cards = DepthCards()
    var indices: [Int] = []
  }

  /// Appends a layer that is not divided.
  mutating func append(_ place: Layer.PlaceInDepth, timings: [LayerTiming], canvas: Canvas) {
    switch place {
    case .fixed:
      end()
      members.append(.fixed)
      runs.append(Run(indices: [members.count - 1]))
    case .card(let transform):
      members.append(.card(currentRun.cards.count))
      currentRun.indices.append(members.count - 1)
      currentRun.cards.append(transform, timings: timings, canvas: canvas)
    case .particles: preconditionFailure("Particles are appended slice by slice.")
    }
  }

  mutating func appendSlice(_ slice: Int) {
    members.append(.slice(slice))
    currentRun.indices.append(members.count - 1)
  }

  /// Must be called after the last layer.
  mutating func end() {
    runs.append(currentRun)
    currentRun = Run()
  }

  /// The indices of the planned layers at a time, back to front.
  ///
  /// - Parameter time: canvas seconds.
  func indices(at time: Double) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(members.count)
    for run in runs {
      func append(slice: Int) {
        for index in run.indices {
          if case .slice(slice) = members[index] { result.append(index) }
        }
      }
      if run.cards.count == 0 {
        result += run.indices
        continue
      }
      append(slice: 0)
      for (position, card) in run.cards.sorted(at: time).enumerated() {
        for index in run.indices {
          if case .card(card.index) = members[index] { result.append(index) }
        }
        append(slice: position + 1)
      }
    }
    return result
  }
}

/// The layers in space between which particles are drawn.
struct DepthCards: Sendable {
  private var cards: [(transform: LayerTransform, timings: [LayerTiming])] = []
  private var canvas: Canvas?

  init() {}

  /// The cards of the run that the layer with an index belongs to.
  ///
  /// - Parameter timings: timings of the groups around the layers.
  init(
    around index: Int, of layers: [Layer], _ places: [Layer.PlaceInDepth], timings: [LayerTiming], canvas: Canvas
  ) {
    func isFixed(_ index: Int) -> Bool { if case .fixed = places[index] { true } else { false } }
    let first = (0..<index).last(where: isFixed) ?? -1
    let end = (index..<layers.count).first(where: isFixed) ?? layers.count
    for other in first + 1..<end {
      if case .card(let transform) = places[other] {
        append(transform, timings: timings + [layers[other].timing], canvas: canvas)
      }
    }
  }

  var count: Int { cards.count }

  mutating func append(_ transform: LayerTransform, timings: [LayerTiming], canvas: Canvas) {
    cards.append((transform, timings))
    self.canvas = canvas
  }

  /// The cards from the farthest to the nearest, and for each the sorting key (`CellEvaluator.sortingKey`) of particles at its depth.
  /// Particles with smaller keys lie behind it. Cards that are hidden come first: no particles lie behind them.
  ///
  /// - Parameter time: canvas seconds.
  func sorted(at time: Double) -> [(index: Int, key: Float)] {
    guard let canvas else { return [] }
    let keys = cards.enumerated().map { index, card in
      guard let local = card.timings.localTime(at: time) else { return (index: index, key: -Float.infinity) }
      let camera = card.transform.camera ?? canvas.camera ?? .standard(on: canvas)
      let pose = CameraPose(camera, on: canvas, at: time)
      let place = card.transform.anchorPlace(at: AnimationClock(local: local, canvas: time), on: canvas)
      return (index: index, key: Float((pose.focalLength - pose.depth(of: place)) * canvas.pixelsPerPoint))
    }
    // By index where keys are equal, so that the order is that of the list.
    return keys.sorted { $0.key != $1.key ? $0.key < $1.key : $0.index < $1.index }
  }
}
