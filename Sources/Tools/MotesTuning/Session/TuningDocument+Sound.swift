import Encoding
import Motes
import Presets

// The sound that the preset follows. Its curves are kept in memory: so the file is not read with each change, and moments that the page moves
// are followed before they are saved.

extension TuningDocument {
  private static let noSound = "The preset follows no sound, or its file has mistakes."

  /// Replaces lists of the sound's moments.
  ///
  /// - Returns: a sentence that says why they cannot be replaced; nil if they were.
  mutating func replaceMoments(_ change: TuningRequest.MomentsChange) -> String? {
    guard var changed = sound else { return Self.noSound }
    guard change.path == changed.path else {
      return "The preset follows \(changed.path) now; these moments are of \(change.path.prefix(200))."
    }
    for list in change.lists {
      if let sentence = changed.replace(list) { return sentence }
    }
    guard changed.curves != sound?.curves else { return nil }
    sound = changed
    beginRevision()
    return nil
  }

  /// Saves the sound's moments.
  mutating func saveSound(replaces: Bool) -> TuningSound.Outcome {
    let outcome = sound?.save(replaces: replaces) ?? .refused(Self.noSound)
    if outcome == .saved { noteSavedSound() }
    return outcome
  }

  /// Forgets the sound, so that it is read anew when the preset is described.
  mutating func reloadSound() {
    sound = nil
    // If the file has mistakes now, the page has no sound until they are fixed.
    soundReading += 1
    noteSavedSound()
  }

  private mutating func noteSavedSound() {
    savedRevision += 1
    beginRevision()
  }

  /// Takes notice of other programs' changes of the sound's file. Without changes of the page's own, it is read anew.
  ///
  /// - Returns: whether both the file and the page have changed.
  mutating func rereadSound() -> Bool {
    guard let sound, sound.hasOtherFile || !FileAccess.isFile(sound.path) else { return false }
    if !sound.isChanged { reloadSound() }
    return sound.isChanged
  }

  /// Takes over the sound of a preset that has been read.
  mutating func adoptSound(of preset: Preset) {
    guard preset.curvesPath != sound?.path else { return }
    if let sound, sound.isChanged { otherSounds[sound.path] = sound }
    soundReading += 1
    sound = preset.curvesPath.flatMap { path in
      otherSounds.removeValue(forKey: path)
        ?? (try? TuningSound(path: path, isShipped: settings.curves != path && isShipped(path)))
    }
  }

  /// Whether a file lies in one of the folders of shipped presets.
  private func isShipped(_ path: String) -> Bool {
    guard let real = resolvedPath(path) else { return false }
    return settings.folders.compactMap(resolvedPath).contains { real.hasPrefix($0 + "/") }
  }

  /// The command's settings with the sound that is in memory: as it is, or as it was saved.
  func settings(withSavedSound isSaved: Bool) -> PresetSettings {
    guard let sound else { return settings }
    return settings.following(isSaved ? sound.saved : sound.curves, inPlaceOf: sound.path)
  }
}
