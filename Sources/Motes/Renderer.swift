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
/// A frame is a function of the scene and the time alone: bit-equal for any number of threads, whatever was drawn before.
/// Copies of a renderer share their memory. Several tasks may use one at the same time.
public struct Renderer: Sendable {
  /// The scene that is drawn.
  public var scene: Scene { pool.plan.scene }
  /// Sample layout of the frames.
  public var format: PixelFormat { pool.format }
  /// How the samples of the frames stand for light.
  public var colorEncoding: ColorEncoding { pool.colorEncoding }
  /// The drawing state, which all copies share.
  let pool: RendererPool
  /// How many threads may draw.
  package static let threadCounts = 1...1024

  /// A renderer of a preset.
  ///
  /// - Parameters:
  ///   - preset: the preset, which was checked when it was read.
  ///   - format: sample layout of the frames. Formats with halved chroma need even sides.
  ///   - colorEncoding: how samples stand for light: up to white or above it, straight or premultiplied.
  ///   - threads: threads that draw, 1 to 1024; nil for one on each core.
  ///   - backdrop: what the effect lies over.
  /// - Throws: `RenderError` of kind `size` when the format needs even sides, of kind `format` when it cannot hold light above
  ///   white, of kind `backdrop` when nothing would be left, of kind `file` when a clip cannot be read.
  public init(
    _ preset: Preset, format: PixelFormat = .rgb24, colorEncoding: ColorEncoding = ColorEncoding(), threads: Int? = nil,
    backdrop: Backdrop = .layers
  ) throws(RenderError) {
    try self.init(
      checked: preset.scene, format: format, colorEncoding: colorEncoding, threads: threads, backdrop: backdrop)
  }

  /// A renderer of a scene that was built in code.
  ///
  /// - Parameters:
  ///   - scene: checked first: its size and times, every number in it, and all that limits what a frame may cost.
  ///   - format: sample layout of the frames. Formats with halved chroma need even sides.
  ///   - colorEncoding: how samples stand for light: up to white or above it, straight or premultiplied.
  ///   - threads: threads that draw, 1 to 1024; nil for one on each core.
  ///   - backdrop: what the effect lies over.
  /// - Throws: `RenderError` for a scene that cannot be drawn.
  public init(
    scene: Scene, format: PixelFormat = .rgb24, colorEncoding: ColorEncoding = ColorEncoding(), threads: Int? = nil,
    backdrop: Backdrop = .layers
  ) throws(RenderError) {
    try scene.check()
    try self.init(
      checked: scene.withPathHashes(), format: format, colorEncoding: colorEncoding, threads: threads,
      backdrop: backdrop)
  }

  /// A renderer of a scene that has been checked and whose layers and cells have their paths.
  ///
  /// - Parameters:
  ///   - backdrop: what the effect lies over.
  ///   - footage: a clip, of the canvas's size, that one movie is drawn over in place of the backdrop.
  ///   - drawsMatte: whether frames have a matte, for a movie of `MatteSettings`.
  ///   - clock: seconds of a clock that only goes forward. Without one no time is taken.
  ///   - timesStages: whether the threads that draw take times too, as `profile` needs.
  package init(
    checked scene: Scene, format: PixelFormat = .rgb24, colorEncoding: ColorEncoding = ColorEncoding(),
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
    let drawn = backdrop.keepsLayers && footage == nil ? scene : scene.leavingOutBackdrops()
    if drawn.layers.isEmpty, !scene.layers.isEmpty {
      throw RenderError(.backdrop, "Every layer of the scene is a backdrop, so that nothing would be left.")
    }
    let range = Renderer.threadCounts
    let threadCount = min(max(range.lowerBound, threads ?? Renderer.coreCount), range.upperBound)
    pool = RendererPool(
      plan: RenderPlan(
        scene: drawn, files: drawn.clips.isEmpty ? nil : try SceneClips(of: drawn, threads: threadCount)),
      format: format, colorEncoding: colorEncoding, threadCount: threadCount,
      backgrounds: backdrop.provider(for: canvas), footage: footage, drawsMatte: drawsMatte, clock: clock,
      timesStages: timesStages)
  }

  /// A renderer of the same plan with other samples, which the canvas's size allows.
  init(_ other: Renderer, format: PixelFormat, colorEncoding: ColorEncoding, drawsMatte: Bool = false) {
    pool = RendererPool(
      plan: other.pool.plan, format: format, colorEncoding: colorEncoding, threadCount: other.pool.threadCount,
      backgrounds: other.pool.backgrounds, footage: other.pool.footage, drawsMatte: drawsMatte)
  }

  /// Logical CPUs of this machine that are online: a core with two hardware threads counts as two.
  public static var coreCount: Int { Machine.onlineCPUCount }

  /// Where the time of the ranges drawn so far went; nil without a clock, or where the stages are not timed.
  package var profile: RenderProfile? { pool.profile }

  /// The share, 0 ... 1, of the time of the ranges so far in which frames were being encoded and written, or in general consumed: near
  /// 1 the drawing waits for the encoder, near 0 the encoder for the drawing. Nil without a clock.
  package var consumingShare: Double? { pool.consumingShare }

  /// The frame at a time, in memory of its own.
  ///
  /// - Parameter time: canvas seconds. They may lie before the start or past the end; a looping canvas takes them modulo its
  ///   duration.
  public func frame(at time: Rational) -> PixelBuffer { pool.frame(at: time) }

  /// The frame of a number at the canvas's rate, in memory of its own.
  ///
  /// - Parameter number: counted from 0.
  public func frame(number: Int) -> PixelBuffer {
    pool.frame(at: scene.canvas.time(ofFrame: number), number: number)
  }

  /// Draws a range of frames in order, a few ahead of `consume`, which is called on the caller's thread.
  ///
  /// - Parameters:
  ///   - frames: numbers of frames, both ends included; nil for the whole canvas.
  ///   - consume: called for each frame; returns whether more are wanted. The pixels are valid during the call only.
  /// - Returns: the number of frames consumed.
  /// - Throws: what `consume` throws.
  @discardableResult
  public func render<Failure: Error>(
    frames: ClosedRange<Int>? = nil, consume: (_ frame: RenderedFrame) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    try render(FrameSequence(frames ?? scene.frameRange), consume: consume)
  }

  /// Draws frames in order, as `render(frames:consume:)` does, but perhaps not every one of a range.
  @discardableResult
  package func render<Failure: Error>(
    _ frames: FrameSequence, consume: (_ frame: RenderedFrame) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    let frameRenderers = pool.borrow()
    defer { pool.giveBack(frameRenderers) }
    return try render(frames, with: frameRenderers, consume)
  }

  /// Draws frames. The producer's threads have ended when this returns, so that the frame renderers can be given back.
  private func render<Failure: Error>(
    _ frames: FrameSequence, with frameRenderers: [FrameRenderer],
    _ consume: (RenderedFrame) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    let producer = FrameProducer(
      renderers: frameRenderers, frames: frames, backgrounds: pool.backgrounds,
      footage: pool.footage?.provider(frames: frames.range, threads: pool.threadCount))
    defer {
      producer.queue.close()
      pool.footage?.close()
    }
    var consumed = 0
    pool.record { $0.begin() }
    while let item = producer.queue.takeFilled() {
      let frame = RenderedFrame(number: item.frame, pixels: item.pixels, particles: item.statistics.particles)
      let wantsMore = try pool.recordingConsumption { () throws(Failure) in try consume(frame) }
      consumed += 1
      pool.record { $0.frameIsDone(particles: frame.particles) }
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
