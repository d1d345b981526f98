import Rendering

/// A profile of rendering: how its time was spent, and how much was drawn.
package struct RenderProfile: Sendable, Equatable {
  /// A stage of the work, which the threads share.
  package struct Stage: Sendable, Equatable {
    /// "evaluate", "bin", "draw", "filter" or "convert".
    package let name: String
    /// The layer that was drawn, as "group/layer" if it is in a group; nil for all stages but "draw".
    package let layer: String?
    /// Seconds of the stage, summed over all threads.
    package let seconds: Double
  }

  /// The stages of the work, in the order in which a frame goes through them.
  package let stages: [Stage]
  /// The number of threads that drew.
  package let threads: Int
  /// The number of frames that were drawn.
  package let frames: Int
  /// Seconds from the start to the finished file.
  package let seconds: Double
  /// Seconds in which frames were being drawn, as a mean over the threads.
  package let drawingSeconds: Double
  /// Seconds in which a frame renderer waited for its next frame, as a mean over the threads: until the encoder had given back a buffer,
  /// and, if there are backgrounds, the frame's background was ready.
  package let encoderWaitSeconds: Double
  /// Seconds that were spent on encoding and writing, concurrently with drawing.
  package let encodingSeconds: Double
  /// The mean number of particles that are alive and in view in a frame.
  package let meanParticles: Double
  /// The largest number of particles that are alive and in view in a frame.
  package let maximumParticles: Int
  /// The mean number of particles composited on a pixel, estimated from their areas.
  package let overdrawEstimate: Double
  /// How fast frames were finished.
  package let framesPerSecond: Rates

  /// Rates in frames a second.
  package struct Rates: Sendable, Equatable {
    /// The number of frames ÷ the seconds from the start to the finished file.
    package let average: Double
    /// 1 ÷ the longest interval between two frames.
    package let slowest: Double
    /// The average of the slowest hundredth of the frames (at least one): their number ÷ the sum of their intervals.
    package let averageOfSlowestHundredth: Double
  }

  /// Seconds, summed over all threads, in which they waited for each other or did work that belongs to no stage.
  package var idleSeconds: Double { max(0, drawingSeconds * Double(threads) - stages.reduce(0) { $0 + $1.seconds }) }

  /// - Parameters:
  ///   - times: times that were recorded by the thread that takes finished frames.
  ///   - totals: times of the drawing threads.
  ///   - framePixels: the number of pixels in a frame.
  init(times: TimeRecorder, stages totals: StageTotals, framePixels: Int) {
    let divisor = Double(max(times.frames, 1))
    stages =
      [
        Stage(name: "evaluate", layer: nil, seconds: totals.evaluationSeconds),
        Stage(name: "bin", layer: nil, seconds: totals.binningSeconds),
      ] + totals.layers.map { Stage(name: "draw", layer: $0.name, seconds: $0.seconds) } + [
        Stage(name: "filter", layer: nil, seconds: totals.filterSeconds),
        Stage(name: "convert", layer: nil, seconds: totals.conversionSeconds),
      ]
    threads = totals.threadCount
    self.frames = times.frames
    seconds = times.elapsedSeconds
    drawingSeconds = totals.drawingSeconds
    encoderWaitSeconds = totals.encoderWaitSeconds
    encodingSeconds = times.consumingSeconds
    meanParticles = Double(times.particleSum) / divisor
    maximumParticles = times.maximumParticles
    overdrawEstimate = totals.coveredPixels / (Double(framePixels) * divisor)
    // A single frame has no frame before it and so no interval: then the whole time counts as its interval.
    let longestFirst = times.intervals.isEmpty ? [times.elapsedSeconds] : times.intervals.sorted(by: >)
    let longestHundredth = longestFirst.prefix((longestFirst.count + 99) / 100)  // rounded up: at least one
    framesPerSecond = Rates(
      average: Self.rate(times.frames, times.elapsedSeconds), slowest: Self.rate(1, longestFirst[0]),
      averageOfSlowestHundredth: Self.rate(longestHundredth.count, longestHundredth.reduce(0, +)))
  }

  /// Frames a second. At least a nanosecond is assumed, in case the clock did not advance.
  private static func rate(_ frames: Int, _ seconds: Double) -> Double { Double(frames) / max(seconds, 1e-9) }
}
