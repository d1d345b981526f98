import Lanes

/// Where the heights of a relief come from: passes that fill a plane. The tasks of a pass run in any order.
package protocol ReliefHeights: AnyObject, Sendable {
  /// The number of tasks of each pass.
  var taskCounts: [Int] { get }

  /// Performs a task of a pass. All earlier passes must be finished.
  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>)

  /// The heights after the last pass.
  var plane: PaddedPlane { get }
  /// Pixels for a height of 1 in the plane.
  var heightPixels: Float { get }
  /// Where the heights differ; nil if that is not known.
  var bands: ReliefBands? { get }
}

extension ReliefHeights {
  package var bands: ReliefBands? { nil }
}

/// The blocks of eight pixels in which the heights of a relief differ. Around all others they are equal.
package struct ReliefBands: Sendable {
  private let flags: AlignedBuffer<UInt8>
  /// Flags of a row. That before the first block and that after the last one stay 0.
  private let rowStride: Int

  init(width: Int, height: Int) {
    rowStride = (width + 7) / 8 + 2
    flags = AlignedBuffer(count: height * rowStride)
  }

  /// The flags of a row's blocks, 1 where heights differ.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { flags.base + (y * rowStride + 1) }

  /// Calls `body` for runs of blocks of a row: of those around which any heights differ, in any of `rows`, and of those between them.
  func forEachRun(rows: ClosedRange<Int>, _ body: (_ blocks: Range<Int>, _ isLevel: Bool) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: rowStride) { memory in
      guard let any = memory.baseAddress else { return }
      any.update(from: row(rows.lowerBound) - 1, count: rowStride)
      for y in rows.dropFirst() {
        let flags = row(y) - 1
        for index in 0..<rowStride { any[index] |= flags[index] }
      }
      @inline(__always) func isLevel(_ block: Int) -> Bool { any[block] | any[block &+ 1] | any[block &+ 2] == 0 }
      var first = 0
      while first < rowStride - 2 {
        let level = isLevel(first)
        var end = first + 1
        while end < rowStride - 2 && isLevel(end) == level { end += 1 }
        body(first..<end, level)
        first = end
      }
    }
  }
}
