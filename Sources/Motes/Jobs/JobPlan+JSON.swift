import Encoding
import Hashing
import JSON
import Model

// A plan as JSON. Its keys are the plan's properties; the first and the last line are added here.

extension JobPlan {
  /// The value of the key `kind` in every plan. Another number means other keys.
  private static let kind = "motes job 2"

  /// The plan's properties.
  private var node: JSONNode { JSONNode(encoding: self, writesNull: true) }

  /// SHA-256 of the plan: parts that were drawn for plans with equal fingerprints belong together.
  package var fingerprint: String { sha256(JSONWriter.canonical(node)) }

  /// The text of `plan.json`.
  package var text: String { JSONWriter.page(PlanFile(plan: self), writesNull: true) + "\n" }

  /// A plan between the two lines by which its file is recognized and checked.
  private struct PlanFile: Encodable {
    let plan: JobPlan

    private enum Key: CodingKey {
      case kind, fingerprint
    }

    func encode(to encoder: any Encoder) throws {
      var lines = encoder.container(keyedBy: Key.self)
      try lines.encode(JobPlan.kind, forKey: .kind)
      try plan.encode(to: encoder)
      try lines.encode(plan.fingerprint, forKey: .fingerprint)
    }
  }

  /// The largest plan that is read, in bytes.
  package static let maximumBytes = 1 << 20

  /// Reads the text of a `plan.json`.
  ///
  /// - Throws: `MediaError` for a text that is no plan, and for a plan that was changed after it was written.
  package init(text bytes: [UInt8], path: String) throws(MediaError) {
    var reader = JSONReader(bytes, source: 0)
    let root = reader.read()
    guard reader.problems.isEmpty, let root, root["kind"]?.string == Self.kind else {
      throw MediaError(
        .settings, "\(path) is not a plan of this version of Motes. Make one with `motes plan`.", path: path)
    }
    do { self = try root.decoded() } catch {
      throw MediaError(.settings, "\(path): \(error.sentence).", path: path)
    }
    if let mistake { throw MediaError(.settings, "\(path): \(mistake).", path: path) }
    guard root["fingerprint"]?.string == fingerprint else {
      throw MediaError(
        .settings, "\(path) was changed after it was made. Make a new plan: parts of this one would not fit.",
        path: path)
    }
  }

  /// What cannot be drawn or would lead out of the job's folder, as a sentence without its full stop; nil for a possible plan.
  private var mistake: String? {
    let numbers = [
      ("movie.width", movie.width, 1...Limits.sidePixels), ("movie.height", movie.height, 1...Limits.sidePixels),
      ("movie.threads", movie.threads, 1...MovieSettings.maximumThreads),
      ("frames[0]", frames.lowerBound, 0...Limits.frames - 1), ("frames[1]", frames.upperBound, 0...Limits.frames - 1),
      ("framesPerPart", framesPerPart, 1...Limits.frames),
    ]
    for (key, number, range) in numbers where !range.contains(number) {
      return "\(key) should be a whole number from \(range.lowerBound) to \(range.upperBound)"
    }
    if partCount > Self.maximumParts { return "\(partCount) parts are more than the \(Self.maximumParts) of a job" }
    for name in usedFiles where files[name] == nil { return "\(name) is not one of its files" }
    if !Self.isPlainName(name) { return "name should be a name without slashes" }
    for name in files.keys.sorted() where !Self.isPlainName(name) {
      return "files: \"\(name)\" is not the name of a file of the job"
    }
    return nil
  }

  /// Names of the files to which the plan refers.
  private var usedFiles: [String] {
    var names = clips.values.sorted() + [Self.presetFile]
    if let sound { names.append(sound) }
    if case .picture(let name) = backdrop { names.append(name) }
    return names
  }

  /// Whether a name cannot lead out of the folder in which it is looked up, and has no control characters.
  private static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 200
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
  }
}
