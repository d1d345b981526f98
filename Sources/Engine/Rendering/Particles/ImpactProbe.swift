import Lanes
import Model
import Shading
import Simulation

/// Finds where the particles of an emitter die or bounce, for the rings that they make on water.
///
/// The emitter is compiled once more, for a cell of children that are born at these events, live as long as rings are seen, and do not move: their
/// alpha falls evenly, so that it tells their age. So impacts are what the simulation itself takes for deaths and bounces, at any time, in any order.
final class ImpactProbe: WaterImpactSource, @unchecked Sendable {
  private let planned: PlannedEmitter
  private let program: EmitterProgram
  private let output: ChunkOutput
  private let scratch = EvaluationScratch()
  private let stateCaches: StateCaches?
  private var chunks: [ParticleChunk] = []
  private let ringSeconds: Float
  private let radius: Float
  /// The cells of the program that are probes.
  private let probes: [Int]

  /// The alpha below which rings count as gone.
  private static let leastAlpha: Float = 1e-4

  init?(_ planned: PlannedEmitter, for view: WaterView) {
    guard case .emitter(var emitter) = planned.layer.source else { return nil }
    self.planned = planned
    let drops = view.water.drops
    ringSeconds = Float(drops.lifetime)
    let canvas = planned.program.canvas
    radius = Float(drops.size * canvas.pixelsPerPoint)
    emitter.cells = emitter.cells.map { ImpactProbe.withProbes($0, seconds: drops.lifetime) }
    emitter.renderMode = .unordered
    let program = EmitterProgram(
      timing: planned.timings.firstIteration, emitter: emitter, canvas: canvas,
      viewMarginPixels: max(canvas.widthPixels, canvas.heightPixels) / 4)
    self.program = program
    probes = program.cells.indices.filter { program.cells[$0].name == Self.probeName }
    output = program.makeOutput()
    stateCaches = StateCaches(program: program)
  }

  /// A cell whose only children are probes.
  private static func withProbes(_ given: Cell, seconds: Double) -> Cell {
    var cell = given
    cell.sprites = [Sprite(.disc, width: 2, height: 2)]
    (cell.trail, cell.links) = (nil, nil)
    var probe = Cell(name: probeName, cellPath: PathHash.child(of: given.cellPath, named: probeName))
    probe.sprites = [Sprite(.disc, width: 8, height: 8)]
    probe.burst = 1
    probe.lifetime = AnimatedNumber(seconds)
    probe.alphaOverLife = [NumberStop(0, 1), NumberStop(1, 0)]
    probe.inherit = []
    probe.shutter = 0
    probe.when = .death
    cell.cells = [probe]
    if !given.bounds.isEmpty {
      probe.when = .bounce
      probe.cellPath = PathHash.child(of: given.cellPath, at: 1)
      cell.cells.append(probe)
    }
    return cell
  }

  private static let probeName = "impact on water"

  func append(at seconds: Double, to impacts: inout ContiguousArray<WaterImpact>) {
    guard let local = planned.localTime(at: seconds) else { return }
    chunks.removeAll(keepingCapacity: true)
    program.chunks(at: local, into: &chunks)
    stateCaches?.begin(chunks)
    let view = program.view(at: seconds)
    for index in chunks.indices {
      program.evaluate(
        chunks[index], at: local, view: view, into: output, scratch: scratch,
        stateCache: stateCaches?.handle(ofChunk: index))
      for cell in probes {
        let columns = output.columns[cell]
        let (x, y, alpha) = (columns[.x], columns[.y], columns[.alpha])
        for record in 0..<columns.count where alpha[record] > Self.leastAlpha {
          impacts.append(
            WaterImpact(x: x[record], y: y[record], age: (1 - alpha[record]) * ringSeconds, radius: radius))
        }
      }
    }
  }
}

extension WaterImpactFilter {
  /// Finds the emitter whose particles make rings, and gives it to the filter.
  func receiveImpacts(from emitters: [PlannedEmitter]) {
    guard let view = impacting,
      let planned = emitters.first(where: { $0.lightSource == nil && $0.layer.name == view.water.impacts }),
      let probe = ImpactProbe(planned, for: view)
    else { return }
    receive(probe)
  }
}
