import Lanes
import Model

/// A field's program prepared for strips: what is computed once a row, once a column and for each pixel, and where each number lies in a
/// thread's memory.
///
/// The memory begins with the numbers that are the same for a whole frame, followed by those that are the same for a row, as eight equal
/// floats each. Strips follow: each holds one number at up to `stripPixels` neighbouring pixels of a row. A strip is reused once its
/// number has been read for the last time, so that few strips need to be in the cache.
struct FieldSchedule: Sendable {
  /// The indices, among the program's values, of those that are the same for a whole frame, in the order in which they lie in
  /// memory.
  let frameValues: [Int]
  let rowInstructions: [StripInstruction]
  let columnInstructions: [StripInstruction]
  let pixelSteps: [FieldStep]
  /// The routines of `pixelSteps`; nil if all of them are instructions.
  let code: MachineCode?
  /// The offsets at which the coordinates x and y are written: x into a strip, y as a number of the row. Nil where the program does not read
  /// them.
  let xOffset: Int?
  let yOffset: Int?
  /// Where the program's outputs lie in memory.
  let outputs: [StripInstruction.Slot]
  /// What is computed at some of the pixels only, for the steps `interpolation`.
  let grids: [FieldGrid]
  /// The floats of memory in total.
  let floatCount: Int

  /// The greatest number of pixels in a strip.
  static let stripPixels = 256
  /// Floats from one strip to the next: a few more than a strip has pixels, because addresses that lie a power of two apart compete for
  /// the same sets of the cache.
  static let pitch = stripPixels + 8

  /// - Parameters:
  ///   - pixelsPerPoint: the canvas's scale, on which it depends what is computed at some of the pixels only.
  ///   - opacity: the value without which nothing is seen: where it is above 0 at no pixel of a strip, the others are not computed. Nil if
  ///     there is none.
  ///   - isCompiled: whether operations become machine code where that is possible. The numbers are the same, bit by bit.
  init(
    _ program: FormulaProgram, pixelsPerPoint: Double, opacity: Int? = nil, isCompiled: Bool = MachineCode.isPossible
  ) {
    let divided = DividedProgram(program, pixelsPerPoint: pixelsPerPoint)
    self.init(divided.pixels, grids: divided.grids, opacity: opacity, isCompiled: isCompiled)
  }

  /// The schedule of what is computed for each pixel, and of the grids that it reads.
  fileprivate init(
    _ program: FormulaProgram, grids: [DividedProgram.Grid], opacity: Int?, isCompiled: Bool
  ) {
    var builder = FieldScheduleBuilder(program, opacity: opacity)
    frameValues = builder.frameValues
    rowInstructions = builder.instructions(.row)
    columnInstructions = builder.instructions(.column)
    // A copy, since what it has assigned to is not undone where nothing can be compiled.
    var compiling = builder
    if isCompiled, let (steps, code) = compiling.compiledSteps() {
      (pixelSteps, self.code, builder) = (steps, code, compiling)
    } else {
      (pixelSteps, code) = (builder.interpretedSteps(), nil)
    }
    xOffset = builder.xOffset
    yOffset = builder.yOffset
    outputs = program.outputs.map { builder.slots[$0] ?? StripInstruction.Slot() }
    var end = builder.firstStrip + builder.stripCount * FieldSchedule.pitch
    self.grids = grids.map { grid in
      let schedule = FieldSchedule(grid.program, grids: [], opacity: nil, isCompiled: isCompiled)
      let grid = FieldGrid(step: grid.step, schedule: schedule, start: end)
      end = grid.places.end
      return grid
    }
    floatCount = end
  }
}

/// What is run for the pixels of a strip, one after the other.
enum FieldStep: Sendable {
  /// An instruction on strips.
  case instruction(StripInstruction)
  /// A routine of the schedule's machine code, by its offset.
  case routine(Int)
  /// Writes the output of a grid, by their indices, to the strip at an offset.
  case interpolation(grid: Int, output: Int, to: Int)
  /// Ends the steps if a number is above 0 at no pixel of the strip.
  case endUnlessPositive(StripInstruction.Slot)
}
