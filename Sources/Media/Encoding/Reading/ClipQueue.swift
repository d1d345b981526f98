import Glibc
import Lanes
import Raster

/// A queue of a clip's frames, which a thread of the queue decodes before they are needed as backgrounds.
///
/// Frames are asked for in ascending order. A background's memory is reused once nothing else refers to it.
package final class ClipQueue: @unchecked Sendable {
  /// A decoded frame.
  package struct Item {
    package let time: ClipFrameTime
    package let background: Background
  }

  package let reader: ClipReader
  /// Protects the mutable properties below, except `backgrounds` and `thread`, and wakes threads that wait for a change of them.
  private let monitor = Monitor()
  /// Decoded frames that have not been asked for yet, in order.
  private var decodedItems: [Item] = []
  /// The number of the first frame in `decodedItems`; if that is empty, of the frame that will be decoded next.
  private var firstDecodedNumber: Int
  private var isFinished = false
  private var isClosed = false
  private var decodingFailure: MediaError?
  /// All backgrounds that were made, from which free memory is reused.
  private var backgrounds: [Background] = []
  private let firstRequestedNumber: Int
  private let lastRequestedNumber: Int
  /// How many decoded frames may wait.
  private let capacity: Int
  private var thread: pthread_t?

  /// The most decoded frames that wait in the queue.
  private static let maximumFrames = 3
  /// The most bytes of the frames that wait; a single frame may take more.
  private static let maximumBytes = 256 << 20

  /// Bytes of a clip's frame: three Floats of 4 bytes for each pixel.
  private static func frameBytes(_ reader: ClipReader) -> Int { 12 * reader.width * reader.height }

  private static func capacity(frameBytes: Int) -> Int { min(max(1, maximumBytes / max(1, frameBytes)), maximumFrames) }

  /// The most memory in bytes that the backgrounds of a clip take: those that wait, one that is being decoded, and those over which frames
  /// are drawn.
  ///
  /// - Parameter drawnFrames: how many frames are drawn at the same time, each over a background.
  package static func bytes(of reader: ClipReader, drawnFrames: Int) -> Double {
    Double(frameBytes(reader)) * Double(capacity(frameBytes: frameBytes(reader)) + 1 + drawnFrames)
  }

  /// Starts decoding. The caller must close the queue in the end: the decoding thread keeps the queue alive until then, or until all frames
  /// are decoded.
  ///
  /// - Parameters:
  ///   - reader: a reader from which no frame has been taken. Only the queue may use it from now on.
  ///   - frames: numbers of the frames that will be asked for, counted from 0. Earlier frames are skipped.
  ///   - threads: threads that may share the work on a frame, including the queue's own.
  package init(_ reader: ClipReader, frames: ClosedRange<Int>, threads: Int = 1) {
    self.reader = reader
    reader.threadCount = min(threads, FrameLightConverter.maximumThreads)
    firstRequestedNumber = frames.lowerBound
    lastRequestedNumber = frames.upperBound
    firstDecodedNumber = frames.lowerBound
    capacity = Self.capacity(frameBytes: Self.frameBytes(reader))
    var thread = pthread_t()
    let work = Unmanaged.passUnretained(self).toOpaque()
    let result = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ClipQueue>.fromOpaque(argument).takeUnretainedValue().decodeAll()
        return nil
      }, work)
    precondition(result == 0, "The system would not start a thread for decoding.")
    self.thread = thread
  }

  deinit {
    close()
    guard let thread else { return }
    // The decoding thread itself may have held the last reference.
    if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
  }

  /// Waits until a frame is decoded, and returns it. Nil if the clip ended earlier, could not be read further, or the queue was
  /// closed before the frame was decoded.
  ///
  /// - Parameter number: the frame's number, counted from 0, greater than in the call before.
  package func frame(_ number: Int) -> Item? {
    monitor.change {
      while true {
        while firstDecodedNumber < number, !decodedItems.isEmpty {
          decodedItems.removeFirst()
          firstDecodedNumber += 1
        }
        if firstDecodedNumber == number, !decodedItems.isEmpty {
          firstDecodedNumber += 1
          return decodedItems.removeFirst()
        }
        if isFinished || isClosed { return nil }
        // Wakes the decoding thread, for which there is room now.
        monitor.broadcast()
        monitor.wait()
      }
    }
  }

  /// Why the clip could not be read further; nil if there was no failure.
  package var failure: MediaError? { monitor.locked { decodingFailure } }

  /// Ends the decoding: no more frames will be asked for.
  package func close() { monitor.change { isClosed = true } }

  /// Decodes all frames that will be asked for, on the decoding thread.
  private func decodeAll() {
    do throws(MediaError) {
      for number in 0...lastRequestedNumber {
        if number >= firstRequestedNumber, !waitForRoom() { return }
        // Stays nil for a frame that is only skipped.
        var makeNextBackground: (() -> Background)?
        if number >= firstRequestedNumber { makeNextBackground = { self.makeBackground() } }
        guard let next = try reader.next(makeNextBackground) else { break }
        guard let background = next.background else {
          if readIsClosed() { return }
          continue
        }
        monitor.change { decodedItems.append(Item(time: next.time, background: background)) }
      }
      finish(nil)
    } catch {
      finish(error)
    }
  }

  private func readIsClosed() -> Bool { monitor.locked { isClosed } }

  /// Waits until there is room for another frame; returns false if the queue was closed.
  private func waitForRoom() -> Bool {
    monitor.locked {
      while decodedItems.count >= capacity && !isClosed { monitor.wait() }
      return !isClosed
    }
  }

  private func finish(_ failure: MediaError?) {
    monitor.change {
      decodingFailure = failure
      isFinished = true
    }
  }

  /// Makes a background of the clip's size, in the memory of an unused background if there is one. Only the decoding thread calls this.
  private func makeBackground() -> Background {
    for index in backgrounds.indices where isKnownUniquelyReferenced(&backgrounds[index]) {
      let memory = backgrounds[index].memory
      let made = Background(width: reader.width, height: reader.height, memory: memory)
      backgrounds[index] = made
      return made
    }
    let made = Background(width: reader.width, height: reader.height)
    backgrounds.append(made)
    return made
  }
}
