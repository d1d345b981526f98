// The sound: its curves and its song for the page, and its moments into their file.

extension TuningSession {
  /// Puts the sound into a reply if the page does not know it.
  func describeSound(_ state: inout State, in reply: inout TuningReply) {
    guard state.toldSoundReading != state.document.soundReading else { return }
    state.toldSoundReading = state.document.soundReading
    state.song = nil
    guard let sound = state.document.sound else {
      reply.sound = TuningReply.Sound()
      return
    }
    var note: String?
    if let commandSong {
      state.song = SongFile(path: commandSong)
    } else {
      (state.song, note) = SongFile.beside(curvesAt: sound.path)
    }
    reply.sound = TuningReply.Sound(
      sound, song: state.song, address: state.song.map(songs.address), note: note)
  }

  /// Saves the sound's moments.
  func saveSound(
    _ save: TuningRequest.SaveSound, _ state: inout State, _ reply: inout TuningReply
  ) throws(Refusal) {
    switch state.document.saveSound(replaces: save.replaces ?? false) {
    case .saved: reply.saved = state.document.sound?.path
    case .changedMeanwhile: reply.soundConflict = true
    case .refused(let sentence): throw Refusal(sentence: sentence)
    }
  }
}
