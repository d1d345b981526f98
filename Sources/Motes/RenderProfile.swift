import Rendering

/// Where the time of a run went, and how much there was to draw.
public struct RenderProfile: Sendable, Equatable {
  /// A kind of work that threads share: seconds of all of them together, as if one had done it.
  public struct Stage: Sendable, Equatable {
    /// evaluate, bin, draw, filter or convert.
    public let name: String
    /// The layer that was drawn, a group's as "group/layer".
    public let layer: String?
    public let seconds: Double
  }

  /// In the order in which a frame goes through them.
  public let stages: [Stage]
  public let threads: Int
  public let frames: Int
  /// Seconds from the start to the finished file.
  public let seconds: Double
  /// Seconds in which frames were being drawn, the mean over the threads.
  public let drawing: Double
  /// Seconds in which no frame could be drawn because the encoder still held all buffers.
  public let waitForEncoder: Double
  /// Seconds of the encoder and the file, which work beside the drawing.
  public let encoding: Double
  /// Particles alive and in sight in a frame.
  public let meanParticles: Double
  public let mostParticles: Int
  /// How often particles were laid on the average pixel, estimated from their areas.
  public let overdrawEstimate: Double
  /// Frames a second over the whole run; of the slowest frame; and of the slowest hundredth of all frames together.
  public let framesPerSecond: Rates

  public struct Rates: Sendable, Equatable {
    public let average: Double
    public let slowest: Double
    public let lowestHundredth: Double
  }

  /// Seconds of the threads in which they waited for each other, or did what no stage counts.
  public var idle: Double { max(0, drawing * Double(threads) - stages.reduce(0) { $0 + $1.seconds }) }

  init(run: RunRecorder, stages totals: StageTotals, pixels: Int) {
    let frames = max(run.frames, 1)
    stages =
      [
        Stage(name: "evaluate", layer: nil, seconds: totals.evaluate),
        Stage(name: "bin", layer: nil, seconds: totals.bin),
      ] + totals.layers.map { Stage(name: "draw", layer: $0.name, seconds: $0.seconds) } + [
        Stage(name: "filter", layer: nil, seconds: totals.filter),
        Stage(name: "convert", layer: nil, seconds: totals.convert),
      ]
    threads = totals.threads
    self.frames = run.frames
    seconds = run.elapsed
    drawing = totals.drawing
    waitForEncoder = totals.waitForEncoder
    encoding = run.consuming
    meanParticles = Double(run.particles) / Double(frames)
    mostParticles = run.mostParticles
    overdrawEstimate = totals.coveredPixels / (Double(pixels) * Double(frames))
    // A run of one frame has no interval: it is its own.
    let slowestFirst = run.intervals.isEmpty ? [run.elapsed] : run.intervals.sorted(by: >)
    let worst = slowestFirst.prefix((slowestFirst.count + 99) / 100)
    framesPerSecond = Rates(
      average: Self.rate(run.frames, run.elapsed), slowest: Self.rate(1, slowestFirst[0]),
      lowestHundredth: Self.rate(worst.count, worst.reduce(0, +)))
  }

  private static func rate(_ frames: Int, _ seconds: Double) -> Double { Double(frames) / max(seconds, 1e-9) }
}
