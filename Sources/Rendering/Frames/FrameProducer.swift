import Glibc
import Model
import Raster
import Synchronization

/// Gives what a frame is laid over, by the frame's number; nil for nothing.
///
/// It is called once for each frame that is drawn, in ascending order, by one thread at a time but not always the same one, while other
/// threads may still draw the frames before. To find the pictures of a movie it may take as long as it needs.
package typealias BackgroundProvider = @Sendable (_ frame: Int) -> Background?

/// Draws a range of frames ahead of the encoder that takes them, and never more than a few frames ahead.
///
/// Each renderer has a thread of its own that, with the renderer's workers, draws one whole frame after another; so several
/// frames are drawn at once. At the end of each pass the threads of one frame wait for each other, for long when the encoder
/// has taken a processor from one of them; meanwhile the threads of another frame use the other processors. (Drawing two frames
/// at once on two cores took an eighth off whole renders of `fireworks`.)
package final class FrameProducer: @unchecked Sendable {
  package let queue: FrameQueue
  private var threads: [pthread_t] = []

  /// The frames still to be drawn, each with what it is laid over.
  private final class Source: Sendable {
    let queue: FrameQueue
    private let backgrounds: BackgroundProvider?
    private let footage: FootageProvider?
    /// Held while a frame's number is taken and its background asked for, so that backgrounds are asked for in the frames' order.
    private let order = Mutex(())

    init(queue: FrameQueue, backgrounds: BackgroundProvider?, footage: FootageProvider?) {
      self.queue = queue
      self.backgrounds = backgrounds
      self.footage = footage
    }

    /// The next frame to draw, memory for it, its background, and its moment where footage says that; nil when there is none.
    func next() -> (frame: Int, pixels: PixelBuffer, background: Background?, time: Rational?)? {
      guard backgrounds != nil || footage != nil else {
        return queue.takeFree().map { ($0.frame, $0.pixels, nil, nil) }
      }
      return order.withLock { _ in
        guard let (frame, pixels) = queue.takeFree() else { return nil }
        guard let footage else { return (frame, pixels, backgrounds?(frame), nil) }
        guard let shown = footage(frame) else {
          queue.end(before: frame)
          return nil
        }
        return (frame, pixels, shown.background, shown.time)
      }
    }
  }

  /// What a thread is started with.
  private final class Work {
    let renderer: FrameRenderer
    let source: Source

    init(renderer: FrameRenderer, source: Source) {
      self.renderer = renderer
      self.source = source
    }

    func run() {
      let canvas = renderer.plan.scene.canvas
      while true {
        let waitStart = renderer.stageTimes?.now
        guard let (frame, pixels, background, time) = source.next() else { return }
        if let waitStart { renderer.stageTimes?.addWait(since: waitStart) }
        let statistics = renderer.render(
          at: time ?? canvas.time(ofFrame: frame), into: pixels, background: background)
        source.queue.put(FrameQueue.Item(frame: frame, pixels: pixels, statistics: statistics))
      }
    }
  }

  /// - Parameters:
  ///   - renderers: of one plan and one format, at least one. With `backgrounds` they take a background.
  ///   - backgrounds: gives what each frame is laid over; nil for nothing.
  ///   - footage: gives that of each frame in place of `backgrounds`, and its moment. It may end before `frames` does.
  package init(
    renderers: [FrameRenderer], frames: FrameSequence, backgrounds: BackgroundProvider? = nil,
    footage: FootageProvider? = nil
  ) {
    let queue = FrameQueue(
      frames: frames, capacity: renderers.count + PixelMemory.framesBesidesDrawn, makeBuffer: renderers[0].makeBuffer)
    self.queue = queue
    let source = Source(queue: queue, backgrounds: backgrounds, footage: footage)
    for renderer in renderers.prefix(frames.count) {
      let work = Unmanaged.passRetained(Work(renderer: renderer, source: source))
      var thread = pthread_t()
      let result = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, work.toOpaque())
      if result == 0 {
        threads.append(thread)
      } else {
        // The machine has no thread left: the others draw all frames.
        work.release()
      }
    }
    precondition(!threads.isEmpty, "The system would not start a thread for drawing.")
  }

  deinit {
    queue.close()
    for thread in threads { pthread_join(thread, nil) }
  }
}
