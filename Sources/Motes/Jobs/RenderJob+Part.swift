import Encoding
import Glibc
import Presets
import Raster

/// How the drawing of a part ended.
package enum PartOutcome: Sendable, Equatable {
  /// The part was already whole, or another process has made it whole meanwhile.
  case wasWhole
  /// The part was drawn and is whole now.
  case drawn(frames: Int, bytes: Int)
  /// `progress` asked to stop; nothing of the part was kept.
  case stopped
}

extension RenderJob {
  /// Draws and encodes one part, unless it is whole already.
  ///
  /// Several machines may draw the same part at the same time: all of them write the same bytes, under names of their own, and then rename
  /// the file.
  /// - Parameters:
  ///   - index: number of the part, from 0.
  ///   - preset: the preset that `loadPreset` returned.
  ///   - threads: threads that draw; nil for one on each core.
  ///   - clock: returns the seconds since 1970.
  ///   - progress: called after each frame; returns whether to go on. For a movie in PQ, it is also called while light levels are
  ///     measured, before the first frame is encoded, with all numbers 0.
  /// - Throws: `MediaError`, also if the part's `PartRecord` belongs to another plan, or `RenderError`. The error is also written to
  ///   the attempt's file.
  package func drawPart(
    _ index: Int, of preset: Preset, threads: Int?, clock: () -> Double, progress: (MovieProgress) -> Bool
  ) throws -> PartOutcome {
    if try record(ofPart: index) != nil { return .wasWhole }
    let began = clock()
    var attempt = PartAttempt(part: index, host: hostName(), process: Int(getpid()))
    try attempt.write(in: folder)
    var lastReport = began
    do {
      let movie =
        "\(folder.workFolder)/\(JobFolder.fiveDigits(index))-\(attempt.host)-\(attempt.process).\(plan.partExtension)"
      let drawn = try encode(plan.frames(ofPart: index), of: preset, threads: threads, to: movie) { state in
        let now = clock()
        if now - lastReport >= PartAttempt.secondsBetweenReports {
          lastReport = now
          (attempt.framesDone, attempt.seconds) = (state.frames, now - began)
          // An error is ignored: a shared disk that fails for a moment is no reason to give up the part.
          try? attempt.write(in: folder)
        }
        return progress(state)
      }
      guard let drawn else {
        attempt.remove(in: folder)
        return .stopped
      }
      let record = PartRecord(
        planFingerprint: fingerprint, facts: try MoviePartFacts(of: movie, frameRate: plan.movie.frameRate),
        bytes: drawn.bytes, sha256: try JobFolder.sha256(ofFile: movie), contentLight: drawn.light,
        seconds: clock() - began, host: attempt.host)
      try publish(movie, record, part: index, by: attempt, now: clock())
      return .drawn(frames: record.facts.frameCount, bytes: record.bytes)
    } catch {
      // The writer may have kept an unfinished movie, which no one needs.
      removeWork(startingWith: "\(JobFolder.fiveDigits(index))-\(attempt.host)-\(attempt.process).")
      // During a frame of more than `PartAttempt.staleSeconds` this attempt looks dead. Another process may then have drawn the part, and
      // have removed this attempt's movie.
      if (try? record(ofPart: index)) != nil {
        attempt.remove(in: folder)
        return .wasWhole
      }
      (attempt.state, attempt.seconds) = (.failed, clock() - began)
      attempt.message = "\(error)"
      try? attempt.write(in: folder)
      throw error
    }
  }

  /// Encodes frames into a movie of their own. Returns nil, and leaves no file, if `progress` stopped it.
  private func encode(
    _ frames: ClosedRange<Int>, of preset: Preset, threads: Int?, to path: String, progress: (MovieProgress) -> Bool
  ) throws -> (bytes: Int, light: ContentLight?)? {
    var settings = plan.partSettings
    settings.allowsReplacing = true
    settings.expectedFrames = frames.count
    let renderer = try Renderer(
      preset, format: settings.pixelFormat, colorEncoding: settings.colorEncoding, threads: threads,
      backdrop: try backdrop(for: preset))
    // Each part measures its own light levels; the joined movie gets the largest of them.
    let isPQ = plan.movie.colorEncoding.dynamicRange == .pq
    let light = isPQ ? renderer.contentLight(frames: frames) { _ in progress(.beforeFirstFrame) } : nil
    if isPQ, light == nil { return nil }
    let writer = try MovieWriter(path: path, settings: settings)
    var framesDone = 0
    var isStopped = false
    do {
      try renderer.render(frames: frames) { (frame) throws(MediaError) in
        try writer.append(frame.pixels)
        framesDone += 1
        isStopped = !progress(
          MovieProgress(frames: framesDone, total: frames.count, bytes: writer.bytesWritten, particles: frame.particles)
        )
        return !isStopped
      }
      if isStopped, framesDone < frames.count {
        writer.abandon()
        return nil
      }
      _ = try writer.finish()
    } catch {
      writer.abandon()
      throw error
    }
    return (bytes: writer.bytesWritten, light: light)
  }

  /// Gives a part's movie its final name, and then writes the part's record, which marks the part as whole. Removes the files of this
  /// attempt and of dead attempts.
  private func publish(
    _ movie: String, _ record: PartRecord, part index: Int, by attempt: PartAttempt, now: Double
  ) throws(MediaError) {
    let target = partPath(index)
    guard rename(movie, target) == 0 else {
      throw MediaError(
        .file, "\(movie) cannot be renamed to \(target): \(String(cString: strerror(errno))).", path: target)
    }
    try JobFolder.write(
      record.text, to: folder.part(index, fileExtension: PartRecord.fileExtension),
      temporarySuffix: "\(attempt.host)-\(attempt.process)")
    for old in PartAttempt.all(in: folder, now: now)
    where old.part == index && (!old.isAlive || old.fileName == attempt.fileName) {
      old.remove(in: folder)
      removeWork(startingWith: "\(JobFolder.fiveDigits(index))-\(old.host)-\(old.process).")
    }
  }

  /// Removes the unfinished movies whose names begin with a text; by default all of them.
  func removeWork(startingWith beginning: String = "") {
    for name in folder.names(in: folder.workFolder) where name.hasPrefix(beginning) {
      unlink(folder.workFolder + "/" + name)
    }
  }
}

extension MovieProgress {
  /// The progress while light levels are measured, before the first frame is encoded.
  fileprivate static let beforeFirstFrame = MovieProgress(frames: 0, total: 0, bytes: 0, particles: 0)
}

/// This machine's name, made fit for names of files: at most 60 ASCII letters, digits, full stops, and "_" for all other bytes.
func hostName() -> String {
  var bytes = [CChar](repeating: 0, count: 256)
  gethostname(&bytes, bytes.count - 1)
  let name = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  let plain = name.prefix(60).map { byte -> UInt8 in
    // 0 to 9; a to z in either case, as the bit 0x20 makes letters lower-case; a full stop.
    let isPlain = byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x2E
    return isPlain ? byte : UInt8(ascii: "_")
  }
  return plain.isEmpty ? "host" : String(decoding: plain, as: UTF8.self)
}
