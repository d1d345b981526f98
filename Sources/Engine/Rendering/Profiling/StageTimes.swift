/// Reads a monotonic clock, in seconds. Only the command provides such a function; the library calls it if times are measured.
package typealias StageClock = @Sendable () -> Double

/// A kind of work on which a worker spends its time.
enum Stage {
  /// Evaluating particles into columns.
  case evaluate
  /// Sorting particles into tiles.
  case bin
  /// Drawing a layer, given by its plan index, and compositing it on a tile. Clearing a tile counts as part of the first layer
  /// that is drawn on it.
  case layer(Int)
  /// Filters of layers and of the canvas.
  case filter
  /// Converting a tile to encoder samples.
  case convert
}

/// The time that a renderer's frames take, by stages: each worker has a timer of its own, and `totals` adds them up.
///
/// A renderer has a `StageTimes` only if times are measured; without it no clock is read. Pixels do not depend on it.
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

  /// The clock's time in seconds.
  package var now: Double { clock() }

  /// Called when drawing of a frame begins.
  func beginFrame() { frameStart = clock() }
  /// Called when the frame is finished.
  func endFrame() { drawingSeconds += clock() - frameStart }

  /// Adds the time since `start` (a value of `now`), during which the renderer waited because the encoder still held all buffers.
  func addWait(since start: Double) { waitingSeconds += clock() - start }

  /// The sums so far; must be read while nothing is being drawn.
  package var totals: StageTotals {
    StageTotals(
      threadCount: timers.count, evaluationSeconds: sum(.evaluate), binningSeconds: sum(.bin),
      layers: layerNames.enumerated().map { .init(name: $1, seconds: sum(.layer($0))) }, filterSeconds: sum(.filter),
      conversionSeconds: sum(.convert), drawingSeconds: drawingSeconds, encoderWaitSeconds: waitingSeconds,
      coveredPixels: timers.reduce(0) { $0 + $1.coveredPixels })
  }

  private func sum(_ stage: Stage) -> Double { timers.reduce(0) { $0 + $1.seconds(of: stage) } }
}

/// Seconds of all frames together. The seconds of stages are sums over all threads; wall-clock times are marked as such.
package struct StageTotals: Sendable, Equatable {
  /// The time that one layer takes.
  package struct Layer: Sendable, Equatable {
    package let name: String
    package let seconds: Double
  }

  /// Number of threads that draw.
  package let threadCount: Int
  /// Seconds of evaluating particles.
  package let evaluationSeconds: Double
  /// Seconds of sorting particles into tiles.
  package let binningSeconds: Double
  /// Seconds of each layer, in the order of the preset, back to front.
  package let layers: [Layer]
  /// Seconds of filters.
  package let filterSeconds: Double
  /// Seconds of conversion to encoder samples.
  package let conversionSeconds: Double
  /// Wall-clock seconds from the start to the end of each frame; for several renderers, the mean over all threads.
  package let drawingSeconds: Double
  /// Wall-clock seconds during which a renderer waited because the encoder still held all buffers; for several renderers, the
  /// mean over all threads.
  package let encoderWaitSeconds: Double
  /// Estimated area in pixels of all particles inside the frame, where overlapping parts count several times.
  package let coveredPixels: Double
}

extension StageTotals {
  /// Sums up the times of several renderers of one plan that worked side by side; returns nil for none.
  package init?(_ parts: [StageTotals]) {
    guard let first = parts.first else { return nil }
    func sum(_ quantity: (StageTotals) -> Double) -> Double { parts.reduce(0) { $0 + quantity($1) } }
    let threadCount = parts.reduce(0) { $0 + $1.threadCount }
    /// The mean over all threads.
    func mean(_ quantity: (StageTotals) -> Double) -> Double {
      sum { quantity($0) * Double($0.threadCount) } / Double(threadCount)
    }
    self.init(
      threadCount: threadCount, evaluationSeconds: sum(\.evaluationSeconds), binningSeconds: sum(\.binningSeconds),
      layers: first.layers.enumerated().map { index, layer in
        Layer(name: layer.name, seconds: sum { $0.layers[index].seconds })
      },
      filterSeconds: sum(\.filterSeconds), conversionSeconds: sum(\.conversionSeconds),
      drawingSeconds: mean(\.drawingSeconds), encoderWaitSeconds: mean(\.encoderWaitSeconds),
      coveredPixels: sum(\.coveredPixels))
  }
}
