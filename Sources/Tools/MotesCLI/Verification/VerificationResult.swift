import JSON
import Motes

/// How a hash file compares with what is drawn now.
struct VerificationResult {
  /// The outcome; the raw value is its word in JSON.
  enum Status: String, Encodable {
    case equal
    case differs
    /// The frames differed and were recorded again.
    case updated
    /// The frames could not be compared or recorded.
    case failed
  }

  /// Path of the hash file.
  let file: String
  /// `failed` until `Verifier.verify` has found another status.
  var status = Status.failed
  /// Why the file failed; nil if it did not.
  var message: String?
  /// The file with its preset; nil if one of the two cannot be read.
  var recording: Recording?
  /// The comparison of the hashes; nil if nothing was drawn.
  var comparison: FrameHashComparison?
  /// Whether there are pictures of the expected frames beside the file.
  var hasKeptPictures = false
  /// The pictures that `--report` made.
  var reportPictures: [ReportPicture] = []
  /// The lines printed about the comparison, without the file's path before them.
  var lines: [String] = []

  init(file: String) { self.file = file }

  /// Paths of the files that the preset was read from; if it cannot be read, the path that the hash file names.
  var presetFiles: [String] { recording?.preset.files ?? Recording.presetName(readIn: file).map { [$0] } ?? [] }

  /// What JSON says about the file. All keys are always there.
  fileprivate var entry: Entry {
    let differs = status == .differs || status == .updated
    return Entry(
      file: file, status: status, message: message, preset: recording?.presetName, version: recording?.recipe.version,
      frames: recording?.file.lines.count, compared: comparison?.comparedCount,
      differing: comparison?.differingFrames,
      cause: differs ? recording.map { $0.presetHasChanged ? "preset" : "renderer" } : nil,
      keptPictures: hasKeptPictures, pictures: reportPictures.map(\.path))
  }

  fileprivate struct Entry: Encodable {
    let file: String
    let status: Status
    let message, preset, version: String?
    let frames, compared: Int?
    let differing: [Int]?
    let cause: String?
    let keptPictures: Bool
    let pictures: [String]
  }
}

/// A picture of a frame that differs.
struct ReportPicture {
  let frame: Int
  let path: String
  /// What the picture shows.
  let sentence: String
}

/// The results of all files together.
struct VerificationTotals {
  let results: [VerificationResult]

  private func count(_ status: VerificationResult.Status) -> Int { results.count { $0.status == status } }

  /// "3 of 12 differ, 1 of 12 failed."
  var summaryLine: String {
    let (differing, updated, failed) = (count(.differs), count(.updated), count(.failed))
    var parts: [String] = []
    if differing > 0 { parts.append("\(differing) of \(results.count) \(differing == 1 ? "differs" : "differ")") }
    if updated > 0 {
      parts.append("\(updated) of \(results.count) \(updated == 1 ? "was" : "were") recorded again")
    }
    if failed > 0 { parts.append("\(failed) of \(results.count) failed") }
    return (parts.isEmpty ? "all \(results.count) are equal" : parts.joined(separator: ", ")) + "."
  }

  /// One JSON document; values that are not known are null.
  var json: String {
    JSONWriter.line(
      Document(
        version: Motes.version, compared: count(.equal) + count(.differs) + count(.updated), equal: count(.equal),
        differing: count(.differs), updated: count(.updated), failed: count(.failed), files: results.map(\.entry)),
      writesNull: true)
  }

  private struct Document: Encodable {
    let version: String
    let compared, equal, differing, updated, failed: Int
    let files: [VerificationResult.Entry]
  }
}
