import Model
import Raster
import Rendering
import Synchronization

/// The drawing state that all copies of a renderer share: one plan, and the frame renderers that have been made for it.
///
/// A range of frames is drawn by a group of frame renderers, as many as frames are drawn at a time (`concurrentFrameCount`),
/// among which the threads are divided. A second range that is drawn meanwhile gets a group of its own.
final class RendererPool: Sendable {
  let plan: RenderPlan
  let format: PixelFormat
  let colorEncoding: ColorEncoding
  /// What the frames are laid over, by number; nil for nothing.
  let backgrounds: BackgroundProvider?
  /// The clip that a movie is drawn over; nil for none.
  let footage: Footage?
  /// Whether frames have a matte beside their samples.
  let drawsMatte: Bool
  /// Threads of each group.
  let threadCount: Int
  /// Seconds of a clock that only goes forward; nil when no times are taken.
  private let clock: (@Sendable () -> Double)?
  /// The clock for the threads that draw; nil when their times are not taken.
  private let stageClock: (@Sendable () -> Double)?
  /// Groups that nobody has borrowed.
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

  /// A group for the caller alone, to be given back: one frame renderer for each frame that is drawn at a time.
  func borrow() -> [FrameRenderer] {
    if let group = idleGroups.withLock({ $0.popLast() }) { return group }
    let count = min(plan.scene.concurrentFrameCount, threadCount)
    // The renderers' numbers of threads differ by one at most, and add up to `threadCount`.
    return (0..<count).map { index in
      FrameRenderer(
        plan: plan, format: format, colorEncoding: colorEncoding,
        threadCount: (threadCount + count - 1 - index) / count,
        takesBackground: backgrounds != nil || footage != nil, drawsMatte: drawsMatte, clock: stageClock)
    }
  }

  /// Takes a group back. None of its threads may be drawing any more.
  func giveBack(_ group: [FrameRenderer]) { idleGroups.withLock { $0.append(group) } }

  /// The frame at a time in canvas seconds, in memory of its own.
  ///
  /// - Parameter number: the frame whose background it gets; nil for the one that a movie shows at that time.
  func frame(at time: Rational, number: Int? = nil) -> PixelBuffer {
    let group = borrow()
    defer { giveBack(group) }
    let pixels = group[0].makeBuffer()
    let background = backgrounds.flatMap { $0(number ?? Int((time * plan.scene.canvas.frameRate).floor)) }
    group[0].render(at: time, into: pixels, background: background)
    return pixels
  }

  // MARK: Times

  var isTimed: Bool { clock != nil }

  /// Calls `change` with the recorder of times, if times are taken.
  func record(_ change: (inout TimeRecorder) -> Void) {
    guard isTimed else { return }
    recorder.withLock { recorder in
      guard var record = recorder else { return }
      change(&record)
      recorder = record
    }
  }

  /// Counts the time of `work` as the consumer's, when times are taken.
  func recordingConsumption<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let clock else { return try work() }
    let start = clock()
    defer { record { $0.consumed(since: start) } }
    return try work()
  }

  /// The consumer's share of the time of all ranges so far; nil without a clock.
  var consumingShare: Double? {
    recorder.withLock { $0 }.map { $0.consumingSeconds / max($0.elapsedSeconds, 1e-9) }  // never divided by 0
  }

  /// Where the time of all ranges so far went; nil without a clock for the stages. It may only be asked for while nothing is being drawn.
  var profile: RenderProfile? {
    guard let times = recorder.withLock({ $0 }) else { return nil }
    let totals = idleGroups.withLock { groups in StageTotals(groups.joined().compactMap { $0.stageTimes?.totals }) }
    guard let totals else { return nil }
    let canvas = plan.scene.canvas
    return RenderProfile(times: times, stages: totals, pixels: canvas.widthPixels * canvas.heightPixels)
  }
}
