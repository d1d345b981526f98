import Colorimetry
import Lanes
import Model
import Raster

/// Draws the light that lamps scatter in the air, and the shadows in it.
///
/// For each lamp the share of light that arrives is computed along rays (`ShaftStrips`): it is e^(−s/p), where s is the way through casters from the
/// lamp on and p the penetration (Beer and Lambert's law, sums by the trapezoid rule). Casters are read blurred by the lamp's width. A caster lies in the
/// plane of its z, and is read where the camera sees it. The light of a pixel is that share times what the lamp's light adds up to along
/// the line of sight in clear air (`ShaftLamp`), computed at every fourth pixel of every fourth row and interpolated by a spline (`CoarseTile`).
final class ShaftsLayerShader: PassedShader, @unchecked Sendable {
  private let shafts: Shafts
  private let canvas: Canvas
  private let loopSeconds: Double?
  private let seed: UInt32
  private let casters: [any LayerLightSource]
  private let given: [Light]
  private let sizes: [AnimatedNumber]
  private var state = State()
  private var next = State()
  /// For each lamp, where its shares begin in `shares`.
  private var offsets: [Int] = []
  /// The shares of light, for blocks of eight rays, sample by sample.
  private let shares = AlignedBuffer<Float>(count: 0)
  private var changeCount = 0
  private var isPending = false

  /// Everything on which the pixels depend.
  private struct State: Equatable {
    var lamps: [ShaftLamp] = []
    /// For each caster, from pixels of the picture to those of its buffer, and how often it has changed.
    var casters: [Caster] = []
    var penetration = 1.0
    var color = SIMD3<Float>()
    var dust: Float = 0
    var inverseDustSize: Float = 0
    var dustTime: Float = 0
    var dustPeriod: Int32 = 1
  }

  private struct Caster: Equatable {
    let projection: Projection?
    let changeCount: Int
  }

  /// Pixels from one computed pixel to the next.
  private static let spacing = 4

  init(_ shafts: Shafts, in context: ShaderContext) {
    self.shafts = shafts
    (canvas, loopSeconds) = (context.canvas, context.loopSeconds)
    seed = context.noiseSeed(variant: shafts.variant)
    casters = context.lightSources.filter { $0.casterPath != nil }
    given = shafts.lamps(of: canvas.lights)
    sizes = given.compactMap(\.lampSize)
  }

  var contentVersion: Int? { changeCount }
  var pixelNanoseconds: Double { Shafts.pixelNanoseconds + Double(given.count) * Shafts.lampNanoseconds }
  var isEmpty: Bool { state.lamps.isEmpty || !(max(state.color.x, state.color.y, state.color.z) > 0) }

  func update(at clock: AnimationClock) {
    let canvasClock = AnimationClock(clock.canvas)
    let pose = CameraPose(canvas.camera ?? .standard(on: canvas), on: canvas, at: clock.canvas)
    let scale = canvas.pixelsPerPoint
    // Samples are as far apart as the pixels of casters, of which as many are known around the picture.
    let step = scale / (casters.first?.pixelsPerPoint ?? scale / 4)
    let reach = casters.isEmpty ? 0 : Double(max(canvas.widthPixels, canvas.heightPixels)) / 4
    let sources = PreparedLights(
      given, at: clock.canvas, canvas: canvas, eye: .zero, isEyeFar: false,
      place: { pose.inCameraSpace($0 - pose.eye) * scale }, direction: { pose.inCameraSpace($0) }
    ).sources
    next.lamps.removeAll(keepingCapacity: true)
    let length = shafts.length.value(at: clock)
    for (source, size) in zip(sources, sizes) {
      next.lamps.append(
        ShaftLamp(
          source, size: size.value(at: canvasClock), seenBy: pose, on: canvas, lengthPoints: length, reach: reach,
          step: step))
    }
    next.casters.removeAll(keepingCapacity: true)
    for caster in casters {
      next.casters.append(
        Caster(projection: projection(to: caster, pose), changeCount: caster.changeCount))
    }
    next.penetration = shafts.penetration.value(at: clock) * scale
    let color = shafts.color.value(at: clock)
    next.color = SIMD3<Float>(SIMD3(color.red, color.green, color.blue) * shafts.intensity.value(at: clock))
    next.dust = Float(shafts.dust.value(at: clock))
    if next.dust > 0 {
      next.inverseDustSize = Float(1 / (shafts.dustSize.value(at: clock) * scale))
      let time = FieldTime(at: clock.local, speed: shafts.speed, loopSeconds: loopSeconds)
      (next.dustTime, next.dustPeriod) = (time.cells, time.periodCells)
    }
    if changeCount > 0 && next == state { return }
    swap(&next, &state)
    changeCount += 1
    isPending = true
    offsets.removeAll(keepingCapacity: true)
    var count = 0
    for lamp in state.lamps {
      offsets.append(count)
      count += lamp.strips.blockCount * lamp.strips.sampleCount * 8
    }
    // Reading two samples of the last ray reads behind them.
    shares.resize(to: count + 16)
  }

