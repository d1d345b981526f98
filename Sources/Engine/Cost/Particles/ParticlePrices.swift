import Model

/// What each part of a `CellLoad` costs in nanoseconds of one core.
struct ParticlePrices: Sendable, Equatable {
  /// A birth that is evaluated, without its records.
  var birth = 0.0
  /// A reading of the formulas among the birth parameters.
  var reading = 0.0
  /// An integration step of one particle, and of one of its parents.
  var step = 0.0
  var parentStep = 0.0
  /// A record, without its pixels, and a pixel of a sprite.
  var record = 0.0
  var spritePixel = 0.0
  /// A pixel of a particle whose shutter samples are gathered, once for all of them; 0 without a shutter.
  var gatheredPixel = 0.0
  /// The light of the scene, and the shadows of other layers, on a record.
  var light = 0.0
  /// Whether the particles are drawn. Those below an opaque layer are evaluated and binned, but not drawn.
  var areDrawn = true

  init() {}

  /// - Parameters:
  ///   - parent: the cell of the particle's parents; nil for a root cell.
  ///   - birthInstructionCount: instructions of formulas that are run for a reading.
  init(
    _ cell: Cell, parent: Cell?, birthInstructionCount: Double, isThreeDimensional: Bool, isSorted: Bool,
    hasLens: Bool, hasShutter: Bool
  ) {
    birth = CostTable.particle + (isThreeDimensional ? CostTable.threeDimensionalParticle : 0)
    birth += Double(cell.gather?.next.count ?? 0) * CostTable.gatherPlace + cell.placeColorNanoseconds
    reading = birthInstructionCount * CostTable.birthInstruction
    step = cell.stepNanoseconds
    parentStep = parent?.stepNanoseconds ?? 0
    let shapes = cell.sprites.isEmpty ? [.softDisc] : cell.sprites.map(\.shape)
    let sprites = shapes.map(CostTable.sprite)
    let sampleFactor = hasShutter ? CostTable.shutterSampleFactor : 1
    record =
      sampleFactor * sprites.reduce(0) { $0 + $1.record } / Double(sprites.count)
      + (isSorted ? CostTable.sortedRecord : 0) + (hasShutter ? CostTable.particle : 0)
    let pixels = zip(shapes, sprites).reduce(0.0) { sum, sprite in
      // A lens goes through the box of a disc, of which the disc covers π/4.
      sum + (hasLens ? CostTable.lensPixel(sprite.1.pixel) * (sprite.0.coversDisc ? 4 / .pi : 1) : sprite.1.pixel)
    }
    spritePixel = sampleFactor * pixels / Double(sprites.count)
    gatheredPixel = hasShutter ? CostTable.gatheredPixel : 0
  }

  func nanoseconds(_ load: CellLoad) -> Double {
    load.births * birth + load.readings * reading + integrationNanoseconds(load) + load.chunks * CostTable.chunk
      + load.trailPoints * CostTable.trailPoint + load.records * light
      + (areDrawn
        ? load.records * record + load.spritePixels * spritePixel + gatheredPixels(load) * gatheredPixel
          + load.trailPixels * CostTable.trailPixel
        : load.records * CostTable.hiddenRecord)
  }

  /// The pixels of one record of each particle.
  private func gatheredPixels(_ load: CellLoad) -> Double {
    load.spritePixels * min(1, load.alive / max(load.records, 1))
  }

  func integrationNanoseconds(_ load: CellLoad) -> Double { load.steps * step + load.parentSteps * parentStep }
}

extension Cell {
  /// Nanoseconds that the colours of a particle's places on shapes take.
  var placeColorNanoseconds: Double {
    guard let colors = colorByPlace else { return 0 }
    var place = CostTable.placeColor
    if let program = colors.formula?.program {
      place += Double(program.nodes.count) * CostTable.placeInstruction
      place += program.costInAdditionsPerPixel * CostTable.placeAddition
    }
    return Double(1 + (gather?.next.count ?? 0)) * place
  }

  /// Nanoseconds of one integration step of one particle.
  var stepNanoseconds: Double {
    isStepped
      ? forces.reduce(CostTable.step + CostTable.boundaryStep * Double(bounds.count)) { $0 + CostTable.step(of: $1) }
      : 0
  }
}

extension Filter.Lighting {
  /// Nanoseconds of the light on a puff, with the shadows of other puffs, beyond that on any particle.
  var puffNanoseconds: Double {
    let shadowCount = material.acceptsShadows ? castingLights.count : 0
    return CostTable.lightOnPuff
      + (shadowCount > 0 ? CostTable.gatheredPuff + Double(shadowCount) * CostTable.shadowOnPuff : 0)
  }

  /// Nanoseconds of the light on a particle.
  func particleNanoseconds(on canvas: Canvas) -> Double {
    let lampCount = lights.reduce(0) { $0 + $1.partCount } - layerLights.count
    let shadowCount = hasShadows ? shadowLightCount * canvas.casterCount : 0
    return Double(lampCount) * CostTable.lampOnParticle + Double(layerLights.count) * CostTable.layerLightOnParticle
      + Double(shadowCount) * CostTable.shadowOnParticle
  }
}
