import Lanes

/// A program whose numbers are computed at some places of a field only.
struct FieldGrid: Sendable {
  let schedule: FieldSchedule
  let places: GridPlaces

  init(step: Int, schedule: FieldSchedule, start: Int) {
    self.schedule = schedule
    places = GridPlaces(
      step: step, floatCount: schedule.floatCount, outputCount: schedule.outputs.count, start: start)
  }
}

/// Numbers of a formula that are computed at each `step`-th pixel of each `step`-th row, and where they lie in a thread's memory.
///
/// Places are counted from the frame's first row and column, so that a pixel does not depend on how a frame is cut into tiles. Of each
/// number four rows of places are kept, in a ring: those between which the current row of pixels lies. So each row of places is
/// computed once while the rows of a tile follow one another.
struct GridPlaces: BitwiseCopyable, Sendable {
  /// Pixels from one place to the next: 2, 4 or 8.
  let step: Int
  /// The offset of what has been computed: an `Int32`, the row of places above the pixels, or `nothing`.
  private let stateOffset: Int
  /// The offset of the schedule's memory.
  let start: Int
  /// The offset of the rings, one after the other.
  private let ringOffset: Int
  /// The offset behind the memory.
  let end: Int

  /// Stands for the row of places before any has been computed.
  static let nothing = Int32.min

  /// - Parameters:
  ///   - floatCount: floats of the memory of the program.
  ///   - outputCount: how many numbers the program gives.
  ///   - start: where the memory begins.
  init(step: Int, floatCount: Int, outputCount: Int, start: Int) {
    self.step = step
    stateOffset = start
    self.start = start + 16
    // The strips begin at a multiple of 64 bytes, as those of pixels do.
    ringOffset = (self.start + floatCount + 15) / 16 * 16
    end = (ringOffset + outputCount * 4 * Self.rowPitch(step) + 15) / 16 * 16
  }

  /// Floats from one row of places to the next.
  private static func rowPitch(_ step: Int) -> Int { (FieldSchedule.stripPixels / step + 3 + 7) / 8 * 8 }

  /// Blocks of eight places for `pixelBlocks` blocks of pixels: one place before the first pixel, and two beyond the last one.
  func blocks(_ pixelBlocks: Int) -> Int { (8 * pixelBlocks / step + 3 + 7) / 8 }

  /// The row of places of a number's ring.
  ///
  /// - Parameter row: counted from the frame's first row of places.
  func row(_ row: Int, output: Int, _ base: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float> {
    base + (ringOffset + (4 * output + (row & 3)) * Self.rowPitch(step))
  }

  /// The row of places that lies at the current row of pixels or next above; `nothing` before one has been computed.
  func state(_ base: UnsafeMutablePointer<Float>) -> Int32 { Int32(bitPattern: base[stateOffset].bitPattern) }

  func setState(_ row: Int32, _ base: UnsafeMutablePointer<Float>) {
    base[stateOffset] = Float(bitPattern: UInt32(bitPattern: row))
  }
}