  /// From pixels of the picture to pixels of a caster's buffer, from the centre of its first pixel; nil where the camera does not see its plane.
  private func projection(to caster: any LayerLightSource, _ pose: CameraPose) -> Projection? {
    var toPlane = Projection.identity
    if caster.isInSpace {
      guard
        let inverse = pose.projection(
          origin: SIMD3(0, 0, caster.zPosition), alongX: SIMD3(1, 0, 0), alongY: SIMD3(0, 1, 0)
        ).inverse
      else { return nil }
      toPlane = inverse.withoutConstantW
    }
    let (toPoints, toBuffer) = (1 / canvas.pixelsPerPoint, caster.pixelsPerPoint)
    return Projection(toPoints, 0, 0, 0, toPoints, 0).then(toPlane)
      .then(
        Projection(
          toBuffer, 0, -Double(caster.origin.x) - 0.5, 0, toBuffer, -Double(caster.origin.y) - 0.5))
  }

  // MARK: Shares of light along rays

  /// Blocks of eight rays that one task computes.
  private static let blocksOfTask = 8

  private func taskCount(of lamp: ShaftLamp) -> Int {
    (lamp.strips.blockCount + Self.blocksOfTask - 1) / Self.blocksOfTask
  }

  var taskCount: Int { isPending ? state.lamps.reduce(0) { $0 + taskCount(of: $1) } : 0 }

  func endPasses() { isPending = false }

  func perform(task: Int) {
    var task = task
    for (index, lamp) in state.lamps.enumerated() {
      let count = taskCount(of: lamp)
      if task < count {
        let blocks = task * Self.blocksOfTask..<min((task + 1) * Self.blocksOfTask, lamp.strips.blockCount)
        for block in blocks {
          trace(lamp, block, into: shares.base + (offsets[index] + block * lamp.strips.sampleCount * 8))
        }
        return
      }
      task -= count
    }
  }

  /// Computes a block of eight rays.
  private func trace(_ lamp: ShaftLamp, _ block: Int, into output: UnsafeMutablePointer<Float>) {
    let strips = lamp.strips
    var (first, last) = (strips.sampleCount, -1)
    var (startX, startY, stepX, stepY, length) = (Double8(), Double8(), Double8(), Double8(), Float8())
    var middle = (x: Float8(), y: Float8())
    for lane in 0..<8 {
      let ray = strips.ray(min(block * 8 + lane, strips.rayCount - 1))
      let start = ray.start + ray.direction * strips.firstTravel
      let step = ray.direction * strips.step
      (startX[lane], startY[lane], stepX[lane], stepY[lane]) = (start.x, start.y, step.x, step.y)
      length[lane] = Float((step.x * step.x + step.y * step.y).squareRoot())
      let needed = strips.samples(of: ray)
      if let range = needed { (first, last) = (min(first, range.lowerBound), max(last, range.upperBound)) }
      let place = start + step * Double(needed?.upperBound ?? strips.sampleCount - 1)
      (middle.x[lane], middle.y[lane]) = (Float(place.x), Float(place.y))
    }
    let beam = lamp.beam(along: middle)
    if last < first { (first, last) = (0, 0) }
    for sample in first...last { Lanes.store(Float8(), to: output + 8 * sample) }
    for (index, caster) in casters.enumerated() {
      guard let projection = state.casters[index].projection else { continue }
      var lines = BufferLines()
      for lane in 0..<8 {
        let (x, y, dx, dy) = (startX[lane], startY[lane], stepX[lane], stepY[lane])
        lines.x[lane] = Float(projection.xx * x + projection.xy * y + projection.x0)
        lines.y[lane] = Float(projection.yx * x + projection.yy * y + projection.y0)
        lines.w[lane] = Float(projection.wx * x + projection.wy * y + projection.w0)
        lines.dx[lane] = Float(projection.xx * dx + projection.xy * dy)
        lines.dy[lane] = Float(projection.yx * dx + projection.yy * dy)
        lines.dw[lane] = Float(projection.wx * dx + projection.wy * dy)
      }
      lines.isAffine = projection.isAffine
      caster.buffer.add(
        channel: 0, along: lines, blurredBy: Float(lamp.sigmaPoints * caster.pixelsPerPoint),
        samples: first..<last + 1, times: length * Float(0.5 / state.penetration), to: output)
    }
    var (depth, before) = (Float8(), Lanes.load(output + 8 * first))
    for sample in 0...first { Lanes.store(beam, to: output + 8 * sample) }
    var share = beam
    var sample = first + 1
    while sample <= last {
      let here = Lanes.load(output + 8 * sample)
      depth += before + here
      before = here
      share = Lanes.exp(0 - depth) * beam
      Lanes.store(share, to: output + 8 * sample)
      sample += 1
    }
    while sample < strips.sampleCount {
      Lanes.store(share, to: output + 8 * sample)
      sample += 1
    }
  }

