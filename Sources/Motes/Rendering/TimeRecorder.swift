/// Records times on the thread that takes finished frames (the consumer): the intervals between frames, and the time for encoding and
/// writing them.
struct TimeRecorder {
  /// Returns the seconds of a monotonic clock.
  private let clock: @Sendable () -> Double
  /// When the first range of frames began, in the clock's seconds.
  private var startTime: Double?
  /// When the previous frame was done, in the clock's seconds; nil at the start of a range.
  private var lastFrameTime: Double?
  /// Seconds for which the consumer worked, encoding and writing frames.
  private(set) var consumingSeconds = 0.0
  /// Seconds from the start of the first range of frames to the end of the last consumption.
  private(set) var elapsedSeconds = 0.0
  /// Seconds from each frame to the next one of the same range.
  private(set) var intervals: [Double] = []
  /// Number of frames that are done.
  private(set) var frames = 0
  /// Number of particles that are alive and in view, summed over the frames.
  private(set) var particleSum = 0
  /// The largest number of particles that are alive and in view in a frame.
  private(set) var maximumParticles = 0

  init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

  /// Records that a range of frames begins.
  mutating func beginRange() {
    if startTime == nil { startTime = clock() }
    lastFrameTime = nil
  }

  /// Records that the consumer has worked since `start`, in the clock's seconds.
  mutating func addConsumption(since start: Double) {
    let now = clock()
    consumingSeconds += now - start
    if let startTime { elapsedSeconds = now - startTime }
  }

  /// Records that the consumer is done with a frame. The first frame of a range adds no interval.
  mutating func endFrame(particles: Int) {
    let now = clock()
    if let lastFrameTime { intervals.append(now - lastFrameTime) }
    lastFrameTime = now
    frames += 1
    particleSum += particles
    maximumParticles = max(maximumParticles, particles)
  }
}
