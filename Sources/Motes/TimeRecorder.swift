/// A recorder of times on the consumer's side: of each frame, and of encoding and writing.
struct TimeRecorder {
  private let clock: @Sendable () -> Double
  private var start: Double?
  private var lastFrame: Double?
  /// Seconds of the encoder and the file.
  private(set) var consuming = 0.0
  /// Seconds from the start of the first range of frames to the last thing noted.
  private(set) var elapsed = 0.0
  /// Seconds from each frame to the next.
  private(set) var intervals: [Double] = []
  private(set) var frames = 0
  private(set) var particles = 0
  private(set) var mostParticles = 0

  init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

  var now: Double { clock() }

  mutating func begin() {
    if start == nil { start = clock() }
    lastFrame = nil
  }

  mutating func consumed(since began: Double) {
    let now = clock()
    consuming += now - began
    if let start { elapsed = now - start }
  }

  /// The first frame of a range has none before it: its interval would count the start of the program.
  mutating func frameIsDone(particles: Int) {
    let now = clock()
    if let lastFrame { intervals.append(now - lastFrame) }
    lastFrame = now
    frames += 1
    self.particles += particles
    mostParticles = max(mostParticles, particles)
  }
}
