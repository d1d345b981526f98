import CFFmpeg
import Glibc
import Model
import Raster

/// Makes a movie of the file `name.mp4.partial` that an interrupted run left. The packets of its frames are copied, and the packets of its
/// sound and subtitles up to the end of the last frame.
public enum MovieRecovery {
  /// A movie that was recovered.
  public struct Outcome: Sendable, Equatable {
    /// Path of the movie.
    public let path: String
    /// How many frames the movie has.
    public let frames: Int
    /// Frames a second, on average if the frames' durations vary, as over some footage.
    public let frameRate: Rational
    /// The movie's length in seconds.
    public let duration: Rational
  }

  /// Recovers a movie, which gets the partial file's name without `.partial`, and removes the partial file.
  ///
  /// A broken end is cut off: the movie ends before the first missing frame.
  /// - Parameters:
  ///   - partialPath: path of the partial file.
  ///   - allowsReplacing: whether an existing movie may be replaced.
  /// - Throws: `MediaError` if the file is no partial file of a movie, if a process is still writing it, if it has no whole
  ///   frame, or if the target exists. The partial file is then left unchanged.
  public static func recover(
    partial partialPath: String, allowsReplacing: Bool = false
  ) throws(MediaError) -> Outcome {
    guard let target = PartialFile.target(ofPartial: partialPath) else {
      // Perhaps the path is the movie's own: the error then names the movie's partial file.
      let partial = PartialFile.partialPath(for: partialPath)
      throw MediaError(
        .settings,
        "\(partialPath) is not what a render leaves: such files end in .partial."
          + (PartialFile.isFile(partial) ? " There is \(partial)." : ""), path: partialPath)
    }
    try PartialFile.checkExists(partialPath, target: target)
    let fileExtension = pathExtension(of: target)
    guard let container = Codec.all.lazy.compactMap({ $0.container(forExtension: fileExtension) }).first else {
      throw MediaError(
        .settings, "\(partialPath) is no movie by its name; the extensions of movies are \(Codec.extensionList).",
        path: partialPath)
    }
    let file = try PartialFile(leftBeside: target, allowsReplacing: allowsReplacing)
    do {
      let outcome = try copy(file, container)
      file.discard()
      return outcome
    } catch {
      try? file.keep()
      throw MediaError(error, doing: "recover \(partialPath)", path: target)
    }
  }

  /// Copies the undamaged packets of a partial file into a finished movie at its target.
  private static func copy(_ file: PartialFile, _ container: Container) throws -> Outcome {
    quietLibraries()
    // The kind of index that a finished movie has at its front (moov, Cues) determines the demuxer that reads the partial file.
    let survey = try PartialSurvey(path: file.partialPath, frontIndexKind: container.frontIndexKind)
    guard survey.frameCount > 0, let parameters = survey.parameters else {
      throw MediaError(
        .file, "\(file.partialPath) has no whole frame: nothing can be recovered.", path: file.targetPath)
    }
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
    return Outcome(
      path: file.targetPath, frames: survey.frameCount,
      frameRate: Rational(Int64(survey.frameRate.num), Int64(survey.frameRate.den)),
      duration: Rational(survey.lastFrame.start + survey.lastFrame.duration) * survey.timeBaseAndAspect.tick)
  }
}
