import Lanes
import Model
import Raster

/// Water that is seen in perspective: it mirrors what stands above its line, and shows through it what lies below.
///
/// A ray from the eye is mirrored by the slope of the water where it meets it; what stands at the line, or as far as the horizon, is seen in it. Slopes that
/// are too small for the samples smear the mirror image, mostly upwards and downwards, by levels of the picture (`WaterMirror`); the mean of the small slopes that
/// are seen leans towards the eye, the more the flatter the ray (as of the sea: Cox and Munk, 1954). Fresnel's formulas say how much is mirrored; the rest comes
/// from below, refracted and coloured on its way.
/// All this is computed at every second pixel of every second row, and interpolated by a spline.
final class WaterInPerspectiveFilter: NeighborhoodFilter, WaterImpactFilter, @unchecked Sendable {
  private let view: WaterView
  private let canvas: Canvas
  private let input: PixelRect
  private let plane: WaterPlane
  private let surface: WaterSurface
  private let mirror: WaterMirror
  /// Samples from a little above the line on.
  private let grid: WaterGrid
  private let firstY: Int
  private var values = WaterValues()
  private var lamps: [WaterLamp] = []
  private var finishedLevels = 1

  init(_ view: WaterView, canvas: Canvas, input: PixelRect) {
    self.view = view
    (self.canvas, self.input) = (canvas, input)
    let pose = CameraPose(canvas.camera ?? .standard(on: canvas), on: canvas, at: 0)
    plane = WaterPlane(view.water, on: canvas, focalLengthPoints: pose.focalLength)
    surface = WaterSurface(view, plane: plane, on: canvas)
    mirror = WaterMirror(input)
    firstY = min(max(Int(plane.line.rounded(.down)) & ~7, input.y), input.endY - 1)
    let below = PixelRect(x: input.x, y: firstY, width: input.width, height: input.endY - firstY)
    grid = WaterGrid(below, step: 2, margin: 8, planes: 4)
  }

  var contentVersion: Int? { nil }
  var impacting: WaterView? { view.water.impacts.isEmpty ? nil : view }
  func receive(_ source: any WaterImpactSource) { surface.impactSource = source }
  var taskCounts: [Int] {
    let levels = (finishedLevels..<max(mirror.levels.count, finishedLevels)).map { mirror.taskCount(ofLevel: $0) }
    return levels + [surface.fallen.count, grid.taskCount]
  }

  func beginGathering() { finishedLevels = 1 }
  func endPasses() { finishedLevels = mirror.levels.count }
  var canReuseGatheredInput: Bool { true }

