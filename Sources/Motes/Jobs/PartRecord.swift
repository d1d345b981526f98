import Encoding
import JSON
import Raster

/// The record of a finished part, stored in a file beside the part's movie.
package struct PartRecord: Sendable, Equatable, Codable {
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
  package var text: String { JSONWriter.page(self, writesNull: true) + "\n" }

  /// Reads a part's record; nil if there is no file, or if the file has another form.
  package init?(_ folder: JobFolder, part index: Int) throws(MediaError) {
    let path = folder.part(index, fileExtension: Self.fileExtension)
    guard let record: PartRecord = try folder.value(path, maximumBytes: Self.maximumBytes),
      record.facts.frameCount > 0, (0...record.facts.frameCount).contains(record.facts.reorderDelay)
    else { return nil }
    self = record
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
