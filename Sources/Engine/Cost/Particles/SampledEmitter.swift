import Model
import Simulation

/// An emitter layer whose particles are sampled by the code that draws them.
struct SampledEmitter {
  /// Timings of the groups around the layer, the outermost first, and its own.
  let timings: [LayerTiming]
  /// How local time follows from canvas time in the first iteration.
  let clock: LayerTiming
  let sampler: ParticleSampler
  private let emitter: Emitter
  private let canvas: Canvas
  private let marginPixels: Int
  /// The scene's light on the particles; nil where they keep their own colours.
  private let lighting: Filter.Lighting?
  /// In the order of `sampler.cells`.
  private var cells: [SampledCell] = []

  /// A cell of the emitter.
  private struct SampledCell {
    var cell: Cell
    var scenePath: [ScenePathComponent]
    /// Index of the parent's cell; nil for a root cell.
    var parent: Int?
    var isThreeDimensional: Bool
  }

  /// Appends the emitters of a stack of layers and of the layers inside of them, in the order of drawing.
  ///
  /// - Parameters:
  ///   - last: canvas second of the last frame.
  ///   - marginPixels: how far around the frame the stack is drawn, since filters read it.
  ///   - scenePath: leads from the scene to the stack.
  ///   - groups: the timings of the layers that the stack lies in, the outermost first.
  static func append(
    _ layers: [Layer], of canvas: Canvas, until last: Double, marginPixels: Int, scenePath: [ScenePathComponent] = [],
    groups: [LayerTiming] = [], to emitters: inout [SampledEmitter]
  ) {
    for (index, layer) in layers.enumerated() {
      append(
        layer, of: canvas, until: last, marginPixels: marginPixels,
        scenePath: scenePath + [.layer(name: layer.name, index: index)], groups: groups, to: &emitters)
    }
  }

  private static func append(
    _ layer: Layer, of canvas: Canvas, until last: Double, marginPixels: Int, scenePath: [ScenePathComponent],
    groups: [LayerTiming], to emitters: inout [SampledEmitter]
  ) {
    let margin = marginPixels + layer.appliedFilters(inside: groups, on: canvas).marginPixels(canvas: canvas)
    if case .emitter(let emitter) = layer.source {
      emitters.append(
        SampledEmitter(
          emitter, canvas: canvas, timings: groups + [layer.timing], marginPixels: margin, scenePath: scenePath,
          lighting: layer.lighting(on: canvas), until: last))
    }
    for inner in layer.innerLayers {
      append(
        inner.layer, of: canvas, until: last, marginPixels: margin, scenePath: scenePath + inner.scenePath,
        groups: groups + [layer.timing], to: &emitters)
    }
  }

  private init(
    _ emitter: Emitter, canvas: Canvas, timings: [LayerTiming], marginPixels: Int, scenePath: [ScenePathComponent],
    lighting: Filter.Lighting?, until last: Double
  ) {
    self.emitter = emitter
    self.lighting = lighting
    self.canvas = canvas
    self.timings = timings
    self.marginPixels = marginPixels
    clock = timings.firstIteration
    sampler = ParticleSampler(
      timing: clock, emitter: emitter, canvas: canvas, viewMarginPixels: marginPixels, end: last)
    for (index, cell) in emitter.cells.enumerated() {
      add(
        cell, scenePath: scenePath + [.cell(name: cell.name, index: index)], parent: nil,
        isThreeDimensional: emitter.isThreeDimensional(cell))
    }
  }

  private mutating func add(_ cell: Cell, scenePath: [ScenePathComponent], parent: Int?, isThreeDimensional: Bool) {
    let own = cells.count
    cells.append(
      SampledCell(cell: cell, scenePath: scenePath, parent: parent, isThreeDimensional: isThreeDimensional))
    for (index, child) in cell.cells.enumerated() {
      add(
        child, scenePath: scenePath + [.cell(name: child.name, index: index)], parent: own,
        isThreeDimensional: child.isThreeDimensional(spawnedIn3D: isThreeDimensional))
    }
  }

  // MARK: Ages

