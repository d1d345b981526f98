import Colorimetry
import Lanes
import Model
import Raster

/// Heights from a formula, which are added to other ones if there are any. They are computed in strips of a row, as a `FormulaField`'s
/// colours are. Heights that are NaN count as 0.
final class FormulaHeights: ReliefHeights, @unchecked Sendable {
  private let formula: HeightFormula
  private let canvas: Canvas
  private let input: PixelRect
  private let base: (any ReliefHeights)?
  private let seed: UInt32
  private let schedule: FieldSchedule
  private var frame: FieldFrame
  /// The colours of the function `ramp`, which formulas of heights do not call.
  private let ramp = FieldColors(ColorMap(.black, .white), encoding: .linear, clock: AnimationClock(0))
  let plane: PaddedPlane
  let heightPixels: Float = 1
  /// The pixels whose heights are computed.
  private var area: PixelRect

  /// The rows of a task, which share what is computed for each column.
  private static let taskRows = 32
  private static let greatestPixels: Float = 1e4

  /// - Parameters:
  ///   - path: the hash of the layer's path, from which its random numbers follow: they are those of the layer's own formula.
  ///   - input: the pixels of the relief.
  ///   - base: the heights to which those of the formula are added.
  init(
    _ formula: HeightFormula, path: UInt64, canvas: Canvas, input: PixelRect, over base: (any ReliefHeights)?
  ) {
    (self.formula, self.canvas, self.input, self.base) = (formula, canvas, input, base)
    seed = ShaderContext(path: path, canvas: canvas, loopSeconds: nil).noiseSeed(variant: 0)
    schedule = FieldSchedule(formula.program, pixelsPerPoint: canvas.pixelsPerPoint)
    frame = Self.frame(of: formula, schedule, canvas, seed, at: AnimationClock(0))
    plane = PaddedPlane(width: input.width, height: input.height, margin: 16)
    area = PixelRect(x: 0, y: 0, width: input.width, height: input.height)
  }

  /// Limits the work to a box, and a few pixels around it from which slopes are taken.
  func limit(to box: PixelRect) {
    area = box.widened(by: 8).intersection(PixelRect(x: 0, y: 0, width: input.width, height: input.height))
  }

  private static func frame(
    of formula: HeightFormula, _ schedule: FieldSchedule, _ canvas: Canvas, _ seed: UInt32, at clock: AnimationClock
  ) -> FieldFrame {
    var inputs = FormulaInputs(canvas, at: clock, loopSeconds: nil, values: formula.values.map(\.number))
    // As a filter's formulas, it repeats with the canvas, whatever the layer's clock is.
    let cycles = clock.canvas / canvas.duration.double
    inputs.loop = cycles - cycles.rounded(.down)
    inputs.seed = UInt64(seed)
    return FieldFrame(formula.program, schedule, inputs) { SIMD4($0, $0, $0, 1) }
  }

  func update(at clock: AnimationClock) { frame = Self.frame(of: formula, schedule, canvas, seed, at: clock) }

  var taskCounts: [Int] { (base?.taskCounts ?? []) + [(input.height + Self.taskRows - 1) / Self.taskRows] }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    if let base, pass < base.taskCounts.count { return base.perform(pass: pass, task: task, scratch: scratch) }
    scratch.resize(to: schedule.floatCount)
    frame.writeNumbers(to: scratch.base)
    let first = max(task * Self.taskRows, area.y)
    let rows = first..<max(min((task + 1) * Self.taskRows, area.endY), first)
    if rows.isEmpty { return }
    ramp.withReader { reader in
      let machine = FieldMachine(base: scratch.base, seed: seed, ramp: reader)
      // Strips begin at a multiple of eight columns of the frame, up to seven columns before the relief's first one.
      var column = -(input.x & 7)
      while column < input.width {
        let blocks = min(FieldSchedule.stripPixels, input.width - column + 7) / 8
        defer { column += 8 * blocks }
        if column + 8 * blocks <= area.x || column >= area.endX { continue }
        let x = Float(input.x + column) + 0.5
        frame.runColumns(machine, x: x, blocks: blocks)
        for row in rows {
          frame.runRow(machine, x: x, y: Float(input.y + row) + 0.5, blocks: blocks)
          write(row, column, blocks, scratch.base)
        }
      }
    }
  }

  /// Stores the heights of a strip.
  private func write(_ row: Int, _ column: Int, _ blocks: Int, _ memory: UnsafeMutablePointer<Float>) {
    let output = plane.row(row) + column
    let pixelsPerPoint = Float(canvas.pixelsPerPoint)
    for block in 0..<blocks {
      let pixels = frame.output(0, memory, block: block) * pixelsPerPoint
      let limited = Lanes.clamp(
        Lanes.select(pixels .== pixels, pixels, Float8()), -Self.greatestPixels, Self.greatestPixels)
      Lanes.store(limited, to: output + 8 &* block)
    }
    guard let base else { return }
    let (other, peak) = (base.plane.row(row) + column, base.heightPixels)
    for block in 0..<blocks {
      let height = output + 8 &* block
      Lanes.store(Lanes.load(other + 8 &* block) * peak + Lanes.load(height), to: height)
    }
  }
}
