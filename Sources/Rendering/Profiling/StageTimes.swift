/// Seconds of a clock that only goes forward. Only the command has one to hand down.
package typealias StageClock = @Sendable () -> Double

/// What a worker can spend its time on.
enum Stage {
  case evaluate
  case bin
  /// Laying a layer on a tile, by its number in the plan. The clearing of a tile counts with the first layer on it.
  case layer(Int)
  case filter
  case convert
}

/// Where the time of a renderer's frames goes: for each worker a row of sums of its own, added up when somebody asks.
///
/// Made only when times are asked for: a renderer without one never looks at a clock. What is drawn does not depend on it.
package final class StageTimes: @unchecked Sendable {
  private let clock: StageClock
  private let layerNames: [String]
  let workers: [StageLaps]
  private var frameStart = 0.0
  private var drawingSeconds = 0.0
  private var waitingSeconds = 0.0

  init(clock: @escaping StageClock, threadCount: Int, layerNames: [String]) {
    self.clock = clock
    self.layerNames = layerNames
    workers = (0..<threadCount).map { _ in StageLaps(clock: clock, layerCount: layerNames.count) }
  }

  package var now: Double { clock() }

  func beginFrame() { frameStart = clock() }
  func endFrame() { drawingSeconds += clock() - frameStart }

  /// The drawing thread had no free frame until now: the encoder still held all of them.
  func waited(since start: Double) { waitingSeconds += clock() - start }

  /// The sums so far; to be asked for while nothing is being drawn.
  package var totals: StageTotals {
    StageTotals(
      threads: workers.count, evaluate: sum(.evaluate), bin: sum(.bin),
      layers: layerNames.enumerated().map { .init(name: $1, seconds: sum(.layer($0))) }, filter: sum(.filter),
      convert: sum(.convert), drawing: drawingSeconds, waitForEncoder: waitingSeconds,
      coveredPixels: workers.reduce(0) { $0 + $1.coveredPixels })
  }

  private func sum(_ stage: Stage) -> Double { workers.reduce(0) { $0 + $1.seconds(of: stage) } }
}

/// Seconds of all frames together. Stages are of all threads together, as if one had done the work.
package struct StageTotals: Sendable, Equatable {
  package struct Layer: Sendable, Equatable {
    package let name: String
    package let seconds: Double
  }

  package let threads: Int
  package let evaluate: Double
  package let bin: Double
  /// In the order of the preset, back to front.
  package let layers: [Layer]
  package let filter: Double
  package let convert: Double
  /// From the first to the last moment of each frame, by the wall; of several renderers the mean over all threads.
  package let drawing: Double
  /// Time in which no frame could be drawn because the encoder still held all buffers, by the wall.
  package let waitForEncoder: Double
  /// Pixels that particles were laid on, estimated from their areas inside the frame.
  package let coveredPixels: Double
}

extension StageTotals {
  /// Sums over renderers of one plan that worked side by side; nil for none.
  package init?(_ parts: [StageTotals]) {
    guard let first = parts.first else { return nil }
    func sum(_ figure: (StageTotals) -> Double) -> Double { parts.reduce(0) { $0 + figure($1) } }
    let threads = parts.reduce(0) { $0 + $1.threads }
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