  /// Ages of a root particle at which it and its descendants are to be sampled: in the first frame, up to the middle of a life and where
  /// curves make it largest or bring it nearest.
  func ages(ofCell index: Int) -> [Double] {
    let lifetime = sampler.maximumLifetime(ofCell: index)
    let cell = cells[index].cell
    var ages = [0.5 / canvas.frameRate.double, 0.15 * lifetime, 0.3 * lifetime, 0.5 * lifetime]
    for curve in [cell.scaleOverLife, cell.depthOverLife] {
      if let largest = curve.max(by: { $0.value < $1.value }) { ages.append(largest.location * lifetime) }
    }
    for child in cells.indices where cells[child].parent == index {
      let birth: Double =
        switch cells[child].cell.when {
        case .life, .birth: 0
        case .death: lifetime
        case .age: (cells[child].cell.age ?? 0) + (cells[child].cell.ageShare ?? 0) * lifetime
        case .bounce: lifetime / 2
        }
      ages += self.ages(ofCell: child).prefix(4).map { birth + cells[child].cell.beginTime + $0 }
    }
    return Array(ages.prefix(8))
  }

  // MARK: Sampling

  /// About how long sampling all emitters of a scene may take, in the time of evaluating one particle without records.
  private static let evaluationsPerScene = 24_000.0
  private static let particlesPerCell = 16.0...256.0
  /// The least where a lens, an open shutter or forces make few particles far larger, or drawn far more often, than all others.
  private static let leastOfUnevenParticles = 64.0

  /// How many births of each cell are evaluated at each moment: the fewer, the more cells there are and the longer each takes.
  static func particlesPerMoment(_ emitters: [SampledEmitter], moments: Int) -> Int {
    let evaluations = emitters.reduce(0) { sum, emitter in
      emitter.cells.indices.reduce(sum) { $0 + emitter.evaluations(ofCell: $1) }
    }
    let particles = evaluationsPerScene / max(evaluations * Double(moments), 1)
    let least = emitters.contains(where: \.isUneven) ? leastOfUnevenParticles : particlesPerCell.lowerBound
    return Int(min(max(particles, least), particlesPerCell.upperBound))
  }

  private var isUneven: Bool {
    cells.indices.contains { index in
      cells[index].cell.isStepped || sampler.openSeconds(ofCell: index) > 0
        || cells[index].isThreeDimensional && canvas.mayDefocus
    }
  }

  /// How long evaluating a particle takes ÷ the time of the simplest one.
  private func evaluations(ofCell index: Int) -> Double {
    let cell = cells[index].cell
    let instructions =
      sampler.birthInstructionCount(ofCell: index) + cell.placeColorNanoseconds / CostTable.birthInstruction
    var sum = 1 + instructions / 8 + Double(cell.trail?.segments ?? 0) / 4
    if sampler.openSeconds(ofCell: index) > 0 { sum += 4 }
    for stepped in [index, cells[index].parent ?? index] where cells[stepped].cell.isStepped {
      let steps = min(sampler.maximumLifetime(ofCell: stepped) / cells[stepped].cell.step, 2048)
      sum += steps * cells[stepped].cell.stepNanoseconds / CostTable.particle / 4
    }
    return sum
  }

  /// The budgets of the emitter's cells, from samples at canvas times.
  func budgets(at times: [Double], particlesPerMoment: Int) -> [ParticleBudget] {
    let margin = Float(marginPixels)
    let (right, bottom) = (Float(canvas.widthPixels) + margin, Float(canvas.heightPixels) + margin)
    var loads = [[CellLoad]](repeating: [], count: cells.count)
    var blurShares = [[Double]](repeating: [], count: cells.count)
    // Taken out of the cells once, because each access to a cell would copy all of it.
    let steps = cells.map(\.cell.step)
    let parents = cells.indices.map { cells[$0].parent ?? $0 }
    let areDiscs = cells.map { $0.cell.sprites.allSatisfy(\.shape.coversDisc) }
    for time in times {
      var momentLoads = [CellLoad](repeating: CellLoad(), count: cells.count)
      for cell in steps.indices { blurShares[cell].append(.infinity) }
      if let localTime = timings.localTime(at: time) {
        let samples = sampler.sample(at: localTime, canvasTime: time, particlesPerCell: particlesPerMoment) {
          cell, columns, ribbons, weight in
          momentLoads[cell].records += Double(columns.count) * weight
          momentLoads[cell].spritePixels +=
            weight
            * columns.coveredPixels(
              left: -margin, top: -margin, right: right, bottom: bottom, areDiscs: areDiscs[cell])
          blurShares[cell][blurShares[cell].count - 1] = min(blurShares[cell].last ?? 0, columns.minimumBlurShare)
          guard ribbons.count > 0 else { return }
          momentLoads[cell].trails += Double(ribbons.count) * weight
          momentLoads[cell].trailPoints += Double(ribbons.pointCount) * weight
          momentLoads[cell].trailPixels +=
            weight * ribbons.coveredPixels(left: -margin, top: -margin, right: right, bottom: bottom)
        }
        for cell in steps.indices {
          momentLoads[cell].add(
            samples[cell], stepSeconds: steps[cell], parentStepSeconds: steps[parents[cell]])
        }
      }
      for cell in steps.indices { loads[cell].append(momentLoads[cell]) }
    }
    return cells.indices.map {
      budget(ofCell: $0, loads[$0], minimumBlurShare: minimumBlurShare(ofCell: $0, times, blurShares[$0]))
    }
  }

