import Glibc
import Lanes
import Raster

/// Frames of a clip, decoded ahead by a thread of its own for those that draw over them.
///
/// Frames are asked for in ascending order. Memory is used again once nobody refers to the background that had it.
package final class ClipQueue: @unchecked Sendable {
  /// A decoded frame.
  package struct Item {
    package let time: ClipFrameTime
    package let background: Background
  }

  package let reader: ClipReader
  /// Protects what follows, and tells that it has changed.
  private let monitor = Monitor()
  /// Decoded frames that nobody has asked for, in their order.
  private var filled: [Item] = []
  /// The number of the first of them, or of the next that will be decoded.
  private var firstFilledNumber: Int
  private var isFinished = false
  private var isClosed = false
  private var firstFailure: MediaError?
  /// Every background there is, to find memory that is free again.
  private var backgrounds: [Background] = []
  private let firstRequestedNumber: Int
  private let lastRequestedNumber: Int
  private let capacity: Int
  private var thread: pthread_t?

  /// The most frames that wait to be drawn on.
  private static let maximumFrames = 3
  /// Bytes that these should not exceed.
  private static let maximumBytes = 256 << 20

  /// Bytes of a clip's frame: three Floats for each pixel.
  private static func frameBytes(_ reader: ClipReader) -> Int { 12 * reader.width * reader.height }

  private static func capacity(frameBytes: Int) -> Int { min(max(1, maximumBytes / max(1, frameBytes)), maximumFrames) }

  /// The most bytes that the frames of a clip take in memory: those that wait, one that is being decoded, and those that are drawn on.
  ///
  /// - Parameter drawnFrames: how many frames are drawn at a time.
  package static func bytes(of reader: ClipReader, drawnFrames: Int) -> Double {
    Double(frameBytes(reader)) * Double(capacity(frameBytes: frameBytes(reader)) + 1 + drawnFrames)
  }

  /// Starts decoding. The queue must be closed: the decoding thread keeps it alive until then, or until all frames are decoded.
  ///
  /// - Parameters:
  ///   - reader: of which no frame has been taken yet, and which is the queue's from now on.
  ///   - frames: numbers of frames, counted from 0; those before are passed over.
  ///   - threads: threads that may share the work on a frame, that of the queue included.
  package init(_ reader: ClipReader, frames: ClosedRange<Int>, threads: Int = 1) {
    self.reader = reader
    reader.threadCount = min(threads, FrameLight.maximumThreads)
    firstRequestedNumber = frames.lowerBound
    lastRequestedNumber = frames.upperBound
    firstFilledNumber = frames.lowerBound
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
    if let thread { pthread_join(thread, nil) }
  }

  /// A frame, as soon as it is decoded; nil if the clip ended earlier or could not be read further, and after
  /// `close` for what is not decoded yet.
  ///
  /// - Parameter number: counted from 0, greater than that of the call before.
  package func frame(_ number: Int) -> Item? {
    monitor.change {
      while true {
        while firstFilledNumber < number, !filled.isEmpty {
          filled.removeFirst()
          firstFilledNumber += 1
        }
        if firstFilledNumber == number, !filled.isEmpty {
          firstFilledNumber += 1
          return filled.removeFirst()
        }
        if isFinished || isClosed { return nil }
        monitor.signal()
        monitor.wait()
      }
    }
  }

  /// Why the clip could not be read further; nil if it could.
  package var failure: MediaError? { monitor.locked { firstFailure } }

  /// Ends the decoding: no more frames are wanted.
  package func close() { monitor.change { isClosed = true } }

  /// Work of the decoding thread.
  private func decodeAll() {
    do throws(MediaError) {
      for number in 0...lastRequestedNumber {
        if number >= firstRequestedNumber, !waitForRoom() { return }
        var make: (() -> Background)?
        if number >= firstRequestedNumber { make = { self.makeBackground() } }
        guard let next = try reader.next(make) else { break }
        guard let background = next.background else {
          if isStopped { return }
          continue
        }
        monitor.change { filled.append(Item(time: next.time, background: background)) }
      }
      finish(nil)
    } catch {
      finish(error)
    }
  }

  private var isStopped: Bool { monitor.locked { isClosed } }

  /// Waits until another frame may be decoded; false when none is wanted.
  private func waitForRoom() -> Bool {
    monitor.locked {
      while filled.count >= capacity && !isClosed { monitor.wait() }
      return !isClosed
    }
  }

  private func finish(_ failure: MediaError?) {
    monitor.change {
      firstFailure = failure
      isFinished = true
    }
  }

  /// A background of the clip's size, in memory that nobody uses any more where there is such. Only the decoding thread calls it.
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
