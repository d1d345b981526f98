import Colorimetry
import Model
import Presets

// Scenes of the workloads: 1920 × 1080 points and as many pixels, 60 frames a second. Lengths are in points, angles in degrees,
// times in seconds.
extension Scene {
  /// One burst of soft discs that do not move, spread evenly over the frame, with radii spread evenly over `radii`, blended
  /// with `add`. All are alive from 0 to 10 s.
  static func softDiscs(count: Int, radii: ClosedRange<Double>) -> Scene {
    oneLayerScene("discs", .emitter(scattered(disc(count: count, radii: radii))), blend: .add)
  }

  /// The discs of the workload `discs` as opaque squares with the same positions and sizes, each rotated by a random angle.
  static var rotatedSquares: Scene {
    var cell = disc(count: 20_000, radii: 6...18)
    cell.sprites = cell.sprites.map { Sprite(.square, width: $0.width, height: $0.height) }
    cell.rotationRange = 360
    cell.color = .constant(LinearColor(red: 0.5, green: 0.5, blue: 0.5))
    return oneLayerScene("squares", .emitter(scattered(cell)))
  }

  /// Pictures at the positions of the discs of the workload `discs`, each rotated by a random angle and tinted.
  ///
  /// - Parameter radii: half the lengths of the pictures' sides.
  static func rotatedPictures(radii: ClosedRange<Double>) -> Scene {
    var cell = disc(count: 20_000, radii: radii)
    cell.sprites = cell.sprites.map {
      Sprite(.picture(SpritePicture(BenchmarkPicture.clip)), width: $0.width, height: $0.height)
    }
    cell.rotationRange = 360
    cell.color = .constant(LinearColor(red: 0.5, green: 0.5, blue: 0.5))
    return oneLayerScene("pictures", .emitter(scattered(cell)))
  }

  /// Puffs of smoke anywhere in the frame, which shade each other if they are lit.
  static func puffs(areLit: Bool) -> Scene {
    var cell = disc(count: 2_000, radii: 40...80)
    cell.sprites = (0..<8).map { Sprite(.puff(Puff(seed: $0)), width: 120, height: 120) }
    cell.rotationRange = 360
    var scene = oneLayerScene("puffs", .emitter(scattered(cell)))
    if areLit {
      var sun = Light.Parallel()
      sun.shadow = 1
      scene.canvas.lights = [.parallel(sun), .ambient(Light.Ambient())]
      scene.layers[0].material = Material()
    }
    return scene
  }

  /// Bent leaves anywhere in the frame, turned every way.
  static var leaves: Scene {
    var cell = disc(count: 2_000, radii: 30...30)
    cell.sprites = [Sprite(.sheet(Sheet(.leaf, bend: 80, bendRange: 120)), width: 60, height: 30)]
    cell.rotationRange = 360
    cell.tumbleRange = 360
    cell.tiltRange = 360
    var scene = oneLayerScene("sheets", .emitter(scattered(cell)))
    scene.canvas.lights = [.parallel(Light.Parallel()), .ambient(Light.Ambient())]
    scene.layers[0].material = Material()
    return scene
  }

