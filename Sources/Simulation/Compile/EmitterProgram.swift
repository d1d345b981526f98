import Lanes
import Model

/// Emitter layer compiled for one canvas: from a local time to the columns of all particles alive then.
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
  /// Whether some stepped particles are in space.
  let stepsInSpace: Bool
  /// Local seconds before and after the frame's time that some cell's shutter is open.
  let halfShutter: Double
  /// Whether some cell's particles are born at bounces.
  let logsBounces: Bool
  private let memory: ProgramMemory
  private let animatedParameters: [[AnimatedBirthParameter]]
  private let bursts: [AnimatedNumber]
  /// Lanes of memory that the longest trail is made in.
  private let trailLanes: Int

  /// - Parameters:
  ///   - viewMarginPixels: distance around the frame to which particles are drawn, for filters that read neighbours.
  ///   - chunkCapacity: root births in a chunk at most; results do not depend on it.
  package init(
    timing: LayerTiming, emitter: Emitter, canvas: Canvas, viewMarginPixels: Int = 0,
    chunkCapacity: Int = EmitterProgram.chunkCapacity
  ) {
    let compiled = TreeCompiler.compile(
      timing: timing, emitter: emitter, canvas: canvas, chunkCapacity: chunkCapacity)
    cells = compiled.cells
    memory = compiled.memory
    kernels = compiled.memory.keepMutable(
      compiled.kernels.map { kernel in
        var kernel = kernel
        kernel.cullMargin += Float(viewMarginPixels)
        return kernel
      })
    roots = compiled.roots
    depth = compiled.depth
    clock = compiled.clock
    camera = compiled.kernels.contains { $0.uses(.space) } ? canvas.camera : nil
    self.canvas = canvas
    animatedParameters = compiled.animatedParameters
    bursts = compiled.bursts
    trailLanes = compiled.kernels.reduce(0) { max($0, $1.trail.pointee.laneCount) }
    logsBounces = compiled.kernels.contains { $0.uses(.bounceLog) }
    isStepped = compiled.kernels.contains { $0.uses(.stepped) }
    stepsInSpace = compiled.kernels.contains { $0.uses(.stepped) && $0.uses(.space) }
    halfShutter = compiled.halfShutter
  }

  /// Columns for all cells, to be filled by `evaluate` again and again.
  package func makeOutput() -> ChunkOutput { ChunkOutput(cells: cells) }

  /// Evaluates a chunk's births and all that descends from them at a local time.
  ///
  /// Fills `output.columns[cell]` for every cell of the tree; those that the chunk does not reach are left empty.
  /// `stateCache` holds known states of the chunk's stepped particles: it saves work and changes nothing.
  package func evaluate(
    _ chunk: ParticleChunk, at localTime: Double, view: CameraView = CameraView(), into output: ChunkOutput,
    appends: Bool = false, scratch: EvaluationScratch, stateCache: StateCacheHandle? = nil
  ) {
    if !appends { output.clear() }
    scratch.reserve(levels: depth, trailLanes: trailLanes)
    let root = roots[chunk.root]
    let evaluation = Evaluation(
      time: localTime + chunk.shift, closing: localTime + chunk.shift + halfShutter, kernels: kernels,
      blocks: scratch.blocks.base, cursors: output.cursors, program: self, output: output, stateCache: stateCache,
      view: view, trailMemory: scratch.trail.base)
    evaluation.emit(chunk, of: root)
  }

  /// Camera at a canvas time, in seconds.
  package func view(at time: Double) -> CameraView {
    camera.map { CameraView($0, canvas: canvas, time: time) } ?? CameraView()
  }

  /// Reads the animated birth parameters of eight particles at their births. Those that are never born keep what was there.
  func fillParameters(_ parameters: UnsafeMutablePointer<Float8>, cell: Int, births: Double8) {
    // Particles of one burst are born together: what changes is read once for them.
    let isOneMoment = births == Double8(repeating: births[0])
    for lane in 0..<(isOneMoment ? 1 : 8) where births[lane] < .infinity {
      let clock = clock.clock(at: births[lane])
      func set(_ parameter: BirthParameter, _ value: Double) {
        if isOneMoment {
          parameters[parameter.rawValue] = Float8(repeating: Float(value))
        } else {
          parameters[parameter.rawValue][lane] = Float(value)
        }
      }
      for animated in animatedParameters[cell] {
        switch animated {
        case .number(let parameter, let number, let multiplier, let factor):
          set(parameter, number.value(at: clock) * (multiplier?.value(at: clock) ?? 1) * factor)
        case .color(let color, let encoded):
          let components = ColorTable.components(of: color.value(at: clock), encoded: encoded)
          set(.red, components.x)
          set(.green, components.y)
          set(.blue, components.z)
          set(.alpha, components.w)
        }
      }
    }
  }

  func isSteppedRoot(_ chunk: ParticleChunk) -> Bool { kernels[chunk.cell].uses(.stepped) }

  /// Births of an animated `burst` of a child cell whose emission begins at a local time.
  func burstCount(cell: Int, at localTime: Double) -> UInt64 {
    wholeCount(bursts[cell].value(at: clock.clock(at: localTime)))
  }
}
