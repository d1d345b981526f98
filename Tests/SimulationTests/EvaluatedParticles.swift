import Model
import Simulation

/// One particle as the rasteriser receives it.
struct EvaluatedParticle: Equatable {
  var x: Float
  var y: Float
  var axisXx: Float
  var axisXy: Float
  var axisYx: Float
  var axisYy: Float
  var red: Float
  var green: Float
  var blue: Float
  var alpha: Float
  var sprite: UInt8
  /// The depth by which an emitter that draws back to front sorts its particles, otherwise 0.
  var order: Float = 0
  /// The frame of a flip-book sprite.
  var frame: Float = 0
}

extension EmitterProgram {
  /// Returns all particles of each cell at a local time, in drawing order; `caches` holds the state of earlier frames.
  func particles(at localTime: Double, caches: StateCaches? = nil) -> [[EvaluatedParticle]] {
    let output = makeOutput()
    let scratch = EvaluationScratch()
    var chunks: [ParticleChunk] = []
    self.chunks(at: localTime, into: &chunks)
    var result = [[EvaluatedParticle]](repeating: [], count: cells.count)
    caches?.begin(chunks)
    for (index, chunk) in chunks.enumerated() {
      evaluate(chunk, at: localTime, into: output, scratch: scratch, stateCache: caches?.handle(ofChunk: index))
      for (cell, columns) in output.columns.enumerated() {
        for index in 0..<columns.count {
          func value(_ column: ParticleLayout.Column) -> Float { columns[column][index] }
          let isRound = columns.layout.isRound
          result[cell].append(
            EvaluatedParticle(
              x: value(.x), y: value(.y), axisXx: value(.axisXx), axisXy: isRound ? 0 : value(.axisXy),
              axisYx: isRound ? 0 : value(.axisYx), axisYy: isRound ? value(.axisXx) : value(.axisYy),
              red: value(.red), green: value(.green), blue: value(.blue), alpha: value(.alpha),
              sprite: columns.spriteIndices[index], order: columns.layout.hasOrder ? value(.order) : 0,
              frame: columns.layout.hasFrames ? value(.flipBookPosition) : 0))
        }
      }
    }
    return result
  }
}

/// Programs on a canvas so large that particles never leave it, born in its middle unless a test moves the emitter.
enum Stage {
  static let side = 200_000
  static let center = 100_000.0

  static func canvas(loops: Rational? = nil, blending: Canvas.Blending = .linear, seed: UInt64 = 7) -> Canvas {
    Canvas(
      widthPoints: Double(side), heightPoints: Double(side), widthPixels: side, heightPixels: side,
      duration: loops ?? Rational(10), seed: seed, loops: loops != nil, blending: blending)
  }

  static func emitter(_ cells: [Cell], shape: Emitter.Shape = .point, mode: Emitter.Mode = .volume) -> Emitter {
    Emitter(shape: shape, mode: mode, position: AnimatedPoint(100_000, 100_000), cells: cells)
  }

  static func program(
    _ emitter: Emitter, canvas: Canvas = Stage.canvas(), begin: Double = 0, duration: Double? = nil, speed: Double = 1,
    timeOffset: Double = 0, chunkCapacity: Int = EmitterProgram.chunkCapacity
  ) -> EmitterProgram {
    let timing = LayerTiming(begin: begin, duration: duration, speed: speed, timeOffset: timeOffset)
    return EmitterProgram(timing: timing, emitter: emitter, canvas: canvas, chunkCapacity: chunkCapacity)
  }

  static func program(_ cells: [Cell], canvas: Canvas = Stage.canvas()) -> EmitterProgram {
    program(emitter(cells), canvas: canvas)
  }

  /// A cell with ten births a second and lifetimes of two seconds, changed by `change`.
  static func cell(_ name: String = "cell", path: UInt64 = 11, _ change: (inout Cell) -> Void = { _ in }) -> Cell {
    var cell = Cell(name: name, cellPath: path, sprites: [Sprite(.disc, width: 2, height: 2)])
    cell.birthRate = 10
    cell.lifetime = 2
    change(&cell)
    return cell
  }
}
