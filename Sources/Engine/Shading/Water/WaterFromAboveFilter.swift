import Lanes
import Model
import Raster

/// Water that is seen from straight above: the picture is its bottom.
///
/// Slopes and the light on the bottom are computed at every fourth pixel (at every second for short waves) and interpolated by a spline; each pixel is then
/// refracted by Snell's law, coloured by the water (Beer and Lambert), and covered by what the surface mirrors (Fresnel): the sky, brighter towards the first
/// lamp, and the lamps' glints.
final class WaterFromAboveFilter: NeighborhoodFilter, @unchecked Sendable {
  private let view: WaterView
  private let canvas: Canvas
  private let input: PixelRect
  private let picture: SampledPicture
  private let surface: WaterSurface
  private let grid: WaterGrid
  private var values = WaterValues()
  private var lamps: [WaterLamp] = []
  private var transmission = SIMD3<Float>()

  /// Planes of the grid.
  private enum Plane {
    static let slopeU = 0
    static let slopeV = 1
    static let light = 2
    static let caustics = WaterCaustics.Planes(x: 3, y: 4, gathered: 5)
  }

  init(_ view: WaterView, canvas: Canvas, input: PixelRect) {
    self.view = view
    (self.canvas, self.input) = (canvas, input)
    picture = SampledPicture(width: input.width, height: input.height, edges: .mirrored)
    let plane = WaterPlane(view.water, on: canvas, focalLengthPoints: canvas.heightPoints)
    surface = WaterSurface(view, plane: plane, on: canvas)
    grid = WaterGrid(input, step: Self.step(view.water, on: canvas), margin: 16, planes: 6)
  }

  /// Pixels from one sample to the next: there are six samples to the shortest of the waves that count.
  private static func step(_ water: Water, on canvas: Canvas) -> Int {
    var shortest = Double.infinity
    if water.chop.height > 0 { shortest = min(shortest, water.chop.wavelength * 0.6) }
    if water.swell.height > 0 { shortest = min(shortest, water.swell.wavelength * 0.4) }
    if water.drops.mostAlive(loopSeconds: nil) > 0 { shortest = min(shortest, water.drops.size * 2.2) }
    return shortest * canvas.pixelsPerPoint >= 24 ? 4 : 2
  }

  var contentVersion: Int? { nil }
  private var showsCaustics: Bool { values.caustics > 0 && values.depth > 0 && values.index > 1 }
  var taskCounts: [Int] {
    let own = [surface.fallen.count, grid.taskCount]
    return showsCaustics ? own + [WaterCaustics.taskCount(rows: grid.rows), grid.taskCount] : own
  }

  func update(at clock: AnimationClock) {
    let scale = canvas.pixelsPerPoint
    values = WaterValues(view.water, at: clock, pixelsPerPoint: scale)
    transmission = WaterOptics.transmission(values.tint, way: values.depth, clarity: values.clarity)
    lamps = WaterLamp.lamps(of: canvas, at: clock.canvas, place: { $0 * scale }, direction: { $0 })
    surface.update(at: clock)
  }

