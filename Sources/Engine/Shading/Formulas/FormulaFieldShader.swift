import Colorimetry
import Lanes
import Model
import Raster

/// Draws a field in which a formula gives the colour of each pixel.
///
/// A tile is drawn in strips of up to 256 columns. Values that are the same for a frame are computed once, in Double; values that are the
/// same along a row or a column are computed once for each row or column of a strip; all others are computed for each pixel
/// (`FieldMachine`). Before results become colours, NaN becomes 0, and all results are limited to the range of their colour space.
final class FormulaFieldShader: LayerShader, @unchecked Sendable {
  private let field: FormulaField
  private let canvas: Canvas
  private let loopSeconds: Double?
  private let seed: UInt32
  private let isConstant: Bool
  private let schedule: FieldSchedule
  /// Colours results that are a single value, in the encoding of tiles.
  private var colors: FieldColors
  /// The colours that the formula's function `ramp` returns, in the encoding of the field's colour space.
  private var rampColors: FieldColors
  private var frame: FieldFrame?

  init(_ field: FormulaField, in context: ShaderContext) {
    self.field = field
    (canvas, loopSeconds) = (context.canvas, context.loopSeconds)
    seed = context.noiseSeed(variant: field.variant)
    isConstant = field.isConstant
    let hasAlpha = field.hasOpacity || field.componentCount == 4
    schedule = FieldSchedule(field.program, opacity: hasAlpha ? field.program.outputs.count - 1 : nil)
    colors = FieldColors(field.colors, canvas: context.canvas, clock: AnimationClock(0))
    rampColors = FieldColors(field.colors, encoding: field.space.encoding, clock: AnimationClock(0))
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var isOpaque: Bool {
    if field.hasOpacity || field.componentCount == 4 { return false }
    return field.componentCount == 3 || colors.isOpaque
  }
  var pixelNanoseconds: Double { FormulaField.pixelNanoseconds(additions: field.costInAdditionsPerPixel) }

  func update(at clock: AnimationClock) {
    if isConstant && frame != nil { return }
    if !field.colors.isConstant {
      colors = FieldColors(field.colors, canvas: canvas, clock: clock)
      rampColors = FieldColors(field.colors, encoding: field.space.encoding, clock: clock)
    }
    var inputs = FormulaInputs(canvas, at: clock, loopSeconds: loopSeconds, values: field.values.map(\.number))
    inputs.seed = UInt64(seed)
    frame = FieldFrame(field.program, schedule, inputs) { location in
      let color = SIMD4<Double>(rampColors.color(at: Float(min(max(location, 0), 1))))
      return color.w > 0 ? SIMD4(color.x / color.w, color.y / color.w, color.z / color.w, color.w) : .zero
    }
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    guard let frame else { return false }
    scratch.resize(to: schedule.floatCount)
    let base = scratch.base
    frame.writeNumbers(to: base)
    blocks.reset(width: tile.width, height: tile.height)
    var isSeen = false
    rampColors.withReader { ramp in
      colors.withReader { reader in
        let machine = FieldMachine(base: base, seed: seed, ramp: ramp)
        var column = 0
        while column < tile.width {
          let width = min(FieldSchedule.stripPixels, tile.width - column)
          if draw(tile, column..<(column + width), frame, machine, reader, blocks) { isSeen = true }
          column += width
        }
      }
    }
    return isSeen
  }

  /// Draws some columns of a tile, with `field.samples`² samples a pixel, and marks the rows in which there is something to see. Returns
  /// whether there are any.
  private func draw(
    _ tile: Tile, _ columns: Range<Int>, _ frame: FieldFrame, _ machine: FieldMachine, _ reader: FieldColors.Reader,
    _ marks: OccupiedBlocks
  ) -> Bool {
    let samplesPerAxis = field.samples
    let share = 1 / Float(samplesPerAxis * samplesPerAxis)
    let blocks = columns.count / 8
    var isSeen = false
    for sampleColumn in 0..<samplesPerAxis {
      let positionInPixel = (Float(sampleColumn) + 0.5) / Float(samplesPerAxis)
      frame.runColumns(machine, x: Float(tile.x + columns.lowerBound) + positionInPixel, blocks: blocks)
      for row in 0..<tile.height {
        for sampleRow in 0..<samplesPerAxis {
          let y = Float(tile.y + row) + (Float(sampleRow) + 0.5) / Float(samplesPerAxis)
          let isFirst = sampleColumn + sampleRow == 0
          let out = tile.row(row, plane: 0) + columns.lowerBound
          guard frame.runRow(machine, y: y, blocks: blocks) else {
            if isFirst && samplesPerAxis > 1 { clear(out, columns.count, tile.width) }
            continue
          }
          marks.mark(rows: row..<(row + 1), columns: columns)
          isSeen = true
          if samplesPerAxis == 1 {
            color(frame, machine.base, columns.count, reader, to: out, tile.width)
          } else {
            let sample = machine.base + schedule.colorOffset
            color(frame, machine.base, columns.count, reader, to: sample, FieldSchedule.pitch)
            add(sample, times: share, columns.count, to: out, tile.width, isFirst: isFirst)
          }
        }
      }
    }
    return isSeen
  }

  /// Makes a part of a row transparent.
  private func clear(_ out: UnsafeMutablePointer<Float>, _ width: Int, _ planeStride: Int) {
    for plane in 0..<4 { (out + plane * planeStride).update(repeating: 0, count: width) }
  }

  /// Adds the colours of one sample of each pixel, times `share`, to a row. The first sample replaces the row's colours.
  private func add(
    _ sample: UnsafePointer<Float>, times share: Float, _ width: Int, to out: UnsafeMutablePointer<Float>,
    _ planeStride: Int, isFirst: Bool
  ) {
    for plane in 0..<4 {
      var column = 0
      while column < width {
        let target = out + (plane &* planeStride &+ column)
        let light = Lanes.load(sample + (plane &* FieldSchedule.pitch &+ column)) * share
        Lanes.store(isFirst ? light : Lanes.load(target) + light, to: target)
        column &+= 8
      }
    }
  }

  /// Makes premultiplied colours, as tiles hold them, from the program's results.
  private func color(
    _ frame: FieldFrame, _ base: UnsafePointer<Float>, _ width: Int, _ reader: FieldColors.Reader,
    to out: UnsafeMutablePointer<Float>,
    _ planeStride: Int
  ) {
    let isEncoded = canvas.blending == .srgb
    let decodes = field.space == .srgb && !isEncoded
    let encodes = field.space == .linear && isEncoded
    let upperBound = encodes ? 1 : field.space.range.upperBound
    let one = Float8(repeating: 1)
    var piece = 0
    for block in 0..<(width / 8) {
      @inline(__always)
      func result(_ index: Int) -> Float8 { frame.output(index, base, block: block) }
      var color: LaneColor
      if field.componentCount == 1 {
        color = reader.color(Lanes.clamp(result(0), 0, 1), near: &piece)
        if isEncoded {
          color.alpha = Lanes.clamp(color.alpha, 0, 1)
          color = color.clampedToAlpha()
        }
      } else {
        color = LaneColor(
          red: Lanes.clamp(result(0), 0, upperBound), green: Lanes.clamp(result(1), 0, upperBound),
          blue: Lanes.clamp(result(2), 0, upperBound),
          alpha: field.componentCount == 4 ? Lanes.clamp(result(3), 0, 1) : one)
        if decodes {
          color.red = decodeSRGB(color.red)
          color.green = decodeSRGB(color.green)
          color.blue = decodeSRGB(color.blue)
        } else if encodes {
          color.red = encodeSRGB(color.red)
          color.green = encodeSRGB(color.green)
          color.blue = encodeSRGB(color.blue)
        }
        if field.componentCount == 4 { color = color.faded(by: color.alpha, alpha: color.alpha) }
      }
      if field.hasOpacity {
        let opacity = Lanes.clamp(result(field.componentCount), 0, 1)
        color = color.faded(by: opacity, alpha: color.alpha * opacity)
      }
      color.store(to: out + 8 &* block, planeStride: planeStride)
    }
  }
}

extension LaneColor {
  /// The colours with red, green and blue multiplied by `factor`, and `alpha` in place of their alpha.
  @inline(__always)
  fileprivate func faded(by factor: Float8, alpha: Float8) -> LaneColor {
    LaneColor(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha)
  }
}

extension FormulaField.Space {
  /// The encoding of the ramp's colours in a formula.
  fileprivate var encoding: ColorRamp.Encoding { self == .srgb ? .srgb : .linear }
}

extension FormulaField: ShadedSource {
  var mayBeOpaque: Bool { true }

  func makeShader(in context: ShaderContext) -> any LayerShader { FormulaFieldShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    frame.everyPixel(
      FormulaField.pixelNanoseconds(additions: costInAdditionsPerPixel), remedy: "a shorter formula, or fewer samples")
  }

  /// Nanoseconds of one core for a pixel of a formula whose operations take as long as so many additions: making a colour, too.
  package static func pixelNanoseconds(additions: Double) -> Double { 0.9 + 0.1 * additions }
}
