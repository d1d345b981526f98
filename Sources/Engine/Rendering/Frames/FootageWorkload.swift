import Lanes
import Raster

/// Converts a frame of footage to linear light, with its rows divided among all threads. The benchmark `footage` times it.
///
/// The frame has the format of most clips: 8 bits, 4:2:0, BT.709 with limited range.
package final class FootageWorkload {
  private let converter: FootageConverter
  private let scratch: [FootageConverter.Scratch]
  private let background: Background
  /// Samples of luma.
  private let luma: AlignedBuffer<UInt8>
  /// Samples of one plane, which is used for both chroma planes.
  private let chroma: AlignedBuffer<UInt8>
  private let width: Int
  private let pool: WorkerPool

  /// Number of rows that a thread converts at a time.
  private static let bandRows = 30

  package init(width: Int, height: Int, threadCount: Int) {
    converter = FootageConverter(
      layout: SampleLayout(
        colors: .yCbCr(red: 0.2126, blue: 0.0722), bitDepth: 8, isFullRange: false, horizontalChroma: .first,
        verticalChroma: .centred), width: width, height: height, curve: .srgb, primaries: nil, turns: .none)
    let converter = converter
    scratch = (0..<threadCount).map { _ in converter.makeScratch() }
    background = Background(width: width, height: height)
    self.width = width
    luma = AlignedBuffer(count: width * height)
    chroma = AlignedBuffer(count: (width + 1) / 2 * ((height + 1) / 2))
    pool = WorkerPool(threadCount: threadCount)
    // All values of the limited range occur: 16...235 (220 values) for luma, 16...240 (225 values) for chroma.
    for index in 0..<luma.count { luma.base[index] = UInt8(16 + index % 220) }
    for index in 0..<chroma.count { chroma.base[index] = UInt8(16 + index / 5 % 225) }
  }

  /// Converts the frame once.
  package func run() {
    let chroma = UnsafePointer(chroma.base)
    let planes = SamplePlanes(
      base: [UnsafePointer(luma.base), chroma, chroma], strides: [width, (width + 1) / 2, (width + 1) / 2])
    let target = LightPlanes(background)
    pool.run(tasks: (converter.rowCount + Self.bandRows - 1) / Self.bandRows) { task, worker in
      let first = task * Self.bandRows
      converter.convert(
        planes, into: target, rows: first..<min(first + Self.bandRows, converter.rowCount), scratch: scratch[worker])
    }
  }
}
