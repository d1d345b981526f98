import Lanes
import Model
import Simulation

/// A scene of one emitter with random values in the ranges usual for presets; the same index gives the same scene.
struct RandomScene {
  private(set) var canvas = Canvas(width: 64, height: 36)
  private(set) var emitter = Emitter()
  /// The index and the random choices, for failure messages.
  private(set) var summary = ""

  private let key: ParticleKey
  private var channel: UInt32 = 0

  private mutating func uniform() -> Double {
    channel += 1
    return Double(key.uniform(channel: channel))
  }
  private mutating func number(_ minimum: Double, _ maximum: Double) -> Double {
    minimum + (maximum - minimum) * uniform()
  }
  private mutating func chance(_ probability: Double) -> Bool { uniform() < probability }

  init(_ index: UInt64) {
    key = StreamKey(seed: 5, path: 1).key(index: index)
    var words: [String] = []
    var canvas = Canvas(width: 320, height: 180, pixelsPerPoint: 0.25, frameRate: 30, duration: 4, seed: index)
    var cell = Cell(name: "cell", cellPath: 11 &+ index, sprites: [])
    let shapes: [Sprite.Shape] = [.disc, .softDisc, .square, .softDisc, .streak(taper: 0.2), .paper]
    let shape = shapes[Int(uniform() * 6)]
    let size = number(4, 60)
    cell.sprites = [Sprite(shape, width: size, height: chance(0.6) ? size : size * 0.4)]
    cell.lifetime = AnimatedNumber(number(0.5, 6))
    if chance(0.5) { cell.lifetimeRange = AnimatedNumber(cell.lifetime.constant! * uniform()) }
    let count = number(200, 2500)
    if chance(0.4) {
      cell.burst = AnimatedNumber(count.rounded())
      words.append("burst")
    } else {
      cell.birthRate = AnimatedNumber(count / cell.lifetime.constant!)
    }
    cell.velocity = AnimatedNumber(number(0, 400))
    cell.velocityRange = AnimatedNumber(number(0, 300))
    cell.emissionLongitude = AnimatedNumber(number(0, 360))
    cell.emissionRange = AnimatedNumber(chance(0.5) ? 360 : number(0, 120))
    if chance(0.4) { cell.yAcceleration = AnimatedNumber(number(-200, 400)) }
    if chance(0.3) { cell.drag = AnimatedNumber(number(0.2, 3)) }
    cell.scaleRange = AnimatedNumber(number(0, 1.2))
    if chance(0.5) {
      cell.scaleOverLife = [NumberStop(0, uniform()), NumberStop(uniform(), number(0.5, 2)), NumberStop(1, uniform())]
      cell.scaleOverLife.sort { $0.location < $1.location }
      words.append("scaleOverLife")
    }
    if chance(0.2) { cell.scaleSpeed = AnimatedNumber(number(-0.3, 0.5)) }
    if chance(0.3), shape == .paper {
      cell.tumbleRange = 360
      cell.tumbleSpeed = AnimatedNumber(number(50, 400))
      words.append("tumble")
    }
    if chance(0.15) {
      cell.swayAmplitude = AnimatedPoint(AnimatedNumber(number(5, 60)), 0)
      cell.swayFrequency = AnimatedPoint(AnimatedNumber(number(0.2, 1)), 0)
      words.append("sway")
    }
    var emitter = Emitter(
      position: AnimatedPoint(AnimatedNumber(number(200, 1080)), AnimatedNumber(number(100, 620))),
      size: AnimatedPoint(AnimatedNumber(number(0, 900)), AnimatedNumber(number(0, 500))))
    emitter.shape = [.point, .line, .rectangle, .circle, .ellipse, .sphere][Int(uniform() * 6)]
    if chance(0.5) {
      if emitter.shape != .sphere { emitter.depth = AnimatedNumber(number(1, 1200)) }
      emitter.zPosition = AnimatedNumber(number(-500, 300))
      var camera = Camera(
        distance: AnimatedNumber(number(700, 1500)), center: AnimatedPoint(640, 360))
      if chance(0.6) { camera.aperture = AnimatedNumber(number(5, 80)) }
      camera.focus = AnimatedNumber(number(-200, 200))
      canvas.camera = camera
      words.append("camera \(camera.aperture.constant!)")
      emitter.renderMode = chance(0.5) ? .backToFront : .unordered
    }
    if chance(0.2) {
      canvas.shutter = number(90, 360)
      words.append("shutter")
    }
    if chance(0.25) {
      var child = cell
      (child.name, child.cellPath) = ("child", cell.cellPath &+ 1)
      child.burst = 4
      child.birthRate = 0
      child.when = chance(0.5) ? .death : .birth
      child.lifetime = AnimatedNumber(number(0.3, 2))
      cell.cells = [child]
      words.append("children")
    }
    emitter.cells = [cell]
    self.canvas = canvas
    self.emitter = emitter
    summary = "\(index): \(shape) \(emitter.shape) " + words.joined(separator: ", ")
  }

  var scene: Scene { Scene(canvas: canvas, layers: [Layer(name: "l", path: 1, source: .emitter(emitter))]) }

  /// Returns the largest number of pixels that sprites, with their lens blur, cover in one of `frames` frames spread evenly
  /// over the duration.
  func maximumCoveredPixels(frames: Int = 24) -> Double {
    let program = EmitterProgram(
      timing: LayerTiming(begin: 0), emitter: emitter, canvas: canvas, chunkCapacity: EmitterProgram.chunkCapacity)
    let (output, scratch) = (program.makeOutput(), EvaluationScratch())
    let (width, height) = (Float(canvas.widthPixels), Float(canvas.heightPixels))
    let areDiscs = emitter.cells[0].sprites.allSatisfy { $0.shape == .disc || $0.shape == .softDisc }
    var maximum = 0.0
    for frame in 0..<frames {
      let time = canvas.duration.double * (Double(frame) + 0.5) / Double(frames)
      var chunks: [ParticleChunk] = []
      program.chunks(at: time, into: &chunks)
      var pixels = 0.0
      for chunk in chunks {
        program.evaluate(chunk, at: time, view: program.view(at: time), into: output, scratch: scratch)
        for columns in output.columns {
          pixels += columns.coveredPixels(left: 0, top: 0, right: width, bottom: height, areDiscs: areDiscs)
        }
      }
      maximum = max(maximum, pixels)
    }
    return maximum
  }
}
