import Rendering

/// A profile of rendering: where its time went, and how much there was to draw.
package struct RenderProfile: Sendable, Equatable {
  /// A kind of work that threads share.
  package struct Stage: Sendable, Equatable {
    /// evaluate, bin, draw, filter or convert.
    package let name: String
    /// The layer that was drawn, a group's as "group/layer"; nil for all stages but draw.
    package let layer: String?
    /// Seconds of all threads together, as if one had done the work.
    package let seconds: Double
  }

  /// The stages of the work, in the order in which a frame goes through them.
  package let stages: [Stage]
  /// Threads that drew.
  package let threads: Int
  /// Number of frames that were drawn.
  package let frames: Int
  /// Seconds from the start to the finished file.
  package let seconds: Double
  /// Seconds in which frames were being drawn, the mean over the threads.
  package let drawingSeconds: Double
  /// Seconds in which a renderer waited because the encoder still held all buffers, the mean over the threads.
  package let encoderWaitSeconds: Double
  /// Seconds of the encoder and the file, which work beside the drawing.
  package let encodingSeconds: Double
  /// Particles alive and in view in a frame, on average.
  package let meanParticles: Double
  /// Particles alive and in view, in the frame that has most.
  package let maximumParticles: Int
  /// Particles composited on the average pixel, estimated from their areas.
  package let overdrawEstimate: Double
  /// How fast frames were finished.
  package let framesPerSecond: Rates

  /// Frames a second.
  package struct Rates: Sendable, Equatable {
    /// The number of all frames ÷ the seconds from the start to the finished file.
    package let average: Double
    /// 1 ÷ the longest time from one frame to the next.
    package let slowest: Double
    /// For the slowest hundredth of the frames (at least one): their number ÷ the sum of their times.
    package let lowestHundredth: Double
  }

  /// Seconds, of all threads together, in which they waited for each other or did what no stage counts.
  package var idleSeconds: Double { max(0, drawingSeconds * Double(threads) - stages.reduce(0) { $0 + $1.seconds }) }

  /// - Parameters:
  ///   - times: the times of the thread that takes finished frames.
  ///   - totals: the times of the drawing threads.
  ///   - pixels: number of pixels in a frame.
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
    seconds = times.elapsedSeconds
    drawingSeconds = totals.drawing
    encoderWaitSeconds = totals.waitForEncoder
    encodingSeconds = times.consumingSeconds
    meanParticles = Double(times.particleSum) / Double(frames)
    maximumParticles = times.maximumParticles
    overdrawEstimate = totals.coveredPixels / (Double(pixels) * Double(frames))
    // A single frame has no interval, as no frame came before it: all of the time counts as its interval.
    let longestFirst = times.intervals.isEmpty ? [times.elapsedSeconds] : times.intervals.sorted(by: >)
    let longestHundredth = longestFirst.prefix((longestFirst.count + 99) / 100)  // rounded up: at least one
    framesPerSecond = Rates(
      average: Self.rate(times.frames, times.elapsedSeconds), slowest: Self.rate(1, longestFirst[0]),
      lowestHundredth: Self.rate(longestHundredth.count, longestHundredth.reduce(0, +)))
  }

  /// Frames a second. A clock that stood still counts as a nanosecond.
  private static func rate(_ frames: Int, _ seconds: Double) -> Double { Double(frames) / max(seconds, 1e-9) }
}