  /// A cell of `count` soft discs, born at once, of random colours.
  private static func disc(count: Int, radii: ClosedRange<Double>) -> Cell {
    let mean = (radii.lowerBound + radii.upperBound) / 2
    var cell = Cell(name: "disc", cellPath: PathHash.child(of: PathHash.root, named: "disc"))
    cell.sprites = [Sprite(.softDisc, width: 2 * mean, height: 2 * mean)]
    cell.burst = AnimatedNumber(Double(count))
    cell.lifetime = 10
    cell.scaleRange = AnimatedNumber((radii.upperBound - radii.lowerBound) / mean)
    cell.color = .constant(LinearColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.5))
    cell.redRange = 1
    cell.greenRange = 1
    cell.blueRange = 1
    return cell
  }

  /// An emitter whose particles are born anywhere in the frame.
  private static func scattered(_ cell: Cell) -> Emitter {
    Emitter(
      shape: .rectangle, mode: .surface, position: AnimatedPoint(960, 540), size: AnimatedPoint(1920, 1080),
      cells: [cell])
  }

  /// A million particles, alive from 4 s on, that drift around the middle of the frame. All of them stay in view, so that all are
  /// written to the columns.
  static var millionParticles: Scene {
    var cell = Cell(name: "mote", cellPath: PathHash.child(of: PathHash.root, named: "mote"))
    cell.sprites = [Sprite(.softDisc, width: 4, height: 4)]
    cell.birthRate = 250_000
    cell.lifetime = 4
    cell.velocity = 50
    cell.velocityRange = 20
    cell.emissionRange = 360
    cell.yAcceleration = 20
    cell.scaleRange = 0.5
    cell.alphaSpeed = -0.2
    let emitter = Emitter(
      shape: .rectangle, mode: .surface, position: AnimatedPoint(960, 540), size: AnimatedPoint(600, 200),
      cells: [cell])
    return oneLayerScene("births", .emitter(emitter))
  }

  /// A linear gradient of six stops from corner to corner; its start moves by a quarter of a pixel a frame.
  static var animatedLinearGradient: Scene {
    let startX = AnimatedNumber(.keys([NumberKey(time: 0, value: 0), NumberKey(time: 10, value: 150)]))
    return sixStops("linear", .line(start: AnimatedPoint(startX, 0), end: AnimatedPoint(1920, 1080)))
  }

  /// A conic gradient of six stops around the middle, which rotates by a tenth of a degree a frame.
  static var rotatingConicGradient: Scene {
    let startAngle = AnimatedNumber(.keys([NumberKey(time: 0, value: 90), NumberKey(time: 10, value: 150)]))
    return sixStops("conic", .conic(center: AnimatedPoint(960, 540), from: startAngle))
  }

  /// A red disc in the middle that moves by a quarter of a pixel a frame, blurred.
  static var blurredDisc: Scene {
    let x = AnimatedNumber(.keys([NumberKey(time: 0, value: 960), NumberKey(time: 10, value: 1110)]))
    let disc = VectorShape(
      .ellipse(center: AnimatedPoint(x, 540), radius: AnimatedPoint(400, 400)),
      fill: .color(.constant(LinearColor(red: 1, green: 0, blue: 0))))
    return oneLayerScene("blur", .shape(disc), filters: [Filter.Blur(radius: 20).filter])
  }

  /// Five colour filters, each of which changes the colours. The first is an affine transform, whose results are clamped.
  static let benchmarkFilters: [Filter] = [
    Filter.Contrast().with { $0.amount = 1.2 }.filter, Filter.Saturate().with { $0.amount = 1.3 }.filter,
    Filter.HueRotate().with { $0.angle = 30 }.filter, Filter.Sepia().with { $0.amount = 0.3 }.filter,
    Filter.Brightness().with { $0.amount = 0.9 }.filter,
  ]

  /// The gradient of the workload `linear`, drawn through filters.
  static func filteredGradient(_ filters: [Filter]) -> Scene {
    var scene = animatedLinearGradient
    scene.layers[0].filters = filters
    return scene
  }

  /// The gradient of the workload `linear` behind a pane of glass of 800 × 450 points, which does not move itself.
  static func glass(frost: Double) -> Scene {
    var pane = layerAbove(
      "glass",
      .shape(
        VectorShape(
          .rectangle(center: AnimatedPoint(960, 540), size: AnimatedPoint(800, 450), corners: Figure.Corners()),
          fill: .color(.constant(.white)))))
    var glass = Material()
    (glass.transmission, glass.relief, glass.reliefWidth) = (1, .round, 40)
    (glass.softbox, glass.frost) = (1, AnimatedNumber(frost))
    pane.material = glass
    var scene = animatedLinearGradient
    scene.layers.append(pane)
    return scene
  }

  /// The gradient of the workload `linear` seen by water.
  ///
  /// - Parameter line: where the water begins in perspective; nil for water that is seen from above.
  static func water(line: Double?) -> Scene {
    var water = Water()
    water.line = line
    var scene = animatedLinearGradient
    scene.layers.append(layerAbove("water", .water(water)))
    return scene
  }

  private static func layerAbove(_ name: String, _ source: Layer.Source) -> Layer {
    Layer(name: name, path: PathHash.child(of: PathHash.root, named: name), source: source)
  }

  /// A gradient with six evenly spaced stops.
  private static func sixStops(_ name: String, _ shape: Gradient.Shape) -> Scene {
    let colors = [(1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1), (1, 0, 0)]
    let stops = colors.enumerated().map { index, color in
      Gradient.Stop(
        color: .constant(LinearColor(red: Double(color.0), green: Double(color.1), blue: Double(color.2))),
        location: AnimatedNumber(Double(index) / 5))
    }
    return oneLayerScene(name, .gradient(Gradient(shape: shape, stops: stops, interpolation: .srgb)))
  }

  /// A smooth mesh of 3 × 3 points, hence four patches of a quarter of the frame each; the colour in the middle is animated.
  static var animatedMesh: Scene {
    let colors = [(1, 0, 0), (1, 1, 0), (1, 0, 0), (0, 1, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 1, 0), (1, 0, 0)]
    let vertices = colors.enumerated().map { index, color in
      let start = LinearColor(red: Double(color.0), green: Double(color.1), blue: Double(color.2))
      let keys = [start, LinearColor(red: 1, green: 0.3, blue: 0.6)].enumerated().map {
        AnimatedColor.ColorKey(time: 10 * Double($0.offset), color: $0.element)
      }
      return Mesh.Vertex(
        position: AnimatedPoint(
          AnimatedNumber(Double(index % 3) / 2), AnimatedNumber(Double(index / 3) / 2)),
        color: index == 4 ? .keys(keys) : .constant(start))
    }
    let mesh = Mesh(
      columns: 3, rows: 3, vertices: vertices, interpolation: .srgb,
      frame: Mesh.Frame(x: 0, y: 0, width: 1920, height: 1080))
    return oneLayerScene("mesh", .mesh(mesh))
  }

  /// A blob whose outline has 24 rounded corners at a mean radius of 400 px. The corners swing in and out by 15 % of the radius
  /// (`wobble`'s default) in three waves (24 steps of 45 degrees) with a period of 10 s. A gradient of three stops fills the blob.
  static var wavingBlob: Scene {
    let colors = [(1, 0, 0), (1, 1, 0), (0, 1, 0)]
    let stops = colors.enumerated().map { index, color in
      Gradient.Stop(
        color: .constant(LinearColor(red: Double(color.0), green: Double(color.1), blue: Double(color.2))),
        location: AnimatedNumber(Double(index) / 2))
    }
    let line = Gradient.Shape.line(start: AnimatedPoint(560, 140), end: AnimatedPoint(1360, 940))
    var blob = Blob()
    blob.radius = 400
    blob.fill = .gradient(Gradient(shape: line, stops: stops, interpolation: .srgb))
    blob.points = 24
    blob.curve = .corners
    blob.motion = .wave
    blob.waveStep = 45
    blob.period = 10
    return oneLayerScene("blob", .blob(blob))
  }

  /// The distance to the nearest of twenty discs that swing.
  private static var discs: String {
    var distances = (0..<20).map { "length(p - vec2(1.6 * sin(\($0) * 2.3 + t), 0.9 * cos(\($0) * 1.9))) - 0.1" }
    while distances.count > 1 {
      distances = stride(from: 0, to: distances.count, by: 2).map { index in
        index + 1 < distances.count ? "min(\(distances[index]), \(distances[index + 1]))" : distances[index]
      }
    }
    return distances[0]
  }

  /// Fields of formulas. The first three FFmpeg's filter `geq` can compute too; the article on speed has them in the filter's syntax.
  static var formulas: [(name: String, scene: Scene)] {
    [
      ("rings", "= vec3(0.5) + 0.5 * cos(r / 20 - 3 * t + vec3(0, 2, 4))"),
      (
        "waves",
        "= vec3(0.5) + 0.25 * (sin((x + y) / 50 + t) + sin(length(xy - vec2(600, 300)) / 30) + vec3(0, 1, -1) * cos((x - y) / 90 - t))"
      ),
      (
        "balls",
        "= vec3(3000, 5000, 9000) * (1 / (1 + dot(xy - vec2(500, 400), xy - vec2(500, 400))) + 1 / (1 + dot(xy - vec2(1400, 300), xy - vec2(1400, 300))) + 1 / (1 + dot(xy - vec2(900, 800), xy - vec2(900, 800)))) * (0.6 + 0.4 * sin(t))"
      ),
      ("fbm", "= vec3(fbm(p * 3 + 0.1 * t, 5))"),
      (
        "warp",
        "= vec3(fbm(p * 2 + 0.6 * vec2(fbm(p * 2 + 0.1 * t, 3), fbm(p * 2 - 0.1 * t + 7, 3)), 3), 0.2, 0.4)"
      ),
      ("distances", "= vec3(smoothstep(0.01, 0, " + discs + "), smoothstep(0.2, 0, abs(" + discs + ")), 0.1)"),
      ("cells", "= voronoi(p * 4 + 0.1 * t)"),
      (
        "drops",
        "= vec3(0.5) + sum(k, 0, 7, exp(-pow((length(p - vec2(sin(2.4 * k), cos(1.7 * k))) - 2 * fract(0.2 * t + k / 8)) * 9, 2)) * sin(60 * length(p - vec2(sin(2.4 * k), cos(1.7 * k))) - 8 * t)) * vec3(0.4, 0.5, 0.6)"
      ),
    ].map { name, formula in
      do {
        return (name, oneLayerScene("field", .field(try FormulaField(formula))))
      } catch {
        preconditionFailure("A formula of a workload is wrong: \(error)")
      }
    }
  }

  /// A masked layer, a layer that is drawn and then rotated, the same smeared along its motion, and eight instances of a layer. All move
  /// from run to run.
  static var compositions: [(name: String, scene: Scene)] {
    func turning(_ scene: Scene, shutter: Double) -> Scene {
      var scene = scene
      let angle = AnimatedNumber(.keys([NumberKey(time: 0, value: 0), NumberKey(time: 10, value: 360)]))
      scene.layers[0].transform = LayerTransform(rotation: angle, shutter: shutter)
      return scene
    }
    var masked = animatedLinearGradient
    masked.layers[0].mask = Mask(wavingBlob.layers[0])
    let blob = turning(wavingBlob, shutter: 0)
    var instances = wavingBlob
    instances.layers = (0..<8).map { index in
      var layer = wavingBlob.layers[0]
      var transform = LayerTransform(rotation: 5, scale: AnimatedPoint(0.9, 0.9))
      transform.repetitions = index + 1
      layer.transform = transform
      return layer
    }
    return [
      ("mask", masked), ("transform", blob), ("smear", turning(wavingBlob, shutter: 180)), ("instances", instances),
    ]
  }

  /// A paragraph of 12 lines of 60 letters that moves by a quarter of a pixel a frame: once as a whole, once with each letter rotated by
  /// itself. The letters are made up, since fonts differ between machines: rings, discs, and rings with a dot.
  static var paragraphs: [(name: String, scene: Scene)] {
    func circle(_ radius: Double, clockwise: Bool) -> VectorPath {
      var path = VectorPath()
      // 0.5523 is the usual length of the handles with which four cubic curves approximate a circle of radius 1.
      let (handle, sense) = (0.5523 * radius, clockwise ? 1.0 : -1.0)
      path.move(to: PlanePoint(radius, 0))
      var (x, y) = (radius, 0.0)
      for _ in 0..<4 {
        let (nextX, nextY) = (-y * sense, x * sense)
        // The first handle begins at this point and is parallel to the next point's radius; the second begins at the next point and is
        // parallel to this point's radius.
        let (stepX, stepY) = (nextX / radius * handle, nextY / radius * handle)
        let (backX, backY) = (x / radius * handle, y / radius * handle)
        path.curve(
          PlanePoint(x + stepX, y + stepY), PlanePoint(nextX + backX, nextY + backY), to: PlanePoint(nextX, nextY))
        (x, y) = (nextX, nextY)
      }
      path.close()
      return path
    }
    let (columns, rows) = (60, 12)
    var text = TypesetText()
    let disc = circle(9, clockwise: true)
    // The inner circle runs the other way around, which makes it a hole.
    var ring = disc
    ring.append(circle(6, clockwise: false), movedBy: PlanePoint(0, 0))
    var dottedRing = ring
    dottedRing.append(circle(3, clockwise: true), movedBy: PlanePoint(0, -14))
    let outlines = [ring, disc, dottedRing].map { text.appendOutline($0) }
    for index in 0..<columns * rows {
      let (column, row) = (index % columns, index / columns)
      let x = Double(column * 28)
      text.append(
        TypesetText.Letter(x: x, width: 28, word: index / 6, line: row, isSpace: false))
      text.append(
        TypesetText.Glyph(
          outline: outlines[index % outlines.count], picture: nil,
          origin: PlanePoint(x + 14, Double(row * 60 + 34)), letter: index))
    }
    text.setBox(
      width: Double(columns * 28), lineHeight: 60, baseline: 34, lineCount: rows, wordCount: columns * rows / 6)
    let x = AnimatedNumber(.keys([NumberKey(time: 0, value: 960), NumberKey(time: 10, value: 1110)]))
    func words(_ units: LetterUnits?) -> Layer.Source {
      .text(
        Lettering(
          .passages([Lettering.Passage(text: text)]), position: AnimatedPoint(x, 540),
          fill: .color(.constant(LinearColor(red: 1, green: 1, blue: 1))), units: units))
    }
    return [
      ("text", oneLayerScene("text", words(nil))),
      ("text:letters", oneLayerScene("text", words(LetterUnits(.letter, rotation: 5)))),
    ]
  }

  /// A scene of one layer on a canvas with the default size, rate and duration.
  private static func oneLayerScene(
    _ name: String, _ source: Layer.Source, blend: BlendMode = .normal, filters: [Filter] = []
  ) -> Scene {
    let path = PathHash.child(of: PathHash.root, named: name)
    return Scene(
      canvas: Canvas(seed: 1), layers: [Layer(name: name, path: path, source: source, blend: blend, filters: filters)])
  }
}
