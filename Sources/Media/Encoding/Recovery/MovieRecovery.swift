import CFFmpeg
import Glibc
import Model
import Raster

/// Makes a movie of the file `name.mp4.partial` that an interrupted run left. The packets of its frames are copied, and the packets of its
/// sound and subtitles up to the end of the last frame. `Leftover` says what formats leave.
package enum MovieRecovery {
  /// A movie that was recovered.
  package struct Outcome: Sendable, Equatable {
    /// Path of the movie.
    package let path: String
    /// How many frames the movie has.
    package let frames: Int
    /// Frames a second, on average if the frames' durations vary, as over some footage; 0 for a still picture without a duration.
    package let frameRate: Rational
    /// The movie's length in seconds.
    package let duration: Rational
  }

  /// Recovers a movie, which gets the partial file's name without `.partial`, and removes the partial file.
  ///
  /// A broken end is cut off: the movie ends before the first missing frame.
  /// - Parameters:
  ///   - partialPath: path of the partial file.
  ///   - allowsReplacing: whether an existing movie may be replaced.
  /// - Throws: `MediaError` if the file is no partial file of a movie, if a process is still writing it, if it has no whole
  ///   frame, or if the target exists. The partial file then keeps its frames.
  package static func recover(
    partial partialPath: String, allowsReplacing: Bool = false
  ) throws(MediaError) -> Outcome {
    guard let target = PartialFile.target(ofPartial: partialPath) else {
      // Perhaps the path is the movie's own: the error then names the movie's partial file.
      let partial = PartialFile.partialPath(for: partialPath)
      throw MediaError(
        .settings,
        "\(partialPath) is not a partial movie: such files end in .partial."
          + (PartialFile.isFile(partial) ? " There is \(partial)." : ""), path: partialPath)
    }
    try PartialFile.checkExists(partialPath, target: target)
    guard let container = Container(forFile: target) else {
      throw MediaError(
        .settings,
        "\(partialPath) does not have the name of a movie; the extensions of movies are \(Codec.extensionList).",
        path: partialPath)
    }
    if case .samples = container.leftover {
      throw MediaError(
        .settings,
        "\(partialPath) holds samples without a header, which need no recovery: rename it to \(target). "
          + "If its render was killed, the last frame may be incomplete.", path: partialPath)
    }
    let file = try PartialFile(leftBeside: target, allowsReplacing: allowsReplacing)
    do {
      switch container.leftover {
      case .fileAtEnd: return try nameWholeFile(file, container)
      case .equalFrames: return try cut(file, container)
      case .frames, .framesAtEnd, .samples:
        let outcome = try copy(file, container)
        file.discard()
        return outcome
      }
    } catch {
      try? file.keep()
      throw MediaError(error, doing: "recover \(partialPath)", path: target)
    }
  }

  /// Copies the undamaged packets of a partial file into a finished movie at its target.
  private static func copy(_ file: PartialFile, _ container: Container) throws -> Outcome {
    quietLibraries()
    let survey = try PartialSurvey(path: file.partialPath, container: container)
    // The muxer of AVIF reads through a null pointer where the samples' layout is unknown. No demuxer states it for MP4 and Matroska, whose
    // muxers do not need it.
    guard survey.frameCount > 0, let parameters = survey.parameters,
      container.frontIndexKind != nil || parameters.pointee.format >= 0
    else { throw nothingFound(file, container) }
    let descriptor = try file.createFinishingFile()
    defer { close(descriptor) }
    do {
      // This `cutsAtVideoEnd` has no effect: `Remux` uses only the one of its own, below.
      let sound = StreamCopy(path: file.partialPath, copiesAllStreams: true, cutsAtVideoEnd: true, keepsTimes: true)
      let remux = Remux(
        container: container, fourCC: .ofParameters, partialPath: file.partialPath, parameters: parameters,
        frameRate: survey.frameRate, timeBaseAndAspect: survey.timeBaseAndAspect,
        otherStreams: survey.hasMoreStreams ? sound : nil,
        lastFrame: survey.lastFrame, cutsAtVideoEnd: !survey.isWhole, contentLight: survey.contentLight,
        packetCount: survey.frameCount, ignoresFurtherPackets: true)
      _ = try remux.write(to: descriptor)
      try file.publish(fileAt: file.finishingCopyPath, descriptor: descriptor)
    } catch {
      unlink(file.finishingCopyPath)
      throw error
    }
    return outcome(file, survey)
  }

  private static func outcome(_ file: PartialFile, _ survey: PartialSurvey) -> Outcome {
    Outcome(
      path: file.targetPath, frames: survey.frameCount,
      frameRate: Rational(Int64(survey.frameRate.num), Int64(survey.frameRate.den)),
      duration: Rational(survey.lastFrame.start + survey.lastFrame.duration) * survey.timeBaseAndAspect.tick)
  }

  private static func nothingFound(_ file: PartialFile, _ container: Container) -> MediaError {
    MediaError(
      .file,
      "\(file.partialPath) has no whole frame: nothing can be recovered."
        + (container.leftover.isEmptyUntilEnd
          ? " Frames of \(container.title) are written when a render ends or is stopped, so one that is killed leaves none."
          : ""),
      path: file.targetPath)
  }

  // MARK: Partial files that become the movie themselves

  /// Cuts the partial file off after its last whole frame, and gives it the target's name.
  private static func cut(_ file: PartialFile, _ container: Container) throws -> Outcome {
    let survey = try PartialSurvey(path: file.partialPath, container: container)
    // The header is the first line. Each frame has a line of its own before its samples.
    let header = PartialSurvey.bytes(of: file.partialPath, count: 4_096, fromEnd: false).bytes
    guard survey.frameCount > 0, let lineEnd = header.firstIndex(of: UInt8(ascii: "\n")) else {
      throw nothingFound(file, container)
    }
    let frameBytes = Y4MHeader.frameHeader.utf8.count + survey.firstPacketBytes
    try checkSystem("ftruncate", ftruncate(file.descriptor, lineEnd + 1 + survey.frameCount * frameBytes))
    try file.commit()
    return outcome(file, survey)
  }

  /// Gives a partial file that is a whole animated WebP the target's name.
  private static func nameWholeFile(_ file: PartialFile, _ container: Container) throws -> Outcome {
    // The size that a file states has 32 bits.
    guard
      let durations = WebPAnimation.durations(
        ofFile: try contents(of: file.partialPath, maximumBytes: Int(UInt32.max), expectedBeginning: Array("RIFF".utf8))
      )
    else { throw nothingFound(file, container) }
    try file.commit()
    let duration = Rational(Int64(durations.reduce(0, +)), 1_000)
    return Outcome(
      path: file.targetPath, frames: durations.count,
      frameRate: duration > .zero ? Rational(Int64(durations.count)) / duration : .zero, duration: duration)
  }
}
