import Lanes
import Model

/// Emitter layer compiled for one canvas: it evaluates, at any local time, the columns of all particles that are alive.
///
/// Immutable, and safe to use from any number of threads, each with its own output and scratch memory. No result depends on
/// an earlier evaluation: a frame's particles depend on its time alone.
package final class EmitterProgram: @unchecked Sendable {
  /// The greatest number of root births in one chunk.
  package static let chunkCapacity = 4096

  /// All cells in drawing order: as in the file, each followed by its own children. An index of a cell is always its index in
  /// this array.
  package let cells: [ProgramCell]
  /// One for each cell, in the order of `cells`.
  let kernels: UnsafeMutablePointer<CellKernel>
  /// One for each root cell, in drawing order.
  let roots: [RootEmission]
  /// Levels of the tree of cells: 1 where no cell has children.
  let levelCount: Int
  let clock: LayerClock
  /// nil where no cell is in 3-D.
  private let camera: Camera?
  private let addsLight: Bool
  package let canvas: Canvas
  /// Whether some cell's particles are stepped: their trajectories have no closed form and are integrated.
  package let isStepped: Bool
  /// Whether some stepped particles are in 3-D.
  let stepsIn3D: Bool
  /// Half of the local seconds for which the longest shutter of the cells is open: it opens that long before the frame's time and
  /// closes that long after it.
  let maximumHalfShutter: Double
  /// Whether the ages at which particles bounce are recorded, since some cell's particles are born at bounces of their parents.
  let recordsBounces: Bool
  /// Whether there are puffs whose shadows fall on each other; `lighting` then needs these.
  package let puffsShadeEachOther: Bool
  /// How particles answer light; nil where they keep their own colours.
  private let material: Material?
  /// Owns the memory of `kernels` and of what they point to.
  private let memory: EmitterProgramMemory
  /// One list for each cell, in the order of `cells`.
  let animatedParameters: [[AnimatedBirthParameter]]
  /// One for each cell: its `burst`, which may be animated.
  private let initialBursts: [AnimatedNumber]
  /// Largest `TrailParameters.float8Count` of the cells.
  private let trailFloat8Count: Int

  /// - Parameters:
  ///   - timing: of the layer's first iteration, combined with the timings of the groups around it; later iterations repeat it.
  ///   - material: how the particles answer the canvas's lights; nil where they keep their own colours.
  ///   - viewMarginPixels: how far around the frame particles are drawn, for filters that read neighbouring pixels.
  ///   - addsLight: whether particles are added to what is below, so that haze takes away light but gives none.
  ///   - chunkCapacity: the greatest number of root births in a chunk; results do not depend on it.
  package convenience init(
    timing: LayerTiming, emitter: Emitter, canvas: Canvas, material: Material? = nil, viewMarginPixels: Int = 0,
    addsLight: Bool = false,
    chunkCapacity: Int = EmitterProgram.chunkCapacity
  ) {
    self.init(
      timing: timing, emitter: emitter, canvas: canvas, material: material, viewMarginPixels: viewMarginPixels,
      addsLight: addsLight,
      chunkCapacity: chunkCapacity,
      tabulation: .drawing, isSampled: false)
  }

  /// - Parameter isSampled: whether births are sampled and counted. Such a program must not be used from several threads at a time.
  init(
    timing: LayerTiming, emitter: Emitter, canvas: Canvas, material: Material? = nil, viewMarginPixels: Int,
    addsLight: Bool = false,
    chunkCapacity: Int,
    tabulation: Tabulation, isSampled: Bool
  ) {
    let compiled = TreeCompiler.compile(
      timing: timing, emitter: emitter, canvas: canvas, chunkCapacity: chunkCapacity, tabulation: tabulation)
    memory = compiled.memory
    let isLit = material != nil && !canvas.lights.isEmpty
    cells = zip(compiled.cells, compiled.kernels).map { cell, kernel in
      var cell = cell
      cell.layout.hasSideLights = isLit && kernel.puffOpacity > 0
      return cell
    }
    puffsShadeEachOther =
      cells.contains(where: \.layout.hasSideLights) && material?.acceptsShadows == true
      && !Light.casting(among: canvas.lights).isEmpty
    self.material = isLit ? material : nil
    let samplings =
      isSampled
      ? compiled.memory.keepMutable([CellSampling](repeating: CellSampling(), count: compiled.cells.count)) : nil
    kernels = compiled.memory.keepMutable(
      compiled.kernels.map { kernel in
        var kernel = kernel
        kernel.cullMargin += Float(viewMarginPixels)
        if isLit {
          kernel.features.insert(.lit)
          kernel.features.insert(.bodies, if: kernel.puffOpacity > 0)
          kernel.specialization = .general
        }
        if let samplings {
          kernel.sampling = samplings + kernel.cellIndex
          kernel.features.insert(.sampled)
          kernel.specialization = .general
        }
        return kernel
      })
    roots = compiled.roots
    levelCount = compiled.levelCount
    clock = compiled.clock
    camera = compiled.kernels.contains { $0.has(.threeD) } ? canvas.camera : nil
    self.canvas = canvas
    self.addsLight = addsLight
    animatedParameters = compiled.animatedParameters
    initialBursts = compiled.initialBursts
    trailFloat8Count = compiled.kernels.reduce(0) { max($0, $1.trail.pointee.float8Count) }
    recordsBounces = compiled.kernels.contains { $0.has(.bounceLog) }
    isStepped = compiled.kernels.contains { $0.has(.stepped) }
    stepsIn3D = compiled.kernels.contains { $0.has(.stepped) && $0.has(.threeD) }
    maximumHalfShutter = compiled.maximumHalfShutter
  }

  /// Creates columns for all cells, which `evaluate` can fill again and again.
  package func makeOutput() -> ChunkOutput { ChunkOutput(cells: cells) }

  /// Evaluates a chunk's births and all their descendants at a local time.
  ///
  /// Fills `output.columns[cell]` for each cell of the chunk's tree, and adds nothing to the columns of other cells.
  ///
  /// - Parameters:
  ///   - view: the camera at the frame's canvas time; without a camera nothing is projected.
  ///   - lighting: the light at that time; must be given where the particles have a material.
  ///   - appends: whether to keep what is in `output` and add to it; otherwise `output` is cleared first.
  ///   - stateCache: states of the chunk's stepped particles from earlier frames, which save work and change no result.
  ///   - gathering: receives the chunk's puffs; puffs are then not drawn.
  package func evaluate(
    _ chunk: ParticleChunk, at localTime: Double, view: CameraView = CameraView(), lighting: ParticleLighting? = nil,
    into output: ChunkOutput,
    appends: Bool = false, scratch: EvaluationScratch, stateCache: StateCacheHandle? = nil,
    gathering: PuffShadows? = nil
  ) {
    if !appends { output.clear() }
    scratch.reserve(levels: levelCount, trailFloat8Count: trailFloat8Count)
    let root = roots[chunk.rootIndex]
    let time = localTime + chunk.loopShiftSeconds
    let evaluation = Evaluation(
      time: time, shutterCloseTime: time + maximumHalfShutter, kernels: kernels, blocks: scratch.blocks.base,
      cursors: output.cursors, program: self, output: output, stateCache: stateCache, view: view,
      lighting: lighting, gathering: gathering,
      trailMemory: scratch.trail.base)
    evaluation.emit(chunk, of: root)
  }

  /// The light on the particles at a time; nil where they keep their own colours.
  ///
  /// - Parameters:
  ///   - clock: the layer's.
  ///   - others: what other layers do to the light; nil for nothing.
  ///   - shadows: of the emitter's puffs on each other, built for that time; nil for none.
  package func lighting(
    at clock: AnimationClock, others: (any LightAtPlaces)? = nil, shadows: PuffShadows? = nil
  ) -> ParticleLighting? {
    material.map {
      ParticleLighting($0, camera, at: clock, canvas: canvas, others: others, puffShadows: shadows)
    }
  }

  /// Camera at a canvas time, in seconds; no camera where no cell is in 3-D.
  package func view(at time: Double) -> CameraView {
    camera.map { CameraView($0, canvas: canvas, time: time, addsLight: addsLight, speed: clock.speed) } ?? CameraView()
  }

  /// Reads the animated birth parameters of eight particles at their births.
  ///
  /// - Parameters:
  ///   - parameters: receives the animated parameters, by `BirthParameter.rawValue`; all others keep their values.
  ///   - birthTimes: layer-local seconds; infinite for a particle that is never born, whose parameters have no meaning.
  func fillParameters(_ parameters: UnsafeMutablePointer<Float8>, cell: Int, birthTimes: Double8) {
    // Particles of one burst are born together: for them the values are read once.
    let areBornTogether = birthTimes == Double8(repeating: birthTimes[0])
    for lane in 0..<(areBornTogether ? 1 : 8) where birthTimes[lane] < .infinity {
      let clock = clock.animationClock(at: birthTimes[lane])
      func set(_ parameter: BirthParameter, _ value: Double) {
        if areBornTogether {
          parameters[parameter.rawValue] = Float8(repeating: Float(value))
        } else {
          parameters[parameter.rawValue][lane] = Float(value)
        }
      }
      for animated in animatedParameters[cell] {
        switch animated {
        case .number(let parameter, let number, let emitterMultiplier, let unitFactor):
          set(parameter, number.value(at: clock) * (emitterMultiplier?.value(at: clock) ?? 1) * unitFactor)
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

  /// How many root particles of a chunk are stepped, at most: those of the whole chunk, of which a frame may have only a part.
  func steppedRootCount(_ chunk: ParticleChunk) -> Int {
    guard kernels[chunk.cell].has(.stepped) else { return 0 }
    let root = roots[chunk.rootIndex]
    // A period of a loop may have far fewer births than a chunk has room for.
    let births =
      chunk.source.isBurst
      ? kernels[chunk.cell].bursts[chunk.source.burstIndex].count : root.loopPeriod > 0 ? root.loopBirths : .max
    return Int(min(UInt64(root.chunkSize), births))
  }

  /// Number of births of a child cell's `burst`, not of its `bursts`, in an emission that begins at a local time.
  func initialBurstBirths(cell: Int, at localTime: Double) -> UInt64 {
    wholeCount(initialBursts[cell].value(at: clock.animationClock(at: localTime)))
  }
}
