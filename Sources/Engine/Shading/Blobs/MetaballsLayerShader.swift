import Colorimetry
import Lanes
import Model
import Raster

/// Draws metaballs: the balls that the preset lists, and `count` more that sway around random places.
final class MetaballsLayerShader: LayerShader, @unchecked Sendable {
  private let metaballs: Metaballs
  private let canvas: Canvas
  private let loopSeconds: Double?
  /// The source of the random numbers of balls that are not listed.
  private let stream: StreamKey
  /// The colours of a gradient whose stops are not animated; nil for other fills.
  private let fillCurve: ColorCurve?
  private let isStatic: Bool
  /// Premultiplied colours of all balls, the listed balls first; empty if the fill colours the body.
  private let colors: [SIMD4<Float>]
  private var isReady = false
  private var field: MetaballField

  init(_ metaballs: Metaballs, in context: ShaderContext) {
    self.metaballs = metaballs
    let canvas = context.canvas
    self.canvas = canvas
    loopSeconds = context.loopSeconds
    stream = StreamKey(seed: canvas.seed, path: context.pathHash ^ metaballs.seed.bitPattern)
    fillCurve = PaintShader.constantCurve(of: metaballs.fill, canvas: canvas)
    isStatic = metaballs.isConstant
    colors =
      metaballs.colors.isEmpty
      ? []
      : (0..<metaballs.balls.count + metaballs.count).map { index in
        let ballColor = index < metaballs.balls.count ? metaballs.balls[index].color : nil
        return (ballColor ?? metaballs.colors[index % metaballs.colors.count]).tileValue(on: canvas)
      }
    field = MetaballField(reach: metaballs.reach, isColored: !colors.isEmpty)
  }

  func update(at clock: AnimationClock) {
    if isReady && isStatic { return }
    isReady = true
    let scale = canvas.pixelsPerPoint
    field.softness = Float(metaballs.softness.value(at: clock) * scale)
    field.paint = PaintShader(
      metaballs.fill, frame: PaintFrame(canvas), canvas: canvas, clock: clock, curve: fillCurve)
    field.relief = metaballs.relief.map { ReliefShader($0, canvas: canvas, clock: clock) }
    field.balls.removeAll(keepingCapacity: true)
    for ball in metaballs.balls {
      add(
        SIMD2(ball.center.x.value(at: clock), ball.center.y.value(at: clock)) * scale,
        ball.radius.value(at: clock) * scale)
    }
    let center = SIMD2(metaballs.center.x.value(at: clock), metaballs.center.y.value(at: clock))
    let size = SIMD2(metaballs.size.x.value(at: clock), metaballs.size.y.value(at: clock))
    let sway = SIMD2(metaballs.sway.x.value(at: clock), metaballs.sway.y.value(at: clock))
    let (radius, range) = (metaballs.radius.value(at: clock), metaballs.radiusRange.value(at: clock))
    let phase = BlobOutline.phase(at: clock.local, period: metaballs.period, loopSeconds: loopSeconds)
    for index in 0..<metaballs.count {
      let key = stream.key(index: UInt64(truncatingIfNeeded: index))
      func random(_ channel: UInt32) -> Double { Double(key.uniform(channel: channel)) }
      /// The sum of a strong and a weak sine, −1...1. In a period the strong sine has one cycle and the weak sine two; with a
      /// probability of 35% the strong sine has two and the weak sine one. Uses the random numbers of `channel` and of the two
      /// channels after it.
      func wave(_ channel: UInt32) -> Double {
        let strongCycles = random(channel) < 0.35 ? 2.0 : 1
        let strongSine = Lanes.sincosTurns(phase * strongCycles + random(channel + 1)).sin
        return strongSine * 0.86 + 0.14 * Lanes.sincosTurns(phase * (3 - strongCycles) + random(channel + 2)).sin
      }
      // In units of the size: a ball's centre stays within −½...½.
      let home = (SIMD2(random(Channel.homeX), random(Channel.homeY)) - 0.5) * (1 - sway)
      let offset = SIMD2(wave(Channel.swayX), wave(Channel.swayY)) * sway / 2
      add(
        (center + size * (home + offset)) * scale,
        max(0, radius + range * (random(Channel.radius) - 0.5)) * scale)
    }
    field.updateBulge()
  }

  /// The channels of a ball's random numbers. Each sway takes three channels: 2, 3, 4 and 5, 6, 7.
  private enum Channel {
    static let homeX: UInt32 = 0
    static let homeY: UInt32 = 1
    static let swayX: UInt32 = 2
    static let swayY: UInt32 = 5
    static let radius: UInt32 = 8
  }

  /// Adds a ball with the next colour. `center` is in frame pixels, `radius` in pixels.
  private func add(_ center: SIMD2<Double>, _ radius: Double) {
    let index = field.balls.count
    let color = colors.isEmpty ? SIMD4<Float>(repeating: 0) : colors[index]
    field.balls.append(MetaballField.Ball(x: center.x, y: center.y, radius: radius, color: color))
  }

  var isEmpty: Bool { field.balls.allSatisfy { $0.radius <= 0 } }
  var contentVersion: Int? { isStatic ? 0 : nil }
  /// That of twenty balls.
  var pixelNanoseconds: Double { 2.5 }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool {
    field.markDirty(blocks, rect: rect)
    return true
  }

  func contentBox(in rect: PixelRect) -> PixelRect { field.contentBox(in: rect) }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    field.shade(into: tile, blocks: blocks, scratch: scratch)
  }
}

extension Metaballs: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { MetaballsLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    /// Pixels within the reach of each ball, and within the balls themselves, added up.
    var (reachedPixels, insidePixels) = (0.0, 0.0)
    func add(_ count: Double, radius: Double) {
      reachedPixels += count * frame.boxPixels(2 * radius * reach, 2 * radius * reach) * .pi / 4
      insidePixels += count * frame.boxPixels(2 * radius, 2 * radius) * .pi / 4
    }
    for ball in balls { add(1, radius: frame.largest(ball.radius)) }
    // The radii of random balls are spread evenly over radius ± range/2: the mean of the larger half counts.
    add(Double(count), radius: frame.largest(radius) + frame.largest(radiusRange) / 4)
    let colored = colors.isEmpty ? fill.pixelNanoseconds : Gradient.linearPixelNanoseconds
    let relief = relief == nil ? 0 : ReliefShader.pixelNanoseconds * min(insidePixels, frame.pixels)
    // A pixel within the reach of one ball takes so long, and so many that are reached by any.
    let nanoseconds =
      0.56 * reachedPixels + min(reachedPixels, frame.pixels) * (0.7 + PixelCost.composite + colored) + relief
    return SourceCost(nanoseconds: nanoseconds, remedy: "fewer balls, or a smaller radius or reach")
  }
}
