import Colorimetry
import Lanes
import Model
import Raster

extension Filter.LightGrid: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    amount.isZero ? nil : LightFilter(self, .lamps(self), canvas: canvas, frequency: frequency, variant: variant)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 5 }
}

extension Filter.Sinebow: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    amount.isZero ? nil : LightFilter(self, .bands(self), canvas: canvas, frequency: frequency, variant: 0)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 2 }
}

/// Filters that paint light where the input is opaque or bright: a grid of lamps, or bands of a rainbow. The input's own colours fade by
/// `amount`.
final class LightFilter: PointwiseFilter, @unchecked Sendable {
  /// What is painted.
  enum Light: Sendable {
    case lamps(Filter.LightGrid)
    case bands(Filter.Sinebow)
  }

  private let light: Light
  private let canvas: Canvas
  private let frequency: Double
  private let seed: UInt32
  private let isConstant: Bool
  private var amount: Float = 0
  /// In pixels: for a grid the side of a cell, for bands half of the canvas's shorter side.
  private var size: Float = 1
  private var strength: Float = 1
  /// The phase of the animation, in turns.
  private var phase: Float = 0

  /// Bands of a rainbow.
  private static let bandCount = 10
  /// Where bands are painted, the row's memory holds a plane of what the first band's distance is made of besides the row, and for each band
  /// a plane of how far the next one is from it: all of it depends on the column alone.
  private static let bandPlaneCount = 1 + bandCount
  /// The factors of each band's light.
  private let bandColors = AlignedBuffer<SIMD3<Float>>(count: bandCount)

  init(_ kind: some FilterDefinition, _ light: Light, canvas: Canvas, frequency: Double, variant: Int) {
    self.light = light
    self.canvas = canvas
    self.frequency = frequency
    seed = UInt32(truncatingIfNeeded: CounterHash.mix64(canvas.seed &+ UInt64(variant) &* 0x9e37_79b9))
    isConstant = frequency == 0 && kind.animatedValues.areConstant
  }

  var contentVersion: Int? { isConstant ? 0 : nil }

  func update(at clock: AnimationClock) {
    let moment = CanvasMoment(canvas: canvas, clock: clock)
    switch light {
    case .lamps(let grid):
      amount = Float(moment.value(grid.amount))
      size = Float(max(moment.pixels(grid.size), 0.5))
      strength = Float(moment.value(grid.strength))
    case .bands(let bands):
      amount = Float(moment.value(bands.amount))
      size = Float(min(canvas.widthPixels, canvas.heightPixels)) / 2
      strength = Float(moment.value(bands.strength))
    }
    let loopSeconds = canvas.loops ? canvas.duration.double : nil
    phase = Float(FieldTime.phase(at: clock.canvas, frequency: frequency, loopSeconds: loopSeconds))
    if !isGrid { setBandColors() }
  }

  private var isGrid: Bool { if case .lamps = light { true } else { false } }

  func rowFloatCount(width: Int) -> Int { isGrid ? 0 : Self.bandPlaneCount * width }

  func apply(to row: TileRow, x: Int, y: Int, memory: RowMemory) {
    if amount == 0 { return }
    let isGrid = isGrid
    let encodes = canvas.blending == .srgb
    let center = SIMD2(Float(canvas.widthPixels), Float(canvas.heightPixels)) * 0.5 - 0.5
    let dy = Float8(repeating: Float(y) - center.y)
    if !isGrid && !memory.holdsRowAbove {
      computeBandColumns(Float(x), center.x, width: row.width, into: memory.floats)
    }
    var column = 0
    while column < row.width {
      let dx = Lanes.laneNumbers + (Float(x &+ column) - center.x)
      var (red, green, blue) = isGrid ? lamps(dx, dy) : bands(dy, memory.floats + column, planeStride: row.width)
      if isGrid && encodes {
        red = encodeSRGB(Lanes.clamp(red, 0, 1))
        green = encodeSRGB(Lanes.clamp(green, 0, 1))
        blue = encodeSRGB(Lanes.clamp(blue, 0, 1))
      } else if encodes {
        (red, green, blue) = (Lanes.min(red, 1), Lanes.min(green, 1), Lanes.min(blue, 1))
      } else if !isGrid {
        // The formula of the bands gives encoded values; the square decodes them approximately.
        (red, green, blue) = (red * red, green * green, blue * blue)
      }
      let (ownRed, ownGreen, ownBlue) = (row.plane(0) + column, row.plane(1) + column, row.plane(2) + column)
      // Where a channel is brighter than alpha, as in light that was added without alpha, the brightest channel takes the place of alpha.
      let alpha = Lanes.load(row.plane(3) + column)
      let brightest = Lanes.max(Lanes.max(Lanes.load(ownRed), Lanes.load(ownGreen)), Lanes.load(ownBlue))
      let share = Lanes.min(Lanes.max(alpha, brightest), 1) * amount
      let kept = 1 - amount
      Lanes.store(Lanes.load(ownRed) * kept + red * share, to: ownRed)
      Lanes.store(Lanes.load(ownGreen) * kept + green * share, to: ownGreen)
      Lanes.store(Lanes.load(ownBlue) * kept + blue * share, to: ownBlue)
      column &+= 8
    }
  }

