@preconcurrency import Dispatch
import Glibc
import Raster
import Synchronization

/// Writes numbered pictures, each whole or absent, and goes on where an earlier run ended.
///
/// Several pictures are encoded at a time, concurrently with drawing. A record beside the pictures (`SequencePattern.recordPath`) lists the
/// whole ones, which the next run leaves as they are. Only one thread may append.
package final class SequenceWriter: @unchecked Sendable {
  /// Numbers of the frames that have no whole picture yet, ascending.
  package let missingFrames: [Int]
  /// How many of the frames have whole pictures from earlier runs.
  package let framesFromEarlierRuns: Int

  private let pattern: SequencePattern
  private let settings: PictureSettings
  private let allowsReplacing: Bool
  /// Frames that the record lists. An earlier run wrote their files, or was about to, so that this run may replace them.
  private let recordedFrames: Set<Int>
  private let queue = DispatchQueue(label: "motes.pictures", attributes: .concurrent)
  /// Limits how many pictures are encoded at a time.
  private let slots: DispatchSemaphore
  private let slotCount: Int
  private let state: Mutex<State>

  private struct State: Sendable {
    let record: SequenceRecord
    /// Buffers whose frames were written, for reuse.
    var idleBuffers: [PixelBuffer] = []
    var failure: MediaError?
    var framesWritten = 0
    var bytesWritten = 0
  }

  /// Opens a sequence, and checks which of its frames have whole pictures.
  ///
  /// - Parameters:
  ///   - pattern: names of the pictures. Their folder must exist.
  ///   - settings: format and quality.
  ///   - facts: everything that decides what the pictures look like. An existing sequence with other facts is refused.
  ///   - frames: numbers of the frames, ascending.
  ///   - restarts: whether all frames are drawn again. Existing pictures of the sequence are then removed, also if their facts differ.
  ///   - allowsReplacing: whether files that this sequence's record does not know may be replaced.
  ///   - threads: how many pictures are encoded at a time.
  /// - Throws: `MediaError` if another process draws the sequence, if its facts differ, if files are in the way, or if the folder cannot be
  ///   written.
  package init(
    _ pattern: SequencePattern, settings: PictureSettings, facts: [SequenceFact], frames: [Int], restarts: Bool = false,
    allowsReplacing: Bool = false, threads: Int
  ) throws(MediaError) {
    let record = try SequenceRecord(pattern.recordPath)
    do {
      if let old = record.facts, old != facts, !restarts {
        throw MediaError(
          .exists,
          "The pictures of \(pattern.text) were drawn with other settings: \(SequenceFact.differences(old, facts)). --restart removes "
            + "them and draws all again; another name keeps both.", path: record.path)
      }
      let isNew = restarts || record.facts == nil
      missingFrames = isNew ? frames : frames.filter { !Self.isWhole($0, pattern, record) }
      recordedFrames = Set(record.entries.keys)
      if !allowsReplacing { try Self.refuseForeignFiles(of: missingFrames, recordedFrames: recordedFrames, pattern) }
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

  /// Whether a frame's picture is what the record says. Removes a half-written file that an earlier run left.
  private static func isWhole(_ frame: Int, _ pattern: SequencePattern, _ record: SequenceRecord) -> Bool {
    guard let entry = record.entries[frame] else { return false }
    let path = pattern.path(ofFrame: frame)
    unlink(PartialFile.partialPath(for: path))
    guard let bytes = try? contents(of: path, maximumBytes: entry.bytes) else { return false }
    return SequenceRecord.Entry(bytes) == entry
  }

  /// Refuses to replace files that no run of this sequence wrote.
  private static func refuseForeignFiles(
    of frames: [Int], recordedFrames: Set<Int>, _ pattern: SequencePattern
  ) throws {
    let foreign = frames.filter { frame in
      if recordedFrames.contains(frame) { return false }
      var status = stat()
      return lstat(pattern.path(ofFrame: frame), &status) == 0
    }
    guard let first = foreign.first else { return }
    let others = foreign.count == 1 ? "" : " and \(foreign.count - 1) more of the names"
    throw MediaError(
      .exists,
      "\(pattern.path(ofFrame: first))\(others) already \(foreign.count == 1 ? "exists" : "exist") but \(foreign.count == 1 ? "does" : "do") not belong to "
        + "this sequence, and \(foreign.count == 1 ? "is" : "are") not replaced without --force.",
      path: pattern.path(ofFrame: first))
  }

  /// Removes the pictures that the record lists, so that none stays among the new ones. A file whose size differs from the record stays
  /// until its frame is drawn again.
  private static func removePictures(of record: SequenceRecord, _ pattern: SequencePattern) {
    for (frame, entry) in record.entries {
      let path = pattern.path(ofFrame: frame)
      unlink(PartialFile.partialPath(for: path))
      var status = stat()
      if stat(path, &status) == 0, Int(status.st_size) == entry.bytes { unlink(path) }
    }
  }

  /// Frames written by this run so far.
  package var framesWrittenNow: Int { state.withLock(\.framesWritten) }
  /// Bytes of the pictures that this run has written so far.
  package var bytesWritten: Int { state.withLock(\.bytesWritten) }

  /// Copies a frame; another thread encodes and writes the copy. The frame's buffer may be drawn into again as soon as this returns.
  ///
  /// - Parameters:
  ///   - frame: the frame, in the settings' `pixelFormat`.
  ///   - number: the frame's number, one of `missingFrames`.
  /// - Throws: the first error of an earlier frame, if there is one.
  package func append(_ frame: PixelBuffer, number: Int) throws(MediaError) {
    slots.wait()
    let idleBuffer = state.withLock { state -> Result<PixelBuffer?, MediaError> in
      if let failure = state.failure { return .failure(failure) }
      return .success(state.idleBuffers.popLast())
    }
    let copy: PixelBuffer
    do {
      copy = try idleBuffer.get() ?? PixelBuffer(format: frame.format, width: frame.width, height: frame.height)
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
        state.idleBuffers.append(frame)
        state.framesWritten += 1
        state.bytesWritten += bytes.count
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
    let isRecorded = recordedFrames.contains(number)
    let entry = SequenceRecord.Entry(bytes)
    try state.withLock { try $0.record.addEntry(frame: number, entry) }
    do {
      try Self.write(bytes, to: pattern.path(ofFrame: number), allowsReplacing: allowsReplacing || isRecorded)
    } catch {
      // A file of this name that exists now or later was not written by this sequence, so the record must not list it.
      if !isRecorded { state.withLock { $0.record.revokeEntry(frame: number) } }
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to path: String, allowsReplacing: Bool) throws {
    let partial = PartialFile.partialPath(for: path)
    let descriptor = try checkSystem(
      "open", open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, PartialFile.newFileMode))
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

  /// Waits until all appended frames are written, and unlocks the sequence for other processes. Nothing may be appended afterwards.
  ///
  /// - Throws: the first `MediaError` of any frame. Whole pictures stay, and the next run continues with the others.
  package func finish() throws(MediaError) {
    for _ in 0..<slotCount { slots.wait() }
    // libdispatch stops the process when a semaphore is freed whose value is less than its initial one.
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
