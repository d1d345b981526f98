import Model
import Raster
import Rendering

/// Draws the frames of a scene.
///
/// ```swift
/// let preset = try Preset.load("fireworks", settings: PresetSettings())
/// let renderer = Renderer(scene: preset.scene, format: .rgb24)
/// let picture = renderer.frame(at: Rational(5, 2))
/// ```
///
/// A frame is a pure function of the scene and the time: bit-equal for any number of threads, whatever was drawn before.
/// A renderer serves one caller at a time.
public final class Renderer {
  public let scene: Scene
  public let format: PixelFormat
  /// One for each frame that is drawn at a time.
  private let renderers: [FrameRenderer]
  private var recorder: RunRecorder?

  /// - Parameters:
  ///   - format: what the frames are made of. 4:2:0 formats need even sides.
  ///   - threads: threads that draw; nil for one on each core.
  ///   - clock: seconds of a clock that only goes forward, for `profile`. Without one no time is taken.
  public init(
    scene: Scene, format: PixelFormat = .rgb24, threads: Int? = nil, clock: (@Sendable () -> Double)? = nil
  ) {
    self.scene = scene
    self.format = format
    let plan = RenderPlan(scene: scene)
    let threadCount = max(1, threads ?? Renderer.coreCount)
    let frameCount = min(scene.maximumConcurrentFrames, threadCount)
    renderers = (0..<frameCount).map { index in
      FrameRenderer(
        plan: plan, format: format, threadCount: (threadCount + frameCount - 1 - index) / frameCount, clock: clock)
    }
    recorder = clock.map(RunRecorder.init)
  }

  /// Where the time of the runs so far went; nil without a clock.
  public var profile: RenderProfile? {
    guard let recorder, let totals = StageTotals(renderers.compactMap { $0.stages?.totals }) else { return nil }
    return RenderProfile(
      run: recorder, stages: totals, pixels: scene.canvas.widthPixels * scene.canvas.heightPixels)
  }

  /// Cores that this process may use.
  public static var coreCount: Int { availableCores() }

  /// The picture at canvas time `time`, in seconds. The time may lie before the start or past the end; in a loop it is
  /// reduced to one turn.
  public func frame(at time: Rational) -> PixelBuffer {
    let pixels = renderers[0].makeBuffer()
    renderers[0].render(at: time, into: pixels)
    return pixels
  }

  /// Frame `number` at the canvas's rate, counted from 0.
  public func frame(number: Int) -> PixelBuffer { frame(at: scene.canvas.time(ofFrame: number)) }

  /// Draws `frames` in order, a few ahead of `consume`, which gets each on the caller's thread.
  ///
  /// The pixels are valid during the call only. `consume` returns whether more are wanted; what it throws is passed on.
  /// - Returns: how many frames were consumed.
  @discardableResult
  public func render(
    frames: ClosedRange<Int>, consume: (_ frame: RenderedFrame) throws -> Bool
  ) rethrows -> Int {
    let producer = FrameProducer(renderers: renderers, frames: frames)
    defer { producer.queue.close() }
    var consumed = 0
    recorder?.begin()
    while let item = producer.queue.takeFilled() {
      let wantsMore = try recordingConsumption {
        try consume(RenderedFrame(number: item.frame, pixels: item.pixels, particles: item.statistics.particles))
      }
      consumed += 1
      recorder?.frameIsDone(particles: item.statistics.particles)
      producer.queue.giveBack(item.pixels)
      if !wantsMore { break }
    }
    return consumed
  }

  /// Counts the time of `work` as the consumer's, when times are taken.
  func recordingConsumption<Result>(_ work: () throws -> Result) rethrows -> Result {
    let start = recorder?.now
    defer { if let start { recorder?.consumed(since: start) } }
    return try work()
  }
}

/// A frame on its way to a file.
public struct RenderedFrame {
  /// Counted from the canvas's start.
  public let number: Int
  public let pixels: PixelBuffer
  /// Particles that were alive and in sight.
  public let particles: Int
}
