import Glibc
import Model
import Raster
import Synchronization

/// Returns what a frame is laid over, by the frame's number; nil for nothing.
///
/// It is called once for each frame that is drawn, in ascending order of frames, by one thread at a time but not always by the
/// same thread. Other threads may still be drawing earlier frames. It may take long, for example to find the pictures of a movie.
package typealias BackgroundProvider = @Sendable (_ frame: Int) -> Background?

/// Draws a range of frames, at most a few frames ahead of the encoder that takes them.
///
/// Each renderer has a thread of its own that, with the renderer's workers, draws one whole frame after another. So several
/// frames are drawn at once. At the end of each pass the threads of one frame wait for each other, and they wait long if the
/// encoder has taken a processor from one of them. Meanwhile the threads of another frame use the other processors. (On two
/// cores, whole renders of `fireworks` took an eighth less time when two frames were drawn at once.)
package final class FrameProducer: @unchecked Sendable {
  /// Where finished frames are put, and where the encoder takes them.
  package let queue: FrameQueue
  /// A thread for each renderer; the workers of the renderers' pools are not among them.
  private var threads: [pthread_t] = []

  /// The frames that are still to be drawn, with their backgrounds.
  private final class PendingFrames: Sendable {
    let queue: FrameQueue
    private let backgrounds: BackgroundProvider?
    private let footage: FootageProvider?
    /// Locked while a frame's number is taken and its background is requested, so that backgrounds are requested in order.
    private let requestLock = Mutex(())

    init(queue: FrameQueue, backgrounds: BackgroundProvider?, footage: FootageProvider?) {
      self.queue = queue
      self.backgrounds = backgrounds
      self.footage = footage
    }

    /// The next frame to draw, memory for it, its background, and the scene's time if footage sets it; nil if no frame is left.
    func next() -> (frame: Int, pixels: PixelBuffer, background: Background?, time: Rational?)? {
      guard backgrounds != nil || footage != nil else {
        return queue.takeFrameToDraw().map { ($0.frame, $0.pixels, nil, nil) }
      }
      return requestLock.withLock { _ in
        guard let (frame, pixels) = queue.takeFrameToDraw() else { return nil }
        guard let footage else { return (frame, pixels, backgrounds?(frame), nil) }
        guard let shown = footage(frame) else {
          queue.end(before: frame)
          return nil
        }
        return (frame, pixels, shown.background, shown.time)
      }
    }
  }

  /// What one thread does: it draws frames with one renderer until none is left.
  private final class DrawingLoop {
    let renderer: FrameRenderer
    let pendingFrames: PendingFrames

    init(renderer: FrameRenderer, pendingFrames: PendingFrames) {
      self.renderer = renderer
      self.pendingFrames = pendingFrames
    }

    func run() {
      let canvas = renderer.plan.scene.canvas
      while true {
        let waitStart = renderer.stageTimes?.now
        guard let (frame, pixels, background, time) = pendingFrames.next() else { return }
        if let waitStart { renderer.stageTimes?.addWait(since: waitStart) }
        let statistics = renderer.render(
          at: time ?? canvas.time(ofFrame: frame), into: pixels, background: background)
        pendingFrames.queue.put(FrameQueue.Item(frame: frame, pixels: pixels, statistics: statistics))
      }
    }
  }

  /// - Parameters:
  ///   - renderers: at least one, all of the same plan and format. With `backgrounds` or `footage` they must take a background
  ///     (`takesBackground`).
  ///   - backgrounds: returns what each frame is laid over; nil for nothing.
  ///   - footage: takes the place of `backgrounds`, and also sets the scene's time for each frame. It may end before the last
  ///     frame of `frames`.
  package init(
    renderers: [FrameRenderer], frames: FrameSequence, backgrounds: BackgroundProvider? = nil,
    footage: FootageProvider? = nil
  ) {
    let queue = FrameQueue(
      frames: frames, capacity: renderers.count + PixelMemory.finishedFrameCount, makeBuffer: renderers[0].makeBuffer)
    self.queue = queue
    let pendingFrames = PendingFrames(queue: queue, backgrounds: backgrounds, footage: footage)
    for renderer in renderers.prefix(frames.count) {
      let loop = Unmanaged.passRetained(DrawingLoop(renderer: renderer, pendingFrames: pendingFrames))
      var thread = pthread_t()
      let result = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<DrawingLoop>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, loop.toOpaque())
      if result == 0 {
        threads.append(thread)
      } else {
        // The system has no thread left: the other threads draw all frames.
        loop.release()
      }
    }
    precondition(!threads.isEmpty, "The system would not start a thread for drawing.")
  }

  deinit {
    queue.close()
    for thread in threads { pthread_join(thread, nil) }
  }
}
