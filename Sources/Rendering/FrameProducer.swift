import Glibc
import Raster
import Scenes

/// Draws a run of frames on a thread of its own, ahead of whoever takes them, and never more than a few frames ahead.
package final class FrameProducer: @unchecked Sendable {
  package let queue: FrameQueue
  private var thread = pthread_t()
  private let isRunning: Bool

  /// Frames that may wait for the encoder: one being drawn, one waiting, one being encoded.
  package static let queueCapacity = 3

  private final class Work {
    let renderer: FrameRenderer
    let frames: ClosedRange<Int>
    let queue: FrameQueue

    init(renderer: FrameRenderer, frames: ClosedRange<Int>, queue: FrameQueue) {
      self.renderer = renderer
      self.frames = frames
      self.queue = queue
    }

    func run() {
      let canvas = renderer.plan.scene.canvas
      for frame in frames {
        let asked = renderer.stages?.now
        guard let pixels = queue.takeFree() else { break }
        if let asked { renderer.stages?.waited(since: asked) }
        let statistics = renderer.render(at: canvas.time(ofFrame: frame), into: pixels)
        queue.put(FrameQueue.Item(frame: frame, pixels: pixels, statistics: statistics))
      }
      queue.close()
    }
  }

  package init(renderer: FrameRenderer, frames: ClosedRange<Int>) {
    let queue = FrameQueue(capacity: FrameProducer.queueCapacity, makeBuffer: renderer.makeBuffer)
    self.queue = queue
    let work = Unmanaged.passRetained(Work(renderer: renderer, frames: frames, queue: queue))
    let result = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    precondition(result == 0, "The system would not start a thread for drawing.")
    isRunning = true
  }

  deinit {
    queue.close()
    if isRunning { pthread_join(thread, nil) }
  }
}
