import Foundation
import Listening
import Presets

/// A song as a page hears it.
package struct SongFile: Equatable, Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Media types by the extensions of songs' files.
  private static let types = [
    "flac": "audio/flac", "wav": "audio/wav", "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac",
    "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "aif": "audio/aiff", "aiff": "audio/aiff",
    "wma": "audio/x-ms-wma", "wv": "audio/x-wavpack", "ape": "audio/x-ape", "mka": "audio/x-matroska",
    "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "mkv": "video/x-matroska",
  ]

  /// The media type, by the name.
  package var type: String { Self.type(of: name) ?? "application/octet-stream" }

  private static func type(of name: String) -> String? {
    name.lastIndex(of: ".").flatMap { types[name[name.index(after: $0)...].lowercased()] }
  }

  /// The song beside a file of curves that was made of it, and a sentence about one that is none of this sound.
  package static func beside(curvesAt path: String) -> (song: SongFile?, note: String?) {
    let folder = FileAccess.folder(of: path)
    let song = FileAccess.names(in: folder.isEmpty ? "." : folder).sorted().first {
      type(of: $0) != nil && SoundCurvesFile.path(besideSong: folder + $0) == path
    }
    guard let song = song.map({ SongFile(path: folder + $0) }) else { return (nil, nil) }
    do {
      guard try SoundOrigin.isAnother(thanOf: song.path, curvesAt: path) else { return (song, nil) }
      return (nil, "\(song.name) is another sound than the one of \(path); it is not played.")
    } catch {
      return (nil, "\(song.name) cannot be played: \(error)")
    }
  }
}
