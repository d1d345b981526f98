import Lanes
import Model

/// A cell of the tree as the rasteriser needs to know it.
package struct ProgramCell: Sendable, Equatable {
  package let name: String
  package let path: UInt64
  package let sprites: [Sprite]
  /// Whether the cell's columns hold a radius instead of two axes.
  package let isRound: Bool
  /// Whether a lens may put its particles out of focus.
  package let blurs: Bool
  /// Whether its particles are sorted before they are drawn.
  package let isSorted: Bool
  package let links: LinkStyle?
  package let trail: TrailStyle?
  /// Whether a particle may be several records (`ParticleColumns.hasParts`), and whether these are round sprites that are
  /// swept along their first half axis.
  package let hasParts: Bool
  package let isSwept: Bool
}

/// How a cell's particles are linked, in the frame's pixels and colours.
package struct LinkStyle: Sendable, Equatable {
  package let distancePixels: Float
  package let halfWidthPixels: Float
  package let opacity: Float
  /// Premultiplied, as the canvas blends; nil for the mean of both ends.
  package let color: SIMD4<Float>?

  package init(_ links: Links, canvas: Canvas) {
    distancePixels = Float(links.distance * canvas.pixelsPerPoint)
    halfWidthPixels = Float(links.width * canvas.pixelsPerPoint / 2)
    opacity = Float(links.opacity)
    color = links.color.map {
      let straight = SIMD4<Float>(ColorTable.components(of: $0, encoded: canvas.blending == .srgb))
      return SIMD4(straight.x * straight.w, straight.y * straight.w, straight.z * straight.w, straight.w)
    }
  }
}

/// A run of births of one root cell, evaluated with all that descends from them as one piece of work.
package struct ParticleChunk: Sendable, Equatable {
  /// Index of the root cell in `EmitterProgram.cells`.
  package let cell: Int
  let root: Int
  /// Which births: 0 the schedule's, 1 `burst`, 2 and on the entries of `bursts`.
  let source: Int
  /// Seconds added to the local time: whole turns of a loop.
  let shift: Double
  let firstNumber: UInt64
  /// Root births in the chunk, at most `EmitterProgram.chunkCapacity`.
  package let count: Int
}

/// An emitter layer compiled for one canvas: from a local time to the columns of all particles alive then.
///
/// Immutable, and safe to use from any number of threads, each with its own output and scratch memory. Nothing is
/// carried from one evaluation to the next: a frame's particles follow from its time alone.
package final class EmitterProgram: @unchecked Sendable {
  /// Root births that one chunk holds at most.
  package static let chunkCapacity = 4096

  /// All cells in drawing order: as in the file, each followed by its own children.
  package let cells: [ProgramCell]
  let kernels: UnsafeMutablePointer<CellKernel>
  let roots: [RootEmission]
  /// Levels of the tree.
  let depth: Int
  let clock: LayerClock
  private let camera: Camera?
  private let canvas: Canvas
  /// Whether some cell's particles are stepped.
  package let isStepped: Bool
  /// Whether some of them are in space.
  let stepsInSpace: Bool
  /// Local seconds before and after the frame's time that some cell's shutter is open.
  let halfShutter: Double
  /// Whether some cell's particles are born at bounces.
  let logsBounces: Bool
  private let memory: ProgramMemory
  private let moving: [[AnimatedBirthParameter]]
  private let bursts: [AnimatedNumber]
  /// Lanes of memory that the longest trail is made in.
  private let trailLanes: Int

  /// - Parameters:
  ///   - path: of the layer, the root of its random draws.
  ///   - viewMarginPixels: how far around the frame particles are drawn, for filters that read their neighbours.
  ///   - chunkCapacity: root births in a chunk at most; results do not depend on it.
  package init(
    path: UInt64, timing: LayerTiming, emitter: Emitter, canvas: Canvas, viewMarginPixels: Int = 0,
    chunkCapacity: Int = EmitterProgram.chunkCapacity
  ) {
    let compiled = TreeCompiler.compile(
      path: path, timing: timing, emitter: emitter, canvas: canvas, chunkCapacity: chunkCapacity)
    cells = compiled.cells
    memory = compiled.memory
    kernels = compiled.memory.keepMutable(
      compiled.kernels.map { kernel in
        var kernel = kernel
        kernel.sightMargin += Float(viewMarginPixels)
        return kernel
      })
    roots = compiled.roots
    depth = compiled.depth
    clock = compiled.clock
    camera = compiled.kernels.contains { $0.uses(.space) } ? canvas.camera : nil
    self.canvas = canvas
    moving = compiled.moving
    bursts = compiled.bursts
    trailLanes = compiled.kernels.reduce(0) { max($0, Evaluation.trailLanes($1.trail.pointee)) }
    logsBounces = compiled.kernels.contains { $0.logsBounces }
    isStepped = compiled.kernels.contains { $0.uses(.stepped) }
    stepsInSpace = compiled.kernels.contains { $0.uses(.stepped) && $0.uses(.space) }
    halfShutter = compiled.halfShutter
  }

  /// Columns for all cells, to be filled by `evaluate` again and again.
  package func makeOutput() -> ChunkOutput { ChunkOutput(cells: cells) }

  /// Evaluates a chunk's births and all that descends from them at a local time.
  ///
  /// Fills `output.columns[cell]` for every cell of the tree; those that the chunk does not reach are left empty.
  /// `flights` is what is known of the chunk's stepped particles: it saves work and changes nothing.
  package func evaluate(
    _ chunk: ParticleChunk, at localTime: Double, view: CameraView = CameraView(), into output: ChunkOutput,
    appends: Bool = false, scratch: EvaluationScratch, flights: StateCacheHandle? = nil
  ) {
    if !appends { output.clear() }
    scratch.reserve(levels: depth, trailLanes: trailLanes)
    let root = roots[chunk.root]
    let evaluation = Evaluation(
      time: localTime + chunk.shift, closing: localTime + chunk.shift + halfShutter, kernels: kernels,
      blocks: scratch.blocks.base, cursors: output.cursors, program: self, output: output, flights: flights,
      view: view, trailMemory: scratch.trail.base)
    evaluation.emit(chunk, of: root)
  }

  /// The camera at a canvas time, in seconds.
  package func view(at time: Double) -> CameraView {
    camera.map { CameraView($0, canvas: canvas, time: time) } ?? CameraView()
  }

  /// Reads the moving values of eight particles at their births. Those that are never born keep what was there.
  func fillSlots(_ slots: UnsafeMutablePointer<Float8>, cell: Int, births: Double8) {
    // Particles of one burst are born together: what moves is read once for them.
    let isOneMoment = births == Double8(repeating: births[0])
    for lane in 0..<(isOneMoment ? 1 : 8) where births[lane] < .infinity {
      let clock = clock.clock(at: births[lane])
      func set(_ slot: BirthParameter, _ value: Double) {
        if isOneMoment {
          slots[slot.rawValue] = Float8(repeating: Float(value))
        } else {
          slots[slot.rawValue][lane] = Float(value)
        }
      }
      for slot in moving[cell] {
        switch slot {
        case .number(let slot, let number, let multiplier, let factor):
          set(slot, number.value(at: clock) * (multiplier?.value(at: clock) ?? 1) * factor)
        case .color(let color, let encoded):
          let components = ColorTable.components(of: color.linearColor(at: clock), encoded: encoded)
          set(.red, components.x)
          set(.green, components.y)
          set(.blue, components.z)
          set(.alpha, components.w)
        }
      }
    }
  }

  func isSteppedRoot(_ chunk: ParticleChunk) -> Bool { kernels[chunk.cell].uses(.stepped) }

  /// An animated `burst` of a child cell at the local time at which its emission begins.
  func burstCount(cell: Int, at localTime: Double) -> UInt64 {
    wholeCount(bursts[cell].value(at: clock.clock(at: localTime)))
  }
}

