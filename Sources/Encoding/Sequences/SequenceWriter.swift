@preconcurrency import Dispatch
import Glibc
import Raster
import Synchronization

/// Writes numbered pictures, each whole or absent, and goes on where an earlier run ended.
///
/// Several pictures are encoded at a time, beside the drawing. What is whole is kept in a record beside the pictures
/// (`SequencePattern.recordPath`), by which the next run leaves them as they are. One thread appends.
public final class SequenceWriter: @unchecked Sendable {
  /// Numbers of the frames that are not whole yet, ascending.
  public let missingFrames: [Int]
  /// How many of the frames were whole already, from earlier runs.
  public let framesFromEarlierRuns: Int

  private let pattern: SequencePattern
  private let settings: PictureSettings
  private let allowsReplacing: Bool
  /// Frames in the record: an earlier run wrote their files, or was about to. They may be replaced.
  private let knownFrames: Set<Int>
  private let queue = DispatchQueue(label: "motes.pictures", attributes: .concurrent)
  /// As many as pictures are encoded at a time.
  private let slots: DispatchSemaphore
  private let slotCount: Int
  private let state: Mutex<State>

  private struct State: Sendable {
    let record: SequenceRecord
    /// Memory for frames that wait to be encoded.
    var idle: [PixelBuffer] = []
    var failure: MediaError?
    var frames = 0
    var bytes = 0
  }

  /// Opens a sequence, and looks which of its frames are whole.
  ///
  /// - Parameters:
  ///   - pattern: names of the pictures, whose folder exists.
  ///   - settings: format and quality.
  ///   - facts: all that decides what the pictures look like. A sequence with other facts is refused.
  ///   - frames: numbers of the frames, ascending.
  ///   - restarts: whether frames that are whole are drawn anew, and those of a sequence with other facts removed.
  ///   - allowsReplacing: whether pictures of the same names may be replaced that this sequence's record does not know.
  ///   - threads: pictures that are encoded at a time.
  /// - Throws: `MediaError`: another process draws the sequence, other facts, files in the way, a folder that cannot be written.
  public init(
    _ pattern: SequencePattern, settings: PictureSettings, facts: [SequenceFact], frames: [Int], restarts: Bool = false,
    allowsReplacing: Bool = false, threads: Int
  ) throws(MediaError) {
    let record = try SequenceRecord(pattern.recordPath)
    do {
      if let old = record.facts, old != facts, !restarts {
        throw MediaError(
          .exists,
          "The pictures of \(pattern.text) were drawn otherwise: \(SequenceFact.differences(old, facts)). --restart removes "
            + "them and draws all anew; another name keeps both.", path: record.path)
      }
      let isNew = restarts || record.facts == nil
      missingFrames = isNew ? frames : frames.filter { !Self.isWhole($0, pattern, record) }
      knownFrames = Set(record.entries.keys)
      if !allowsReplacing { try Self.refuseForeign(missingFrames, besides: knownFrames, pattern) }
      if isNew {
        Self.removePictures(of: record, pattern)
        try record.begin(facts)
      }
    } catch {
      record.removeIfEmpty()
      throw MediaError(error, doing: "begin the sequence \(pattern.text)", path: pattern.text)
    }
    framesFromEarlierRuns = frames.count - missingFrames.count
    self.pattern = pattern
    self.settings = settings
    self.allowsReplacing = allowsReplacing
    slotCount = max(threads, 1)
    slots = DispatchSemaphore(value: slotCount)
    state = Mutex(State(record: record))
  }

  /// Whether a frame's picture is what the record says. What an earlier run left half written is removed.
  private static func isWhole(_ frame: Int, _ pattern: SequencePattern, _ record: SequenceRecord) -> Bool {
    guard let entry = record.entries[frame] else { return false }
    let path = pattern.path(ofFrame: frame)
    unlink(partialPath(of: path))
    guard let bytes = try? contents(of: path, maximumBytes: entry.bytes) else { return false }
    return SequenceRecord.Entry(bytes) == entry
  }

  /// Refuses to replace pictures that no run of this sequence wrote.
  private static func refuseForeign(_ frames: [Int], besides known: Set<Int>, _ pattern: SequencePattern) throws {
    let foreign = frames.filter { frame in
      if known.contains(frame) { return false }
      var status = stat()
      return lstat(pattern.path(ofFrame: frame), &status) == 0
    }
    guard let first = foreign.first else { return }
    let others = foreign.count == 1 ? "" : " and \(foreign.count - 1) more of the names"
    throw MediaError(
      .exists,
      "\(pattern.path(ofFrame: first))\(others) already \(foreign.count == 1 ? "exists" : "exist"), from something else than "
        + "this sequence, and \(foreign.count == 1 ? "is" : "are") not replaced without --force.",
      path: pattern.path(ofFrame: first))
  }

