import Colorimetry
import Model
import Raster
import Rendering
import Testing

/// The lowest layer of a stack is drawn straight onto the tile. The result must equal that of blending it over a transparent layer,
/// bit by bit, and what a tile held before must not show.
@Suite struct DrawnInPlaceTests {
  private static func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> AnimatedColor {
    .constant(LinearColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  private static let paint = Paint.gradient(
    Gradient(
      shape: .conic(Gradient.Conic()),
      stops: [
        .init(color: color(1, 0.2, 0), location: 0), .init(color: color(0, 0.5, 1, 0), location: 0.4),
        .init(color: color(0.3, 0, 0.2, 0.7), location: 1),
      ], units: .box))

  /// A figure that flies over the canvas and leaves it for a while.
  private static func moving(_ figure: Figure) -> VectorShape {
    let place = AnimatedPoint(
      AnimatedNumber(.keys([NumberKey(time: 0, value: -300), NumberKey(time: 1, value: 300)])), -10)
    return VectorShape(figure, fill: paint, transform: ShapeTransform(position: place, rotation: 17))
  }

  private static let figures: [Layer.Source] = [
    .shape(moving(.ellipse(center: AnimatedPoint(150, 90), radius: AnimatedPoint(70, 50)))),
    .shape(
      moving(.star(center: AnimatedPoint(150, 90), radius: AnimatedPoint(95, 95), points: 7, ratio: 0.3, rounding: 4))),
    .shape(
      VectorShape(
        .rectangle(
          center: AnimatedPoint(150, 90), size: AnimatedPoint(262, 140),
          corners: Figure.Corners(radii: [AnimatedPoint(30, 30)])), fill: paint)),
    .blob(Blob().with { ($0.center, $0.radius, $0.fill) = (AnimatedPoint(150, 90), 60, paint) }),
  ]

  private static func scene(_ source: Layer.Source, _ blend: BlendMode, isAlone: Bool) -> Scene {
    let nothing = Layer(
      name: "nothing", path: 1,
      source: .gradient(
        Gradient(
          shape: .angle(90),
          stops: [.init(color: color(0, 0, 0, 0), location: 0), .init(color: color(0, 0, 0, 0), location: 1)])))
    let layer = Layer(name: "figure", path: 2, source: source, blend: blend)
    return Scene(
      canvas: Canvas(
        widthPoints: 300, heightPoints: 180, widthPixels: 300, heightPixels: 180, frameRate: Rational(12),
        duration: Rational(1), seed: 5),
      layers: isAlone ? [layer] : [nothing, layer])
  }

  private static func bytes(of pixels: PixelBuffer) -> [UInt8] {
    var bytes: [UInt8] = []
    pixels.forEachRow { bytes.append(contentsOf: $0) }
    return bytes
  }

  @Test(
    "The lowest layer is drawn as if laid over a transparent one", arguments: figures.indices, [BlendMode.normal, .add])
  func isAsLaidOnNothing(index: Int, blend: BlendMode) {
    let scene = Self.scene(Self.figures[index], blend, isAlone: true)
    let reference = Self.scene(Self.figures[index], blend, isAlone: false)
    var framesWithLight = 0
    for format in [PixelFormat.floatPlanes, .rgba, .yuv420p] {
      func renderer(_ scene: Scene, tileWidth: Int) -> FrameRenderer {
        FrameRenderer(
          plan: RenderPlan(scene: scene), format: format, threadCount: 1, tileWidth: tileWidth, tileHeight: 32)
      }
      // Narrow tiles, so that covered tiles follow uncovered ones and the other way round.
      let own = renderer(scene, tileWidth: 64)
      let (pixels, expected) = (own.makeBuffer(), own.makeBuffer())
      for frame in 0..<12 {
        own.render(at: scene.canvas.time(ofFrame: frame), into: pixels)
        renderer(reference, tileWidth: 240).render(at: scene.canvas.time(ofFrame: frame), into: expected)
        let bytes = Self.bytes(of: pixels)
        // Compared outside of #expect, which would take minutes to describe how two pictures differ.
        let isSame = bytes == Self.bytes(of: expected)
        #expect(isSame, "frame \(frame) of \(format)")
        if format == .floatPlanes && bytes.contains(where: { $0 != 0 }) { framesWithLight += 1 }
      }
    }
    #expect(framesWithLight >= 5)
  }
}
