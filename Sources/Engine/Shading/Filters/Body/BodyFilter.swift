import Lanes
import Model
import Raster

extension Filter.Body: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    BodyFilter(self, canvas: canvas, input: input)
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    // An environment that stands still is drawn once.
    let environment = material.environment.map { $0.isConstant ? 0 : $0.pixelNanoseconds(on: canvas) } ?? 0
    let environmentPixels = Double(EnvironmentMap.size * EnvironmentMap.size)
    return 1.4 + (material.hasRelief ? 10 : 0)
      + environment * environmentPixels / Double(canvas.widthPixels * canvas.heightPixels)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    let seen: Double = material.transmission.isZero ? 0 : material.frost.isZero ? 4 : 18
    let around: Double = (mirrorsPicture ? 8 : 0) + (mirrors && material.environment != nil ? 6 : 0)
    return 6 + seen + around + (material.back == .mirrored ? 10 : 0)
      + (material.back == .hollow ? 8 : 0) + (material.film == nil ? 0 : 6)
  }
}

/// Draws the body of a layer over the picture below it: a surface that is lit, lets light through, bent by its form, and mirrors what is
/// around it.
///
/// The picture below is gathered once, and blurred where it is sampled (`BlurPyramid`). The layer itself is the filter's map: its alpha
/// says where the body is, its colours what the body takes from light, and its outline or brightness the form. The work is limited to the box of
/// what the body reads.
final class BodyFilter: NeighborhoodFilter, MappedFilter, @unchecked Sendable {
  private let body: Filter.Body
  private let canvas: Canvas
  private let input: PixelRect
  private let picture: BlurPyramid
  /// The layer's premultiplied colours and alpha.
  private let layer: DisplacementMapPlanes
  private let relief: LayerRelief?
  private let environment: EnvironmentMap?
  private let isConstant: Bool
  private var surface: BodySurface

  init(_ body: Filter.Body, canvas: Canvas, input: PixelRect) {
    (self.body, self.canvas, self.input) = (body, canvas, input)
    picture = BlurPyramid(
      width: input.width, height: input.height, edges: input.isWhole(of: canvas) ? .mirrored : .clamped)
    layer = DisplacementMapPlanes(width: input.width, height: input.height, planeCount: 4)
    relief = LayerRelief(body.material, path: body.path, canvas: canvas, input: input)
    environment = body.material.environment.map { EnvironmentMap($0, path: body.path, canvas: canvas) }
    isConstant =
      body.animatedValues.areConstant && !body.isSelfAnimated && body.transform?.isConstant ?? true
    surface = BodySurface(body, at: AnimationClock(0), canvas: canvas)
  }

  var contentVersion: Int? { isConstant ? 0 : nil }

  func update(at clock: AnimationClock) {
    relief?.update(at: clock, scale: body.scale(at: clock, on: canvas))
    surface = BodySurface(body, at: clock, canvas: canvas)
    picture.prepare(deviationPixels: surface.greatestDeviation)
    environment?.update(
      at: clock, deviation: body.normalDeviation(roughness: body.material.roughness.value(at: clock)))
  }

  // MARK: Passes

  func limitWork(to box: PixelRect) {
    let box = box.intersection(input).relative(to: (input.x, input.y))
    picture.limit(to: box)
  }

  var canReuseGatheredInput: Bool { true }
  func beginGathering() { picture.begin() }
  func beginGatheringMap(within box: PixelRect) {
    relief?.beginGathering()
    // Heights go on a few pixels outside of the outline.
    relief?.limit(to: box.widened(by: 8).relative(to: (input.x, input.y)))
  }

  func endPasses() {
    relief?.endPasses()
    environment?.endPasses()
    picture.end()
  }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    let origin = (x: input.x, y: input.y)
    picture.picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  func gatherMap(from tile: Tile, region: PixelRect) {
    relief?.gather(from: tile, region: region)
    for y in region.y..<region.endY {
      for plane in 0..<4 {
        (layer.row(y - input.y, plane: plane) + (region.x - input.x))
          .update(from: tile.row(y - tile.y, plane: plane) + (region.x - tile.x), count: region.width)
      }
    }
  }

  /// The passes of the relief, then those of the environment, then those of the picture.
  var taskCounts: [Int] { (relief?.taskCounts ?? []) + (environment?.taskCounts ?? []) + picture.taskCounts }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    let ofRelief = relief?.taskCounts.count ?? 0
    if let relief, pass < ofRelief { return relief.perform(pass: pass, task: task, scratch: scratch) }
    let ofEnvironment = environment?.taskCounts.count ?? 0
    if pass < ofRelief + ofEnvironment {
      environment?.perform(pass: pass - ofRelief, task: task, scratch: scratch)
    } else {
      picture.perform(pass: pass - ofRelief - ofEnvironment, task: task)
    }
  }

  // MARK: The result

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    picture.withSamples { samples in
      guard let environment else { return shade(tile, samples, nil) }
      environment.picture.withSamples { shade(tile, samples, EnvironmentSamples($0)) }
    }
  }

  private func shade(_ tile: Tile, _ samples: BlurSamples, _ environment: EnvironmentSamples?) {
    for row in 0..<tile.height {
      let y = tile.y + row - input.y
      shade(TileRow(tile, row: row), x: tile.x - input.x, y: y, samples, environment)
    }
  }

  /// Shades a row that begins at column `x` of the input's row `y`.
  private func shade(
    _ row: TileRow, x: Int, y: Int, _ samples: BlurSamples, _ environment: EnvironmentSamples?
  ) {
    let (reader, surface) = (relief?.surface.reader, surface)
    let isInside = y >= 0 && y < input.height
    // Pixels outside of the input are none of the layer's.
    let own = layer.row(isInside ? y : 0, plane: 0)
    let planeStride = layer.row(0, plane: 1) - layer.row(0, plane: 0)
    var column = 0
    while column < row.width {
      let here = x &+ column
      let onto = row.plane(0) + column
      defer { column &+= 8 }
      guard isInside, here >= 0, here < input.width, Lanes.anyAbove(Lanes.load(own + (3 &* planeStride &+ here)), 0)
      else {
        for plane in 0..<4 { Lanes.store(Float8(), to: onto + plane &* row.width) }
        continue
      }
      var form = BodyForm(column: here, row: y)
      if let reader { form.read(reader) }
      let color = surface.color(
        LaneColor(own + here, planeStride: planeStride), form, relief: reader,
        frameOrigin: SIMD2(Float(input.x), Float(input.y)), samples, environment)
      color.store(to: onto, planeStride: row.width)
    }
  }
}
