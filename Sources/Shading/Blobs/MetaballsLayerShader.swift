import Colorimetry
import Lanes
import Model
import Raster

/// Draws metaballs.
final class MetaballsLayerShader: LayerShader, @unchecked Sendable {
  private let metaballs: Metaballs
  private let canvas: Canvas
  private let period: Double?
  private let stream: StreamKey
  private let fillCurve: ColorCurve?
  private let isStatic: Bool
  private let colors: [SIMD4<Float>]
  private var isReady = false
  private var field: MetaballField

  init(_ metaballs: Metaballs, in context: ShaderContext) {
    self.metaballs = metaballs
    let canvas = context.canvas
    self.canvas = canvas
    period = context.period
    stream = StreamKey(seed: canvas.seed, path: context.path ^ metaballs.seed.bitPattern)
    fillCurve = PaintShader.constantCurve(of: metaballs.fill, canvas: canvas)
    isStatic = metaballs.count == 0 && metaballs.animatedValues.areConstant
    colors =
      metaballs.colors.isEmpty
      ? []
      : (0..<metaballs.balls.count + metaballs.count).map { index in
        let ballColor = index < metaballs.balls.count ? metaballs.balls[index].color : nil
        return (ballColor ?? metaballs.colors[index % metaballs.colors.count]).sample(on: canvas)
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
    let phase = BlobOutline.phase(at: clock.local, of: metaballs.period, in: period)
    for index in 0..<metaballs.count {
      let key = stream.key(index: UInt64(truncatingIfNeeded: index))
      func draw(_ channel: UInt32) -> Double { Double(key.uniform(channel: channel)) }
      /// A sine of one cycle with a little of one of two cycles; for some balls the other way round.
      func wave(_ channel: UInt32) -> Double {
        let cycles = draw(channel) < 0.35 ? 2.0 : 1
        let first = Lanes.sincosTurns(phase * cycles + draw(channel + 1)).sin
        return first * 0.86 + 0.14 * Lanes.sincosTurns(phase * (3 - cycles) + draw(channel + 2)).sin
      }
      let home = (SIMD2(draw(0), draw(1)) - 0.5) * (1 - sway)
      let offset = SIMD2(wave(2), wave(5)) * sway / 2
      add((center + size * (home + offset)) * scale, max(0, radius + range * (draw(8) - 0.5)) * scale)
    }
    field.prepare()
  }

  private func add(_ center: SIMD2<Double>, _ radius: Double) {
    let index = field.balls.count
    let color = colors.isEmpty ? SIMD4<Float>(repeating: 0) : colors[index]
    field.balls.append(MetaballField.Ball(x: center.x, y: center.y, radius: radius, color: color))
  }

  var isEmpty: Bool { field.balls.allSatisfy { $0.radius <= 0 } }
  var contentVersion: Int? { isStatic ? 0 : nil }
  var cost: Float { 5 }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool {
    field.markDirty(blocks, rect: rect)
    return true
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, keepsAlpha: Bool) -> Bool {
    field.shade(into: tile, blocks: blocks, scratch: scratch)
  }
}

extension Metaballs: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { MetaballsLayerShader(self, in: context) }
}
