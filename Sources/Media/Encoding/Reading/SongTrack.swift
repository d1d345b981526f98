extension StreamCopy {
  /// A song as the track of a movie: as it is, or encoded to AAC where the movie's container cannot hold it.
  ///
  /// - Parameters:
  ///   - path: the movie's path.
  ///   - seconds: how much of the song is wanted; nil for all.
  ///   - note: gets a sentence about a song that is encoded.
  package func holdable(
    inFile path: String, _ settings: MovieSettings, seconds: Double?, note: (String) -> Void = { _ in }
  ) throws(MediaError) -> StreamCopy {
    do throws(MediaError) {
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
}
