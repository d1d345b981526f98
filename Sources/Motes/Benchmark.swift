import Colorimetry
import Raster
import Rendering
import Scenes

/// A workload of DESIGN section 8, ready to be timed. What it times is the product's own path.
///
/// Drawing workloads evaluate, bin and draw into tiles (no output transform, no frame store); `births` evaluates only;
/// `yuv` converts only; `frame:NAME` is a headline preset's whole frame without an encoder.
public struct Benchmark {
  public let name: String
  /// Does the work once.
  public let work: () -> Void

  public static let names = ["discs", "specks", "bokeh", "linear", "births", "yuv", "frame"]

  static let headlinePresets = ["fireworks", "snow", "rain", "confetti", "meteors", "ripples"]

  /// The workloads that `name` stands for: one, or for `frame` one for each headline preset.
  public static func make(_ name: String, threads: Int, folders: [String]) throws -> [Benchmark] {
    switch name {
    case "discs": [drawing(name, scene: softDiscs(count: 20_000, radii: 6...18), threads: threads)]
    case "specks": [drawing(name, scene: softDiscs(count: 100_000, radii: 2...6), threads: threads)]
    case "bokeh": [drawing(name, scene: softDiscs(count: 2_000, radii: 40...120), threads: threads)]
    case "linear": [drawing(name, scene: linearGradient, threads: threads)]
    case "births": [births(threads: threads)]
    case "yuv": [conversion(threads: threads)]
    case "frame": try headlinePresets.map { try wholeFrame($0, threads: threads, folders: folders) }
    default: preconditionFailure("No workload is called \(name).")
    }
  }

  // MARK: Workloads

  private static func drawing(_ name: String, scene: Scene, threads: Int) -> Benchmark {
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .rgb24, threadCount: threads)
    return Benchmark(name: name) { renderer.drawOnly(at: Rational(1, 2)) }
  }

  private static func births(threads: Int) -> Benchmark {
    var cell = Cell(name: "mote", path: ScenePath.child(of: ScenePath.root, named: "mote"))
    cell.sprites = [Sprite(.softDisc, width: 4, height: 4)]
    cell.birthRate = 250_000
    cell.lifetime = 4
    cell.velocity = 100
    cell.velocityRange = 60
    cell.emissionRange = 360
    cell.yAcceleration = 60
    cell.scaleRange = 0.5
    cell.alphaSpeed = -0.2
    let emitter = Emitter(
      shape: .rectangle, mode: .surface, position: AnimatedPoint(960, 540), size: AnimatedPoint(600, 300),
      cells: [cell])
    let renderer = FrameRenderer(
      plan: RenderPlan(scene: scene([layer("births", .emitter(emitter))])), format: .rgb24, threadCount: threads)
    return Benchmark(name: "births") { renderer.evaluateOnly(at: Rational(8)) }
  }

  private static func conversion(threads: Int) -> Benchmark {
    let conversion = ConversionWorkload(width: 1920, height: 1080, threadCount: threads)
    return Benchmark(name: "yuv") { conversion.run() }
  }

  private static func wholeFrame(_ preset: String, threads: Int, folders: [String]) throws -> Benchmark {
    var settings = PresetSettings(folders: folders)
    settings.size = .pixels(width: 1920, height: 1080)
    let scene = try Preset.load(preset, settings).scene
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .yuv420p, threadCount: threads)
    let pixels = renderer.makeBuffer()
    // The middle of the preset, where it is in full swing; a few neighbours, so that no single frame decides.
    let middle = scene.canvas.frameCount / 2
    var step = 0
    return Benchmark(name: "frame:\(preset)") {
      renderer.render(at: scene.canvas.time(ofFrame: middle + step % 8), into: pixels)
      step += 1
    }
  }

  // MARK: Scenes

  /// One burst of resting soft discs, uniform over the frame, radii uniform, added.
  private static func softDiscs(count: Int, radii: ClosedRange<Double>) -> Scene {
    let mean = (radii.lowerBound + radii.upperBound) / 2
    var cell = Cell(name: "disc", path: ScenePath.child(of: ScenePath.root, named: "disc"))
    cell.sprites = [Sprite(.softDisc, width: 2 * mean, height: 2 * mean)]
    cell.burst = AnimatedNumber(Double(count))
    cell.lifetime = 10
    cell.scaleRange = AnimatedNumber((radii.upperBound - radii.lowerBound) / mean)
    cell.color = .constant(LinearColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.5))
    cell.redRange = 1
    cell.greenRange = 1
    cell.blueRange = 1
    let emitter = Emitter(
      shape: .rectangle, mode: .surface, position: AnimatedPoint(960, 540), size: AnimatedPoint(1920, 1080),
      cells: [cell])
    return scene([layer("discs", .emitter(emitter), blend: .add)])
  }

  private static var linearGradient: Scene {
    let colors = [(1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1), (1, 0, 0)]
    let stops = colors.enumerated().map { index, color in
      Gradient.Stop(
        color: .constant(LinearColor(red: Double(color.0), green: Double(color.1), blue: Double(color.2))),
        location: AnimatedNumber(Double(index) / 5))
    }
    let shape = Gradient.Shape.line(start: AnimatedPoint(0, 0), end: AnimatedPoint(1920, 1080))
    return scene([layer("linear", .gradient(Gradient(shape: shape, stops: stops, interpolation: .srgb)))])
  }

  private static func layer(_ name: String, _ source: Layer.Source, blend: BlendMode = .normal) -> Layer {
    Layer(name: name, path: ScenePath.child(of: ScenePath.root, named: name), source: source, blend: blend)
  }

  private static func scene(_ layers: [Layer]) -> Scene { Scene(canvas: Canvas(seed: 1), layers: layers) }
}