  func update(at clock: AnimationClock) {
    let scale = canvas.pixelsPerPoint
    values = WaterValues(view.water, at: clock, pixelsPerPoint: scale)
    let center = SIMD2(canvas.widthPoints / 2, plane.horizon / scale)
    let focal = plane.focalLength / scale
    // Lamps are as far as the horizon: along u, along v (towards the eye), up.
    lamps = WaterLamp.lamps(
      of: canvas, at: clock.canvas,
      place: { SIMD3($0.x - center.x, $0.z - focal, center.y - $0.y) * (1e4 * scale) },
      direction: { SIMD3($0.x, $0.z, -$0.y) })
    surface.update(at: clock)
  }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    mirror.gather(from: tile, region: region, scratch: scratch)
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    let levelPasses = max(mirror.levels.count - finishedLevels, 0)
    if pass < levelPasses {
      mirror.reduce(level: finishedLevels + pass, task: task)
    } else if pass == levelPasses {
      surface.prepareDrop(task, spacing: spacing(at: surface.fallen[task]))
    } else {
      for row in grid.rows(ofTask: task) { writeRow(row, scratch) }
    }
  }

  /// Pixels of the plane between samples at a drop: those along the line of sight lie farther apart; a little less than that is enough.
  private func spacing(at drop: FallenDrop) -> Double {
    let distance = max(-drop.v, 1)
    let (along, across) = (
      2 * distance * distance / (plane.eyeHeight * plane.focalLength), 2 * distance / plane.focalLength
    )
    return max(across, 0.6 * along)
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    for row in 0..<tile.height {
      let y = tile.y + row
      for plane in 0..<4 {
        let output = tile.row(row, plane: plane)
        if y < firstY {
          output.update(repeating: 0, count: tile.width)
        } else if plane < 3 {
          grid.interpolate(plane: plane, x: tile.x, y: y, count: tile.width, to: output) { Lanes.max($0, 0) }
        } else {
          grid.interpolate(plane: plane, x: tile.x, y: y, count: tile.width, to: output) { Lanes.clamp($0, 0, 1) }
        }
      }
    }
  }

  /// What is the same for all samples of a row.
  private struct RowView {
    /// Where the row lies on the plane, and how flat rays meet it: d ÷ f.
    let distance: Double
    let tangent: Float
    /// How far mirrored rays go before they meet what they show, as a share of the way from the eye to that.
    let way: Float
    /// What is left of light from the bottom; the water's own light.
    let transmission: SIMD3<Float>
    let body: SIMD3<Float>
    let bodyAlpha: Float
    /// Whether any light from the bottom is left.
    var showsBottom: Bool { max(transmission.x, transmission.y, transmission.z) > 1e-3 }
    /// Pixels of the frame by which the bottom moves for a slope of 1, along x and along y.
    let bend: SIMD2<Float>
  }

  private func rowView(y: Double) -> RowView {
    let distance = plane.distance(y: y)
    let tangent = plane.drop(y: y) / plane.focalLength
    let cosine = tangent / Lanes.sqrt(1 + tangent * tangent)
    let index = Double(values.index)
    let refracted = Lanes.sqrt(1 - (1 - cosine * cosine) / (index * index))
    let transmission = WaterOptics.transmission(
      values.tint, way: values.depth / max(refracted, 1e-3), clarity: values.clarity)
    let shift = values.depth * (1 - 1 / index) * plane.focalLength / distance
    return RowView(
      distance: distance, tangent: Float(tangent), way: Float(max(1 - distance * plane.inverseShore, 0)),
      transmission: transmission, body: values.color * (1 - transmission),
      bodyAlpha: 1 - (transmission.x + transmission.y + transmission.z) * (1.0 / 3),
      bend: SIMD2(Float(-shift), Float(-shift * tangent)))
  }

  private func writeRow(_ row: Int, _ scratch: AlignedBuffer<Float>) {
    let y = grid.y(row: row)
    let view = rowView(y: y)
    let step = Double(grid.step)
    let count = grid.columns
    scratch.resize(to: 3 * count)
    let (slopesU, slopesV, gusts) = (scratch.base, scratch.base + count, scratch.base + 2 * count)
    let du = step * view.distance / plane.focalLength
    let lost = surface.write(
      .init(
        u: (grid.firstX - plane.width / 2) * view.distance / plane.focalLength, v: -view.distance, du: du,
        dv: step * view.distance * view.distance / (plane.eyeHeight * plane.focalLength),
        shear: 0.4 * plane.width / plane.focalLength, count: count,
        slopeU: slopesU, slopeV: slopesV, gusts: gusts))
    let outputs = (grid.row(row, plane: 0), grid.row(row, plane: 1), grid.row(row, plane: 2), grid.row(row, plane: 3))
    SamplePlaces.withMemory { places in
      var column = 0
      while column < count {
        let color = shade(
          column, y: Float(y), view, lost, Lanes.load(slopesU + column), Lanes.load(slopesV + column),
          Lanes.load(gusts + column), places)
        Lanes.store(color.red, to: outputs.0 + column)
        Lanes.store(color.green, to: outputs.1 + column)
        Lanes.store(color.blue, to: outputs.2 + column)
        Lanes.store(color.alpha, to: outputs.3 + column)
        column &+= 8
      }
    }
  }

  /// The colours of eight samples.
  @inline(__always)
  private func shade(
    _ column: Int, y: Float, _ view: RowView, _ lost: WaterSurface.LostSlopes, _ su: Float8, _ slopeV: Float8,
    _ gust: Float8, _ places: SamplePlaces
  ) -> LaneColor {
    let focal = Float(plane.focalLength)
    let x = Lanes.laneNumbers * Float(grid.step) + Float(grid.firstX + Double(column * grid.step))
    // The ray from the eye goes by (rx, −tangent, 1): to the right, up, away.
    let rx = (x - Float(plane.width / 2)) * (1 / focal)
    let square = gust * gust
    let varianceU = square * lost.chop.x + (lost.swell.x + values.variance)
    let varianceV = square * lost.chop.y + (lost.swell.y + values.variance)
    let deviation = Lanes.sqrt(varianceV)
    // Facets that face away from a flat ray are hidden by others; the rest face the eye, and fall towards it.
    let lean = varianceV / (deviation + view.tangent) * 0.8
    let sv = slopeV - lean
    let (across, along) = (rx * su * -1 - view.tangent, sv)
    let dot = Lanes.min(across + along, -1e-3)
    let normalSquare = su * su + sv * sv + 1
    let rayInverse = 1 / Lanes.sqrt(rx * rx + (view.tangent * view.tangent + 1))
    let cosine = Lanes.max(dot * -1 * rayInverse / Lanes.sqrt(normalSquare), view.tangent * 0.3 + 0.004)
    let factor = dot * 2 / normalSquare
    let ahead = Lanes.max(1 - factor * sv, 0.1)
    let upward = Lanes.abs(-1 * factor - view.tangent) / ahead
    let sideways = (rx + factor * su) / ahead
    let mirrorX = (rx * (1 - view.way) + sideways * view.way) * focal + Float(plane.width / 2)
    let mirrorY = Float(plane.line) - upward * (focal * view.way)
    let smear = deviation * (2 * focal * view.way)
    let seen = mirrored(mirrorX, mirrorY, smear: smear, places)
    let share = Lanes.min(
      Optics.reflectance(cosine: Lanes.min(cosine, 1), index: values.index) * values.reflectivity, 1)
    let skyShare = Lanes.max(1 - seen.alpha, 0)
    var bottom = LaneColor(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8(repeating: 1))
    if view.showsBottom {
      bottom = sample(
        mirror.levels[0], mirror.scales[0], x + su * view.bend.x,
        Lanes.max(slopeV * view.bend.y + y, Float(plane.line) + 1), places)
    }
    let passed = 1 - share
    var color = LaneColor(
      red: (bottom.red * view.transmission.x + view.body.x) * passed + (seen.red + skyShare * values.sky.x) * share,
      green: (bottom.green * view.transmission.y + view.body.y) * passed
        + (seen.green + skyShare * values.sky.y) * share,
      blue: (bottom.blue * view.transmission.z + view.body.z) * passed + (seen.blue + skyShare * values.sky.z) * share,
      alpha: (bottom.alpha * (1 - view.bodyAlpha) + view.bodyAlpha) * passed + share)
    if !lamps.isEmpty {
      let toEye = (x: rx * rayInverse * -1, y: rayInverse, z: rayInverse * view.tangent)
      for lamp in lamps {
        let glint = lamp.glint(
          Float8(), Float8(), toEye: toEye, su, slopeV, reflectance: share, variance: (varianceU, varianceV))
        color.red += glint * lamp.source.light.x
        color.green += glint * lamp.source.light.y
        color.blue += glint * lamp.source.light.z
      }
    }
    return color
  }

  /// What is seen at a place of the picture, smeared upwards and downwards by about `smear` pixels.
  @inline(__always)
  private func mirrored(_ x: Float8, _ y: Float8, smear: Float8, _ places: SamplePlaces) -> LaneColor {
    // A pixel of level l is 2 · 2ˡ high; smoothed and interpolated linearly it has a deviation of 1.3 · 2ˡ.
    let level = Lanes.clamp(Lanes.log2(Lanes.max(smear, 1)) - 0.4, 0, Float(mirror.levels.count &- 2))
    var highest = level[0]
    for lane in 1..<8 { highest = max(highest, level[lane]) }
    let index = Lanes.wholeInRange(highest)
    let share = Lanes.max(level - Float(index), 0)
    var color = sample(mirror.levels[index], mirror.scales[index], x, y, places)
    if Lanes.anyAbove(share, 0) {
      let next = sample(mirror.levels[index &+ 1], mirror.scales[index &+ 1], x, y, places)
      color.red += (next.red - color.red) * share
      color.green += (next.green - color.green) * share
      color.blue += (next.blue - color.blue) * share
      color.alpha += (next.alpha - color.alpha) * share
    }
    return color
  }

  /// The picture at places in pixels of the frame.
  @inline(__always)
  private func sample(
    _ picture: SampledPicture, _ scale: (x: Float, y: Float), _ x: Float8, _ y: Float8, _ places: SamplePlaces
  ) -> LaneColor {
    picture.levels[0].linear(
      (x - Float(mirror.frame.x)) * (1 / scale.x) - 0.5, (y - Float(mirror.frame.y)) * (1 / scale.y) - 0.5, .clamped,
      places)
  }
}
