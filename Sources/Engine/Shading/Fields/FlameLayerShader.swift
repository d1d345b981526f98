import Colorimetry
import Lanes
import Model
import Raster

/// Draws a flame as a few sheets of glowing gas that cover each other, each of them light that is added up.
///
/// In a sheet u counts half widths of the foot to the right, v heights upwards. Two gradient noises, which rise with the gas, bend its middle line,
/// the more the higher it is; a third one lengthens and shortens it. What is left is a depth h from the sheet's rim, 1 in the middle of the foot,
/// from which two finer noises take away, the more the higher: so tongues part, and licks tear off. h below 0 is no flame. The gas's density grows
/// with h; its temperature goes from `rim` to `core` with h and falls a little towards the top; it shines as density times a power of the
/// temperature's share, in the colour of a glowing body (`Blackbody`). Such layered noise for flames is common in real-time graphics
/// (K. Perlin, E. Hoffert, 1989, "Hypertexture"). All numbers in the formulas were chosen for their look.
///
/// The noises are bounded before they are used, which bounds where light can be (`reachU`, `reachV`). Light is computed at every second
/// pixel of every second row; a spline interpolates the others (`CoarseTile`). Cost: about 4 ns a sheet for each pixel of a box three
/// times as wide and 1.8 times as high as the flame.
final class FlameLayerShader: LayerShader, @unchecked Sendable {
  private let flame: Flame
  private let canvas: Canvas
  private let loopSeconds: Double?
  private let seed: UInt32
  private let colors: FieldColors
  private var sheets: [Sheet] = []
  private var intensity: Float = 0
  private var soot: Float = 0
  private var turbulence: Float = 1
  /// The foot's middle in pixels, 1 ÷ half of its width, 1 ÷ the height, and pixels to the right for each pixel upwards.
  private var (footX, footY): (Float, Float) = (0, 0)
  private var (inverseHalfWidth, inverseHeight, lean): (Float, Float, Float) = (1, 1, 0)
  private var box = (left: 0.0, right: 0.0, top: 0.0, bottom: 0.0)

  /// Half widths of the foot and heights beyond which there is no light. `reachU` is that of the outermost sheet.
  private static let (reachU, reachV): (Float, Float) = (2.8, 1.7)

  private struct Sheet {
    var seed: UInt32
    /// Where its foot is, in half widths of the flame's; the flame's half widths for one of its own; its height as a share.
    var (offset, widthScale, tall): (Float, Float, Float)
    /// How steeply its density rises at its rim: over four pixels at least, since samples lie two pixels apart.
    var steepness: Float
    /// How far the noises have risen, in their own cells.
    var (sway, swing, length, tear, flicker): (FieldTime, FieldTime, FieldTime, FieldTime, FieldTime)
  }

  /// Cells of the noises for each height.
  private static let frequencies = (sway: 1.1, swing: 2.6, tear: 1.9, flicker: 4.2)

  init(_ flame: Flame, in context: ShaderContext) {
    self.flame = flame
    (canvas, loopSeconds) = (context.canvas, context.loopSeconds)
    seed = context.noiseSeed(variant: flame.variant)
    let stops = (0...8).map { index in
      let share = Double(index) / 8
      let color = Blackbody.color(kelvins: flame.rim + (flame.core - flame.rim) * share)
      return Gradient.Stop(color: .constant(color), location: AnimatedNumber(share))
    }
    colors = FieldColors(
      ColorMap(stops: stops, interpolation: .linear), canvas: canvas, clock: AnimationClock(0))
  }

  var contentVersion: Int? { nil }
  var pixelNanoseconds: Double { flame.pixelNanoseconds }
  var isEmpty: Bool { !(intensity > 0) }