  // MARK: Pixels

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    let coarse = CoarseTile(of: tile, step: Self.spacing, scratch: scratch)
    let samples = coarse.samples
    scratch.elements.update(repeating: 0)
    for (index, lamp) in state.lamps.enumerated() {
      let color = lamp.light * state.color
      let (lookup, values) = (lamp.strips.lookup, UnsafePointer(shares.base + offsets[index]))
      for row in 0..<samples.height {
        let y = Float(coarse.center(gridIndex: samples.y + row))
        let out = samples.row(row, plane: 0)
        var column = 0
        while column < samples.width {
          let x = coarse.centers(sampleColumn: column)
          let (share, travel) = lookup.read(values, x: x, y: y)
          let light = share * lamp.air(x: x, y: y, travel: travel)
          for plane in 0..<3 {
            let place = out + (plane &* samples.width &+ column)
            Lanes.store(Lanes.load(place) + light * color[plane], to: place)
          }
          column &+= 8
        }
      }
    }
    for row in 0..<samples.height {
      let y = Float(coarse.center(gridIndex: samples.y + row))
      let out = samples.row(row, plane: 0)
      var column = 0
      while column < samples.width {
        var light = LaneVector(
          Lanes.load(out + column), Lanes.load(out + (samples.width &+ column)),
          Lanes.load(out + (2 &* samples.width &+ column)))
        if state.dust > 0 {
          let factor = dust(coarse.centers(sampleColumn: column), y)
          light = LaneVector(light.x * factor, light.y * factor, light.z * factor)
          Lanes.store(light.x, to: out + column)
          Lanes.store(light.y, to: out + (samples.width &+ column))
          Lanes.store(light.z, to: out + (2 &* samples.width &+ column))
        }
        Lanes.store(
          Lanes.min(Lanes.max(Lanes.max(light.x, light.y), light.z), 1), to: out + (3 &* samples.width &+ column))
        column &+= 8
      }
    }
    coarse.interpolateLight(onto: tile, isEncoded: false, writesAlpha: writesAlpha)
    blocks.markAll(of: tile)
    return true
  }

  /// The density of the dust at eight places, 1 in the mean: two octaves of noise.
  @inline(never)
  private func dust(_ x: Float8, _ y: Float) -> Float8 {
    let (u, v) = (x * state.inverseDustSize, Float8(repeating: y * state.inverseDustSize))
    let time = Float8(repeating: state.dustTime)
    let coarse = GradientNoise.at(u, v, time, seed: seed, periodZ: state.dustPeriod).value
    let fine = GradientNoise.at(u * 2.3 + 5.1, v * 2.3 + 9.7, time, seed: seed &+ 1, periodZ: state.dustPeriod).value
    return Lanes.max((coarse * 2.4 + fine * 1.2) * state.dust + 1, 0)
  }
}

extension CameraPose {
  /// A vector of space by its parts to the right, downwards and ahead in the picture.
  fileprivate func inCameraSpace(_ v: SIMD3<Double>) -> SIMD3<Double> {
    func dot(_ a: SIMD3<Double>) -> Double { (a.x * v.x + a.y * v.y) + a.z * v.z }
    return SIMD3(dot(right), dot(down), dot(forward))
  }
}

extension Shafts: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { ShaftsLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    let lamps = Double(lamps(of: frame.canvas.lights).count)
    let rays = lamps * (Self.lampNanoseconds + Double(frame.canvas.casterCount) * Self.casterNanoseconds)
    var cost = frame.everyPixel(
      Self.pixelNanoseconds + rays + (dust.isZero ? 0 : Self.dustNanoseconds),
      remedy: "fewer lamps (light), or a smaller size")
    // Rays lie 6 pixels apart at the farthest, with a sample every 4 pixels: most where the lamp is in a corner.
    cost.frameBytes = lamps * frame.pixels * 3
    return cost
  }

  /// Nanoseconds of one core for a pixel: its interpolation; for each lamp its light, and each caster on its rays; dust.
  fileprivate static let pixelNanoseconds = 0.5
  fileprivate static let lampNanoseconds = 0.6
  private static let casterNanoseconds = 0.5
  private static let dustNanoseconds = 0.6
}
