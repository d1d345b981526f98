import Lanes
import Model
import Raster

/// Water that is seen from straight above: the picture is its bottom.
///
/// At every fourth pixel (at every second for short waves) slopes are computed, where refracted rays meet the bottom (Snell), the light there, and how much of
/// the sky is mirrored (Fresnel; brighter towards the first lamp). All these are interpolated by a spline. Each pixel takes the bottom from where its ray
/// meets it, coloured by the water (Beer and Lambert); lamps glint pixel by pixel.
final class WaterFromAboveFilter: NeighborhoodFilter, WaterImpactFilter, @unchecked Sendable {
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
    /// Pixels from a sample to where its ray meets the bottom.
    static let shiftX = 0
    static let shiftY = 1
    /// Shares of light that the surface mirrors, and factors of the sky.
    static let mirrored = 2
    static let skyward = 3
    static let light = 4
    static let slopeU = 5
    static let slopeV = 6
    static let caustics = WaterCaustics.Planes(x: 7, y: 8, gathered: 9)
    static let count = 10
  }

  /// Samples around the picture: rays of light that reach it come from that far.
  private static let margin = 32

  init(_ view: WaterView, canvas: Canvas, input: PixelRect) {
    self.view = view
    (self.canvas, self.input) = (canvas, input)
    picture = SampledPicture(width: input.width, height: input.height, edges: .mirrored)
    let plane = WaterPlane(view.water, on: canvas, focalLengthPoints: canvas.heightPoints)
    surface = WaterSurface(view, plane: plane, on: canvas)
    grid = WaterGrid(input, step: Self.step(view, on: canvas), margin: Self.margin, planes: Plane.count)
  }

  /// Pixels from one sample to the next: there are six samples to the shortest of the waves that count.
  private static func step(_ view: WaterView, on canvas: Canvas) -> Int {
    let water = view.water
    var shortest = Double.infinity
    if water.chop.height > 0 { shortest = min(shortest, water.chop.wavelength * 0.6) }
    if water.swell.height > 0 { shortest = min(shortest, water.swell.wavelength * 0.4) }
    if view.mostRings > 0 { shortest = min(shortest, water.drops.size * 2.2) }
    return shortest * canvas.pixelsPerPoint >= 24 ? 4 : 2
  }

  var contentVersion: Int? { nil }
  var impacting: WaterView? { view.water.impacts.isEmpty ? nil : view }
  func receive(_ source: any WaterImpactSource) { surface.impactSource = source }
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
        u: grid.firstX, v: grid.y(row: row), du: step, dv: step, shear: 0, count: grid.columns, slopeU: slopeU,
        slopeV: slopeV,
        gusts: scratch.base))
    let (shiftX, shiftY) = (grid.row(row, plane: Plane.shiftX), grid.row(row, plane: Plane.shiftY))
    let (mirrored, skyward) = (grid.row(row, plane: Plane.mirrored), grid.row(row, plane: Plane.skyward))
    let (xs, ys) = (grid.row(row, plane: Plane.caustics.x), grid.row(row, plane: Plane.caustics.y))
    let eta = 1 / values.index
    let (depth, perSample) = (Float(values.depth), Float(1 / step))
    let limit = Float(WaterCaustics.reach - 1)
    let towards = brightSide
    var column = 0
    while column < grid.columns {
      let (su, sv) = (Lanes.load(slopeU + column), Lanes.load(slopeV + column))
      let bent = refractedSlope(su, sv, eta: eta)
      let (dx, dy) = (bent.x * depth, bent.y * depth)
      Lanes.store(dx, to: shiftX + column)
      Lanes.store(dy, to: shiftY + column)
      Lanes.store(
        Lanes.laneNumbers + Float(column) + Lanes.clamp(dx * perSample, -limit, limit), to: xs + column)
      Lanes.store(Lanes.clamp(dy * perSample, -limit, limit) + Float(row), to: ys + column)
      let inverse = 1 / (su * su + sv * sv + 1)
      let share = Lanes.min(
        Optics.reflectance(cosine: Lanes.sqrt(inverse), index: values.index) * values.reflectivity, 1)
      Lanes.store(share, to: mirrored + column)
      // The mirrored ray leans away from the slope.
      Lanes.store(
        Lanes.max((su * towards.x + sv * towards.y) * inverse * -2 + 1, 0) * share, to: skyward + column)
      column &+= 8
    }
  }

  /// The light that is seen at each sample: that of the bottom where the ray from the eye meets it. The light comes from aside, so that it has passed
  /// another part of the surface than the ray from the eye; along the same way each would undo what the other gathers.
  private func writeLight(_ row: Int) {
    let (xs, ys) = (grid.row(row, plane: Plane.caustics.x), grid.row(row, plane: Plane.caustics.y))
    let output = grid.row(row, plane: Plane.light)
    let aside = lightAside
    var column = 0
    while column < grid.columns {
      let light = WaterCaustics.light(
        x: Lanes.load(xs + column) + aside.x, y: Lanes.load(ys + column) + aside.y, of: grid,
        plane: Plane.caustics.gathered)
      Lanes.store(Lanes.max((light - 1) * values.caustics + 1, 0), to: output + column)
      column &+= 8
    }
  }

  /// How far aside of the bottom that light passes the surface, in samples: that of the first lamp, else of light that falls at 40°.
  private var lightAside: SIMD2<Float> {
    var aside = SIMD2<Float>(0.42, 0.3)
    if let lamp = lamps.first, lamp.source.isParallel {
      let height = max(lamp.source.place.z, 0.1)
      aside = SIMD2(lamp.source.place.x, lamp.source.place.y) / (height * values.index)
    }
    aside *= Float(values.depth) / Float(grid.step)
    let length = (aside.x * aside.x + aside.y * aside.y).squareRoot()
    let limit = Float(Self.margin - WaterCaustics.reach - 2)
    return length > limit ? aside * (limit / length) : aside
  }

  /// A row of a tile's numbers, interpolated.
  private struct RowNumbers {
    let shiftX, shiftY, mirrored, skyward, light, slopeU, slopeV: UnsafeMutablePointer<Float>

    static let count = 7

    init(_ memory: UnsafeMutablePointer<Float>, width: Int) {
      (shiftX, shiftY, mirrored) = (memory, memory + width, memory + 2 * width)
      (skyward, light) = (memory + 3 * width, memory + 4 * width)
      (slopeU, slopeV) = (memory + 5 * width, memory + 6 * width)
    }
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    let width = tile.width
    scratch.resize(to: RowNumbers.count * width)
    let numbers = RowNumbers(scratch.base, width: width)
    if !showsCaustics { numbers.light.update(repeating: 1, count: width) }
    picture.withLevels { levels, places in
      for row in 0..<tile.height {
        @inline(__always) func interpolate(_ plane: Int, _ output: UnsafeMutablePointer<Float>) {
          grid.interpolate(plane: plane, x: tile.x, y: tile.y + row, count: width, to: output) { $0 }
        }
        interpolate(Plane.shiftX, numbers.shiftX)
        interpolate(Plane.shiftY, numbers.shiftY)
        interpolate(Plane.mirrored, numbers.mirrored)
        if showsCaustics { interpolate(Plane.light, numbers.light) }
        if !lamps.isEmpty { interpolate(Plane.skyward, numbers.skyward) }
        shade(tile, row, numbers, levels[0], places)
        if !lamps.isEmpty {
          interpolate(Plane.slopeU, numbers.slopeU)
          interpolate(Plane.slopeV, numbers.slopeV)
          for lamp in lamps { addGlints(of: lamp, tile, row, numbers) }
        }
      }
    }
  }

  private func shade(
    _ tile: Tile, _ row: Int, _ numbers: RowNumbers, _ level: SampledPicture.Level, _ places: SamplePlaces
  ) {
    let (transmission, color, sky) = (transmission, values.color * (1 - transmission), values.sky)
    let bodyAlpha = 1 - (transmission.x + transmission.y + transmission.z) * (1.0 / 3)
    let skywards = lamps.isEmpty ? numbers.mirrored : numbers.skyward
    let (firstX, y) = (Float(tile.x - input.x), Float(tile.y + row - input.y))
    let output = tile.row(row, plane: 0)
    let width = tile.width
    var column = 0
    while column < width {
      let x = Lanes.laneNumbers + (firstX + Float(column))
      let bottom = level.linear(
        x + Lanes.load(numbers.shiftX + column), Lanes.load(numbers.shiftY + column) + y, .mirrored, places)
      let light = Lanes.max(Lanes.load(numbers.light + column), 0)
      let mirrored = Lanes.clamp(Lanes.load(numbers.mirrored + column), 0, 1)
      let skyward = Lanes.max(Lanes.load(skywards + column), 0)
      let passed = 1 - mirrored
      let pixel = output + column
      Lanes.store(
        (bottom.red * light * transmission.x + color.x) * passed + skyward * sky.x, to: pixel)
      Lanes.store(
        (bottom.green * light * transmission.y + color.y) * passed + skyward * sky.y, to: pixel + width)
      Lanes.store(
        (bottom.blue * light * transmission.z + color.z) * passed + skyward * sky.z, to: pixel + 2 &* width)
      let alpha = (bottom.alpha * (1 - bodyAlpha) + bodyAlpha) * passed + mirrored
      Lanes.store(Lanes.min(alpha, 1), to: pixel + 3 &* width)
      column &+= 8
    }
  }

  private func addGlints(of lamp: WaterLamp, _ tile: Tile, _ row: Int, _ numbers: RowNumbers) {
    let up = (x: Float8(), y: Float8(), z: Float8(repeating: 1))
    let variance = Float8(repeating: values.variance)
    let y = Float8(repeating: Float(tile.y + row) + 0.5)
    let pixels = tile.row(row, plane: 0)
    var column = 0
    while column < tile.width {
      let x = Lanes.laneNumbers + (Float(tile.x + column) + 0.5)
      let glint = lamp.glint(
        x, y, toEye: up, Lanes.load(numbers.slopeU + column), Lanes.load(numbers.slopeV + column),
        reflectance: Lanes.max(Lanes.load(numbers.mirrored + column), 0), variance: (variance, variance))
      if Lanes.anyAbove(glint, 1e-5) {
        for plane in 0..<3 {
          let pixel = pixels + (plane &* tile.width &+ column)
          Lanes.store(Lanes.load(pixel) + glint * lamp.source.light[plane], to: pixel)
        }
      }
      column &+= 8
    }
  }

  /// How much brighter the sky is towards the first lamp; nowhere without one.
  private var brightSide: SIMD2<Float> {
    guard let lamp = lamps.first else { return SIMD2() }
    let place =
      lamp.source.isParallel
      ? SIMD2(lamp.source.place.x, lamp.source.place.y)
      : SIMD2(lamp.source.place.x - Float(canvas.widthPixels) / 2, lamp.source.place.y - Float(canvas.heightPixels) / 2)
    let length = (place.x * place.x + place.y * place.y).squareRoot()
    return length > 1e-3 ? place * (1.5 / length) : SIMD2()
  }
}
