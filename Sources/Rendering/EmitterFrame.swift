import Lanes
import Particles
import Raster

/// The particles of one emitter at one time: evaluated and sorted into tiles chunk by chunk, on all workers.
///
/// Chunks are fixed ranges of root indices, so neither the number of threads nor the order in which they finish can
/// change what is drawn. All memory is kept for the next frame.
final class EmitterFrame: @unchecked Sendable {
  let planned: PlannedEmitter
  private var chunks: [ParticleChunk] = []
  /// For each worker, filled anew for each chunk and sorted at once, so that columns never leave the cache.
  private var outputs: [ChunkOutput]
  /// For each chunk, one for each cell.
  private var bins: [[ParticleBins]] = []

  init(planned: PlannedEmitter, workerCount: Int) {
    self.planned = planned
    outputs = (0..<workerCount).map { _ in planned.program.makeOutput() }
  }

  /// Evaluates and bins all particles that are in sight at canvas time `time`.
  func prepare(
    at time: Double, grid: TileGrid, pool: WorkerPool, scratch: [EvaluationScratch], stages: StageTimes? = nil
  ) {
    forEachChunk(at: time, pool: pool, scratch: scratch, stages: stages) { chunk, output, laps in
      for cell in self.planned.program.cells.indices {
        let columns = output.columns[cell]
        self.bins[chunk][cell].fill(
          SpriteColumns(columns), count: columns.count, set: self.planned.sprites[cell], grid: grid)
      }
      guard let laps else { return }
      laps.lap(.bin)
      for columns in output.columns { laps.countCovered(SpriteColumns(columns), count: columns.count, grid: grid) }
    }
  }

  /// Evaluates without binning: for the benchmark.
  func evaluate(at time: Double, pool: WorkerPool, scratch: [EvaluationScratch]) {
    forEachChunk(at: time, pool: pool, scratch: scratch) { _, _, _ in }
  }

  /// Evaluates all chunks on all workers and calls `body` for each right after, while its columns are in the cache.
  private func forEachChunk(
    at time: Double, pool: WorkerPool, scratch: [EvaluationScratch], stages: StageTimes? = nil,
    body: (_ chunk: Int, _ output: ChunkOutput, _ laps: StageLaps?) -> Void
  ) {
    chunks.removeAll(keepingCapacity: true)
    guard planned.layer.isShown(at: time) else { return }
    let program = planned.program
    let localTime = planned.layer.localTime(at: time)
    program.chunks(at: localTime, into: &chunks)
    while bins.count < chunks.count { bins.append(program.cells.map { _ in ParticleBins() }) }
    pool.run(jobs: chunks.count) { job, worker in
      let laps = stages?.workers[worker]
      laps?.start()
      program.evaluate(chunks[job], at: localTime, into: outputs[worker], scratch: scratch[worker])
      laps?.lap(.evaluate)
      body(job, outputs[worker], laps)
    }
  }

  /// Adds what `prepare` found to the figures of a frame.
  func count(into statistics: inout FrameStatistics) {
    for chunk in chunks.indices {
      for cell in planned.program.cells.indices {
        statistics.particles += bins[chunk][cell].particleCount
        statistics.binnedParticles += bins[chunk][cell].pairCount
      }
    }
  }

  /// Bytes of columns that `evaluate` fills at a time, chunk after chunk: for the benchmark.
  func columnByteCount(at time: Double) -> Int {
    let program = planned.program
    let localTime = planned.layer.localTime(at: time)
    let (output, scratch) = (program.makeOutput(), EvaluationScratch())
    var chunks: [ParticleChunk] = []
    program.chunks(at: localTime, into: &chunks)
    return chunks.reduce(0) { sum, chunk in
      program.evaluate(chunk, at: localTime, into: output, scratch: scratch)
      return output.columns.reduce(sum) { $0 + $1.filledByteCount }
    }
  }

  /// Whether any particle touches a tile.
  func touches(tile: Int) -> Bool {
    for chunk in chunks.indices {
      for bin in bins[chunk] where bin.run(inTile: tile).count > 0 { return true }
    }
    return false
  }

  /// Draws the particles of one tile: cells as in the file, then chunks, then particles. `runs` is scratch memory of the
  /// calling thread.
  func draw(
    tileIndex: Int, into tile: Tile, blend: BlendKind, opacity: Float, clampsToUnit: Bool, keepsAlpha: Bool,
    runs: AlignedBuffer<SpriteRun>
  ) {
    runs.reserve(chunks.count)
    for cell in planned.program.cells.indices {
      var count = 0
      for chunk in chunks.indices {
        let run = bins[chunk][cell].run(inTile: tileIndex)
        if run.count == 0 { continue }
        runs.base[count] = run
        count += 1
      }
      drawSprites(
        UnsafeBufferPointer(start: runs.base, count: count), isRound: planned.program.cells[cell].isRound,
        set: planned.sprites[cell], blend: blend, opacity: opacity, clampsToUnit: clampsToUnit, keepsAlpha: keepsAlpha,
        into: tile)
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
