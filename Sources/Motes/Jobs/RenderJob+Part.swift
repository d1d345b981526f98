import Encoding
import Glibc
import Presets
import Raster

/// How the drawing of a part ended.
package enum PartOutcome: Sendable, Equatable {
  /// The part was whole before.
  case wasWhole
  /// The part is whole now.
  case drawn(frames: Int, bytes: Int)
  /// `progress` asked to stop; nothing of the part is left.
  case stopped
}

extension RenderJob {
  /// Draws and encodes one part, unless it is whole already.
  ///
  /// The part appears at once with its record, however many machines draw it at the same time: all of them write the same bytes.
  /// - Parameters:
  ///   - index: number of the part, from 0.
  ///   - preset: as `loadPreset` has read it.
  ///   - threads: threads that draw; nil for one on each core.
  ///   - clock: seconds since 1970.
  ///   - progress: called after each frame; returns whether to go on.
  /// - Throws: `MediaError`, also one about a part of another plan, and `RenderError`. The folder then says why the attempt failed.
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
        "\(folder.workFolder)/\(JobFolder.digits(index))-\(attempt.host)-\(attempt.process).\(plan.partExtension)"
      let drawn = try encode(plan.frames(ofPart: index), of: preset, threads: threads, to: movie) { state in
        let now = clock()
        if now - lastReport >= PartAttempt.secondsBetweenReports {
          lastReport = now
          (attempt.framesDone, attempt.seconds) = (state.frames, now - began)
          // A shared disk that fails for a moment is no reason to give the part up.
          try? attempt.write(in: folder)
        }
        return progress(state)
      }
      guard let drawn else {
        attempt.remove(in: folder)
        return .stopped
      }
      let record = PartRecord(
        plan: fingerprint, survey: try MoviePartSurvey(of: movie, frameRate: plan.movie.frameRate),
        bytes: drawn.bytes, sha256: try JobFolder.sha256(ofFile: movie), contentLight: drawn.light,
        seconds: clock() - began, host: attempt.host)
      try publish(movie, record, part: index, by: attempt, now: clock())
      return .drawn(frames: record.survey.frames, bytes: record.bytes)
    } catch {
      // A movie that could not be finished may have been kept: parts are whole or absent.
      removeWork(startingWith: "\(JobFolder.digits(index))-\(attempt.host)-\(attempt.process).")
      (attempt.state, attempt.seconds) = (.failed, clock() - began)
      attempt.message = "\(error)"
      try? attempt.write(in: folder)
      throw error
    }
  }

  /// Encodes frames to a movie of their own. Returns nil where `progress` stopped it; nothing is left then.
  private func encode(
    _ frames: ClosedRange<Int>, of preset: Preset, threads: Int?, to path: String, progress: (MovieProgress) -> Bool
  ) throws -> (bytes: Int, light: ContentLight?)? {
    var settings = plan.partSettings
    settings.allowsReplacing = true
    settings.expectedFrames = frames.count
    let renderer = try Renderer(
      preset, format: settings.pixelFormat, colorEncoding: settings.colorEncoding, threads: threads,
      backdrop: try backdrop(for: preset))
    // Light levels belong to the whole movie: each part measures its own, and the join writes the largest.
    let isPQ = plan.movie.colorEncoding.dynamicRange == .pq
    let light = isPQ ? renderer.contentLight(frames: frames) { _ in progress(.none) } : nil
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

  /// Gives a part its name, then its record, which says that it is whole. What other attempts have left of it is removed.
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
      by: "\(attempt.host)-\(attempt.process)")
    for old in PartAttempt.all(in: folder, now: now)
    where old.part == index && (!old.isAlive || old.fileName == attempt.fileName) {
      old.remove(in: folder)
      removeWork(startingWith: "\(JobFolder.digits(index))-\(old.host)-\(old.process).")
    }
  }

  /// Removes unfinished movies whose names begin so; all of them without a beginning.
  func removeWork(startingWith beginning: String = "") {
    for name in folder.names(in: folder.workFolder) where name.hasPrefix(beginning) {
      unlink(folder.workFolder + "/" + name)
    }
  }
}

extension MovieProgress {
  /// Before the first frame.
  fileprivate static let none = MovieProgress(frames: 0, total: 0, bytes: 0, particles: 0)
}

/// This machine's name, as far as it fits into names of files.
func hostName() -> String {
  var bytes = [CChar](repeating: 0, count: 256)
  gethostname(&bytes, bytes.count - 1)
  let name = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  let plain = name.prefix(60).map { byte -> UInt8 in
    let isPlain = byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x2E
    return isPlain ? byte : 0x5F
  }
  return plain.isEmpty ? "host" : String(decoding: plain, as: UTF8.self)
}
