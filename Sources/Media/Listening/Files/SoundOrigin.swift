import Encoding
import Glibc
import Model

/// Finds out whether a file of curves and a song belong together.
package enum SoundOrigin {
  /// Whether a file of curves was made of another sound than a song's file has now. Only a song that was written after the curves is read for that.
  ///
  /// - Throws: `SoundCurvesError` or `MediaError`.
  package static func isAnother(thanOf song: String, curvesAt path: String) throws -> Bool {
    guard let songTime = modificationSeconds(song), let curvesTime = modificationSeconds(path), songTime > curvesTime,
      let origin = try SoundCurvesFile.read(path).song
    else { return false }
    return try Sound.song(in: song).sha256 != origin.sha256
  }

  /// When a file was last written, in seconds since 1970; nil if there is none.
  private static func modificationSeconds(_ path: String) -> Double? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }
}
