import Lanes
import Model
import Raster
import Shading
import Simulation

/// The particles of one emitter in the current frame: evaluated and sorted into tiles, group by group (`EmitterPass`).
///
/// A group is one chunk of particles or, where there are very many chunks, some neighbouring ones that are sorted together: a
/// tile then reads its particles from a few long ranges of memory instead of thousands of short ones. (Ten million particles took
/// a fifth longer with groups of one chunk.)
///
/// Chunks are fixed ranges of root indices, so neither the number of threads nor the order in which they finish can
/// change what is drawn. All memory is kept for the next frame.
final class EmitterFrame: @unchecked Sendable {
  let planned: PlannedEmitter
  /// The tiles into which the particles are sorted.
  private let grid: TileGrid
  private var chunks: [ParticleChunk] = []
  /// Number of chunks in a group; the last group may have fewer.
  private var groupSize = 1
  /// Each worker's columns. They are filled anew for each group and sorted immediately, while they are in the processor's cache.
  private var outputs: [ChunkOutput]
  /// The bins of each group, followed by bins that are only used in frames with more groups.
  private var bins: [GroupBins] = []
  /// For each cell, the lines between its particles, if it has any.
  private let links: [CellLinks?]
  /// The particles of all cells, if they are sorted before they are drawn; `bins` then only has trails.
  private let sortedParticles: SortedParticles?
  /// Local seconds of the layer in the current frame.
  private var localTime = 0.0
  /// The camera in the current frame.
  private var view = CameraView()
  /// What other layers do to the light on the particles; nil for nothing.
  private let otherLayers: LightOnParticles?
  /// The light on the particles in the current frame; nil where they keep their own colours.
  private var lighting: ParticleLighting?
  /// The shadows of puffs on each other, and where their gathering is evaluated; nil where there are none.
  private let puffShadows: (shadows: PuffShadows, output: ChunkOutput, scratch: EvaluationScratch)?
  /// Number of groups in the frame before.
  private var lastGroupCount = 0
  /// States of stepped particles from the frames before; nil where no cell is stepped.
  private let stateCaches: StateCaches?
  /// Content version: in frames with equal versions equal particles are drawn.
  private(set) var contentVersion = 0

  init(planned: PlannedEmitter, grid: TileGrid, lightSources: [LightSourceFrame] = [], workerCount: Int) {
    self.planned = planned
    otherLayers = planned.lighting.flatMap { LightOnParticles($0, lightSources, canvas: planned.program.canvas) }
    self.grid = grid
    outputs = (0..<workerCount).map { _ in planned.program.makeOutput() }
    links = planned.program.cells.map { cell in cell.links.map(CellLinks.init) }
    stateCaches = StateCaches(program: planned.program)
    puffShadows =
      planned.program.puffsShadeEachOther ? (PuffShadows(), planned.program.makeOutput(), EvaluationScratch()) : nil
    sortedParticles = SortedParticles(planned: planned)
  }

  /// Whether the particles wait for the light and the shadows of other layers.
  var isLitByLayers: Bool { otherLayers != nil }

  /// Number of groups of chunks in the current frame; 0 while the layer is hidden.
  var groupCount: Int { (chunks.count + groupSize - 1) / groupSize }

  /// The greatest number of groups in a frame: enough to keep many threads busy until nearly the end of the pass.
  private static let maximumGroups = 64

  /// Begins the frame at canvas time `time`. Workers must then evaluate and bin each group.
  func begin(at time: Double) {
    chunks.removeAll(keepingCapacity: true)
    guard let local = planned.localTime(at: time) else { return }
    localTime = local
    view = planned.program.view(at: time)
    otherLayers?.update(at: time)
    lighting = planned.program.lighting(
      at: AnimationClock(local: local, canvas: time), others: otherLayers, shadows: puffShadows?.shadows)
    planned.program.chunks(at: localTime, into: &chunks)
    stateCaches?.begin(chunks)
    gatherPuffs()
    groupSize = (chunks.count + Self.maximumGroups - 1) / Self.maximumGroups
    if groupSize < 1 { groupSize = 1 }
    while bins.count < groupCount { bins.append(GroupBins(planned.program.cells)) }
    for links in links { links?.begin(groupCount: groupCount) }
    sortedParticles?.begin(groupCount: groupCount, cutKeys: planned.cards?.sorted(at: time).map(\.key) ?? [])
  }

  /// Gathers all puffs for their shadows on each other, chunk by chunk.
  private func gatherPuffs() {
    guard let puffShadows else { return }
    puffShadows.shadows.begin()
    for chunk in chunks.indices {
      planned.program.evaluate(
        chunks[chunk], at: localTime, view: view, lighting: lighting, into: puffShadows.output,
        scratch: puffShadows.scratch, stateCache: stateCaches?.handle(ofChunk: chunk), gathering: puffShadows.shadows)
    }
    puffShadows.shadows.build()
  }

