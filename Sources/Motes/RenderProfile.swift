import Rendering

/// A profile of rendering: where its time went, and how much there was to draw.
package struct RenderProfile: Sendable, Equatable {
  /// A kind of work that threads share: seconds of all of them together, as if one had done it.
  package struct Stage: Sendable, Equatable {
    /// evaluate, bin, draw, filter or convert.
    package let name: String
    /// The layer that was drawn, a group's as "group/layer".
    package let layer: String?
    package let seconds: Double
  }

  /// In the order in which a frame goes through them.
  package let stages: [Stage]
  package let threads: Int
  package let frames: Int
  /// Seconds from the start to the finished file.
  package let seconds: Double
  /// Seconds in which frames were being drawn, the mean over the threads.
  package let drawing: Double
  /// Seconds in which no frame could be drawn because the encoder still held all buffers.
  package let waitForEncoder: Double
  /// Seconds of the encoder and the file, which work beside the drawing.
  package let encoding: Double
  /// Particles alive and in view in a frame.
  package let meanParticles: Double
  package let mostParticles: Int
  /// Particles composited on the average pixel, estimated from their areas.
  package let overdrawEstimate: Double
  /// Frames a second: on average, of the slowest frame, and of the slowest hundredth of all frames together.
  package let framesPerSecond: Rates

  package struct Rates: Sendable, Equatable {
    package let average: Double
    package let slowest: Double
    package let lowestHundredth: Double
  }

  /// Seconds of the threads in which they waited for each other, or did what no stage counts.
  package var idle: Double { max(0, drawing * Double(threads) - stages.reduce(0) { $0 + $1.seconds }) }

  init(times: TimeRecorder, stages totals: StageTotals, pixels: Int) {
    let frames = max(times.frames, 1)
    stages =
      [
        Stage(name: "evaluate", layer: nil, seconds: totals.evaluate),
        Stage(name: "bin", layer: nil, seconds: totals.bin),
      ] + totals.layers.map { Stage(name: "draw", layer: $0.name, seconds: $0.seconds) } + [
        Stage(name: "filter", layer: nil, seconds: totals.filter),
        Stage(name: "convert", layer: nil, seconds: totals.convert),
      ]
    threads = totals.threads
    self.frames = times.frames
    seconds = times.elapsed
    drawing = totals.drawing
    waitForEncoder = totals.waitForEncoder
    encoding = times.consuming
    meanParticles = Double(times.particles) / Double(frames)
    mostParticles = times.mostParticles
    overdrawEstimate = totals.coveredPixels / (Double(pixels) * Double(frames))
    // A single frame has no interval: all of its time is one.
    let slowestFirst = times.intervals.isEmpty ? [times.elapsed] : times.intervals.sorted(by: >)
    let worst = slowestFirst.prefix((slowestFirst.count + 99) / 100)
    framesPerSecond = Rates(
      average: Self.rate(times.frames, times.elapsed), slowest: Self.rate(1, slowestFirst[0]),
      lowestHundredth: Self.rate(worst.count, worst.reduce(0, +)))
  }

  private static func rate(_ frames: Int, _ seconds: Double) -> Double { Double(frames) / max(seconds, 1e-9) }
}
