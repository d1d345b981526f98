import Colorimetry
import Lanes
import Model
import Raster

/// Draws a field in which a formula gives the colour of each pixel.
///
/// A tile is drawn in strips of up to 256 columns. Values that are the same for a frame are computed once, in Double; values that are the
/// same along a row or a column are computed once for each row or column of a strip; all others are computed for each pixel (`FieldSchedule`).
final class FormulaFieldShader: LayerShader, @unchecked Sendable {
  private let field: FormulaField
  private let canvas: Canvas
  private let loopSeconds: Double?
  private let seed: UInt32
  private let isConstant: Bool
  private let program: FormulaProgram
  private let schedule: FieldSchedule
  /// Colours results that are a single value, in the encoding of tiles.
  private var colors: FieldColors
  /// The colours that the formula's function `ramp` returns, in the encoding of the field's colour space.
  private var rampColors: FieldColors
  private var frame: FieldFrame?
  /// Stored, since it takes long to find and is asked for in each tile.
  let pixelNanoseconds: Double

  init(_ field: FormulaField, in context: ShaderContext) {
    self.field = field
    pixelNanoseconds = field.pixelNanoseconds(on: context.canvas)
    (canvas, loopSeconds) = (context.canvas, context.loopSeconds)
    seed = context.noiseSeed(variant: field.variant)
    isConstant = field.isConstant
    let pixels = field.pixelProgram(on: context.canvas.blending)
    program = pixels?.program ?? field.program
    schedule = FieldSchedule(
      program, pixelsPerPoint: context.canvas.pixelsPerPoint,
      opacity: pixels == nil ? field.opacityValue : pixels?.opacity)
    colors = FieldColors(field.colors, canvas: context.canvas, clock: AnimationClock(0))
    rampColors = FieldColors(field.colors, encoding: field.space.encoding, clock: AnimationClock(0))
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var isOpaque: Bool {
    field.mayBeOpaque && (field.componentCount == 3 || colors.isOpaque)
  }
  func update(at clock: AnimationClock) {
    if isConstant && frame != nil { return }
    if !field.colors.isConstant {
      colors = FieldColors(field.colors, canvas: canvas, clock: clock)
      rampColors = FieldColors(field.colors, encoding: field.space.encoding, clock: clock)
    }
    var inputs = FormulaInputs(canvas, at: clock, loopSeconds: loopSeconds, values: field.values.map(\.number))
    inputs.seed = UInt64(seed)
    frame = FieldFrame(program, schedule, inputs) { location in
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
      let x = Float(tile.x + columns.lowerBound) + positionInPixel
      frame.runColumns(machine, x: x, blocks: blocks)
      for row in 0..<tile.height {
        for sampleRow in 0..<samplesPerAxis {
          let y = Float(tile.y + row) + (Float(sampleRow) + 0.5) / Float(samplesPerAxis)
          let isFirst = sampleColumn + sampleRow == 0
          let out = tile.row(row, plane: 0) + columns.lowerBound
          guard frame.runRow(machine, x: x, y: y, blocks: blocks) else {
            if isFirst && samplesPerAxis > 1 { clear(out, columns.count, tile.width) }
            continue
          }
          marks.mark(rows: row..<(row + 1), columns: columns)
          isSeen = true
          let target = RowPart(base: out, planeStride: tile.width, blocks: blocks, share: share, isFirst: isFirst)
          if field.componentCount == 1 {
            colorize(frame, machine.base, reader, to: target)
          } else {
            target.write { block in
              @inline(__always)
              func plane(_ index: Int) -> Float8 { frame.output(index, machine.base, block: block) }
              return LaneColor(red: plane(0), green: plane(1), blue: plane(2), alpha: plane(3))
            }
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

  /// Writes the ramp's colours for the results of a field of one component.
  private func colorize(
    _ frame: FieldFrame, _ base: UnsafePointer<Float>, _ reader: FieldColors.Reader, to target: RowPart
  ) {
    let isEncoded = canvas.blending == .srgb
    var piece = 0
    target.write { block in
      var color = reader.color(Lanes.clamp(frame.output(0, base, block: block), 0, 1), near: &piece)
      if isEncoded {
        color.alpha = Lanes.clamp(color.alpha, 0, 1)
        color = color.clampedToAlpha()
      }
      guard field.hasOpacity else { return color }
      let opacity = Lanes.clamp(frame.output(1, base, block: block), 0, 1)
      return color.faded(by: opacity, alpha: color.alpha * opacity)
    }
  }
}

/// A part of a tile's row that gets colours, or one of several samples of them.
private struct RowPart {
  let base: UnsafeMutablePointer<Float>
  let planeStride: Int
  let blocks: Int
  /// What a sample's colours are multiplied by.
  let share: Float
  /// Whether colours replace what is there; otherwise they are added.
  let isFirst: Bool

  /// Writes the colours of each block of eight pixels.
  @inline(__always)
  func write(_ color: (_ block: Int) -> LaneColor) {
    for block in 0..<blocks {
      let out = base + 8 &* block
      var color = color(block)
      if share < 1 {
        color = color.faded(by: Float8(repeating: share), alpha: color.alpha * share)
        if !isFirst { color = color.adding(LaneColor(out, planeStride: planeStride)) }
      }
      color.store(to: out, planeStride: planeStride)
    }
  }
}

extension LaneColor {
  /// The colours with red, green and blue multiplied by `factor`, and `alpha` in place of their alpha.
  @inline(__always)
  fileprivate func faded(by factor: Float8, alpha: Float8) -> LaneColor {
    LaneColor(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha)
  }

  @inline(__always)
  fileprivate func adding(_ other: LaneColor) -> LaneColor {
    LaneColor(
      red: red + other.red, green: green + other.green, blue: blue + other.blue, alpha: alpha + other.alpha)
  }
}

extension FormulaField {
  /// The value without which nothing is seen; nil if there is none.
  fileprivate var opacityValue: Int? { hasOpacity ? program.outputs.last : nil }
}

extension FormulaField.Space {
  /// The encoding of the ramp's colours in a formula.
  fileprivate var encoding: ColorRamp.Encoding { self == .srgb ? .srgb : .linear }
}

extension FormulaField: ShadedSource {
  var mayBeOpaque: Bool { !hasOpacity && componentCount != 4 }

  func makeShader(in context: ShaderContext) -> any LayerShader { FormulaFieldShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    frame.everyPixel(pixelNanoseconds(on: frame.canvas), remedy: "a shorter formula, or fewer samples")
  }

  /// Nanoseconds of one core for a pixel.
  package func pixelNanoseconds(on canvas: Canvas) -> Double {
    FormulaProgram.resultNanoseconds + program.pixelNanoseconds(on: canvas) * Double(samples * samples)
  }
}

extension FormulaProgram {
  /// Nanoseconds of one core for making a pixel's colour, or the way that it is moved, of results.
  static let resultNanoseconds = 0.9

  /// Nanoseconds of one core for a pixel's results. Ten additions take one on strips; as machine code they take two fifths of that.
  package func pixelNanoseconds(on canvas: Canvas) -> Double {
    let compiled = MachineCode.isPossible ? 0.04 : 0.1
    return DividedProgram(self, pixelsPerPoint: canvas.pixelsPerPoint).costPerPixel { node in
      node.source.additions * (node.isCompiled ? compiled : 0.1)
    }
  }
}