  /// How often the time is found more exactly at which a cell's particles come nearest to the plane in focus, and at how many times
  /// between two others they are then sampled.
  private static let refinements = (rounds: 4, times: 8)

  /// The least of a cell's blur shares (`ParticleBudget.minimumBlurShare`) at any time, from those at some times. Particles may pass the plane
  /// in focus between two of these, so the time around the least one is searched.
  private func minimumBlurShare(ofCell cell: Int, _ times: [Double], _ shares: [Double]) -> Double {
    guard let nearest = shares.indices.min(by: { shares[$0] < shares[$1] }), shares[nearest].isFinite else { return 0 }
    var (least, time) = (shares[nearest], times[nearest])
    var reach = max(time - (nearest > 0 ? times[nearest - 1] : 0), (times[min(nearest + 1, times.count - 1)]) - time)
    for _ in 0..<Self.refinements.rounds where least > 1 {
      let middle = time
      for step in 0...Self.refinements.times {
        let tried = middle + reach * (2 * Double(step) / Double(Self.refinements.times) - 1)
        guard tried >= 0, let localTime = timings.localTime(at: tried) else { continue }
        var share = Double.infinity
        _ = sampler.sample(at: localTime, canvasTime: tried, particlesPerCell: 16) { visited, columns, _, _ in
          if visited == cell { share = min(share, columns.minimumBlurShare) }
        }
        if share < least { (least, time) = (share, tried) }
      }
      reach /= Double(Self.refinements.times) / 2
    }
    return least
  }

  private func budget(ofCell index: Int, _ loads: [CellLoad], minimumBlurShare: Double) -> ParticleBudget {
    let sampled = cells[index]
    let cell = sampled.cell
    let lifetime = sampler.maximumLifetime(ofCell: index)
    let openSeconds = sampler.openSeconds(ofCell: index)
    var budget = ParticleBudget(scenePath: sampled.scenePath, loads: loads, lifetime: lifetime)
    budget.minimumBlurShare = minimumBlurShare
    budget.hasNonDiscSprites = cell.sprites.contains { $0.shape != .disc && $0.shape != .softDisc }
    if cell.isStepped { budget.stepsPerParticle = (lifetime + Self.shutterIntegrations * openSeconds) / cell.step }
    budget.shortLoopSeconds = sampled.parent == nil ? shortLoopSeconds(of: cell) : nil
    if let links = cell.links {
      budget.linkedShare = min(1, .pi * links.distance * links.distance / (canvas.widthPoints * canvas.heightPoints))
    }
    let isSorted = emitter.renderMode.sortsParticles
    budget.prices = ParticlePrices(
      cell, parent: sampled.parent.map { cells[$0].cell },
      birthInstructionCount: sampler.birthInstructionCount(ofCell: index),
      isThreeDimensional: sampled.isThreeDimensional, isSorted: isSorted,
      hasLens: sampled.isThreeDimensional && canvas.mayDefocus, hasShutter: openSeconds > 0)
    if let lighting {
      budget.prices.light = lighting.particleNanoseconds(on: canvas) + (cell.hasPuffs ? lighting.puffNanoseconds : 0)
    }
    let program = sampler.cells[index]
    budget.memory = ParticleMemory(
      cell, isRound: program.layout.isRound, isSorted: isSorted, trailFloats: program.trail?.layout.recordStride ?? 0,
      hasSteppedParent: sampled.parent.map { cells[$0].cell.isStepped } ?? false)
    return budget
  }

  /// How many times, at most, a particle is integrated over the seconds of the open shutter, in addition to the steps up to the
  /// frame's time.
  private static let shutterIntegrations = 3.0

  /// The value of `ParticleBudget.shortLoopSeconds` for a root cell.
  private func shortLoopSeconds(of cell: Cell) -> Double? {
    let period = canvas.loops ? canvas.duration.double * clock.speed : 0
    guard period > 0 else { return nil }
    let clocks = ClockRange(local: 0...period, canvas: 0...canvas.duration.double)
    let rate = [cell.birthRate, emitter.birthRate].reduce(1) { $0 * max(0, $1.valueRange(during: clocks).upperBound) }
    return rate * period < 0.5 ? period : nil
  }
}