/// One chunk's particles, a set of columns for each cell of the tree.
package final class ChunkOutput: @unchecked Sendable {
  package let columns: [ParticleColumns]
  /// The trails of each cell that has any.
  package let ribbons: [Ribbons]
  let cursors: UnsafeMutablePointer<ColumnCursor>
  private let memory: AlignedBuffer<ColumnCursor>

  init(cells: [ProgramCell]) {
    let memory = AlignedBuffer<ColumnCursor>(count: cells.count)
    let cursors = memory.base
    columns = cells.indices.map { ParticleColumns(cell: cells[$0], cursor: cursors + $0) }
    ribbons = cells.map { Ribbons(rule: $0.trail) }
    self.memory = memory
    self.cursors = cursors
  }

  /// Empties the columns without giving up their room.
  func clear() {
    for index in columns.indices {
      cursors[index].count = 0
      cursors[index].furtherParts = 0
      ribbons[index].clear()
    }
  }
}

/// A thread's working memory for `EmitterProgram.evaluate`; it serves any program.
package final class EvaluationScratch: @unchecked Sendable {
  let blocks = AlignedBuffer<Block>(count: 0)
  let trail = AlignedBuffer<Float8>(count: 0)
  private var memory = ProgramMemory()
  private var levels = 0

  package init() {}

  func reserve(levels: Int, trailLanes: Int) {
    trail.reserve(max(trailLanes, trail.count))
    guard levels > self.levels else { return }
    self.levels = levels
    memory = ProgramMemory()
    blocks.reserve(levels)
    let batches = Block.capacity / 8
    func lanes(_ count: Int) -> UnsafeMutablePointer<Float8> {
      memory.keepMutable([Float8](repeating: Float8(repeating: 0), count: count))
    }
    func doubles() -> UnsafeMutablePointer<Double> { memory.keepMutable([Double](repeating: 0, count: Block.capacity)) }
    for level in 0..<levels {
      blocks.base[level] = Block(
        fields: lanes(batches * InheritedField.count),
        keys: memory.keepMutable([ParticleKeys8](repeating: ParticleKeys8(ParticleKey(a: 0, b: 0)), count: batches)),
        slots: lanes(BirthParameter.count), gathered: lanes(InheritedField.count), births: doubles(), starts: doubles(),
        delays: doubles(),
        limits: doubles(), indices: memory.keepMutable([UInt64](repeating: 0, count: Block.capacity)),
        parents: memory.keepMutable([Int32](repeating: 0, count: Block.capacity)),
        bounces: lanes(batches * BounceLog.capacity))
    }
  }
}
