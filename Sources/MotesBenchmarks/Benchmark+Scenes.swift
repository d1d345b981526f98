import Colorimetry
import Model

/// Scenes of the workloads: 1920 × 1080, 60 frames a second.
extension Scene {
  /// One burst of resting soft discs, uniform over the frame, radii uniform, added. Alive from 0 to 10 s.
  static func softDiscs(count: Int, radii: ClosedRange<Double>) -> Scene {
    benchmark("discs", .emitter(scattered(disc(count: count, radii: radii))), blend: .add)
  }

  /// As many squares as there are discs in `discs`, of the same places and sizes, turned, opaque.
  static var turnedSquares: Scene {
    var cell = disc(count: 20_000, radii: 6...18)
    cell.sprites = cell.sprites.map { Sprite(.square, width: $0.width, height: $0.height) }
    cell.rotationRange = 360
    cell.color = .constant(LinearColor(red: 0.5, green: 0.5, blue: 0.5))
    return benchmark("sprites", .emitter(scattered(cell)))
  }

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

  /// Born all over the frame.
  private static func scattered(_ cell: Cell) -> Emitter {
    Emitter(
      shape: .rectangle, mode: .surface, position: AnimatedPoint(960, 540), size: AnimatedPoint(1920, 1080),
      cells: [cell])
  }

  /// A million particles alive from 4 s on.
  static var drift: Scene {
    var cell = Cell(name: "mote", cellPath: PathHash.child(of: PathHash.root, named: "mote"))
    cell.sprites = [Sprite(.softDisc, width: 4, height: 4)]
    // All of them stay in sight, so that a million are written.
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
    return benchmark("births", .emitter(emitter))
  }

  /// Six stops from corner to corner; the line's start moves by a quarter of a pixel a frame.
  static var movingGradient: Scene {
    let drift = AnimatedNumber(.keys([NumberKey(time: 0, value: 0), NumberKey(time: 10, value: 150)]))
    return sixStops("linear", .line(start: AnimatedPoint(drift, 0), end: AnimatedPoint(1920, 1080)))
  }

  /// Six stops around the middle, from the right on; the gradient rotates by a tenth of a degree a frame.
  static var turningGradient: Scene {
    let turn = AnimatedNumber(.keys([NumberKey(time: 0, value: 90), NumberKey(time: 10, value: 150)]))
    return sixStops("conic", .conic(center: AnimatedPoint(960, 540), from: turn))
  }

  private static func sixStops(_ name: String, _ shape: Gradient.Shape) -> Scene {
    let colors = [(1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1), (1, 0, 0)]
    let stops = colors.enumerated().map { index, color in
      Gradient.Stop(
        color: .constant(LinearColor(red: Double(color.0), green: Double(color.1), blue: Double(color.2))),
        location: AnimatedNumber(Double(index) / 5))
    }
    return benchmark(name, .gradient(Gradient(shape: shape, stops: stops, interpolation: .srgb)))
  }

  /// Four patches of a quarter of the frame, smooth; the colour in the middle moves.
  static var movingMesh: Scene {
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
    return benchmark("mesh", .mesh(mesh))
  }

  /// 24 corners at 400 px and 15 % of that, in three waves that run round; three stops across.
  static var wavingBlob: Scene {
    let colors = [(1, 0, 0), (1, 1, 0), (0, 1, 0)]
    let stops = colors.enumerated().map { index, color in
      Gradient.Stop(
        color: .constant(LinearColor(red: Double(color.0), green: Double(color.1), blue: Double(color.2))),
        location: AnimatedNumber(Double(index) / 2))
    }
    let line = Gradient.Shape.line(start: AnimatedPoint(560, 140), end: AnimatedPoint(1360, 940))
    var blob = Blob(
      center: AnimatedPoint(960, 540), radius: 400,
      fill: .gradient(Gradient(shape: line, stops: stops, interpolation: .srgb)))
    blob.points = 24
    blob.curve = .corners
    blob.motion = .wave
    blob.waveStep = 45
    blob.period = 10
    return benchmark("blob", .blob(blob))
  }

  private static func benchmark(_ name: String, _ source: Layer.Source, blend: BlendMode = .normal) -> Scene {
    let path = PathHash.child(of: PathHash.root, named: name)
    return Scene(canvas: Canvas(seed: 1), layers: [Layer(name: name, path: path, source: source, blend: blend)])
  }
}
