import Encoding
import Glibc
import Hashing
import Raster

extension RenderJob {
  /// Joins all parts to the movie.
  ///
  /// - Parameters:
  ///   - path: where the movie will be.
  ///   - allowsReplacing: whether an existing file may be replaced.
  ///   - repeatCount: how often all parts are shown, one after the other.
  ///   - verifies: whether each part's SHA-256 is compared with its record's first, which reads every part once more.
  ///   - progress: gets the share, 0 ... 1, that is done; returns whether to go on.
  /// - Returns: how many frames the movie has; nil where `progress` stopped the work, and nothing is left at `path`.
  /// - Throws: `MediaError` that names missing parts by their numbers, those of another plan, those that were changed, and the movie's
  ///   file where it cannot be written.
  package func join(
    to path: String, allowsReplacing: Bool, repeatCount: Int = 1, verifies: Bool = true,
    progress: (Double) -> Bool = { _ in true }
  ) throws(MediaError) -> Int? {
    let missing = try missingParts()
    guard missing.isEmpty else {
      throw MediaError(
        .file,
        "\(missing.count) of \(plan.partCount) parts are missing: \(PartList.text(missing)). Draw them with "
          + "`motes part \(folder.path) --index \(PartList.text(missing))`.", path: folder.path)
    }
    var parts: [MoviePartFile] = []
    var light: ContentLight?
    for index in 0..<plan.partCount {
      // It was there a moment ago.
      guard let record = try record(ofPart: index) else { continue }
      let file = partPath(index)
      if verifies, try JobFolder.sha256(ofFile: file) != record.sha256 {
        throw MediaError(
          .file, "Part \(index) (\(file)) was changed after it was drawn. Remove it and draw it anew.", path: file)
      }
      parts.append(MoviePartFile(path: file, survey: record.survey))
      light = record.contentLight.map { $0.brighter(light) } ?? light
      guard progress(0) else { return nil }
    }
    let repeated = Array(repeatElement(parts, count: repeatCount).joined())
    var settings = plan.movie
    settings.allowsReplacing = allowsReplacing
    settings.contentLight = light
    let sound = plan.sound.map { StreamCopy(path: folder.file($0), copiesAllStreams: false, cutsAtVideoEnd: true) }
    let isWritten: Bool
    if plan.movie.codec.joinsPackets {
      let join = MovieJoin(parts: repeated, settings: settings, sound: sound, contentLight: light)
      isWritten = try join.write(to: path, progress: progress)
    } else {
      isWritten = try MovieReencoding(parts: repeated, settings: settings)
        .write(to: path, progress: progress)
    }
    guard isWritten else { return nil }
    // Nobody needs what killed attempts have left: every part is there.
    removeWork()
    for name in folder.names(in: folder.attemptsFolder) { unlink(folder.attemptsFolder + "/" + name) }
    return repeated.reduce(0) { $0 + $1.survey.frames }
  }

  /// Removes the job's folder with everything that a job has in it. What else lies there stays, and so does the folder then.
  package func remove() {
    for inner in [folder.partsFolder, folder.attemptsFolder, folder.workFolder, folder.logsFolder] {
      for name in folder.names(in: inner) { unlink(inner + "/" + name) }
      rmdir(inner)
    }
    for name in plan.files.keys { unlink(folder.file(name)) }
    unlink(folder.planPath)
    rmdir(folder.path)
  }
}

extension ContentLight {
  /// The larger levels of two.
  fileprivate func brighter(_ other: ContentLight?) -> ContentLight {
    guard let other else { return self }
    return ContentLight(
      brightestPixelNits: max(brightestPixelNits, other.brightestPixelNits),
      brightestFrameNits: max(brightestFrameNits, other.brightestFrameNits))
  }
}
