import Colorimetry
import Cost
import Model
import Testing

/// What layers are estimated to take together, and with filters and shutters.
@Suite struct LayerEstimateTests {
  private let pixels = 640.0 * 360

  private func estimate(_ layers: [Layer]) -> SceneEstimate {
    let scene = Scene(canvas: Canvas(width: 640, height: 360, duration: 4), layers: layers)
    return scene.estimate(scene.particleBudgets())
  }

  /// A gradient from black to black of an alpha.
  private func gradient(alpha: Double = 1) -> Layer {
    let color = AnimatedColor.constant(LinearColor(red: 0, green: 0, blue: 0, alpha: alpha))
    return Layer(
      "gradient",
      .gradient(
        Gradient(shape: .angle(90), stops: [0, 1].map { Gradient.Stop(color: color, location: AnimatedNumber($0)) })))
  }

  private func noise(_ change: (inout Noise) -> Void = { _ in }) -> Layer {
    var noise = Noise()
    change(&noise)
    return Layer("noise", .noise(noise))
  }

  private func particles(rate: Double, velocity: Double = 0) -> Layer {
    var cell = Cell(name: "c", cellPath: 2, sprites: [Sprite(.square, width: 20, height: 20)])
    (cell.birthRate, cell.lifetime) = (AnimatedNumber(rate), 1)
    (cell.velocity, cell.emissionRange) = (AnimatedNumber(velocity), 360)
    return Layer(
      "particles", .emitter(Emitter(shape: .point, position: AnimatedPoint(320, 180), cells: [cell])))
  }

  @Test("What an opaque layer hides is not drawn, and costs only what does not depend on tiles")
  func hiddenLayers() {
    func seconds(_ hidden: Layer, below top: Layer) -> Double { estimate([hidden, top]).layers[0].seconds }
    for layer in [noise(), particles(rate: 5_000), Layer("group", .group([noise(), particles(rate: 5_000)]))] {
      let seen = estimate([layer]).layers.map(\.seconds)
      // A group's own compositing aside, all that is drawn lies in its layers.
      let hidden = estimate([layer, gradient()]).layers.map(\.seconds)
      #expect(hidden[0] < seen[0] / 3, "\(layer.name): \(hidden) of \(seen)")
      #expect(seconds(layer, below: gradient(alpha: 0.9)) == seen[0], "\(layer.name)")
    }
    var faded = gradient()
    faded.opacity = 0.5
    #expect(seconds(noise(), below: faded) == estimate([noise()]).layers[0].seconds)
    var shown = gradient()
    shown.timing = LayerTiming(begin: 1)
    #expect(seconds(noise(), below: shown) == estimate([noise()]).layers[0].seconds)
    // A layer with a filter that reads neighbours is drawn in an earlier pass, which does not know what hides it.
    var blurred = noise()
    blurred.filters = [Filter.Blur(radius: 8).filter]
    #expect(seconds(blurred, below: gradient()) == estimate([blurred]).layers[0].seconds)
  }

  @Test("Layers that stand still are kept once: the lowest together, a linear gradient alone not at all")
  func keptLayers() {
    let still = noise { $0.speed = 0 }
    func bytes(_ layers: [Layer]) -> Double { estimate(layers).bytes }
    // In each of two frames that are drawn concurrently.
    let keptBytes = 2 * pixels * PixelMemory.keptPixelBytes
    #expect(bytes([gradient()]) == bytes([]))
    #expect(bytes([still]) == bytes([]) + keptBytes)
    #expect(bytes([gradient(), still]) == bytes([]) + keptBytes)
    // Above a layer that moves, each is kept on its own.
    #expect(bytes([noise(), still, still]) == bytes([noise()]) + 2 * keptBytes)
  }

  @Test("Displacements cost what they read: waves finer than pixels and strong turns average many places")
  func displacements() {
    func seconds(_ filter: Filter) -> Double {
      var layer = gradient()
      layer.filters = [filter]
      return estimate([layer]).layers[0].seconds
    }
    func water(wavelength: Double) -> Double {
      seconds(Filter.Water().with { $0.wavelength = AnimatedNumber(wavelength) }.filter)
    }
    #expect(water(wavelength: 1) > 2 * water(wavelength: 120))
    func swirl(angle: Double) -> Double {
      seconds(Filter.Swirl().with { $0.angle = AnimatedNumber(angle) }.filter)
    }
    #expect(swirl(angle: 5_000) > 1.2 * swirl(angle: 20))
    // A pixel of a gentle turn is read at one place or two, as one of long waves is.
    #expect(swirl(angle: 20) < water(wavelength: 120))
  }

  @Test("Shutter samples of a particle are gathered, and composited once")
  func shutters() {
    let layer = particles(rate: 500, velocity: 300)
    func cost(shutter: Double) -> (seconds: Double, records: Double) {
      let scene = Scene(canvas: Canvas(width: 640, height: 360, duration: 4, shutter: shutter), layers: [layer])
      let budgets = scene.particleBudgets()
      return (scene.estimate(budgets).layers[0].seconds, budgets[0].most(\.records))
    }
    let (still, open) = (cost(shutter: 0), cost(shutter: 360))
    let samples = open.records / still.records
    #expect(samples > 3)
    #expect(open.seconds > 2 * still.seconds && open.seconds < samples * still.seconds)
  }

  @Test("Two frames are drawn at a time unless the buffers of one take too much, whatever the particles")
  func concurrentFrames() {
    func scene(radius: Double) -> Scene {
      var layer = particles(rate: 5_000)
      layer.filters = [Filter.Blur(radius: AnimatedPoint(AnimatedNumber(radius), AnimatedNumber(radius))).filter]
      return Scene(canvas: Canvas(width: 640, height: 360, duration: 4), layers: [layer])
    }
    #expect(scene(radius: 4).concurrentFrameCount == 2)
    #expect(scene(radius: 4_000).concurrentFrameCount == 1)
    // What the estimate counts is what is drawn.
    let (scene, budgets) = (scene(radius: 4), scene(radius: 4).particleBudgets())
    let single = budgets.reduce(0) { $0 + $1.bytes(concurrentFrames: 1) }
    let double = budgets.reduce(0) { $0 + $1.bytes(concurrentFrames: 2) }
    let layer = scene.estimate(budgets).layers[0].bytes
    #expect(layer > double && double > single)
  }
}
