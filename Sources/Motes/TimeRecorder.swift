/// A recorder of times on the thread that takes finished frames (the consumer): from frame to frame, and of encoding and
/// writing.
struct TimeRecorder {
  /// Seconds of a clock that only goes forward.
  private let clock: @Sendable () -> Double
  /// When the first range of frames began, in the clock's seconds.
  private var startTime: Double?
  /// When the frame before was done, in the clock's seconds; nil at the start of a range.
  private var lastFrameTime: Double?
  /// Seconds of the encoder and the file.
  private(set) var consumingSeconds = 0.0
  /// Seconds from the start of the first range of frames to the end of the last consumption.
  private(set) var elapsedSeconds = 0.0
  /// Seconds from each frame to the next of its range.
  private(set) var intervals: [Double] = []
  /// Number of frames that are done.
  private(set) var frames = 0
  /// Particles alive and in view, added up over the frames.
  private(set) var particleSum = 0
  /// Particles alive and in view, in the frame that has most.
  private(set) var maximumParticles = 0

  init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

  /// Records that a range of frames begins.
  mutating func begin() {
    if startTime == nil { startTime = clock() }
    lastFrameTime = nil
  }

  /// Records that the consumer has worked from `began`, in the clock's seconds, until now.
  mutating func consumed(since began: Double) {
    let now = clock()
    consumingSeconds += now - began
    if let startTime { elapsedSeconds = now - startTime }
  }

  /// Records that the consumer is done with a frame. The first frame of a range has none before it and adds no interval.
  mutating func frameIsDone(particles: Int) {
    let now = clock()
    if let lastFrameTime { intervals.append(now - lastFrameTime) }
    lastFrameTime = now
    frames += 1
    particleSum += particles
    maximumParticles = max(maximumParticles, particles)
  }
}
