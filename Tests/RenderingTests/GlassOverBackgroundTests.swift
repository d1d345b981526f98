import Lanes
import Model
import Motes
import Raster
import Rendering
import Testing

@Suite("Layers that see what frames are laid over") struct GlassOverBackgroundTests: DrawsScenes {
  private static let canvas = "\"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2, \"frameRate\": 10 }"
  private static let picture =
    ##"{ "noise": { "stops": ["#102040", "#f0a060", "#e0f0ff"], "scale": 60, "speed": 1 } }"##
  private static let disc =
    ##"{ "shape": { "type": "circle", "center": [150, 90], "radius": 30, "fill": "#40c080a0" } }"##

  private func scene(_ layers: [String]) throws -> Scene {
    let text = "{ \(Self.canvas), \"layers\": [\(layers.joined(separator: ", "))] }"
    return try Preset.load(text: Array(text.utf8), named: "over.json").scene
  }

  /// What a scene shows at a time, as a background.
  private func background(_ scene: Scene, at time: Rational) -> Background {
    let pixels = draw(scene, at: time)
    let background = Background(width: 320, height: 180)
    for y in 0..<180 {
      for x in 0..<320 {
        let color = rgb(pixels, x, y)
        for plane in 0..<3 { background.row(y, plane: plane)[x] = Float(color[plane]) }
      }
    }
    return background
  }

  private func renderer(_ scene: Scene) -> FrameRenderer {
    FrameRenderer(
      plan: RenderPlan(scene: scene), format: .floatPlanes, threadCount: 2, takesBackground: true, tileWidth: 128,
      tileHeight: 64)
  }

  /// Expects that what a renderer draws over a background is what the same layers show above the background's own layer.
  private func expectSame(_ pixels: PixelBuffer, _ whole: PixelBuffer) {
    var most = 0.0
    for y in 0..<180 {
      for x in 0..<320 {
        for plane in 0..<3 { most = max(most, abs(value(pixels, plane, x, y) - value(whole, plane, x, y))) }
      }
    }
    #expect(most < 1e-5)
  }

  /// Layers have names, since random numbers of layers without one follow from their places in the list.
  private static let glass = [
    ##"{ "shape": { "type": "rectangle", "center": [180, 90], "size": [160, 100], "cornerRadius": 20, "fill": "#ffffff30" }, "backdropFilters": [{ "type": "blur", "radius": 8 }] }"##,
    ##"{ "shape": { "type": "rectangle", "center": [180, 90], "size": [160, 100], "fill": "#ffffff30" }, "backdropFilters": [{ "type": "hueRotate", "angle": 90 }, { "type": "brightness", "amount": 0.8 }] }"##,
    ##"{ "shape": { "type": "rectangle", "center": [180, 90], "size": [160, 100], "fill": "white" }, "material": { "transmission": 1, "relief": "round", "reliefWidth": 24, "frost": 0.1 } }"##,
    ##"{ "shape": { "type": "circle", "center": [300, 100], "radius": 60, "fill": "white" }, "material": { "metal": 1, "reflection": 1, "relief": "round", "reliefWidth": 60, "reliefHeight": 1 } }"##,
    ##"{ "name": "lake", "water": { "swell": { "height": 6, "wavelength": 120 } } }"##,
  ]

  @Test("Glass over a background shows what it shows over a layer", arguments: glass.indices)
  func sameAsLayer(index: Int) throws {
    let layers = [Self.disc, Self.glass[index]]
    let (over, whole) = (try scene(layers), try scene([Self.picture] + layers))
    let still = background(try scene([Self.picture]), at: Rational(3, 10))
    let renderer = renderer(over)
    let pixels = renderer.makeBuffer()
    // The second frame is made of what is kept of the first.
    for _ in 0..<2 {
      renderer.render(at: Rational(3, 10), into: pixels, background: still)
      expectSame(pixels, draw(whole))
    }
  }

  @Test("Another frame of a clip is seen through glass that stands still") func movingClip() throws {
    let (over, whole) = (try scene([Self.glass[2]]), try scene([Self.picture, Self.glass[2]]))
    let renderer = renderer(over)
    let pixels = renderer.makeBuffer()
    for time in [Rational(3, 10), Rational(9, 10), Rational(3, 10)] {
      renderer.render(at: time, into: pixels, background: background(try scene([Self.picture]), at: time))
      expectSame(pixels, draw(whole, at: time))
    }
  }

  @Test("Without a background nothing is seen through glass, also after frames that had one") func none() throws {
    let over = try scene([Self.glass[2]])
    let renderer = renderer(over)
    let (first, later) = (renderer.makeBuffer(), renderer.makeBuffer())
    renderer.render(at: Rational(3, 10), into: first)
    renderer.render(
      at: Rational(3, 10), into: later, background: background(try scene([Self.picture]), at: Rational(3, 10)))
    renderer.render(at: Rational(3, 10), into: later)
    #expect(FrameHasher().hash(first) == FrameHasher().hash(later))
  }

  @Test("Layers that have nothing to act on in an overlay are named, and no others") func overlays() throws {
    #expect(try scene([Self.picture, Self.glass[0]]).layersOverNothing == [])
    #expect(try scene([Self.disc, Self.glass[0], Self.glass[4]]).layersOverNothing == ["layers[1]", "lake"])
    let named = Self.glass[3].replacing("{ \"shape\"", with: "{ \"name\": \"ball\", \"shape\"")
    #expect(try scene([Self.disc, named]).layersOverNothing == ["ball"])
    let card = "{ \"name\": \"card\", \"passThrough\": true, \"group\": [\(named)] }"
    #expect(try scene([card]).layersOverNothing == ["ball"])
    #expect(try scene([card.replacing("true", with: "false")]).layersOverNothing == [])
    let sky = Self.picture.replacing("{ \"noise\"", with: "{ \"role\": \"backdrop\", \"noise\"")
    #expect(try scene([sky, named]).layersOverNothing == ["ball"])
  }
}
