import Encoding
import Glibc
import Hashing
import Model
import Presets
import Raster

/// A job of many parts: the folder that all machines share, and the plan in it.
///
/// Every call reads the folder anew, and keeps nothing that another machine could change.
package struct RenderJob: Sendable {
  package let folder: JobFolder
  package let plan: JobPlan
  /// SHA-256 of the plan.
  package let fingerprint: String

  private init(folder: JobFolder, plan: JobPlan) {
    (self.folder, self.plan) = (folder, plan)
    fingerprint = plan.fingerprint
  }

  /// Opens the folder of a job.
  ///
  /// - Throws: `MediaError` of kind `settings` for a folder that is no job, or whose plan was changed.
  package init(opening path: String) throws(MediaError) {
    let folder = JobFolder(path)
    guard let bytes = try folder.read(folder.planPath, maximumBytes: JobPlan.maximumBytes) else {
      throw MediaError(
        .settings, "\(path) is not the folder of a job: it has no \(JobPlan.planFile). Make one with `motes plan`.",
        path: path)
    }
    try folder.checkFolders()
    self.init(folder: folder, plan: try JobPlan(text: bytes, path: folder.planPath))
  }

  /// The contents of a file in a new job's folder.
  package enum File: Sendable {
    /// These bytes.
    case bytes([UInt8])
    /// A copy of the file at this path.
    case copy(String)
  }

  /// Creates the folder of a job, or opens an existing one that has an equal plan.
  ///
  /// - Parameters:
  ///   - path: path of the folder.
  ///   - plan: the plan. The hashes of its files are filled in here.
  ///   - files: the job's other files, by name.
  /// - Returns: the job, and whether it already existed.
  package static func make(
    at path: String, plan: JobPlan, files: [String: File]
  ) throws(MediaError) -> (job: RenderJob, existed: Bool) {
    let folder = JobFolder(path)
    var plan = plan
    for (name, file) in files {
      switch file {
      case .bytes(let bytes): plan.files[name] = sha256(bytes)
      case .copy(let source): plan.files[name] = try JobFolder.sha256(ofFile: source)
      }
    }
    if let bytes = try folder.read(folder.planPath, maximumBytes: JobPlan.maximumBytes) {
      let old = try JobPlan(text: bytes, path: folder.planPath)
      guard old.fingerprint == plan.fingerprint else {
        throw MediaError(
          .exists, "\(path) holds another job: \(old.differences(from: plan)). Remove it, or name another folder.",
          path: path)
      }
      return (try RenderJob(opening: path), true)
    }
    try folder.make()
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      switch file {
      case .bytes(let bytes): try writeWholeFile(bytes, to: folder.file(name), allowsReplacing: true)
      case .copy(let source): try copyFile(source, to: folder.file(name))
      }
    }
    try writeWholeFile(Array(plan.text.utf8), to: folder.planPath, allowsReplacing: false)
    return (RenderJob(folder: folder, plan: plan), false)
  }

  // MARK: Requirements

  /// Throws if this machine's encoder or libraries have other versions than the plan, and so might write other bytes.
  package func checkVersions() throws(MediaError) {
    let versionsHere = try JobPlan.versions(for: plan.partSettings)
    for (name, version) in plan.versions.sorted(by: { $0.key < $1.key }) where versionsHere[name] != version {
      let versionHere = versionsHere[name] ?? "none"
      throw MediaError(
        .settings,
        name == JobPlan.encoderFingerprintKey
          ? "The encoder \(plan.partSettings.codec.encoder) is another version here than where the plan was made: it writes other bytes."
          : "This machine has \(name) \(versionHere), and the plan was made with \(version): parts of both cannot be joined.",
        path: folder.path)
    }
  }

  /// Reads the preset with the plan's settings.
  ///
  /// - Throws: `MediaError` if a file was changed after the plan was made, `PresetError` if the preset cannot be drawn.
  package func loadPreset() throws -> Preset {
    try checkFiles()
    var settings = PresetSettings()
    settings.size = .pixels(width: plan.movie.width, height: plan.movie.height)
    settings.frameRate = plan.movie.frameRate
    settings.duration = plan.duration
    settings.seed = plan.seed
    settings.loops = plan.loops
    settings.ignoresLimits = plan.ignoresLimits
    settings.filesByName = plan.clips.mapValues(folder.file)
    settings.assetLoader = .files
    settings.readsResolvedPreset = true
    let path = folder.file(JobPlan.presetFile)
    let bytes = try readWholeFile(path, maximumBytes: Limits.fileBytes)
    return try Preset.load(text: bytes, named: path, settings)
  }

  /// Throws if a file of the job was changed after the plan was made.
  private func checkFiles() throws(MediaError) {
    for (name, hash) in plan.files.sorted(by: { $0.key < $1.key }) {
      let path = folder.file(name)
      guard try JobFolder.sha256(ofFile: path) == hash else {
        throw MediaError(.settings, "\(path) was changed after the plan was made. Make a new plan.", path: path)
      }
    }
  }

  /// What lies behind the effect.
  package func backdrop(for preset: Preset) throws(MediaError) -> Backdrop {
    switch plan.backdrop {
    case .layers: return .layers
    case .picture(let name): return try .picture(at: folder.file(name), covering: preset.scene.canvas)
    case .word(let word):
      guard let backdrop = Backdrop(word: word) else {
        throw MediaError(
          .settings, "\(folder.planPath): backdrop.word should be none or a colour.", path: folder.planPath)
      }
      return backdrop
    }
  }

  // MARK: Parts

  /// The record of a whole part; nil for a part that is still to be drawn.
  ///
  /// - Throws: `MediaError` for a part of another plan.
  package func record(ofPart index: Int) throws(MediaError) -> PartRecord? {
    guard let record = try PartRecord(folder, part: index) else { return nil }
    guard record.planFingerprint == fingerprint else {
      throw MediaError(
        .settings, "Part \(index) in \(folder.partsFolder) belongs to another plan. Remove it; it will be drawn again.",
        path: folder.path)
    }
    let path = partPath(index)
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    try JobFolder.checkFile(path)
    return Int(status.st_size) == record.bytes && record.facts.frameCount == plan.frames(ofPart: index).count
      ? record : nil
  }

  /// Path of a part's movie.
  package func partPath(_ index: Int) -> String { folder.part(index, fileExtension: plan.partExtension) }

  /// Numbers of the parts that are still to be drawn.
  package func missingParts() throws(MediaError) -> [Int] {
    var missing: [Int] = []
    for index in 0..<plan.partCount where try record(ofPart: index) == nil { missing.append(index) }
    return missing
  }
}

