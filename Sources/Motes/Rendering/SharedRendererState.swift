import Cost
import Model
import Raster
import Rendering
import Synchronization

/// The drawing state that all copies of a renderer share: a plan, and the frame renderers that have been made for it.
///
/// A range of frames is drawn by a group of frame renderers, one for each frame that is drawn at the same time (`concurrentFrameCount`). The
/// threads are divided among them. Another range that is drawn meanwhile gets another group.
final class SharedRendererState: Sendable {
  let plan: RenderPlan
  let format: PixelFormat
  let colorEncoding: ColorEncoding
  /// Returns the background of a frame by the frame's number; nil if there are no backgrounds.
  let backgrounds: BackgroundProvider?
  /// The clip over which a movie is drawn; nil for none.
  let footage: Footage?
  /// Whether frames get a `matteSource`.
  let drawsMatte: Bool
  /// The number of threads of each group.
  let threadCount: Int
  /// Returns the seconds of a monotonic clock; nil if no times are measured.
  private let clock: (@Sendable () -> Double)?
  /// The clock for the drawing threads; nil if their times are not measured.
  private let stageClock: (@Sendable () -> Double)?
  /// Groups that are not borrowed.
  private let idleGroups = Mutex<[[FrameRenderer]]>([])
  /// Times of the thread that takes finished frames; nil without a clock.
  private let recorder: Mutex<TimeRecorder?>

  init(
    plan: RenderPlan, format: PixelFormat, colorEncoding: ColorEncoding, threadCount: Int,
    backgrounds: BackgroundProvider? = nil, footage: Footage? = nil, drawsMatte: Bool = false,
    clock: (@Sendable () -> Double)? = nil, timesStages: Bool = true
  ) {
    self.plan = plan
    self.format = format
    self.colorEncoding = colorEncoding
    self.threadCount = threadCount
    self.backgrounds = backgrounds
    self.footage = footage
    self.drawsMatte = drawsMatte
    self.clock = clock
    stageClock = timesStages ? clock : nil
    recorder = Mutex(clock.map(TimeRecorder.init))
  }

  /// Lends the caller a group: one frame renderer for each frame that is drawn at the same time. It must be given back.
  func borrow() -> [FrameRenderer] {
    if let group = idleGroups.withLock({ $0.popLast() }) { return group }
    let count = min(plan.scene.concurrentFrameCount, threadCount)
    // The numbers of threads of the renderers differ by at most one, and add up to `threadCount`.
    return (0..<count).map { index in
      FrameRenderer(
        plan: plan, format: format, colorEncoding: colorEncoding,
        threadCount: (threadCount + count - 1 - index) / count,
        takesBackground: backgrounds != nil || footage != nil, drawsMatte: drawsMatte, clock: stageClock)
    }
  }

  /// Takes back a group. Its threads must not be drawing any more.
  func giveBack(_ group: [FrameRenderer]) { idleGroups.withLock { $0.append(group) } }

  /// The frame at a time on the canvas in seconds, in memory of its own.
  ///
  /// - Parameter number: number of the frame whose background is used; nil for the frame that a movie shows at that time.
  func frame(at time: Rational, number: Int? = nil) -> PixelBuffer {
    let group = borrow()
    defer { giveBack(group) }
    let pixels = group[0].makeBuffer()
    let background = backgrounds.flatMap { $0(number ?? Int((time * plan.scene.canvas.frameRate).floor)) }
    group[0].render(at: time, into: pixels, background: background)
    return pixels
  }

  // MARK: Times

  /// Whether times are measured.
  var isTimed: Bool { clock != nil }

  /// Calls `change` with the recorder of times, if times are measured.
  func record(_ change: (inout TimeRecorder) -> Void) {
    guard isTimed else { return }
    recorder.withLock { recorder in
      guard var times = recorder else { return }
      change(&times)
      recorder = times
    }
  }

  /// Runs `work`, which consumes frames (encodes and writes them), and counts its time as consumption if times are measured.
  func timedAsEncoding<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let clock else { return try work() }
    let start = clock()
    defer { record { $0.addConsumption(since: start) } }
    return try work()
  }

  /// The share, 0 ... 1, of the time of all ranges so far in which frames were consumed; nil without a clock.
  var encodingShare: Double? {
    recorder.withLock { $0 }.map { $0.consumingSeconds / max($0.elapsedSeconds, 1e-9) }  // never divided by 0
  }

  /// How the time of all ranges so far was spent; nil without a clock for the stages. Must not be called while something is being drawn.
  var profile: RenderProfile? {
    guard let times = recorder.withLock({ $0 }) else { return nil }
    let totals = idleGroups.withLock { groups in StageTotals(groups.joined().compactMap { $0.stageTimes?.totals }) }
    guard let totals else { return nil }
    let canvas = plan.scene.canvas
    return RenderProfile(times: times, stages: totals, framePixels: canvas.widthPixels * canvas.heightPixels)
  }
}
