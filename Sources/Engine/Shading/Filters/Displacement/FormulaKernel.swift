import Colorimetry
import Lanes
import Model
import Raster

extension Filter.Displace: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    let schedule = FieldSchedule(program, pixelsPerPoint: canvas.pixelsPerPoint)
    let ramp = FieldColors(ColorMap(.black, .white), encoding: .linear, clock: AnimationClock(0))
    return DisplacementKernels { FormulaKernel(self, schedule, ramp, $0) }
  }

  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    FormulaProgram.resultNanoseconds + program.pixelNanoseconds(on: canvas)
  }

  var seedVariant: Int { variant }
}

/// Moves pixels by distances that formulas give, computed in strips of a row as in a `FormulaField`. Distances that are NaN count as 0.
struct FormulaKernel: DisplacementKernel {
  let channelFactors: SIMD3<Float>
  private let frame: FieldFrame
  private let pixelsPerPoint: Float
  /// The greatest distance along each axis, in pixels.
  private let amplitude: Float
  private let seed: UInt32
  /// The colours of the function `ramp`, black to white: formulas of displacements have no ramp of their own.
  private let ramp: FieldColors

  init(_ formula: Filter.Displace, _ schedule: FieldSchedule, _ ramp: FieldColors, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    seed = context.seed
    var inputs = FormulaInputs(
      context.canvas, at: context.clock, loopSeconds: nil, values: formula.values.map(\.number))
    // A filter repeats with the canvas, whatever the layer's clock is.
    let cycles = context.clock.canvas / context.canvas.duration.double
    inputs.loop = cycles - cycles.rounded(.down)
    inputs.seed = UInt64(context.seed)
    frame = FieldFrame(formula.program, schedule, inputs, ramp: { SIMD4($0, $0, $0, 1) })
    self.ramp = ramp
    pixelsPerPoint = Float(context.canvas.pixelsPerPoint)
    amplitude = context.pixels(formula.amplitude)
  }

  var scratchCount: Int { frame.schedule.floatCount }

  func begin(count: Int, x: Int, scratch: UnsafeMutablePointer<Float>) {
    frame.writeNumbers(to: scratch)
    // What is the same for a column is computed once where the row is a single strip, which those of tiles are.
    if count <= FieldSchedule.stripPixels {
      withMachine(scratch) { frame.runColumns($0, x: Float(x) + 0.5, blocks: count / 8) }
    }
  }

  func fill(
    _ dx: UnsafeMutablePointer<Float>, _ dy: UnsafeMutablePointer<Float>, count: Int, x: Int, y: Int,
    scratch: UnsafeMutablePointer<Float>
  ) {
    withMachine(scratch) { machine in
      var column = 0
      while column < count {
        let blocks = min(FieldSchedule.stripPixels, count - column) / 8
        let center = Float(x + column) + 0.5
        if count > FieldSchedule.stripPixels { frame.runColumns(machine, x: center, blocks: blocks) }
        frame.runRow(machine, x: center, y: Float(y) + 0.5, blocks: blocks)
        for block in 0..<blocks {
          Lanes.store(limited(frame.output(0, scratch, block: block)), to: dx + (column &+ 8 &* block))
          Lanes.store(limited(frame.output(1, scratch, block: block)), to: dy + (column &+ 8 &* block))
        }
        column += 8 * blocks
      }
    }
  }

  private func withMachine(_ memory: UnsafeMutablePointer<Float>, _ run: (FieldMachine) -> Void) {
    ramp.withReader { run(FieldMachine(base: memory, seed: seed, ramp: $0)) }
  }

  /// Converts points to pixels and limits them to ±`amplitude`.
  @inline(__always)
  private func limited(_ points: Float8) -> Float8 {
    let pixels = points * pixelsPerPoint
    return Lanes.clamp(Lanes.select(pixels .== pixels, pixels, Float8()), -amplitude, amplitude)
  }
}