  /// The red, green and blue of lamps in the cells of a grid, each with a colour and a rhythm of its own.
  private func lamps(_ dx: Float8, _ dy: Float8) -> (Float8, Float8, Float8) {
    let (u, v) = (dx / size + 0.5, dy / size + 0.5)
    let (cellColumn, cellRow) = (Lanes.floor(u), Lanes.floor(v))
    // The offset from the cell's centre, in cells.
    let (offsetU, offsetV) = (u - cellColumn - 0.5, v - cellRow - 0.5)
    let columnHash = unsafeBitCast(Lanes.truncateInRange(cellColumn), to: UInt32x8.self) &* NoiseLattice.xFactor
    let rowHash = unsafeBitCast(Lanes.truncateInRange(cellRow), to: UInt32x8.self) &* NoiseLattice.yFactor
    let bits = NoiseLattice.hash(columnHash &+ rowHash &+ seed)
    // Two random phases in turns, of the rhythm and of the hue.
    let rhythm = Lanes.float(unsafeBitCast(bits &>> 8, to: Int32x8.self) & 0xfff) * 0x1p-12
    let hue = Lanes.float(unsafeBitCast(bits &>> 20, to: Int32x8.self)) * 0x1p-12
    let beat = Lanes.sinTurns(rhythm + phase) * 0.5 + 0.5
    let square = offsetU * offsetU + offsetV * offsetV
    // A lamp's bright glass, and its weak shine over the cell. Both end before the neighbouring cells.
    let glass = Lanes.clamp(1 - square * 7, 0, 1)
    let lamp = glass * glass * glass * 1.2 + Lanes.clamp(1 - square * 4, 0, 1) * 0.14
    let light = lamp * (beat * beat * beat * beat * 0.96 + 0.04) * strength
    @inline(__always) func shade(_ turns: Float) -> Float8 {
      let wave = Lanes.sinTurns(hue + turns) * 0.5 + 0.5
      return (wave * wave + 0.03) * light
    }
    return (shade(0), shade(1.0 / 3), shade(2.0 / 3))
  }

  /// The red, green and blue of ten bands whose hues run through the rainbow, each bent a little more than the one before (after P. Hudson's
  /// shader "sinebow", 2023).
  ///
  /// - Parameter columns: what `computeBandColumns` has written for the pixels' columns.
  @inline(__always)
  private func bands(
    _ dy: Float8, _ columns: UnsafeMutablePointer<Float>, planeStride: Int
  ) -> (Float8, Float8, Float8) {
    var y = dy / size
    let swell = Lanes.load(columns)
    var (red, green, blue) = (Float8(), Float8(), Float8())
    let colors = bandColors.base
    var index = 0
    while index < Self.bandCount {
      let distance = Lanes.max(Lanes.abs(y * 100 + swell), 0.4)
      let glow = strength / distance
      index &+= 1
      y += Lanes.load(columns + index &* planeStride)
      let color = colors[index &- 1]
      red += glow * color.x
      green += glow * color.y
      blue += glow * color.z
    }
    return (red, green, blue)
  }

  /// Writes what bands depend on besides a pixel's row, for the columns of a row.
  @inline(never)
  private func computeBandColumns(
    _ firstX: Float, _ centerX: Float, width: Int, into planes: UnsafeMutablePointer<Float>
  ) {
    let phaseRadians = phaseRadians
    let bend = Lanes.sin(phaseRadians)
    var column = 0
    while column < width {
      let x = (Lanes.laneNumbers + (firstX + Float(column) - centerX)) / size
      let wave = Lanes.sin(x + phaseRadians)
      Lanes.store(wave * wave * 50, to: planes + column)
      for band in 0..<Self.bandCount {
        let bent = Lanes.sin(x * bend + (Float(band) * 0.2 + phaseRadians)) * 0.05
        Lanes.store(bent, to: planes + ((1 &+ band) &* width &+ column))
      }
      column &+= 8
    }
  }

  private func setBandColors() {
    let drift = Lanes.sin(phaseRadians) * 2
    for band in 0..<Self.bandCount {
      let turn = Float(band) * 0.3
      bandColors[band] = SIMD3(
        Lanes.sin(turn) * 0.5 + 0.5, Lanes.sin(turn + (2 + drift)) * 0.5 + 0.5, Lanes.sin(turn + 4) * 0.5 + 0.5)
    }
  }

  private var phaseRadians: Float { phase * 6.2831855 }  // 2π.
}