  var canReuseGatheredInput: Bool { true }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    let origin = (x: input.x, y: input.y)
    picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    switch pass {
    case 0: surface.prepareDrop(task, spacing: Double(grid.step))
    case 1: for row in grid.rows(ofTask: task) { writeSlopes(row, scratch) }
    case 2: WaterCaustics.gather(task: task, of: grid, Plane.caustics)
    default: for row in grid.rows(ofTask: task) { writeLight(row) }
    }
  }

  private func writeSlopes(_ row: Int, _ scratch: AlignedBuffer<Float>) {
    scratch.resize(to: grid.columns)
    let (slopeU, slopeV) = (grid.row(row, plane: Plane.slopeU), grid.row(row, plane: Plane.slopeV))
    let step = Double(grid.step)
    _ = surface.write(
      .init(
        u: grid.firstX, v: grid.y(row: row), du: step, dv: step, count: grid.columns, slopeU: slopeU, slopeV: slopeV,
        gusts: scratch.base))
    guard showsCaustics else { return }
    let (xs, ys) = (grid.row(row, plane: Plane.caustics.x), grid.row(row, plane: Plane.caustics.y))
    let eta = 1 / values.index
    let depth = Float(values.depth / step)
    let limit = Float(WaterCaustics.reach - 1)
    var column = 0
    while column < grid.columns {
      let bent = refractedSlope(Lanes.load(slopeU + column), Lanes.load(slopeV + column), eta: eta)
      let (dx, dy) = (Lanes.clamp(bent.x * depth, -limit, limit), Lanes.clamp(bent.y * depth, -limit, limit))
      Lanes.store(Lanes.laneNumbers + Float(column) + dx, to: xs + column)
      Lanes.store(dy + Float(row), to: ys + column)
      column &+= 8
    }
  }

  /// The light that is seen at each sample: that of the bottom where the ray from the eye, which is the light's own, meets it.
  private func writeLight(_ row: Int) {
    let (xs, ys) = (grid.row(row, plane: Plane.caustics.x), grid.row(row, plane: Plane.caustics.y))
    let output = grid.row(row, plane: Plane.light)
    var column = 0
    while column < grid.columns {
      let light = WaterCaustics.light(
        x: Lanes.load(xs + column), y: Lanes.load(ys + column), of: grid, plane: Plane.caustics.gathered)
      Lanes.store(Lanes.max((light - 1) * values.caustics + 1, 0), to: output + column)
      column &+= 8
    }
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    let width = tile.width
    scratch.resize(to: 3 * width)
    let (slopeU, slopeV, light) = (scratch.base, scratch.base + width, scratch.base + 2 * width)
    if !showsCaustics { light.update(repeating: 1, count: width) }
    picture.withLevels { levels, places in
      for row in 0..<tile.height {
        let y = tile.y + row
        grid.interpolate(plane: Plane.slopeU, x: tile.x, y: y, count: width, to: slopeU) { $0 }
        grid.interpolate(plane: Plane.slopeV, x: tile.x, y: y, count: width, to: slopeV) { $0 }
        if showsCaustics {
          grid.interpolate(plane: Plane.light, x: tile.x, y: y, count: width, to: light) { Lanes.max($0, 0) }
        }
        shade(tile, row, slopeU, slopeV, light, levels[0], places)
      }
    }
  }

  private func shade(
    _ tile: Tile, _ row: Int, _ slopesU: UnsafeMutablePointer<Float>, _ slopesV: UnsafeMutablePointer<Float>,
    _ lights: UnsafeMutablePointer<Float>, _ level: SampledPicture.Level, _ places: SamplePlaces
  ) {
    let values = values
    let (transmission, color, sky) = (transmission, values.color * (1 - transmission), values.sky)
    let bodyAlpha = 1 - (transmission.x + transmission.y + transmission.z) * (1.0 / 3)
    let (depth, eta) = (Float(values.depth), 1 / values.index)
    let y = Float(tile.y + row)
    let towards = brightSide
    let output = tile.row(row, plane: 0)
    let width = tile.width
    var column = 0
    while column < width {
      let (su, sv) = (Lanes.load(slopesU + column), Lanes.load(slopesV + column))
      let x = Lanes.laneNumbers + Float(tile.x + column)
      let bent = refractedSlope(su, sv, eta: eta)
      let bottom = level.linear(
        x + bent.x * depth - Float(input.x), bent.y * depth + (y - Float(input.y)), .mirrored, places)
      let light = Lanes.load(lights + column)
      let square = su * su + sv * sv
      let inverse = 1 / (square + 1)
      let cosine = Lanes.sqrt(inverse)
      let mirrored = Lanes.min(
        WaterOptics.reflectance(cosine: cosine, index: values.index) * values.reflectivity, 1)
      // The mirrored ray leans away from the slope.
      let skyward = Lanes.max((su * towards.x + sv * towards.y) * inverse * -2 + 1, 0) * mirrored
      let passed = 1 - mirrored
      var red = (bottom.red * light * transmission.x + color.x) * passed + skyward * sky.x
      var green = (bottom.green * light * transmission.y + color.y) * passed + skyward * sky.y
      var blue = (bottom.blue * light * transmission.z + color.z) * passed + skyward * sky.z
      if !lamps.isEmpty {
        let up = (x: Float8(), y: Float8(), z: Float8(repeating: 1))
        let variance = Float8(repeating: values.variance)
        for lamp in lamps {
          let glint = lamp.glint(
            x + 0.5, Float8(repeating: y + 0.5), toEye: up, su, sv, reflectance: mirrored,
            variance: (variance, variance))
          red += glint * lamp.light.x
          green += glint * lamp.light.y
          blue += glint * lamp.light.z
        }
      }
      let pixel = output + column
      Lanes.store(red, to: pixel)
      Lanes.store(green, to: pixel + width)
      Lanes.store(blue, to: pixel + 2 &* width)
      let alpha = (bottom.alpha * (1 - bodyAlpha) + bodyAlpha) * passed + mirrored
      Lanes.store(Lanes.min(alpha, 1), to: pixel + 3 &* width)
      column &+= 8
    }
  }

  /// How much brighter the sky is towards the first lamp; nowhere without one.
  private var brightSide: SIMD2<Float> {
    guard let lamp = lamps.first else { return SIMD2() }
    let place =
      lamp.isParallel
      ? SIMD2(lamp.place.x, lamp.place.y)
      : SIMD2(lamp.place.x - Float(canvas.widthPixels) / 2, lamp.place.y - Float(canvas.heightPixels) / 2)
    let length = (place.x * place.x + place.y * place.y).squareRoot()
    return length > 1e-3 ? place * (1.5 / length) : SIMD2()
  }
}