  /// Removes the pictures that the record knows: those that are not drawn again would stay among the new ones. A file of another size
  /// than the record says is left here; it is replaced if its frame is drawn again.
  private static func removePictures(of record: SequenceRecord, _ pattern: SequencePattern) {
    for (frame, entry) in record.entries {
      let path = pattern.path(ofFrame: frame)
      unlink(partialPath(of: path))
      var status = stat()
      if stat(path, &status) == 0, Int(status.st_size) == entry.bytes { unlink(path) }
    }
  }

  /// Where a picture is written before it gets its name.
  private static func partialPath(of path: String) -> String { path + ".partial" }

  /// Frames written by this run so far.
  public var framesWrittenNow: Int { state.withLock(\.frames) }
  /// Bytes of the pictures that this run has written so far.
  public var bytesWritten: Int { state.withLock(\.bytes) }

  /// Takes a frame, which is encoded and written by another thread. The buffer may be drawn into again as soon as this returns.
  ///
  /// - Parameters:
  ///   - frame: in the settings' `pixelFormat`.
  ///   - number: one of `missingFrames`.
  /// - Throws: the first error of an earlier frame, if there is one.
  public func append(_ frame: PixelBuffer, number: Int) throws(MediaError) {
    slots.wait()
    let taken = state.withLock { state -> Result<PixelBuffer?, MediaError> in
      if let failure = state.failure { return .failure(failure) }
      return .success(state.idle.popLast())
    }
    let copy: PixelBuffer
    do {
      copy = try taken.get() ?? PixelBuffer(format: frame.format, width: frame.width, height: frame.height)
    } catch {
      slots.signal()
      throw error
    }
    copy.copy(PixelRect(x: 0, y: 0, width: frame.width, height: frame.height), from: frame)
    queue.async {
      self.encode(copy, number: number)
      self.slots.signal()
    }
  }

  /// Encodes and writes a frame, on one of the queue's threads.
  private func encode(_ frame: PixelBuffer, number: Int) {
    do {
      let bytes = try PictureWriter.bytes(of: frame, settings)
      try write(bytes, number: number)
      state.withLock { state in
        state.idle.append(frame)
        state.frames += 1
        state.bytes += bytes.count
      }
    } catch {
      let path = pattern.path(ofFrame: number)
      var error = MediaError(error, doing: "write \(path)", path: path)
      error.frame = number
      state.withLock { $0.failure = $0.failure ?? error }
    }
  }

  /// Writes a picture: first its line in the record, then its bytes, then its name.
  private func write(_ bytes: [UInt8], number: Int) throws {
    let isKnown = knownFrames.contains(number)
    let entry = SequenceRecord.Entry(bytes)
    try state.withLock { try $0.record.note(frame: number, entry) }
    do {
      try Self.write(bytes, to: pattern.path(ofFrame: number), allowsReplacing: allowsReplacing || isKnown)
    } catch {
      // A file of this name that has appeared, or will appear, is not this sequence's.
      if !isKnown { state.withLock { $0.record.takeBack(frame: number) } }
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to path: String, allowsReplacing: Bool) throws {
    let partial = partialPath(of: path)
    let descriptor = try checkSystem(
      "open", open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666))
    do {
      defer { close(descriptor) }
      try bytes.withUnsafeBytes { try writeAll($0, to: descriptor) }
      try checkSystem("fsync", fsync(descriptor))
      if allowsReplacing {
        try checkSystem("rename", rename(partial, path))
      } else {
        try PartialFile.renameWithoutReplacing(partial, path)
      }
    } catch {
      unlink(partial)
      throw error
    }
  }

  /// Waits until all frames that were appended are written, and lets other processes draw the sequence. Nothing may be appended
  /// afterwards.
  ///
  /// - Throws: the first `MediaError` of any frame. Those that are whole stay, and the next run goes on from them.
  public func finish() throws(MediaError) {
    for _ in 0..<slotCount { slots.wait() }
    // A semaphore whose value is less than its first one must not be freed: libdispatch stops the process.
    for _ in 0..<slotCount { slots.signal() }
    defer { state.withLock { $0.record.close() } }
    if let failure = state.withLock(\.failure) { throw failure }
    do {
      try state.withLock { try $0.record.sync() }
      try syncFolder(folder(of: pattern.recordPath))
    } catch {
      throw MediaError(error, doing: "finish the sequence \(pattern.text)", path: pattern.text)
    }
  }
}
