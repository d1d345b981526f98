import Encoding
import JSON
import Presets
import Raster

/// The record of a finished part, stored in a file beside the part's movie.
package struct PartRecord: Sendable, Equatable {
  /// Fingerprint of the plan for which the part was drawn.
  package var planFingerprint: String
  /// How many frames the part has, and by how many frames decoding must run ahead.
  package var facts: MoviePartFacts
  /// Bytes of the movie.
  package var bytes: Int
  /// SHA-256 of the movie in hexadecimal digits.
  package var sha256: String
  /// Light levels of the part's frames; nil unless the movie is in PQ.
  package var contentLight: ContentLight?
  /// How many seconds the drawing took.
  package var seconds: Double
  /// Name of the machine that drew the part.
  package var host: String

  package static let fileExtension = "json"
  private static let maximumBytes = 1 << 16

  /// The text of the file.
  package var text: String {
    JSONNode.object([
      "plan": .text(planFingerprint), "frames": .wholeNumber(facts.frameCount),
      "reorderDelay": .wholeNumber(facts.reorderDelay),
      "bytes": .wholeNumber(bytes), "sha256": .text(sha256),
      "contentLight": contentLight.map {
        .list([.wholeNumber($0.brightestPixelNits), .wholeNumber($0.brightestFrameNits)])
      }
        ?? .null,
      "seconds": .number(seconds), "host": .text(host),
    ]).laidOut() + "\n"
  }

  /// Reads a part's record; nil if there is no file, or if the file has another form.
  package init?(_ folder: JobFolder, part index: Int) throws(MediaError) {
    guard
      let bytes = try folder.read(
        folder.part(index, fileExtension: Self.fileExtension), maximumBytes: Self.maximumBytes)
    else { return nil }
    var reader = JSONReader(bytes, source: 0)
    guard let root = reader.read(), reader.problems.isEmpty, let planFingerprint = root["plan"]?.string,
      let frames = root["frames"]?.wholeNumber, frames > 0, let delay = root["reorderDelay"]?.wholeNumber,
      (0...frames).contains(delay), let size = root["bytes"]?.wholeNumber, let sha256 = root["sha256"]?.string,
      case .number(let seconds, _) = root["seconds"]?.value, let host = root["host"]?.string
    else { return nil }
    self.planFingerprint = planFingerprint
    facts = MoviePartFacts(frameCount: frames, reorderDelay: delay)
    (self.bytes, self.sha256, self.seconds, self.host) = (size, sha256, seconds, host)
    if let levels = root["contentLight"]?.elements?.compactMap(\.wholeNumber), levels.count == 2 {
      contentLight = ContentLight(brightestPixelNits: levels[0], brightestFrameNits: levels[1])
    }
  }

  init(
    planFingerprint: String, facts: MoviePartFacts, bytes: Int, sha256: String, contentLight: ContentLight?,
    seconds: Double, host: String
  ) {
    self.planFingerprint = planFingerprint
    self.facts = facts
    self.bytes = bytes
    self.sha256 = sha256
    self.contentLight = contentLight
    self.seconds = seconds
    self.host = host
  }
}

extension JSONNode {
  /// A whole number; nil for other values.
  var wholeNumber: Int? {
    if case .number(_, let text) = value { return Int(text) }
    return nil
  }
}
