import Colorimetry
import Hashing
import Model
import Raster
import Rendering
import Testing

@Suite struct TrailFrameTests {
  /// Trails of particles in closed form and of stepped parents and their children, in a layer for each blend mode, over a ground at rest.
  private func scene(loops: Bool = false, blending: Canvas.Blending = .linear) -> Scene {
    var comet = Cell(name: "comet", cellPath: 9, sprites: [Sprite(.softDisc, width: 9, height: 9)])
    comet.birthRate = 700
    comet.lifetime = 0.8
    comet.velocity = 130
    comet.velocityRange = 90
    comet.emissionRange = 360
    comet.drag = 0.5
    comet.swayAmplitude = AnimatedPoint(8, 8)
    comet.swayFrequency = AnimatedPoint(2, 2)
    comet.redRange = 1
    comet.trail = Trail(duration: 0.3)
    var ball = Cell(name: "ball", cellPath: 10, sprites: [Sprite(.disc, width: 5, height: 5)])
    ball.birthRate = 12
    ball.lifetime = 1.5
    ball.velocity = 200
    ball.emissionRange = 360
    ball.yAcceleration = 300
    ball.bounds = [
      Boundary(.floor(y: 150), .bounce, restitution: 0.8), Boundary(.edges(.horizontal, inset: 20), .wrap),
    ]
    ball.trail = Trail(
      duration: 0.4, taper: 0.5,
      colorOverLength: [ColorStop(0, .white), ColorStop(1, LinearColor(red: 0.2, green: 0, blue: 1, alpha: 0))])
    var child = comet
    child.cellPath = 11
    child.when = .death
    child.birthRate = 0
    child.burst = 4
    ball.cells = [child]
    let gradient = Gradient(
      shape: .angle(130),
      stops: [
        .init(color: .constant(LinearColor(red: 0.01, green: 0.02, blue: 0.08)), location: 0),
        .init(color: .constant(LinearColor(red: 0.2, green: 0.05, blue: 0.1)), location: 1),
      ])
    func emitter(_ cells: [Cell]) -> Layer.Source {
      .emitter(
        Emitter(shape: .rectangle, position: AnimatedPoint(160, 90), size: AnimatedPoint(260, 120), cells: cells))
    }
    let layers =
      [Layer(name: "ground", path: 1, source: .gradient(gradient))]
      + BlendMode.allCases.enumerated().map { index, blend in
        Layer(
          name: "\(blend)", path: UInt64(20 + index), source: emitter(index == 0 ? [comet, ball] : [ball]),
          blend: blend,
          opacity: 0.7, begin: -1)
      }
    return Scene(
      canvas: Canvas(
        widthPoints: 320, heightPoints: 180, widthPixels: 320, heightPixels: 180, duration: Rational(2), seed: 5,
        loops: loops, blending: blending), layers: layers)
  }

  private func hash(_ renderer: FrameRenderer, _ time: Rational) -> String {
    let pixels = renderer.makeBuffer()
    renderer.render(at: time, into: pixels)
    return FrameHasher().hash(pixels)
  }

  @Test(
    "Frames with trails do not depend on threads, tiles, or what was drawn before",
    arguments: [PixelFormat.floatPlanes, .yuv420p], [Canvas.Blending.linear, .srgb])
  func framesAreExact(format: PixelFormat, blending: Canvas.Blending) {
    let plan = RenderPlan(scene: scene(blending: blending))
    func alone(_ frame: Int) -> String {
      hash(FrameRenderer(plan: plan, format: format, threadCount: 1), Rational(Int64(frame), 30))
    }
    let expected = (0..<8).map(alone)
    let run = FrameRenderer(plan: plan, format: format, threadCount: 2)
    for frame in [0, 1, 2, 3, 4, 5, 6, 7, 7, 3, 0] {
      #expect(hash(run, Rational(Int64(frame), 30)) == expected[frame])
    }
    for tile in [(64, 32), (8, 4), (320, 180)] {
      let other = FrameRenderer(plan: plan, format: format, threadCount: 3, tileWidth: tile.0, tileHeight: tile.1)
      for frame in [5, 2] { #expect(hash(other, Rational(Int64(frame), 30)) == expected[frame], "tile \(tile)") }
    }
    #expect(Set(expected).count == 8)
  }

  @Test("The end of a loop is its beginning") func loops() {
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene(loops: true)), format: .floatPlanes, threadCount: 2)
    let first = hash(renderer, .zero)
    _ = hash(renderer, Rational(1))
    #expect(hash(renderer, Rational(2)) == first)
    #expect(hash(renderer, Rational(6)) == first)
  }

  /// With few ribbons over a large layer at rest, only the touched blocks are drawn.
  @Test("Trails above a layer at rest") func overResting() {
    var scene = scene()
    var comet = Cell(name: "comet", cellPath: 9, sprites: [Sprite(.disc, width: 3, height: 3)])
    comet.birthRate = 2
    comet.lifetime = 0.5
    comet.velocity = 300
    comet.emissionRange = 360
    comet.trail = Trail(duration: 0.4)
    scene.layers = [
      scene.layers[0],
      Layer(
        name: "comets", path: 7,
        source: .emitter(Emitter(position: AnimatedPoint(160, 90), cells: [comet])), blend: .add, begin: -1),
    ]
    for format in [PixelFormat.yuv420p, .rgb24] {
      let run = FrameRenderer(plan: RenderPlan(scene: scene), format: format, threadCount: 1)
      for frame in 0..<40 {
        let alone = FrameRenderer(plan: RenderPlan(scene: scene), format: format, threadCount: 1)
        let time = Rational(Int64(frame), 30)
        #expect(hash(run, time) == hash(alone, time), "frame \(frame)")
      }
    }
  }
}
