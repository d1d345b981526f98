import Lanes
import Model
import Raster

/// A bounded queue of finished frames between the threads that draw and the thread that encodes.
///
/// The buffers are a fixed pool: a drawing thread waits while all are in use, so memory does not grow even if the encoder is
/// slow. Drawing threads get frame numbers in order, each together with a buffer, so that the frame that the encoder wants next
/// always has a buffer. The encoder gets the frames in order, whichever is finished first. Closing the queue wakes all waiting
/// threads.
package final class FrameQueue: @unchecked Sendable {
  /// A finished frame.
  package struct Item {
    /// Frame number.
    package let frame: Int
    package let pixels: PixelBuffer
    package let statistics: FrameStatistics

    package init(frame: Int, pixels: PixelBuffer, statistics: FrameStatistics) {
      self.frame = frame
      self.pixels = pixels
      self.statistics = statistics
    }
  }

  /// Protects everything below, and wakes waiting threads when a buffer has become free or filled, or the queue has been closed.
  private let monitor = Monitor()
  /// Buffers that no thread uses.
  private var freeBuffers: [PixelBuffer]
  /// Finished frames, in the order in which they were finished.
  private var finishedFrames: [Item] = []
  private var isClosed = false
  /// The last frame to be drawn.
  private var lastFrame: Int
  /// Difference between the numbers of successive frames.
  private let step: Int
  /// The next frame to be drawn.
  private var nextDrawnFrame: Int
  /// The next frame to be taken by the encoder.
  private var nextTakenFrame: Int

  /// - Parameters:
  ///   - frames: the frames to be drawn.
  ///   - capacity: number of buffers.
  ///   - makeBuffer: makes one buffer; it is called `capacity` times.
  package init(frames: FrameSequence, capacity: Int, makeBuffer: () -> PixelBuffer) {
    precondition(capacity > 0, "A frame queue needs at least one buffer.")
    freeBuffers = (0..<capacity).map { _ in makeBuffer() }
    finishedFrames.reserveCapacity(capacity)
    nextDrawnFrame = frames.first
    nextTakenFrame = frames.first
    lastFrame = frames.last
    step = frames.step
  }

  /// The next frame to draw and memory for it; nil once all have been given out or the queue has been closed.
  package func takeFrameToDraw() -> (frame: Int, pixels: PixelBuffer)? {
    monitor.locked {
      while freeBuffers.isEmpty && !isClosed && nextDrawnFrame <= lastFrame { monitor.wait() }
      if isClosed || nextDrawnFrame > lastFrame { return nil }
      defer { nextDrawnFrame += step }
      return (nextDrawnFrame, freeBuffers.removeLast())
    }
  }

  /// Shortens the queue's frames, because `frame` has turned out not to exist: only frames with lower numbers are drawn and taken.
  package func end(before frame: Int) { monitor.change { lastFrame = min(lastFrame, frame - 1) } }

  /// Hands over a finished frame.
  package func put(_ item: Item) { monitor.change { finishedFrames.append(item) } }

  /// The next frame in order; nil after the last frame, or if the queue has been closed and the next frame is not finished.
  package func takeFinishedFrame() -> Item? {
    monitor.locked {
      while nextTakenFrame <= lastFrame {
        if let index = finishedFrames.firstIndex(where: { $0.frame == nextTakenFrame }) {
          nextTakenFrame += step
          return finishedFrames.remove(at: index)
        }
        if isClosed { break }
        monitor.wait()
      }
      return nil
    }
  }

  /// Returns the buffer of a taken frame to the pool.
  package func giveBack(_ pixels: PixelBuffer) { monitor.change { freeBuffers.append(pixels) } }

  /// Closes the queue. The encoder calls it if it wants no more frames, the drawing side if no more frames will come.
  package func close() { monitor.change { isClosed = true } }
}
