import Colorimetry
import Cost
import Model
import Simulation
import Testing

/// The estimates sample particles by the code that draws them: no number of a cell can move or size particles without them.
@Suite struct SampledParametersTests {
  /// A cell, and a child of it, in which almost every number has an effect.
  private static func cell(_ name: String, path: UInt64) -> Cell {
    var cell = Cell(name: name, cellPath: path, sprites: [Sprite(.square, width: 9, height: 6)])
    cell.color = .constant(LinearColor(red: 0.4, green: 0.5, blue: 0.3, alpha: 0.5))
    cell.birthRate = 20
    cell.lifetime = 2
    (cell.velocity, cell.emissionLongitude, cell.emissionLatitude) = (40, 30, 20)
    (cell.drag, cell.wind) = (0.5, AnimatedPoint(20, 10))
    (cell.travel, cell.turn) = (30, 40)
    (cell.swayAmplitude, cell.swayFrequency) = (AnimatedPoint(8, 5), AnimatedPoint(0.7, 0.9))
    cell.driftAmplitude = 6
    (cell.flutter, cell.tumble, cell.tumbleSpeed, cell.tilt, cell.tiltSpeed) = (5, 20, 90, 10, 60)
    (cell.rotation, cell.spin, cell.scaleSpeed) = (15, 30, 0.1)
    (cell.twinkle, cell.glint, cell.shading) = (0.5, 0.5, 0.5)
    return cell
  }

  private static let canvas = Canvas(width: 400, height: 300, frameRate: 30, duration: 4)

  /// An emitter in space; `change` changes the cell and its child.
  private static func emitter(_ change: (inout Cell) -> Void = { _ in }) -> Emitter {
    var (cell, child) = (cell("cell", path: 2), cell("child", path: 3))
    (child.birthRate, child.inheritVelocity, child.lifetime) = (3, 0.5, 1)
    change(&cell)
    change(&child)
    cell.cells = [child]
    var emitter = Emitter(
      shape: .cuboid, position: AnimatedPoint(200, 150), size: AnimatedPoint(60, 60), cells: [cell])
    (emitter.zPosition, emitter.depth) = (10, 60)
    return emitter
  }

  private static let time = 1.7

  /// What is drawn of each cell at `time`: the columns of all records.
  private static func drawn(_ emitter: Emitter) -> [[Float]] {
    let program = EmitterProgram(timing: LayerTiming(), emitter: emitter, canvas: canvas)
    let (output, scratch) = (program.makeOutput(), EvaluationScratch())
    var chunks: [ParticleChunk] = []
    program.chunks(at: time, into: &chunks)
    for chunk in chunks {
      program.evaluate(chunk, at: time, view: program.view(at: time), into: output, appends: true, scratch: scratch)
    }
    return output.columns.map(values)
  }

  /// What is sampled of each cell at `time`.
  private static func sampled(_ emitter: Emitter) -> [[Float]] {
    let sampler = ParticleSampler(
      timing: LayerTiming(), emitter: emitter, canvas: canvas, viewMarginPixels: 0, end: canvas.duration.double)
    var found = [[Float]](repeating: [], count: sampler.cells.count)
    _ = sampler.sample(at: time, canvasTime: time, particlesPerCell: 10_000) { cell, columns, _, weight in
      #expect(weight == 1)
      found[cell] += values(columns)
    }
    return found
  }

  private static func values(_ columns: ParticleColumns) -> [Float] {
    (0..<columns.count).flatMap { index in
      ParticleLayout.columns.filter(columns.layout.contains).map { columns[$0][index] }
    }
  }

  @Test(
    "Whatever number of a cell changes, what is sampled is what is drawn, to the bit",
    arguments: CellParameter.all.indices)
  func rows(index: Int) {
    let row = CellParameter.all[index]
    let emitter = Self.emitter { cell in
      func changed(_ number: AnimatedNumber) -> AnimatedNumber {
        AnimatedNumber(min((number.constant ?? 0) * 1.25 + 0.25, row.limits.upperBound))
      }
      switch row.property {
      case .number(let keyPath, _): cell[keyPath: keyPath] = changed(cell[keyPath: keyPath])
      case .point(let keyPath, _, _):
        let point = cell[keyPath: keyPath]
        cell[keyPath: keyPath] = AnimatedPoint(changed(point.x), changed(point.y))
      }
    }
    let drawn = Self.drawn(emitter)
    #expect(drawn != Self.drawn(Self.emitter()), "\(row.name) changes nothing here")
    #expect(Self.sampled(emitter) == drawn, "\(row.name)")
  }

  @Test("Of very many births few are evaluated, and those stand for all", arguments: [1e3, 1e7])
  func samplesAreBounded(rate: Double) {
    var emitter = Self.emitter()
    emitter.cells[0].birthRate = AnimatedNumber(rate)
    emitter.cells[0].cells[0].burst = 100_000
    let sampler = ParticleSampler(
      timing: LayerTiming(), emitter: emitter, canvas: Self.canvas, viewMarginPixels: 0, end: 4)
    var records = 0
    let samples = sampler.sample(at: Self.time, canvasTime: Self.time, particlesPerCell: 256) { _, columns, _, _ in
      records += columns.count
    }
    #expect(records < 2_000)
    #expect(abs(samples[0].counts.alive / (rate * Self.time) - 1) < 0.02)
    // Each child lives for a second, and is born in a burst when its parent is.
    #expect(abs(samples[1].counts.alive / (rate * 100_000) - 1) < 0.05)
  }
}