  /// Fills the worker's columns with the particles of a group.
  func evaluate(group: Int, worker: Int, scratch: EvaluationScratch) {
    let first = group * groupSize
    for chunk in first..<min(first + groupSize, chunks.count) {
      planned.program.evaluate(
        chunks[chunk], at: localTime, view: view, lighting: lighting, into: outputs[worker], appends: chunk > first,
        scratch: scratch,
        stateCache: stateCaches?.handle(ofChunk: chunk))
    }
  }

  /// Sorts the worker's columns into tiles, right after they were filled, while they are in the processor's cache.
  func bin(group: Int, worker: Int) {
    sortedParticles?.keep(outputs[worker], group: group)
    bins[group].fill(from: outputs[worker], sprites: sortedParticles == nil ? planned.sprites : nil, grid: grid)
    for (cell, links) in links.enumerated() { links?.keep(outputs[worker].columns[cell], group: group) }
  }

  /// Ends a frame's evaluation after all groups have been binned: sorts particles and finds lines, for which all groups are
  /// needed.
  func end() {
    var hasChanged = groupCount != lastGroupCount
    for group in 0..<groupCount where bins[group].hasChanged { hasChanged = true }
    if let sortedParticles, sortedParticles.sort(groupCount: groupCount, grid: grid) { hasChanged = true }
    lastGroupCount = groupCount
    if hasChanged {
      contentVersion += 1
      for links in links { links?.connect(groupCount: groupCount, grid: grid) }
    }
  }

  /// Adds the area of the particles in the worker's columns to `StageTimer.coveredPixels`.
  func countCovered(worker: Int, timer: StageTimer) {
    for columns in outputs[worker].columns { timer.countCovered(columns, grid: grid) }
  }

  /// Adds the counts of particles, and of particle × tile pairs, to a frame's statistics.
  func count(into statistics: inout FrameStatistics) {
    if let sortedParticles, groupCount > 0 { statistics.binnedParticles += sortedParticles.pairCount }
    for group in 0..<groupCount {
      statistics.particles += bins[group].particleCount
      for bin in bins[group].particles { statistics.binnedParticles += bin.pairCount }
      for trails in bins[group].trails { statistics.binnedParticles += trails?.pairCount ?? 0 }
    }
    for links in links { statistics.binnedParticles += links?.bins.pairCount ?? 0 }
  }

  /// Whether any particle of a part, trail or line touches a tile.
  func isVisible(slice: Int) -> Bool {
    if planned.cards != nil, let sortedParticles {
      return groupCount > 0 && sortedParticles.slices[slice].pairCount > 0
    }
    var statistics = FrameStatistics()
    count(into: &statistics)
    return statistics.binnedParticles > 0
  }

  /// Number of bytes of the columns of all chunks at canvas time `time`; the benchmark `copy` copies as many.
  func columnByteCount(at time: Double) -> Int {
    let program = planned.program
    guard let localTime = planned.localTime(at: time) else { return 0 }
    let (output, scratch) = (program.makeOutput(), EvaluationScratch())
    var chunks: [ParticleChunk] = []
    program.chunks(at: localTime, into: &chunks)
    return chunks.reduce(0) { sum, chunk in
      program.evaluate(
        chunk, at: localTime, view: program.view(at: time),
        lighting: program.lighting(at: AnimationClock(local: localTime, canvas: time), others: otherLayers),
        into: output, scratch: scratch)
      return output.columns.reduce(sum) { $0 + $1.filledByteCount }
    }
  }

  /// Estimated area of the particles inside a tile, as a share of the tile's area. Overlapping parts count several times.
  func coveredShare(slice: Int, ofTile tileIndex: Int, rect: PixelRect) -> Float {
    var pixels: Float = 0
    if let sortedParticles {
      if groupCount > 0 {
        pixels = sortedParticles.slices[slice].batch(inTile: tileIndex).coveredPixels(
          isRound: sortedParticles.layout.isRound, inside: rect)
      }
      return pixels / Float(max(rect.width * rect.height, 1))
    }
    for group in 0..<groupCount {
      for (cell, bin) in zip(planned.program.cells, bins[group].particles) {
        pixels += bin.batch(inTile: tileIndex).coveredPixels(isRound: cell.layout.isRound, inside: rect)
      }
    }
    return pixels / Float(max(rect.width * rect.height, 1))
  }

  /// Number of records that are drawn on a tile, for estimates: sprites and lines that may touch it, and trails, each of which
  /// counts as ten records, since it has many segments.
  func recordCount(slice: Int, inTile tileIndex: Int) -> Int {
    var count = sortedParticles.map { groupCount > 0 ? $0.slices[slice].batch(inTile: tileIndex).count : 0 } ?? 0
    for cell in planned.program.cells.indices {
      count += links[cell]?.batch(inTile: tileIndex)?.count ?? 0
      for group in 0..<groupCount {
        count += 10 * (bins[group].trails[cell]?.batch(inTile: tileIndex)?.indices.count ?? 0)
        if sortedParticles == nil { count += bins[group].particles[cell].batch(inTile: tileIndex).count }
      }
    }
    return count
  }

