/// Reads a monotonic clock, in seconds. Only the command provides one; the modules below call it if times are measured.
package typealias StageClock = @Sendable () -> Double

/// A kind of work on which a worker spends its time.
enum Stage {
  /// Evaluating particles into columns.
  case evaluate
  /// Sorting particles into tiles.
  case bin
  /// Drawing a layer and compositing it on a tile; the layer by its index in the plan. Clearing a tile counts as part
  /// of the first layer on it.
  case layer(Int)
  /// Filters of layers and of the canvas.
  case filter
  /// Converting a tile to encoder samples.
  case convert
}

/// The time that a renderer's frames take, by stages: each worker has a timer of its own, and `totals` adds them up.
///
/// It exists only if times are measured: a renderer without it never reads a clock. Pixels do not depend on it.
package final class StageTimes: @unchecked Sendable {
  private let clock: StageClock
  private let layerNames: [String]
  /// One for each worker.
  let timers: [StageTimer]
  /// Clock time at which the current frame began.
  private var frameStart = 0.0
  /// Sum of the seconds from the start to the end of each frame.
  private var drawingSeconds = 0.0
  /// Sum of the seconds that `addWait` has counted.
  private var waitingSeconds = 0.0

  init(clock: @escaping StageClock, threadCount: Int, layerNames: [String]) {
    self.clock = clock
    self.layerNames = layerNames
    timers = (0..<threadCount).map { _ in StageTimer(clock: clock, layerCount: layerNames.count) }
  }

  package var now: Double { clock() }

  func beginFrame() { frameStart = clock() }
  func endFrame() { drawingSeconds += clock() - frameStart }

  /// Adds the time since `start` (a value of `now`), during which the renderer waited because the encoder still held all buffers.
  func addWait(since start: Double) { waitingSeconds += clock() - start }

  /// The sums so far; must be read while nothing is being drawn.
  package var totals: StageTotals {
    StageTotals(
      threads: timers.count, evaluate: sum(.evaluate), bin: sum(.bin),
      layers: layerNames.enumerated().map { .init(name: $1, seconds: sum(.layer($0))) }, filter: sum(.filter),
      convert: sum(.convert), drawing: drawingSeconds, waitForEncoder: waitingSeconds,
      coveredPixels: timers.reduce(0) { $0 + $1.coveredPixels })
  }

  private func sum(_ stage: Stage) -> Double { timers.reduce(0) { $0 + $1.seconds(of: stage) } }
}

/// Seconds of all frames together. The seconds of stages are sums over all threads; wall-clock times are marked as such.
package struct StageTotals: Sendable, Equatable {
  package struct Layer: Sendable, Equatable {
    package let name: String
    package let seconds: Double
  }

  /// Number of threads that draw.
  package let threads: Int
  /// Seconds of evaluating particles.
  package let evaluate: Double
  /// Seconds of sorting particles into tiles.
  package let bin: Double
  /// Seconds of each layer, in the order of the preset, back to front.
  package let layers: [Layer]
  /// Seconds of filters.
  package let filter: Double
  /// Seconds of conversion to encoder samples.
  package let convert: Double
  /// Wall-clock seconds from the start to the end of each frame; for several renderers, the mean over all threads.
  package let drawing: Double
  /// Wall-clock seconds during which a renderer waited because the encoder still held all buffers; for several renderers, the mean
  /// over all threads.
  package let waitForEncoder: Double
  /// Estimated area in pixels of all particles inside the frame, where overlapping parts count several times.
  package let coveredPixels: Double
}

extension StageTotals {
  /// Sums up the times of several renderers of one plan that worked side by side; returns nil for none.
  package init?(_ parts: [StageTotals]) {
    guard let first = parts.first else { return nil }
    func sum(_ figure: (StageTotals) -> Double) -> Double { parts.reduce(0) { $0 + figure($1) } }
    let threads = parts.reduce(0) { $0 + $1.threads }
    /// The mean over all threads.
    func mean(_ figure: (StageTotals) -> Double) -> Double { sum { figure($0) * Double($0.threads) } / Double(threads) }
    self.init(
      threads: threads, evaluate: sum(\.evaluate), bin: sum(\.bin),
      layers: first.layers.enumerated().map { index, layer in
        Layer(name: layer.name, seconds: sum { $0.layers[index].seconds })
      },
      filter: sum(\.filter), convert: sum(\.convert), drawing: mean(\.drawing), waitForEncoder: mean(\.waitForEncoder),
      coveredPixels: sum(\.coveredPixels))
  }
}
