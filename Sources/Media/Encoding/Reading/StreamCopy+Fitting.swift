extension StreamCopy {
  /// The copy as it is, or, where the movie's container cannot hold its sound, the sound encoded to AAC from `start` on.
  ///
  /// - Parameters:
  ///   - settings: how the movie is encoded.
  ///   - path: path of the movie.
  ///   - seconds: how much of the sound the movie has; nil for all.
  ///   - note: gets a sentence for a person about sound that is encoded.
  /// - Throws: `MediaError` for sound that the container cannot hold in either way.
  package func fitted(
    to settings: MovieSettings, path: String, seconds: Double?, note: (String) -> Void = { _ in }
  ) throws(MediaError) -> StreamCopy {
    // The sound of a clip is a part of the clip: it is copied to the bit, or left out by the user's own word.
    if copiesAllStreams { return self }
    do {
      try MovieWriter.check(settings, path: path, copying: self)
      return self
    } catch {
      // Other mistakes than that of the sound are told when the movie is opened; sound that AAC does not help keeps its own error.
      guard (try? MovieWriter.check(settings, path: path, copying: nil)) != nil else { return self }
      guard let encoded = try? encodedToAAC(seconds: seconds),
        (try? MovieWriter.check(settings, path: path, copying: encoded)) != nil
      else { throw error }
      note(
        "\(self.path): its sound is encoded to AAC, because \(settings.codec.containerTitle(ofFile: path)) cannot hold it as it is."
      )
      return encoded
    }
  }

  private func encodedToAAC(seconds: Double?) throws(MediaError) -> StreamCopy {
    let sound = try EncodedSound(of: path, from: start, seconds: seconds)
    var copy = StreamCopy(path: sound.path, copiesAllStreams: false, cutsAtVideoEnd: cutsAtVideoEnd)
    copy.encoded = sound
    return copy
  }
}
