import Glibc
import Model
import Raster

/// Draws a range of frames ahead of the encoder that takes them, and never more than a few frames ahead.
///
/// Each renderer has a thread of its own that, with the renderer's workers, draws one whole frame after another; so several
/// frames are drawn at once. At the end of each pass the threads of one frame wait for each other, for long when the encoder
/// has taken a processor from one of them; meanwhile the threads of another frame use the other processors. (Drawing two frames
/// at once on two cores took an eighth off whole jobs of `fireworks`.)
package final class FrameProducer: @unchecked Sendable {
  package let queue: FrameQueue
  private var threads: [pthread_t] = []

  /// What a thread is started with.
  private final class Work {
    let renderer: FrameRenderer
    let queue: FrameQueue

    init(renderer: FrameRenderer, queue: FrameQueue) {
      self.renderer = renderer
      self.queue = queue
    }

    func run() {
      let canvas = renderer.plan.scene.canvas
      while true {
        let waitStart = renderer.stageTimes?.now
        guard let (frame, pixels) = queue.takeFree() else { return }
        if let waitStart { renderer.stageTimes?.waited(since: waitStart) }
        let statistics = renderer.render(at: canvas.time(ofFrame: frame), into: pixels)
        queue.put(FrameQueue.Item(frame: frame, pixels: pixels, statistics: statistics))
      }
    }
  }

  /// - Parameter renderers: of one plan and one format, at least one.
  package init(renderers: [FrameRenderer], frames: FrameSequence) {
    let queue = FrameQueue(
      frames: frames, capacity: renderers.count + PixelMemory.framesBesidesDrawn, makeBuffer: renderers[0].makeBuffer)
    self.queue = queue
    for renderer in renderers.prefix(frames.count) {
      let work = Unmanaged.passRetained(Work(renderer: renderer, queue: queue))
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
