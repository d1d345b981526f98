import Model
import Presets
import Raster
import Rendering

/// A renderer draws the frames of one scene.
///
/// ```swift
/// let preset = try Preset(named: "fireworks")
/// let picture = try Renderer(preset).frame(at: 5 / 2)
/// try PictureWriter.write(picture, to: "fireworks.png")
/// ```
///
/// A frame depends only on the scene and the time: it is the same to the bit for any number of threads, whatever was drawn before.
/// Copies of a renderer share their memory. Several tasks may use a renderer at the same time.
public struct Renderer: Sendable {
  /// The scene that is drawn.
  public var scene: Scene { sharedState.plan.scene }
  /// Sample layout of the frames.
  public var format: PixelFormat { sharedState.format }
  /// How the samples of the frames encode light.
  public var colorEncoding: ColorEncoding { sharedState.colorEncoding }
  /// The drawing state, which all copies share.
  let sharedState: SharedRendererState
  /// The numbers that frames may have. Those below 0 lie before the start of the canvas, those after its end go on.
  static let possibleFrames = -Limits.frames...Limits.frames
  /// The possible numbers of threads.
  package static let threadCounts = 1...1024

  /// A renderer of a preset.
  ///
  /// - Parameters:
  ///   - preset: the preset, which was checked when it was read.
  ///   - format: sample layout of the frames. Formats with halved chroma need even sides.
  ///   - colorEncoding: how samples encode light: dynamic range, and straight or premultiplied alpha.
  ///   - threads: number of threads that draw, 1 to 1024; nil for one for each core.
  ///   - backdrop: what lies behind the effect.
  /// - Throws: `RenderError` of kind `size` if the format needs even sides, of kind `format` if it cannot hold the dynamic range, of kind
  ///   `backdrop` if no layer would be left, of kind `file` if a clip cannot be read.
  public init(
    _ preset: Preset, format: PixelFormat = .rgb24, colorEncoding: ColorEncoding = ColorEncoding(), threads: Int? = nil,
    backdrop: Backdrop = .layers
  ) throws(RenderError) {
    try self.init(
      checkedScene: preset.scene, format: format, colorEncoding: colorEncoding, threads: threads, backdrop: backdrop)
  }

  /// A renderer of a scene that was built in code.
  ///
  /// - Parameters:
  ///   - scene: the scene. It is checked first: its size and times, all its numbers, and the limits on what a frame may cost.
  ///   - format: sample layout of the frames. Formats with halved chroma need even sides.
  ///   - colorEncoding: how samples encode light: dynamic range, and straight or premultiplied alpha.
  ///   - threads: number of threads that draw, 1 to 1024; nil for one for each core.
  ///   - backdrop: what lies behind the effect.
  /// - Throws: `RenderError` for a scene that cannot be drawn.
  public init(
    scene: Scene, format: PixelFormat = .rgb24, colorEncoding: ColorEncoding = ColorEncoding(), threads: Int? = nil,
    backdrop: Backdrop = .layers
  ) throws(RenderError) {
    try scene.check()
    try self.init(
      checkedScene: scene.withPathHashes(), format: format, colorEncoding: colorEncoding, threads: threads,
      backdrop: backdrop)
  }

  /// A renderer of a scene that has been checked, and whose layers and cells have their path hashes.
  ///
  /// - Parameters:
  ///   - backdrop: what lies behind the effect.
  ///   - footage: a clip of the canvas's size, over which one movie is drawn, in place of the backdrop.
  ///   - drawsMatte: whether frames get a `matteSource`, for a movie of `MatteSettings`.
  ///   - clock: returns the seconds of a monotonic clock; nil to measure no times.
  ///   - timesStages: whether the times of the drawing threads are measured too, which `profile` needs.
  package init(
    checkedScene scene: Scene, format: PixelFormat = .rgb24, colorEncoding: ColorEncoding = ColorEncoding(),
    threads: Int? = nil, backdrop: Backdrop = .layers, footage: Footage? = nil, drawsMatte: Bool = false,
    clock: (@Sendable () -> Double)? = nil, timesStages: Bool = true
  ) throws(RenderError) {
    let canvas = scene.canvas
    if !format.allows(width: canvas.widthPixels, height: canvas.heightPixels) {
      throw RenderError(
        .size, "\(format.rawValue) needs \(format.sizeRule), not \(canvas.widthPixels) x \(canvas.heightPixels).")
    }
    guard format.holds(colorEncoding.dynamicRange) else {
      let names = PixelFormat.allCases.filter { $0.holds(colorEncoding.dynamicRange) }.map(\.rawValue)
      throw RenderError(
        .format,
        "\(format.rawValue) cannot hold \(colorEncoding.dynamicRange.rawValue); these can: "
          + "\(names.joined(separator: ", ")).")
    }
    let drawnScene = backdrop.keepsBackdropLayers && footage == nil ? scene : scene.leavingOutBackdrops()
    if drawnScene.layers.isEmpty, !scene.layers.isEmpty {
      throw RenderError(.backdrop, "Every layer of the scene is a backdrop, so nothing would be left.")
    }
    let allowed = Renderer.threadCounts
    let threadCount = min(max(allowed.lowerBound, threads ?? Renderer.coreCount), allowed.upperBound)
    sharedState = SharedRendererState(
      plan: RenderPlan(
        scene: drawnScene,
        files: try drawnScene.openedFiles(threads: threadCount)),
      format: format, colorEncoding: colorEncoding, threadCount: threadCount,
      backgrounds: backdrop.provider(for: canvas), footage: footage, drawsMatte: drawsMatte, clock: clock,
      timesStages: timesStages)
  }

