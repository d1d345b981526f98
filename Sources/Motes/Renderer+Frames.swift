@preconcurrency import Dispatch
import Raster
import Rendering

extension Renderer {
  /// A range of frames as an asynchronous sequence, drawn a few ahead of the loop that takes them.
  ///
  /// ```swift
  /// for try await frame in renderer.frames(0...59) { print(frame.number, frame.pixels.sha256) }
  /// ```
  ///
  /// The pixels of a frame stay valid for as long as they are kept. Leaving the loop ends the drawing.
  /// - Parameter range: numbers of frames, both ends included; nil for the whole canvas.
  public func frames(_ range: ClosedRange<Int>? = nil) -> Frames {
    Frames(pool: pool, range: range ?? scene.frameRange)
  }

  /// Frames of a renderer in their order. Each loop over the sequence draws them anew.
  public struct Frames: AsyncSequence, Sendable {
    /// A frame with its number.
    public typealias Element = RenderedFrame
    /// The error of a task that was cancelled.
    public typealias Failure = CancellationError

    let pool: RendererPool
    let range: ClosedRange<Int>

    /// Starts the drawing.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: FrameStream(pool: pool, range: range)) }

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

/// Frames of one range, drawn for one loop.
final class FrameStream: @unchecked Sendable {
  let queue: FrameQueue
  private let pool: RendererPool
  private let group: [FrameRenderer]
  private let producer: FrameProducer
  /// The thread that waits for frames, so that none of Swift's own few threads does.
  private let waiting = DispatchQueue(label: "motes.frames")
  /// Memory of the last frame. It is drawn into again when the loop has kept no reference to it.
  private var last: PixelBuffer?

  init(pool: RendererPool, range: ClosedRange<Int>) {
    self.pool = pool
    group = pool.borrow()
    producer = FrameProducer(renderers: group, frames: range)
    queue = producer.queue
  }

  func next() async -> RenderedFrame? {
    await withCheckedContinuation { continuation in
      waiting.async {
        if self.last != nil {
          let isFree = isKnownUniquelyReferenced(&self.last)
          self.queue.giveBack(isFree ? self.last! : self.group[0].makeBuffer())
          self.last = nil
        }
        guard let item = self.queue.takeFilled() else { return continuation.resume(returning: nil) }
        self.last = item.pixels
        continuation.resume(
          returning: RenderedFrame(number: item.frame, pixels: item.pixels, particles: item.statistics.particles))
      }
    }
  }

  deinit {
    queue.close()
    // The drawing threads end within a frame; the caller need not wait for them.
    let (pool, group, ending) = (pool, group, Ending(producer))
    waiting.async {
      ending.finish()
      pool.giveBack(group)
    }
  }

  /// The last reference to a producer, whose release waits for its threads.
  private final class Ending: @unchecked Sendable {
    private var producer: FrameProducer?

    init(_ producer: FrameProducer) { self.producer = producer }

    func finish() { producer = nil }
  }
}
