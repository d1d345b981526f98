import ArgumentParser
import Glibc
import Motes

/// The arguments of a movie that is drawn over footage or gets sound.
struct FootageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Footage to draw over. Its size, rate and length become the movie's, its sound and subtitles are copied; layers with the \
      role backdrop are left out.
      """, valueName: "clip"))
  var over: String?

  @OptionGroup var effect: EffectTimingOptions

  @Option(
    help: ArgumentHelp(
      "A file whose sound is copied into the movie, in place of the clip's; none for no sound.", valueName: "track"))
  var audio: String?

  /// The value of `--audio` for a movie with neither the clip's sound nor its subtitles.
  private static let noSound = "none"

  func validate() throws {
    guard over == nil else { return }
    try effect.checkThatNoneIsGiven()
    if audio == Self.noSound { throw ValidationError("--audio none: without --over there is no sound to leave out.") }
  }

  /// Opens the clip of `--over` and prints notes about it; nil without `--over`.
  func openClip(quiet: Bool) throws -> ClipReader? {
    guard let over else { return nil }
    let reader = try ClipReader(over)
    if !quiet {
      for note in reader.notes { Terminal.printError("motes: \(over): \(note)") }
      if reader.pixelAspect != .one {
        Terminal.printError(
          "motes: \(over): its pixels are not square (\(reader.pixelAspect)), so the effect is stretched with them."
        )
      }
    }
    return reader
  }

  /// The clip as footage under a preset, which was loaded at the clip's size.
  func footage(_ reader: ClipReader, canvas: Canvas) throws -> Footage {
    Footage(reader, canvas: canvas, begin: try effect.beginSeconds, fade: try effect.fadeSeconds)
  }

  /// What is copied into the movie: the sound that `--audio` names, or the clip's own sound and subtitles; nil for nothing.
  ///
  /// - Parameter frames: the clip's frames in the movie; nil for all.
  func sound(_ reader: ClipReader?, frames: ClosedRange<Int>?) throws -> StreamCopy? {
    if let audio {
      return audio == Self.noSound ? nil : StreamCopy(path: audio, copiesAllStreams: false, cutsAtVideoEnd: true)
    }
    guard let reader else { return nil }
    let start = try frames.map { try Footage.start(ofFrames: $0, in: reader) } ?? .zero
    return StreamCopy(path: reader.path, copiesAllStreams: true, start: start, cutsAtVideoEnd: frames != nil)
  }

  /// Refuses an output path if the movie, or a temporary file written beside it, would replace an input.
  func refuseToReplaceInputs(at path: String) throws {
    for (option, input) in [("--over", over), ("--audio", audio)] {
      guard let input else { continue }
      for written in [path] + MovieWriter.temporaryPaths(for: path) where FilePath.areSame(written, input) {
        throw UsageError(
          "-o \(path): \(written == path ? "this" : written) is the file of \(option), which is not replaced.")
      }
    }
  }

  /// Refuses frames that all lie after the clip's end, and warns of an effect that begins there.
  ///
  /// - Parameter framesText: the value of `--frames`; nil for all frames.
  func checkFramesAndEffectBegin(
    _ reader: ClipReader, frames: ClosedRange<Int>, text framesText: String?, quiet: Bool
  ) throws {
    if let framesText, let count = reader.indexedFrames, frames.lowerBound >= count {
      throw UsageError("--frames \(framesText): \(reader.path) has \(count) frames, 0 to \(count - 1).")
    }
    if let begin = effect.begin, let length = reader.duration, try effect.beginSeconds >= length, !quiet {
      Terminal.printError(
        "motes: --begin \(begin): \(reader.path) lasts \(Self.text(length)) s, so the effect is never seen.")
    }
  }

  /// Seconds rounded to a thousandth: "2", "1.25".
  private static func text(_ seconds: Rational) -> String {
    let rounded = (seconds.double * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  /// Prints what was found while the clip was read: missing frames, damage, frames of another size.
  ///
  /// - Parameter frames: the frames that were asked for; nil for all.
  func reportDamage(_ reader: ClipReader?, frames: ClosedRange<Int>?, quiet: Bool) {
    guard let reader, !quiet else { return }
    if let frames, reader.framesRead <= frames.upperBound {
      Terminal.printError(
        "motes: \(reader.path): it has \(reader.framesRead) frames; of --frames \(frames.lowerBound)-\(frames.upperBound), "
          + "those up to \(reader.framesRead - 1) are in the movie.")
    }
    if let (end, stated) = reader.missingEnd {
      Terminal.printError(
        "motes: \(reader.path): it ends at \(Self.text(end)) of \(Self.text(stated)) s; it may be cut off.")
    }
    if reader.damagedCount > 0 {
      let count = reader.damagedCount
      Terminal.printError(
        "motes: \(reader.path): \(count) damaged frame\(count == 1 ? "" : "s") or packet\(count == 1 ? "" : "s"); "
          + "what could be decoded of them is in the movie.")
    }
    if let reason = reader.readFailure {
      Terminal.printError("motes: \(reader.path): it could not be read to its end: \(reason).")
    }
    if reader.changesSize {
      Terminal.printError("motes: \(reader.path): its frames change their size; all were scaled to the first one's.")
    }
  }
}
