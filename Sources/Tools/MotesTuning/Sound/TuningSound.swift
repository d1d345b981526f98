import Encoding
import Hashing
import Listening
import Model
import Motes
import Presets

/// The sound that a page's preset follows: the curves of its file, with the moments that the page has moved.
package struct TuningSound {
  /// Path of the file of curves.
  package let path: String
  /// What the file held when it was last read or saved.
  package private(set) var saved: SoundCurves
  /// The curves that are followed: those of `saved` with the page's moments.
  package private(set) var curves: SoundCurves
  /// Why moments cannot be changed; nil if they can.
  package let fixedReason: String?
  /// SHA-256 of the file's bytes when it was last read or saved.
  private var digest: String

  package var isChanged: Bool { curves != saved }

  /// Reads a file of curves, or a list of times, which has another form and stays as it is.
  ///
  /// - Parameter isShipped: whether the file is a shipped one, which is not changed either.
  package init(path: String, isShipped: Bool = false) throws {
    let bytes = try readWholeFile(path, maximumBytes: SoundCurvesFile.maximumBytes)
    self.path = path
    saved = try SoundCurvesFile.read(bytes, named: path)
    curves = saved
    digest = sha256(bytes)
    fixedReason =
      isShipped
      ? "\(path) belongs to the shipped presets, and is not changed."
      : SoundCurvesFile.isList(bytes) ? "\(path) is a list of times, which is changed in any editor of text." : nil
  }

  /// Replaces a list of moments.
  ///
  /// - Returns: a sentence that says why it cannot be replaced; nil if it was.
  package mutating func replace(_ list: TuningRequest.Moments) -> String? {
    if let fixedReason { return fixedReason }
    guard list.times.count == list.strengths.count,
      list.times.allSatisfy(SoundCurvesFile.times.contains), list.strengths.allSatisfy((0...1).contains),
      zip(list.times, list.times.dropFirst()).allSatisfy({ $0 <= $1 })
    else {
      return "Moments should be seconds from 0 on that never fall, each with a strength from 0 to 1."
    }
    let events = SoundEvents(times: list.times, strengths: list.strengths)
    guard let replaced = curves.replacing(events, ofOnsetsIn: list.band) else {
      return "\(path) has no onsets \((list.band ?? "").prefix(100))."
    }
    curves = replaced
    return nil
  }

  /// The outcome of a save.
  package enum Outcome: Equatable {
    case saved
    /// Nothing was saved, because another program has changed the file meanwhile.
    case changedMeanwhile
    /// Nothing was saved, for the reason in this sentence.
    case refused(String)
  }

  /// Writes the curves into their file, whole or not at all.
  ///
  /// - Parameter replaces: whether another program's changes may be replaced.
  package mutating func save(replaces: Bool) -> Outcome {
    if let fixedReason { return .refused(fixedReason) }
    if !replaces, hasOtherFile { return .changedMeanwhile }
    let bytes = SoundCurvesFile.bytes(of: curves)
    do {
      // What could not be read again would be lost.
      _ = try SoundCurvesFile.read(bytes, named: path)
      try writeWholeFile(bytes, to: path, allowsReplacing: true)
    } catch {
      return .refused("\(error)")
    }
    (saved, digest) = (curves, sha256(bytes))
    return .saved
  }

  /// Whether another program has changed the file since it was last read or saved.
  package var hasOtherFile: Bool {
    (try? readWholeFile(path, maximumBytes: SoundCurvesFile.maximumBytes)).map { sha256($0) != digest } ?? false
  }
}

extension PresetSettings {
  /// The settings with curves in place of those of a file.
  func following(_ curves: SoundCurves, inPlaceOf path: String) -> PresetSettings {
    guard let files = assetLoader else { return self }
    let realPath = resolvedPath(path)
    var settings = self
    settings.assetLoader = AssetLoader(
      clip: files.clip, shapePicture: files.shapePicture, shapeWords: files.shapeWords, typeset: files.typeset,
      soundCurves: { (other) throws(AssetLoader.Failure) in
        other == path || (realPath != nil && resolvedPath(other) == realPath) ? curves : try files.soundCurves(other)
      })
    return settings
  }
}