extension JobPlan {
  /// The key in `versions` for the encoder's name and a hash of the bytes that it encodes (`EncoderFingerprint`).
  static let encoderFingerprintKey = "encoder"

  /// Names and versions of all programs and libraries on which encoded bytes depend.
  package static func versions(for settings: MovieSettings) throws(MediaError) -> [String: String] {
    var versions = ["motes": Motes.version, "FFmpeg": LibraryVersions.release]
    for library in LibraryVersions.all { versions[library.name] = library.version }
    versions[encoderFingerprintKey] =
      "\(settings.codec.encoder) \(sha256(try EncoderFingerprint.bytes(for: settings)).prefix(16))"
    return versions
  }

  /// How this plan differs from another, as part of a sentence about this plan.
  func differences(from new: JobPlan) -> String {
    var found: [String] = []
    if files[JobPlan.presetFile] != new.files[JobPlan.presetFile] { found.append("another preset") }
    if (movie.width, movie.height) != (new.movie.width, new.movie.height) { found.append("another size") }
    if frames != new.frames { found.append("other frames") }
    if framesPerPart != new.framesPerPart { found.append("parts of \(framesPerPart) frames") }
    if found.isEmpty, movie != new.movie { found.append("other settings of the encoder") }
    if found.isEmpty, versions != new.versions { found.append("other versions of the libraries") }
    return found.isEmpty ? "other settings" : found.joined(separator: ", ")
  }
}