  func update(at clock: AnimationClock) {
    let scale = canvas.pixelsPerPoint
    func value(_ number: AnimatedNumber) -> Double { number.value(at: clock) }
    (intensity, soot) = (Float(value(flame.intensity)), Float(value(flame.soot)))
    (turbulence, lean) = (Float(value(flame.turbulence)), Float(value(flame.lean)))
    let (width, height) = (value(flame.width) * scale, value(flame.height) * scale)
    let (x, y) = (value(flame.position.x) * scale, value(flame.position.y) * scale)
    (footX, footY) = (Float(x), Float(y))
    (inverseHalfWidth, inverseHeight) = (Float(2 / width), Float(1 / height))
    let reach = Double(Self.reachU) * width / 2
    let leaning = Double(lean) * height * Double(Self.reachV)
    box = (
      x - reach + min(leaning, 0), x + reach + max(leaning, 0), y - Double(Self.reachV) * height, y + 0.12 * height
    )
    sheets.removeAll(keepingCapacity: true)
    for index in 0..<flame.sheets {
      let sheetSeed = NoiseLattice.hash(seed &+ UInt32(index) &* 0x9e37_79b9)
      func random(_ channel: UInt32) -> Float { Float(NoiseLattice.hash(sheetSeed &+ channel) >> 8) * 0x1p-24 }
      // The first sheet is the tallest, in the middle; the others stand around it, left and right in turn.
      let side: Float = index == 0 ? 0 : index % 2 == 0 ? 1 : -1
      let pace = flame.speed * (1 + 0.07 * Double(index))
      func rise(_ cells: Double) -> FieldTime {
        FieldTime(at: clock.local, speed: pace * cells, loopSeconds: loopSeconds)
      }
      let frequencies = Self.frequencies
      let wide: Float = index == 0 ? 0.66 : 0.4 + 0.2 * random(2)
      sheets.append(
        Sheet(
          seed: sheetSeed,
          offset: side * (0.1 + 0.3 * random(1)), widthScale: 1 / wide, tall: index == 0 ? 1 : 0.55 + 0.35 * random(3),
          steepness: min(max(Float(width) / 8 * wide, 1.5), 10),
          sway: rise(frequencies.sway), swing: rise(frequencies.swing), length: rise(0.8),
          tear: rise(frequencies.tear), flicker: rise(frequencies.flicker)))
    }
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    // Samples lie a few pixels around the tile.
    guard box.top < Double(tile.y + tile.height) + 8, box.bottom > Double(tile.y) - 8,
      box.left < Double(tile.x + tile.width) + 8, box.right > Double(tile.x) - 8
    else { return false }
    let coarse = CoarseTile(of: tile, step: 2, scratch: scratch)
    clear(coarse.samples)
    var isLit = false
    for row in 0..<coarse.samples.height where addLight(row, coarse) { isLit = true }
    guard isLit else { return false }
    coarse.interpolateLight(onto: tile, isEncoded: canvas.blending == .srgb, writesAlpha: writesAlpha)
    blocks.markAll(of: tile)
    return true
  }

  /// Adds the light of all sheets to a row of samples; returns whether there is any.
  private func addLight(_ row: Int, _ coarse: CoarseTile) -> Bool {
    let samples = coarse.samples
    let up = footY - Float(coarse.center(gridIndex: samples.y + row))
    let v = up * inverseHeight
    guard v > -0.12, v < Self.reachV else { return false }
    let out = samples.row(row, plane: 0)
    let width = samples.width
    var (isLit, pieceIndex) = (false, 0)
    colors.withReader { reader in
      for sheet in sheets {
        var column = 0
        while column < width {
          let u = (coarse.centers(sampleColumn: column) - (footX + lean * up)) * inverseHalfWidth
          let fire = fire(sheet, u: u, v: v)
          if let fire {
            isLit = true
            let color = reader.color(fire.heat, near: &pieceIndex)
            let light = fire.light * intensity
            // Far below 1,900 K blue and green lie outside of the canvas's colours.
            add(Lanes.max(color.red, 0) * light, to: out + column)
            add(Lanes.max(color.green, 0) * light, to: out + (width &+ column))
            add(Lanes.max(color.blue, 0) * light, to: out + (2 &* width &+ column))
            let hidden = out + (3 &* width &+ column)
            Lanes.store(1 - (1 - Lanes.load(hidden)) * (1 - fire.density * soot), to: hidden)
          }
          column &+= 8
        }
      }
    }
    return isLit
  }

