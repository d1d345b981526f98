extension ParticleBudget {
  /// Nanoseconds of one core for the cell's particles in a frame that is drawn alone.
  package var nanoseconds: Double {
    live * particleNanoseconds + stepNanosecondsOfFrame + pixelSeconds * 1e9
      + trailPoints * CostTable.trailPoint + trailPixels * CostTable.trailPixel + linkCount * CostTable.link
  }

  /// Seconds of one core for the pixels of its sprites.
  package var pixelSeconds: Double { (coveredPixels - trailPixels) * pixelNanoseconds * 1e-9 }

  /// Bytes of the records of particles, in columns and packed for rasterising, for each frame that is drawn at a time; of the
  /// copies in which particles are sorted; and, kept from frame to frame, of the states of stepped particles and of trails.
  package func bytes(concurrentFrames: Int) -> Double {
    let sorting = isSorted ? ParticleLayout.sortingByteCount : 0
    let recordBytes = Double(concurrentFrames) * Double(ParticleLayout.drawnByteCount + sorting)
    let stepped = stepsOfFrame > 0 ? ParticleBudget.steppedStateBytes * live : 0
    return live * shutterSamples * recordBytes + stepped + ParticleBudget.ribbonCopies * ribbonBytes
  }
}

extension Cell {
  /// Instructions of the formulas that are run for each particle: those of the values that it reads at its birth, its own and its
  /// emitter's. Keyframes count as the few instructions that they take.
  func instructionsOfBirth(_ emitter: Emitter?) -> Double {
    var count = 0.0
    for parameter in CellParameter.all {
      switch parameter.value {
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
  ///   - records: shutter samples of a particle in the mean.
  ///   - shownShare: share of the particles that is drawn.
  func particleNanoseconds(isThreeDimensional: Bool, isSorted: Bool, records: Double, shownShare: Double) -> Double {
    let record =
      (hasRoundSprites ? CostTable.roundRecord : CostTable.record) + (isSorted ? CostTable.sortedRecord : 0)
    return CostTable.particle * max(1, records) + (isThreeDimensional ? CostTable.particleWithLens : 0)
      + shownShare * records * record
  }

  /// Nanoseconds of one pixel of its sprites.
  func pixelNanoseconds(hasLens: Bool, records: Double) -> Double {
    let shapes = sprites.isEmpty ? [.softDisc] : sprites.map(\.shape)
    let pixel = shapes.reduce(0) { $0 + CostTable.pixel(of: $1) } / Double(shapes.count)
    let lens = hasLens ? (hasRoundSprites ? CostTable.roundLensFactor : CostTable.lensFactor) : 1
    return pixel * lens + (records > 1 ? CostTable.gatheredPixel : 0)
  }
}
