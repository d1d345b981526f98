import Model

extension ParticleBudget {
  /// Nanoseconds of one core for the cell's particles in a frame that is drawn alone.
  package var nanoseconds: Double {
    liveCount * particleNanoseconds + chunkCount * CostTable.chunk + integrationNanoseconds + coreSecondsOfSpritePixels
      * 1e9
      + trailPoints * CostTable.trailPoint + trailPixels * CostTable.trailPixel + linkCount * CostTable.link
  }

  /// Seconds of one core for the pixels of the cell's sprites.
  package var coreSecondsOfSpritePixels: Double { (coveredPixels - trailPixels) * pixelNanoseconds * 1e-9 }

  /// Bytes of the cell's particles: for each concurrent frame their records, in columns and packed for rasterising, and the
  /// copies in which they are sorted; and, kept from frame to frame, the states of stepped particles and the trails.
  package func bytes(concurrentFrames: Int) -> Double {
    let sorting = isSorted ? ParticleLayout.sortingByteCount : 0
    let recordBytes = Double(concurrentFrames) * Double(ParticleLayout.drawnByteCount + sorting)
    let stepped = stepsOfFrame > 0 ? ParticleBudget.steppedStateBytes * liveCount : 0
    return liveCount * shutterSamples * recordBytes + Double(concurrentFrames) * chunkBytes + stepped
      + ParticleBudget.ribbonMemoryFactor * ribbonBytes
  }
}

extension Cell {
  /// How many instructions of formulas run for each particle, for the cell's and the emitter's values that it reads at its birth.
  /// Keyframes count as a few instructions.
  ///
  /// - Parameter emitter: the emitter of a root cell; nil for a child cell, whose births do not read it.
  func birthInstructionCount(_ emitter: Emitter?) -> Double {
    var count = 0.0
    for parameter in CellParameter.all {
      switch parameter.property {
      case .number(let number, _): count += self[keyPath: number].source.instructionCount
      case .point(let point, _, _):
        count += self[keyPath: point].x.source.instructionCount + self[keyPath: point].y.source.instructionCount
      }
    }
    guard let emitter else { return count }
    let numbers = [
      emitter.position.x, emitter.position.y, emitter.zPosition, emitter.size.x, emitter.size.y, emitter.depth,
    ]
    return numbers.reduce(count) { $0 + $1.source.instructionCount }
  }

  /// Nanoseconds of evaluating one particle and drawing its records, apart from their pixels.
  ///
  /// - Parameters:
  ///   - records: mean number of shutter samples of a particle.
  ///   - shownShare: share of the particles that lie in the frame.
  func particleNanoseconds(isThreeDimensional: Bool, isSorted: Bool, records: Double, shownShare: Double) -> Double {
    let record =
      (hasRoundSprites ? CostTable.roundRecord : CostTable.record) + (isSorted ? CostTable.sortedRecord : 0)
    return CostTable.particle * max(1, records) + (isThreeDimensional ? CostTable.threeDimensionalParticle : 0)
      + shownShare * records * record
  }

  /// Nanoseconds of one pixel of the cell's sprites; `records` is the mean number of shutter samples of a particle.
  func pixelNanoseconds(hasLens: Bool, records: Double) -> Double {
    let shapes = sprites.isEmpty ? [.softDisc] : sprites.map(\.shape)
    let pixel = shapes.reduce(0) { $0 + CostTable.pixel(of: $1) } / Double(shapes.count)
    let lens = hasLens ? (hasRoundSprites ? CostTable.roundLensFactor : CostTable.lensFactor) : 1
    return pixel * lens + (records > 1 ? CostTable.gatheredPixel : 0)
  }
}