  /// Marks the blocks of a tile that particles, trails and lines may touch.
  func markDirty(_ dirty: DirtyBlocks, slice: Int, tileIndex: Int, tile: Tile, scratch: AlignedBuffer<Float>) {
    for cell in planned.program.cells.indices {
      if let lines = links[cell]?.batch(inTile: tileIndex) {
        markSprites(lines, isRound: false, set: CellLinks.spriteSet, tile: tile, dirty: dirty, scratch: scratch)
      }
      for group in 0..<groupCount {
        if let trails = bins[group].trails[cell]?.batch(inTile: tileIndex) {
          markRibbons(trails, tile: tile, dirty: dirty)
        }
        if sortedParticles != nil { continue }
        let batch = bins[group].particles[cell].batch(inTile: tileIndex)
        if batch.count == 0 { continue }
        markSprites(
          batch, isRound: planned.program.cells[cell].layout.isRound, set: planned.sprites[cell], tile: tile,
          dirty: dirty,
          scratch: scratch)
      }
    }
    if let sortedParticles, groupCount > 0 {
      markSprites(
        sortedParticles.slices[slice].batch(inTile: tileIndex), isRound: sortedParticles.layout.isRound,
        set: sortedParticles.sprites, tile: tile,
        dirty: dirty,
        scratch: scratch)
    }
  }

  /// Draws the particles of one tile: cells in the preset's order, a cell's lines first, then its trails, then its sprites, each
  /// in the order of chunks and particles. Sorted particles follow the lines and trails of all cells.
  ///
  /// - Parameters:
  ///   - slice: which of the parts between other layers is drawn (`DepthCards`).
  ///   - batches: memory of the calling thread.
  ///   - scratch: memory of the calling thread.
  ///   - sumTile: a tile of the target's position and size, on which the shutter samples of one particle are gathered; nil where no
  ///     emitter needs one.
  func draw(
    slice: Int, tileIndex: Int, batches: AlignedBuffer<SpriteBatch>, scratch: AlignedBuffer<Float>, sumTile: Tile?,
    onto target: BlendTarget
  ) {
    let groupCount = groupCount
    batches.resize(to: groupCount)
    for cell in planned.program.cells.indices {
      if let lines = links[cell]?.batch(inTile: tileIndex) {
        withUnsafePointer(to: lines) {
          drawSprites(
            UnsafeBufferPointer(start: $0, count: 1), isRound: false, set: CellLinks.spriteSet, scratch: scratch,
            onto: target)
        }
      }
      for group in 0..<groupCount {
        guard let trails = bins[group].trails[cell]?.batch(inTile: tileIndex) else { continue }
        drawRibbons(trails, scratch: scratch, onto: target)
      }
      if sortedParticles != nil { continue }
      var count = 0
      for group in 0..<groupCount {
        let batch = bins[group].particles[cell].batch(inTile: tileIndex)
        if batch.count == 0 { continue }
        batches.base[count] = batch
        count += 1
      }
      let programCell = planned.program.cells[cell]
      draw(
        UnsafeBufferPointer(start: batches.base, count: count), isRound: programCell.layout.isRound,
        hasShutterSamples: programCell.layout.hasShutterSamples,
        set: planned.sprites[cell], scratch: scratch, sumTile: sumTile, onto: target)
    }
    if let sortedParticles, groupCount > 0 {
      withUnsafePointer(to: sortedParticles.slices[slice].batch(inTile: tileIndex)) {
        draw(
          UnsafeBufferPointer(start: $0, count: 1), isRound: sortedParticles.layout.isRound,
          hasShutterSamples: sortedParticles.layout.hasShutterSamples,
          set: sortedParticles.sprites, scratch: scratch, sumTile: sumTile, onto: target)
      }
    }
  }

  /// Draws the particles of one cell, or all sorted particles. Unless the blend mode is `add`, each particle's shutter samples
  /// are first gathered on `sumTile`.
  private func draw(
    _ batches: UnsafeBufferPointer<SpriteBatch>, isRound: Bool, hasShutterSamples: Bool, set: SpriteSet,
    scratch: AlignedBuffer<Float>, sumTile: Tile?, onto target: BlendTarget
  ) {
    if let sumTile, hasShutterSamples, target.blend != .add {
      drawShutterSamples(batches, set: set, scratch: scratch, sumTile: sumTile, onto: target)
    } else {
      drawSprites(batches, isRound: isRound, set: set, scratch: scratch, onto: target)
    }
  }
}

extension SpriteColumns {
  /// A view of columns that the simulation has written.
  init(_ columns: ParticleColumns) {
    self.init(
      layout: columns.layout, base: columns.base, stride: columns.columnStride, spriteIndices: columns.spriteIndices)
  }
}
