import Lanes
import Model
import Motes
import Raster
import Rendering
import Testing

/// Frames of layers out of focus against rays that are traced through a thin lens.
@Suite struct ThinLensTests {
  private static let (width, height) = (320, 240)
  /// The camera: its distance from the canvas, which is its focal length in points of the canvas, and its diameter.
  private static let (distance, aperture) = (400.0, 60.0)

  private func draw(_ layers: String, focus: Double, lens: String = "{}", aperture: Double = ThinLensTests.aperture)
    throws -> PixelBuffer
  {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": \(Self.width), \"height\": \(Self.height), \"duration\": 1, \"seed\": 1 }, "
      + "\"camera\": { \"distance\": \(Self.distance), \"focus\": \(focus), \"aperture\": \(aperture), \"lens\": \(lens) }, "
      + "\"layers\": [\(layers)] }"
    let scene = try Preset.load(text: Array(text.utf8), named: "lens.json").scene
    let renderer = FrameRenderer(
      plan: RenderPlan(scene: scene), format: .floatPlanes, threadCount: 1, tileWidth: 160, tileHeight: 64)
    let pixels = renderer.makeBuffer()
    renderer.render(at: .zero, into: pixels)
    return pixels
  }

  /// Linear light of the green plane.
  private func light(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> Double {
    let row = UnsafeRawPointer(pixels.plane(0) + y * pixels.stride(ofPlane: 0))
    return Double(row.loadUnaligned(fromByteOffset: 4 * x, as: Float.self))
  }

  /// Light, its centroid, the radius of a disc of its variance, and its skewness along y, in a part of a picture.
  private struct Spot {
    var energy = 0.0
    var x = 0.0
    var y = 0.0
    var radius = 0.0
    var skew = 0.0

    init(columns: Range<Int>, rows: Range<Int>, _ light: (Int, Int) -> Double) {
      for y in rows {
        for x in columns {
          let light = light(x, y)
          energy += light
          self.x += light * (Double(x) + 0.5)
          self.y += light * (Double(y) + 0.5)
        }
      }
      self.x /= energy
      self.y /= energy
      for y in rows {
        for x in columns {
          let light = light(x, y)
          let (dx, dy) = (Double(x) + 0.5 - self.x, Double(y) + 0.5 - self.y)
          radius += light * (dx * dx + dy * dy)
          skew += light * dy * dy * dy
        }
      }
      radius = (2 * radius / energy).squareRoot()
      skew /= energy * radius * radius * radius
    }
  }

  private func spot(_ pixels: PixelBuffer, columns: Range<Int> = 0..<width) -> Spot {
    Spot(columns: columns, rows: 0..<Self.height) { light(pixels, $0, $1) }
  }

  /// A disc in space: its middle, and two radii at right angles.
  private struct Disc {
    var middle: SIMD3<Double>
    var across, down: SIMD3<Double>
  }

  /// Traces rays from points of a disc through points of a lens onto a sensor, whose picture is turned upright and scaled so that what lies
  /// in the plane of the canvas has its own size.
  private func traced(_ disc: Disc, focus: Double, brightness: Double) -> Spot {
    // Any focal length of glass shows the same picture.
    let glass = 35.0
    let focusDepth = Self.distance - focus
    let sensorDepth = 1 / (1 / glass - 1 / focusDepth)
    let scale = Self.distance / sensorDepth
    let eye = SIMD3(Double(Self.width) / 2, Double(Self.height) / 2, Self.distance)
    var picture = [Double](repeating: 0, count: Self.width * Self.height)
    /// Where a ray from a place through a point of the lens is seen.
    func seen(_ place: SIMD3<Double>, _ lens: SIMD2<Double>) -> SIMD2<Double> {
      let relative = place - eye
      let depth = -relative.z
      // The slope of the ray before the lens, and behind it, where it is bent towards the axis in proportion to the distance from it.
      let slope = (lens - SIMD2(relative.x, relative.y)) / depth
      let bent = slope - lens / glass
      return SIMD2(eye.x, eye.y) - (lens + bent * sensorDepth) * scale
    }
    // The area that the disc has in the picture, by rays through the lens's middle.
    let middle = seen(disc.middle, SIMD2())
    let (right, down) = (
      seen(disc.middle + disc.across, SIMD2()) - middle, seen(disc.middle + disc.down, SIMD2()) - middle
    )
    let area = Double.pi * abs(right.x * down.y - right.y * down.x)
    let (places, rays) = (60, 1500)
    func spiral(_ index: Int, of count: Int) -> SIMD2<Double> {
      let (sine, cosine) = Lanes.sincos(Double(index) * 2.399_963_229_728_653)
      return SIMD2(cosine, sine) * ((Double(index) + 0.5) / Double(count)).squareRoot()
    }
    for index in 0..<places {
      let inDisc = spiral(index, of: places)
      let place = disc.middle + disc.across * inDisc.x + disc.down * inDisc.y
      for ray in 0..<rays {
        let hit = seen(place, spiral(ray, of: rays) * (Self.aperture / 2))
        let (x, y) = (Int(hit.x.rounded(.down)), Int(hit.y.rounded(.down)))
        if x >= 0 && x < Self.width && y >= 0 && y < Self.height {
          picture[y * Self.width + x] += brightness * area / Double(places * rays)
        }
      }
    }
    return Spot(columns: 0..<Self.width, rows: 0..<Self.height) { picture[$1 * Self.width + $0] }
  }

  @Test(
    "A small light is spread as rays through a thin lens are: its radius within 2 %, its energy within 0.5 %",
    arguments: [
      (-30.0, 0.0), (-80.0, 0.0), (-200.0, 0.0), (-500.0, 40.0), (-1500.0, 0.0), (60.0, 0.0), (130.0, 0.0),
      (150.0, -200.0),
      (0.0, -100.0),
    ])
  func spread(z: Double, focus: Double) throws {
    // Discs of some pixels in the picture: drawing and resampling a smaller one changes its light by more than the lens does.
    let (x, y, radius, brightness) = (150.0, 130.0, z < -800 ? 60 : z < -100 ? 24.0 : 12.0, 50.0)
    let layer =
      #"{ "shape": { "type": "circle", "center": [\#(x), \#(y)], "radius": \#(radius), "fill": "color(srgb-linear 0 \#(brightness) 0)" }, "transform": { "zPosition": \#(z) } }"#
    let found = spot(try draw(layer, focus: focus))
    let expected = traced(
      Disc(middle: SIMD3(x, y, z), across: SIMD3(radius, 0, 0), down: SIMD3(0, radius, 0)), focus: focus,
      brightness: brightness)
    #expect(abs(found.radius / expected.radius - 1) < 0.02, "\(found.radius) for \(expected.radius)")
    #expect(abs(found.energy / expected.energy - 1) < 0.005, "\(found.energy) for \(expected.energy)")
    #expect(abs(found.x - expected.x) < 0.5 && abs(found.y - expected.y) < 0.5)
  }

  @Test("On a tilted layer each light is spread by its own depth", arguments: [(40.0, 0.0), (-35.0, 0.0), (0.0, 50.0)])
  func tilted(rotationY: Double, rotationX: Double) throws {
    let (radius, brightness) = (8.0, 50.0)
    let (sineY, cosineY) = Lanes.sincosTurns(rotationY / 360)
    let (sineX, cosineX) = Lanes.sincosTurns(rotationX / 360)
    // y turns about y first, then about x; z grows towards the eye.
    let alongX = SIMD3(cosineY, sineX * sineY, -cosineX * sineY)
    let alongY = SIMD3(0, cosineX, sineX)
    for (dx, dy) in [(-90.0, 0.0), (-40.0, 30.0), (80.0, 20.0), (30.0, -70.0)] {
      let layer =
        #"{ "shape": { "type": "circle", "center": [\#(160 + dx), \#(120 + dy)], "radius": \#(radius), "fill": "color(srgb-linear 0 \#(brightness) 0)" }, "transform": { "zPosition": 20, "rotationX": \#(rotationX), "rotationY": \#(rotationY) } }"#
      let found = spot(try draw(layer, focus: 0))
      let middle = SIMD3(160, 120, 20) + alongX * dx + alongY * dy
      let expected = traced(
        Disc(middle: middle, across: alongX * radius, down: alongY * radius), focus: 0, brightness: brightness)
      #expect(abs(found.radius / expected.radius - 1) < 0.05, "\(found.radius) for \(expected.radius)")
      #expect(abs(found.energy / expected.energy - 1) < 0.05, "\(found.energy) for \(expected.energy)")
    }
  }

  private static let wall =
    #"{ "shape": { "type": "rectangle", "center": [160, 120], "size": [4000, 4000], "fill": "color(srgb-linear 0 0.8 0)" } }"#

  @Test("A sharp card hides a blurred light behind it, and none of the light spills over its edge")
  func sharpBeforeBlurred()
    throws
  {
    let light =
      #"{ "shape": { "type": "circle", "center": [150, 120], "radius": 5, "fill": "color(srgb-linear 0 40 0)" }, "transform": { "zPosition": -400 } }"#
    let card =
      #"{ "shape": { "type": "rectangle", "center": [240, 120], "size": [160, 4000], "fill": "color(srgb-linear 0 0.1 0)" }, "transform": { "zPosition": 0 } }"#
    let (both, alone) = (try draw("\(light), \(card)", focus: 0), try draw(light, focus: 0))
    for x in 120..<220 {
      let expected = x < 160 ? self.light(alone, x, 120) : 0.1
      #expect(abs(self.light(both, x, 120) - expected) < 1e-3, "\(x)")
    }
    // The light would reach behind the card.
    #expect(self.light(alone, 165, 120) > 0.2)
  }

  @Test("Through the blurred edge of a card near the eye what is sharp behind it is seen in part")
  func blurredBeforeSharp()
    throws
  {
    let card =
      #"{ "shape": { "type": "rectangle", "center": [460, 120], "size": [600, 4000], "fill": "black" }, "transform": { "zPosition": 100 } }"#
    let pixels = try draw("\(Self.wall), \(card)", focus: 0)
    // Rays from a pixel in focus to the points of the lens pass the card's plane at a quarter of the way back; the card's edge is x = 160.
    let radius = Self.aperture / 2 * 100 / 300
    for x in 130..<190 {
      let t = min(max((Double(x) + 0.5 - 160) / radius, -1), 1)
      // The share of a disc on one side of a line.
      let covered = 0.5 + (Lanes.asin(t) + t * (1 - t * t).squareRoot()) / Double.pi
      #expect(abs(light(pixels, x, 120) - 0.8 * (1 - covered)) < 0.02, "\(x): \(light(pixels, x, 120))")
    }
  }

  @Test("An iris with an odd number of blades, and the cat's eye, are turned by 180° before the plane in focus")
  func turned()
    throws
  {
    func spot(z: Int, lens: String) throws -> Spot {
      let layer =
        #"{ "shape": { "type": "circle", "center": [160, 120], "radius": 3, "fill": "color(srgb-linear 0 40 0)" }, "transform": { "zPosition": \#(z) } }"#
      return self.spot(try draw(layer, focus: 0, lens: lens))
    }
    let (far, near) = (
      try spot(z: -400, lens: #"{ "blades": 3 }"#), try spot(z: 133, lens: #"{ "blades": 3 }"#)
    )
    #expect(abs(far.skew) > 0.05 && abs(far.skew + near.skew) < 0.02, "\(far.skew) \(near.skew)")
    // A light near the lower edge, out of the corner's reach.
    func edge(z: Int) throws -> Double {
      let scale = (Self.distance - Double(z)) / Self.distance
      let layer =
        #"{ "shape": { "type": "circle", "center": [160, \#(120 + 80 * scale)], "radius": 3, "fill": "color(srgb-linear 0 40 0)" }, "transform": { "zPosition": \#(z) } }"#
      return self.spot(try draw(layer, focus: 0, lens: #"{ "catEye": 0.8 }"#)).y - 200
    }
    let (farShift, nearShift) = (try edge(z: -400), try edge(z: 133))
    #expect(abs(farShift) > 0.5 && abs(farShift + nearShift) < 0.15 * abs(farShift), "\(farShift) \(nearShift)")
  }
}
