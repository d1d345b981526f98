/// Encodes parts anew that cannot be joined by copying their packets. Not there yet.
package struct MovieReencoding {
  private let settings: MovieSettings

  package init(parts: [MovieJoin.Part], partSettings: MovieSettings, settings: MovieSettings) {
    self.settings = settings
  }

  package func write(to path: String, progress: (Double) -> Bool) throws(MediaError) -> Bool {
    throw MediaError(.settings, "\(settings.codec.title) cannot be joined yet.", path: path)
  }
}
