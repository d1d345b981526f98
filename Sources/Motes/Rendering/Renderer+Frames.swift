@preconcurrency import Dispatch
import Raster
import Rendering

extension Renderer {
  /// A range of frames as an asynchronous sequence. A few frames are drawn ahead of the loop that takes them.
  ///
  /// ```swift
  /// for try await frame in renderer.frames(0...59) { print(frame.number, frame.pixels.sha256) }
  /// ```
  ///
  /// A frame's pixels stay valid for as long as they are referenced. Leaving the loop ends the drawing.
  /// - Parameter range: numbers of frames, both ends included; nil for the whole canvas. Frames beyond number ten million, before or after
  ///   0, are left out.
  public func frames(_ range: ClosedRange<Int>? = nil) -> Frames {
    Frames(sharedState: sharedState, range: (range ?? scene.frameRange).clamped(to: Renderer.possibleFrames))
  }

  /// A sequence of a renderer's frames, in order. Each loop over it draws them again.
  public struct Frames: AsyncSequence, Sendable {
    /// A frame with its number.
    public typealias Element = RenderedFrame
    /// The error of a task that was cancelled.
    public typealias Failure = CancellationError

    let sharedState: SharedRendererState
    let range: ClosedRange<Int>

    /// Starts the drawing.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(stream: FrameStream(sharedState: sharedState, range: range))
    }

    /// The position of a loop over frames.
    public struct AsyncIterator: AsyncIteratorProtocol {
      let stream: FrameStream

      /// The next frame in order; nil after the last one.
      ///
      /// - Throws: `CancellationError` when the task was cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws(CancellationError)
        -> RenderedFrame?
      {
        if Task.isCancelled {
          stream.queue.close()
          throw CancellationError()
        }
        let stream = stream
        let frame = await withTaskCancellationHandler {
          await stream.next()
        } onCancel: {
          stream.queue.close()
        }
        if Task.isCancelled { throw CancellationError() }
        return frame
      }
    }
  }
}

/// Draws the frames of a range for one `for await` loop over them.
final class FrameStream: @unchecked Sendable {
  /// Finished frames in order, and memory for the next ones.
  let queue: FrameQueue
  private let sharedState: SharedRendererState
  /// Renderers that are borrowed from `sharedState`. Each draws one frame at a time.
  private let frameRenderers: [FrameRenderer]
  /// Draws the frames. Nothing else holds the producer, so that its release in `deinit` is the last.
  private let producer: LastReference
  /// The thread that waits for frames, so that no thread of Swift concurrency's pool is blocked.
  private let waitingThread = DispatchQueue(label: "motes.frames")
  /// Memory of the frame that `next` returned last. It is reused for a later frame unless the loop has kept a reference to it.
  private var lastPixels: PixelBuffer?

  init(sharedState: SharedRendererState, range: ClosedRange<Int>) {
    self.sharedState = sharedState
    frameRenderers = sharedState.borrow()
    let producer = FrameProducer(
      renderers: frameRenderers, frames: FrameSequence(range), backgrounds: sharedState.backgrounds)
    self.producer = LastReference(producer)
    queue = producer.queue
  }

  /// The next frame in order; nil after the last one, or if the queue has been closed and the next frame is not finished.
  func next() async -> RenderedFrame? {
    await withCheckedContinuation { continuation in
      waitingThread.async {
        if self.lastPixels != nil {
          let isReusable = isKnownUniquelyReferenced(&self.lastPixels)
          self.queue.giveBack(isReusable ? self.lastPixels! : self.frameRenderers[0].makeBuffer())
          self.lastPixels = nil
        }
        guard let item = self.queue.takeFinishedFrame() else { return continuation.resume(returning: nil) }
        self.lastPixels = item.pixels
        continuation.resume(
          returning: RenderedFrame(number: item.frame, pixels: item.pixels, particles: item.statistics.particles))
      }
    }
  }

  deinit {
    queue.close()
    // The drawing threads end when they have finished their current frame. The caller does not wait for that.
    let (sharedState, frameRenderers, producer) = (sharedState, frameRenderers, producer)
    waitingThread.async {
      producer.release()
      sharedState.giveBack(frameRenderers)
    }
  }

  /// The only lasting reference to a producer. Its release waits for the producer's threads.
  private final class LastReference: @unchecked Sendable {
    private var producer: FrameProducer?

    init(_ producer: FrameProducer) { self.producer = producer }

    func release() { producer = nil }
  }
}