  /// A renderer with the plan of `other`, and with a pixel format and colour encoding of its own. The format must allow the
  /// canvas's size. No times are measured.
  init(_ other: Renderer, format: PixelFormat, colorEncoding: ColorEncoding, drawsMatte: Bool = false) {
    sharedState = SharedRendererState(
      plan: other.sharedState.plan, format: format, colorEncoding: colorEncoding,
      threadCount: other.sharedState.threadCount,
      backgrounds: other.sharedState.backgrounds, footage: other.sharedState.footage, drawsMatte: drawsMatte)
  }

  /// The number of logical CPUs of this machine that are online. A core with two hardware threads counts as two.
  package static var coreCount: Int { Machine.onlineCPUCount }

  /// How the time was spent in which all ranges so far were drawn; nil without a clock, or if the stages are not timed.
  package var profile: RenderProfile? { sharedState.profile }

  /// The share, 0 ... 1, of all the time in which frames were consumed, that is, encoded and written. If it is near 1, drawing
  /// waits for the encoder; if it is near 0, the encoder waits for drawing. Nil without a clock.
  package var encodingShare: Double? { sharedState.encodingShare }

  /// The frame at a time, in memory of its own.
  ///
  /// - Parameter time: time on the canvas in seconds. It may lie before the start or after the end; a looping canvas takes it modulo its
  ///   duration. A time beyond a million seconds is brought to that, and one with too many digits to calculate with to millionths of a second.
  public func frame(at time: Rational) -> PixelBuffer { sharedState.frame(at: scene.canvas.possibleTime(time)) }

  /// The frame with a number, at the canvas's rate, in memory of its own.
  ///
  /// - Parameter number: the frame's number, counted from 0. It may lie before the start or after the end; numbers beyond ten millions are
  ///   brought to the nearest that is not.
  public func frame(number: Int) -> PixelBuffer {
    let number = min(max(number, Renderer.possibleFrames.lowerBound), Renderer.possibleFrames.upperBound)
    return sharedState.frame(at: scene.canvas.time(ofFrame: number), number: number)
  }

  /// Draws a range of frames in order. A few frames are drawn ahead of `consume`, which is called on the caller's thread.
  ///
  /// - Parameters:
  ///   - frames: numbers of frames, both ends included; nil for the whole canvas.
  ///   - consume: called for each frame; returns whether to go on. The pixels are valid only during the call.
  /// - Returns: the number of frames for which `consume` was called.
  /// - Throws: the error that `consume` throws.
  @discardableResult
  package func render<Failure: Error>(
    frames: ClosedRange<Int>? = nil, consume: (_ frame: RenderedFrame) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    try render(FrameSequence(frames ?? scene.frameRange), consume: consume)
  }

  /// Draws frames in order, as `render(frames:consume:)` does. The sequence may skip frames.
  @discardableResult
  package func render<Failure: Error>(
    _ frames: FrameSequence, consume: (_ frame: RenderedFrame) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    let frameRenderers = sharedState.borrow()
    defer { sharedState.giveBack(frameRenderers) }
    return try render(frames, with: frameRenderers, consume)
  }

  /// Draws frames with some frame renderers. The producer's threads have ended when this returns, so that the frame renderers can be given
  /// back.
  private func render<Failure: Error>(
    _ frames: FrameSequence, with frameRenderers: [FrameRenderer],
    _ consume: (RenderedFrame) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    let producer = FrameProducer(
      renderers: frameRenderers, frames: frames, backgrounds: sharedState.backgrounds,
      footage: sharedState.footage?.provider(frames: frames.range, threads: sharedState.threadCount))
    defer {
      producer.queue.close()
      sharedState.footage?.close()
    }
    var consumed = 0
    sharedState.record { $0.beginRange() }
    while let item = producer.queue.takeFinishedFrame() {
      let frame = RenderedFrame(number: item.frame, pixels: item.pixels, particles: item.statistics.particles)
      let wantsMore = try sharedState.timedAsEncoding { () throws(Failure) in try consume(frame) }
      consumed += 1
      sharedState.record { $0.endFrame(particles: frame.particles) }
      producer.queue.giveBack(item.pixels)
      if !wantsMore { break }
    }
    return consumed
  }
}

extension Scene {
  /// Numbers of all frames of the canvas.
  public var frameRange: ClosedRange<Int> { 0...max(0, canvas.frameCount - 1) }
}

extension Canvas {
  /// A time near the given one with which the canvas can calculate exactly: at most `Limits.durationSeconds` from 0, and with terms whose
  /// products with those of duration and rate fit.
  fileprivate func possibleTime(_ time: Rational) -> Rational {
    let limit = Double(Limits.durationSeconds)
    let overflows =
      time.numerator.multipliedReportingOverflow(by: max(duration.denominator, frameRate.numerator)).overflow
      || time.denominator.multipliedReportingOverflow(by: max(duration.numerator, frameRate.denominator)).overflow
    guard overflows || abs(time.double) > limit else { return time }
    let parts = Double(Limits.durationDenominator)
    return Rational(Int64((min(max(time.double, -limit), limit) * parts).rounded()), Limits.durationDenominator)
  }
}
