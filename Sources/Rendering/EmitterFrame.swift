import Particles
import Raster

/// The particles of one emitter at one time: evaluated and sorted into tiles chunk by chunk, on all workers.
///
/// Chunks are fixed ranges of root indices, so neither the number of threads nor the order in which they finish can
/// change what is drawn. All memory is kept for the next frame.
final class EmitterFrame: @unchecked Sendable {
  let planned: PlannedEmitter
  private(set) var isShown = false
  private var chunks: [ParticleChunk] = []
  private var outputs: [ChunkOutput] = []
  /// For each chunk, one for each cell.
  private var bins: [[ParticleBins]] = []

  init(planned: PlannedEmitter) { self.planned = planned }

  /// Evaluates and bins all particles that are in sight at canvas time `time`.
  func prepare(at time: Double, grid: TileGrid, pool: WorkerPool, scratch: [EvaluationScratch]) {
    isShown = planned.layer.isShown(at: time)
    chunks.removeAll(keepingCapacity: true)
    guard isShown else { return }
    let program = planned.program
    let localTime = planned.layer.localTime(at: time)
    program.chunks(at: localTime, into: &chunks)
    while outputs.count < chunks.count {
      outputs.append(ChunkOutput(program: program))
      bins.append(program.cells.map { _ in ParticleBins() })
    }
    let (chunks, outputs, bins) = (chunks, outputs, bins)
    pool.run(jobs: chunks.count) { job, worker in
      let output = outputs[job]
      program.evaluate(chunks[job], at: localTime, into: output, scratch: scratch[worker])
      for cell in program.cells.indices {
        let columns = output.columns[cell]
        bins[job][cell].fill(
          SpriteColumns(columns), count: columns.count, set: self.planned.sprites[cell], grid: grid)
      }
    }
  }

  /// Adds what `prepare` found to the figures of a frame.
  func count(into statistics: inout FrameStatistics) {
    for chunk in chunks.indices {
      for cell in planned.program.cells.indices {
        statistics.particles += outputs[chunk].columns[cell].count
        statistics.binnedParticles += bins[chunk][cell].pairCount
      }
    }
  }

  /// Whether any particle touches a tile.
  func touches(tile: Int) -> Bool {
    for chunk in chunks.indices {
      for bin in bins[chunk] where !bin.indices(inTile: tile).isEmpty { return true }
    }
    return false
  }

  /// Draws the particles of one tile: cells as in the file, then chunks, then particles.
  func draw(tileIndex: Int, into tile: Tile, blend: BlendKind, opacity: Float, clampsToUnit: Bool) {
    for cell in planned.program.cells.indices {
      for chunk in chunks.indices {
        let indices = bins[chunk][cell].indices(inTile: tileIndex)
        if indices.isEmpty { continue }
        drawSprites(
          SpriteColumns(outputs[chunk].columns[cell]), indices: indices, set: planned.sprites[cell], blend: blend,
          opacity: opacity, clampsToUnit: clampsToUnit, into: tile)
      }
    }
  }
}

extension SpriteColumns {
  /// The same memory, as the rasteriser names it.
  init(_ columns: ParticleColumns) {
    self.init(
      isRound: columns.isRound, x: columns.column(.x), y: columns.column(.y), axisXx: columns.column(.axisXx),
      axisXy: columns.column(.axisXy), axisYx: columns.column(.axisYx), axisYy: columns.column(.axisYy),
      red: columns.column(.red), green: columns.column(.green), blue: columns.column(.blue),
      alpha: columns.column(.alpha), sprites: columns.sprites)
  }
}