  /// The fire of a sheet at eight places: the share of its temperature, its light and its density; nil where there is none.
  @inline(never)
  private func fire(
    _ sheet: Sheet, u flameU: Float8, v: Float
  ) -> (heat: Float8, light: Float8, density: Float8)? {
    let u = (flameU - sheet.offset) * sheet.widthScale
    let high = max(v, 0)
    // With all noises at their bounds, `depth` below is not above 0 where q is above (1.36 + 1.22 · turbulence) ÷ 1.7, or the distance from the
    // bent line above 0.95 + 0.87 · turbulence.
    let stretch = 0.55 * min(turbulence, 1.2)
    let widest = 0.95 + (0.87 + 0.75 * high + min(0.85 * high, 0.43)) * turbulence
    guard v < (1.36 + 1.22 * turbulence) / 1.7 * (1 + 0.5 * stretch) * sheet.tall,
      Lanes.any((Lanes.abs(u) .< widest) .& (Lanes.abs(flameU) .< Self.reachU))
    else { return nil }
    let frequencies = Self.frequencies
    /// Noise that rises with the gas, kept within `limit`.
    @inline(__always) func noise(
      _ x: Float8, _ frequency: Double, _ time: FieldTime, _ channel: UInt32, limit: Float
    ) -> Float8 {
      let y = v * Float(frequency) - time.cells
      let value = GradientNoise.at(
        x, Float8(repeating: y), seed: sheet.seed &+ channel, periodY: time.periodCells
      ).value
      return Lanes.clamp(value, -limit, limit)
    }
    // The middle line bends; near the foot it stands still.
    let sway = noise(u * 0.25 + 0.37, frequencies.sway, sheet.sway, 11, limit: 0.5)
    let swing = noise(u * 0.9, frequencies.swing, sheet.swing, 12, limit: 0.5)
    let bent = u + (sway * (1.5 * high) + swing * (0.85 * min(2 * high, 1))) * turbulence
    let length = noise(u * 0.9, 0, sheet.length, 13, limit: 0.5)
    let q = Float8(repeating: v) / ((length * stretch + 1) * sheet.tall)
    // The outline: a foot, a belly, a tip.
    let belly = Lanes.clamp((q + 0.06) * 4.5, 0, 1)
    let rest = Lanes.clamp(1 - q, 0, 1)
    let half = (smoothStep(belly) * 0.5 + 0.5) * (Lanes.sqrt(rest) * 0.5 + rest * 0.5)
    let wide = Lanes.max(half, 0.09)
    let across = Lanes.abs(bent)
    let inward = 1 - across / wide
    // Outside of it the noise must tear off half of a sheet's depth, below its tip as above.
    let shape =
      Lanes.max(Lanes.max(inward, 0) * (half / wide) + Lanes.min(inward, 0), -0.5) * (1 - Lanes.clamp(q, 0, 2) * 0.35)
    let beyond = Lanes.max(q - 0.85, 0) * 1.6 + Lanes.max(across - 0.95, 0) * 1.2
    let outline = shape - beyond - q * 0.1
    let torn: Float8 = (Lanes.clamp(q, 0, 1.3) * 1.15 + 0.25) * turbulence
    // Where even the strongest noise leaves nothing, it is not asked for.
    guard Lanes.any((outline + torn * 0.7) .> 0) else { return nil }
    let tear = noise(u * 1.7, frequencies.tear, sheet.tear, 14, limit: 0.5)
    let flicker = noise(u * 3.7 + tear * 0.8, frequencies.flicker, sheet.flicker, 15, limit: 0.5)
    var depth = outline + Lanes.clamp(tear * 1.1 + flicker * 0.5, -0.7, 0.7) * torn
    // The foot is round, and no light leaves the box.
    let foot = Lanes.clamp((Lanes.clamp(1 - u * u * 0.55, 0, 1) * 0.07 + v) * 9, 0, 1)
    let end = min(max((Self.reachV - v) * 4, 0), 1)
    let side = Lanes.clamp((Self.reachU - Lanes.abs(flameU)) * 4, 0, 1)
    depth *= smoothStep(foot) * end * side
    guard Lanes.any(depth .> 0) else { return nil }
    let inside = Lanes.clamp(depth * (1 / 0.75), 0, 1)
    let rim = Lanes.clamp(depth * sheet.steepness, 0, 1)
    let low = min(max(v * 3.3, 0), 1)
    let above = low * low * (3 - 2 * low) * 0.65 + 0.35
    let density = smoothStep(rim) * (inside * Lanes.sqrt(inside) * 0.86 + 0.14) * above
    let heat = Lanes.clamp(inside - Lanes.clamp(q, 0, 1) * 0.16, 0, 1)
    return (heat, density * (inside * inside * 2.6 + 0.45), density)
  }
}

extension Flame: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { FlameLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    let pixels = frame.boxPixels(3 * frame.largest(width), 1.8 * frame.largest(height))
    return SourceCost(
      nanoseconds: pixels * (pixelNanoseconds + PixelCost.composite), remedy: "a smaller flame, or fewer sheets")
  }

  /// Nanoseconds of one core for a pixel of the flame's box.
  fileprivate var pixelNanoseconds: Double { 1.5 + 3.6 * Double(sheets) }
}
